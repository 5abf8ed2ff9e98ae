"""What the director's pages show: plain values from the state of the event."""

import datetime

from gateway.event import (
    acts,
    chip_views,
    desk,
    due,
    last_hands,
    sends,
    sheets,
    stack_counts,
    structure,
    table_feed,
)  # fmt: skip
from gateway.event.log import SEVERAL, happenings, in_force
from gateway.event.log_sentences import words
from gateway.languages.speech import fill, many, text
from gateway.tables.words import BOOKS
from shared_rules.desk import asks, deals

ENTRIES_SHOWN = 150
FORMS = ("freezeout", "reentry", "rebuy", "shootout")
LEVELS_AHEAD = 6  # rows of the structure on the hall screen
ALERTS_SHOWN = 8


def head(office, t):
    """What stands above every page: name, clock, figures."""
    event, clock = office.event, office.clock
    row = {"sb": None, "bb": None, "ante": 0, **(event.row_of(clock.level) or {})}
    return {
        "name": event.facts.get("name") or "Event", "book": event.book.name,
        "level": clock.level, "row": row, "left_ms": clock.left(t), "ends_at": clock.ends_at(),
        "running": clock.running,
        "begun": clock.begun, "on_break": clock.on_break, "left": event.left,
        "entries": office.entries, "tables": len(event.tables), "in_play": office.in_play,
        "average": office.in_play // event.left if event.left else 0,
        "average_bb": office.in_play // event.left // row["bb"] if event.left and row["bb"] else 0,
        "pool": office.pool, "hand_for_hand": event.hand_for_hand, "sells": due.sells(office),
        "over": event.closed and event.left == 1, "deal": office.deal,
        "night": last_hands.at_night(office), "last_hands": _most_left(office),
        "bounties": bool(event.facts.get("bounty")),
        "paid": len(event.facts.get("prizes", ())) or event.facts.get("paid", 0),
    }  # fmt: skip


def _most_left(office):
    """Hands a table may still deal today, of the one with the most; None while none were drawn."""
    left = last_hands.left(office)
    return None if left is None else max(left.values(), default=0)


def overview(office, t, entries):
    """The event: what is due, what differs, alternates."""
    rows = [
        {"key": desk.key_of(d), "text": d.text, "cite": d.cite, "by": by(d), "after": d.after,
         "can": True} for d in due.due(office)
    ]  # fmt: skip
    halted, rules = due.halted(office)
    return {
        "h": head(office, t), "due": rows, "halted": halted, "halt_cite": rules,
        "alternates": [office.name(p) for p in office.event.lists.get("alternates", ())],
        "alerts": list(reversed(office.alerts))[:ALERTS_SHOWN],
        "apart": office.apart, "apart_waits": chip_views.waits(office),
        "notes": list(reversed(office.notes))[:ALERTS_SHOWN],
    }  # fmt: skip


def by(one):
    """Whose what is due is, in a word."""
    return "director" if one.by == "td" else one.by


def hall(office, t, entries):
    """The screen of the hall."""
    event, clock = office.event, office.clock
    rows = [r for r in event.facts.get("levels", ()) if r["level"] >= clock.level]
    prizes = event.facts.get("prizes", ())
    following = next((r for r in rows if r["level"] > clock.level), None)
    return {
        "h": head(office, t), "next": following, "ahead": rows[:LEVELS_AHEAD],
        "prizes": list(enumerate(prizes, 1))[:LEVELS_AHEAD + 3],
        "to_break_ms": _to_break(clock),
    }  # fmt: skip


def _to_break(clock):
    """Milliseconds of play from the end of the level to the next break; None without one."""
    if clock.on_break:
        return None
    left = 0
    for row in clock.rows:
        if row["level"] < clock.level:
            continue
        if row["level"] > clock.level:
            left += row.get("minutes", clock.minutes) * 60_000
        if row.get("break_after"):
            return left
    return None


