// Dark or bright, as this screen was left, and its language. No module: it runs before anything is
// painted.
(() => {
  const root = document.documentElement;
  let kept = null;
  try { kept = localStorage.getItem("theme"); } catch { /* a browser that keeps nothing */ }
  if (kept) root.dataset.theme = kept;
  document.addEventListener("click", (e) => {
    if (!e.target.closest("#theme")) return;
    root.dataset.theme = root.dataset.theme === "bright" ? "dark" : "bright";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* for this page only */ }
  });
  document.addEventListener("change", (e) => {
    if (e.target.id !== "lang") return;
    const here = new URL(location.href);
    here.searchParams.set("lang", e.target.value);
    location.assign(here);
  });
})();
