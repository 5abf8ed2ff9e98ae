"""Where a keyed input goes that few hands see (``rare.py`` for moves of cards and chips)."""

from shared_rules.hand.rare import send

NOTICES = {
    "cards_out_of_view": "reported",
    "cards_covered": "reported",
    "chips_out_of_view": "reported",
    "stacks_uncountable": "reported",
    "high_chips_hidden": "reported",
    "rack_play": "reported",
    "discards_searched": "reported",
    "bets_pushed": "reported",
    "hand_told": "reported",
    "nuts_checked": "reported",
    "rebuy_announced": "rebuys",
    "chips_bought": "rebuys",
    "cash_in_play": "foreign_chips",
    "foreign_chips": "foreign_chips",
    "false_openers": "openers",
    "splits_openers": "openers",
    "nobody_opens": "openers",
    "left_game": "killed_pots",
}
REQUESTS = {
    "deal_in": "entering",
    "deal_out": "killed_pots",
    "unaware_of_kill": "killed_pots",
    "declare_open": "openers",
    "keep_openers": "openers",
}


def on_notice(hand, ev):
    """A notice of the lists above."""
    name = NOTICES.get(ev["kind"])
    return None if name is None else send(name, hand, ev)


def on_request(hand, ev):
    """A request of the lists above; in jacks or better also one for cards or a bet back."""
    name = REQUESTS.get(ev["kind"])
    if name is None and hand.game.openers:
        name = "openers"
    return None if name is None else send(name, hand, ev)


def on_kill_table(hand, ev):
    """Pucks and presence where the game is played with a kill; all-in buttons."""
    if hand.setup.get("kill"):
        send("killed_pots", hand, ev)
    if ev["what"] == "puck_move" and hand.setup.get("all_in_buttons"):
        send("pot_order", hand, ev)


def on_openers(hand, ev):
    """What else concerns jacks or better."""
    return send("openers", hand, ev) if hand.game.openers else None


def on_race_cards(hand, ev):
    """Cards dealt outside a color-up."""
    if not hand.setup.get("color"):
        send("card_draws", hand, ev)


HANDLERS = (
    ("notice", on_notice),
    ("request", on_request),
    ("puck_move", on_kill_table),
    ("presence", on_kill_table),
    ("finding", on_openers),
    ("flag", on_openers),
    ("pot_awarded", on_openers),
    ("race_cards", on_race_cards),
)