def tables(office, t, entries):
    """All tables with seats, stacks and where the button will be."""
    event = office.event
    halted, _ = due.halted(office)
    left, together = last_hands.left(office) or {}, table_feed.together(office)
    out = []
    for table in event.in_order():
        at = table.upcoming() if table.seats is not None else None
        playing = table.state in table_feed.IN_HAND
        seats = []
        for seat in range(1, table.max + 1):
            player = table.seats.get(seat)
            marks = [m for m, s in (("D", at and at.button), ("SB", at and at.sb),
                                    ("BB", at and at.bb)) if s == seat]  # fmt: skip
            seats.append({
                "seat": seat, "name": office.name(player) if player else None,
                "stack": event.stacks.get(player), "marks": marks,
                "waits": player in table.newcomers
                and (playing or table.duty(player, event.always_dealt) == "waits"),
            })  # fmt: skip
        out.append({
            "number": table.number, "count": table.count, "max": table.max, "seats": seats,
            "playing": playing, "left": left.get(table.number),
            "together": together.get(table.number), "halted": table.number in halted,
            "hands": office.hands_at(table.number),
        })  # fmt: skip
    return {"h": head(office, t), "tables": out}


def chips(office, t, entries):
    """Chips handed out against chips in play."""
    found = chip_views.chips(office, entries)
    return {"h": head(office, t), "chips": found,
            "apart": found["apart"], "apart_waits": found["waits"]}  # fmt: skip


def players(office, t, entries):
    """All who registered, those who are in first."""
    event = office.event
    rows, _ = acts.standings(office)
    places = {player: (first, last) for first, last, player in rows}
    waiting = event.lists.get("alternates", ())
    out = []
    for person in office.people.values():
        table = event.table_of(person.player)
        place = places.get(person.player)
        out.append({
            "player": person.player, "name": person.name, "entries": person.entries,
            "paid": person.paid, "id_shown": person.id_shown, "request": person.request,
            "seat": f"{table.number}:{table.seat_of(person.player)}" if table else None,
            "stack": event.stacks.get(person.player) if table else None,
            "head": person.head, "waits": person.player in waiting,
            "place": place if table is None else None,
            "out": person.player in event.gone, "penalties": _penalties(event, person.player),
        })  # fmt: skip
    out.sort(key=lambda p: (p["out"], p["name"].lower()))
    return {"h": head(office, t), "players": out, "format": event.facts["format"]}


def _penalties(event, player):
    """The penalties given to a player, in words, and what is left of the last one."""
    given = [_penalty(e) for e in event.happened("penalty", player)]
    if not given:
        return ""
    decision = asks.answer(event, {"what": "penalty", "player": player})
    left = {} if decision.open else decision.answer
    if left.get("hands"):
        given.append(many("still {n} hand", "still {n} hands", left["hands"]))
    elif left.get("button_at"):
        given.append(text("until the button is at seat {seat}", seat=left["button_at"]))
    return ", ".join(given)


def _penalty(given):
    if given["kind"] == "hands":
        return many("{n} hand", "{n} hands", given.get("count", 1))
    if given["kind"] == "rounds":
        return many("{n} round", "{n} rounds", given.get("count", 1))
    return text(given["kind"])


def moves(office, t, entries):
    """Moves, the last first, each with what the player does in the next hand there."""
    event = office.event
    out, seen = [], set()
    for entry in reversed(in_force(entries)):
        for ev in reversed(happenings(entry)):
            for player, to in _moved(ev):
                now = event.table_of(player)
                here = now is not None and f"{now.number}:{now.seat_of(player)}" == to
                current = here and player not in seen
                seen.add(player)
                duty = now.duty(player, event.always_dealt) if current else None
                out.append({
                    "n": entry["n"], "time": time_of(entry["at_ms"]), "player": office.name(player),
                    "to": to, "why": entry["why"] or ev["what"].replace("_", " "),
                    "duty": sends.DUTIES.get(duty, ""), "current": current,
                })  # fmt: skip
            if len(out) >= ENTRIES_SHOWN:
                return {"h": head(office, t), "moves": out, "sent": sends.under_way(office, t)}
    return {"h": head(office, t), "moves": out, "sent": sends.under_way(office, t)}


def _moved(ev):
    """``[(player, seat)]`` of a happening that sends players to seats."""
    what = ev["what"]
    if what == "moved":
        return [(ev["player"], ev["to"])]
    if what in ("break", "redrawn"):
        drawn = ev.get("drawn") or ev.get("seats") or {}
        return [(p, drawn[p]) for p in sorted(drawn)]
    if what == "final_table":
        return [(ev["seats"][s], f"final:{s}") for s in sorted(ev["seats"], key=int)]
    return []


