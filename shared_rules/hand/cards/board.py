"""The board: which street a card belongs to, how it was burned for, and what follows from it.

The record (``hand.pending["board"]``) holds one entry for the street whose cards come: cards, burn
cards, what is known of their order. ``review`` rules on what the record shows after each event; a
fault found after action on the street is another situation than one found at once.
"""

from shared_rules import zones
from shared_rules.cards import is_foreign
from shared_rules.hand.cards.deal_order import EXPOSED, TOKEN
from shared_rules.hand.cards.deck import JOKER

STREETS = ("flop", "turn", "river")
DUE = {"flop": 3, "turn": 1, "river": 1}  # cards of each
# burn cards for a street: least, most, whether those placed there from elsewhere count as well
# as those off the stub; a remedy that is open may say otherwise (``board_burns.py``)
USUAL = (1, 1, True)
# cards of one flop, each put down by itself, follow each other within this many milliseconds
ONE_FLOP_MS = 1500
NOTICES = ("board_card_count", "missing_burn", "extra_burn", "not_acted")


def record(hand):
    """The record of the board; made on first use."""
    d = hand.pending.get("board")
    if d is None:
        d = {
            "street": None,  # street dealt last (or being dealt)
            "cards": [],  # its cards, in order of arrival
            "moves": 0,  # moves that brought them
            "t": 0,  # time of the last of them
            "burns": 0,  # burn cards put down for it
            "placed": 0,  # of them, cards a remedy made a burn: they came from elsewhere
            "burn_moves": 0,
            "due": USUAL,  # how many there should be
            "next_burns": 0,  # burn cards put down since, for the street to come
            "next_placed": 0,
            "next_burn_moves": 0,
            "premature": False,
            "mark": 0,  # accepted actions when its last card came
            "flags": {},
            "called": {},
            "late": [],
            "ample": None,
            "folded": False,
            "missed": [],
            "found": None,
            "over": False,
            "remedied": False,  # cards were moved back since the ruling
            "shown": [],  # cards that lay on the board and were taken from it
            "back": [],  # burn cards that went back on the stub
        }
        hand.pending["board"] = d
    return d


# -- cards ------------------------------------------------------------------------------------


def on_card_move(hand, ev):
    """Burn and board cards, and cards that leave board or burn again."""
    if hand.game.family != "flop":
        return
    frm, to = ev["from"], ev["to"]
    if to == zones.BOARD and frm == zones.BOARD:
        return
    if hand.phase in ("award", "over") and frm in (zones.BOARD, zones.BURN):
        return  # the cards go back after the hand
    if to == zones.BURN and frm != zones.BURN:
        _burn(hand, ev)
    elif to == zones.BOARD and not _aside(hand, ev):
        _board(hand, ev)
    elif frm == zones.STUB and to in (zones.STUB, zones.MOUTH) and ev["face"] == "up":
        _seen_early(hand, ev)
    elif _aside(hand, ev):
        record(hand)["next_burns"] = 0  # what was burned was burned for that card
    if frm == zones.BURN and to != zones.BURN:
        _burn_back(hand, len(ev["cards"]) or 1)
        if to == zones.STUB:
            record(hand)["back"].extend(ev["cards"])
    elif frm == zones.BOARD:
        _taken_away(hand, ev["cards"], to)


def _aside(hand, ev):
    """True when a card of a later street is dealt aside because a remedy says so."""
    if not hand.opened or ev["face"] == "up":
        return False
    if ev["from"] != zones.STUB or ev["to"] not in (zones.MOUTH, zones.OFF, zones.BOARD):
        return False
    from shared_rules.hand import incidents

    return incidents.orders(hand, ("deal_original_river_face_down_aside",))


def _burn_back(hand, n):
    """A burn card leaves its place: of those for the street to come, else of those that lie."""
    d = record(hand)
    if d["next_burns"] >= n:
        d["next_burns"] -= n
    elif d["cards"]:
        d["burns"] = max(0, d["burns"] - n)
    d["remedied"] = True
    hand.to_review["board"] = True


def on_zone_merge(hand, ev):
    """Board or burn cards go among others all at once."""
    if hand.game.family != "flop" or hand.phase in ("award", "over"):
        return
    d = hand.pending.get("board")
    if d is None or ev["from"] == ev["into"]:
        return
    if ev["from"] == zones.BOARD:
        _taken_away(hand, list(d["cards"]), ev["into"])
        hand.to_review["board"] = True
    elif ev["from"] == zones.BURN:
        _burn_back(hand, max(1, d["next_burns"]))


# steps by which a card that everybody has seen is burned
SEEN_BURNS = ("exposed_card_is_next_burn", "exposed_turn_is_river_burn")


