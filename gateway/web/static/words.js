// Words, numbers and clock times in the language of the page (its ``lang``): /static/words/<lang>.json
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
