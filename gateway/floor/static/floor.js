// Floor and director: the number of urgent alerts goes into the title. A new alert, and one that has
// escalated, sounds and makes the phone buzz, by how much it matters. So does a line that is gone.
import "../static/receipts.js";
import { gatewayNow, post, read, recall, remember, say } from "../static/live.js";
import { play, wake } from "../static/sound.js";
import { clock, t } from "../static/words.js";

const main = document.querySelector("[data-screen]");
const name = main.dataset.title;
const soundKey = document.getElementById("sound");
const pushKey = document.getElementById("push");
const dealersToo = document.getElementById("dealers-too");
let before = null; // alert -> [severity, how often it has escalated]

// Sounds and buzzes from the least to the most: tones as [hertz, seconds, seconds from now], buzzes in
// ms. They can be told apart with the phone in a pocket: one short, two long, three falling, many.
const SIGNALS = {
  ask: { tones: [[587, 0.14, 0]], loud: 0.12, buzz: [70] },
  urgent: { tones: [[880, 0.24, 0], [880, 0.24, 0.29]], loud: 0.25, buzz: [220, 110, 220] },
  line: { tones: [[660, 0.2, 0], [523, 0.2, 0.25], [392, 0.3, 0.5]], loud: 0.25, buzz: [120, 80, 120, 80, 120] },
  late: { tones: Array.from({ length: 6 }, (_, i) => [i % 2 ? 988 : 1319, 0.18, 0.23 * i]), loud: 0.35, buzz: [400, 90, 400, 90, 400, 90, 400] },
};

function signal(kind) {
  const { tones, loud, buzz } = SIGNALS[kind];
  navigator.vibrate?.(buzz);
  play(tones, loud);
}

// What dealers put right themselves sounds only where somebody has asked for it; the screen keeps it.
if (dealersToo) {
  dealersToo.checked = recall("dealers-too") === "yes";
  dealersToo.addEventListener("change", () => remember("dealers-too", dealersToo.checked ? "yes" : ""));
}

// The most of what has come, or "" where nothing is worth a sound.
function worth(now) {
  const ids = Object.keys(now);
  if (ids.some((id) => now[id][1] > (before[id]?.[1] ?? 0))) return "late";
  const fresh = ids.filter((id) => !(id in before)).map((id) => now[id][0]);
  // Whatever has come to the director was sent there by somebody, or waits too long.
  if (fresh.includes("urgent") || (fresh.length && !dealersToo)) return "urgent";
  return fresh.length && dealersToo.checked ? "ask" : "";
}

const woken = () => wake().then(() => (soundKey.textContent = t("Sound is on")));
soundKey.addEventListener("click", () =>
  woken().then(() => signal("urgent")).catch(() => say(t("This device plays no sound."), "bad")));
document.addEventListener("pointerdown", () => woken().catch(() => {}), { once: true });

// Pits have others to answer them: what rings here is another now. A reason half typed is kept.
let pits = null;
document.addEventListener("parts", (e) => {
  if (!("pits" in e.detail)) return;
  const typed = [...document.querySelectorAll(".acts input:not([type=hidden])")].some((field) => field.value);
  if (pits !== null && pits !== e.detail.pits && !typed) location.reload();
  pits = e.detail.pits;
});

document.addEventListener("parts", (e) => {
  if (!("open" in e.detail) && !("alarm" in e.detail)) return;
  if ("open" in e.detail) {
    const urgent = Number(e.detail.open);
    document.title = urgent ? `(${urgent}) ${name} – Feltwire` : `${name} – Feltwire`;
  }
  const now = e.detail.alarm;
  if (!now) return;
  const kind = before === null ? "" : worth(now);
  if (kind) signal(kind);
  before = now;
});
// How long it can still be put right, where a book gives a time: by the gateway's clock.
function countDown() {
  const now = gatewayNow();
  if (now === null) return;
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Number(place.dataset.until) - now;
    place.textContent = left > 0 ? t("{time} left", { time: clock(left) }) : t("time is up");
    place.classList.toggle("over", left <= 0);
  }
}
setInterval(countDown, 500);

document.addEventListener("line", (e) => {
  if (e.detail === "down" && before !== null) signal("line");
});

// -- Installed on a phone: a page of its own says when the gateway cannot be reached

// Its worker keeps that page, and again when this screen speaks another language.
async function install() {
  if (!("serviceWorker" in navigator)) return null; // plain HTTP from another machine
  await navigator.serviceWorker.register("/sw.js");
  const { lang } = document.documentElement;
  const installed = await navigator.serviceWorker.ready;
  if (recall("offline-lang") !== lang) installed.active.postMessage("keep");
  remember("offline-lang", lang);
  return installed;
}
const worker = install().catch(() => null);

// -- Web Push, where the gateway offers it

const bytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
};

async function offerPush() {
  const installed = await worker;
  if (!installed || !("PushManager" in window)) return;
  const { key } = (await read("/push/key", "json")) ?? {};
  if (!key) return;
  pushKey.hidden = false;
  if (await installed.pushManager.getSubscription()) pushKey.textContent = t("This phone is notified");
  pushKey.addEventListener("click", async () => {
    const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    const made = await installed.pushManager.subscribe(options).catch(() => null);
    if (!made) return say(t("The browser does not allow it."), "bad");
    const asked = { audience: main.dataset.screen, subscription: made.toJSON() };
    if (await post("/push/subscriptions", asked, true)) pushKey.textContent = t("This phone is notified");
  });
}
offerPush().catch(() => {});