def _ordered_burn(hand, ev):
    """True for a burn that lies open because an open remedy makes the card that was seen a burn.

    It has to be that card: shown in the deal, or taken from the board. Another is exposed anew.
    """
    if not hand.opened:
        return False
    from shared_rules.hand import incidents

    if not incidents.orders(hand, SEEN_BURNS):
        return False
    dealt = (hand.pending.get("deal") or {}).get("cards", ())
    seen = [row[TOKEN] for row in dealt if row[EXPOSED]] + record(hand)["shown"]
    return not [token for token in ev["cards"] if token not in seen]


def _burn(hand, ev):
    d = record(hand)
    n = len(ev["cards"]) or 1  # a burn no antenna has read has no token: the dealer's word
    if ev["from"] == zones.STUB and ev.get("boxed"):
        hand.rule("board.boxed")
        return
    if ev["from"] == zones.STUB and ev["face"] == "up" and not _ordered_burn(hand, ev):
        hand.rule("board.burn_exposed")
    d["next_burns"] += n
    if ev["from"] != zones.STUB or [c for c in ev["cards"] if c in d["back"]]:
        d["next_placed"] += n
    d["next_burn_moves"] += 1
    if d["next_burns"] > 1 or "board_fault" in hand.pending:
        # one burn for the street to come is no fault, and puts none right
        hand.to_review["board"] = True


def _board(hand, ev):
    if ev.get("boxed"):
        hand.rule("board.boxed")
        return
    d = record(hand)
    if hand.phase in ("over", "award") or (hand.phase == "showdown" and len(hand.board) > 5):
        if runs_twice(hand) and not hand.awarded:
            hand.rule("request.run_twice", irregular=False)  # the second board was agreed on
            return
        hand.rule("board.rabbit_card")
        d["over"] = True
        return
    street = _street_of(hand, d, ev)
    if street is None:
        return
    if street != d["street"] or (d["remedied"] and not d["cards"]):
        # cards the dealer put aside, and a burn that becomes one of them, were burned for before
        kept = ev["from"] != zones.STUB or _scrapped(hand, d)
        lying = d["burns"] if kept and street == d["street"] else 0
        later = _burned_later(d) if ev["from"] == zones.BURN else 0
        _begin(hand, d, street)
        d["burns"] += lying  # the surplus burn takes the card's place: the other one stays
        picked = d["placed"] if lying and hand.opened and _picked_next(hand) else 0
        if picked:  # out of the flop that comes again, for the street after it
            d["burns"] -= picked
            d["next_burns"] = d["next_placed"] = picked
        if later:
            d["burns"] -= later + 1
            d["next_burns"] = later + 1  # the card that comes from there is still counted
    d["cards"].extend(ev["cards"])
    d["moves"] += 1
    d["t"] = ev["t"]
    d["mark"] = len(hand.actions)
    hand.to_review["board"] = True


def _picked_next(hand):
    """True where the floor has picked the burn of the next street among the cards of this one."""
    orders = [r["remedy_steps"] for r in hand.open_incidents()]
    return bool([steps for steps in orders if "floor_picks_next_burn" in steps])


def _scrapped(hand, d):
    """True for the card in place of one that is none of the deck: the burn before that one counts.

    Nobody has acted in between.
    """
    scrap = d["shown"] and (is_foreign(d["shown"][-1]) or d["shown"][-1] == JOKER)
    return bool(scrap) and len(hand.actions) == d["mark"]


def _burned_later(d):
    """Burn cards put down after two of them were found to lie for a street still to come.

    Comes the surplus one to the board then, it had gone back on the stub unread and was dealt: what
    was burned since is for the street after it.
    """
    found = d["found"]
    return max(0, d["next_burns"] - 2) if found and found.endswith("unexposed") else 0


def _street_of(hand, d, ev):
    """Street the cards belong to: by what lies there, and by whether the betting was over."""
    if hand.pending.get("opened"):
        return hand.pending["opened"]
    lying = len(hand.board) - len(ev["cards"])
    if d["street"] in STREETS:
        again = d["remedied"] and not d["cards"]  # it was taken away and is dealt again
        if again or (d["cards"] and _same_street(hand, d, ev)):
            return d["street"]
    if lying < 3:
        return "flop"
    if hand.game.index(hand.street) <= 1 and lying <= 4 and d["street"] != "turn":
        return "turn"
    return "river"


def _same_street(hand, d, ev):
    """One card more of the street dealt last: part of a flop, or a card too many."""
    due = 3 if d["street"] == "flop" else 1
    if len(d["cards"]) < due:
        return True
    if d["next_burns"] or acted_since(hand, d):
        return False
    return d["street"] == hand.street and (
        hand.phase == "betting" or ev["t"] - d["t"] <= ONE_FLOP_MS
    )


