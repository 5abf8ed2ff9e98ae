// Tells the gateway which alerts this screen really shows: what nobody confirms in time escalates.
// A page in the background, or on a phone whose screen is off, shows nothing.
const screen = document.querySelector("[data-screen]")?.dataset.screen;
const EACH_MAX = 200;
const AGAIN_MS = 1000;
let told = new Set();
let timer = 0;

async function tell() {
  clearTimeout(timer);
  timer = 0;
  if (document.visibilityState !== "visible") return;
  const shown = [...document.querySelectorAll("[data-alert]")].filter((e) => e.offsetParent).map((e) => e.dataset.alert);
  told = new Set(shown.filter((alert) => told.has(alert)));
  const news = shown.filter((alert) => !told.has(alert)).slice(0, EACH_MAX);
  if (!news.length) return;
  const body = JSON.stringify({ where: screen, alerts: news.map((alert) => JSON.parse(alert)) });
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch("/floor/shown", { method: "POST", headers, body });
    if (answer.ok) news.forEach((alert) => told.add(alert));
    if (answer.status < 500) return; // refused for good: asking again would not help
  } catch {
    // the gateway is away: the alerts are still on the screen
  }
  timer = setTimeout(tell, AGAIN_MS);
}

if (screen) {
  document.addEventListener("parts", tell);
  document.addEventListener("visibilitychange", tell);
  tell();
}
