/* The score of each match of teams above its boards, as the results are typed. Reads what the grid keeps at its rows. */
(function () {
  "use strict";
  var POINTS = { "1-0": [2, 0], "0-1": [0, 2], "1/2-1/2": [1, 1], "0-0": [0, 0], "1/2-0": [1, 0], "0-1/2": [0, 1], "1-0u": [2, 0], "0-1u": [0, 2], "1/2-1/2u": [1, 1], "1-0a": [2, 0], "0-1a": [0, 2], "1/2-1/2a": [1, 1], "+/-": [2, 0], "-/+": [0, 2], "-/-": [0, 0], "=/=": [1, 1] };
  var form = document.querySelector("form[data-match-points]");
  if (!form) return;
  // Half points of a win, a draw and a loss in this event.
  var system = form.dataset.matchPoints.split(",").map(Number);

  function halves(outcome) { return outcome === 2 ? system[0] : outcome === 1 ? system[1] : system[2]; }
  function shown(value) { return value % 2 ? (value > 1 ? Math.floor(value / 2) : "") + "½" : String(value / 2); }

  function count() {
    form.querySelectorAll("tr.match-row[data-match]").forEach(function (head) {
      var home = Number(head.dataset.home || 0);
      var away = Number(head.dataset.away || 0);
      form.querySelectorAll("tr.board[data-match='" + head.dataset.match + "']").forEach(function (row) {
        var result = POINTS[row.dataset.wanted || row.dataset.code];
        if (!result) return;
        var white = halves(result[0]);
        var black = halves(result[1]);
        home += row.dataset.homeWhite === "1" ? white : black;
        away += row.dataset.homeWhite === "1" ? black : white;
      });
      var text = shown(home) + " : " + shown(away);
      var score = head.querySelector("[data-score]");
      if (score.textContent !== text) score.textContent = text;
    });
  }

  new MutationObserver(count).observe(form.querySelector("table"), { subtree: true, childList: true, attributes: true, attributeFilter: ["data-code", "data-wanted"] });
  count();
})();
