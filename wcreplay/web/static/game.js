// Steps through the turns of a game, and the decisions within them, without loading the page anew. Without this
// script the same buttons and links load the page of the turn. The address always names what is shown.
"use strict";

(() => {
  const form = document.querySelector(".stepper");
  if (!form) return;
  const base = form.dataset.turns;
  const title = document.title.split(" · ").slice(-2).join(" · ");
  const kept = new Map();
  const load = window.offline?.load || fetch; // a report has all its turns within it
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const player = form.querySelector("[data-play]");
  let playing = 0;
  let [wanted, part] = current(); // the turn that is shown or on its way, and its decision, 0 for all of it

  function current() {
    const { turn, decision } = document.getElementById("turn").dataset;
    return [Number(turn), Number(decision || 0)];
  }

  function last() {
    return Number(document.getElementById("turn").dataset.last);
  }

  function fetchTurn(number, decision = 0) {
    const key = decision ? `${number}?decision=${decision}` : `${number}`;
    if (!kept.has(key)) {
      const answer = load(base + key, { headers: { Accept: "text/html" } }).then((response) => {
        if (!response.ok) throw new Error(`turn ${key}: ${response.status}`);
        return response.text();
      });
      answer.catch(() => kept.delete(key));
      kept.set(key, answer);
      if (kept.size > 24) kept.delete(kept.keys().next().value);
    }
    return kept.get(key);
  }

  function address(number, decision) {
    const url = new URL(location.href);
    if (window.offline) {
      url.hash = `turn=${number}${decision ? `&decision=${decision}` : ""}`; // a file has no other address
      return url;
    }
    url.searchParams.set("turn", number);
    if (decision) url.searchParams.set("decision", decision);
    else url.searchParams.delete("decision");
    return url;
  }

  async function show(number, decision, remember) {
    wanted = number;
    part = decision;
    let html;
    try {
      html = await fetchTurn(number, decision);
    } catch {
      if (!window.offline) location.assign(address(number, decision)); // a file has nowhere else to ask
      return;
    }
    if (wanted !== number || part !== decision) return; // a later step overtook this one
    const made = new DOMParser().parseFromString(html, "text/html").getElementById("turn");
    const old = document.getElementById("turn");
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(document.adoptNode(made));
    if (focused) refocus(made, focused);
    if (remember) history.pushState({ turn: number, decision }, "", address(number, decision));
    mark(number, made.dataset.heading, decision);
    for (const near of [number + 1, number - 1]) if (near >= 0 && near <= last()) fetchTurn(near).catch(() => {});
  }

  // A link that was followed by key is replaced by the one of the same name, so that it can be followed again;
  // the heading, to which a chart leads, by the heading.
  function refocus(made, was) {
    const links = [...made.querySelectorAll("a[data-turn]")];
    const same = was.id ? made.querySelector(`#${CSS.escape(was.id)}`) : links.find((link) => link.textContent === was.textContent);
    (same || links[0])?.focus({ preventScroll: true });
  }

  function mark(number, heading, decision) {
    document.title = `${heading} · ${title}`;
    form.querySelector(".count").innerHTML = `Turn <b>${number}</b> of ${last()}`;
    form.querySelector(".what").textContent = decision ? `${heading}, decision ${decision}` : heading;
    const goals = { first: 0, previous: Math.max(0, number - 1), next: Math.min(last(), number + 1), last: last() };
    for (const button of form.querySelectorAll("button[data-step]")) {
      button.value = goals[button.dataset.step];
      if (goals[button.dataset.step] === number) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    for (const link of document.querySelectorAll(".turns a[aria-current]")) link.removeAttribute("aria-current");
    const link = document.querySelector(`.turns a[data-turn="${number}"]`);
    if (link) {
      link.setAttribute("aria-current", "step");
      reveal(link);
    }
    document.dispatchEvent(new CustomEvent("turn-shown", { detail: number }));
  }

  function reveal(link) {
    // Scroll the list only, never the page.
    const list = link.closest(".list");
    const box = link.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) {
      list.scrollTop += box.top - frame.top - frame.height / 2;
    }
  }

  function step(number, decision = 0) {
    const goal = Math.min(last(), Math.max(0, number));
    if (goal !== wanted || decision !== part) show(goal, decision, true);
  }

  function stepDecision(name) {
    const goal = document.getElementById("turn").dataset[name];
    if (goal) step(...goal.split(" ").map(Number));
  }

  // Playing goes on by turns until the end, or until anything else is done. Nothing else on the page moves; who
  // wants less motion gets more time for each turn.
  function play(on) {
    clearInterval(playing);
    playing = 0;
    player.setAttribute("aria-pressed", String(on));
    player.title = on ? "Pause" : "Play the game turn by turn";
    player.querySelector(".word").textContent = on ? "Pause" : "Play";
    if (!on) return;
    if (wanted === last()) step(0);
    playing = setInterval(() => {
      if (document.hidden) return;
      if (wanted >= last()) play(false);
      else step(wanted + 1);
    }, calm.matches ? 5000 : 2000);
  }

  player.hidden = false;
  play(false);
  player.addEventListener("click", () => play(!playing));

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-step]");
    if (!button) return;
    event.preventDefault();
    play(false);
    const from = { first: -Infinity, previous: wanted - 1, next: wanted + 1, last: Infinity };
    step(from[button.dataset.step]);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".turns a[data-turn], .rounds a[data-turn], #turn a[data-turn]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    play(false);
    step(Number(link.dataset.turn), Number(link.dataset.decision || 0));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, .scroll")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    play(false);
    if (event.shiftKey) stepDecision(by < 0 ? "back" : "forth");
    else step(wanted + by);
  });

  function searched() {
    return new URLSearchParams(window.offline ? location.hash.slice(1) || location.search : location.search);
  }

  document.addEventListener("turn-wanted", (event) => {
    play(false);
    step(event.detail);
  });

  window.addEventListener("popstate", () => {
    const asked = searched();
    if (window.offline && !asked.has("turn") && location.hash) return; // a jump within the page
    const turn = Number(asked.get("turn") || 0);
    const decision = Number(asked.get("decision") || 0);
    const [shownTurn, shownDecision] = current();
    play(false);
    if (turn !== shownTurn || turn !== wanted || decision !== shownDecision || decision !== part) show(turn, decision, false);
  });

  if (window.offline && searched().has("turn")) {
    const [turn, decision] = ["turn", "decision"].map((name) => Number(searched().get(name)));
    if (turn >= 0 && turn <= last() && turn + decision > 0) show(turn, decision, false);
  }

  const here = document.querySelector(".turns a[aria-current]");
  if (here) reveal(here);
})();
