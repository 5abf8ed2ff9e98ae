"""Where an event goes that few hands see: the modules for it are loaded when one comes.

A hand of hold'em without trouble needs none of them; on a controller that is memory saved, and
everywhere it is time. Each has ``HANDLERS`` as the others do. ``rare_said.py`` does the same for
what is keyed.
"""

from shared_rules import zones
from shared_rules.compat import tidy

_loaded = {}


def send(name, hand, ev):
    """Show an event to a module; True when it has been dealt with."""
    table = _loaded.get(name)
    if table is None:
        tidy()
        table = _loaded[name] = {}
        module = __import__("shared_rules.hand." + name, None, None, ("HANDLERS",))
        for kind, handler in module.HANDLERS:
            table.setdefault(kind, []).append(handler)
    for handler in table.get(ev["what"], ()):
        if handler(hand, ev):
            return True
    return None


def on_stub_card(hand, ev):
    """Openers, a kill not posted, buttons of those all-in."""
    if hand.game.openers and send("betting.openers", hand, ev):
        return True
    if hand.setup.get("kill"):
        send("showdown.killed_pots", hand, ev)
    if hand.all_in and hand.setup.get("all_in_buttons"):
        send("showdown.pot_order", hand, ev)
    return None


def on_own_card(hand, ev):
    """Openers, the sevens rule, hands turned down, a searched muck."""
    if hand.game.openers and send("betting.openers", hand, ev):
        return True
    if ev["from"] != ev["to"] or ev["by"] != "player":
        return None
    if ev["face"] == "up":
        if hand.game.family == "draw" and hand.betting == "limit":
            send("showdown.sevens", hand, ev)
    elif ev.get("lifted"):
        send("floor.reported", hand, ev)
    if ev["face"] != "up" and hand.shown:
        send("showdown.pot_order", hand, ev)
    return None


def on_deal(hand, ev):
    """The first cards, written as one event."""
    if hand.setup.get("kill"):
        send("showdown.killed_pots", hand, ev)


def on_pot(hand, ev):
    """The pot on its way."""
    if hand.game.openers:
        send("betting.openers", hand, ev)
    if hand.winners is not None and len(hand.live) > 1:
        send("showdown.pot_order", hand, ev)


def on_announced(hand, ev):
    """Chips that were announced and now come."""
    return send("betting.rebuys", hand, ev) if hand.pending["behind"] else None


def on_others_line(hand, ev):
    """Another player's chips."""
    return send("betting.foreign_chips", hand, ev) if ev["by"] == "player" else None


def on_small_chips(hand, ev):
    """Chips of a size that may be too small to bet."""
    given = zones.kind(ev["from"]) == "seat" and ev["from"][5:] != ev["to"][5:]
    if given or not ("smallest_chip" in hand.setup or "bet_chip" in hand.setup):
        return None
    return on_others_line(hand, ev)


def on_post(hand, ev):
    """A kill blind."""
    return send("showdown.killed_pots", hand, ev) if ev["kind"] == "kill" else None


HANDLERS = (
    ("card_move", on_stub_card, "stub>*", "rare"),
    ("card_move", on_own_card, "seat>seat seat>muck muck>muck"),
    ("deal", on_deal),
    ("chips_move", on_pot, "pot>*"),
    ("chips_move", on_announced, "off>seat", "behind"),
    ("chips_move", on_others_line, "seat>others_line"),
    ("chips_move", on_small_chips, "*>line", "rare"),
    ("post", on_post),
)
