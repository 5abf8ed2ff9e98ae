"""What no antenna can see and somebody points out: what is kept in view, cash, manners.

The notice fixes that it was so; the book says what follows, the floor rules where it says nothing.
``KINDS`` lists the notices a live table knows beyond the case language.
"""

from shared_rules import zones

# kind of notice, situation key, what is reported
KINDS = (
    ("cards_out_of_view", "view.cards_out", "hole cards below the table or past its edge"),
    ("cards_covered", "view.cards_covered", "hole cards hidden by a hand or an object"),
    ("chips_out_of_view", "view.chips_hidden", "chips kept where nobody can see them"),
    ("stacks_uncountable", "view.stacks_uncountable", "chips not stacked so that they count"),
    ("high_chips_hidden", "view.high_chips_hidden", "large chips behind or under small ones"),
    ("rack_play", "view.rack", "chips played out of a rack"),
    ("discards_searched", "view.discards_searched", "discards or stub looked through"),
    ("bets_pushed", "chips.bets_pushed", "a bet or a part of the pot given back to its maker"),
    ("hand_told", "showdown.hand_told", "a live hand shown or told to somebody"),
)


def on_notice(hand, ev):
    """A notice of ``KINDS``; True when it was one."""
    for kind, key, _meaning in KINDS:
        if kind == ev["kind"]:
            hand.rule(key, seat=ev.get("about_seat", ev.get("seat")))
            return True
    if ev["kind"] == "nuts_checked":
        return _nuts(hand, ev)
    return None


def _nuts(hand, ev):
    """Somebody says that the last to act checked a hand that cannot be beaten.

    What the table knows is checked: a last street on which nobody wagered, the seat last to act.
    That the hand is unbeatable is the speaker's word.
    """
    seat = ev.get("about_seat", ev.get("seat"))
    acts = [a for a in hand.actions[hand.street_mark :] if a["act"] != "fold"]
    last = hand.game.after(hand.street) is None and acts and acts[-1]["seat"] == seat
    if last and not [a for a in acts if a["act"] != "check"]:
        hand.rule("showdown.nuts_checked", seat=seat)
    return True


def on_card_move(hand, ev):
    """A player goes through the muck or the stub: cards lifted there and put back."""
    if ev["by"] != "player" or ev["from"] != ev["to"] or not ev.get("lifted"):
        return
    if ev["from"] in (zones.MUCK, zones.STUB) and hand.ruled("view.discards_searched") is None:
        hand.rule("view.discards_searched")


HANDLERS = (("notice", on_notice), ("card_move", on_card_move))
