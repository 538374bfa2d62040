/* The second look: what is typed again is compared with what stands; a difference sounds, and changes nothing. */
(function () {
  "use strict";
  var grid = window.Grid;
  if (!grid) return;

  var words = grid.words;
  var rows = grid.rows;
  var account = grid.account;
  var queue = grid.queue;
  var OPEN = grid.open;

  var sound = null;

  function lookChanged(row, item, state, body) {
    if (state === "saved") {
      grid.stored(row, body);
      if (item.code === body.code) { grid.note(row, "confirmed", words.wordLooked); grid.closeConflict(row); }
      else grid.note(row, "doubted", grid.fill(words.wordDoubted, { m: grid.shown(item.code) }));
      grid.paint(row);
      grid.saved(row, body);
      grid.pollSoon();
    } else if (state === "conflict") {
      // The result was changed since it was shown: this look is about another value.
      queue.drop(item);
      grid.stored(row, body);
      grid.saved(row, body);
      if (item.code === body.code) queue.put(item.game, item.code, body.version, "look");
      else differs(row, item.code, [body.by, body.at].filter(Boolean).join(", "));
    } else if (state === "refused") {
      grid.refused(row, item, body);
    } else if (state !== "gone") {
      grid.say(row, state, state === "offline" ? words.wordOffline : words.wordSaving);
    }
  }

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
    if (OPEN[code]) return grid.paint(row);
    if (grid.isOpen(row) || grid.isOwn(row)) {
      grid.paint(row);
      grid.say(row, "error", grid.isOpen(row) ? words.wordEmpty : words.wordOwn);
      return null;
    }
    var who = row.querySelector(".saved-at").textContent.replace("✓", "").trim();
    row.dataset.typed = code;
    queue.put(row.dataset.game, code, Number(row.dataset.version), "look");
    if (code === grid.wanted(row)) {
      grid.closeConflict(row);
      grid.note(row, "confirmed", words.wordLooked);
      grid.paint(row);
      grid.count();
      return grid.focus(nextToLook(row) || row);
    }
    differs(row, code, who);
    beep();
    return null;
  }

  function differs(row, code, who) {
    grid.note(row, "doubted", grid.fill(words.wordDoubted, { m: grid.shown(code) }));
    grid.paint(row);
    var stands = grid.wanted(row);
    var made = grid.ask(row, grid.fill(words.wordDiffers, { b: row.dataset.board, t: grid.shown(stands) || words.wordNone, w: who, m: grid.shown(code) }) + " " + words.wordStays, [
      grid.button(grid.fill(words.wordKeeps, { c: grid.shown(stands) || words.wordNone }), function () {
        grid.closeConflict(row);
        delete row.dataset.typed;
        grid.note(row, "", "");
        look(row, grid.wanted(row));
      }),
      grid.button(grid.fill(words.wordChange, { c: grid.shown(code) }), function () {
        var doubt = queue.get(row.dataset.game, "look");
        if (doubt) queue.drop(doubt);
        grid.closeConflict(row);
        delete row.dataset.typed;
        row.dataset.author = account;
        grid.note(row, "", "");
        grid.enter(row, code, true);
        grid.focus(nextToLook(row) || row);
      }),
    ]);
    made.querySelector("button").focus();
    grid.count();
  }

  function nextToLook(row) {
    var place = rows.indexOf(row) + 1;
    while (rows[place] && (rows[place].hidden || grid.isOpen(rows[place]) || grid.isConfirmed(rows[place]) || grid.isOwn(rows[place]))) place += 1;
    return rows[place] || null;
  }

  Object.assign(grid, { lookChanged: lookChanged, look: look });
})();
