// Draws the charts of a game: the figure comes as a plain dict, the colours of text, grid and cells from the
// page's style sheet. plotly.js is loaded when the charts come near, since it is large.
"use strict";

(() => {
  const source = document.currentScript?.dataset.plotly;
  const charts = [...document.querySelectorAll(".chart[data-chart]")];
  if (!charts.length) return;
  // The tool bar is left out: a picture (role="img") may hold nothing to click; saving is a button below it.
  const config = { displaylogo: false, showSendToCloud: false, responsive: true, displayModeBar: false };
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const load = window.offline?.load || fetch; // a report has all that it shows within it
  const drawn = new Map(); // from the plot to its figure, and the turn its cursor stands at
  let library;

  function loadLibrary() {
    library ??= window.offline?.library() || new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => resolve(window.Plotly);
      script.onerror = () => reject(new Error("plotly.js could not be loaded"));
      document.head.append(script);
    });
    return library;
  }

  // Colours and sizes

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function narrowScreen() {
    return window.innerWidth < 600;
  }

  function themed(layout) {
    const ink = colour("--ink");
    const line = colour("--line");
    const narrow = narrowScreen();
    const below = layout.legend?.yref === "container";
    const made = {
      ...layout,
      xaxis: layout.xaxis || {},
      yaxis: layout.yaxis || {},
      font: { family: getComputedStyle(document.body).fontFamily, size: narrow ? 11 : 13, color: ink },
      paper_bgcolor: colour("--surface"),
      shapes: (layout.shapes || []).map((own) => ({ ...own, label: own.label && { ...own.label, font: { ...own.label.font, color: colour("--muted") } } })),
      hoverlabel: { ...layout.hoverlabel, bgcolor: colour("--surface"), bordercolor: colour("--muted"), font: { color: ink } },
      legend: narrow && below ? { ...layout.legend, entrywidthmode: "fraction", entrywidth: 0.5 } : layout.legend,
      height: narrow && below ? layout.height + 24 : layout.height,
      margin: narrow ? { ...layout.margin, l: Math.min(40, layout.margin.l), r: Math.min(20, layout.margin.r), b: layout.margin.b + (below ? 24 : 0) } : layout.margin,
    };
    for (const name of Object.keys(made)) {
      if (/^[xy]axis\d*$/.test(name)) {
        made[name] = { ...made[name], gridcolor: line, zerolinecolor: colour("--muted"), linecolor: line, fixedrange: true };
      }
    }
    return made;
  }

  function scale(kind) {
    const none = colour("--heat-none");
    if (kind === "balance") return [[0, colour("--heat-loss")], [0.5, none], [1, colour("--heat-gain")]];
    return [[0, none], [1, colour("--heat-much")]];
  }

  function painted(data) {
    return data.map((trace) => {
      if (trace.meta?.scale) return { ...trace, colorscale: scale(trace.meta.scale) };
      if (trace.meta?.narrow && narrowScreen()) return { ...trace, node: { ...trace.node, label: trace.meta.narrow } };
      if (trace.meta?.ink) return { ...trace, line: { ...trace.line, color: colour("--ink") } };
      return trace;
    });
  }

  // Turns: an axis of turns has a cursor at the turn that the page shows, and a point leads to its turn.

  function shownTurn() {
    const turn = document.getElementById("turn");
    return turn ? Number(turn.dataset.turn) : null;
  }

  function withCursor(figure, layout) {
    const turn = shownTurn();
    const axis = (figure.layout.meta?.turns || []).find(([, , first, last]) => turn !== null && first <= turn && turn <= last);
    if (!axis) return layout.shapes;
    const line = { type: "line", xref: axis[0], yref: axis[1], x0: turn, x1: turn, y0: 0, y1: 1, layer: "below", line: { color: colour("--changed"), width: 2 } };
    return [...layout.shapes, line];
  }

  function complete(figure) {
    const layout = themed(figure.layout);
    return { ...layout, shapes: withCursor(figure, layout) };
  }

  function turnOf(figure, point) {
    if (figure.layout.meta?.turns) return Math.round(point.x);
    return point.data?.meta?.turns?.[point.pointNumber] ?? null;
  }

  function goTo(chart, turn) {
    if (shownTurn() === null) location.assign(`${chart.dataset.game}?turn=${turn}`);
    else document.dispatchEvent(new CustomEvent("turn-wanted", { detail: turn }));
  }

  // What stands around a plot: words, table, and ways to save it.

  function cell(kind, value, className) {
    const made = document.createElement(kind);
    if (className) made.className = className;
    made.textContent = value ?? "";
    return made;
  }

  function table(chart, panel) {
    const made = document.createElement("table");
    made.className = "data";
    const title = made.createCaption();
    title.className = "hidden";
    title.textContent = panel.title;
    const first = made.createTHead().insertRow();
    const number = (value) => (typeof value === "number" ? "num" : "");
    panel.head.forEach((text, place) => {
      const head = cell("th", text, place ? number(panel.body[0]?.[place]) : "");
      head.scope = "col";
      first.append(head);
    });
    const rows = made.createTBody();
    panel.body.forEach((line, at) => {
      const row = rows.insertRow();
      const head = cell("th", panel.turns.length ? "" : line[0]);
      head.scope = "row";
      if (panel.turns.length) {
        const link = cell("a", line[0]);
        link.href = `${chart.dataset.game}?turn=${panel.turns[at]}`;
        link.dataset.turn = panel.turns[at];
        head.append(link);
      }
      row.append(head, ...line.slice(1).map((value) => cell("td", value, number(value))));
    });
    const box = document.createElement("div");
    box.className = "scroll";
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", panel.title);
    box.append(made);
    return box;
  }

  function saver(plot, panel, format, filename) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = format.toUpperCase();
    button.setAttribute("aria-label", `Save ${panel.title} as ${format.toUpperCase()}`);
    button.addEventListener("click", () => {
      const size = { width: plot.clientWidth, height: plot.clientHeight };
      window.Plotly.downloadImage({ data: plot.data, layout: plot.layout }, { format, filename, scale: format === "png" ? 2 : 1, ...size });
    });
    return button;
  }

  function describe(chart, place, panel, content) {
    place.querySelector("h2, h3, h4").textContent = panel.title;
    place.querySelector(".summary").textContent = panel.summary;
    const details = place.querySelector("details");
    details.querySelector(".fallback, .scroll")?.remove();
    if (panel.head.length) details.append(table(chart, panel));
    const plot = place.querySelector(".plot");
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", `${panel.title}. ${panel.summary}`);
    const save = place.querySelector(".save");
    const csv = save.querySelector(".csv");
    const show = content.choice ? `?show=${encodeURIComponent(content.choice)}` : "";
    if (csv) {
      csv.href = `${chart.dataset.page}/${encodeURIComponent(panel.name)}.csv${show}`;
      csv.setAttribute("aria-label", `Save the data of ${panel.title} as CSV`);
    }
    for (const button of save.querySelectorAll("button")) button.remove();
    const filename = [content.name, content.choice, panel.name].filter(Boolean).join("-");
    const savers = [saver(plot, panel, "png", filename), " ", saver(plot, panel, "svg", filename), " "];
    if (csv) csv.before(...savers);
    else save.append(...savers);
  }

  // Drawing

  async function draw(chart) {
    const choice = chart.dataset.choice;
    const answer = await load(chart.dataset.chart + (choice ? `?show=${encodeURIComponent(choice)}` : ""));
    if (!answer.ok) throw new Error(`${chart.dataset.name}: ${answer.status}`);
    const content = await answer.json();
    const Plotly = await loadLibrary();
    for (const panel of content.panels) {
      if (chart.dataset.choice !== choice) return; // another choice overtook this one
      const place = chart.querySelector(`[data-panel="${CSS.escape(panel.name)}"]`);
      const plot = place.querySelector(".plot");
      describe(chart, place, panel, content);
      const { figure } = panel;
      await Plotly.newPlot(plot, painted(figure.data), complete(figure), config);
      plot.on("plotly_click", (event) => {
        const turn = turnOf(figure, event.points[0]);
        if (turn !== null) goTo(chart, turn);
      });
      drawn.set(plot, { figure, turn: shownTurn() });
      stale.observe(plot);
    }
    chart.dataset.drawn = "true";
  }

  function fail(chart, error) {
    const note = document.createElement("p");
    note.className = "fault";
    note.setAttribute("role", "alert");
    note.textContent = `This chart could not be drawn (${error.message}). Its tables are below.`;
    chart.querySelector(".fault")?.remove();
    chart.querySelector(".panels").before(note);
  }

  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      draw(entry.target).catch((error) => fail(entry.target, error));
    }
  }, { rootMargin: "600px" });
  for (const chart of charts) near.observe(chart);

  // Only what can be seen follows the turn at once; the rest does when it comes into view.
  function follow(plot) {
    const one = drawn.get(plot);
    if (!one?.figure.layout.meta?.turns || one.turn === shownTurn()) return;
    one.turn = shownTurn();
    window.Plotly.relayout(plot, { shapes: withCursor(one.figure, themed(one.figure.layout)) });
  }

  const seen = new Set();
  const stale = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        seen.add(target);
        follow(target);
      } else {
        seen.delete(target);
      }
    }
  });

  document.addEventListener("turn-shown", () => seen.forEach(follow));
  dark.addEventListener("change", () => {
    for (const [plot, { figure }] of drawn) window.Plotly.react(plot, painted(figure.data), complete(figure), config);
  });

  // Links: the turns of the tables, and what a chart shows.
  document.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const link = event.target.closest(".chart a");
    const chart = link?.closest(".chart");
    if (link?.dataset.turn && shownTurn() !== null) {
      event.preventDefault();
      goTo(chart, Number(link.dataset.turn));
    } else if (link?.dataset.choice) {
      event.preventDefault();
      chart.dataset.choice = link.dataset.choice;
      for (const other of chart.querySelectorAll(".choices a")) {
        if (other === link) other.setAttribute("aria-current", "true");
        else other.removeAttribute("aria-current");
      }
      if (shownTurn() === null && !window.offline) history.replaceState(null, "", link.href);
      chart.dataset.drawn = "";
      draw(chart).catch((error) => fail(chart, error));
    }
  });
  window.addEventListener("beforeprint", () => charts.filter((chart) => !chart.dataset.drawn).forEach((chart) => draw(chart).catch(() => {})));
})();
