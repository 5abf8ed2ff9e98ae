// The overlay page: one table, followed. Options of this source stand in its address (docs/crew.md).
import { follow } from "./graphics.js";
import { serve } from "./host.js";

const graphics = document.querySelector("feltwire-graphics");
const table = graphics.dataset.table;
const asked = new URLSearchParams(location.search);
const LOOKS = ["layout", "units", "format", "deck", "theme", "fold"];
const SWITCHES = ["strips", "board", "bug", "action", "equity", "outs", "stats", "photos", "clock"];

const wish = {};
for (const name of LOOKS) if (asked.has(name)) wish[name] = asked.get(name);
for (const name of SWITCHES) if (asked.has(name)) wish[name] = asked.get(name) !== "0";
if (asked.has("fold_ms")) wish.fold_ms = Math.max(0, Number(asked.get("fold_ms")) || 0);
graphics.wish(wish);

const cards = asked.get("cards") === "1";
const more = new URLSearchParams();
const delay = Math.min(Math.max(Math.round(Number(asked.get("delay"))) || 0, 0), 600000);
if (delay) more.set("delay", delay);
if (cards && asked.has("reveal")) more.set("reveal", asked.get("reveal"));
const path = `/overlay/${encodeURIComponent(table)}/${cards ? "cards/stream" : "stream"}`;
follow(more.size ? `${path}?${more}` : path, (parts) => graphics.take(parts), (now) =>
  graphics.classList.toggle("stale", now === "stale"));
serve(graphics, table);
