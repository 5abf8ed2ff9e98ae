// The graphics of one table as an element: <feltwire-graphics>. It draws scenes (parts, as the
// gateway sends them) and keeps nothing that a reload would lose. Overlay, control page and the
// OGraf component are made of it.
import { blinds, card, doing, el, exact, fill, fit, money } from "./format.js";
import { levelLeft, lowerThird } from "./lowers.js";
import { open } from "../static/line.js";
import { many, t } from "../static/words.js";

const HERE = new URL(".", import.meta.url);
// Of the gateway: of the address that a page's files have (gateway/web/kept_files.py) what stands before.
const ROOT = new URL("../", HERE).href.replace(/kept\/\w+\/$/, "");
const FONT = "Feltwire Sans";
const SIZES = { landscape: [1920, 1080], portrait: [1080, 1920] };
const OUT_MS = 450; // a lower third leaves
const WAGERS = ["bet", "raise", "complete"];
const MANY = 7; // plates of a row from here on are narrow
export const FIRST = {
  layout: "column", units: "chips", format: "exact", deck: "4", fold: "dim", fold_ms: 0,
  theme: "feltwire", currency: "", ticker: "", strips: true, board: true, bug: true, action: true,
  equity: true, outs: false, stats: false, photos: false, clock: false, lower: null,
};
const PLACES = `
  <div id="bug"><b id="title"></b><span id="game"></span><b id="blinds"></b><span id="street"></span><time id="level"></time></div>
  <ol id="plates"></ol>
  <div id="centre">
    <div id="event" hidden><b></b><span></span></div>
    <div id="tray"><div id="board"></div><div id="pot"><small>${t("Pot")}</small><b></b><span id="side"></span></div></div>
  </div>
  <section id="lower" hidden></section>
  <div id="ticker" hidden><span></span></div>`;

const fonts = ["latin", "latin-ext"].map((part) => [part, new URL(`vendor/inter-${part}-wght-normal.woff2`, HERE)]);
const RANGES = { latin: "U+0000-00FF, U+2000-206F, U+20AC, U+2122", "latin-ext": "U+0100-02AF, U+1E00-1EFF, U+20A0-20AB, U+20AD-20CF" };
let loaded = false;
function loadFonts() {
  if (loaded) return;
  loaded = true;
  for (const [part, url] of fonts) {
    const face = new FontFace(FONT, `url(${url})`, { weight: "100 900", unicodeRange: RANGES[part] });
    document.fonts.add(face);
    face.load().catch(() => {}); // the system's font does
  }
}

function sheet(href, id, then) {
  const link = el("link");
  link.rel = "stylesheet";
  link.href = href;
  if (id) link.id = id;
  link.addEventListener("load", then);
  return link;
}

