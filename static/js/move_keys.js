// A letter on a dossier page puts the cursor on the move that shows it; the form is sent by Enter as ever.
// The address may name the move too: #move-return. A link with data-key is followed (n: next dossier, ?: help).
(() => {
  const enter = (form) => {
    form.closest("details")?.setAttribute("open", "");
    (form.querySelector("textarea, input:not([type=hidden])") || form.querySelector("button")).focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      link.click();
      return;
    }
    const form = document.querySelector(`[data-move-key="${CSS.escape(event.key)}"]`);
    if (!form) return;
    event.preventDefault();
    enter(form);
  });
  const named = document.getElementById(window.location.hash.slice(1));
  if (named?.matches("form[data-move-key]")) enter(named);
})();
