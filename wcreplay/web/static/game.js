// Steps through the turns of a game without loading the page anew. Without this script the same
// buttons and links load the page of the turn. The address always names the turn that is shown.
"use strict";

(() => {
  const form = document.querySelector(".stepper");
  if (!form) return;
  const base = form.dataset.turns;
  const title = document.title.split(" · ").slice(-2).join(" · ");
  const kept = new Map();
  let wanted = current();

  function current() {
    return Number(document.getElementById("turn").dataset.turn);
  }

  function last() {
    return Number(document.getElementById("turn").dataset.last);
  }

  function fetchTurn(number) {
    if (!kept.has(number)) {
      const answer = fetch(base + number, { headers: { Accept: "text/html" } }).then((response) => {
        if (!response.ok) throw new Error(`turn ${number}: ${response.status}`);
        return response.text();
      });
      answer.catch(() => kept.delete(number));
      kept.set(number, answer);
      if (kept.size > 24) kept.delete(kept.keys().next().value);
    }
    return kept.get(number);
  }

  function address(number) {
    const url = new URL(location.href);
    url.searchParams.set("turn", number);
    return url;
  }

  async function show(number, remember) {
    wanted = number;
    let html;
    try {
      html = await fetchTurn(number);
    } catch {
      location.assign(address(number));
      return;
    }
    if (wanted !== number) return; // a later step overtook this one
    const part = new DOMParser().parseFromString(html, "text/html").getElementById("turn");
    document.getElementById("turn").replaceWith(document.adoptNode(part));
    if (remember) history.pushState({ turn: number }, "", address(number));
    mark(number, part.dataset.heading);
    for (const near of [number + 1, number - 1]) if (near >= 0 && near <= last()) fetchTurn(near).catch(() => {});
  }

  function mark(number, heading) {
    document.title = `${heading} · ${title}`;
    form.querySelector(".count").innerHTML = `Turn <b>${number}</b> of ${last()}`;
    form.querySelector(".what").textContent = heading;
    const goals = { first: 0, previous: Math.max(0, number - 1), next: Math.min(last(), number + 1), last: last() };
    for (const button of form.querySelectorAll("button")) {
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

  function step(number) {
    const goal = Math.min(last(), Math.max(0, number));
    if (goal !== wanted) show(goal, true);
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    const from = { first: -Infinity, previous: wanted - 1, next: wanted + 1, last: Infinity };
    step(from[button.dataset.step]);
  });

  document.querySelector(".turns").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-turn]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    step(Number(link.dataset.turn));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, .scroll")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(wanted + by);
  });

  document.addEventListener("turn-wanted", (event) => step(event.detail));

  window.addEventListener("popstate", () => {
    const turn = Number(new URL(location.href).searchParams.get("turn") || 0);
    if (turn !== current() || turn !== wanted) show(turn, false);
  });

  const here = document.querySelector(".turns a[aria-current]");
  if (here) reveal(here);
})();
