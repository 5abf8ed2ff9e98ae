"""What each audience is told of a table: plain dicts made from a LiveTable under its lock.

Cards appear by name only where the vault has made them public; everything else is a count.
"""

from gateway.access import disclosure
from gateway.alerts import escalation
from gateway.tables import alerts as facts
from gateway.tables import remedies, words
from shared_rules import games, sentences, zones

DECIDERS = {
    "automatic": "Applies by itself",
    "dealer": "Dealer carries it out",
    "floor": "Floor decides",
    "td": "Tournament director decides",
}
SEVERITIES = {"urgent": "Urgent", "ask": "Dealer", "info": "For information"}
# Why an alert has gone to more people, in words for those who read it.
ESCALATED = {
    "undelivered": "No floor screen has shown this",
    "unanswered": "Nobody has answered",
    "undecided": "Taken, but still undecided",
    "director": "The director has not answered",
}
PHASES = {
    "idle": "Waiting for a set-up",
    "none": "Between hands",
    "setup": "Blinds and antes",
    "deal": "Dealing",
    "betting": "Betting",
    "closed": "Betting closed",
    "draw": "Drawing",
    "showdown": "Showdown",
    "award": "Award",
    "over": "Hand over",
}


def frame(live):
    """What every page shows of a table: where it stands, in words and numbers."""
    view = live.view()
    phase = view.get("phase") or "idle"
    street = view.get("street") or "none"
    to_act = view.get("to_act") or None
    over = phase in ("over", "idle", "none")
    return {
        "table": live.name,
        "online": False if live.silent else live.online,
        "silent": live.silent,
        "trouble": live.trouble,
        "t": live.t,
        "events": live.n,
        "hand": live.hand,
        "hand_id": view.get("hand_id"),
        "game": words.game(view.get("game")),
        "blinds": blinds(view),
        "rulebook": words.BOOKS.get(view.get("rulebook"), view.get("rulebook")),
        "phase": phase,
        "phase_text": PHASES.get(phase, words.kind(phase)),
        "street": street,
        "street_text": words.street(street) if phase in ("betting", "closed") else "",
        "pot": view.get("pot") or 0,
        "pots": _pots(view),
        "void": live.void(),
        "to_act": to_act,
        "over": over,
        "button": view.get("button"),
        "board": board(live, view),
        "board_keyed": _keyed_places(live, view),
        "board_due": _board_due(view),
        "hole": _hole_cards(view),
        "seats": seats(live, view),
        "places": places(live.setup, view),
        "last": live.actions[-1] if live.actions else None,
        "awarded": view.get("awarded") or {},
    }


def _pots(view):
    """Main and side pots, once somebody is all-in and no bet lies in front; else none."""
    seats_ = view.get("seats") or ()
    settled = view.get("phase") != "betting" or not any(s["front"] for s in seats_)
    if not settled or not any(s["state"] == "all_in" for s in seats_):
        return []
    return [p for p in view.get("pots") or () if p["amount"]]


def blinds(view):
    """``500 / 1,000, ante 100`` of a view; empty without blinds."""
    if not view.get("bb"):
        return ""
    text = f"{words.chips(view.get('sb') or 0)} / {words.chips(view['bb'])}"
    return f"{text}, ante {words.chips(view['ante'])}" if view.get("ante") else text


def board(live, view):
    """Board cards as the vault names them (``??`` for one it does not).

    When the hand is decided the dealer gathers the cards; screens keep the board till the riffle.
    """
    return [view["public"].get(token, "??") for token in _board_tokens(live, view)]


def _board_tokens(live, view):
    tokens = view.get("board") or ()
    if not tokens and view.get("phase") in ("showdown", "award", "over"):
        return live.kept_board
    return tokens


def _board_due(view):
    """Cards the next street brings to the board; 0 when there is none."""
    game = games.find(view.get("game"))
    street = game.after(view.get("street")) if game and view.get("phase") == "closed" else None
    return street.board if street else 0


def _keyed_places(live, view):
    """Which cards of the board a person keyed, from 0: it is said wherever they show."""
    keyed = view.get("keyed") or ()
    return [i for i, token in enumerate(_board_tokens(live, view)) if token in keyed]


