// Keeps parts of a page in step with the gateway: one event stream, HTML morphed in place, so that
// an open menu or a half-typed word survives. Forms marked data-post are sent without leaving.
import { Idiomorph } from "./vendor/idiomorph.js";
import { open } from "./line.js";
import { t } from "./words.js";

const link = document.getElementById("link");
const toast = document.getElementById("toast");
let toastTimer = 0;

export function say(text, kind = "ok") {
  toast.textContent = text;
  toast.className = "toast " + kind;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.hidden = true), kind === "ok" ? 1800 : 6000);
}

// What came of a form the browser sent by itself, before this script was there.
if (!toast.hidden) say(toast.textContent, toast.classList[1]);

// The menu of all pages closes with a touch beside it, and with Escape.
const ways = document.getElementById("ways");
document.addEventListener("click", (e) => {
  if (ways && !ways.contains(e.target)) ways.open = false;
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && ways?.open) ways.open = false;
});

let line = "";
let ahead_ms = null; // the gateway's time before a clock that nobody sets

// The gateway's time (ms since 1970), by its beats: this screen's own clock may be wrong. Null before
// the first of them.
export const gatewayNow = () => (ahead_ms === null ? null : performance.now() + ahead_ms);

function linked(state, text) {
  if (line !== state) document.dispatchEvent(new CustomEvent("line", { detail: state }));
  line = state;
  if (!link) return;
  link.className = "link " + state;
  link.lastElementChild.textContent = text;
}

// A field whose user has typed, chosen or ticked something that the gateway does not know yet.
function touched(field) {
  if (field.tagName === "SELECT") {
    const chosen = [...field.options];
    const first = chosen.some((o) => o.defaultSelected) ? null : chosen.find((o) => !o.disabled);
    return chosen.some((o) => o.selected !== (o.defaultSelected || o === first));
  }
  if (field.tagName !== "INPUT" && field.tagName !== "TEXTAREA") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== field.defaultValue;
}

const sending = new Set(); // forms whose answer has not come
// What the user has opened or filled in is the user's until it is sent: morphing leaves it alone.
function keep(oldNode, newNode) {
  // A place of a frame comes empty: what stands there has a part of its own.
  if (newNode.dataset?.part && !newNode.hasChildNodes()) return false;
  if (oldNode.tagName === "DETAILS" && oldNode.open) newNode.setAttribute("open", "");
  // News of what a form did may come before its answer: its keys wait for that.
  if (oldNode.tagName === "BUTTON" && sending.has(oldNode.form)) newNode.setAttribute("disabled", "");
  return !touched(oldNode);
}

const options = { morphStyle: "innerHTML", ignoreActiveValue: true, callbacks: { beforeNodeMorphed: keep } };

const WORDS = { up: t("live"), silent: t("no answer"), down: t("reconnecting") };

export function follow(url, take) {
  const beat = (now) => (ahead_ms = now - performance.now());
  const state = (how) => linked(how === "up" ? "up" : "down", WORDS[how]);
  open(url, { take, beat, state, refused: lookIn });
}

// A session that has ended is no outage: the page itself leads to the login.
async function lookIn(again) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" }, redirect: "manual" }).catch(() => null);
  if (answer?.type === "opaqueredirect" || answer?.status === 403) location.reload();
  else again();
}

// What has come so far: a script that is loaded later than the first of it begins with this.
export const latest = {};

function take(parts) {
  Object.assign(latest, parts);
  for (const [name, value] of Object.entries(parts)) {
    const place = document.querySelector(`[data-part="${name}"]`);
    if (place && typeof value === "string") Idiomorph.morph(place, value, options);
  }
  document.dispatchEvent(new CustomEvent("parts", { detail: parts }));
}

// What an address answers, read as ``text`` or ``json``; null when it refuses, or when it or the page
// goes away before the answer is whole.
export async function read(url, as) {
  try {
    const answer = await fetch(url);
    return answer.ok ? await answer[as]() : null;
  } catch {
    return null;
  }
}

// What this screen remembers: "" where nothing is, or where its browser keeps nothing.
export function recall(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // for this page only
  }
}

// Sends a form's fields, or JSON. What is short goes out even when the page is left at once: of such
// requests browsers take 64 kB.
const SHORT = 16000;
export async function post(url, body, json = false) {
  const init = { method: "POST", body: json ? JSON.stringify(body) : new URLSearchParams(body) };
  if (json) init.headers = { "Content-Type": "application/json" };
  init.keepalive = String(init.body).length < SHORT;
  try {
    const answer = await fetch(url, init);
    if (answer.ok) return true;
    const data = await answer.json().catch(() => null);
    say(data?.error?.message ?? t("refused ({status})", { status: answer.status }), "bad");
  } catch {
    say(t("The gateway does not answer."), "bad");
  }
  return false;
}

// An impatient finger counts once, also when the page has moved on between its two clicks.
document.addEventListener("click", (e) => {
  if (e.detail > 1 && e.target.closest("form[data-post] button")) e.preventDefault();
}, true);

document.addEventListener("submit", async (e) => {
  const form = e.target.closest("form[data-post]");
  if (!form) return;
  e.preventDefault();
  const data = new FormData(form);
  const button = e.submitter;
  if (button?.name) data.set(button.name, button.value);
  for (const b of form.querySelectorAll("button")) b.disabled = true;
  sending.add(form);
  const done = await post(form.action, data);
  sending.delete(form);
  for (const b of form.querySelectorAll("button")) b.disabled = false;
  if (done) form.reset();
  if (done && form.dataset.said) say(form.dataset.said);
  if (done && form.dataset.next) location.assign(form.dataset.next);
});

const root = document.querySelector("[data-stream]");
if (root) follow(root.dataset.stream, take);
else if (link) link.hidden = true;
