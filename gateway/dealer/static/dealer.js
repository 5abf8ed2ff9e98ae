// The keys of the panel. A key becomes one input for the table's controller; nothing is assumed to
// have happened before it comes back as an event.
import { latest, post, recall, remember, say } from "../static/live.js";
import * as picker from "../static/picker.js";
import { number, t } from "../static/words.js";

const table = document.getElementById("dealer").dataset.table;
const $ = (id) => document.getElementById(id);
const panes = ["acts", "show", "between", "dealt", "pad", "wrong", "right", "act", "seat", "cards"];
let now = { seat: null, seats: [], bets: {}, phase: "idle", pot: 0 };
let chosen = null; // a seat tapped by hand; otherwise the seat to act
let amount = "";
let opened = ""; // pane the dealer has opened: pad, wrong, right...; otherwise what the hand asks for
let purpose = null; // what the amount of the keypad is for; null: a wager that is said
let listed = []; // amounts keyed so far where several are: chips, or [seat, chips] of an award
let asked = ""; // board the picker was opened for by the hand itself
const NO_READER = "no_reader"; // why of what stands in place of a reading at a table run by hand
let byHand = recall(`by-hand-${table}`) === "yes";
const pane = () => document.querySelector(".pane:not([hidden])");

const seat = () => chosen ?? now.seat;
const seatOf = (n) => t("seat {seat}", { seat: n });
const seatNow = () => seatOf(seat());

async function send(key, text) {
  const url = `/dealer/${encodeURIComponent(table)}/key`;
  if (await post(url, { key }, true)) say(t("Sent: {what}", { what: text }));
  chosen = null;
  close();
}

function close() {
  opened = "";
  purpose = null;
  listed = [];
  paint();
}

function needSeat() {
  if (seat() === null) say(t("Tap a seat first."), "bad");
  return seat() !== null;
}

function declare(word, text, total) {
  const key = { what: "declare", seat: seat(), word, wording: "plain" };
  if (total !== undefined) key.amount = total;
  send(key, `${seatNow()} ${text}`);
}

function act(name) {
  if (!needSeat()) return;
  if (name === "check") send({ what: "gesture", seat: seat(), kind: "tap" }, `${seatNow()} ${t("checks")}`);
  else if (name === "raise") openPad();
  else if (name === "all_in") declare("all_in", t("is all-in"));
  else declare(name, name === "fold" ? t("folds") : t("calls"));
}

function openPad(of = null) {
  opened = "pad";
  purpose = of;
  listed = [];
  amount = "";
  paint();
}

const topBet = () => Math.max(0, ...Object.values(now.bets));
const wager = () => (topBet() > 0 ? "raise" : "bet");

function presets() {
  const list = [];
  if (purpose === "award") {
    const left = now.pot - listed.reduce((sum, [, n]) => sum + n, 0);
    return left > 0 ? [[t("All of it"), left], [t("Half"), Math.ceil(left / 2)]] : [];
  }
  if (purpose) return list;
  if (seat() === now.seat && now.min) {
    list.push([t("Min"), now.min]);
    const call = now.call ?? 0;
    const full = topBet() + now.pot + call;
    for (const [name, part] of [[t("½ pot"), 0.5], [t("Pot"), 1]]) {
      const total = Math.round(topBet() + (full - topBet()) * part);
      if (total > now.min && total < (now.max ?? Infinity)) list.push([name, total]);
    }
  }
  if (seat() === now.seat && now.max) list.push([t("Max"), now.max]);
  return list;
}

const PURPOSES = {
  wager: t("Bet or raised to"), stack: t("Stack behind"), pot: t("Whole pot"),
  award: t("Of the pot"), chips: t("Chip"),
};

function paintPad() {
  const raising = wager() === "raise";
  const head = PURPOSES[purpose] ?? (raising ? t("Raise to") : t("Bet"));
  const go = purpose ? t("Send") : raising ? t("Raise") : t("Bet");
  const before = listed.map((one) => purpose === "award" ? `${seatOf(one[0])}: ${number(one[1])}` : number(one)).join(" + ");
  $("amount").textContent = `${before ? before + " + " : ""}${before && purpose === "chips" ? "" : head + " "}${amount ? number(amount) : "…"}`;
  $("pad-go").textContent = go;
  $("pad-go").disabled = !(amount || listed.length);
  $("pad-more").hidden = !["award", "chips"].includes(purpose);
  $("pad-more").disabled = !amount;
  $("presets").replaceChildren(
    ...presets().map(([name, total]) => {
      const b = document.createElement("button");
      b.innerHTML = "<small></small>";
      b.firstChild.textContent = name;
      b.append(number(total));
      b.onclick = () => { amount = String(total); paintPad(); };
      return b;
    }),
  );
}

