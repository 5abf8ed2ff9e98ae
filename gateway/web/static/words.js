// Words, numbers and clocks in the language of the page (its ``lang``): /static/words/<lang>.json
// holds what the scripts say, made from the same catalogs as the pages (tools/docs/catalogs.py).
const lang = (document.documentElement.lang || "en").split("-")[0];
const said = lang === "en" ? {} : await fetch(new URL(`words/${lang}.json`, import.meta.url)).then((a) => (a.ok ? a.json() : {})).catch(() => ({}));
const locale = lang === "en" ? "en-US" : lang;

const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);

export function t(text, fields = {}) {
  return filled([said[text] ?? text].flat().at(-1), fields);
}

// One or several, by ``n``, which is a field of both.
export function many(one, other, n, fields = {}) {
  const forms = said[one] ?? [one, other];
  return filled(forms.at(n === 1 ? 0 : -1), { n: number(n), ...fields });
}

// Thousands are parted in every number, as the gateway does it.
export function number(n, options = {}) {
  return Number(n).toLocaleString(locale, { useGrouping: "always", ...options });
}

// What is left, or has run: 12:05, or 1:02:05; never below zero.
export function clock(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
