"""Where a keyed input goes that few hands see (``rare.py`` for moves of cards and chips)."""

from shared_rules.hand.rare import send

NOTICES = {
    "cards_out_of_view": "floor.reported",
    "cards_covered": "floor.reported",
    "chips_out_of_view": "floor.reported",
    "stacks_uncountable": "floor.reported",
    "high_chips_hidden": "floor.reported",
    "rack_play": "floor.reported",
    "discards_searched": "floor.reported",
    "bets_pushed": "floor.reported",
    "hand_told": "floor.reported",
    "nuts_checked": "floor.reported",
    "rebuy_announced": "betting.rebuys",
    "chips_bought": "betting.rebuys",
    "cash_in_play": "betting.foreign_chips",
    "foreign_chips": "betting.foreign_chips",
    "false_openers": "betting.openers",
    "splits_openers": "betting.openers",
    "nobody_opens": "betting.openers",
    "left_game": "showdown.killed_pots",
}
REQUESTS = {
    "deal_in": "start.entering",
    "deal_out": "showdown.killed_pots",
    "unaware_of_kill": "showdown.killed_pots",
    "declare_open": "betting.openers",
    "keep_openers": "betting.openers",
}


def on_notice(hand, ev):
    """A notice of the lists above."""
    name = NOTICES.get(ev["kind"])
    return None if name is None else send(name, hand, ev)


def on_request(hand, ev):
    """A request of the lists above; in jacks or better also one for cards or a bet back."""
    name = REQUESTS.get(ev["kind"])
    if name is None and hand.game.openers:
        name = "betting.openers"
    return None if name is None else send(name, hand, ev)


def on_kill_table(hand, ev):
    """Pucks and presence where the game is played with a kill; all-in buttons."""
    if hand.setup.get("kill"):
        send("showdown.killed_pots", hand, ev)
    if ev["what"] == "puck_move" and hand.setup.get("all_in_buttons"):
        send("showdown.pot_order", hand, ev)


def on_openers(hand, ev):
    """What else concerns jacks or better."""
    return send("betting.openers", hand, ev) if hand.game.openers else None


def on_race_cards(hand, ev):
    """Cards dealt outside a color-up."""
    if not hand.setup.get("color"):
        send("cards.card_draws", hand, ev)


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
