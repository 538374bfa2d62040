// j and k move a mark over the rows of a list; Enter or o opens the marked row; a, r and t open it at that move.
(() => {
  const frame = document.querySelector("[data-row-keys]");
  if (!frame) return;
  const moves = { a: "#move-accept", r: "#move-return", t: "#move-take" };
  const rows = [...frame.querySelectorAll("tbody tr")].filter((row) => row.querySelector("a[href]"));
  const link = (row) => row.querySelector("a[href]");
  let index = -1;
  const mark = (next) => {
    if (!rows.length) return;
    if (index >= 0) rows[index].classList.remove("is-marked");
    index = Math.max(0, Math.min(rows.length - 1, next));
    rows[index].classList.add("is-marked");
    link(rows[index]).focus({ preventScroll: true });
    rows[index].scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "j") mark(index + 1);
    else if (event.key === "k") mark(index - 1);
    else if (event.key === "o" && index >= 0) link(rows[index]).click();
    else if (moves[event.key] && index >= 0) window.location.assign(link(rows[index]).href + moves[event.key]);
  });
})();
