// The clock runs down between two messages of the gateway, sounds at the end of a level, and the
// list of players can be searched.
import { t } from "/static/words.js";

const shown = new WeakMap(); // element -> [what the gateway said, when]

function text(ms) {
  const s = Math.ceil(ms / 1000);
  const [h, m, r] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(r)}` : `${m}:${two(r)}`;
}

let sounding = false;
let context = null;
let last = null;

function tone(hz, at, length) {
  const wave = context.createOscillator();
  const gain = context.createGain();
  wave.frequency.value = hz;
  gain.gain.setValueAtTime(0.3, context.currentTime + at);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + length);
  wave.connect(gain).connect(context.destination);
  wave.start(context.currentTime + at);
  wave.stop(context.currentTime + at + length);
}

function chime() {
  document.body.dataset.chimed = String(Number(document.body.dataset.chimed || 0) + 1);
  if (!sounding) return;
  tone(660, 0, 0.5);
  tone(880, 0.35, 0.9);
}

function tick() {
  for (const place of document.querySelectorAll("[data-left]")) {
    const said = place.dataset.left + place.dataset.running;
    let known = shown.get(place);
    if (!known || known[0] !== said) shown.set(place, (known = [said, performance.now()]));
    const gone = place.dataset.running ? performance.now() - known[1] : 0;
    const now = text(Math.max(0, Number(place.dataset.left) - gone));
    if (place.textContent !== now) place.textContent = now;
  }
  const clock = document.querySelector("[data-sound]");
  if (clock) {
    if (last !== null && last !== clock.dataset.sound) chime();
    last = clock.dataset.sound;
  }
}

setInterval(tick, 200);
document.addEventListener("parts", tick);
tick();

document.getElementById("sound")?.addEventListener("click", (e) => {
  context ??= new AudioContext();
  sounding = !sounding;
  e.target.textContent = sounding ? t("Sound off") : t("Sound on");
  if (sounding) tone(660, 0, 0.3);
});

function search() {
  const field = document.getElementById("find");
  if (!field) return;
  const wanted = field.value.trim().toLowerCase();
  for (const row of document.querySelectorAll(".list tbody tr[id]")) {
    const seat = row.cells[1].textContent.trim();
    row.hidden = wanted !== "" && !row.cells[0].textContent.toLowerCase().includes(wanted) && !seat.startsWith(wanted);
  }
}
document.addEventListener("input", (e) => e.target.id === "find" && search());
document.addEventListener("parts", search);
