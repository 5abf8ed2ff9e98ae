// The clock runs down between two messages of the gateway, sounds at the end of a level, and the
// list of players can be searched.
import { gatewayNow } from "../static/live.js";
import { play, wake } from "../static/sound.js";
import { clock, t } from "../static/words.js";

const LOUD = 0.3;
let sounding = false;
let last = null;

function chime() {
  document.body.dataset.chimed = String(Number(document.body.dataset.chimed || 0) + 1);
  if (sounding) play([[660, 0.5, 0], [880, 0.9, 0.35]], LOUD);
}

function tick() {
  const now = gatewayNow();
  for (const place of document.querySelectorAll("[data-left]")) {
    const { left, until } = place.dataset;
    if (until && now === null) continue;
    const text = clock(until ? until - now : left);
    if (place.textContent !== text) place.textContent = text;
  }
  const level = document.querySelector("[data-sound]");
  if (level) {
    if (last !== null && last !== level.dataset.sound) chime();
    last = level.dataset.sound;
  }
}

setInterval(tick, 200);
document.addEventListener("parts", tick);
tick();

document.getElementById("sound")?.addEventListener("click", (e) => {
  sounding = !sounding;
  e.target.textContent = sounding ? t("Sound off") : t("Sound on");
  if (sounding) wake().then(() => play([[660, 0.3, 0]], LOUD)).catch(() => {});
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
