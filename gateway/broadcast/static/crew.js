// The crew's control page: preview beside program, keys, rundown, commentator's card. It is given
// public scenes alone; what the vault releases is on the overlays that ask for it.
import { post, say } from "../static/live.js";
import { FIRST, follow } from "./graphics.js";
import { el } from "./format.js";
import { number, t } from "../static/words.js";

const main = document.querySelector(".crew");
const table = main.dataset.table;
const base = `/crew/${encodeURIComponent(table)}`;
const $ = (id) => document.getElementById(id);
const program = $("program"), preview = $("preview");
let scene = {}, crew = null, crewText = "", seatsText = "";

const lowerNow = () => {
  const kind = $("kind").value;
  if (!kind) return null;
  const made = { kind };
  if (["player", "chips"].includes(kind)) made.seat = Number($("seat").value);
  else if ($("head").value) made.head = $("head").value;
  if ($("line").value) made.text = $("line").value;
  return made;
};

const words = (lower) => !lower ? "" : [$("kind").querySelector(`[value="${lower.kind}"]`)?.textContent.trim(), lower.seat ? t("seat {seat}", { seat: lower.seat }) : "", lower.head].filter(Boolean).join(" · ");

async function set(values) {
  await post(`${base}/preview`, values, true);
}

const DONE = {
  take: t("On air"), cut: t("Lower third on air"), clear: t("Cleared"), next: t("Next"), back: t("Back"),
  hide: t("Hidden"), show: t("Shown again"),
};

async function act(name) {
  if (await post(`${base}/do/${name}`, {}, true)) say(DONE[name] ?? name);
}

function controls() {
  const p = { ...FIRST, ...crew.preview };
  for (const field of main.querySelectorAll("[name]")) {
    if (field === document.activeElement && field.tagName === "INPUT" && field.type !== "checkbox") continue;
    if (field.type === "checkbox") field.checked = p[field.name];
    else field.value = p[field.name];
  }
  $("hide").setAttribute("aria-pressed", crew.hidden);
  $("hide").dataset.act = crew.hidden ? "show" : "hide";
  $("now-says").textContent = crew.hidden ? t("Hidden") : words(crew.program.lower) || t("No lower third");
  $("next-says").textContent = words(crew.preview.lower) || (crew.rundown.length ? t("next: {what}", { what: words(crew.rundown[0]) }) : "");
  $("rundown").replaceChildren(...crew.rundown.map((lower, i) => {
    const item = el("li", "", words(lower));
    const drop = el("button", "", t("Remove"));
    drop.onclick = () => post(`${base}/rundown`, crew.rundown.filter((_l, k) => k !== i), true);
    item.append(drop);
    return item;
  }));
}

const ONE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function sheet() {
  const { snapshot, stats } = scene;
  const bb = snapshot.bb, seats = snapshot.seats;
  const text = (v, unit = "") => v === null || v === undefined ? "–" : v + unit;
  $("sheet").tBodies[0].replaceChildren(...seats.map((s) => {
    const f = stats[s.seat] ?? {};
    const call = s.to_act ? scene.snapshot.to_act?.call ?? 0 : 0;
    const cells = [
      s.seat, s.name, number(s.stack), bb ? number(s.stack / bb, ONE) : "–",
      call ? number(call) : "", call ? Math.round((100 * call) / (snapshot.pot + call)) + "%" : "",
      text(f.vpip, "%"), text(f.pfr, "%"), text(f.three_bet, "%"), text(f.aggression, "%"), text(f.hands),
    ];
    const row = el("tr", s.to_act ? "act" : ["folded", "out"].includes(s.state) ? "gone" : "");
    row.append(...cells.map((c) => el("td", "", String(c))));
    return row;
  }));
  const names = JSON.stringify(seats.map((s) => [s.seat, s.name]));
  if (names !== seatsText) {
    seatsText = names;
    const chosen = $("seat").value;
    $("seat").replaceChildren(...seats.map((s) => {
      const one = el("option", "", `${s.seat}  ${s.name}`);
      one.value = s.seat;
      return one;
    }));
    if (chosen) $("seat").value = chosen;
    $("right-seat").querySelector("select").replaceChildren(...[...$("seat").options].map((o) => o.cloneNode(true)));
  }
}

