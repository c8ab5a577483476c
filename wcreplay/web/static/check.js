// Checks records while they are typed or dropped. Without this script the form does the same when it is sent.
"use strict";

(() => {
  const form = document.querySelector(".check");
  if (!form) return;
  const text = form.querySelector("textarea");
  const file = form.querySelector("input[type=file]");
  const remove = form.querySelector(".remove");
  const summary = document.getElementById("summary");
  const records = form.querySelector(".records");
  const findings = form.querySelector(".findings");
  const leftOut = form.querySelector(".left-out");
  const marks = form.querySelector(".marks");
  const numbers = form.querySelector(".numbers");
  const most = Number(form.dataset.most);
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
  const states = { complete: "right", partial: "right, stops early", wrong: "wrong" };
  let packed = null; // a file whose text cannot stand in the field: an archive, or no text at all
  let timer = 0;
  let asked = null;

  // -- What is shown ------------------------------------------------------------------------------

  // Control and format characters are shown as escapes, as on the command line.
  function visible(part) {
    return part.replace(/\t/g, "    ").replace(hidden, (char) => {
      const hex = char.codePointAt(0).toString(16);
      if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
      return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
    });
  }

  function mould(id) {
    const item = document.getElementById(id).content.firstElementChild.cloneNode(true);
    const fields = {};
    for (const field of item.querySelectorAll("[data-field]")) fields[field.dataset.field] = field;
    return [item, fields];
  }

  function finding(one) {
    const [item, field] = mould("finding");
    item.classList.add(one.severity);
    for (const name of ["severity", "code", "message"]) field[name].textContent = visible(one[name]);
    const place = field.place;
    if (one.record) {
      place.textContent = `line ${one.line}, column ${one.column}`;
      Object.assign(place.dataset, { line: one.line, column: one.column, length: one.length });
      if (packed) place.removeAttribute("href");
    } else {
      place.remove();
    }
    const name = one.file.replace(/^-/, packed ? packed.name : "pasted text");
    field.source.textContent = (one.record ? `record ${one.record} of ` : "") + visible(name);
    const line = Array.from(one.source_line);
    const start = Math.min(Math.max(one.column - one.source_column, 0), line.length);
    const end = Math.min(start + one.length, line.length);
    field.number.textContent = one.line;
    field.before.textContent = visible(line.slice(0, start).join(""));
    field.marked.textContent = visible(line.slice(start, end).join(""));
    field.marked.dataset.caret = "^".repeat(Math.max(1, field.marked.textContent.length));
    field.after.textContent = visible(line.slice(end).join(""));
    field.number.parentElement.hidden = !line.length;
    const notes = { expected: one.expected, hint: one.hint, rule: one.article, position: one.state };
    for (const [word, said] of Object.entries(notes)) {
      if (!said) continue;
      const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = word;
      meaning.textContent = visible(said);
      field.notes.append(term, meaning);
    }
    return item;
  }

  function record(one, number) {
    const [item, field] = mould("record");
    field.state.textContent = states[one.state];
    field.state.classList.add(one.state);
    field.title.textContent = visible(one.title);
    const name = one.file.replace(/^-/, packed ? packed.name : "pasted text");
    field.where.textContent = `${visible(name)}, record ${one.record}, line ${one.line}`;
    field.view.value = `view-${number}`;
    field.view.hidden = one.state === "wrong";
    field.which.textContent = ` ${visible(one.title)}`;
    field.stored.hidden = !one.stored;
    field.stored.href = field.stored.href.replace(/0$/, one.game_id);
    return item;
  }

  function clear(words) {
    summary.textContent = words;
    records.replaceChildren();
    findings.replaceChildren();
    leftOut.hidden = true;
    mark([]);
  }

  // What stays as it was is left alone, with the focus that may be in it.
  function fill(list, items) {
    const same = items.length === list.children.length && items.every((one, place) => one.isEqualNode(list.children[place]));
    if (!same) list.replaceChildren(...items);
  }

  function show(answer) {
    if (summary.textContent !== answer.words) summary.textContent = answer.words;
    fill(records, answer.records.map((one, place) => record(one, place + 1)));
    fill(findings, answer.diagnostics.map(finding));
    leftOut.hidden = !answer.left_out;
    leftOut.firstElementChild.textContent = answer.left_out;
    mark(packed ? [] : answer.diagnostics);
  }

  // -- Marks in the text --------------------------------------------------------------------------

  // Columns count characters, offsets in the field count halves of those outside the basic plane.
  function range(starts, one) {
    const start = starts[one.line - 1];
    if (start === undefined) return [0, 0];
    const line = Array.from(text.value.slice(start, starts[one.line] ?? text.value.length));
    const from = start + line.slice(0, one.column - 1).join("").length;
    return [from, from + Math.max(1, line.slice(one.column - 1, one.column - 1 + one.length).join("").length)];
  }

  function lineStarts() {
    const starts = [0];
    for (let at = text.value.indexOf("\n"); at >= 0; at = text.value.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }

  function mark(found) {
    const starts = lineStarts();
    const parts = [];
    let done = 0;
    const ranges = found.filter((one) => one.record).map((one) => [...range(starts, one), one.severity]);
    for (const [from, to, severity] of ranges.sort((a, b) => a[0] - b[0])) {
      if (from < done) continue;
      const place = document.createElement("mark");
      place.className = severity;
      place.textContent = text.value.slice(from, to);
      parts.push(text.value.slice(done, from), place);
      done = to;
    }
    marks.replaceChildren(...parts, text.value.slice(done) + "\n");
    number(starts.length);
  }

  function number(count) {
    if (Number(numbers.dataset.count) !== count) {
      numbers.textContent = text.value ? Array.from({ length: count }, (_, place) => place + 1).join("\n") + "\n\n" : "";
      numbers.dataset.count = count;
    }
    follow();
  }

  function follow() {
    numbers.style.height = marks.style.height = `${text.clientHeight}px`;
    marks.style.width = `${text.clientWidth}px`;
    numbers.scrollTop = marks.scrollTop = text.scrollTop;
    marks.scrollLeft = text.scrollLeft;
  }

  function goTo(place) {
    const { line, column, length } = place.dataset;
    const [from, to] = range(lineStarts(), { line: Number(line), column: Number(column), length: Number(length) });
    text.focus();
    text.setSelectionRange(from, to);
    const style = getComputedStyle(text);
    text.scrollTop = (Number(line) - 1) * parseFloat(style.lineHeight) - text.clientHeight / 3;
    follow();
  }

  // -- Checking -----------------------------------------------------------------------------------

  async function check() {
    clearTimeout(timer);
    asked?.abort();
    const body = packed ?? text.value;
    if (!packed && !text.value.trim()) return clear("Nothing was checked yet.");
    const size = packed ? packed.size : new Blob([body]).size;
    if (size > most) return clear(`This is larger than ${most / 1048576} MiB. Check less at once, or use wcreplay validate.`);
    const mine = (asked = new AbortController());
    const headers = { "Content-Type": packed ? "application/octet-stream" : "text/plain; charset=utf-8" };
    try {
      const response = await fetch(form.dataset.validate, { method: "POST", body, headers, signal: mine.signal });
      const answer = await response.json();
      if (mine.signal.aborted) return;
      if (response.ok) show(answer);
      else clear(answer.message);
    } catch (error) {
      if (error.name !== "AbortError") clear("The server cannot be reached.");
    }
  }

  function later() {
    form.querySelector(".sent")?.remove();
    asked?.abort();
    mark([]); // the places of the last findings may have moved
    clearTimeout(timer);
    timer = setTimeout(check, 350);
  }

  // -- Files --------------------------------------------------------------------------------------

  async function asText(one) {
    const data = new Uint8Array(await one.arrayBuffer());
    const archive = (data[0] === 0x1f && data[1] === 0x8b) || (data[0] === 0x50 && data[1] === 0x4b);
    if (archive || data.includes(0)) return null;
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      return null;
    }
  }

  async function take(files) {
    if (!files.length) return;
    if (Array.from(files).reduce((sum, one) => sum + one.size, 0) > most) {
      drop();
      return clear(`This is larger than ${most / 1048576} MiB. Check less at once, or use wcreplay validate.`);
    }
    const texts = await Promise.all(Array.from(files, asText));
    if (texts.every((one) => one !== null)) {
      drop();
      text.value = texts.join("\n");
    } else if (files.length === 1) {
      packed = files[0];
      if (file.files !== files) file.files = files;
      text.value = "";
      text.disabled = true;
      remove.hidden = false;
    } else {
      drop();
      return clear("Several files can be checked at once only where all of them are text. Drop archives one by one.");
    }
    form.querySelector(".sent")?.remove();
    check();
  }

  function drop() {
    packed = null;
    file.value = "";
    text.disabled = false;
    remove.hidden = true;
  }

  const editor = form.querySelector(".editor");
  for (const kind of ["dragover", "dragleave", "drop"]) {
    editor.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      editor.classList.toggle("over", kind === "dragover");
      if (kind === "drop") take(event.dataTransfer.files);
    });
  }
  file.addEventListener("change", () => take(file.files));
  remove.addEventListener("click", () => {
    drop();
    clear("Nothing was checked yet.");
    file.focus();
  });
  text.addEventListener("input", later);
  text.addEventListener("scroll", follow);
  new ResizeObserver(follow).observe(text);
  findings.addEventListener("click", (event) => {
    const place = event.target.closest("a[data-line]");
    if (!place || packed) return;
    event.preventDefault();
    goTo(place);
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value !== "check" && event.submitter) return;
    event.preventDefault();
    check();
  });
  // What the server has shown is marked; what the browser brought back with the page is checked.
  window.addEventListener("pageshow", () => {
    const shown = findings.children.length || records.children.length;
    if (file.files.length && !packed) take(file.files);
    else if (text.value.trim() && !shown) check();
  });
  if (text.value) {
    const shown = Array.from(findings.querySelectorAll("a[data-line]"), (place) => ({
      record: 1,
      line: Number(place.dataset.line),
      column: Number(place.dataset.column),
      length: Number(place.dataset.length),
      severity: place.closest(".finding").classList.contains("warning") ? "warning" : "error",
    }));
    mark(shown);
  }
})();
