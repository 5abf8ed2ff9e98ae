"""Revising accepted actions of the street in play: a string bet, a corrected call, a void act.

The street is taken back to where its betting began and its actions are accepted again, one of
them changed or left out. Calls made after it follow the new total. Money of earlier streets stays.
"""

from shared_rules.hand.betting import acting, turn


def mark(hand):
    """Remember the state in which the betting of a street begins."""
    state = {
        "bets": dict(hand.bets),
        "stacks": dict(hand.stacks),
        "paid": dict(hand.paid),
        "acted": dict(hand.acted),
        "live": list(hand.live),
        "all_in": list(hand.all_in),
        "high": hand.high,
        "base": hand.base,
        "step": hand.step,
        "wagers": hand.wagers,
        "cap_reached": hand.cap_reached,
        "aggressor": hand.aggressor,
        "last_aggressor": hand.last_aggressor,
        "turn": hand.turn,
        "winners": hand.winners,
        "uncalled": hand.uncalled,
    }
    hand.pending["street_base"] = {"index": len(hand.actions), "state": state}


def revise(hand, seat, act, to=None):
    """Replace the last action of ``seat`` on this street. Emits ``revise``; returns the record.

    None when the seat has not acted on the street in play (nothing is changed then).
    """
    return _again(hand, seat, act, to)


def undo(hand, seat):
    """Take back the last action of ``seat`` on this street: it is as if it had not acted.

    The turn goes back to the seat where it was its turn. True when there was such an action.
    """
    return _again(hand, seat, None, None) is not None


def _again(hand, seat, act, to):
    base = hand.pending.get("street_base")
    if base is None:
        return None
    old = hand.actions[base["index"] :]
    at = None
    for i in range(len(old)):
        if old[i]["seat"] == seat and old[i]["act"] not in ("post", "ante"):
            at = i
    if at is None or old[at]["street"] != hand.street:
        return None
    _restore(hand, base)
    hand.phase = "betting"
    changed = None
    for i in range(len(old)):
        a = old[i]
        if i == at:
            changed = _changed(hand, a, act, to)
        elif a["act"] in ("post", "ante"):
            _post_again(hand, a)
        else:
            by_level = not a["allin"] if a["act"] == "call" else a["act"] == "fold" and not a["amt"]
            _accept_again(hand, a, a["act"], None if by_level else a["to"])
    hand.turn = turn.next_after(hand, _last_seat(hand, base, seat))
    if hand.turn is None:
        acting.close_street(hand)
    else:
        hand.phase_output()
    return changed


def _restore(hand, base):
    state = base["state"]
    for name in state:
        value = state[name]
        if isinstance(value, dict):
            value = dict(value)
        elif isinstance(value, list):
            value = list(value)
        setattr(hand, name, value)
    del hand.actions[base["index"] :]


def _changed(hand, old, act, to):
    if act is None:
        hand.emit({"k": "revise", "seat": old["seat"], "action": None})
        return old
    record = acting.apply(hand, old["seat"], act, to)
    hand.actions.append(record)
    hand.emit({"k": "revise", "seat": old["seat"], "action": record})
    return record


def _accept_again(hand, old, act, to):
    if old["allin"] and to is not None:
        acting.everything(hand, old["seat"], to)
    record = acting.apply(hand, old["seat"], act, to)
    hand.actions.append(record)
    if record["amt"] != old["amt"]:
        hand.emit({"k": "revise", "seat": old["seat"], "action": record})


def _post_again(hand, old):
    if old["to"] is not None:
        acting.put(hand, old["seat"], old["amt"])
        hand.high = max(hand.high, old["to"])
    hand.actions.append(old)


def _last_seat(hand, base, seat):
    """Seat after which the turn is looked for: the last that acted, or the one before an undo."""
    acts = [a for a in hand.actions[base["index"] :] if a["act"] not in ("post", "ante")]
    if acts:
        return acts[-1]["seat"]
    first = base["state"]["turn"]
    if first is None:
        return seat - 1  # upcards nobody named: who acted first was taken as right
    return first - 1
