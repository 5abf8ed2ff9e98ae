// The keys of the panel. A key becomes one input for the table's controller; nothing is assumed to
// have happened before it comes back as an event.
import { post, say } from "/static/live.js";

const table = document.getElementById("dealer").dataset.table;
const $ = (id) => document.getElementById(id);
const panes = ["acts", "show", "between", "pad", "wrong"];
let now = { seat: null, seats: [], bets: {}, phase: "idle", pot: 0 };
let chosen = null; // a seat tapped by hand; otherwise the seat to act
let amount = "";
let opened = ""; // pane the dealer has opened: pad, wrong; otherwise what the hand asks for
const pane = () => document.querySelector(".pane:not([hidden])");

const number = (n) => Number(n).toLocaleString("en-US");
const seat = () => chosen ?? now.seat;

async function send(key, text) {
  const url = `/dealer/${encodeURIComponent(table)}/key`;
  if (await post(url, { key }, true)) say(`Sent: ${text}`);
  chosen = null;
  opened = "";
  paint();
}

function needSeat() {
  if (seat() === null) say("Tap a seat first.", "bad");
  return seat() !== null;
}

function declare(word, text, total) {
  const key = { what: "declare", seat: seat(), word, wording: "plain" };
  if (total !== undefined) key.amount = total;
  send(key, `seat ${seat()} ${text}`);
}

function act(name) {
  if (!needSeat()) return;
  if (name === "check") send({ what: "gesture", seat: seat(), kind: "tap" }, `seat ${seat()} checks`);
  else if (name === "raise") openPad();
  else if (name === "all_in") declare("all_in", "is all-in");
  else declare(name, `${name}s`);
}

function openPad() {
  opened = "pad";
  amount = "";
  paint();
}

const topBet = () => Math.max(0, ...Object.values(now.bets));
const wager = () => (topBet() > 0 ? "raise" : "bet");

function presets() {
  const list = [];
  if (seat() === now.seat && now.min) {
    list.push(["Min", now.min]);
    const call = now.call ?? 0;
    const full = topBet() + now.pot + call;
    for (const [name, part] of [["½ pot", 0.5], ["Pot", 1]]) {
      const total = Math.round(topBet() + (full - topBet()) * part);
      if (total > now.min && total < (now.max ?? Infinity)) list.push([name, total]);
    }
  }
  if (seat() === now.seat && now.max) list.push(["Max", now.max]);
  return list;
}

function paintPad() {
  $("amount").textContent = amount ? `${wager() === "raise" ? "Raise to" : "Bet"} ${number(amount)}` : `${wager() === "raise" ? "Raise to" : "Bet"} …`;
  $("pad-go").textContent = wager() === "raise" ? "Raise" : "Bet";
  $("pad-go").disabled = !amount;
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
  $("whose").textContent = seat() === null ? "" : `Seat ${seat()} `;
  const more = document.createElement("small");
  more.textContent = seat() === null ? "Touch a seat to choose it." : chosen !== null ? `${who} (chosen by hand)` : who;
  $("whose").append(more);
}

function paint() {
  const betting = ["betting", "deal", "setup", "closed", "draw"].includes(now.phase);
  const showing = ["showdown", "award"].includes(now.phase);
  const wanted = opened || (showing ? "show" : betting ? "acts" : "between");
  for (const name of panes) $(`pane-${name}`).hidden = name !== wanted;
  $("wrong-key").disabled = opened === "wrong";
  $("raise-key").textContent = wager() === "raise" ? "Raise…" : "Bet…";
  const call = document.querySelector('[data-act="call"]');
  const due = seat() === now.seat ? now.call : null;
  call.textContent = due ? `Call ${number(due)}` : "Call";
  call.disabled = due === 0;
  document.querySelector('[data-act="check"]').disabled = Boolean(due);
  paintSeats();
  if (opened === "pad") paintPad();
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
  else if ("back" in d) { opened = ""; paint(); }
  else if (d.open) { opened = d.open; paint(); }
  else if (b.id === "pad-go") declare(wager(), `${wager()}s ${wager() === "raise" ? "to " : ""}${number(amount)}`, Number(amount));
  else if (d.notice) notice(b);
  else if (d.presence) { if (needSeat()) send({ what: "presence", seat: seat(), state: d.presence }, b.textContent.toLowerCase()); }
  else if (d.key === "riffle") send({ what: "riffle" }, "the hand begins");
  else if (d.key === "tabled") { if (needSeat()) send({ what: "tabled", seat: seat() }, `seat ${seat()} tables`); }
  else if (d.key === "award") { if (needSeat()) send({ what: "pot_awarded", seats: [seat()] }, `pot to seat ${seat()}`); }
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
  else if (e.key === "Escape") { opened = ""; chosen = null; paint(); }
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
  if (value === undefined || value === "") return say("Key in what you have counted.", "bad");
  if (/^\d+$/.test(value)) value = Number(value);
  send({ what: "answer", id, value }, `answer ${value}`);
});

document.addEventListener("parts", (e) => {
  if (!e.detail.keys) return;
  const before = now.seat;
  now = e.detail.keys;
  if (now.seat !== before && opened === "pad") opened = ""; // the amount was for another seat
  paint();
});
paint();
