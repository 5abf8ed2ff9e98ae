// Scrubs through a hand: the slider, the arrows, or an event of the story. The address follows, so
// that it is a link to the moment shown.
import { read, say } from "../static/live.js";
import { t } from "../static/words.js";

const $ = (id) => document.getElementById(id);
const table = encodeURIComponent($("replay").dataset.table);
const events = [...document.querySelectorAll("#story a")];
let asked = 0;

// Scrolls the story alone: the table stays where it is.
function bring(a) {
  const story = $("story");
  const by = a.getBoundingClientRect().top - story.getBoundingClientRect().top;
  story.scrollTop += by - story.clientHeight / 2;
}

async function show(i) {
  i = Math.min(Math.max(i, 0), events.length - 1);
  const turn = ++asked;
  $("scrub").value = i;
  for (const a of events) a.removeAttribute("aria-current");
  events[i].setAttribute("aria-current", "true");
  bring(events[i]);
  const url = `/replay/${table}/${events[i].dataset.n}`;
  const moment = await read(`${url}/at`, "text");
  if (turn !== asked) return; // scrubbed on meanwhile
  if (moment === null) return say(t("The gateway does not answer."), "bad");
  $("at").innerHTML = moment;
  history.replaceState(null, "", url);
}

const here = () => Number($("scrub").value);
$("scrub").addEventListener("input", () => show(here()));
$("before").addEventListener("click", () => show(here() - 1));
$("after").addEventListener("click", () => show(here() + 1));
$("copy").addEventListener("click", async () => {
  // Browsers let a page copy over HTTPS only, and some not even then.
  try {
    await navigator.clipboard.writeText(location.href);
    say(t("Copied: the link leads to this moment."));
  } catch {
    say(t("Copy the page's address: it leads to this moment."), "bad");
  }
});
$("story").addEventListener("click", (e) => {
  const a = e.target.closest("a");
  if (!a) return;
  e.preventDefault();
  show(events.indexOf(a));
});
if (events[here()]) bring(events[here()]);