def seats(live, view):
    """One dict a seat: chips, state, badges, cards held and (tabled ones) shown, last action."""
    to_act = (view.get("to_act") or {}).get("seat")
    lasts = _last_actions(live, view)
    expected = _hole_cards(view)
    names = live.setup.get("names") or {}
    out = []
    for s in view.get("seats") or ():
        seat = s["seat"]
        tokens = s["shown"] or live.kept_shown.get(seat, ())
        state = s["state"]
        if state == "folded" and view.get("phase") in ("setup", "deal"):
            state = "live"  # not served yet
        name = s.get("name") or names.get(str(seat)) or f"Seat {seat}"
        out.append(
            {
                "seat": seat,
                "name": name,
                "short": words.short_name(name),
                "stack": s["stack"],
                "bet": s["bet"] if view.get("phase") == "betting" else s["front"],
                "state": state,
                "to_act": seat == to_act,
                "badges": _badges(view, seat),
                "cards": s["cards"],
                "missing": max(0, expected - s["cards"]) if state in ("live", "all_in") else 0,
                "shown": [view["public"][t] for t in tokens if t in view["public"]],
                "keyed": any(t in (view.get("keyed") or ()) for t in tokens),
                "read": "off" if live.dealt_by_hand else _read(state, s, expected, view),
                "last": words.act(lasts[seat]) if seat in lasts else "",
                "did": _did(lasts.get(seat)),
                "won": (view.get("awarded") or {}).get(seat, 0),
            }
        )
    return out


PLACES = (6, 8, 9, 10)  # shapes a table is drawn in
USUAL = 9  # places of a table whose setup does not say how many it has


def places(setup, view):
    """How many places the table is drawn with: the setup's ``table_max``, else nine; ten with a
    tenth seat. Six players at a nine-handed table sit as they lie."""
    most = max((s["seat"] for s in view.get("seats") or ()), default=0)
    wanted = max(setup.get("table_max") or USUAL, most)
    return next((n for n in PLACES if n >= wanted), PLACES[-1])


def _badges(view, seat):
    names = (("button", "D"), ("sb_seat", "SB"), ("bb_seat", "BB"))
    return [text for key, text in names if view.get(key) == seat]


def _last_actions(live, view):
    """Seat -> its last action of the present street; folds stay."""
    found = {}
    for action in live.actions:
        if action["act"] == "fold" or action.get("street") == view.get("street"):
            found[action["seat"]] = action
    return found


OF_ITSELF = ("call", "post", "ante", "bring_in")  # acts that are said by what they add


def _did(action):
    """An action for a page that says it itself: ``{"act", "amount", "allin"}``, or None."""
    if action is None:
        return None
    act = action["act"]
    amount = action.get("amt") if act in OF_ITSELF else action.get("to")
    return {
        "act": act, "amount": None if act in ("fold", "check") else amount,
        "allin": bool(action.get("allin")),
    }  # fmt: skip


def _hole_cards(view):
    game = games.find(view.get("game"))
    if game is None or view.get("street") == "none":
        return 0
    return game.hole_cards(view.get("street"))


def _read(state, seat, expected, view):
    """Whether the table reads the cards a live seat should hold.

    ``ok``, ``part`` or ``none`` of them; ``off``: none are due (folded, out, still dealing).
    """
    cards, phase = seat["cards"], view.get("phase")
    if state not in ("live", "all_in") or phase not in ("betting", "closed", "showdown", "award"):
        return "off"
    if cards >= expected:
        return "ok"
    return "part" if cards else "none"


# -- dealer


def dealer(live):
    """The dealer panel: the frame, what is asked now, alerts of this hand with their next step."""
    with live.lock:
        out = frame(live)
        alerts = [alert(live.name, n, k, body) for n, k, body in live.open_alerts()]
        due = [a for a in alerts if a["severity"] != "info"]
        questions = [question(q) for q in live.questions.values()]
        out["alerts"] = due[:3]
        out["question"] = questions[0] if questions else None
        out["main"] = None if questions else _first(due)
        out["others"] = [a for a in due if a is not out["main"]][:OTHERS_MAX]
        out["infos"] = [a for a in alerts if a["severity"] == "info"][:1]
        out["decided"] = _decided(live)
        out["ask"] = ask(out)
        return out


OTHERS_MAX = 2  # alerts in one line below what is asked now: more do not fit above the table


def _first(due):
    """The alert the dealer is asked about: the newest with a step to do, else none."""
    return next((a for a in due if a["step"] is not None), None)


def question(event):
    """What the table cannot tell: its number, a sentence, and the answers the panel offers.

    ``numbers``: what was read can be confirmed, or what was counted be keyed in.
    """
    counted = event["kind"] == "chips_unread"
    answers = [("yes", "Yes"), ("no", "No")]
    if counted:
        answers = [(event.get("amount") or 0, "That is all")]
    return {
        "id": event["id"],
        "text": words.question(event),
        "answers": answers,
        "numbers": counted,
    }


