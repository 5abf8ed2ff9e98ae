"""Limit ace-to-five after the draw: who checks a seven or better wins nothing of what follows.

Judged when the hands lie open and their cards are known (rrop-6:S11-A5-4). The values
``draw.sevens_games`` names the games; a house that does not use the rule says so in the setup
(``sevens`` false).
"""

from shared_rules import ranking, zones
from shared_rules.cards import is_known
from shared_rules.hand.cards import joker

SEVEN = 7


def on_card_move(hand, ev):
    """A hand is laid open: with the last one the rule can be applied."""
    if hand.game.family != "draw" or ev["from"] != ev["to"] or ev["face"] != "up":
        return
    if hand.betting != "limit" or hand.phase not in ("showdown", "award"):
        return
    if hand.game.name not in hand.book.value("draw.sevens_games", ()):
        return
    if hand.setup.get("sevens") is False or zones.seat_of(ev["to"]) not in hand.live:
        return
    _judge(hand)


def _judge(hand):
    hands = {}
    for seat in hand.live:
        cards = hand.held(seat)
        if seat not in hand.shown or len(cards) != 5 or [c for c in cards if not is_known(c)]:
            return
        hands[seat] = cards
    best = ranking.best(joker.ranking_of(hand, hand.game.low), hands)
    after = [a for a in hand.actions if a["street"] == hand.street]
    for seat in sorted(hands):
        if not seven_or_better(hand, hands[seat]):
            continue
        mine = [a["act"] for a in after if a["seat"] == seat]
        if mine[:1] == ["check"] and len(mine) > 1:
            if seat in best:
                hand.rule("draw.sevens_won", seat=seat, amount=before_draw(hand, after))
            else:
                hand.rule("draw.sevens_lost", seat=seat)
        elif seat in best and mine[:1] == ["call"]:
            _short(hand, seat, after)


def seven_or_better(hand, cards):
    """True for a low of seven high or better."""
    value = ranking.value(joker.ranking_of(hand, hand.game.low), cards)
    return value is not None and value[0][0] == -1 and -value[1][0] <= SEVEN


def before_draw(hand, after):
    """The pot as it was before the bets after the draw."""
    return hand.pot_total() - sum([a["amt"] for a in after])


def _short(hand, seat, after):
    """A seven only called an all-in of less than half a bet: losing overcalls go back."""
    wagers = [a for a in after if a["act"] in ("bet", "raise", "complete")]
    if len(wagers) != 1 or not wagers[0]["allin"] or 2 * wagers[0]["to"] >= hand.big_bet:
        return
    over = [a for a in after if a["act"] == "call" and a["seat"] != seat]
    over = [a["seat"] for a in over if after.index(a) > _place(after, seat)]
    if over:
        steps = ["return_wager_to_seat_%d" % s for s in over]
        hand.rule("draw.sevens_short_all_in", seat=seat, amount=wagers[0]["to"], steps=steps)


def _place(after, seat):
    for i in range(len(after)):
        if after[i]["seat"] == seat:
            return i
    return len(after)


HANDLERS = (("card_move", on_card_move),)
