"""Which cards an event makes public. The vault's own check: it does not take the gateway's word."""

from shared_rules import zones

UPCARD_GAMES = ("stud7", "stud8", "razz")


def made_public(event, game):
    """Tokens everybody at the table sees face up after this event, as a list.

    Board cards lying face up, cards turned face up in place behind the line (tabled, or exposed
    there), and upcards where the game has them. A card that came off the deck face up by mistake is
    not among them: what was seen of it is for the rulebook to say. Nothing uncertain counts.
    """
    if event["what"] != "card_move" or event.get("face") != "up" or event.get("boxed"):
        return []
    if not _certain(event.get("confidence")):
        return []
    source, target = event["from"], event["to"]
    if target == zones.BOARD:
        return list(event["cards"])
    if zones.kind(target) == "seat":
        in_place = source == target
        upcard = game in UPCARD_GAMES and event.get("by") == "dealer"
        if in_place or upcard:
            return list(event["cards"])
    return []


def _certain(confidence):
    """True for no reservation: absent, a word like ``high``, or a number of at least 0.95 (95)."""
    if confidence is None or confidence in ("high", "confirmed"):
        return True
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        return False
    return confidence >= 95 or 0.95 <= confidence <= 1
