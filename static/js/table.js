/* Tables: sort a complete table by its heads, fold columns under the row on a phone, let sticky heads work where
   the table fits, submit filters at once, print. Without it tables stay whole and scroll inside their frame. */
(function () {
  "use strict";

  function words(cell) { return cell ? cell.textContent.trim() : ""; }

  function sortKey(row, index) {
    var cell = row.cells[index];
    if (!cell) return { empty: true };
    var text = cell.dataset.value !== undefined ? cell.dataset.value : words(cell);
    if (text === "" || text === "–") return { empty: true };
    var number = Number(text.replace("½", ".5").replace("−", "-").replace("+", "").replace(",", "."));
    return Number.isNaN(number) ? { text: text } : { number: number, text: text };
  }

  function compare(a, b) {
    if (a.empty || b.empty) return a.empty === b.empty ? 0 : null;
    if (a.number !== undefined && b.number !== undefined) return a.number - b.number;
    return a.text.localeCompare(b.text, document.documentElement.lang || undefined, { numeric: true });
  }

  function sortBy(table, head, index) {
    var down = head.getAttribute("aria-sort") === "ascending" ||
      (head.classList.contains("num") && !head.hasAttribute("aria-sort") && !head.hasAttribute("data-ascending"));
    table.querySelectorAll("thead th[aria-sort]").forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    var body = table.tBodies[0];
    var rows = Array.from(body.rows).map(function (row, place) { return { row: row, place: place, key: sortKey(row, index) }; });
    rows.sort(function (a, b) {
      var order = compare(a.key, b.key);
      if (order === null) return a.key.empty ? 1 : -1; // unknown stays last, whichever way
      return (down ? -order : order) || a.place - b.place;
    });
    rows.forEach(function (item) { body.append(item.row); });
  }

  function makeSortable(table) {
    if (!table.tHead || table.dataset.sorts) return;
    table.dataset.sorts = "yes";
    var heads = table.tHead.rows[table.tHead.rows.length - 1].cells;
    Array.from(heads).forEach(function (head, index) {
      if (head.hasAttribute("data-nosort") || head.colSpan > 1 || words(head) === "") return;
      var button = document.createElement("button");
      button.type = "button";
      button.className = "sort sort-mark";
      button.append.apply(button, Array.from(head.childNodes));
      head.append(button);
      button.addEventListener("click", function () { sortBy(table, head, index); });
    });
  }

  function makeFolding(table) {
    var heads = Array.from(table.querySelectorAll("thead tr:last-child > *"));
    var folds = heads.map(function (head, index) { return head.hasAttribute("data-fold") ? index : -1; }).filter(function (i) { return i >= 0; });
    if (!folds.length || table.classList.contains("is-folding")) return;
    table.classList.add("is-folding");
    folds.forEach(function (index) { heads[index].classList.add("is-folded"); });
    Array.from(table.tBodies).forEach(function (body) {
      Array.from(body.rows).forEach(function (row) { foldRow(row, heads, folds); });
    });
  }

  function foldRow(row, heads, folds) {
    var cells = Array.from(row.cells);
    var main = cells.find(function (cell) { return cell.tagName === "TH"; }) ||
      cells.find(function (cell) { return !cell.classList.contains("num"); });
    if (!main || cells.length < heads.length) return;
    var line = document.createElement("span");
    line.className = "fold-line";
    folds.forEach(function (index) {
      var cell = cells[index];
      cell.classList.add("is-folded");
      if (cell === main || words(cell) === "" || words(cell) === "–") return;
      var part = document.createElement("span");
      var label = document.createElement("span");
      label.className = "fold-label";
      label.textContent = heads[index].dataset.fold || words(heads[index]);
      part.append(label, " ");
      var copied = part;
      if (cell.lang) {
        copied = document.createElement("span");
        copied.lang = cell.lang;
        part.append(copied);
      }
      Array.from(cell.childNodes).forEach(function (node) { copied.append(node.cloneNode(true)); });
      part.querySelectorAll("[id]").forEach(function (copy) { copy.removeAttribute("id"); });
      line.append(part);
    });
    if (line.childNodes.length) main.append(line);
  }

  function fit(frame) {
    frame.classList.remove("fits", "is-tall");
    var fits = frame.scrollWidth <= frame.clientWidth + 1;
    frame.classList.toggle("fits", fits);
    frame.classList.toggle("is-tall", !fits && frame.scrollHeight > window.innerHeight);
    if (fits) frame.removeAttribute("tabindex");
    else frame.tabIndex = 0; // so that the keyboard can scroll it
  }

  function prepare(root) {
    root.querySelectorAll("table[data-sortable]").forEach(makeSortable);
    root.querySelectorAll("table.data").forEach(makeFolding);
    root.querySelectorAll(".table-frame").forEach(fit);
  }

  document.addEventListener("DOMContentLoaded", function () { prepare(document); });
  document.addEventListener("htmx:load", function (event) { prepare(event.detail.elt.parentElement || event.detail.elt); });
  document.addEventListener("content:added", function (event) { prepare(event.target); });
  var waiting = 0;
  window.addEventListener("resize", function () {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(function () { document.querySelectorAll(".table-frame").forEach(fit); });
  });
  document.addEventListener("change", function (event) {
    if (event.target.matches("form[data-autosubmit] select")) event.target.form.requestSubmit();
  });
  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-print]")) window.print();
  });
})();
