// The overlay: draws full snapshots. Nothing is kept between them that a reload would lose.
// ?cards=1 (with the hole cards the vault has released, as late as it says)
// ?units=chips|bb|both  ?format=exact|short  ?deck=4|2  ?delay=MS (graphics after the picture)
const stage = document.getElementById("stage");
const table = stage.dataset.table;
const wish = new URLSearchParams(location.search);
const units = wish.get("units") ?? "chips";
const path = wish.get("cards") === "1" ? "cards/stream" : "stream";
const short = wish.get("format") === "short";
const delay = Math.min(Math.max(Number(wish.get("delay")) || 0, 0), 600000);
if (wish.get("deck") === "2") document.body.classList.add("two");

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const VERBS = {
  fold: "folds", check: "checks", call: "calls", bet: "bets", raise: "raises to",
  complete: "completes to", bring_in: "brings in", post: "posts", ante: "antes", wins: "wins",
};
const $ = (id) => document.getElementById(id);
let bb = 0;

function el(tag, cls, text) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}

function exact(n) {
  if (!short || n < 10000) return n.toLocaleString("en-US");
  const [div, unit] = n >= 1e6 ? [1e6, "M"] : [1e3, "k"];
  return (Math.floor((n / div) * 100) / 100).toLocaleString("en-US", { maximumFractionDigits: 2 }) + unit;
}

function money(n) {
  if (n === null || n === undefined) return "";
  if (units === "chips" || !bb) return exact(n);
  const blinds = (n / bb).toLocaleString("en-US", { maximumFractionDigits: 1 }) + " BB";
  return units === "bb" ? blinds : `${exact(n)} (${blinds})`;
}

function card(name) {
  if (!SUITS[name[1]]) return el("span", "pc back");
  const c = el("span", "pc " + name[1]);
  c.append(el("b", "", name[0] === "T" ? "10" : name[0]), el("i", "", SUITS[name[1]]));
  return c;
}

// Replace children only when they differ: a card that stays must not fly in again.
function fill(place, key, make) {
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...make());
}

function plate(s, snap) {
  let p = document.getElementById("plate-" + s.seat);
  if (!p) {
    p = el("li", "plate");
    p.id = "plate-" + s.seat;
    p.innerHTML = '<span class="cards"></span><span class="who"><span class="name"></span><span class="act"></span></span><span class="money"><span class="stack"></span><span class="bet"></span></span>';
  }
  const winner = s.won > 0 && ["award", "over"].includes(snap.phase);
  const out = s.state === "folded" || s.state === "out";
  p.className = ["plate", out ? "folded" : "", s.to_act ? "act-now" : "", winner ? "winner" : ""].join(" ");
  const cards = p.querySelector(".cards");
  const backs = out ? 0 : s.cards;
  const faces = s.shown.length ? s.shown : s.hole ?? [];
  cards.classList.toggle("four", Math.max(faces.length, backs) > 2);
  fill(cards, faces.join() || "back" + backs, () =>
    faces.length ? faces.map(card) : Array.from({ length: Math.min(backs, 7) }, () => el("span", "pc back")));
  fill(p.querySelector(".name"), s.name + s.badges.join(), () => [el("span", "", s.name), ...s.badges.map((b) => el("i", "badge " + b, b))]);
  const act = p.querySelector(".act");
  act.textContent = winner ? "wins " + money(s.won) : s.last;
  act.className = "act " + (winner ? "won" : /bets|raises|all-in|completes/.test(s.last) ? "wager" : "");
  const stack = p.querySelector(".stack");
  const allin = s.state === "all_in" && !winner && s.stack === 0;
  stack.textContent = allin ? "ALL-IN" : money(s.stack);
  stack.classList.toggle("allin", allin);
  const share = s.equity === undefined || out || winner ? "" : (snap.sampled ? "~" : "") + Math.round(100 * s.equity) + " %";
  p.querySelector(".bet").textContent = [s.bet && !winner ? money(s.bet) : "", share].filter(Boolean).join(" · ");
  return p;
}

function draw(snap) {
  bb = snap.bb;
  stage.hidden = !snap.seats.length;
  $("game").textContent = snap.game;
  $("blinds").textContent = snap.bb ? `${exact(snap.sb)} / ${exact(snap.bb)}${snap.ante ? ` (${exact(snap.ante)})` : ""}` : "";
  $("street").textContent = snap.notice || snap.street_text;
  $("street").classList.toggle("notice", Boolean(snap.notice));
  const plates = snap.seats.map((s) => plate(s, snap));
  const list = $("plates");
  if (plates.some((p, i) => list.children[i] !== p) || list.children.length !== plates.length) list.replaceChildren(...plates);
  const board = snap.board;
  fill($("board"), board.join() + (board.length ? "" : "none"), () =>
    board.length ? [...board.map(card), ...Array.from({ length: Math.max(0, 5 - board.length) }, () => el("span", "slot"))] : []);
  $("pot").querySelector("b").textContent = money(snap.pot);
  const side = snap.pots.slice(1);
  $("side").textContent = side.length ? `main ${exact(snap.pots[0].amount)}, side ${side.map((p) => exact(p.amount)).join(", ")}` : "";
  const last = snap.last;
  const bar = $("event");
  bar.hidden = !last;
  if (last) {
    bar.children[0].textContent = last.name;
    bar.children[1].textContent = [VERBS[last.act] ?? last.act, money(last.amount), last.allin ? "– all-in" : ""].filter(Boolean).join(" ");
  }
}

function follow() {
  const source = new EventSource(`/overlay/${encodeURIComponent(table)}/${path}`);
  source.onmessage = (e) => {
    const { snapshot } = JSON.parse(e.data);
    setTimeout(() => draw(snapshot), delay);
    stage.classList.remove("stale");
  };
  source.onerror = () => {
    stage.classList.add("stale");
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}

follow();