export class Graphics extends HTMLElement {
  #scene = {};
  #wish = {}; // what this consumer wants otherwise than the program
  #folded = new Map(); // seat -> when its fold was first shown
  #again = 0;
  #ahead_ms = Date.now() - performance.now(); // from a clock nobody sets to the gateway's time
  #lower = "";
  #plates = new Map();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.append(sheet(new URL("graphics.css", HERE), "", this.#refit), sheet(new URL("themes/feltwire.css", HERE), "theme", this.#refit));
    this.stage = el("div", "stage");
    this.stage.innerHTML = PLACES;
    this.stage.hidden = true;
    root.append(this.stage);
    this.$ = (id) => root.getElementById(id);
  }

  connectedCallback() {
    loadFonts();
    document.fonts.addEventListener("loadingdone", this.#refit); // a theme's own too
    this.sized = new ResizeObserver(() => this.#size());
    this.sized.observe(this);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.#size();
  }

  disconnectedCallback() {
    document.fonts.removeEventListener("loadingdone", this.#refit);
    this.sized.disconnect();
    clearInterval(this.ticking);
    clearTimeout(this.#again);
  }

  get wished() {
    return this.#wish;
  }

  // What this consumer wishes, over the program: {layout, units, format, deck, theme}.
  wish(values) {
    this.#wish = values;
    this.#draw();
  }

  // Parts of a scene that have changed.
  take(parts) {
    Object.assign(this.#scene, parts);
    if (parts.now) this.#ahead_ms = parts.now - performance.now();
    this.#draw();
  }

  // Animate in or out, whatever the program says.
  air(on) {
    this.off = !on;
    this.#draw();
  }

  #size() {
    const { clientWidth: w, clientHeight: h } = this;
    if (!w || !h) return;
    const shape = h > w ? "portrait" : "landscape";
    const [width, height] = SIZES[shape];
    this.stage.dataset.shape = shape;
    this.stage.style.width = `${width}px`;
    this.stage.style.height = `${height}px`;
    this.stage.style.transform = `scale(${Math.min(w / width, h / height)})`;
    this.#refit();
  }

  #refit = () => {
    for (const name of this.stage.querySelectorAll("[data-fitted]")) delete name.dataset.fitted;
    this.#draw();
  };

  #draw() {
    const { snapshot, air } = this.#scene;
    if (!air) return;
    const wish = { ...FIRST, ...air.program, ...this.#wish };
    const shown = !air.hidden && !this.off && snapshot;
    this.stage.classList.toggle("off", !shown);
    if (!snapshot) return;
    this.stage.hidden = false;
    this.#theme(wish.theme);
    const { stage } = this;
    stage.dataset.layout = wish.layout;
    stage.dataset.seats = snapshot.seats.length > MANY ? "many" : "few";
    stage.classList.toggle("two", wish.deck === "2");
    stage.classList.toggle("both", wish.units === "both");
    stage.classList.toggle("void", Boolean(snapshot.notice));
    stage.classList.toggle("nobody", !snapshot.seats.length);
    this.#bug(snapshot, wish);
    this.#strips(snapshot, wish);
    this.#centre(snapshot, wish);
    this.#lowers(wish);
    this.#tickers(wish);
    this.#tick();
  }

  #theme(name) {
    const own = name === "feltwire" || name === "daylight";
    const href = own ? new URL(`themes/${name}.css`, HERE).href : `${ROOT}overlay/files/themes/${name}.css`;
    const link = this.$("theme");
    if (link.href !== href) link.href = href;
  }

  #bug(snap, wish) {
    this.$("bug").hidden = !wish.bug;
    this.$("title").textContent = this.#scene.event?.name ?? "";
    this.$("game").textContent = snap.game;
    const ante = snap.ante ? ` (${exact(snap.ante, { format: wish.format })})` : "";
    const plain = { format: wish.format };
    this.$("blinds").textContent = snap.bb ? `${exact(snap.sb, plain)} / ${exact(snap.bb, plain)}${ante}` : "";
    const street = this.$("street");
    street.textContent = t(snap.notice || snap.street_text);
    street.classList.toggle("notice", Boolean(snap.notice));
    this.$("level").hidden = !wish.clock;
  }

  #tick() {
    const left = levelLeft(this.#scene, this.#ahead_ms);
    for (const place of [this.$("level"), this.stage.querySelector(".ticking")]) {
      if (place && place.textContent !== left) place.textContent = left;
    }
  }

  // True while a fold is still shown as a hand in play.
  #held(seat, folded, hold_ms) {
    if (!folded) {
      this.#folded.delete(seat);
      return false;
    }
    if (!this.#folded.has(seat)) this.#folded.set(seat, performance.now());
    const rest = this.#folded.get(seat) + hold_ms - performance.now();
    if (rest <= 0) return false;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#draw(), rest + 5);
    return true;
  }

  #strips(snap, wish) {
    const list = this.$("plates");
    list.hidden = !wish.strips;
    const dealt = !["idle", "none", "setup"].includes(snap.phase); // before that nobody is out of a hand
    const seats = snap.seats.map((s) => {
      const gone = dealt && (s.state === "folded" || s.state === "out");
      return { ...s, gone: gone && !this.#held(s.seat, gone, wish.fold_ms) };
    });
    const shown = seats.filter((s) => !(wish.fold === "hide" && s.gone));
    for (const [seat, plate] of this.#plates) {
      if (!shown.some((s) => s.seat === seat)) {
        plate.remove();
        this.#plates.delete(seat);
      }
    }
    shown.forEach((s, i) => {
      const plate = this.#plate(s, snap, wish);
      if (list.children[i] !== plate) list.insertBefore(plate, list.children[i] ?? null);
    });
    list.dataset.count = shown.length;
    if (wish.layout === "round") this.#round(shown);
    else for (const plate of list.children) plate.style.transform = "";
    for (const s of shown) fit(this.#plates.get(s.seat).querySelector(".called"), s.name); // all have their places
  }

  // Round the picture: up the left side, over the top, down the right, as the seats sit.
  #round(shown) {
    const [width] = SIZES[this.stage.dataset.shape ?? "landscape"];
    if (this.stage.dataset.shape === "portrait") return;
    const n = shown.length, plate = 400, pitch = 150, edge = 96;
    const left = Math.ceil(n / 3), right = Math.ceil((n - left) / 2), top = n - left - right;
    shown.forEach((s, i) => {
      let x = edge, y = 0;
      if (i < left) y = 230 + (left - 1 - i) * pitch;
      else if (i < left + top) {
        x = (width - top * plate - (top - 1) * 24) / 2 + (i - left) * (plate + 24);
        y = 54;
      } else {
        x = width - edge - plate;
        y = 230 + (i - left - top) * pitch;
      }
      this.#plates.get(s.seat).style.transform = `translate(${x}px, ${y}px)`;
    });
  }

  #plate(s, snap, wish) {
    let p = this.#plates.get(s.seat);
    if (!p) {
      p = el("li", "plate");
      p.id = "plate-" + s.seat;
      p.innerHTML = '<span class="photo"></span><span class="cards"></span><span class="who"><span class="name"><span class="called"></span><span class="badges"></span></span><span class="act"></span></span><span class="money"><span class="stack"></span><span class="bet"></span></span><span class="odds"><b></b><small></small></span><span class="more"></span>';
      this.#plates.set(s.seat, p);
    }
    const $ = (cls) => p.querySelector("." + cls);
    const won = s.won > 0 && ["award", "over"].includes(snap.phase);
    const marks = { folded: s.gone, "act-now": s.to_act, winner: won };
    for (const [mark, on] of Object.entries(marks)) p.classList.toggle(mark, Boolean(on));
    this.#hand(p, s, s.gone);
    fill($("badges"), s.badges.join(), () => s.badges.map((b) => el("i", "badge " + b, b)));
    const act = $("act");
    const plain = wish.units === "both" ? { ...wish, units: "chips" } : wish; // a strip has room for one
    const amount = (n) => money(n, plain, snap.bb);
    const allin = s.state === "all_in" && !won && s.stack === 0; // the stack says so
    act.textContent = won ? doing("wins", amount(s.won)) : s.did ? doing(s.did.act, amount(s.did.amount), s.did.allin && !allin) : "";
    act.className = "act " + (won ? "won" : s.did?.allin || WAGERS.includes(s.did?.act) ? "wager" : "");
    const stack = $("stack");
    const both = wish.units === "both" && snap.bb;
    stack.textContent = allin ? t("ALL-IN") : both ? exact(s.stack, wish) : money(s.stack, wish, snap.bb);
    stack.classList.toggle("allin", allin);
    const bet = s.bet && !won ? money(s.bet, plain, snap.bb) : "";
    $("bet").textContent = both && !allin ? blinds(s.stack, snap.bb) : bet;
    this.#odds(p, s, snap, wish, won);
    const person = this.#scene.event?.people?.[s.name];
    fill($("photo"), (wish.photos && person?.photo) || "", () => {
      if (!wish.photos || !person?.photo) return [];
      const img = el("img");
      img.src = `${ROOT}overlay/files/photos/${person.photo}`;
      img.alt = "";
      return [img];
    });
    return p;
  }

  #hand(p, s, gone) {
    const cards = p.querySelector(".cards");
    const backs = gone ? 0 : s.cards;
    const faces = s.shown.length ? s.shown : s.hole ?? [];
    cards.classList.toggle("four", Math.max(faces.length, backs) > 2);
    fill(cards, faces.join() + (s.keyed ? "keyed" : "") || "back" + backs, () =>
      faces.length ? faces.map((name) => card(name, s.keyed)) : Array.from({ length: Math.min(backs, 7) }, () => el("span", "pc back")));
  }

  #odds(p, s, snap, wish, won) {
    const odds = p.querySelector(".odds");
    const known = wish.equity && s.equity !== undefined && !s.gone && !won;
    odds.hidden = !known;
    if (known) {
      odds.children[0].textContent = (snap.sampled ? "~" : "") + Math.round(100 * s.equity) + "%";
      odds.children[1].textContent = s.tie >= 0.005 ? t("tie {share}%", { share: Math.round(100 * s.tie) }) : "";
      odds.style.setProperty("--share", s.equity);
    }
    const outs = wish.outs && known && s.outs?.length ? s.outs : [];
    const found = wish.stats && !s.gone ? this.#scene.stats?.[s.seat] : null;
    const text = found ? [["VPIP", found.vpip], ["PFR", found.pfr], [t("3B"), found.three_bet], [t("AGG"), found.aggression]]
      .filter(([, v]) => v !== null).map(([k, v]) => `${k} ${v}`).join("  ") : "";
    const more = p.querySelector(".more");
    more.hidden = !outs.length && !text;
    fill(more, outs.join() + text, () => [
      ...(outs.length ? [el("b", "", many("{n} out", "{n} outs", outs.length)), ...outs.slice(0, 8).map((name) => card(name))] : []), ...(text ? [el("span", "", text)] : []),
    ]);
  }

  #centre(snap, wish) {
    const board = snap.board;
    this.$("tray").hidden = !wish.board || (!board.length && !snap.pot); // nothing lies there yet
    const keyed = snap.board_keyed ?? [];
    fill(this.$("board"), board.join() + keyed.join("k") + (board.length ? "" : "none"), () =>
      board.length ? [...board.map((name, i) => card(name, keyed.includes(i))), ...Array.from({ length: Math.max(0, 5 - board.length) }, () => el("span", "slot"))] : []);
    this.$("pot").querySelector("b").textContent = money(snap.pot, wish, snap.bb);
    const side = snap.pots.slice(1);
    const places = [[t("Main"), snap.pots[0]], ...side.map((p, i) => [side.length > 1 ? t("Side {n}", { n: i + 1 }) : t("Side"), p])];
    fill(this.$("side"), JSON.stringify([side.length ? snap.pots : [], wish.format, wish.units]), () =>
      side.length ? places.map(([name, p]) => {
        const one = el("span");
        one.append(el("small", "", name), el("b", "", money(p.amount, wish, snap.bb)));
        return one;
      }) : []);
    const last = snap.last;
    const bar = this.$("event");
    bar.hidden = !wish.action || (!last && !snap.notice);
    const key = JSON.stringify([last, snap.notice]);
    if (bar.dataset.key !== key) {
      bar.dataset.key = key;
      bar.classList.remove("fresh");
      void bar.offsetWidth; // so that the animation runs once more
      bar.classList.add("fresh");
    }
    bar.children[0].textContent = snap.notice ? t(snap.notice) : last?.name ?? "";
    bar.children[1].textContent = snap.notice ? t("The hand is void") : last ? this.#said(last, snap, wish) : "";
  }

  #said(last, snap, wish) {
    return doing(last.act, money(last.amount, wish, snap.bb), last.allin);
  }

  #lowers(wish) {
    const place = this.$("lower");
    const made = wish.lower && this.#scene.event ? lowerThird(wish.lower, this.#scene, wish, ROOT) : null;
    const kind = made ? JSON.stringify(wish.lower) : "";
    if (made) {
      clearTimeout(this.leaving);
      place.hidden = false;
      place.className = "in kind-" + wish.lower.kind;
      fill(place, made.map((e) => e.outerHTML).join(""), () => made);
    } else if (this.#lower) {
      place.classList.replace("in", "out");
      this.leaving = setTimeout(() => (place.hidden = true), OUT_MS);
    }
    this.#lower = kind;
    this.stage.classList.toggle("with-lower", Boolean(made));
  }

  #tickers(wish) {
    const place = this.$("ticker");
    place.hidden = !wish.ticker;
    const line = place.firstElementChild;
    if (line.textContent !== wish.ticker) {
      line.textContent = wish.ticker;
      line.style.animationDuration = `${12 + wish.ticker.length / 8}s`;
    }
    this.stage.classList.toggle("with-ticker", Boolean(wish.ticker));
  }
}

if (!customElements.get("feltwire-graphics")) customElements.define("feltwire-graphics", Graphics);

// Follow a table of the gateway: parts go to ``take``; ``state`` is told "live" or "stale".
export function follow(path, take, state = () => {}) {
  return open(path, { take, state: (how) => state(how === "up" ? "live" : "stale") });
}
