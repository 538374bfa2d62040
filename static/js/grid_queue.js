/* The send queue of the result grid: every value waits here until the server has it, also across a reload.
   One request at a time for a board, three at once in all; a lost line is tried again; a conflict is never sent twice. */
(function () {
  "use strict";
  var AT_ONCE = 3;
  var LONGEST_WAIT = 15000;

  function GridQueue(options) {
    this.key = options.key;
    this.send = options.send; // (item) -> Promise of {status, body}
    this.changed = options.changed; // (game, state, body)
    this.items = {};
    this.flying = {};
    this.wait = 1000;
    this.timer = null;
    this.offline = false;
    this.restore();
  }

  GridQueue.prototype.restore = function () {
    try {
      this.items = JSON.parse(localStorage.getItem(this.key)) || {};
    } catch (broken) {
      this.items = {};
    }
  };

  GridQueue.prototype.keep = function () {
    try {
      if (Object.keys(this.items).length) localStorage.setItem(this.key, JSON.stringify(this.items));
      else localStorage.removeItem(this.key);
    } catch (full) {
      /* Without storage the queue still lives as long as the page. */
    }
  };

  GridQueue.prototype.pending = function () { return Object.keys(this.items).length; };
  GridQueue.prototype.has = function (game) { return Object.prototype.hasOwnProperty.call(this.items, game); };

  GridQueue.prototype.put = function (game, code, version) {
    var before = this.items[game];
    this.items[game] = { game: game, code: code, version: this.flying[game] && before ? before.version : version };
    this.keep();
    this.changed(game, this.offline ? "offline" : "saving");
    this.pump();
  };

  GridQueue.prototype.drop = function (game) {
    delete this.items[game];
    this.keep();
  };

  GridQueue.prototype.pump = function () {
    var self = this;
    if (this.timer) return;
    Object.keys(this.items).forEach(function (game) {
      if (Object.keys(self.flying).length >= AT_ONCE || self.flying[game]) return;
      self.fly(self.items[game]);
    });
  };

  GridQueue.prototype.fly = function (item) {
    var self = this;
    this.flying[item.game] = true;
    this.send(item).then(
      function (answer) { self.landed(item, answer); },
      function () { self.lost(item); }
    );
  };

  GridQueue.prototype.landed = function (item, answer) {
    delete this.flying[item.game];
    if (answer.status >= 500 || answer.status === 429) return this.lost(item, true);
    this.offline = false;
    this.wait = 1000;
    var waiting = this.items[item.game];
    if (answer.status === 200) {
      if (waiting && waiting.code !== item.code) {
        // Typed on while the first value was under way: the newer one follows upon the new version.
        waiting.version = answer.body.version;
        this.keep();
        this.changed(item.game, "answered", answer.body);
      } else {
        this.drop(item.game);
        this.changed(item.game, "saved", answer.body);
      }
    } else if (answer.status === 409) {
      answer.body.sent = waiting ? waiting.code : item.code;
      this.drop(item.game);
      this.changed(item.game, answer.body.sent === answer.body.code ? "saved" : "conflict", answer.body);
    } else if (answer.status === 401 || answer.status === 403) {
      this.lost(item, true, "login");
      return;
    } else {
      this.drop(item.game);
      this.changed(item.game, "refused", answer.body);
    }
    this.pump();
  };

  GridQueue.prototype.lost = function (item, answered, why) {
    var self = this;
    delete this.flying[item.game];
    this.offline = true;
    Object.keys(this.items).forEach(function (game) { self.changed(game, why || "offline"); });
    if (this.timer) return;
    this.timer = setTimeout(function () { self.timer = null; self.pump(); }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  };

  GridQueue.prototype.again = function () {
    if (this.timer) { clearTimeout(this.timer); this.timer = null; }
    this.wait = 1000;
    this.pump();
  };

  window.GridQueue = GridQueue;
})();
