"""A correction: a later reading or key shows that an event of this hand was told wrongly.

The hand is a fold over its events, so it is folded again with the event as it should have been;
what comes out otherwise than before is told: acts revised, rulings withdrawn or given.
"""

from shared_rules import zones


def corrected(table, event):
    """Outputs of a ``correction`` (chips that belong to a motion told before, or a fold that was
    none) on a live table, or of a ``declare`` that was said with such a motion and keyed after it;
    None when there is no such motion or fold, or its events are not kept."""
    reported = None if table.reported is None else amended(table.reported, event)
    if reported is None or table.hand.phase == "over":
        return None
    old = table.hand
    new = table.new_hand()
    outputs = []
    for one in reported:
        outputs = new.fold(one)
    new.n = old.n + 1
    table.reported = reported
    table.hand = new
    out = _rulings(old, new) + _actions(old.actions, new.actions)
    if new.phase != old.phase or new.turn != old.turn:
        out += [o for o in outputs if o["k"] == "phase"]
    return out


def amended(reported, event):
    """The events with one motion's chips made complete, or with the words put before it, or without
    a fold that was none, or chips taken back that were not; None when there is none of these."""
    if "cards" in event:
        return _not_folded(reported, event)
    to = event.get("to", zones.line_zone(event["seat"]))
    for i in range(len(reported) - 1, -1, -1):
        one = reported[i]
        if one["what"] != "chips_move" or one["seat"] != event["seat"]:
            continue
        if one["to"] == to and one["t"] == event["about"]:
            if event["what"] == "declare":
                said = dict(event, t=one["t"])
                del said["about"]
                return reported[:i] + [said] + reported[i:]
            right = dict(one)
            right["chips"] = sorted(list(one["chips"]) + list(event["chips"]), reverse=True)
            return reported[:i] + [right] + reported[i + 1 :]
    return _not_taken(reported, event, to)


def _not_taken(reported, event, line):
    """The events without the chips taken back off a line, just those that are said to have lain
    there."""
    for i in range(len(reported) - 1, -1, -1):
        one = reported[i]
        if one["what"] != "chips_move" or one["by"] != "player" or one["t"] != event["about"]:
            continue
        if one["from"] == line and sorted(one["chips"]) == sorted(event.get("chips", ())):
            return reported[:i] + reported[i + 1 :]
    return None


def _not_folded(reported, event):
    """The events without the move of a hand from its seat that is said to have lain there."""
    for i in range(len(reported) - 1, -1, -1):
        one = reported[i]
        then = one["what"] == "card_move" and one["t"] == event["about"]
        if then and (one["from"], one["cards"]) == (event["to"], event["cards"]):
            return reported[:i] + reported[i + 1 :]
    return None


def _rulings(old, new):
    """Rulings on irregular matters that fell away, and those that are new."""
    before = [_key(r) for r in old.rulings if r["irregular"]]
    after = [_key(r) for r in new.rulings if r["irregular"]]
    out = []
    for key in before:
        if key in after:
            after.remove(key)
        else:
            out.append({"k": "withdraw", "situation": key[0], "seat": key[1]})
    for r in new.rulings:
        if r["irregular"] and _key(r) in after:
            after.remove(_key(r))
            one = dict(r)
            one["k"] = "ruling"
            out.append(one)
    return out


def _key(ruling):
    return (ruling["situation"], ruling["seat"], ruling["ruling"], ruling["amount"])


def _actions(before, after):
    """Acts that have changed, by seat, and acts that are more or fewer now."""
    out = []
    both = min(len(before), len(after))
    for i in range(both):
        if before[i] != after[i]:
            out.append({"k": "revise", "seat": after[i]["seat"], "action": dict(after[i])})
    for i in range(both, len(after)):
        one = dict(after[i])
        one["k"] = "action"
        out.append(one)
    for i in range(both, len(before)):
        out.append({"k": "revise", "seat": before[i]["seat"], "action": None})
    return out
