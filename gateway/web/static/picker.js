// Cards keyed by hand: a rank, then a suit, by touch or by the letters of the cards ("ah kd").
import { t } from "./words.js";

const $ = (id) => document.getElementById(id);
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
let cards = [], rank = "", wanted = { count: 0, least: 0 }, title = "", done = null, place = 0, lying = 0;

// ``count`` cards are asked for, fewer are taken where ``least`` says so; ``then(cards)``.
export function ask(count, heading, then, least = count) {
  [cards, rank, wanted, title, done, place] = [[], "", { count, least }, heading, then, 0];
  paint();
}

// One card of the board that has been read, or none there at all: ``then(place, card or null)``.
export function askPlace(board, then) {
  ask(1, "", ([card]) => then(place, card ?? null), 0);
  lying = board.length;
  place = board.indexOf("??") + 1 || lying;
  paint();
}

function paint() {
  const shown = cards.map((c) => (c[0] === "T" ? "10" : c[0]) + SYMBOLS[c[1]]);
  if (rank) shown.push(`${rank === "T" ? "10" : rank}…`);
  $("places").hidden = !place;
  for (const b of document.querySelectorAll("[data-place]")) {
    b.disabled = Number(b.dataset.place) > lying;
    b.setAttribute("aria-pressed", String(Number(b.dataset.place) === place));
  }
  const heading = place ? t("Card {n} of the board", { n: place }) : title;
  $("picked").textContent = `${heading}: ${shown.join("  ") || t("rank, then suit")}`;
  $("picked-go").disabled = cards.length < wanted.least || Boolean(rank);
  $("picked-go").textContent = wanted.least === 0 && !cards.length ? t("None lies there") : t("Send");
  for (const b of document.querySelectorAll("[data-rank]")) {
    b.disabled = cards.length >= wanted.count;
    b.setAttribute("aria-pressed", String(b.dataset.rank === rank));
  }
  for (const b of document.querySelectorAll("[data-suit]")) b.disabled = !rank || cards.includes(rank + b.dataset.suit);
}

function pick(name) {
  if (cards.length < wanted.count && !cards.includes(name)) cards.push(name);
  rank = "";
  paint();
}

function erase() {
  if (rank) rank = "";
  else cards.pop();
  paint();
}

$("pane-cards").addEventListener("click", (e) => {
  const b = e.target.closest("button");
  if (!b) return;
  if (b.dataset.place) { place = Number(b.dataset.place); paint(); }
  else if (b.dataset.rank) { rank = b.dataset.rank; paint(); }
  else if (b.dataset.suit) pick(rank + b.dataset.suit);
  else if (b.id === "picked-erase") erase();
  else if (b.id === "picked-go") done(cards);
});

// True when the key was a card's letter, or belongs to the picker.
export function typed(key) {
  const upper = key.toUpperCase();
  if (key === "Enter") { if (!$("picked-go").disabled) $("picked-go").click(); }
  else if (key === "Backspace") erase();
  else if (rank && key.length === 1 && "shdc".includes(key)) pick(rank + key);
  else if (key.length === 1 && "AKQJT98765432".includes(upper) && cards.length < wanted.count) { rank = upper; paint(); }
  else return false;
  return true;
}
