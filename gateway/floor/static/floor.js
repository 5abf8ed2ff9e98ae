// The number of urgent alerts goes into the title; a new one makes the phone buzz.
let before = null;

document.addEventListener("parts", (e) => {
  if (!("open" in e.detail)) return;
  const urgent = Number(e.detail.open);
  document.title = urgent ? `(${urgent}) Floor – Feltwire` : "Floor – Feltwire";
  if (before !== null && urgent > before && navigator.vibrate) navigator.vibrate([120, 80, 120]);
  before = urgent;
});