follow(`${base}/stream`, (parts) => {
  Object.assign(scene, parts);
  if (parts.crew) {
    crew = parts.crew;
    const text = JSON.stringify(crew);
    if (text !== crewText) controls();
    crewText = text;
  }
  program.take(parts);
  const { air, ...rest } = parts;
  preview.take({ ...rest, air: { program: crew.preview, hidden: false } });
  if (parts.snapshot || parts.stats) sheet();
  if (parts.snapshot) rightBoard();
  if (parts.fault !== undefined) {
    $("fault").textContent = parts.fault;
    $("fault").hidden = !parts.fault;
  }
}, (state) => main.classList.toggle("stale", state === "stale"));

main.addEventListener("change", (e) => {
  const field = e.target;
  if (field.closest(".right")) return;
  if (["kind", "seat", "head", "line"].includes(field.id)) {
    if (["text", "talk"].includes($("kind").value) && !$("head").value) return;
    set({ lower: lowerNow() });
  } else if (field.name) {
    const value = field.type === "checkbox" ? field.checked : field.name === "fold_ms" ? Number(field.value) : field.value;
    set({ [field.name]: value });
  }
});

$("queue").addEventListener("click", () => {
  const lower = lowerNow();
  if (lower) post(`${base}/rundown`, [...crew.rundown, lower], true);
  else say(t("Choose a kind of lower third first."), "bad");
});

main.addEventListener("click", (e) => {
  const button = e.target.closest("[data-act]");
  if (button) act(button.dataset.act);
});

// What was read wrongly, put right by hand: one key for the table's controller, which tells it to all.
const RIGHT = {
  card: [t("Card (empty: none lies there)"), "Ah"], cards: [t("Cards"), "Ah Kd"], stack: [t("Chips"), "48500"],
};
const NAMED = /[2-9tjqka][cdhs]/gi;
const cardsOf = (text) => {
  const found = text.replace(/10/g, "T").match(NAMED) ?? [];
  const whole = found.join("").length === text.replace(/10/g, "T").replace(/[\s,]/g, "").length;
  return whole ? found.map((c) => c[0].toUpperCase() + c[1].toLowerCase()) : null;
};

function rightKind() {
  const kind = $("right-kind").value;
  [$("right-says").textContent, $("right-value").placeholder] = RIGHT[kind];
  $("right-place").hidden = kind !== "card";
  $("right-seat").hidden = kind === "card";
}

function rightBoard() {
  const { board, board_keyed } = scene.snapshot;
  $("right-board").textContent = board_keyed.length
    ? t("Board keyed by hand: {cards}", { cards: board_keyed.map((i) => `${i + 1} (${board[i]})`).join(", ") })
    : board.length ? t("Board as read: {cards}", { cards: board.join(" ") }) : t("No board");
}

function rightKey() {
  const kind = $("right-kind").value, text = $("right-value").value.trim();
  const key = { what: "by_hand", kind, why: $("right-why").value };
  if (kind === "stack") {
    if (!/^[\d., ]+$/.test(text)) return say(t("Key in the chips as a number."), "bad");
    return { ...key, seat: Number($("right-seat").querySelector("select").value), amount: Number(text.replace(/\D/g, "")) };
  }
  const cards = cardsOf(text);
  if (!cards || (kind === "card" ? cards.length > 1 : !cards.length)) return say(t("Name cards as Ah, Td or 10d."), "bad");
  if (kind === "cards") return { ...key, seat: Number($("right-seat").querySelector("select").value), cards };
  return { ...key, n: Number($("right-place").querySelector("select").value), ...(cards.length ? { card: cards[0] } : {}) };
}

$("right-kind").addEventListener("change", rightKind);
$("right-go").addEventListener("click", async () => {
  const key = rightKey();
  if (key && await post(`${base}/key`, { key }, true)) {
    say(t("Sent"));
    $("right-value").value = "";
  }
});

// Keys work wherever no text is being typed.
const KEYS = { Enter: "take", l: "cut", c: "clear", n: "next", b: "back", h: "hide" };
document.addEventListener("keydown", (e) => {
  if (e.repeat || e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select, textarea, button, a")) return;
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if ("123".includes(key)) set({ layout: ["column", "row", "round"][Number(key) - 1] });
  else if (key === "h") act(crew.hidden ? "show" : "hide");
  else if (KEYS[key]) act(KEYS[key]);
  else return;
  e.preventDefault();
});