def _decided(live):
    """The floor's last decision in this hand, for the dealer to see; None without one."""
    for (n, k), body in sorted(live.alerts.items(), reverse=True):
        if n >= live.hand_n and body.get("decision"):
            return alert(live.name, n, k, body)
    return None


def ask(f):
    """What the dealer is to do now: ``{"title", "text"}`` of a frame."""
    phase, seats_ = f["phase"], f["seats"]
    names = {s["seat"]: s["name"] for s in seats_}
    if f["void"]:
        return _say("The hand is void", "Carry out the steps, then riffle and deal again.")
    if f["trouble"]:
        return _say("Rule by hand", "Rulings are halted until the next hand is set up.")
    if phase == "setup":
        return _say("Take antes and blinds", f["blinds"])
    if phase == "deal":
        count = sum(s["cards"] for s in seats_)
        out = f"{count} card out" if count == 1 else f"{count} cards out"
        return _say("Deal", f"{out}, from the left of the button.")
    if phase == "betting" and f["to_act"]:
        a = f["to_act"]
        if unread := [s for s in seats_ if s["missing"]]:
            return _unread(unread[0], a)
        faces_bet = any(s["bet"] for s in seats_)
        return _say(f"Seat {a['seat']} to act", f"{names.get(a['seat'], '')}: {_may(a, faces_bet)}")
    if phase in ("betting", "closed"):
        nxt = _next_street(f)
        return _say("Pull in the bets", f"then {nxt}." if nxt else "then the showdown.")
    if phase == "draw":
        return _say("Change cards", "from the left of the button.")
    if phase == "showdown":
        live_ = [str(s["seat"]) for s in seats_ if s["state"] in ("live", "all_in")]
        return _say("Showdown", f"Hands of seats {', '.join(live_)}: key each one that is tabled.")
    if phase == "award":
        return _say("Push the pot", f"{words.chips(f['pot'])} to the winner.")
    if phase == "over":
        return _say("Collect the cards", "and riffle for the next hand.")
    return _say("No game set up", "Waiting for the floor to set up the next hand.")


def _may(to_act, faces_bet):
    """What the seat to act may do, in a line."""
    text = f"{words.chips(to_act['call'])} to call" if to_act["call"] else "may check"
    if not to_act.get("min"):
        return text
    least = words.chips(to_act["min"])
    return f"{text}, raise to {least} at least" if faces_bet else f"{text}, bet {least} at least"


def _unread(seat, to_act):
    """The commonest failure: cards beside the spot. The act that is due stands behind it."""
    number, then = seat["seat"], to_act["seat"]
    if seat["cards"] > 0 and seat["missing"] == 1:
        return _say(
            f"Seat {number}: one card is not read",
            f"Push it to the middle of the spot. Then seat {then} acts.",
        )
    return _say(
        f"Seat {number}: the cards are not read",
        f"Push them to the middle of the spot. Then seat {then} acts.",
    )


def _say(title, text):
    return {"title": title, "text": text}


def _next_street(f):
    nxt = {"preflop": "burn and deal the flop", "flop": "burn and deal the turn"}
    nxt["turn"] = "burn and deal the river"
    if f["street"] in nxt:
        return nxt[f["street"]]
    return "" if f["street"] in ("river", "seventh", "after_draw") else "deal the next street"


# -- floor


def alert(table, n, k, body):
    """An alert as pages show it."""
    steps = [remedies.say(s) for s in body["steps"]]
    done = body.get("done", 0)
    return {
        "table": table,
        "n": n,
        "k": k,
        "id": f"{table}-{n}-{k}",
        "severity": body["severity"],
        "severity_text": SEVERITIES[body["severity"]],
        "seat": body.get("seat"),
        "title": body["text"],
        "happened": body.get("happened") or "",
        "code": words.kind(body["ruling"]),
        "misdeal": bool(body.get("misdeal")),
        "binding": body.get("binding"),
        "evidence": [dict(e, clock=words.clock(e["t"])) for e in body["evidence"]],
        "confidence": body.get("confidence"),
        "cite": [words.citation(c) for c in body["cite"]],
        "steps": steps,
        "done": done,
        "step": steps[done] if done < len(steps) else None,
        "decider": DECIDERS.get(body["decided_by"], words.kind(body["decided_by"])),
        "until": until(body),
        "hand_id": body.get("hand_id"),
        "clock": words.clock(body.get("t", 0)),
        "decision": body.get("decision"),
        "withdrawn": bool(body.get("withdrawn")),
        "closed": bool(body.get("closed") or escalation.finished(body)),
        "player": body.get("player") or "",
        "wall": body.get("wall", 0),
        "until_ms": body.get("until_ms"),
        "taken": bool(body.get("taken")),
        "level": (body.get("escalated") or {}).get("level", 0),
        "unanswered": ESCALATED.get(body["escalated"]["why"], "")
        if facts.is_escalated(body)
        else "",
    }


