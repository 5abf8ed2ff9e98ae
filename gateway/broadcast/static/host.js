// What playout servers call on a page. CasparCG (CG PLAY, STOP, UPDATE, NEXT) and SPX-GC call
// window.play(), stop(), update(text), next(); SPX reads SPXGCTemplateDefinition for its fields.
// A field changes what this page shows alone; the crew's program goes on beside it.
import { t } from "../static/words.js";

const FIELDS = [
  ["layout", t("Layout"), ["", "column", "row", "round"]],
  ["units", t("Stacks"), ["", "chips", "bb", "both"]],
  ["lower", t("Lower third (text)"), null],
  ["line", t("Second line"), null],
  ["ticker", t("Ticker"), null],
];

function definition(table) {
  return {
    description: t("Feltwire, table {table}", { table }), playserver: "OVERLAY", playchannel: "1", playlayer: "20",
    webplayout: "20", steps: "1", out: "manual", dataformat: "json", uicolor: "2",
    DataFields: FIELDS.map(([field, title, items]) => items
      ? { field, ftype: "dropdown", title, value: "", items: items.map((v) => ({ text: v || t("as the crew says"), value: v })) }
      : { field, ftype: "textfield", title, value: "" }),
  };
}

// CasparCG sends JSON, or XML of its own: <componentData id="f0"><data id="text" value="…"/>.
export function fieldsOf(text) {
  if (typeof text !== "string") return text ?? {};
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      return JSON.parse(trimmed);
    } catch {
      return {};
    }
  }
  const found = {};
  const parsed = new DOMParser().parseFromString(trimmed, "text/xml");
  for (const one of parsed.querySelectorAll("componentData")) {
    found[one.id] = one.querySelector("data")?.getAttribute("value") ?? "";
  }
  return found;
}

export function wishOf(fields) {
  const made = {};
  for (const name of ["layout", "units", "theme", "ticker"]) if (fields[name]) made[name] = String(fields[name]);
  if (fields.lower) made.lower = { kind: "text", head: String(fields.lower), text: String(fields.line ?? "") };
  return made;
}

export function serve(graphics, table) {
  const first = { ...graphics.wished };
  let fields = {};
  const own = () => graphics.wish({ ...first, ...wishOf(fields) });
  window.SPXGCTemplateDefinition = definition(table);
  window.play = () => graphics.air(true);
  window.stop = () => graphics.air(false);
  window.update = (text) => {
    fields = { ...fields, ...fieldsOf(text) };
    own();
  };
  window.next = () => {
    const { lower, ...rest } = fields;
    fields = rest;
    own();
  };
}
