"""Situations the other files do not reach: each by a scene whose last event brings it about."""

import pytest

from tests.rulings.ruling_scene import Scene, draw, ring, stud
from tests.rulings.spots import act, ask, cards, play, put, say, setup

SIX = [1, 2, 3, 4, 5, 6]
RING = list(range(1, 10))
FLOP = ["Kd", "8s", "3c"]


def chips(seat, amount, frm=None, to=None, by="player", **more):
    fields = {"seat": seat, "chips": [amount], "from": frm or f"seat:{seat}",
              "to": to or f"line:{seat}", "by": by}  # fmt: skip
    if fields["to"].startswith("line"):
        fields.update({"motion": 1, "released": True, "crossed": "full"})
    fields.update(more)
    return fields


class Spot(Scene):
    """A scene from the small events of spots.py."""

    def __init__(self, table, events, game="nlhe"):
        super().__init__(table, game)
        for event in events:
            self.t += 2500
            self.events.append(dict(event, t=self.t))


def holdem(rounds=2, **more):
    return Scene(ring(SIX, **more)).start().deal(SIX, rounds)


def acted(s, seats=(3, 4)):
    for seat in seats:
        s.act(seat, "call", 200)
    return s


def omaha(game="plo"):
    return Scene(ring(SIX, betting="pot_limit", format="cash"), game).start()


def stud_deal(**more):
    return Scene(stud(**more), "stud7").add("riffle", 0)


def stud_at(street, live=(2, 4, 5), **more):
    return Scene(stud(street, live=list(live), **more), "stud7")


def drawing(game="draw_high", **more):
    s = Scene(draw(**more), game).start().deal(SIX, 5)
    for seat in (3, 4, 5):
        s.act(seat, "fold")
    return s.act(6, "call", 20).act(1, "call", 20).act(2, "check")


def ask_count(s):
    return s.add("request", seat=1, kind="draw_count", target=6)


def drawn(game="draw_high"):
    s = drawing(game)
    for seat in (1, 2, 6):
        s.add("draw", seat=seat, count=0)
    return s


def flop(*events, book=None, game="nlhe", **more):
    table = setup("flop", more.pop("live", (3, 4, 5)), board=FLOP, **more)
    return Spot(table, events, game)


def shown(*events, **more):
    table = setup("river", more.pop("live", (3, 4)), board=[*FLOP, "2h", "2c"],
                  street_closed=True, pot=2000, **more)  # fmt: skip
    return Spot(table, events)


def kill_won(holder, seats):
    table = ring(SIX, format="cash", betting="limit", sb=10, bb=20, small_bet=20, big_bet=40,
                 kill={"size": "full", "button_with": holder, "upper_limit": 40})  # fmt: skip
    return Scene(table, "limit_holdem").add("pot_awarded", seats=seats, amount=200)


def limit(*events, live=(1, 2), street="after_draw", game="draw_high"):
    return Spot(draw(street=street, live=list(live)), events, game)


def expired(**more):
    return [{"what": "shot_clock", "seat": 3, "ms": 30000, "time_cards": 0},
            {"what": "timer", "clock": "shot_clock", "seat": 3, "elapsed_ms": 30000}]  # fmt: skip


UPS = {"2": ["Ah", "Kd"], "4": ["9c", "8s"], "5": ["7d", "5h"]}
PAIR = {"2": ["9h", "9d"], "4": ["Ks", "4c"], "6": ["7c", "8c"]}
THIRD = {str(s): [c] for s, c in zip(range(1, 8), ("9d", "9h", "3c", "Ks", "2d", "7c", "As"),
                                     strict=True)}  # fmt: skip
HL = {"what": "pot_awarded", "seats": [3], "amount": 2000}