def until(body):
    """Until when it can be put right, in words; empty where the book says nothing."""
    value = body.get("until")
    if not value:
        return ""
    text, ms = sentences.until(value), body.get("until_ms")
    return f"{text}, {ms // 1000} s at most" if ms else text


ALERT_LISTS = ("escalated", "open", "noted", "settled", "director")


def alert_order(name):
    """Sort key of an alert list: newest first; of the open ones the urgent before the others."""
    if name == "open":
        return lambda a: (a["severity"] != "urgent", a["order"])
    return lambda a: a["order"]


def alert_lists(live):
    """A table's alerts, each list in ``alert_order``.

    ``escalated``: nobody has seen or answered it in time; ``open``: somebody has to do something
    now; ``noted``: rulings that applied by themselves, or that the dealer carried out in a hand
    that is over; ``settled``: decided, done, or no longer so; ``director``: what the director
    has to see, called for or escalated (these are in the other lists as well).
    """
    lists = {name: [] for name in ALERT_LISTS}
    with live.lock:
        for (n, k), body in live.alerts.items():
            made = alert(live.name, n, k, body)
            made["order"] = -body.get("wall", 0), -n, -k
            waits = facts.waits(body, n >= live.hand_n)
            if waits and ((body.get("decision") or {}).get("act") or made["unanswered"]):
                lists["director"].append(made)
            if facts.is_over(body):
                name = "settled"
            elif waits and made["unanswered"]:
                name = "escalated"
            elif made["severity"] == "info" or (n < live.hand_n and not waits):
                name = "noted"
            else:
                name = "open"
            lists[name].append(made)
    for name, found in lists.items():
        found.sort(key=alert_order(name))
    return lists


def glance(live):
    """A table in one line."""
    with live.lock:
        f = frame(live)
        now = live.open_alerts()
        f["urgent"] = sum(1 for _n, _k, body in now if body["severity"] == "urgent")
        f["asks"] = sum(1 for _n, _k, body in now if body["severity"] == "ask")
        f["ask"] = ask(f)
        f["hands"] = live.hands_played()
        return f


def pictured(live, doubts):
    """A folded table (``moment.Moments``) as the drawing of a table needs it.

    ``doubts`` (``moment.doubts``) adds how sure the table was of each tag it draws: of a seat's
    cards and its bet, of each card of the board.
    """
    with live.lock:
        f, view = frame(live), live.view()
        f["clock"] = words.clock(live.t)
        for s in f["seats"]:
            place, line = zones.seat_zone(s["seat"]), zones.line_zone(s["seat"])
            lie = [sure for key, (zone, sure) in doubts.items() if key != zone == place]
            s["unsure"] = lie[: s["cards"]]
            s["bet_unsure"] = doubts[line][1] if s["bet"] and line in doubts else None
        board = enumerate(_board_tokens(live, view))
        f["board_unsure"] = {i: doubts[token][1] for i, token in board if token in doubts}
        return f


# -- broadcast


def overlay(live):
    """The overlay's snapshot: numbers raw, the page formats them as the crew chose."""
    with live.lock:
        view = live.view()
        f = frame(live)
        out = {k: f[k] for k in ("table", "game", "phase", "street", "pot", "board", "seats")}
        out["seats"] = disclosure.seats(f["seats"])
        out["board_keyed"] = f["board_keyed"]
        out["pots"] = f["pots"]
        played = not f["over"] and f["street"] != "none"
        out["street_text"] = words.street(f["street"]) if played else ""
        out["sb"], out["bb"], out["ante"] = (view.get(k) or 0 for k in ("sb", "bb", "ante"))
        out["to_act"] = f["to_act"]
        out["last"] = _event_bar(f)
        out["version"] = live.version
        out["n"] = live.n
        out["over"] = f["over"]
        out["notice"] = "Misdeal" if f["void"] else ""
        return out


def _event_bar(f):
    """Last action for the event bar: ``{"name", "text"}``, or None."""
    names = {s["seat"]: s["name"] for s in f["seats"]}
    won = [s for s in f["seats"] if s["won"]]
    if won and f["phase"] in ("award", "over"):
        s = max(won, key=lambda s: s["won"])
        return {"seat": s["seat"], "name": s["name"], "act": "wins", "amount": s["won"]}
    last = f["last"]
    if not last:
        return None
    return {"seat": last["seat"], "name": names.get(last["seat"], ""), **_did(last)}
