/* The result grid: keyboard first, kept at once, nothing lost and nothing overwritten; and the second look, in
   which what is typed is compared with what stands. Without this file the grid is a form with a button. */
(function () {
  "use strict";
  var form = document.querySelector("form[data-grid]");
  if (!form || !window.GridQueue) return;

  var KEYS = { "1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "½": "1/2-1/2", "+": "+/-", "-": "-/+", "−": "-/+", "–": "-/+" };
  var OPEN = { "*": true, "*j": true };
  var WORTH = { look: true, decide: true, doubted: true };
  var MENU_KEYS = "mMмМьЬ";
  var HISTORY_KEYS = "hHрРхХ";
  var POLL = 5000;
  var SEEN_DAYS = 7;
  var words = form.dataset;
  var looking = words.mode === "look";
  var account = Number(words.account);
  var rows = Array.prototype.slice.call(form.querySelectorAll("tr.board"));
  var byGame = {};
  var undone = [];
  var menu = document.getElementById("code-menu");
  var pad = form.querySelector("[data-pad]");
  var line = form.querySelector("[data-line]");
  var current = null;
  var etag = words.etag;
  var soon = null;
  var counting = false;

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
    var pending = queue.pending();
    var away = queue.state !== "online";
    line.dataset.state = away ? "offline" : pending ? "saving" : "online";
    line.textContent = away
      ? words.wordAway + " · " + fill(words.wordPending, { n: pending })
      : pending ? fill(words.wordPending, { n: pending }) : words.wordSaved + " · " + words.wordOnline;
  }

  function notice(name, on) {
    var found = document.querySelector('[data-notice="' + name + '"]');
    if (found) found.hidden = !on;
  }

  /* ---- what was seen, for a page that comes back without a network ---- */
  var seenKey = "seen:" + words.event + ":" + words.round;
  var seen = {};
  var seenTimer = null;

  function remember(body) {
    seen[body.game] = { code: body.code, version: body.version, by: body.by, author: body.author, at: body.at };
    if (!seenTimer) seenTimer = setTimeout(writeSeen, 400);
  }

  function writeSeen() {
    seenTimer = null;
    try { localStorage.setItem(seenKey, JSON.stringify({ t: Date.now(), boards: seen })); } catch (full) { /* only a comfort */ }
  }

  function readSeen() {
    try {
      Object.keys(localStorage).filter(function (key) { return key.indexOf("seen:") === 0; }).forEach(function (key) {
        var kept = JSON.parse(localStorage.getItem(key)) || {};
        if (!(Date.now() - kept.t < SEEN_DAYS * 86400000)) localStorage.removeItem(key);
        else if (key === seenKey) seen = kept.boards || {};
      });
    } catch (broken) {
      seen = {};
    }
    rows.forEach(function (row) {
      var kept = seen[row.dataset.game];
      if (kept && kept.version > Number(row.dataset.version)) {
        stored(row, kept);
        saved(row, kept);
        paint(row);
      }
    });
  }

  /* ---- sending ---- */
  function token() {
    // The cookie is the newest: a log-in in another tab gave this page's own token an end.
    var found = document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/);
    return found ? decodeURIComponent(found[1]) : form.elements.namedItem("csrfmiddlewaretoken").value;
  }

  function send(items) {
    return fetch(words.entriesUrl, {
      method: "POST",
      body: JSON.stringify({ account: account, entries: items }),
      redirect: "manual",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token(), Accept: "application/json" },
    }).then(function (response) {
      // A redirect means that the session has ended; an answer that is no JSON comes from something between.
      if (response.type === "opaqueredirect") return { status: 401, body: {} };
      return response.json().then(
        function (told) { return { status: response.status, body: told }; },
        function () { return { status: response.status === 200 ? 502 : response.status, body: {} }; }
      );
    });
  }

  function stored(row, body) {
    row.dataset.code = body.code;
    row.dataset.version = body.version;
    row.dataset.author = body.author || 0;
    row.querySelector("input[name^='version-']").value = body.version;
    row.querySelector("input[name^='was-']").value = body.code;
    if (body.mark !== undefined) note(row, body.mark, body.note);
    if (body.mark === "confirmed") delete row.dataset.typed;
  }

  function changed(item, state, body) {
    var row = byGame[item.game];
    if (!row) return;
    if (body && body.game && body.version !== undefined) remember(body);
    if (item.kind === "look") lookChanged(row, item, state, body);
    else resultChanged(row, item, state, body);
    count();
  }

  function resultChanged(row, item, state, body) {
    if (state === "saved" || state === "answered") {
      stored(row, body);
      row.classList.remove("is-conflict");
      if (state === "answered") return;
      delete row.dataset.wanted;
      closeConflict(row);
      paint(row);
      saved(row, body);
      pollSoon();
    } else if (state === "gone") {
      // Sent by another tab; its answer is on the way through the poll.
      delete row.dataset.wanted;
      row.dataset.code = item.code;
      closeConflict(row);
      paint(row);
      say(row, "saved", item.code === "*" ? "" : "✓");
      pollSoon();
    } else if (state === "conflict") {
      conflict(row, item, body);
    } else if (state === "refused") {
      refused(row, item, body);
    } else {
      row.dataset.wanted = item.code;
      paint(row);
      say(row, state, state === "offline" ? words.wordOffline : words.wordSaving);
    }
  }

  function lookChanged(row, item, state, body) {
    if (state === "saved") {
      stored(row, body);
      if (item.code === body.code) { note(row, "confirmed", words.wordLooked); closeConflict(row); }
      else note(row, "doubted", fill(words.wordDoubted, { m: shown(item.code) }));
      paint(row);
      saved(row, body);
      pollSoon();
    } else if (state === "conflict") {
      // The result was changed since it was shown: this look is about another value.
      queue.drop(item);
      stored(row, body);
      saved(row, body);
      if (item.code === body.code) queue.put(item.game, item.code, body.version, "look");
      else differs(row, item.code, [body.by, body.at].filter(Boolean).join(", "));
    } else if (state === "refused") {
      refused(row, item, body);
    } else if (state !== "gone") {
      say(row, state, state === "offline" ? words.wordOffline : words.wordSaving);
    }
  }

  function lineChanged(state) {
    notice("login", state === "login");
    notice("denied", state === "denied");
    notice("other", state === "other");
    if (state === "online") notice("kept-page", false);
    count();
  }

  var queue = new window.GridQueue({
    prefix: "grid:" + words.event + ":" + words.round + ":",
    account: account,
    accountName: words.accountName,
    send: send,
    changed: changed,
    line: lineChanged,
  });

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

  function theirs(row, item, body) {
    return function () {
      queue.drop(item);
      closeConflict(row);
      delete row.dataset.wanted;
      delete row.dataset.typed;
      paint(row);
      saved(row, body);
      count();
      focus(row);
    };
  }

  function conflict(row, item, body) {
    stored(row, body);
    row.dataset.wanted = item.code;
    paint(row);
    say(row, "conflict", words.wordConflict);
    var text = fill(words.wordTwo, { b: row.dataset.board, m: shown(item.code) || words.wordNone, t: shown(body.code) || words.wordNone, w: [body.by, body.at].filter(Boolean).join(", ") });
    ask(row, text + " " + words.wordKeep, [
      button(words.wordMine, function () {
        closeConflict(row);
        queue.put(item.game, item.code, Number(row.dataset.version), "result", item.reason);
        focus(row);
      }),
      button(words.wordTheirs, theirs(row, item, body)),
    ]);
  }

  function refused(row, item, body) {
    if (body.version !== undefined) stored(row, body);
    if (item.kind === "result") row.dataset.wanted = item.code;
    paint(row);
    say(row, "error", words.wordRefused);
    ask(row, (body.message || words.wordRefused), [
      button(words.wordAgain, function () {
        closeConflict(row);
        queue.put(item.game, item.code, Number(row.dataset.version), item.kind, reason());
        focus(row);
      }),
      button(words.wordLeave, theirs(row, item, body)),
    ]);
  }

  /* ---- the second look ---- */
  var sound = null;
  function beep() {
    if (navigator.vibrate) navigator.vibrate([120, 60, 120]);
    try {
      sound = sound || new (window.AudioContext || window.webkitAudioContext)();
      var tone = sound.createOscillator();
      var loud = sound.createGain();
      tone.type = "square";
      tone.frequency.value = 196;
      loud.gain.value = 0.08;
      tone.connect(loud).connect(sound.destination);
      tone.start();
      tone.stop(sound.currentTime + 0.28);
      document.documentElement.dataset.beeps = Number(document.documentElement.dataset.beeps || 0) + 1;
    } catch (silent) { /* the mark says it too */ }
  }

  function look(row, code) {
    if (OPEN[code]) return paint(row);
    if (isOpen(row) || isOwn(row)) {
      paint(row);
      say(row, "error", isOpen(row) ? words.wordEmpty : words.wordOwn);
      return null;
    }
    var who = row.querySelector(".saved-at").textContent.replace("✓", "").trim();
    row.dataset.typed = code;
    queue.put(row.dataset.game, code, Number(row.dataset.version), "look");
    if (code === wanted(row)) {
      closeConflict(row);
      note(row, "confirmed", words.wordLooked);
      paint(row);
      count();
      return focus(nextToLook(row) || row);
    }
    differs(row, code, who);
    beep();
    return null;
  }

  function differs(row, code, who) {
    note(row, "doubted", fill(words.wordDoubted, { m: shown(code) }));
    paint(row);
    var stands = wanted(row);
    var made = ask(row, fill(words.wordDiffers, { b: row.dataset.board, t: shown(stands) || words.wordNone, w: who, m: shown(code) }) + " " + words.wordStays, [
      button(fill(words.wordKeeps, { c: shown(stands) || words.wordNone }), function () {
        closeConflict(row);
        delete row.dataset.typed;
        note(row, "", "");
        look(row, wanted(row));
      }),
      button(fill(words.wordChange, { c: shown(code) }), function () {
        var doubt = queue.get(row.dataset.game, "look");
        if (doubt) queue.drop(doubt);
        closeConflict(row);
        delete row.dataset.typed;
        row.dataset.author = account;
        note(row, "", "");
        enter(row, code, true);
        focus(nextToLook(row) || row);
      }),
    ]);
    made.querySelector("button").focus();
    count();
  }

  function nextToLook(row) {
    var place = rows.indexOf(row) + 1;
    while (rows[place] && (rows[place].hidden || isOpen(rows[place]) || isConfirmed(rows[place]) || isOwn(rows[place]))) place += 1;
    return rows[place] || null;
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

  function reason() {
    var given = form.elements.namedItem("reason");
    return given ? given.value : "";
  }

  function enter(row, code, silent) {
    if (wanted(row) !== code || row.classList.contains("is-conflict")) {
      if (!silent) undone.push({ row: row, code: wanted(row) });
      closeConflict(row);
      row.dataset.wanted = code;
      if (!looking) note(row, "", "");
      paint(row);
      queue.put(row.dataset.game, code, Number(row.dataset.version), "result", reason());
    } else {
      paint(row);
    }
    count();
  }

  function type(row, code, stay) {
    if (looking) return look(row, code);
    var next = step(row, 1);
    enter(row, code);
    return focus(stay || !next ? row : next);
  }

  function undo() {
    var last = undone.pop();
    if (!last) {
      line.textContent = words.wordNothing;
      return;
    }
    enter(last.row, last.code, true);
    last.row.hidden = false;
    focus(last.row);
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
    else if (key === "ArrowDown" || key === "Enter") focus(step(row, 1) || row);
    else if (key === "ArrowUp") focus(step(row, -1) || row);
    else if (key === "Home") focus(rows.filter(visible)[0]);
    else if (key === "End") focus(rows.filter(visible).pop());
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
    else paint(row);
  });

  form.addEventListener("focusin", function (event) {
    var row = event.target.closest("tr.board");
    if (row && (row !== current || !event.target.classList.contains("result-input")) && !event.target.closest("button")) focus(row);
  });

  form.addEventListener("click", function (event) {
    var row = event.target.closest("tr.board");
    if (row && !event.target.closest("a")) focus(row);
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
    menu.addEventListener("close", function () { if (current && !form.querySelector(".conflict-row button:focus")) focus(current); });
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

  /* ---- all boards, the open ones, or those to look at again ---- */
  function belongs(row, which) {
    if (which === "all" || row.classList.contains("is-conflict")) return true;
    return which === "open" ? isOpen(row) : !!WORTH[row.dataset.mark];
  }

  function show(which) {
    words.show = which;
    rows.forEach(function (row) {
      var hide = !belongs(row, which);
      if (row.hidden !== hide) row.hidden = hide;
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
      event.preventDefault();
      show(link.dataset.show);
      count();
      history.replaceState(null, "", link.href);
      focus(rows.filter(visible)[0]);
    });
  });

  /* ---- what the other clerks enter ---- */
  function poll() {
    if (document.hidden || navigator.onLine === false) return;
    fetch(words.stateUrl, { redirect: "manual", cache: "no-store", headers: { Accept: "application/json", "If-None-Match": etag } })
      .then(function (response) {
        if (response.type === "opaqueredirect") { queue.tell("login"); return null; }
        if (response.status !== 200 && response.status !== 304) return null;
        if (queue.state === "login" && queue.pending()) queue.again();
        else if (queue.state === "login" || (queue.state === "offline" && !queue.pending())) queue.tell("online");
        if (response.status === 304) return null;
        etag = response.headers.get("ETag") || etag;
        return response.json();
      })
      .then(function (told) {
        if (!told) return;
        told.boards.forEach(heard);
        count();
      })
      .catch(function () { /* the queue tells about a lost line */ });
  }

  function heard(body) {
    var row = byGame[body.game];
    if (!row || queue.get(String(body.game)) || queue.get(String(body.game), "look") || row.classList.contains("is-conflict")) return;
    if (Number(row.dataset.version) > body.version) return;
    remember(body);
    stored(row, body);
    delete row.dataset.wanted;
    paint(row);
    saved(row, body);
  }

  function pollSoon() {
    clearTimeout(soon);
    soon = setTimeout(poll, 700);
  }

  /* ---- entries that another account left on this device ---- */
  function foreign() {
    var left = queue.foreign();
    var text = document.querySelector("[data-left-words]");
    if (!text) return;
    notice("left", left.length > 0);
    if (left.length) text.textContent = fill(text.dataset.words, { n: left.length, w: left[0].byName });
  }

  function settle(take) {
    queue.foreign().forEach(function (item) {
      if (!take) return queue.drop(item);
      queue.take(item);
      changed(item, "saving");
    });
    foreign();
    queue.again();
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-take]")) settle(true);
    else if (event.target.closest("[data-forget]")) settle(false);
  });

  /* ---- beginning ---- */
  form.classList.add("has-script");
  rows.forEach(function (row) { byGame[row.dataset.game] = row; });
  readSeen();
  queue.own().forEach(function (item) {
    if (!byGame[item.game]) return;
    if (item.state === "waiting") changed(item, "saving");
    else changed(item, item.state, item.told);
  });
  if (looking) rows.forEach(paint);
  show(words.show);
  fit();
  foreign();
  count();
  notice("kept-page", navigator.onLine === false);
  queue.pump();
  window.addEventListener("online", function () { queue.again(); poll(); });
  window.addEventListener("focus", function () { if (queue.pending()) queue.again(); });
  window.addEventListener("pagehide", writeSeen);
  // Entries outlive the page in the browser's store; whoever leaves it should know that they are not sent yet.
  window.addEventListener("beforeunload", function (event) { if (queue.pending()) event.preventDefault(); });
  setInterval(poll, POLL);
  document.addEventListener("visibilitychange", poll);
  var first = rows.filter(function (row) { return visible(row) && (looking ? !isOpen(row) && !isConfirmed(row) && !isOwn(row) : isOpen(row)); })[0];
  focus(first || rows.filter(visible)[0]);
})();
