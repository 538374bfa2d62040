/* The keys of the grid, the menu of other results, the pad of a telephone. */
(function () {
  "use strict";
  var grid = window.Grid;
  if (!grid) return;

  var form = grid.form;
  var words = grid.words;
  var rows = grid.rows;
  var looking = grid.looking;
  var line = grid.line;
  var queue = grid.queue;
  var KEYS = { "1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "½": "1/2-1/2", "+": "+/-", "-": "-/+", "−": "-/+", "–": "-/+" };
  var MENU_KEYS = "mMмМьЬ";
  var HISTORY_KEYS = "hHрРхХ";
  var undone = [];
  var menu = document.getElementById("code-menu");
  var pad = form.querySelector("[data-pad]");

  function enter(row, code, silent) {
    if (grid.wanted(row) !== code || row.classList.contains("is-conflict")) {
      if (!silent) undone.push({ row: row, code: grid.wanted(row), typed: code });
      grid.closeConflict(row);
      row.dataset.wanted = code;
      if (!looking) grid.note(row, "", "");
      grid.paint(row);
      queue.put(row.dataset.game, code, Number(row.dataset.version), "result", grid.reason());
    } else {
      grid.paint(row);
    }
    grid.count();
  }

  function type(row, code, stay) {
    if (looking) return grid.look(row, code);
    var next = grid.step(row, 1);
    enter(row, code);
    return grid.focus(stay || !next ? row : next);
  }

  function undo() {
    // Only what still stands as it was typed here is taken back, never what somebody else has entered since.
    var last = undone.pop();
    while (last && grid.wanted(last.row) !== last.typed) last = undone.pop();
    if (!last) {
      line.textContent = words.wordNothing;
      return;
    }
    enter(last.row, last.code, true);
    last.row.hidden = false;
    grid.focus(last.row);
  }

  /* The round before or after this one. */
  function turn(by) {
    var links = Array.from(form.querySelectorAll(".round-nav a"));
    var place = links.findIndex(function (link) { return link.hasAttribute("aria-current"); });
    if (links[place + by]) links[place + by].click();
  }

  function act(row, key) {
    if (KEYS[key]) type(row, KEYS[key]);
    else if (key === "Backspace" || key === "Delete") { if (!looking) type(row, "*", true); }
    else if (key === "ArrowDown" || key === "Enter") grid.focus(grid.step(row, 1) || row);
    else if (key === "ArrowUp") grid.focus(grid.step(row, -1) || row);
    else if (key === "Home") grid.focus(rows.filter(grid.visible)[0]);
    else if (key === "End") grid.focus(rows.filter(grid.visible).pop());
    else if (key === "PageDown") turn(1);
    else if (key === "PageUp") turn(-1);
    else if (MENU_KEYS.indexOf(key) >= 0) openMenu(row);
    else if (HISTORY_KEYS.indexOf(key) >= 0) row.querySelector("[data-panel]").click();
    else return false;
    return true;
  }

  form.addEventListener("keydown", function (event) {
    if (event.isComposing || event.altKey) return;
    var row = event.target.closest("tr.board");
    var key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === "z" || event.ctrlKey && key === "я") {
      event.preventDefault();
      if (!looking) undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || !row || !event.target.classList.contains("result-input")) return;
    // A key that is held down enters one board, not the next twenty.
    if (event.repeat && KEYS[event.key]) event.preventDefault();
    else if (act(row, event.key)) event.preventDefault();
    // Letters that mean nothing leave the value as it stands; Tab and the like keep their own meaning.
    else if (event.key.length === 1) event.preventDefault();
  });

  // Input methods and telephones bring whole characters here and no keydown that says which.
  form.addEventListener("input", function (event) {
    var row = event.target.closest("tr.board");
    if (!row || !event.target.classList.contains("result-input")) return;
    var text = (event.data || event.target.value).trim();
    var last = Array.from(text).pop();
    if (!text && !looking) type(row, "*", true);
    else if (last && KEYS[last]) type(row, KEYS[last]);
    else grid.paint(row);
  });

  form.addEventListener("focusin", function (event) {
    var row = event.target.closest("tr.board");
    if (row && (row !== grid.current || !event.target.classList.contains("result-input")) && !event.target.closest("button")) grid.focus(row);
  });

  form.addEventListener("click", function (event) {
    var row = event.target.closest("tr.board");
    if (row && !event.target.closest("a")) grid.focus(row);
  });

  form.addEventListener("submit", function (event) { event.preventDefault(); queue.again(); });

  /* ---- other results ---- */
  function openMenu(row) {
    if (!menu || menu.open) return;
    grid.focus(row);
    menu.querySelector("[data-menu-board]").textContent = row.dataset.board + " · " + row.querySelector(".white").textContent.trim() + " – " + row.querySelector(".black").textContent.trim();
    menu.showModal();
    menu.querySelector("[data-code]").focus();
  }

  if (menu) {
    menu.addEventListener("click", function (event) {
      var chosen = event.target.closest("[data-code]");
      if (chosen) {
        menu.close();
        type(grid.current, chosen.dataset.code);
      } else if (event.target === menu || event.target.closest("[data-close]")) {
        menu.close();
      }
    });
    menu.addEventListener("keydown", function (event) {
      var buttons = Array.prototype.slice.call(menu.querySelectorAll("[data-code]"));
      var place = buttons.indexOf(document.activeElement);
      if (event.key === "ArrowDown") buttons[(place + 1) % buttons.length].focus();
      else if (event.key === "ArrowUp") buttons[(place + buttons.length - 1) % buttons.length].focus();
      else return;
      event.preventDefault();
    });
    menu.addEventListener("close", function () { if (grid.current && !form.querySelector(".conflict-row button:focus")) grid.focus(grid.current); });
  }

  /* ---- the pad of a telephone ---- */
  var touch = window.matchMedia("(max-width: 640px)");
  function fit() {
    if (!pad) return;
    pad.hidden = !touch.matches;
    rows.forEach(function (row) { grid.field(row).inputMode = touch.matches ? "none" : "text"; });
  }

  if (pad) {
    pad.addEventListener("click", function (event) {
      var key = event.target.closest("[data-key]");
      if (!key) return;
      if (key.dataset.key === "undo") undo();
      else act(grid.current || rows.filter(grid.visible)[0], key.dataset.key);
    });
  }
  touch.addEventListener("change", fit);

  Object.assign(grid, { enter: enter, act: act, fit: fit });
})();
