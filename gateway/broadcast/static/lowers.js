// Lower thirds: what each kind shows of a scene. A kind that knows nothing to show gives null.
import { blinds, el, exact, ordinal, prize } from "./format.js";
import { clock, many, number, t } from "../static/words.js";

const STATS = [["vpip", "VPIP"], ["pfr", "PFR"], ["three_bet", t("3-bet")], ["aggression", t("Aggression")]];

function lines(rows) {
  return rows.map(([left, right, mark]) => {
    const row = el("div", "row" + (mark ? " marked" : ""));
    row.append(el("span", "", left), el("b", "", right));
    return row;
  });
}

function band(head, text, ...more) {
  const made = [el("h2", "", head)];
  if (text) made.push(el("p", "", text));
  return [...made, ...more];
}

function photo(person, base) {
  if (!person?.photo) return [];
  const img = el("img", "portrait");
  img.src = `${base}overlay/files/photos/${person.photo}`;
  img.alt = "";
  return [img];
}

export function figures(found) {
  if (!found) return [];
  return STATS.filter(([k]) => found[k] !== null && found[k] !== undefined).map(([k, text]) => {
    const cell = el("span", "figure");
    cell.append(el("small", "", text), el("b", "", found[k] + "%"));
    return cell;
  });
}

const KINDS = {
  player({ lower, scene, wish, base }) {
    const seat = seatOf(scene, lower);
    if (!seat) return null;
    const person = scene.event.people?.[seat.name] ?? {};
    const box = el("div", "figures");
    box.append(...figures(scene.stats[seat.seat]));
    const text = [person.from, person.note].filter(Boolean).join(" · ");
    return [...photo(person, base), ...band(seat.name, text), stackLine(seat, scene, wish), box];
  },
  chips({ lower, scene, wish, base }) {
    const seat = seatOf(scene, lower);
    if (!seat) return null;
    const person = scene.event.people?.[seat.name];
    return [...photo(person, base), ...band(seat.name, t("Chip count")), stackLine(seat, scene, wish)];
  },
  out({ lower, scene }) {
    const gone = scene.event.out?.at(-1);
    const name = lower.head ?? gone?.name;
    if (!name) return null;
    const same = gone?.name === name ? gone : null;
    const text = lower.text ?? (same?.place ? t("Eliminated in {ordinal} place", { ordinal: ordinal(same.place) }) : t("Eliminated"));
    return band(name, text, ...(same?.prize ? [el("div", "big", prize(same.prize, scene.event))] : []));
  },
  leaders({ scene, wish }) {
    const bb = scene.snapshot.bb;
    const rows = scene.leaders.slice(0, 8).map((r, i) => [
      `${i + 1}  ${r.name}`, exact(r.stack, wish) + (wish.units !== "chips" && bb ? `  ${blinds(r.stack, bb)}` : ""),
    ]);
    return rows.length ? band(t("Chip counts"), "", ...lines(rows)) : null;
  },
  payouts({ scene }) {
    const left = scene.event.players_left;
    const rows = scene.event.payouts.slice(0, 9).map(([p, n]) => [ordinal(p), prize(n, scene.event), p === left]);
    return rows.length ? band(t("Payouts"), left ? playersLeft(left) : "", ...lines(rows)) : null;
  },
  jump({ scene }) {
    const jump = scene.event.jump;
    if (!jump) return null;
    const rows = [[t("Next out"), jump.now ? prize(jump.now, scene.event) : "–"], [t("{ordinal} place", { ordinal: ordinal(jump.place) }), prize(jump.next, scene.event), true]];
    return band(t("Next pay jump"), playersLeft(scene.event.players_left), ...lines(rows));
  },
  level({ scene }) {
    const { level, next } = scene.event;
    if (!level) return null;
    const of = (l) => `${number(l.sb)} / ${number(l.bb)}` + (l.ante ? ` (${number(l.ante)})` : "");
    const rows = [[t("Blinds"), of(level), true], ...(next ? [[t("Next level"), of(next)]] : [])];
    return band(level.on_break ? t("Break") : t("Level {level}", { level: level.n ?? "" }), scene.event.name, el("div", "big ticking"), ...lines(rows));
  },
  text({ lower }) {
    return band(lower.head, lower.text);
  },
  talk({ lower }) {
    return [el("small", "tag", t("Commentary")), ...band(lower.head, lower.text)];
  },
};

const playersLeft = (n) => many("{n} player left", "{n} players left", n);

function seatOf(scene, lower) {
  return scene.snapshot.seats.find((s) => s.seat === lower.seat);
}

function stackLine(seat, scene, wish) {
  if (seat.state === "all_in" && !seat.stack) return el("div", "big", t("ALL-IN"));
  const line = el("div", "big", exact(seat.stack + seat.bet, wish));
  if (scene.snapshot.bb) line.append(el("small", "", blinds(seat.stack + seat.bet, scene.snapshot.bb)));
  return line;
}

// Elements of a lower third, or null.
export function lowerThird(lower, scene, wish, base) {
  return KINDS[lower.kind]?.({ lower, scene, wish, base }) ?? null;
}

// What is left of the level, by the gateway's clock; "" where nobody says.
export function levelLeft(scene, ahead_ms) {
  const level = scene.event?.level;
  if (!level) return "";
  if (level.ends_at !== undefined) return clock(level.ends_at - (performance.now() + ahead_ms));
  return level.left_ms !== undefined ? clock(level.left_ms) : "";
}
