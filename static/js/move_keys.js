// A letter on a dossier page puts the cursor on the move that shows it; the form is sent by Enter as ever.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    const form = document.querySelector(`[data-move-key="${CSS.escape(event.key)}"]`);
    if (!form) return;
    event.preventDefault();
    form.closest("details")?.setAttribute("open", "");
    (form.querySelector("textarea, input:not([type=hidden])") || form.querySelector("button")).focus();
  });
})();
