/* The result grid: keyboard first, saved board by board, nothing lost and nothing overwritten.
   Without this file the grid is a form whose changed boards are saved by a button. */
(function () {
  "use strict";
  var form = document.querySelector("form[data-grid]");
  if (!form || !window.GridQueue) return;

  var KEYS = { "1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "½": "1/2-1/2", "+": "+/-", "-": "-/+", "−": "-/+", "–": "-/+" };
  var OPEN = { "*": true, "*j": true };
  var POLL = 8000;
  var words = form.dataset;
  var rows = Array.prototype.slice.call(form.querySelectorAll("tr.board"));
  var byGame = {};
  var undone = [];
  var menu = document.getElementById("code-menu");
  var pad = form.querySelector("[data-pad]");
  var line = form.querySelector("[data-line]");
  var current = null;
  var known = form.dataset.version;

  function field(row) { return row.querySelector(".result-input"); }
  function cell(row) { return row.querySelector(".save-state"); }
  function shown(code) { return code === "*" ? "" : code.replace(/1\/2/g, "½"); }
  function fill(text, values) { return text.replace(/%([a-z])/g, function (all, key) { return key in values ? values[key] : all; }); }
  function wanted(row) { return row.dataset.wanted || row.dataset.code; }

  function paint(row) {
    field(row).value = shown(wanted(row));
    row.classList.toggle("is-open", !!OPEN[wanted(row)]);
  }

  function say(row, state, text) {
    cell(row).dataset.state = state;
    cell(row).textContent = text;
  }

  function saved(row, body) {
    say(row, OPEN[row.dataset.code] && row.dataset.code === "*" ? "open" : "saved", row.dataset.code === "*" ? "" : "✓ " + [body.at, body.by].filter(Boolean).join(" "));
  }

  function count() {
    var open = rows.filter(function (row) { return OPEN[wanted(row)]; }).length;
    form.querySelector("[data-counter]").textContent = fill(words.wordCounter, { o: open, a: form.dataset.all || rows.length });
    var all = form.querySelector("[data-all-in]");
    if (all) all.hidden = open > 0;
    if (!line) return;
    var pending = queue.pending();
    line.dataset.state = queue.offline ? "offline" : pending ? "saving" : "online";
    line.textContent = queue.offline
      ? words.wordAway + " · " + fill(words.wordPending, { n: pending })
      : pending ? fill(words.wordPending, { n: pending }) : words.wordSaved + " · " + words.wordOnline;
  }

  /* ---- sending ---- */
  function send(item) {
    var row = byGame[item.game];
    var body = new URLSearchParams({ code: item.code, version: item.version });
    var reason = form.elements.namedItem("reason");
    if (reason) body.set("reason", reason.value);
    return fetch(row.dataset.url, {
      method: "POST",
      body: body,
      redirect: "manual",
      headers: { "X-CSRFToken": form.elements.namedItem("csrfmiddlewaretoken").value, Accept: "application/json" },
    }).then(function (response) {
      // A redirect means that the session has ended; an answer that is no JSON comes from something between.
      if (response.type === "opaqueredirect") return { status: 401, body: {} };
      return response.json().then(
        function (told) { return { status: response.status, body: told }; },
        function () { return { status: response.status === 200 ? 502 : response.status, body: {} }; }
      );
    });
  }

  function changed(game, state, body) {
    var row = byGame[game];
    if (!row) return;
    if (state === "saved" || state === "answered") {
      row.dataset.code = body.code;
      row.dataset.version = body.version;
      row.querySelector("input[name^='version-']").value = body.version;
      row.querySelector("input[name^='was-']").value = body.code;
      row.classList.remove("is-conflict");
      if (state === "saved") {
        delete row.dataset.wanted;
        paint(row);
        saved(row, body);
      }
    } else if (state === "conflict") {
      conflict(row, body);
    } else if (state === "refused") {
      row.classList.add("is-conflict");
      say(row, "error", (body && body.message) || words.wordRefused);
    } else if (state === "login") {
      say(row, "offline", words.wordLogin);
    } else {
      say(row, state, state === "offline" ? words.wordOffline : words.wordSaving);
    }
    count();
  }

  var queue = new window.GridQueue({ key: "grid:" + form.dataset.event + ":" + form.dataset.round, send: send, changed: changed });

  /* ---- two values for one board ---- */
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

  function conflict(row, body) {
    closeConflict(row);
    row.classList.add("is-conflict");
    row.dataset.code = body.code;
    row.dataset.version = body.version;
    row.dataset.wanted = body.sent;
    paint(row);
    say(row, "conflict", words.wordConflict);
    var line = document.createElement("tr");
    line.className = "conflict-row";
    var wide = document.createElement("td");
    wide.colSpan = 9;
    var box = document.createElement("div");
    box.className = "conflict";
    box.setAttribute("role", "alert");
    var text = document.createElement("span");
    text.textContent = fill(words.wordTwo, {
      b: row.dataset.board,
      m: shown(body.sent) || words.wordNone,
      t: shown(body.code) || words.wordNone,
      w: [body.by, body.at].filter(Boolean).join(", "),
    }) + " " + words.wordKeep;
    box.append(
      text,
      button(words.wordMine, function () {
        closeConflict(row);
        queue.put(row.dataset.game, body.sent, Number(row.dataset.version));
        focus(row);
      }),
      button(words.wordTheirs, function () {
        closeConflict(row);
        delete row.dataset.wanted;
        paint(row);
        saved(row, body);
        count();
        focus(row);
      })
    );
    wide.append(box);
    line.append(wide);
    row.after(line);
  }

  /* ---- moving and typing ---- */
  function visible(row) { return !row.hidden; }

  function focus(row) {
    if (!row) return;
    if (current) current.classList.remove("is-current");
    current = row;
    row.classList.add("is-current");
    var input = field(row);
    if (document.activeElement !== input) input.focus({ preventScroll: true });
    input.select();
    row.scrollIntoView({ block: "nearest" });
  }

  function step(row, by) {
    var place = rows.indexOf(row) + by;
    while (rows[place] && !visible(rows[place])) place += by;
    return rows[place] || null;
  }

  function enter(row, code, silent) {
    if (wanted(row) !== code || row.classList.contains("is-conflict")) {
      if (!silent) undone.push({ row: row, code: wanted(row) });
      closeConflict(row);
      row.dataset.wanted = code;
      paint(row);
      queue.put(row.dataset.game, code, Number(row.dataset.version));
    } else {
      paint(row);
    }
    count();
  }

  function type(row, code, stay) {
    var next = step(row, 1);
    enter(row, code);
    if (stay || !next) focus(row);
    else focus(next);
  }

  function undo() {
    var last = undone.pop();
    if (!last) {
      if (line) line.textContent = words.wordNothing;
      return;
    }
    enter(last.row, last.code, true);
    last.row.hidden = false;
    focus(last.row);
  }

  function act(row, key) {
    if (KEYS[key]) type(row, KEYS[key]);
    else if (key === "Backspace" || key === "Delete") type(row, "*", true);
    else if (key === "ArrowDown" || key === "Enter") focus(step(row, 1) || row);
    else if (key === "ArrowUp") focus(step(row, -1) || row);
    else if (key === "m" || key === "M" || key === "м" || key === "М") openMenu(row);
    else return false;
    return true;
  }

  form.addEventListener("keydown", function (event) {
    if (event.isComposing || event.altKey) return;
    var row = event.target.closest("tr.board");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" || event.ctrlKey && event.key.toLowerCase() === "я") {
      event.preventDefault();
      undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || !row || !event.target.classList.contains("result-input")) return;
    if (act(row, event.key)) event.preventDefault();
    // Letters that mean nothing leave the value as it stands; Tab and the like keep their own meaning.
    else if (event.key.length === 1) event.preventDefault();
  });

  // Input methods and telephones bring whole characters here and no keydown that says which.
  form.addEventListener("input", function (event) {
    var row = event.target.closest("tr.board");
    if (!row || !event.target.classList.contains("result-input")) return;
    var text = (event.data || event.target.value).trim();
    var last = Array.from(text).pop();
    if (!text) type(row, "*", true);
    else if (last && KEYS[last]) type(row, KEYS[last]);
    else paint(row);
  });

  form.addEventListener("focusin", function (event) {
    var row = event.target.closest("tr.board");
    if (row && event.target.classList.contains("result-input") && row !== current) focus(row);
  });

  form.addEventListener("click", function (event) {
    var row = event.target.closest("tr.board");
    if (row) focus(row);
  });

  form.addEventListener("submit", function (event) { event.preventDefault(); queue.again(); });

  /* ---- other results ---- */
  function openMenu(row) {
    if (!menu || menu.open) return;
    focus(row);
    menu.querySelector("[data-menu-board]").textContent = row.dataset.board + " · " + row.querySelector(".white").textContent.trim() + " – " + row.querySelector(".black").textContent.trim();
    menu.showModal();
    menu.querySelector("[data-code]").focus();
  }

  if (menu) {
    menu.addEventListener("click", function (event) {
      var chosen = event.target.closest("[data-code]");
      if (chosen) {
        menu.close();
        type(current, chosen.dataset.code);
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
    menu.addEventListener("close", function () { if (current) focus(current); });
  }

  /* ---- the pad of a telephone ---- */
  var touch = window.matchMedia("(max-width: 640px)");
  function fit() {
    if (!pad) return;
    pad.hidden = !touch.matches;
    rows.forEach(function (row) { field(row).inputMode = touch.matches ? "none" : "text"; });
  }
  if (pad) {
    pad.addEventListener("click", function (event) {
      var key = event.target.closest("[data-key]");
      if (!key) return;
      if (key.dataset.key === "undo") undo();
      else act(current || rows.filter(visible)[0], key.dataset.key);
    });
  }
  touch.addEventListener("change", fit);

  /* ---- all boards, or the open ones ---- */
  function show(which) {
    form.dataset.show = which;
    rows.forEach(function (row) {
      row.hidden = which === "open" && !OPEN[wanted(row)] && !row.classList.contains("is-conflict");
    });
    form.querySelectorAll(".segmented [data-show]").forEach(function (link) {
      var active = link.dataset.show === which;
      link.classList.toggle("is-active", active);
      if (active) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  form.querySelectorAll(".segmented [data-show]").forEach(function (link) {
    link.addEventListener("click", function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (rows.length !== Number(form.dataset.all)) return; // the page holds the open boards only: load the others
      event.preventDefault();
      show(link.dataset.show);
      history.replaceState(null, "", link.href);
      focus(rows.filter(visible)[0]);
    });
  });

  /* ---- what the other clerks enter ---- */
  function poll() {
    if (document.hidden) return;
    fetch(form.dataset.stateUrl + "?since=" + encodeURIComponent(known), { redirect: "manual", headers: { Accept: "application/json" } })
      .then(function (response) { return response.status === 200 ? response.json() : null; })
      .then(function (told) {
        if (!told) return;
        known = String(told.version);
        told.boards.forEach(function (body) {
          var row = byGame[body.game];
          if (!row || queue.has(String(body.game)) || row.classList.contains("is-conflict")) return;
          if (Number(row.dataset.version) >= body.version) return;
          changed(String(body.game), "saved", body);
        });
      })
      .catch(function () { /* the queue tells about a lost line */ });
  }

  /* ---- beginning ---- */
  form.classList.add("has-script");
  rows.forEach(function (row) { byGame[row.dataset.game] = row; });
  form.dataset.all = form.dataset.all || rows.length;
  Object.keys(queue.items).forEach(function (game) {
    var row = byGame[game];
    var item = queue.items[game];
    if (!row) return queue.drop(game);
    row.dataset.wanted = item.code;
    paint(row);
    changed(game, "saving");
  });
  show(form.dataset.show);
  fit();
  count();
  queue.pump();
  window.addEventListener("online", function () { queue.again(); });
  window.addEventListener("beforeunload", function (event) { if (queue.pending()) event.preventDefault(); });
  setInterval(poll, POLL);
  document.addEventListener("visibilitychange", poll);
  focus(rows.filter(function (row) { return visible(row) && OPEN[wanted(row)]; })[0] || rows.filter(visible)[0]);
})();