def payouts(office, t, entries):
    """Prizes, places, receipts, and a deal that is talked about."""
    event = office.event
    results, owed = sheets.results(office), acts.owed(office)
    for row in results:
        person = office.people.get(row["player"])
        row["received"] = person.received if person else 0
        row["owed"] = owed.get(row["player"], 0)
    proposed = event.happened("deal_proposed")
    deal = None
    if proposed and office.deal is None:
        deal = _deal(office, proposed[-1])
    return {
        "h": head(office, t), "prizes": list(enumerate(event.facts.get("prizes", ()), 1)),
        "results": results, "deal": deal, "offers": _offers(office),
        "proposed": due.proposed_prizes(office) if not event.facts.get("prizes") else [],
    }  # fmt: skip


def _offers(office):
    """What the players left would get, once there are few enough to talk about a deal."""
    event = office.event
    size = event.facts.get("table_max", 9)
    if not event.facts.get("prizes") or not 1 < event.left <= size or office.deal is not None:
        return []
    found = acts.offers(office)
    return [
        {"player": p, "name": office.name(p), "stack": event.stacks.get(p, 0),
         "icm": found["icm"][p], "chips": found["chips"][p]} for p in sorted(found["icm"])
    ]  # fmt: skip


def _deal(office, proposal):
    """The deal proposed last: sums, who said what, and whether it stands by the book."""
    event = office.event
    agreed, refused = deals.answers(event, proposal)
    decision = asks.answer(event, {"what": "deal"})
    stands = "open" if decision.open else "yes" if decision.answer["valid"] else "no"
    rows = [
        {"player": p, "name": office.name(p), "amount": proposal["amounts"][p],
         "said": "yes" if p in agreed else "no" if p in refused else ""}
        for p in proposal["among"]
    ]  # fmt: skip
    return {"rows": rows, "stands": stands, "cite": decision.cite}


def log(office, t, entries):
    """The entries, the last first."""
    opened = text("Event opened under {book}")
    rows = entry_rows(entries, opened, lambda entry: _sentence(office, entry))
    for row in rows:
        row["can"] = row["can"] and row["who"] != desk.CLOCK
    return {"h": head(office, t), "rows": rows, "count": len(entries)}


def entry_rows(entries, what, sentence):
    """The last entries of a log, the last first. ``what``: the sentence of the first of them, its
    book open; ``sentence(entry)``: what any other says."""
    valid = {e["n"] for e in in_force(entries)}
    return [
        {"n": e["n"], "time": time_of(e["at_ms"]), "who": e["who"], "why": e["why"],
         "text": _opened_or_undone(e, what) or sentence(e), "can": e["n"] in valid,
         "undone": e["n"] not in valid and e["what"] not in ("setup", "undo")}
        for e in reversed(entries[-ENTRIES_SHOWN:])
    ]  # fmt: skip


def _opened_or_undone(entry, what):
    if entry["what"] == "setup":
        return fill(what, {"book": BOOKS.get(entry["rulebook"], entry["rulebook"])})
    if entry["what"] != "undo":
        return None
    return text("Entry {entry} taken back", entry=entry["entry"])


def _sentence(office, entry):
    rows = happenings(entry)
    said = "; ".join(words(office, ev) for ev in rows[:6])
    more = len(rows) - 6 if entry["what"] == SEVERAL else 0
    return text("{said}; and {more} more", said=said, more=more) if more > 0 else said


def seat_cards(office, t, entries):
    """A card for everybody who has a seat."""
    cards = []
    for table in office.event.in_order():
        for seat in table.occupied():
            player = table.seats[seat]
            cards.append({"name": office.name(player), "table": table.number, "seat": seat,
                          "stack": office.event.stacks.get(player)})  # fmt: skip
    cards.sort(key=lambda c: c["name"].lower())
    return {"h": head(office, t), "cards": cards}


def count_sheet(office, t, entries):
    """The tables with their seats, to be counted and signed."""
    return {"h": head(office, t), "tables": stack_counts.sheet(office),
            "kinds": sorted(office.ledger.chips)}  # fmt: skip


def payout_sheet(office, t, entries):
    """Places with prizes, to be printed and signed."""
    results = [r for r in sheets.results(office) if r["prize"] or r["bounty"]]
    return {"h": head(office, t), "results": results, "pool": office.pool,
            "book": office.event.book.name}  # fmt: skip


def time_of(ms):
    """Time of day (UTC) of milliseconds since the epoch."""
    at = datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC)
    return at.strftime("%H:%M:%S")


def blank():
    """What the form for a new event offers."""
    return {"templates": structure.TEMPLATES, "forms": FORMS}


PAGES = {
    "event": overview, "tables": tables, "chips": chips, "players": players, "moves": moves,
    "payouts": payouts, "log": log, "hall": hall,
}  # fmt: skip
