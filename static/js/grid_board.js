/* The boards of the result grid as they stand in the page: what a row shows, the counters, the question under a
   row, the row under the keys. `window.Grid` is shared by the files of the grid; grid.js begins. */
(function () {
  "use strict";
  var form = document.querySelector("form[data-grid]");
  if (!form || !window.GridQueue) return;

  var OPEN = { "*": true, "*j": true };
  var WORTH = { look: true, decide: true, doubted: true };
  var words = form.dataset;
  var looking = words.mode === "look";
  var account = Number(words.account);
  var rows = [];
  var line = form.querySelector("[data-line]");
  var counting = false;
  var grid = window.Grid = { form: form, words: words, rows: rows, byGame: {}, looking: looking, account: account, line: line, open: OPEN, worth: WORTH, current: null };

  /* All boards of the page: those behind the first picture wait in a template, which costs the browser nothing. */
  function gather() {
    form.querySelectorAll("template[data-later]").forEach(function (later) { later.replaceWith(later.content); });
    form.querySelectorAll("tr.board").forEach(function (row) { rows.push(row); grid.byGame[row.dataset.game] = row; });
  }

  function field(row) { return row.querySelector(".result-input"); }
  function shown(code) { return code === "*" ? "" : code.replace(/1\/2/g, "½"); }
  function fill(text, values) { return text.replace(/%([a-z])/g, function (all, key) { return key in values ? values[key] : all; }); }
  function wanted(row) { return row.dataset.wanted || row.dataset.code; }
  function isOpen(row) { return !!OPEN[wanted(row)]; }
  function isConfirmed(row) { return row.dataset.mark === "confirmed"; }
  function isOwn(row) { return "twoPersons" in words && Number(row.dataset.author) === account; }

  function paint(row) {
    field(row).value = looking && !isConfirmed(row) ? shown(row.dataset.typed || "*") : shown(wanted(row));
    row.classList.toggle("is-open", isOpen(row));
    row.classList.toggle("is-aside", looking && (isOpen(row) || isConfirmed(row) || isOwn(row)));
  }

  function say(row, state, text) {
    row.querySelector(".save-state").dataset.state = state;
    row.querySelector(".saved-at").textContent = text;
  }

  function note(row, mark, text) {
    row.dataset.mark = mark;
    row.querySelector(".board-mark").textContent = text;
  }

  function saved(row, body) {
    var code = row.dataset.code;
    say(row, code === "*" ? "open" : "saved", code === "*" ? "" : "✓ " + [body.at, body.by].filter(Boolean).join(" "));
  }

  /* The counters once for all that one key changes. */
  function count() {
    if (counting) return;
    counting = true;
    queueMicrotask(function () { counting = false; recount(); });
  }

  function recount() {
    var open = rows.filter(isOpen).length;
    var confirmed = rows.filter(isConfirmed).length;
    var counter = form.querySelector("[data-counter]");
    var text = looking ? fill(words.wordConfirmed, { o: confirmed, a: words.all }) : fill(words.wordCounter, { o: open, a: words.all });
    if (counter.textContent !== text) counter.textContent = text;
    form.querySelector("[data-to-look]").textContent = rows.filter(function (row) { return WORTH[row.dataset.mark]; }).length;
    var all = form.querySelector("[data-all-in]");
    if (all) all.hidden = open > 0 || words.show !== "open";
    var pending = grid.queue.pending();
    var away = grid.queue.state !== "online";
    line.dataset.state = away ? "offline" : pending ? "saving" : "online";
    line.textContent = away
      ? words.wordAway + " · " + fill(words.wordPending, { n: pending })
      : pending ? fill(words.wordPending, { n: pending }) : words.wordSaved + " · " + words.wordOnline;
  }

  function notice(name, on) {
    var found = document.querySelector('[data-notice="' + name + '"]');
    if (found) found.hidden = !on;
  }

  function visible(row) { return !row.hidden; }

  function focus(row) {
    if (!row) return;
    if (grid.current) grid.current.classList.remove("is-current");
    grid.current = row;
    row.classList.add("is-current");
    var input = field(row);
    if (document.activeElement !== input) input.focus({ preventScroll: true });
    input.select();
    row.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  function step(row, by) {
    var place = rows.indexOf(row) + by;
    while (rows[place] && !visible(rows[place])) place += by;
    return rows[place] || null;
  }

  function closeConflict(row) {
    var after = row.nextElementSibling;
    if (after && after.classList.contains("conflict-row")) after.remove();
    row.classList.remove("is-conflict");
  }

  function button(text, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.className = "btn btn-sm";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  }

  function ask(row, text, buttons) {
    closeConflict(row);
    row.classList.add("is-conflict");
    row.hidden = false;
    var made = document.createElement("tr");
    made.className = "conflict-row";
    var wide = document.createElement("td");
    wide.colSpan = 9;
    var box = document.createElement("div");
    box.className = "conflict";
    box.setAttribute("role", "alert");
    var sentence = document.createElement("span");
    sentence.textContent = text;
    box.append.apply(box, [sentence].concat(buttons));
    wide.append(box);
    made.append(wide);
    row.after(made);
    return made;
  }

  function reason() {
    var given = form.elements.namedItem("reason");
    return given ? given.value : "";
  }

  Object.assign(grid, { gather: gather, field: field, shown: shown, fill: fill, wanted: wanted, isOpen: isOpen, isConfirmed: isConfirmed, isOwn: isOwn, paint: paint, say: say, note: note, saved: saved, count: count, notice: notice, visible: visible, focus: focus, step: step, closeConflict: closeConflict, button: button, ask: ask, reason: reason });
})();
