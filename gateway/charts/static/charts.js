// The charts: numbers of the gateway, drawn by Chart.js in the colours of the page.
import { read, say } from "../static/live.js";
import { many, number, t } from "../static/words.js";

const $ = (id) => document.getElementById(id);
const form = $("choice");
const drawn = {};
let found = null;

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Which rows a chart shows, and how: bars that stand are a course of time, bars that lie a list.
const CHARTS = {
  hour: { rows: (f) => f.alerts.hour, time: true, ink: "--ask" },
  hands: { rows: (f) => f.hands, time: true, ink: "--green" },
  kind: { rows: (f) => f.alerts.kind, ink: "--ask" },
  table: { rows: (f) => f.alerts.table, ink: "--ask" },
  dealer: { rows: (f) => f.alerts.dealer, ink: "--ask" },
  pace: { rows: (f) => f.tables, ink: "--green" },
  loops: { rows: (f) => f.loops, ink: "--info", most: 100 },
  decks: { rows: (f) => f.decks, ink: "--info", most: 100 },
};

const LABEL_MAX = 30; // letters beside a bar; the table below has them all
const short = (text) => (text.length > LABEL_MAX ? text.slice(0, LABEL_MAX - 1).trimEnd() + "…" : text);

function options(one, rows) {
  const soft = color("--soft"), line = color("--line");
  const numbers = { beginAtZero: true, max: one.most, grid: { color: line }, ticks: { color: soft, precision: one.most ? 1 : 0 } };
  const names = { grid: { display: false }, ticks: { color: color("--text"), callback: (i) => short(rows[i][0]), autoSkip: Boolean(one.time), maxRotation: 0 } };
  const tip = (item) => one.most ? t("{share} %, {n} missed", { share: number(item.raw), n: rows[item.dataIndex][2] }) : number(item.raw);
  return {
    animation: false, maintainAspectRatio: false, indexAxis: one.time ? "x" : "y",
    plugins: { legend: { display: false }, tooltip: { callbacks: { label: tip } } },
    scales: one.time ? { x: names, y: numbers } : { x: numbers, y: names },
  };
}

function paint(name) {
  const one = CHARTS[name], rows = one.rows(found), figure = $(`chart-${name}`);
  const nothing = !rows.some((row) => row[1] || one.most);
  figure.querySelector(".none").hidden = !nothing;
  figure.querySelector(".plot").hidden = nothing;
  drawn[name]?.destroy();
  if (nothing) return;
  if (!one.time) figure.querySelector(".plot").style.height = `${Math.max(8, 3.5 + 1.75 * rows.length)}rem`;
  const data = { labels: rows.map((row) => row[0]), datasets: [{ data: rows.map((row) => row[1]), backgroundColor: color(one.ink), maxBarThickness: 26, borderRadius: 4 }] };
  drawn[name] = new window.Chart(figure.querySelector("canvas"), { type: "bar", data, options: options(one, rows) });
  figure.querySelector("tbody").replaceChildren(...rows.filter((row) => row[1] || one.most).map((row) => {
    const line = document.createElement("tr");
    for (const cell of row) line.insertCell().textContent = typeof cell === "number" ? number(cell) : cell;
    return line;
  }));
}

function paintAll() {
  if (!found) return;
  window.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  window.Chart.defaults.font.size = 13;
  for (const name of Object.keys(CHARTS)) paint(name);
  $("sum").textContent = `${many("{n} alert", "{n} alerts", found.count.alerts)}, ${many("{n} hand", "{n} hands", found.count.hands)}`;
  $("charts").dataset.drawn = `${found.hours}`;
}

async function ask() {
  const chosen = new URLSearchParams(new FormData(form));
  history.replaceState(null, "", `?${chosen}`);
  const answer = await read(`/charts/figures?${chosen}`, "json");
  if (!answer) return say(t("The gateway does not answer."), "bad");
  found = answer;
  paintAll();
}

form.addEventListener("change", ask);
new MutationObserver(paintAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form.elements[name];
  if (field && [...field.options].some((o) => o.value === value)) field.value = value;
}
ask();
