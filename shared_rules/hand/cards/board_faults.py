"""Which fault the record of the board shows, and its situation key.

Order of judgement: a street that came too early, then too many or too few cards, then burn cards.
"""

from shared_rules.hand.cards.board import DUE, acted_since


def found(hand, d):
    """(key, seat) of the fault of the street dealt last, None when all is well."""
    if not d["cards"]:
        return _burns_alone(hand, d) or _nothing_dealt(d)
    street = d["street"]
    if d["premature"]:
        return _premature(hand, d, street)
    after = acted_since(hand, d)
    fault = _count(hand, d, street, after) or _burns(d, street, after)
    if fault is not None and not _is_settled(hand, fault[0]):
        return fault
    coming = _burns_alone(hand, d)
    if coming is None and fault is not None and not _is_of_coming(d["found"]):
        return fault  # what lies there shows it still; it is not ruled on twice
    return coming


def _is_settled(hand, key):
    """True when a fault was ruled on and its incident is closed."""
    r = hand.ruled(key)
    return r is not None and r["irregular"] and not r["open"]


def _is_of_coming(key):
    """True for a fault of the street to come."""
    return key is not None and key.endswith("unexposed")


def _nothing_dealt(d):
    """All cards of the street have gone back: the ruling on them stays."""
    return (d["found"], None) if d["found"] and d["remedied"] else None


def _too_late(d, kind, after):
    """True when there was action on the street before anybody mentioned the fault."""
    return after and kind not in d["called"]


def _premature(hand, d, street):
    if d["ample"] is not None:
        seat, facing = d["ample"]
        return ("board.missed_with_time_" + ("facing_bet" if facing else "no_bet"), seat)
    key = "board.premature_" + street
    if d["folded"] and hand.book.has(key + "_folded"):
        key += "_folded"
    return (key, None)


# -- number of cards --------------------------------------------------------------------------


def _count(hand, d, street, after):
    have, due = len(d["cards"]), DUE[street]
    late = _too_late(d, "board_card_count", after)
    if have > due:
        if late:
            return ("board.%s_many_after_action" % street, None)
        if street == "flop":
            if have > due + 1:
                return ("board.flop_many", None)
            return ("board.flop_four_" + ("known" if _order_known(d) else "unknown"), None)
        return ("board.%s_two_%s" % (street, "known" if _first_known(d) else "unknown"), None)
    if have < due and ("board_card_count" in d["called"] or "board_card_count" in d["late"]):
        return ("board.flop_short", None)
    return None


def _each_apart(d):
    """True when every card came in a move of its own: the table saw the order."""
    return d["moves"] == len(d["cards"]) and d["moves"] > 1


def _known(d, names):
    """What a flag says, else None."""
    for name in names:
        if name in d["flags"]:
            return d["flags"][name]
    return None


def _order_known(d):
    said = _known(d, ("order_known",))
    return _each_apart(d) if said is None else said


def _first_known(d):
    said = _known(d, ("first_card_known", "order_known"))
    return _each_apart(d) if said is None else said


def _last_known(d):
    said = _known(d, ("last_flop_card_known", "order_known"))
    return _each_apart(d) if said is None else said


# -- burn cards -------------------------------------------------------------------------------


def _burns(d, street, after):
    least, most, all_count = d["due"]
    have = d["burns"] if all_count else d["burns"] - d["placed"]
    if have < least:
        if len(d["cards"]) < DUE[street]:
            return None
        if _too_late(d, "missing_burn", after):
            return ("board.%s_no_burn_after" % street, None)
        if street == "flop":
            return ("board.flop_no_burn_" + ("known" if _first_known(d) else "unknown"), None)
        return ("board.%s_no_burn" % street, None)
    if have > most:
        if _too_late(d, "extra_burn", after):
            return ("board.%s_two_burns_after" % street, None)
        known = _second_known(d)
        if street == "flop":
            known = known and _last_known(d)
        return ("board.%s_two_burns%s" % (street, "" if known else "_unknown"), None)
    return None


def _second_known(d):
    said = _known(d, ("second_burn_known",))
    # two moves told them apart; where none was due, the one that lies there is the surplus one
    return d["burn_moves"] > 1 or not d["due"][1] if said is None else said


def _burns_alone(hand, d):
    """Two burns for a street whose cards have not come yet."""
    if d["next_burns"] < 2:
        return None
    lying = d["found"] if d["cards"] and not _is_of_coming(d["found"]) else None
    if lying and not _is_settled(hand, lying):
        return None  # a fault of the street that lies there comes first while it is open
    coming = _coming(hand, d)
    if coming is None:
        return None
    if coming == "flop":
        return ("board.two_burns_unexposed", None)
    return ("board.%s_two_burns_unexposed" % coming, None)


def _coming(hand, d):
    names = ("flop", "turn", "river")
    lying = len(hand.board)
    at = 0 if lying < 3 else lying - 2
    return names[at] if at < 3 else None
