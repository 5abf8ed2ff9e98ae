// Numbers and names as graphics show them. No state: what is wished comes with each call.
export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const VERBS = {
  fold: "folds", check: "checks", call: "calls", bet: "bets", raise: "raises to",
  complete: "completes to", bring_in: "brings in", post: "posts", ante: "antes", wins: "wins",
};

export function el(tag, cls, text) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}

// Replace children only when they differ: a card that stays must not fly in again.
export function fill(place, key, make) {
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...make());
}

export function exact(n, wish) {
  const mark = wish.currency ?? "";
  if (wish.format !== "short" || n < 10000) return mark + n.toLocaleString("en-US");
  const [div, unit] = n >= 1e6 ? [1e6, "M"] : [1e3, "k"];
  return mark + (Math.floor((n / div) * 100) / 100).toLocaleString("en-US", { maximumFractionDigits: 2 }) + unit;
}

export function blinds(n, bb) {
  return (n / bb).toLocaleString("en-US", { maximumFractionDigits: 1 }) + " BB";
}

export function money(n, wish, bb) {
  if (n === null || n === undefined) return "";
  if (wish.units === "chips" || !bb) return exact(n, wish);
  return wish.units === "bb" ? blinds(n, bb) : `${exact(n, wish)} (${blinds(n, bb)})`;
}

export function prize(n, event) {
  return (event?.currency ?? "") + n.toLocaleString("en-US");
}

// ``keyed``: a person keyed it and no loop read it; a theme shows or hides the mark (.pc.keyed).
export function card(name, keyed = false) {
  if (!SUITS[name[1]]) return el("span", "pc back");
  const c = el("span", `pc ${name[1]}${keyed ? " keyed" : ""}`);
  c.append(el("b", "", name[0] === "T" ? "10" : name[0]), el("i", "", SUITS[name[1]]));
  return c;
}

export function ordinal(n) {
  const tail = n % 100 > 10 && n % 100 < 14 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[n % 10] ?? "th";
  return n + tail;
}

// 12:05, or 1:02:05; never below zero.
export function clock(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const rest = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return s >= 3600 ? `${Math.floor(s / 3600)}:${rest}` : rest;
}

// A name in the room there is: smaller, then with its first names as initials, then the last name.
const STEPS = [[(words) => words.join(" "), 0.72], [initials, 0.62], [(words) => words.at(-1), 0.45]];
function initials(words) {
  return [...words.slice(0, -1).map((w) => w[0] + "."), words.at(-1)].join(" ");
}

export function fit(place, text) {
  if (place.dataset.fitted === `${text}/${place.clientWidth}`) return;
  for (const [shorten, least] of STEPS) {
    place.style.fontSize = "";
    place.textContent = shorten(text.split(" "));
    const base = parseFloat(getComputedStyle(place).fontSize);
    const part = place.clientWidth / place.scrollWidth;
    if (part < 1) place.style.fontSize = `${base * Math.max(least, Math.floor(part * 100 - 1) / 100)}px`;
    if (place.scrollWidth <= place.clientWidth) break;
  }
  place.dataset.fitted = `${text}/${place.clientWidth}`;
}