def _begin(hand, d, street):
    """The first card of a street: what was burned since the last one was burned for it."""
    d["due"] = USUAL
    if hand.opened:
        from shared_rules.hand.cards import board_burns

        d["due"] = board_burns.due(hand, d, street)
    unexposed = d["found"] if d["found"] and d["next_burns"] > 1 else None
    d["street"] = street
    d["cards"] = []
    d["moves"] = 0
    d["burns"], d["burn_moves"] = d["next_burns"], d["next_burn_moves"]
    d["placed"] = d["next_placed"]
    d["next_burns"] = d["next_burn_moves"] = d["next_placed"] = 0
    d["flags"] = {}
    d["called"], d["late"] = {}, []
    d["ample"], d["folded"] = None, False
    opened = hand.pending.get("opened") == street
    again = street == hand.street  # it was open already: its cards went back and come anew
    d["premature"] = hand.phase == "betting" and not opened and not again
    d["missed"] = _to_act(hand) if d["premature"] else []
    d["found"] = unexposed if unexposed and unexposed.endswith("unexposed") else None
    d["remedied"] = False


def _to_act(hand):
    out = []
    for seat in hand.live:
        if seat not in hand.all_in and (seat not in hand.acted or hand.bet(seat) < hand.high):
            out.append(seat)
    return out


def _taken_away(hand, cards, to):
    """Board cards go back: the street is dealt again, or one of its cards was not its own."""
    d = record(hand)
    d["shown"].extend(cards)
    for token in cards:
        if token in d["cards"]:
            d["cards"].remove(token)
        elif d["cards"]:
            d["cards"].pop()
    if to == zones.BURN and d["cards"] and d["burns"] < d["due"][0]:
        # the misplaced card is the burn that was missing, not one for the next street
        d["burns"] += len(cards)
        d["next_burns"] = max(0, d["next_burns"] - len(cards))
        d["next_placed"] = max(0, d["next_placed"] - len(cards))
    d["remedied"] = True


def _seen_early(hand, ev):
    if hand.phase in ("betting", "closed"):
        hand.rule("board.boxed" if ev.get("boxed") else "board.stub_card_exposed")


# -- what was said and done -------------------------------------------------------------------


def on_notice(hand, ev):
    """Someone points at the board; fixes when the fault was raised."""
    if ev["kind"] not in NOTICES or hand.game.family != "flop":
        return
    d = record(hand)
    if d["street"] is None and not hand.from_start and ev["kind"] != "not_acted":
        from shared_rules.hand.betting import taking_up  # nothing of the board was seen yet

        taking_up.board(hand, d, ev["kind"])
    if acted_since(hand, d):
        d["late"].append(ev["kind"])
    else:
        d["called"].setdefault(ev["kind"], hand.n)
    _point_out(hand, d, ev["kind"])
    hand.to_review["board"] = True


# what a notice claims, as a part of the situation's key
CLAIMS = {"missing_burn": "no_burn", "extra_burn": "two_burns", "board_card_count": "many"}


def _point_out(hand, d, kind):
    """A fault that was seen and let stand is raised now: that is what the floor is asked.

    Another than the one that was mended is claimed of the board as the remedy left it.
    """
    key = d["found"]
    claim = CLAIMS.get(kind, "premature")
    if key is not None and claim in key:
        from shared_rules.hand import incidents

        incidents.raise_again(hand, key)
    elif hand.opened and kind in CLAIMS:
        from shared_rules.hand import incidents

        for r in hand.open_incidents():
            done = "moved" in r and not r["left"] and r["situation"][:6] == "board."
            if done and claim not in r["situation"]:
                incidents.close(hand, r)


def on_flag(hand, ev):
    """What the dealer knows about the order of cards."""
    if hand.game.family == "flop":
        d = record(hand)
        d["flags"][ev["flag"]] = bool(ev["value"])
        hand.to_review["board"] = True


def on_finding(hand, ev):
    """The missed player had time to act and kept silent (ipr-2018:78.8); the floor's next burn."""
    seat = ev.get("seat")
    if "card" in ev:
        record(hand)["back"].append(ev["card"])  # a burn, wherever it lies until then
    if ev["kind"] == "ample_time" and hand.game.family == "flop" and seat is not None:
        if not hand.book.has("board.missed_with_time_no_bet"):
            return  # no such rule: it changes nothing
        d = record(hand)
        if d["premature"] and seat not in d["missed"]:
            return  # it was not this player whom the early card missed
        d["ample"] = [seat, hand.high > hand.bet(seat)]
        hand.to_review["board"] = True


