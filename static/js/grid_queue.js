/* The send queue of the result grid. Every entry waits in the browser's store until the server has it: across a
   reload, a lost line, the end of a session. One request at a time, entries in the order in which they were typed;
   all tabs of one round share the queue and one of them sends. What conflicts or was refused stays until somebody
   decides; what another account typed is never sent under this one. */
(function () {
  "use strict";
  var AT_ONCE = 40;
  var LONGEST_WAIT = 15000;

  function GridQueue(options) {
    this.prefix = options.prefix;
    this.account = options.account;
    this.accountName = options.accountName;
    this.send = options.send; // (items) -> Promise of {status, body}
    this.changed = options.changed; // (item, state, body)
    this.line = options.line; // (state): the line changed: online, offline, login, denied, other
    this.items = {};
    this.flying = false;
    this.sent = {}; // numbers of the entries that are under way
    this.wait = 1000;
    this.timer = null;
    this.state = "online";
    this.last = 0;
    this.restore();
    window.addEventListener("storage", this.heard.bind(this));
  }

  var proto = GridQueue.prototype;

  /* An entry as the store holds it; null for what is none, so that a store that somebody changed stops nothing. */
  function parsed(text) {
    var item;
    try { item = JSON.parse(text); } catch (broken) { return null; }
    if (!item || typeof item !== "object" || !/^\d+$/.test(String(item.game)) || typeof item.code !== "string" || !item.code) return null;
    if (item.kind !== "result" && item.kind !== "look") return null;
    if (!Number.isFinite(item.n) || !Number.isFinite(item.version) || !Number.isFinite(item.by)) return null;
    item.game = String(item.game);
    // Without the server's answer there is nothing to decide about: it is sent again.
    if (!item.told || typeof item.told !== "object") item.state = "waiting";
    return item;
  }

  proto.keyOf = function (game, kind) { return this.prefix + kind + ":" + game; };

  proto.restore = function () {
    this.items = {};
    try {
      for (var place = 0; place < localStorage.length; place += 1) {
        var key = localStorage.key(place);
        if (key.indexOf(this.prefix) !== 0) continue;
        var item = parsed(localStorage.getItem(key));
        if (item && key === this.keyOf(item.game, item.kind)) this.items[key] = item;
      }
    } catch (denied) {
      /* Without a store the queue lives as long as the page. */
    }
  };

  /* Read one entry again: another tab may have sent or changed it. */
  proto.fresh = function (key) {
    var text;
    try { text = localStorage.getItem(key); } catch (denied) { return this.items[key]; }
    if (text === null && !this.unkept) delete this.items[key];
    else if (text !== null) this.items[key] = parsed(text) || this.items[key];
    return this.items[key];
  };

  proto.keep = function (key) {
    try {
      localStorage.setItem(key, JSON.stringify(this.items[key]));
    } catch (full) {
      this.unkept = true;
    }
  };

  proto.all = function () {
    var items = this.items;
    return Object.keys(items).map(function (key) { return items[key]; }).sort(function (one, other) { return one.n - other.n; });
  };

  proto.own = function () {
    var account = this.account;
    return this.all().filter(function (item) { return item.by === account; });
  };
  proto.waiting = function () { return this.own().filter(function (item) { return item.state === "waiting"; }); };
  proto.pending = function () { return this.waiting().length; };
  proto.foreign = function () {
    var account = this.account;
    return this.all().filter(function (item) { return item.by !== account; });
  };
  proto.get = function (game, kind) { return this.items[this.keyOf(game, kind || "result")]; };

  proto.put = function (game, code, version, kind, reason) {
    var key = this.keyOf(game, kind || "result");
    var before = this.items[key];
    this.last = Math.max(Date.now(), this.last + 1);
    this.items[key] = {
      n: this.last,
      game: game,
      kind: kind || "result",
      code: code,
      // While the first value is under way the newer one builds upon the same version.
      version: before && this.sent[before.n] ? before.version : version,
      reason: reason || "",
      by: this.account,
      byName: this.accountName,
      state: "waiting",
    };
    this.keep(key);
    this.changed(this.items[key], this.state === "online" ? "saving" : "offline");
    this.pump();
  };

  proto.drop = function (item) {
    var key = this.keyOf(item.game, item.kind);
    delete this.items[key];
    try { localStorage.removeItem(key); } catch (denied) { /* nothing was kept */ }
  };

  /* Entries that somebody else left here: taken over by this account, or thrown away. */
  proto.take = function (item) {
    item.by = this.account;
    item.byName = this.accountName;
    item.state = "waiting";
    this.keep(this.keyOf(item.game, item.kind));
  };

  proto.pump = function () {
    var self = this;
    if (this.timer || this.flying || this.state === "other" || !this.pending()) return;
    this.flying = true;
    this.alone(function () {
      self.own().forEach(function (item) { self.fresh(self.keyOf(item.game, item.kind)); });
      var batch = self.waiting().slice(0, AT_ONCE);
      if (!batch.length) return null;
      batch.forEach(function (item) { self.sent[item.n] = true; });
      batch = batch.map(function (item) { return Object.assign({}, item); });
      return self.send(batch).then(
        function (answer) { self.landed(batch, answer); },
        function () { self.lost(batch, "offline"); }
      );
    }).catch(function () {
      return false; // no lock to be had just now; nothing was sent
    }).then(function (free) {
      self.flying = false;
      if (free === false) self.later(1000);
      else self.pump();
    });
  };

  /* Run the work while no other tab of this round sends; resolves to false if one does. */
  proto.alone = function (work) {
    if (!navigator.locks) return Promise.resolve(work());
    return navigator.locks.request(this.prefix, { ifAvailable: true }, function (lock) {
      return lock ? Promise.resolve(work()).then(function () { return true; }) : false;
    });
  };

  proto.landed = function (batch, answer) {
    var self = this;
    var body = answer.body || {};
    if (answer.status === 401) return this.lost(batch, "login");
    if (answer.status === 403) return this.lost(batch, body.error === "denied" ? "denied" : "login");
    if (answer.status === 409) return this.lost(batch, "other");
    if (answer.status !== 200 || !body.answers) return this.lost(batch, "offline");
    this.wait = 1000;
    this.tell("online");
    var byNumber = {};
    body.answers.forEach(function (told) { byNumber[told.n] = told; });
    batch.forEach(function (item) {
      delete self.sent[item.n];
      if (byNumber[item.n]) self.answered(item, byNumber[item.n]);
    });
    return null;
  };

  proto.answered = function (item, told) {
    var key = this.keyOf(item.game, item.kind);
    var waiting = this.fresh(key);
    var newer = waiting && waiting.n !== item.n;
    var look = item.kind === "result" && this.items[this.keyOf(item.game, "look")];
    if (told.status === 200) {
      if (look && look.version === item.version) {
        look.version = told.version;
        this.keep(this.keyOf(item.game, "look"));
      }
      if (newer) {
        // Typed on while the first value was under way: the newer one follows upon the new version.
        waiting.version = told.version;
        this.keep(key);
        this.changed(waiting, "answered", told);
      } else {
        this.drop(item);
        this.changed(item, "saved", told);
      }
      return;
    }
    var held = waiting || item;
    if (told.status === 409 && held.kind === "result" && held.code === told.code) {
      this.drop(held);
      this.changed(held, "saved", told);
      return;
    }
    held.state = told.status === 409 ? "conflict" : "refused";
    held.told = told;
    this.items[key] = held;
    this.keep(key);
    this.changed(held, held.state, told);
  };

  proto.lost = function (batch, why) {
    var self = this;
    batch.forEach(function (item) { delete self.sent[item.n]; });
    this.tell(why);
    this.waiting().forEach(function (item) { self.changed(item, "offline"); });
    // Nothing is sent under another name, so there is nothing to try until the page is loaded again.
    if (why !== "other") this.later(this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  };

  proto.later = function (wait) {
    var self = this;
    if (this.timer) return;
    this.timer = setTimeout(function () { self.timer = null; self.pump(); }, wait);
  };

  proto.tell = function (state) {
    this.state = state;
    this.line(state);
  };

  proto.again = function () {
    if (this.timer) { clearTimeout(this.timer); this.timer = null; }
    this.wait = 1000;
    this.pump();
  };

  /* Another tab wrote: an entry that came, changed, or was sent there. */
  proto.heard = function (event) {
    if (event.key === null) {
      // Somebody emptied the whole store; what this page still has to send goes back into it.
      Object.keys(this.items).forEach(this.keep, this);
      return;
    }
    if (event.key.indexOf(this.prefix) !== 0) return;
    var before = this.items[event.key];
    var item = event.newValue ? parsed(event.newValue) : null;
    if (item && event.key === this.keyOf(item.game, item.kind)) {
      this.items[event.key] = item;
      if (item.by === this.account) this.changed(item, item.state === "waiting" ? "saving" : item.state, item.told);
      if (item.state === "waiting") this.later(3000);
    } else if (before) {
      delete this.items[event.key];
      this.changed(before, "gone");
    }
  };

  window.GridQueue = GridQueue;
})();
