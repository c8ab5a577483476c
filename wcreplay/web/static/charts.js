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
  const narrow = window.matchMedia("(max-width: 599.98px)");
  const load = window.offline?.load || fetch; // a report has all that it shows within it
  const drawn = new Map(); // from the plot to its figure, the turn its cursor stands at, and what shows a point
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
    return narrow.matches;
  }

  function themed({ layout, data }) {
    const ink = colour("--ink");
    const line = colour("--line");
    const narrow = narrowScreen();
    const below = layout.legend?.yref === "container";
    // A legend is as wide as the axes: on a narrow screen two columns, or one where bars lie beside their names.
    const lies = data.some((trace) => trace.orientation === "h");
    const rows = data.filter((trace) => trace.showlegend !== false).length;
    const more = narrow && below ? Math.max(24, lies ? 19 * rows + 48 - layout.margin.b : 0) : 0;
    const made = {
      ...layout,
      xaxis: layout.xaxis || {},
      yaxis: layout.yaxis || {},
      font: { family: getComputedStyle(document.body).fontFamily, size: narrow ? 11 : 13, color: ink },
      paper_bgcolor: colour("--surface"),
      shapes: (layout.shapes || []).map((own) => ({ ...own, label: own.label && { ...own.label, font: { ...own.label.font, color: colour("--muted") } } })),
      hoverlabel: { ...layout.hoverlabel, bgcolor: colour("--surface"), bordercolor: colour("--muted"), font: { color: ink } },
      legend: narrow && below && !lies ? { ...layout.legend, entrywidthmode: "fraction", entrywidth: 0.5 } : layout.legend,
      height: layout.height + more,
      margin: narrow ? { ...layout.margin, l: Math.min(40, layout.margin.l), r: Math.min(20, layout.margin.r), b: layout.margin.b + more } : layout.margin,
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
    const layout = themed(figure);
    return { ...layout, shapes: withCursor(figure, layout) };
  }

  // A point of a sum over several turns has them all; where there is no replay to go to, it has none.
  function turnsOf(chart, figure, trace, index, x) {
    if (!chart.dataset.game && shownTurn() === null) return [];
    if (figure.layout.meta?.turns) return [Math.round(x)];
    return [entry(trace?.meta?.turns, index)].flat().filter(Number.isInteger);
  }

  // With `follow` the turn is what one goes on with: it is scrolled to and has the focus.
  function goTo(chart, turn, follow = false) {
    const shown = document.getElementById("turn");
    if (!shown) {
      location.assign(`${chart.dataset.game}?turn=${turn}`);
      return;
    }
    const go = () => document.getElementById("turn-heading").focus();
    if (follow && shownTurn() === turn && !shown.dataset.decision) go();
    else if (follow) document.addEventListener("turn-shown", go, { once: true });
    document.dispatchEvent(new CustomEvent("turn-wanted", { detail: turn }));
  }

  // The points of a plot: what each says, where it lies, and in which order keys go through them.

  function entry(list, index) {
    if (!Array.isArray(list)) return list;
    return Array.isArray(index) ? list[index[0]]?.[index[1]] : list[index];
  }

  function axisOf(plot, id) {
    return plot._fullLayout[id.replace(/^([xy])/, "$1axis")];
  }

  function ticked(axis, value) {
    const at = axis.tickmode === "array" ? axis.tickvals.indexOf(value) : -1;
    return at < 0 ? value : axis.ticktext[at];
  }

  // Fills in a hover text: its fields are names of arrays of the trace, of its axes or of `fullData`.
  function filled(template, field) {
    return template.replace(/%\{([\w.]+)(?::([^}]*))?\}/g, (_, name, format) => {
      const value = field(name) ?? "";
      if (typeof value !== "number") return value;
      return `${format === "+" && value >= 0 ? "+" : ""}${value}`.replace("-", "−");
    });
  }

  function bare(markup) {
    const signs = { lt: "<", gt: ">", amp: "&" };
    return markup.replace(/<br>/g, "\n").replace(/<[^>]*>/g, "").replace(/&(lt|gt|amp);/g, (_, name) => signs[name]).replace(/ +/g, " ").trim();
  }

  function told(template, name, field) {
    const [, main, extra] = template.match(/^(.*?)(?:<extra>(.*)<\/extra>)?$/s);
    const own = bare(extra === undefined ? name : filled(extra, field));
    return [own, bare(filled(main, field))].filter(Boolean).join(", ");
  }

  function cartesian(plot, trace, number, index, spans, row) {
    const axes = [axisOf(plot, trace.xaxis), axisOf(plot, trace.yaxis)];
    const places = Array.isArray(index) ? [index[1], index[0]] : [index, index]; // of a cell: column and row
    const [x, y] = [entry(trace.x, places[0]), entry(trace.y, places[1])];
    const field = (name) => {
      if (name === "x") return ticked(axes[0], x);
      if (name === "y") return ticked(axes[1], y);
      return name.startsWith("fullData.") ? name.split(".").slice(1).reduce((from, key) => from?.[key], trace) : entry(trace[name], index);
    };
    const [left, right, top, bottom] = spans.flatMap((ends, at) => {
      const pixels = ends.map((end) => axes[at]._offset + axes[at].c2p(end));
      const grow = Math.max(0, 7 - Math.abs(pixels[1] - pixels[0]) / 2);
      return [Math.min(...pixels) - grow, Math.max(...pixels) + grow];
    });
    return {
      key: `${number} ${index}`, index, trace, x, words: told(trace.hovertemplate || "", trace.name, field),
      round: trace.type === "scatter", empty: trace.meta?.scale === "amount" && !entry(trace.z, index), box: { left, top, width: right - left, height: bottom - top },
      line: [axes[1]._offset, row ? 0 : 1 + number, row ? axes[1].d2c(y) : 0],
    };
  }

  function cells(plot, trace, number) {
    return trace.z.flatMap((line, row) => line.map((value, column) => {
      if (value === null) return null;
      const around = (middle) => [middle - 0.5, middle + 0.5];
      return cartesian(plot, trace, number, [row, column], [around(trace.x[column]), around(trace.y[row])], true);
    }));
  }

  // Points, and bars of all kinds. Bars that lie are in rows; standing ones above each other are in lanes.
  function marks(plot, trace, number) {
    const lies = trace.orientation === "h";
    const lanes = new Set(plot._fullData.map((one) => one.yaxis)).size > 1;
    return plot.calcdata[number].map((at, index) => {
      if (entry(trace.x, index) === null || entry(trace.y, index) === null) return null;
      if (trace.type === "scatter") return cartesian(plot, trace, number, index, [[at.x, at.x], [at.y, at.y]], false);
      const spans = [[at.p0, at.p1], [at.s0, at.s1]];
      const point = cartesian(plot, trace, number, index, lies ? spans.reverse() : spans, lies);
      if (!lies && lanes) point.line[1] = 0;
      return point;
    });
  }

  // The streams of each purse come one after the other, what flows in first, and the nodes last.
  function streams(plot, trace, number) {
    const frame = plot.getBoundingClientRect();
    const places = (name) => [...plot.querySelectorAll(name)].map((shape) => shape.getBoundingClientRect());
    const { label } = trace.node;
    const { source, target, value, customdata } = trace.link;
    const sources = new Set(source);
    const made = (part, rect, index, line, field) => ({
      key: `${number} ${part} ${index}`, index, trace: part === "link" ? trace : null, words: told(trace[part].hovertemplate, "", field),
      box: { left: rect.left - frame.left, top: rect.top - frame.top, width: rect.width, height: rect.height },
      line: [0, line, 0], stream: part === "link",
    });
    const links = places(".sankey-link").map((rect, at) => {
      const fields = { "source.label": label[source[at]], "target.label": label[target[at]], value: value[at], customdata: entry(customdata, at) };
      return made("link", rect, at, sources.has(target[at]) ? target[at] : source[at], (name) => fields[name]);
    });
    return [...links, ...places(".sankey-node .node-rect").map((rect, at) => made("node", rect, at, Infinity, () => label[at]))];
  }

  function pointsOf(plot) {
    const kinds = { sankey: streams, heatmap: cells };
    const middle = ({ left, top, width, height }) => [Math.round(left + width / 2), Math.round(top + height / 2)];
    const found = plot._fullData.flatMap((trace, number) =>
      trace.visible === true && trace.hoverinfo !== "skip" ? (kinds[trace.type] || marks)(plot, trace, number) : []);
    const points = found.filter((point) => point?.words);
    for (const point of points) {
      point.at = middle(point.box);
      const [x, y] = point.at;
      point.order = [...point.line, ...(point.trace?.orientation === "h" ? [y, x] : [x, y])];
    }
    return points.sort((one, other) => {
      const place = one.order.findIndex((value, at) => value !== other.order[at]);
      return place < 0 ? 0 : one.order[place] - other.order[place];
    });
  }

  // Moving by key: from point to point of a line and on into the next one, or across to the line beside.
  function moved(points, now, key) {
    const at = points.findIndex((point) => point.key === now?.key);
    if (at < 0) return points[0];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) return points[at + step] || points[at];
    if (key === "Home") return points[0];
    if (key === "End") return points[points.length - 1];
    const names = [...new Set(points.map((point) => point.line.join()))];
    const beside = names[names.indexOf(points[at].line.join()) + (key === "ArrowDown" ? 1 : -1)];
    const far = (point) => Math.abs(point.at[0] - points[at].at[0]);
    return points.filter((point) => point.line.join() === beside).reduce((best, point) => (best && far(best) <= far(point) ? best : point), null) || points[at];
  }

  // What is laid over a plot: the ring around a point, and what it says. It shows one point at a time.
  function pointer(chart, plot) {
    const over = document.createElement("div");
    over.className = "pointer";
    over.tabIndex = 0;
    over.setAttribute("role", "application");
    over.innerHTML = '<span class="spot"></span><div class="bubble"><p class="words"></p><p class="to"></p></div><p class="hidden" role="status"></p>';
    const [spot, bubble, status] = over.children;
    const hint = cell("p", "", "hint");
    hint.id = `hint-${chart.dataset.name}-${plot.closest("[data-panel]").dataset.panel}`;
    over.setAttribute("aria-describedby", hint.id);
    plot.after(over, hint);
    let now = null;
    let labels = new Map();

    function turns() {
      return now ? turnsOf(chart, drawn.get(plot).figure, now.trace, now.index, now.x) : [];
    }

    function leads() {
      const { figure } = drawn.get(plot);
      return (chart.dataset.game || shownTurn() !== null) && (figure.layout.meta?.turns || figure.data.some((trace) => trace.meta?.turns));
    }

    function links() {
      return turns().flatMap((turn, place) => {
        const label = labels.get(turn) || `turn ${turn}`;
        const link = cell("a", place ? label : `Replay at ${label}`);
        link.href = `${chart.dataset.game}?turn=${turn}`;
        link.dataset.turn = turn;
        if (place) link.setAttribute("aria-label", `Replay at ${label}`);
        return place ? [", ", link] : [link];
      });
    }

    function place() {
      const { left, top, width, height } = now.box;
      const narrow = now.stream ? { left: now.at[0] - 9, top: now.at[1] - 9, width: 18, height: 18 } : { left: left - 3, top: top - 3, width: width + 6, height: height + 6 };
      for (const [side, pixels] of Object.entries(narrow)) spot.style[side] = `${pixels}px`;
      spot.classList.toggle("round", Boolean(now.round || now.stream));
      const above = narrow.top - bubble.offsetHeight - 6;
      const furthest = Math.max(0, over.clientWidth - bubble.offsetWidth);
      bubble.style.left = `${Math.min(furthest, Math.max(0, now.at[0] - bubble.offsetWidth / 2))}px`;
      bubble.style.top = `${above > -40 ? above : narrow.top + narrow.height + 6}px`;
    }

    function show(point) {
      now = point;
      over.classList.add("open");
      over.dataset.point = point.key;
      bubble.firstElementChild.textContent = now.words;
      bubble.lastElementChild.replaceChildren(...links());
      place();
      const unsaid = turns().map((turn) => labels.get(turn)).filter((label) => label && !now.words.includes(label));
      status.textContent = unsaid.length ? `${now.words}. Turn ${unsaid.join(", ")}` : now.words;
    }

    function close() {
      over.classList.remove("open");
    }

    function step(key) {
      const all = pointsOf(plot);
      const some = all.filter((point) => !point.empty); // keys stop where there is something
      const points = some.length ? some : all;
      if (!points.length) return;
      show(over.classList.contains("open") ? moved(points, now, key) : points.find((point) => point.key === now?.key) || points[0]);
      spot.scrollIntoView({ block: "nearest" });
    }

    over.addEventListener("focus", () => step(""));
    over.addEventListener("focusout", (event) => {
      if (!over.contains(event.relatedTarget)) close();
    });
    over.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === "Escape") {
        close();
        document.activeElement.blur();
      } else if (event.key === "Enter" && event.target === over) {
        if (turns().length) goTo(chart, turns()[0], true);
      } else if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) {
        if (event.target !== over) over.focus();
        step(event.key);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });

    const shown = {
      touched: false,
      show,
      close,
      // After every drawing: other words, other places.
      renew(panel, known) {
        labels = known;
        now = null;
        close();
        over.setAttribute("aria-label", `Points of ${panel.title}`);
        hint.textContent = `Arrow keys: points. ${leads() ? "Enter: turn. " : ""}Escape: leave.`;
      },
      // After a change of size the same point lies elsewhere.
      replace() {
        if (!over.classList.contains("open")) return;
        const same = pointsOf(plot).find((point) => point.key === now.key);
        if (same) show(same);
        else close();
      },
    };
    // A finger hovers over nothing, so what it touches is said before it leads anywhere.
    plot.addEventListener("pointerdown", (event) => { shown.touched = event.pointerType === "touch"; }, true);
    plot.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && (event.movementX || event.movementY)) close();
    });
    return shown;
  }

  // A click goes to the turn of a point. Where it has several, or where nothing hovers, it is shown with its links.
  function clicked(chart, plot, event) {
    const { figure, pointer: shown } = drawn.get(plot);
    const [point] = event.points;
    const part = point.source ? "link " : plot.data?.[point.curveNumber]?.type === "sankey" ? "node " : "";
    const trace = part === "node " ? null : plot.data?.[point.curveNumber];
    const turns = turnsOf(chart, figure, trace, point.pointNumber, point.x);
    const own = pointsOf(plot).find(({ key }) => key === `${point.curveNumber} ${part}${point.pointNumber}`);
    if (turns.length === 1 && !shown.touched) goTo(chart, turns[0]);
    else if (own) shown.show(own);
  }

  function listen(chart, plot) {
    plot.on("plotly_click", (event) => clicked(chart, plot, event));
    plot.on("plotly_hover", (event) => {
      const [point] = event.points;
      const trace = plot.data[point.curveNumber];
      plot.classList.toggle("leads", turnsOf(chart, drawn.get(plot).figure, trace, point.pointNumber, point.x).length > 0);
    });
    plot.on("plotly_afterplot", () => drawn.get(plot)?.pointer.replace());
  }

  document.addEventListener("pointerdown", (event) => {
    for (const [plot, { pointer: shown }] of drawn) {
      if (!plot.parentElement.contains(event.target)) shown.close();
    }
  });

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

  // What the turns are called, as far as the tables of a chart tell.
  function labelsOf(content) {
    const tables = content.panels.filter((panel) => panel.head[0] === "Turn");
    return new Map(tables.flatMap((panel) => panel.turns.map((turn, at) => [turn, panel.body[at][0]])));
  }

  // The height is fixed: plotly.js lets go of it when the window changes its size.
  function put(plot, figure, make) {
    const layout = complete(figure);
    plot.style.height = `${layout.height}px`;
    return make(plot, painted(figure.data), layout, config);
  }

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
      await put(plot, figure, Plotly.newPlot);
      const known = drawn.get(plot)?.pointer || pointer(chart, plot);
      drawn.set(plot, { figure, turn: shownTurn(), pointer: known });
      known.renew(panel, labelsOf(content));
      listen(chart, plot);
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
    window.Plotly.relayout(plot, { shapes: withCursor(one.figure, themed(one.figure)) });
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
  for (const query of [dark, narrow]) {
    query.addEventListener("change", () => drawn.forEach(({ figure }, plot) => put(plot, figure, window.Plotly.react)));
  }

  // Links: the turns of the tables, and what a chart shows.
  document.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const link = event.target.closest(".chart a");
    const chart = link?.closest(".chart");
    if (link?.dataset.turn && shownTurn() !== null) {
      event.preventDefault();
      goTo(chart, Number(link.dataset.turn), Boolean(link.closest(".pointer")));
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
