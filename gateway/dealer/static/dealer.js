// The keys of the panel. A key becomes one input for the table's controller; nothing is assumed to
// have happened before it comes back as an event.
import { post, say } from "/static/live.js";

const table = document.getElementById("dealer").dataset.table;
const $ = (id) => document.getElementById(id);
const panes = ["acts", "show", "between", "pad"];
let now = { seat: null, seats: [], bets: {}, phase: "idle", pot: 0 };
let chosen = null; // a seat tapped by hand; otherwise the seat to act
let amount = "";
let typing = false;

const number = (n) => Number(n).toLocaleString("en-US");
const seat = () => chosen ?? now.seat;

async function send(key, text) {
  const url = `/dealer/${encodeURIComponent(table)}/key`;
  if (await post(url, { key }, true)) say(`Sent: ${text}`);
  chosen = null;
  typing = false;
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
  typing = true;
  amount = "";
  paint();
}

const opened = () => Math.max(0, ...Object.values(now.bets));
const wager = () => (opened() > 0 ? "raise" : "bet");

function presets() {
  const list = [];
  if (seat() === now.seat && now.min) {
    list.push(["Min", now.min]);
    const call = now.call ?? 0;
    const full = opened() + now.pot + call;
    for (const [name, part] of [["½ pot", 0.5], ["Pot", 1]]) {
      const total = Math.round(opened() + (full - opened()) * part);
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
  $("seats").replaceChildren(
    ...now.seats.map((n) => {
      const b = document.createElement("button");
      b.textContent = n;
      b.setAttribute("role", "radio");
      b.setAttribute("aria-checked", String(n === seat()));
      b.setAttribute("aria-label", `Seat ${n}`);
      b.classList.toggle("turn", n === now.seat);
      b.onclick = () => { chosen = n === chosen ? null : n; paint(); };
      return b;
    }),
  );
}

function paint() {
  const betting = ["betting", "deal", "setup", "closed", "draw"].includes(now.phase);
  const showing = ["showdown", "award"].includes(now.phase);
  const pane = typing ? "pad" : showing ? "show" : betting ? "acts" : "between";
  for (const name of panes) $(`pane-${name}`).hidden = name !== pane;
  $("raise-key").textContent = wager() === "raise" ? "Raise…" : "Bet…";
  const call = document.querySelector('[data-act="call"]');
  const due = seat() === now.seat ? now.call : null;
  call.textContent = due ? `Call ${number(due)}` : "Call";
  call.disabled = due === 0;
  document.querySelector('[data-act="check"]').disabled = Boolean(due);
  paintSeats();
  if (typing) paintPad();
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
  else if (b.id === "pad-back") { typing = false; paint(); }
  else if (b.id === "pad-go") declare(wager(), `${wager()}s ${wager() === "raise" ? "to " : ""}${number(amount)}`, Number(amount));
  else if (d.notice) notice(b);
  else if (d.presence) { if (needSeat()) send({ what: "presence", seat: seat(), state: d.presence }, b.textContent.toLowerCase()); }
  else if (d.key === "riffle") send({ what: "riffle" }, "the hand begins");
  else if (d.key === "tabled") { if (needSeat()) send({ what: "tabled", seat: seat() }, `seat ${seat()} tables`); }
  else if (d.key === "award") { if (needSeat()) send({ what: "pot_awarded", seats: [seat()] }, `pot to seat ${seat()}`); }
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
  if (now.seat !== before) typing = false; // the amount was for another seat
  paint();
});
paint();
