// Numbers and names as graphics show them. No state: what is wished comes with each call.
import { number, t } from "../static/words.js";

export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const VERBS = {
  fold: t("folds"), check: t("checks"), call: t("calls {amount}"), bet: t("bets {amount}"),
  raise: t("raises to {amount}"), complete: t("completes to {amount}"),
  bring_in: t("brings in {amount}"), post: t("posts {amount}"), ante: t("antes {amount}"),
  wins: t("wins {amount}"),
};

// What a player does, with its amount: "raises to 4,500 – all-in".
export function doing(act, amount, allin) {
  const said = (VERBS[act] ?? act).replace("{amount}", amount ?? "").trim();
  return allin ? `${said} – ${t("all-in")}` : said;
}

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
  if (wish.format !== "short" || n < 10000) return mark + number(n);
  const [div, unit] = n >= 1e6 ? [1e6, "M"] : [1e3, "k"];
  return mark + number(Math.floor((n / div) * 100) / 100, { maximumFractionDigits: 2 }) + unit;
}

export function blinds(n, bb) {
  return number(n / bb, { maximumFractionDigits: 1 }) + " BB";
}

export function money(n, wish, bb) {
  if (n === null || n === undefined) return "";
  if (wish.units === "chips" || !bb) return exact(n, wish);
  return wish.units === "bb" ? blinds(n, bb) : `${exact(n, wish)} (${blinds(n, bb)})`;
}

export function prize(n, event) {
  return (event?.currency ?? "") + number(n);
}

// ``keyed``: a person keyed it and no loop read it; a theme shows or hides the mark (.pc.keyed).
export function card(name, keyed = false) {
  if (!SUITS[name[1]]) return el("span", "pc back");
  const c = el("span", `pc ${name[1]}${keyed ? " keyed" : ""}`);
  c.append(el("b", "", name[0] === "T" ? "10" : name[0]), el("i", "", SUITS[name[1]]));
  return c;
}

// 1st, 2nd, 3rd; in German 1., 2., 3., in Spanish 1.º.
export function ordinal(n) {
  const said = t("{n}th", { n });
  if (said !== `${n}th`) return said;
  const tail = n % 100 > 10 && n % 100 < 14 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[n % 10] ?? "th";
  return n + tail;
}

// A name in the room there is: smaller, then with its first names as initials, then the last name.
const STEPS = [[(words) => words.join(" "), 0.72], [initials, 0.62], [(words) => words.at(-1), 0.45]];
function initials(words) {
  return [...words.slice(0, -1).map((w) => w[0] + "."), words.at(-1)].join(" ");
}

export function fit(place, text) {
  const beside = place.nextElementSibling?.offsetWidth ?? 0;
  const fitted = `${text}/${place.parentElement.clientWidth - beside}`;
  if (place.dataset.fitted === fitted) return;
  for (const [shorten, least] of STEPS) {
    place.style.fontSize = "";
    place.textContent = shorten(text.split(" "));
    const base = parseFloat(getComputedStyle(place).fontSize);
    const part = place.clientWidth / place.scrollWidth;
    if (part < 1) place.style.fontSize = `${base * Math.max(least, Math.floor(part * 100 - 1) / 100)}px`;
    if (place.scrollWidth <= place.clientWidth) break;
  }
  place.dataset.fitted = fitted;
}