def on_act(hand, ev):
    """Acts may make it too late; the missed player may fold."""
    d = hand.pending["board"]
    if not d["cards"]:
        return
    seat = ev["seat"]
    if d["ample"] is not None and seat != d["ample"][0]:
        _missed_act(hand, d)
    if d["premature"] and seat in d["missed"]:
        folds = ev.get("act") == "fold" or ev.get("word") == "fold"
        d["folded"] = d["folded"] or folds
    if d["found"] is not None or d["ample"] is not None or d["remedied"]:
        # an act makes no fault, but one there is may be too late now
        hand.to_review["board"] = True


def _missed_act(hand, d):
    """Another acts on: who had ample time is taken to have checked, or the hand is given up."""
    seat, facing = d["ample"]
    if hand.phase == "betting" and hand.turn == seat and d["premature"]:
        hand.accept(seat, "fold" if facing else "check")
        from shared_rules.hand import incidents

        incidents.check_forced(hand, d["found"])
        _let_stand(hand, d)


def on_request(hand, ev):
    """Players ask to see cards to come, to keep an early card, or to deal twice."""
    kind = ev["kind"]
    if kind == "rabbit_card":
        hand.rule("board.rabbit_asked", seat=ev["seat"])
    elif kind == "keep_premature_card":
        d = hand.pending.get("board")
        if hand.game.family == "flop" and d is not None and d["premature"]:
            hand.rule("board.keep_premature_asked", seat=ev["seat"])


def on_pot_awarded(hand, ev):
    """A fault nobody mentioned before the pot went out stands."""
    d = hand.pending.get("board")
    if d is not None and d["cards"]:
        hand.to_review["board"] = True


# -- comparing with what was ruled ------------------------------------------------------------


def review(hand):
    """After each event: rule on what the board shows now."""
    del hand.to_review["board"]
    d = hand.pending["board"]
    if d["over"]:
        return
    fault = None
    if not _in_order(d):
        from shared_rules.hand.cards import board_faults  # a board in order does without

        fault = board_faults.found(hand, d)
    if fault is None:
        if d["found"] is not None and not d["remedied"]:
            hand.withdraw(d["found"])
            d["found"] = None
    elif fault[0] != d["found"]:
        if d["found"] is not None:
            if _burn_comes_up(hand, d["found"]):
                return  # the remedy is being carried out: its next step takes the other card away
            hand.withdraw(d["found"])
        hand.rule(fault[0], seat=fault[1])
        d["found"] = fault[0]
        d["remedied"] = False
    if d["premature"] or d["remedied"] or d["found"] is not None or d["ample"] is not None:
        hand.pending["board_fault"] = True  # acts may make it too late
    else:
        hand.pending.pop("board_fault", None)
    _let_stand(hand, d)


def _burn_comes_up(hand, key):
    """True when the event in hand lays a burn on the board, as the ruling on ``key`` says."""
    ev = hand.event
    if ev["what"] != "card_move" or ev["from"] != zones.BURN or ev["to"] != zones.BOARD:
        return False
    from shared_rules.hand import incidents

    return incidents.moved(hand, key)


def _in_order(d):
    """True for a board on which nothing can be wrong: nothing is looked for."""
    if d["premature"] or d["found"] is not None or d["next_burns"] > 1:
        return False
    cards = len(d["cards"])
    if not cards:
        return True
    due = DUE[d["street"]]
    whole = cards == due or (cards < due and not d["called"] and not d["late"])
    return whole and d["burns"] == 1 and d["due"] == USUAL


def acted_since(hand, d):
    """True when somebody has acted on the street since its cards came, or the pot went out."""
    if hand.awarded or hand.phase == "over":
        return True
    for a in hand.actions[d["mark"] :]:
        if a["street"] == d["street"] and a["act"] not in ("post", "ante"):
            return True
    return False


def runs_twice(hand):
    """True when every live player has agreed to deal the rest of the board twice."""
    asked = hand.pending.get("run_twice")
    return bool(asked) and not [s for s in hand.live if s not in asked]


def _let_stand(hand, d):
    """An early board that stands opens its street once the betting is over."""
    if d["ample"] is None or hand.phase != "closed":
        return
    street = hand.game.after(hand.street)
    if street is not None and street.name == d["street"] and len(d["cards"]) >= street.board:
        hand.open_street(street)


HANDLERS = (
    ("card_move", on_card_move, "*>burn *>board burn>* board>* stub>stub stub>mouth"),
    ("notice", on_notice),
    ("flag", on_flag),
    ("finding", on_finding),
    ("action", on_act, None, "board_fault"),
    ("declare", on_act, None, "board_fault"),
    ("gesture", on_act, None, "board_fault"),
    ("chips_move", on_act, None, "board_fault"),
    ("request", on_request),
    ("pot_awarded", on_pot_awarded, None, "board"),
    ("zone_merge", on_zone_merge),
)
AFTER = review
RECORD = "board"