function paintSeats() {
  for (const plate of document.querySelectorAll("#state [data-seat]")) {
    plate.setAttribute("aria-pressed", String(Number(plate.dataset.seat) === seat()));
  }
  const who = document.querySelector(`#seat-${seat()} .who`)?.textContent ?? "";
  $("whose").textContent = seat() === null ? "" : t("Seat {seat}", { seat: seat() }) + " ";
  const more = document.createElement("small");
  more.textContent = seat() === null ? t("Touch a seat to choose it.") : chosen !== null ? t("{who} (chosen by hand)", { who }) : who;
  $("whose").append(more);
}

function paint() {
  const betting = ["betting", "deal", "setup", "closed", "draw"].includes(now.phase);
  const showing = ["showdown", "award"].includes(now.phase);
  const wanted = opened || handPane() || (showing ? "show" : betting ? "acts" : "between");
  for (const name of panes) $(`pane-${name}`).hidden = name !== wanted;
  $("wrong-key").disabled = opened === "wrong";
  $("by-hand").setAttribute("aria-pressed", String(byHand));
  document.querySelector('[data-key="tabled"]').hidden = byHand; // no loop reads what is tabled
  $("shown-key").hidden = !byHand || now.phase !== "over";
  $("raise-key").textContent = wager() === "raise" ? t("Raise…") : t("Bet…");
  const call = document.querySelector('[data-act="call"]');
  const due = seat() === now.seat ? now.call : null;
  call.textContent = due ? t("Call {amount}", { amount: number(due) }) : t("Call");
  call.disabled = due === 0;
  document.querySelector('[data-act="check"]').disabled = Boolean(due);
  paintSeats();
  if (opened === "pad") paintPad();
}

// At a table without a reader the dealer says what the antennas would: the deal, and the board.
function handPane() {
  if (!byHand) return "";
  if (now.phase === "setup") return "dealt";
  if (!now.board_due) {
    asked = "";
    return "";
  }
  const board = now.board.join("");
  if (asked !== board + now.board_due) {
    asked = board + now.board_due;
    picker.ask(now.board_due, t("Board"), (cards) => tell("board", { cards }, t("the board")));
  }
  return "cards";
}

const why = () => opened || !byHand ? document.querySelector('[name="why"]:checked').value : NO_READER;

function tell(kind, fields, text, reason = why()) {
  const plain = byHand && ["dealt", "board", "chips", "cards", "award"].includes(kind);
  send({ what: "by_hand", kind, why: plain ? NO_READER : reason, ...fields }, text);
}

function putRight(kind) {
  if (kind === "card") return askCard();
  if (!["pot"].includes(kind) && !needSeat()) return;
  if (kind === "cards") {
    const of = seat();
    opened = "cards";
    picker.ask(now.hole || 2, t("Seat {seat} showed", { seat: of }), (cards) => tell("cards", { seat: of, cards }, t("cards of seat {seat}", { seat: of })), 1);
    paint();
  } else openPad(kind);
}

function askCard() {
  if (!now.board.length) return say(t("No card lies on the board."), "bad");
  opened = "cards";
  picker.askPlace(now.board, (n, card) => tell("card", card ? { n, card } : { n }, t("card {n} of the board", { n })));
  paint();
}

function more() {
  if (purpose === "award") {
    if (!needSeat()) return;
    listed.push([seat(), Number(amount)]);
    say(t("Touch the next seat, key its chips."));
  } else listed.push(Number(amount));
  amount = "";
  paintPad();
}

function padGo() {
  const total = Number(amount), of = seat();
  if (!purpose) return declare(wager(), wager() === "raise" ? t("raises to {amount}", { amount: number(amount) }) : t("bets {amount}", { amount: number(amount) }), total);
  if (purpose === "pot") return tell("pot", { amount: total }, t("pot {amount}", { amount: number(total) }));
  if (amount) more();
  if (purpose === "award") tell("award", { awards: Object.fromEntries(listed.map(([n, chips]) => [String(n), chips])) }, t("the award"));
  else if (purpose === "chips") tell("chips", { seat: of, chips: listed }, t("chips of seat {seat}", { seat: of }));
  else if (purpose === "stack") tell("stack", { seat: of, amount: total }, t("stack of seat {seat}", { seat: of }));
  else tell("wager", { seat: of, act: wager(), to: total }, t("wager of seat {seat}", { seat: of }));
}

function state(name) {
  if (!needSeat()) return;
  if (name === "button") tell("button", { seat: seat() }, t("button at seat {seat}", { seat: seat() }));
  else tell("seat", { seat: seat(), state: name }, seatNow());
}

