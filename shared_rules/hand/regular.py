"""Why ordinary play is regular: the rules to cite where nothing irregular was found.

The last thing that happened decides: an accepted act, the board, a deal that is complete, the start
of a hand. Loaded when somebody asks for the answer of a hand without an incident.
"""

# act -> situations whose rules make it regular
ACTS = {
    "call": ("wager.declared_call", "wager.silent_call"),
    "bet": ("wager.declared_bet", "wager.silent_bet"),
    "raise": ("wager.declared_raise", "wager.silent_raise"),
    "complete": ("wager.completion_no_raise", "wager.limit_raise_fixed"),
    "check": ("turn.tap",),
    "fold": ("fold.said_facing_bet",),
    "bring_in": ("frame.bring_in_right",),
    "post": ("frame.button_right", "wager.short_blind"),
    "ante": ("frame.button_right",),
}
LIMIT = {
    "bet": ("wager.limit_raise_fixed",),
    "raise": ("wager.limit_raise_fixed", "wager.cap_not_reached"),
}
BOARD = ("board.%s_no_burn", "board.%s_no_burn_known")
DEAL = ("deal.misdeal_declared", "deal.wrong_first_seat")
START = ("frame.hand_started", "frame.new_level_next")
WON = ("showdown.all_cards_to_win", "pots.losers_not_killed")


def is_plain(key):
    """True for the situation of an accepted act about which there is nothing to rule."""
    return bool([keys for keys in list(ACTS.values()) + list(LIMIT.values()) if key in keys])


def cites(hand):
    """Citations (``book:rule``) for play as it stands; empty where the book has no words for it."""
    out = []
    last = hand.actions[-1] if hand.actions else None
    if last is not None and last["act"] in ("post", "ante"):
        out.extend(for_absent(hand, last["seat"]))
    for key in _keys(hand):
        outcome = hand.book.outcome(key)
        if not outcome.silent:
            out += [c for c in outcome.cite if c not in out]
    return out


def beside_all_in(hand):
    """Citations of why wagers go on beside a hand that is all-in, and its cards stay down.

    Hands lie open once the betting is complete (the rule on all-ins); until then there is a side
    pot to bet for.
    """
    free = [s for s in hand.live if s not in hand.all_in]
    if len(free) < 2 or len(free) == len(hand.live):
        return []
    out = []
    forced = [a for a in hand.actions if a["act"] in ("post", "ante") and a["allin"]]
    short = forced or hand.bb_seat in hand.all_in
    if short and hand.game.index(hand.street) == 0 and hand.high <= hand.bb:
        out += hand.book.outcome("wager.short_blind").cite  # what there is to call all the same
    if not hand.set_apart():
        out += hand.book.outcome("showdown.table_all").cite
    out += hand.book.outcome("pots.side_pots").cite
    return out


def with_discard(hand):
    """Citations of the rule that an act in turn goes with a discard, on the street that has one."""
    street = hand.game.street(hand.street)
    if street is None or not street.discard or not hand.acted:
        return ()
    return hand.book.value_cite("turn.discard_with_act")


def for_absent(hand, seat):
    """Citations of the rule that forced chips of an absent or penalised player are put in."""
    gone = hand.presence.get(seat) == "away" or seat in hand.setup.get("penalty_seats", ())
    if not gone or hand.format != "tournament":
        return ()
    return hand.book.value_cite("frame.absent_posts")


def _left_out(hand):
    """The rule that a seat with nobody there need not be dealt in, where that was so."""
    key = "deal.absent_left_out"
    if hand.book.outcome(key).ruling != "no_incident":
        return ()
    gone = [s for s in hand.seats if hand.presence.get(s) == "away" and not hand.held(s)]
    return (key,) if gone else ()


def _keys(hand):
    board = hand.pending.get("board")
    acts = [a for a in hand.actions if a["act"] not in ("post", "ante")]
    if board is not None and board["cards"] and board["mark"] == len(hand.actions):
        return [key % board["street"] for key in BOARD]
    if acts:
        act = acts[-1]["act"]
        limit = LIMIT.get(act, ()) if hand.betting == "limit" else ()
        first = hand.game.index(acts[-1]["street"]) == 0
        if act == "check" and first and hand.blinds and acts[-1]["seat"] == hand.bb_seat:
            limit = ("wager.bb_option",)
        opening = len(acts) == 1 and hand.from_start and len(hand.dealt_in) == 2
        heads_up = ("frame.button_heads_up",) if opening and hand.blinds else ()
        return _won(hand) + limit + ACTS.get(act, ()) + heads_up
    if hand.dealt and hand.from_start:
        return _left_out(hand) + DEAL
    if hand.actions:
        first = hand.setup.get("hand_number") == 1 and hand.from_start
        placed = ("frame.first_button_placed",) if first else ()
        return placed + ACTS.get(hand.actions[-1]["act"], ())
    return _won(hand) or START


def _won(hand):
    """Situations of a pot pushed to a hand that was shown, its rivals' hands killed."""
    shown = hand.awarded and len(hand.live) > 1 and "tabled" in hand.pending
    return WON if shown else ()
