// Draws the charts of a game: the figure comes as a plain dict, the colours of text and grid from the
// page's style sheet. plotly.js is loaded when the charts come near, since it is large.
"use strict";

(() => {
  const source = document.currentScript.dataset.plotly;
  const charts = [...document.querySelectorAll(".chart[data-chart]")];
  if (!charts.length) return;
  // The tool bar is left out: a picture (role="img") may hold nothing to click; saving is a button below it.
  const config = { displaylogo: false, showSendToCloud: false, responsive: true, displayModeBar: false };
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const drawn = [];
  let library;

  function loadLibrary() {
    library ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => resolve(window.Plotly);
      script.onerror = () => reject(new Error("plotly.js could not be loaded"));
      document.head.append(script);
    });
    return library;
  }

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function themed(layout) {
    const ink = colour("--ink");
    const line = colour("--line");
    const axis = (own) => ({ ...own, gridcolor: line, zerolinecolor: colour("--muted"), linecolor: line, fixedrange: true });
    const label = (own) => ({ ...own, label: own.label && { ...own.label, font: { ...own.label.font, color: colour("--muted") } } });
    const narrow = window.innerWidth < 600;
    const below = layout.legend?.yref === "container";
    return {
      ...layout,
      font: { family: getComputedStyle(document.body).fontFamily, size: narrow ? 11 : 13, color: ink },
      xaxis: axis(layout.xaxis || {}),
      yaxis: axis(layout.yaxis || {}),
      shapes: (layout.shapes || []).map(label),
      hoverlabel: { ...layout.hoverlabel, bgcolor: colour("--surface"), bordercolor: colour("--muted"), font: { color: ink } },
      legend: narrow && below ? { ...layout.legend, entrywidthmode: "fraction", entrywidth: 0.5 } : layout.legend,
      height: narrow && below ? layout.height + 40 : layout.height,
      margin: narrow ? { ...layout.margin, l: 40, r: 20 } : layout.margin,
    };
  }

  function shownTurn() {
    const turn = document.getElementById("turn");
    return turn ? Number(turn.dataset.turn) : null;
  }

  function withCursor(figure) {
    const layout = themed(figure.layout);
    const turn = shownTurn();
    if (figure.layout.xaxis?.tickmode === "array" && turn !== null) {
      const line = { type: "line", xref: "x", yref: "paper", x0: turn, x1: turn, y0: 0, y1: 1, layer: "below", line: { color: colour("--changed"), width: 2 } };
      layout.shapes = [...layout.shapes, line];
    }
    return layout;
  }

  function table(caption, head, body) {
    const made = document.createElement("table");
    made.className = "data";
    const title = made.createCaption();
    title.className = "hidden";
    title.textContent = caption;
    const first = made.createTHead().insertRow();
    head.forEach((text, place) => {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = text;
      if (place) cell.className = "num";
      first.append(cell);
    });
    const rows = made.createTBody();
    for (const line of body) {
      const row = rows.insertRow();
      line.forEach((value, place) => {
        const cell = document.createElement(place ? "td" : "th");
        if (place) cell.className = "num";
        else cell.scope = "row";
        cell.textContent = value ?? "";
        row.append(cell);
      });
    }
    const box = document.createElement("div");
    box.className = "scroll";
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", caption);
    box.append(made);
    return box;
  }

  function saver(plot, title, filename) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Save as a picture";
    button.setAttribute("aria-label", `Save ${title} as a picture`);
    button.addEventListener("click", () => {
      const layout = { ...plot.layout, paper_bgcolor: colour("--surface") };
      window.Plotly.downloadImage({ data: plot.data, layout }, { format: "png", filename, scale: 2, width: plot.clientWidth, height: plot.clientHeight });
    });
    return button;
  }

  async function draw(chart) {
    const answer = await fetch(chart.dataset.chart);
    if (!answer.ok) throw new Error(`${chart.dataset.name}: ${answer.status}`);
    const content = await answer.json();
    const Plotly = await loadLibrary();
    for (const panel of content.panels) {
      const place = chart.querySelector(`[data-panel="${CSS.escape(panel.name)}"]`);
      const plot = place.querySelector(".plot");
      place.querySelector(".summary").textContent = panel.summary;
      if (panel.head.length) place.querySelector(".fallback").replaceWith(table(panel.title, panel.head, panel.body));
      plot.setAttribute("role", "img");
      plot.setAttribute("aria-label", `${panel.title}. ${panel.summary}`);
      await Plotly.newPlot(plot, panel.figure.data, withCursor(panel.figure), config);
      place.querySelector(".save").append(saver(plot, panel.title, `${content.name}-${panel.name}`));
      if (panel.figure.layout.xaxis?.tickmode === "array") {
        plot.on("plotly_click", (event) => document.dispatchEvent(new CustomEvent("turn-wanted", { detail: event.points[0].x })));
      }
      drawn.push({ plot, figure: panel.figure });
    }
    chart.dataset.drawn = "true";
  }

  function fail(chart, error) {
    const note = document.createElement("p");
    note.className = "fault";
    note.setAttribute("role", "alert");
    note.textContent = `This chart could not be drawn (${error.message}). Its tables are below.`;
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

  function refresh() {
    for (const { plot, figure } of drawn) window.Plotly.relayout(plot, withCursor(figure));
  }
  dark.addEventListener("change", refresh);
  document.addEventListener("turn-shown", refresh);
  window.addEventListener("beforeprint", () => charts.filter((chart) => !chart.dataset.drawn).forEach((chart) => draw(chart).catch(() => {})));
})();
