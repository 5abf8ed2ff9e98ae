// The room: tables by need, or as they stand. Arranging moves them by finger, mouse or arrow keys;
// the plan is kept by the gateway and is the same on every screen.
import { post, recall, remember } from "../static/live.js";
import { t } from "../static/words.js";

const CELLS = 40; // gateway/floor/plan.py
const main = document.querySelector("main.index");
const room = () => document.getElementById("room");
let view = recall("room-view") || "need";
let arranging = false;
let mine = null; // the plan while it is arranged here

const kept = () => mine ?? JSON.parse(room().dataset.plan);

// Every table has a place: those nobody has placed follow below the plan.
function whole() {
  const plan = { ...kept() };
  const names = [...room().querySelectorAll(".place")].map((p) => p.dataset.table);
  const taken = new Set(Object.values(plan).map(String));
  const columns = Math.min(10, Math.max(1, Math.ceil(Math.sqrt(names.length * 1.6))));
  let next = 0;
  for (const name of names.filter((n) => !(n in plan))) {
    while (taken.has(String([next % columns, Math.floor(next / columns)]))) next++;
    plan[name] = [next % columns, Math.floor(next / columns)];
    taken.add(String(plan[name]));
  }
  return plan;
}

function paint() {
  if (!room()) return;
  room().className = `room ${view}${arranging ? " arranging" : ""}`;
  for (const b of document.querySelectorAll("[data-view]")) b.setAttribute("aria-pressed", String(b.dataset.view === view));
  const arrange = document.getElementById("arrange");
  arrange.hidden = view !== "plan";
  arrange.setAttribute("aria-pressed", String(arranging));
  arrange.textContent = arranging ? t("Done") : t("Arrange");
  const plan = whole(), pits = JSON.parse(room().dataset.pits);
  for (const place of room().querySelectorAll(".place")) {
    place.dataset.pit = pits[place.dataset.table] ?? "";
    const [column, row] = plan[place.dataset.table];
    const need = Number(place.firstElementChild?.dataset.need ?? 3);
    place.style.order = view === "need" ? need : 0;
    place.style.gridColumn = view === "plan" ? column + 1 : "";
    place.style.gridRow = view === "plan" ? row + 1 : "";
  }
}

function move(name, column, row) {
  const plan = whole();
  if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) return;
  const other = Object.keys(plan).find((n) => n !== name && String(plan[n]) === String([column, row]));
  if (other) plan[other] = plan[name];
  plan[name] = [column, row];
  mine = plan;
  paint();
}

// One plan is sent at a time, so that none overtakes a newer one.
let sent = null;
async function keep() {
  if (sent) return; // what was moved meanwhile follows
  while (mine && mine !== sent) {
    sent = mine;
    if (await post("/floor/plan", { places: sent }, true)) room().dataset.plan = JSON.stringify(sent);
  }
  sent = mine = null;
  paint();
}
addEventListener("pagehide", () => {
  if (mine && mine !== sent) post("/floor/plan", { places: mine }, true);
});

main.addEventListener("click", (e) => {
  const key = e.target.closest(".views button");
  if (key?.dataset.view) {
    view = key.dataset.view;
    arranging = false;
    remember("room-view", view);
    paint();
  } else if (key?.id === "arrange") {
    arranging = !arranging;
    paint();
  } else if (arranging && e.target.closest(".tile")) e.preventDefault();
});

main.addEventListener("pointerdown", (e) => {
  const place = arranging && e.target.closest(".room .place");
  if (!place) return;
  e.preventDefault();
  place.firstElementChild.focus();
  place.classList.add("moving");
  place.setPointerCapture(e.pointerId);
  const box = place.getBoundingClientRect();
  const [column, row] = whole()[place.dataset.table];
  const from = [e.clientX, e.clientY];
  const gap = parseFloat(getComputedStyle(room()).columnGap);
  const drag = (m) => {
    const dx = Math.round((m.clientX - from[0]) / (box.width + gap));
    const dy = Math.round((m.clientY - from[1]) / (box.height + gap));
    const now = whole()[place.dataset.table];
    if (String(now) !== String([column + dx, row + dy])) move(place.dataset.table, column + dx, row + dy);
  };
  const drop = () => {
    place.classList.remove("moving");
    place.removeEventListener("pointermove", drag);
    keep();
  };
  place.addEventListener("pointermove", drag);
  place.addEventListener("pointerup", drop, { once: true });
  place.addEventListener("pointercancel", drop, { once: true });
});

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
main.addEventListener("keydown", (e) => {
  const place = arranging && e.target.closest(".room .place");
  if (!place || !(e.key in STEPS)) return;
  e.preventDefault();
  const [column, row] = whole()[place.dataset.table];
  move(place.dataset.table, column + STEPS[e.key][0], row + STEPS[e.key][1]);
  keep();
});

document.addEventListener("parts", paint);
paint();