SCENES = {
    # -- deal
    "deal.exposed_late": ("rrop-6", lambda: acted(
        Scene(ring(SIX)).start().deal([1, 2, 3]).card("seat:4", "Kd", "up").deal([5, 6])
        .deal(SIX)).notice("exposed_card", about_seat=4)),
    "deal.flashed_by_player": ("rrop-6", lambda: Scene(ring(SIX)).start().deal(SIX)
        .add("notice", by="player", kind="cards_shown_by_player", about_seat=4, cards=["#4"],
             intent="accident", seen_by=[5])),
    "deal.off_table_first_two": ("rrop-6", lambda: Scene(ring(SIX)).start().card("off")),
    "deal.off_table_many": ("rrop-6", lambda: Scene(ring(SIX)).start().deal([1, 2])
        .card("off").deal([4]).card("off")),
    "deal.boxed_over_limit": ("ipr-2018", lambda: Scene(ring(SIX)).start().deal([1])
        .boxed("Kd").boxed("2c").boxed("3c")),
    "deal.last_card_missing_late": ("rrop-6", lambda: acted(Scene(ring(SIX)).start().deal(SIX)
        .deal(SIX[:-1]))),
    "deal.omaha_last_card_missing": ("ipr-2018", lambda: omaha().deal(SIX, 3).deal(SIX[:-1])
        .notice("wrong_card_count", about_seat=6)),
    "deal.omaha_last_card_missing_late": ("ipr-2018", lambda: acted(omaha().deal(SIX, 3)
        .deal(SIX[:-1]))),
    "deal.omaha_short_after": ("ipr-2018", lambda: acted(omaha().deal(SIX, 3)
        .deal([1, 2, 4, 5, 6]))),
    "deal.pineapple_long_before": ("ipr-2018", lambda: omaha("crazy_pineapple").deal(SIX, 3)
        .card("seat:3")),
    "deal.pineapple_short_before": ("ipr-2018", lambda: omaha("crazy_pineapple").deal(SIX, 2)
        .deal([1, 2, 4, 5, 6])),
    "deal.pineapple_short_after": ("ipr-2018", lambda: acted(omaha("crazy_pineapple")
        .deal(SIX, 2).deal([1, 2, 4, 5, 6]))),
    "deal.mixed_hands_late": ("ipr-2018", lambda: acted(holdem()).add(
        "zone_merge", **{"from": "seat:5"}, into="seat:6", by="dealer")),
    "deal.not_entitled_seat_late": ("rrop-6", lambda: acted(
        Scene(ring(SIX, penalty_seats=[], dealt_in=[1, 2, 3, 4, 6])).start()
        .deal(SIX, 2))),
    "deal.button_not_moved": ("rrop-6", lambda: acted(Scene(ring(
        SIX, button=5, sb_seat=6, bb_seat=1, previous={"button": 5, "sb": 6, "bb": 1})).add(
        "riffle").deal(SIX, 2), (2, 3))),
    # -- deck
    "deck.card_missing": ("ipr-2018", lambda: holdem().add(
        "rfid_count", deck="blue", cards=51, missing=["Kd"])),
    "deck.too_many": ("ipr-2018", lambda: holdem().add("rfid_count", deck="blue", cards=53)),
    "deck.duplicate_known_and_bet": ("rrop-6", lambda: flop(
        {"what": "finding", "kind": "knew_of_duplicate", "seat": 3})),
    "deck.joker_in_stub": ("rrop-6", lambda: flop(
        {"what": "tag_read", "zone": "stub", "cards": ["JK"]})),
    "deck.damaged": ("ipr-2018", lambda: flop(
        {"what": "flag", "flag": "deck_damaged", "value": True})),
    "deck.change_asked_damaged": ("ipr-2018", lambda: flop(
        {"what": "flag", "flag": "deck_damaged", "value": True}, ask(3, "deck_change"))),
    "deck.reshuffle_asked": ("tda-2011", lambda: flop(ask(3, "reshuffle"))),
    "deck.swapped_in_hand": ("tda-2011", lambda: flop(
        {"what": "deck_swap", "from_deck": "blue", "to_deck": "red"})),
    # -- board
    "board.boxed": ("rrop-6", lambda: Scene(ring(
        street="flop", live=[3, 4], board=FLOP, street_closed=True, burned=1)).burn()
        .card("board", "5h", "up", boxed=True)),
    "board.keep_premature_asked": ("rrop-6", lambda: Scene(ring(
        street="flop", live=[3, 4], board=FLOP, burned=1)).burn().board("5h")
        .add("request", seat=3, kind="keep_premature_card", cards=["5h"])),
    "board.rabbit_asked": ("tda-2011", lambda: shown(HL, ask(4, "rabbit_card"))),
    # -- stud
    "stud.both_down_exposed_tournament": ("tda-2011", lambda: stud_deal(format="tournament")
        .card("seat:1", "2d", "up").deal([2, 3, 4, 5, 6, 7]).card("seat:1", "3d", "up")),
    "stud.exposed_many_cash": ("rrop-6", lambda: stud_deal().card("seat:1", "2d", "up")
        .card("seat:2", "3d", "up")),
    "stud.exposed_many_tournament": ("rrop-6", lambda: stud_deal(format="tournament")
        .card("seat:1", "2d", "up").card("seat:2", "3d", "up")),
    "stud.burn_fault_at_once": ("rrop-6", lambda: stud_at(
        "fourth", upcards=UPS, street_closed=True).burn(2).card("seat:2", "4h", "up")),
    "stud.last_card_up_many": ("rrop-6", lambda: stud_at("sixth", street_closed=True).burn()
        .card("seat:2", "Jd", "up")),
    "stud.last_card_up_two": ("rrop-6", lambda: stud_at("sixth", (2, 5), street_closed=True)
        .burn().card("seat:2", "Jd", "up")),
    "stud.folded_seat_dealt": ("rrop-6", lambda: stud_at("fourth", upcards=UPS)
        .card("muck", ["#1", "#2", "Ah", "Kd"], "down", "player", "seat:2")
        .act(4, "check").act(5, "check").burn().card("seat:2", "4h", "up")),
    "fold.no_bet_stud": ("rrop-6", lambda: stud_at("fourth", upcards=UPS)
        .card("muck", ["#1", "#2", "Ah", "Kd"], "down", "player", "seat:2")),
    "stud.exposed_low_card_skipped": ("rrop-6", lambda: stud_deal().deal()
        .deal([1, 2, 3]).card("seat:4", "2c", "up").deal([5, 6, 7])
        .card("seat:1", "9d", "up").card("seat:2", "9h", "up").card("seat:3", "3d", "up")
        .card("seat:4").card("seat:5", "4d", "up").card("seat:6", "7c", "up")
        .card("seat:7", "As", "up").add("post", seats=[5], kind="bring_in", amount=50)),
    "frame.low_card_all_in": ("rrop-6", lambda: Scene(stud(
        "third", live=[1, 2, 3, 4, 5, 6, 7], upcards=THIRD, all_in=[5]), "stud7")
        .add("post", seats=[6], kind="bring_in", amount=50)),
    # -- draw
    "draw.long_after": ("rrop-6", lambda: Scene(draw(), "draw_high").start().deal(SIX, 5)
        .act(3, "call", 20).act(4, "call", 20).add("rfid_count", zone="seat:1", cards=6)),
    "draw.first_two_exposed": ("rrop-6", lambda: Scene(draw(), "draw_high").start()
        .card("seat:1", "Kd", "up")),
    "draw.exposed_many": ("rrop-6", lambda: Scene(draw(), "draw_high").start().deal([1, 2])
        .card("seat:3", "Kd", "up").card("seat:4", "2d", "up")),
    "draw.exposed_kept_a5_big_bet": ("rrop-6", lambda: Scene(
        draw(betting="no_limit"), "a5_lowball").start().deal([1, 2]).card("seat:3", "4d", "up")),
    "draw.exposed_replaced_27_big_bet": ("rrop-6", lambda: Scene(
        draw(betting="no_limit"), "27_lowball").start().deal([1, 2]).card("seat:3", "Ad", "up")),
    "draw.exposed_on_draw": ("rrop-6", lambda: drawing().add("draw", seat=1, count=1)
        .card("muck", ["#1"], "down", "player", "seat:1").card("seat:1", "9d", "up")),
    "draw.rap_is_pat": ("rrop-6", lambda: drawing().add("gesture", seat=1, kind="tap")),
    "draw.count_asked": ("rrop-6", lambda: ask_count(drawn())),
    "draw.count_asked_late": ("rrop-6", lambda: ask_count(drawn().act(1, "check"))),
    "draw.five_new_at_once": ("rrop-6", lambda: drawing().add("draw", seat=1, count=5)
        .card("muck", [f"#{n}" for n in range(1, 6)], "down", "player", "seat:1")
        .card("seat:1", [f"#{n}" for n in range(40, 45)])),
    # -- presence, time
    "presence.left_after_acting": ("ipr-2018", lambda: flop(
        act(3, "check"), {"what": "presence", "seat": 3, "state": "away"})),
    "presence.phone": ("ipr-web", lambda: flop(
        {"what": "notice", "by": "dealer", "kind": "phone_use", "about_seat": 3})),
    "clock.called_away": ("ipr-web", lambda: flop(
        {"what": "clock_call", "by_seat": 5, "on_seat": 3}, presence={"5": "away"})),
    "clock.called_other_table": ("tda-2011", lambda: flop(
        {"what": "clock_call", "by_seat": 12, "on_seat": 3})),
    "clock.shot_expired_no_bet": ("ipr-web", lambda: flop(*expired(), shot_clock_ms=30000)),
    # -- showdown, pots
    "showdown.thrown_away": ("rrop-6", lambda: shown(
        {"what": "showdown", "seats": [3, 4]}, cards(4, "muck"),
        {"what": "hand_claim", "seat": 4, "claim": "plays_board"})),
    "pots.chop": ("rrop-6", lambda: shown(ask(4, "split_pot"))),
    "pots.side_pots_apart": ("tda-2011", lambda: shown(
        {"what": "notice", "by": "dealer", "kind": "build_pots"}, live=(3, 4))),
    "pots.hidden_chips_late": ("rrop-6", lambda: shown(
        {"what": "pot_awarded", "seats": [3], "amount": 2000}, {"what": "riffle"},
        {"what": "notice", "by": "dealer", "kind": "hidden_chips_found", "about_seat": 4,
         "chips": [500]}, all_in=[4])),
    # -- frame
    "frame.level_dealer_push": ("tda-2011", lambda: Scene(ring()).add("dealer_push")
        .add("level", sb=150, bb=300)),
    "frame.first_button_drawn": ("rrop-6", lambda: Scene(ring(
        button=9, hand_number=1, button_drawn=False)).add("riffle")),
    "frame.first_button_placed": ("ipr-2018", lambda: Scene(ring(
        button=1, sb_seat=2, bb_seat=3, hand_number=1, button_drawn=False)).add("riffle")),
    "frame.owes_blind_acts": ("rrop-6", lambda: Scene(ring(SIX, format="cash", owes_blind=[3]))
        .start().deal(SIX, 2).act(3, "call", 200).notice("owes_blind", about_seat=3)),
    "frame.mixed_button_frozen": ("tda-2011", lambda: Scene(
        stud(button=4, first_dealt_seat=5), "stud7").add("riffle")),
    "frame.old_chips_found": ("ipr-2018", lambda: Scene(ring(
        SIX, button=None, sb_seat=None, bb_seat=None, color={"old": 25, "new": 100}))
        .add("color_up", stage="race", odd_chips={"1": 2}).add("race_cards", cards={"1": ["As"]})
        .add("color_up", stage="finished", odd_chips={})
        .add("chips_move", **chips(4, 25, frm="off", to="seat:4"))),
    "frame.kill_leg_kept": ("rrop-6", lambda: kill_won(3, [3, 5])),
    "frame.kill_neutral": ("rrop-6", lambda: kill_won(3, [4, 5])),
    "frame.kill_leg_lost": ("rrop-6", lambda: kill_won(3, [5]).notice(
        "left_game", about_seat=5)),
    # -- wagers
    "wager.raise_over_short_open": ("stg-2011", lambda: flop(
        act(3, "all_in", 100), say(4, "raise", 250), stacks={"3": 100})),
    "wager.unclear_word": ("ipr-2018", lambda: flop(say(3, "none", wording="plain"))),
    "wager.completion_no_raise": ("rrop-6", lambda: Scene(stud(
        "third", live=[1, 2, 3, 4, 5, 6, 7], upcards=THIRD), "stud7")
        .add("post", seats=[5], kind="bring_in", amount=50)
        .add("declare", seat=6, word="complete", wording="plain", amount=200)),
    "wager.open_pair_bet": ("rrop-6", lambda: stud_at("fourth", (2, 4, 6), upcards=PAIR).add(
        "declare", seat=2, word="bet", wording="plain", amount=400)),
    "wager.open_pair_not_allowed": ("rrop-6", lambda: Scene(stud(
        "fourth", live=[2, 4, 6], upcards=PAIR), "stud8").add(
        "declare", seat=2, word="bet", wording="plain", amount=400)),
    "wager.pot_legal": ("rrop-6", lambda: flop(
        act(3, "bet", 200), put(4, 500, 300), game="plo", betting="pot_limit", pot=600)),
    "wager.bb_option_short_allin": ("rrop-6", lambda: Spot(
        setup("preflop", (1, 2, 3), stacks={"3": 300}),
        [act(3, "all_in", 300), act(1, "call", 300), say(2, "raise", 800)])),
    "wager.straddle_limit": ("rrop-6", lambda: Scene(ring(
        SIX, format="cash", betting="limit"), "limit_holdem").start().add(
        "post", seats=[3], kind="straddle", amount=400)),
    "wager.wrong_blind": ("rrop-6", lambda: Scene(ring(SIX)).add("riffle").add(
        "post", seats=[2], kind="bb", amount=100)),
    "wager.button_ante_none": ("ipr-2018", lambda: Scene(ring(
        [1, 2], ante=200, ante_type="button_ante")).start().deal([1, 2])),
    "wager.cap_reached_two_rounds": ("rrop-6", lambda: Spot(
        draw(street="after_draw", live=[1, 2, 3]),
        [act(1, "bet", 40), act(2, "raise", 80), act(3, "raise", 120), act(1, "raise", 160),
         act(2, "raise", 200), say(3, "raise", 240)], "draw_high")),
    "wager.cap_not_reached_two_rounds": ("rrop-6", lambda: Spot(
        draw(street="after_draw", live=[1, 2, 3]),
        [act(1, "bet", 40), act(2, "raise", 80), act(3, "raise", 120), act(1, "raise", 160),
         say(2, "raise", 200)], "draw_high")),
    # -- folds, requests
    "fold.fouled_by_others": ("tda-2011", lambda: flop(
        {"what": "zone_merge", "from": "muck", "into": "seat:4", "by": "unknown"})),
    "fold.stud_upcards_showdown": ("rrop-6", lambda: stud_at(
        "seventh", upcards=UPS, street_closed=True).add("showdown", seats=[2, 4, 5])
        .card("seat:4", ["9c", "8s"], "down", "player", "seat:4", lifted=True)),
    "request.run_twice": ("rrop-6", lambda: flop(
        ask(3, "run_twice"), format="cash", all_in=[3, 4], street_closed=True)),
    "request.run_twice_chips_behind": ("rrop-6", lambda: flop(
        ask(3, "run_twice"), format="cash")),
    "request.run_twice_limit": ("rrop-6", lambda: flop(
        ask(3, "run_twice"), format="cash", betting="limit", all_in=[3], game="limit_holdem")),
    "request.run_twice_tournament": ("tda-2011", lambda: flop(ask(3, "run_twice"))),
    "request.chop_blinds_cash": ("rrop-6", lambda: Spot(
        setup("preflop", (1, 2), format="cash"), [ask(1, "chop_blinds")])),
    "request.chop_blinds_tournament": ("stg-2011", lambda: Spot(
        setup("preflop", (1, 2)), [ask(1, "chop_blinds")])),
    "request.stack_count_all_in": ("tda-2011", lambda: flop(
        act(3, "all_in", 900), ask(4, "stack_count", target=3), stacks={"3": 900})),
}  # fmt: skip


def ruled(scene, book):
    return [r["situation"] for r in scene.hand(book).rulings]


@pytest.mark.parametrize("key", sorted(SCENES))
def test_reached_by_its_last_event_and_not_before(key):
    book, build = SCENES[key]
    scene = build()
    hand = scene.hand(book)
    assert key in ruled(scene, book), [r["situation"] for r in hand.rulings]
    assert all(c.startswith(book) for c in hand.book.outcome(key).cite)
    scene.events.pop()
    assert key not in ruled(scene, book), "reached without its last event"


def test_a_book_that_shares_no_word_of_it_stays_out_of_it():
    table = setup("flop", (3, 4), board=FLOP)
    for key in ("wager.open_pair_bet", "stud.folded_seat_dealt"):
        assert key not in [r["situation"] for r in play("tda-2011", table, [put(3, 500)]).rulings]
