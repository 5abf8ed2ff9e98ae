// Floor and director: the number of urgent alerts goes into the title; a new one, and one that has
// escalated, sounds and makes the phone buzz. So does a line that is gone.
import "/static/receipts.js";
import { say } from "/static/live.js";
import { t } from "/static/words.js";

const main = document.querySelector("[data-screen]");
const name = main.dataset.title;
const soundKey = document.getElementById("sound");
const pushKey = document.getElementById("push");
let before = null; // alert -> how often it has escalated
let audio = null;

function beep(times) {
  navigator.vibrate?.(Array.from({ length: 2 * times - 1 }, (_, i) => (i % 2 ? 90 : 160)));
  if (audio?.state !== "running") return;
  for (let i = 0; i < times; i++) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const at = audio.currentTime + 0.28 * i;
    tone.frequency.value = times > 2 ? 1320 : 880;
    gain.gain.setValueAtTime(0.25, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.24);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.25);
  }
}

// Browsers play nothing before somebody has touched the page.
async function wake() {
  audio ??= new AudioContext();
  await audio.resume();
  soundKey.textContent = t("Sound is on");
}
soundKey.addEventListener("click", () => wake().then(() => beep(1)));
document.addEventListener("pointerdown", () => wake().catch(() => {}), { once: true });

document.addEventListener("parts", (e) => {
  if (!("open" in e.detail) && !("alarm" in e.detail)) return;
  if ("open" in e.detail) {
    const urgent = Number(e.detail.open);
    document.title = urgent ? `(${urgent}) ${name} – Feltwire` : `${name} – Feltwire`;
  }
  const now = e.detail.alarm;
  if (!now) return;
  if (before !== null) {
    const louder = Object.keys(now).some((id) => id in before && now[id] > before[id]);
    const fresh = Object.keys(now).some((id) => !(id in before));
    if (louder) beep(4);
    else if (fresh) beep(2);
  }
  before = now;
});
// How long it can still be put right, where a book gives a time.
setInterval(() => {
  for (const place of document.querySelectorAll("[data-until]")) {
    const s = Math.ceil((Number(place.dataset.until) - Date.now()) / 1000);
    place.textContent = s > 0 ? t("{time} left", { time: `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}` }) : t("time is up");
    place.classList.toggle("over", s <= 0);
  }
}, 500);
document.addEventListener("line", (e) => {
  if (e.detail === "down" && before !== null) beep(3);
});

// -- Web Push, where the gateway offers it

const bytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
};

async function offerPush() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const answer = await fetch("/push/key");
  if (!answer.ok) return;
  const { key } = await answer.json();
  if (!key) return;
  const worker = await navigator.serviceWorker.register("/sw.js");
  pushKey.hidden = false;
  if (await worker.pushManager.getSubscription()) pushKey.textContent = t("This phone is told");
  pushKey.addEventListener("click", async () => {
    const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    const made = await worker.pushManager.subscribe(options).catch(() => null);
    if (!made) return say(t("The browser does not allow it."), "bad");
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ audience: main.dataset.screen, subscription: made.toJSON() });
    const stored = await fetch("/push/subscriptions", { method: "POST", headers, body });
    if (stored.ok) pushKey.textContent = t("This phone is told");
    else say((await stored.json())?.error?.message ?? t("refused ({status})", { status: stored.status }), "bad");
  });
}
offerPush().catch(() => {});
