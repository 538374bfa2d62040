/* A round made by hand. The number fields of the form are the truth; names, the list of those without a board and
   the marks beside the engine's boards follow them. A player has one place: whoever is put on another's changes
   places with him. Without script the form takes the same numbers. */
(function () {
  "use strict";

  var form = document.querySelector("[data-hand]");
  if (!form) return;
  var status = form.querySelector("[data-hand-status]");
  var list = form.querySelector("[data-hand-list]");
  var template = form.querySelector("[data-hand-template]");
  var count = form.querySelector("[data-hand-count]");
  var players = new Map();
  form.querySelectorAll("#hand-players option").forEach(function (option) {
    players.set(option.value, { text: option.textContent, rest: option.dataset.rest });
  });
  var slots = Array.from(form.querySelectorAll(".slot-number"));
  var before = new Map(slots.map(function (slot) { return [slot, slot.value]; }));
  var drawn = new Map();
  var picked = null;

  function word(name, facts) {
    var text = form.dataset["word" + name] || "";
    Object.keys(facts || {}).forEach(function (key) { text = text.replace("%" + key, facts[key]); });
    return text;
  }

  function title(number) {
    var player = players.get(number);
    return player ? number + " " + player.text : "";
  }

  function nameOf(slot) { return slot.closest("[data-slot]").querySelector("[data-slot-name]"); }
  function boardOf(slot) { return slot.closest("tr").querySelector("th").textContent.trim(); }
  function pairOf(row) { return Array.from(row.querySelectorAll(".slot-number")); }
  function say(text) { status.textContent = text; }

  // -- what follows the numbers --------------------------------------------------------------------------------

  function draw() {
    var seated = new Set();
    slots.forEach(function (slot) {
      var player = players.get(slot.value);
      if (player) seated.add(slot.value);
      if (drawn.get(slot) === slot.value) return;
      drawn.set(slot, slot.value);
      var name = nameOf(slot);
      name.textContent = player ? player.text : "";
      if (player) name.removeAttribute("aria-label");
      else name.setAttribute("aria-label", slot.getAttribute("aria-label"));
      slot.setAttribute("aria-invalid", String(slot.value !== "" && !player));
      before.set(slot, slot.value);
    });
    drawPool(seated);
    drawEngine();
  }

  function drawPool(seated) {
    var shown = new Map();
    list.querySelectorAll("[data-hand-free]").forEach(function (item) {
      if (seated.has(item.dataset.handFree)) item.remove();
      else shown.set(item.dataset.handFree, item);
    });
    var fresh = [];
    players.forEach(function (player, number) {
      if (!seated.has(number) && !shown.has(number)) fresh.push(number);
    });
    var items = fresh.length ? Array.from(shown.values()) : [];
    fresh.forEach(function (number) {
      var item = freeItem(number, players.get(number));
      var after = items.find(function (other) { return Number(other.dataset.handFree) > Number(number); });
      list.insertBefore(item, after || null);
      shown.set(number, item);
    });
    count.textContent = word("Free", { n: shown.size });
  }

  function freeItem(number, player) {
    var item = template.content.querySelector("li").cloneNode(true);
    item.dataset.handFree = number;
    item.querySelector("[data-slot-name]").textContent = title(number);
    var select = item.querySelector("select");
    select.name = "bye-" + number;
    select.value = player.rest || "";
    select.setAttribute("aria-label", select.getAttribute("aria-label").replace("…", player.text));
    return item;
  }

  function drawEngine() {
    var pairs = new Set(), proposed = new Set();
    form.querySelectorAll("[data-hand-row]").forEach(function (row) {
      var pair = pairOf(row);
      if (pair.length) pairs.add(pair[0].value + "-" + pair[1].value);
    });
    form.querySelectorAll("[data-engine]").forEach(function (cell) {
      var pair = cell.dataset.engine, turned = pair.split("-").reverse().join("-");
      var state = pairs.has(pair) ? "same" : pairs.has(turned) ? "colours" : "differs";
      var mark = cell.querySelector("[data-engine-mark]");
      mark.dataset.state = state;
      mark.textContent = { same: "✓", colours: "⇄", differs: "≠" }[state];
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", word({ same: "Same", colours: "Colours", differs: "Differs" }[state]));
      proposed.add(pair);
    });
    if (!proposed.size) return;
    form.querySelectorAll("[data-hand-row]").forEach(function (row) {
      var pair = pairOf(row);
      var text = pair.length ? pair[0].value + "-" + pair[1].value : "-";
      row.classList.toggle("is-marked", text !== "-" && !proposed.has(text));
    });
  }

  function changed() {
    draw();
    form.dispatchEvent(new CustomEvent("boards-changed", { bubbles: true }));
  }

  // -- moving players --------------------------------------------------------------------------------------------

  function seatOf(number) {
    return slots.find(function (slot) { return slot.value === number; });
  }

  /* Put a player on a place; whoever sat there goes where the player came from. */
  function put(number, slot) {
    var from = number ? slots.find(function (other) { return other !== slot && before.get(other) === number; }) : null;
    if (from) from.value = before.get(slot);
    slot.value = number;
    changed();
    say(word("Placed", { b: boardOf(slot), p: title(number) || "–" }));
  }

  function free(number) {
    var slot = seatOf(number);
    if (slot) { slot.value = ""; changed(); }
  }

  function swap(row) {
    var pair = pairOf(row);
    if (!pair.length) return;
    var value = pair[0].value;
    pair[0].value = pair[1].value;
    pair[1].value = value;
    changed();
  }

  function numberOf(button) {
    var item = button.closest("[data-hand-free]");
    return item ? item.dataset.handFree : button.closest("[data-slot]").querySelector(".slot-number").value;
  }

  function pick(button) {
    form.querySelectorAll('[data-slot-name][aria-pressed="true"]').forEach(function (other) { other.removeAttribute("aria-pressed"); });
    picked = button ? numberOf(button) : null;
    if (!picked) return;
    button.setAttribute("aria-pressed", "true");
    say(word("Picked", { p: title(picked) }));
  }

  form.addEventListener("click", function (event) {
    var turn = event.target.closest("[data-hand-swap]");
    if (turn) { swap(turn.closest("tr")); return; }
    var button = event.target.closest("[data-slot-name]");
    if (!button) return;
    var cell = button.closest("[data-slot]");
    if (picked && cell && numberOf(button) !== picked) {
      var number = picked;
      pick(null);
      put(number, cell.querySelector(".slot-number"));
    } else if (picked) {
      if (!cell && numberOf(button) !== picked) free(picked);
      pick(null);
    } else {
      pick(button);
    }
  });

  // -- keyboard ---------------------------------------------------------------------------------------------------

  function step(slot, by) {
    var next = slots[slots.indexOf(slot) + by];
    if (next) { next.focus(); next.select(); }
  }

  function settle(slot) {
    if (slot.value.trim() === before.get(slot)) return;
    put(slot.value.trim(), slot);
  }

  form.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && picked) { pick(null); return; }
    var slot = event.target.closest(".slot-number");
    if (!slot || event.ctrlKey || event.metaKey || event.altKey) return;
    var moves = { Enter: 1, ArrowDown: 2, ArrowUp: -2 };
    if (event.key in moves) { event.preventDefault(); settle(slot); step(slot, moves[event.key]); }
    else if (event.key === "x" || event.key === "X") { event.preventDefault(); settle(slot); swap(slot.closest("tr")); }
    else if (event.key === "Delete") { event.preventDefault(); slot.value = ""; changed(); }
    else if (event.key.length === 1 && !/[0-9]/.test(event.key)) event.preventDefault();
  });

  form.addEventListener("change", function (event) {
    if (event.target.matches(".slot-number")) settle(event.target);
    else if (event.target.matches(".bye-select")) form.dispatchEvent(new CustomEvent("boards-changed", { bubbles: true }));
  });

  // -- dragging ---------------------------------------------------------------------------------------------------

  form.addEventListener("dragstart", function (event) {
    var button = event.target.closest("[data-slot-name]");
    var number = button && numberOf(button);
    if (!number) { event.preventDefault(); return; }
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", number);
    picked = number;
  });

  function target(event) { return event.target.closest("[data-slot]") || event.target.closest("[data-hand-pool]"); }

  form.addEventListener("dragover", function (event) {
    var over = target(event);
    if (over && picked) { event.preventDefault(); over.classList.add("is-over"); }
  });
  form.addEventListener("dragleave", function (event) {
    var over = target(event);
    if (over) over.classList.remove("is-over");
  });
  form.addEventListener("drop", function (event) {
    var over = target(event);
    if (!over || !picked) return;
    event.preventDefault();
    over.classList.remove("is-over");
    var number = picked;
    pick(null);
    if (over.matches("[data-slot]")) put(number, over.querySelector(".slot-number"));
    else free(number);
  });
  form.addEventListener("dragend", function () { pick(null); });

  draw();
})();