function notice(button) {
  const kind = button.dataset.notice;
  const key = { what: "notice", by: "dealer", kind };
  if (!("noSeat" in button.dataset)) {
    if (!needSeat()) return;
    key[kind === "not_acted" || kind === "cards_shown_by_player" ? "seat" : "about_seat"] = seat();
  }
  send(key, button.textContent.toLowerCase());
}

$("keys").addEventListener("click", (e) => {
  const b = e.target.closest("button");
  if (!b) return;
  const d = b.dataset;
  if (d.act) act(d.act);
  else if (d.digit) { if ((amount + d.digit).length < 12) amount = String(Number(amount + d.digit) || ""); paintPad(); }
  else if (b.id === "pad-erase") { amount = amount.slice(0, -1); paintPad(); }
  else if ("back" in d) close();
  else if (d.open) { opened = d.open; paint(); }
  else if (b.id === "pad-go") padGo();
  else if (b.id === "pad-more") more();
  else if (d.right) putRight(d.right);
  else if (d.state) state(d.state);
  else if (d.wager) { if (needSeat()) tell("wager", { seat: seat(), act: d.wager }, seatNow()); }
  else if (d.hand) tell(d.hand, {}, b.textContent.toLowerCase(), NO_READER);
  else if (b.id === "by-hand") {
    byHand = !byHand;
    remember(`by-hand-${table}`, byHand ? "yes" : "no");
    close();
  }
  else if (d.notice) notice(b);
  else if (d.presence) { if (needSeat()) send({ what: "presence", seat: seat(), state: d.presence }, b.textContent.toLowerCase()); }
  else if (d.key === "riffle") send({ what: "riffle" }, t("the hand begins"));
  else if (d.key === "tabled") { if (needSeat()) send({ what: "tabled", seat: seat() }, t("seat {seat} tables", { seat: seat() })); }
  else if (d.key === "award" && byHand) { if (needSeat()) tell("award", { awards: { [seat()]: now.pot } }, t("pot to seat {seat}", { seat: seat() })); }
  else if (d.key === "award") { if (needSeat()) send({ what: "pot_awarded", seats: [seat()] }, t("pot to seat {seat}", { seat: seat() })); }
});

document.getElementById("state").addEventListener("click", (e) => {
  const plate = e.target.closest("[data-seat]");
  if (!plate) return;
  const n = Number(plate.dataset.seat);
  chosen = n === chosen ? null : n;
  paint();
});

// A keyboard, and a pad of four keys (left, right, enter, escape): the arrows walk over what is
// offered, the remedy's step first. Letters are the acts; digits go into the amount.
function offered() {
  const all = document.querySelectorAll(".now button, .pane:not([hidden]) button, .always button");
  return [...all].filter((b) => !b.disabled && b.offsetParent);
}

function walk(by) {
  const list = offered();
  const at = list.indexOf(document.activeElement);
  list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length]?.focus();
}

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches("input, select, textarea")) return;
  const typing = opened === "pad";
  const short = document.querySelector(`.pane:not([hidden]) [aria-keyshortcuts="${CSS.escape(e.key.toLowerCase())}"], .always [aria-keyshortcuts="${CSS.escape(e.key.toLowerCase())}"]`);
  if (e.key === "ArrowRight" || e.key === "ArrowDown") walk(1);
  else if (e.key === "ArrowLeft" || e.key === "ArrowUp") walk(-1);
  else if (e.key === "Escape") { chosen = null; close(); }
  else if (!$("pane-cards").hidden && picker.typed(e.key)) { /* a card's letter */ }
  else if (typing && /^\d$/.test(e.key)) document.querySelector(`[data-digit="${e.key}"]`).click();
  else if (typing && e.key === "Backspace") $("pad-erase").click();
  else if (typing && e.key === "Enter" && !pane().contains(document.activeElement)) $("pad-go").click();
  else if (short && !short.disabled) short.click();
  else return;
  e.preventDefault();
});

// Questions of the table: they come with the stream, so their buttons are found as they are clicked.
document.getElementById("dealer").addEventListener("click", (e) => {
  const b = e.target.closest("[data-answer]");
  if (!b) return;
  const id = Number(b.dataset.answer);
  let value = b.dataset.value;
  if (b.dataset.from) value = document.querySelector(`[data-counted="${id}"]`).value;
  if (value === undefined || value === "") return say(t("Key in what you have counted."), "bad");
  if (/^\d+$/.test(value)) value = Number(value);
  send({ what: "answer", id, value }, t("answer {value}", { value: b.dataset.from ? number(value) : b.textContent }));
});

function take(parts) {
  if (!parts.keys) return;
  const before = now.seat;
  now = parts.keys;
  if (now.seat !== before && opened === "pad" && !purpose) opened = ""; // the amount was for another seat
  paint();
}
document.addEventListener("parts", (e) => take(e.detail));
take(latest);
paint();
