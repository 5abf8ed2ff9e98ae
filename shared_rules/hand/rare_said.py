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
BETWEEN = ("setup", "deal", "award", "over")  # phases in which the last hand may be meant
REQUESTS = {
    "deal_in": "start.entering",
    "deal_out": "showdown.killed_pots",
    "unaware_of_kill": "showdown.killed_pots",
    "declare_open": "betting.openers",
    "keep_openers": "betting.openers",
}
OF_A_WAGER = ("misheard_bet", "unaware_of_raise")


def on_notice(hand, ev):
    """A notice of the lists above; one that may come after its hand was over."""
    name = NOTICES.get(ev["kind"]) or _after_hand(hand)
    return None if name is None else send(name, hand, ev)


def _after_hand(hand):
    """Where a thing goes that is said when the next hand may have begun."""
    after = hand.next_started is not None or hand.phase in BETWEEN
    return "showdown.late_reports" if after else None


def on_request(hand, ev):
    """A request of the lists above; in jacks or better also one for cards or a bet back."""
    name = REQUESTS.get(ev["kind"])
    if name is None and hand.game.openers:
        name = "betting.openers"
    elif ev["kind"] in OF_A_WAGER:
        name = _after_hand(hand)
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
