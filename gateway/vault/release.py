"""Which cards an event makes public. The vault's own check: it does not take the gateway's word."""

from gateway.vault.course import is_certain
from shared_rules import games, zones


def made_public(event, game):
    """Tokens the loops have read where everybody sees them face up, as a list.

    Board cards lying face up, and upcards where the game has them. A card that came off the deck
    face up by mistake is not among them: what was seen of it is for the rulebook to say. Nothing
    uncertain counts, and nothing that rests on a key alone: see ``claimed``.
    """
    if not _faces_up(event):
        return []
    source, target = event["from"], event["to"]
    if target == zones.BOARD and not event.get("keyed"):
        return list(event["cards"])
    if zones.kind(target) == "seat" and source != target:
        dealt = event.get("by") == "dealer" and not event.get("keyed")
        upcard = dealt and deals_upcards(game)
        return list(event["cards"]) if upcard else []
    return list(event["cards"]) if claimed(event) and event.get("read_up") else []


def deals_upcards(game):
    """True for the name of a game that deals cards face up to the seats."""
    known = games.find(game)
    return known is not None and any(street.up for street in known.streets)


def claimed(event):
    """Tokens of cards said to have been turned face up in place, as a list.

    No loop reads that: somebody has keyed it, whatever the event says of itself. With ``read_up``
    the mouth has read each of these cards face up before.
    """
    if not _faces_up(event) or event["from"] != event["to"]:
        return []
    return list(event["cards"]) if zones.kind(event["to"]) == "seat" else []


def _faces_up(event):
    if event["what"] != "card_move" or event.get("face") != "up" or event.get("boxed"):
        return False
    return is_certain(event.get("confidence"))
