"""One person with a dealer's keys, in the middle of a hand: no key opens a card."""

import pytest

from firmware.table import keys
from gateway.vault.interface import KEYED
from gateway.vault.sealedhand import CLAIM_MS, PLAYED_ON, UNFOUNDED, SealedHand
from shared_rules import events, zones
from tests.attacks.attacked import before_the_flop
from tests.firmware_table.conftest import dealt_rig, rig  # noqa: F401  fixtures
from tests.firmware_table.rig import card
from tests.gateway.support import until
from tests.vault.rooms import HANDS, Room, Shuffled, entries
from tools.virtual import paper

SHOWDOWN = [p for p in HANDS if p.name == "ferguson-cloutier-2000.phh"]


def test_tabling_every_hand_before_the_flop_names_no_card_alarms_and_names_the_person(house):
    events_, cards = house.hand("chan-seidel-1988")
    flop = before_the_flop(events_)
    house.play(events_[:flop])
    seats = house.seats()
    assert len(seats) >= 2
    t = events_[flop - 1]["t"]
    for seat in seats:
        house.keyed({"what": "tabled", "seat": seat}, t)
    assert not set(house.public()) & set(cards)
    assert house.evidence(house.gateway.log.last("7").n).endswith("(keyed)")
    for event in events_[flop:]:
        event["t"] += CLAIM_MS
    house.play(events_[flop : flop + 8])
    alarms = [f"the cards of seat {seat} were keyed" for seat in seats]

    def alarmed():
        return all(any(s in text for text in house.alerts(KEYED[0])) for s in alarms)

    until(alarmed, "an alarm for each seat")
    assert all(house.setup.person in text for text in house.alerts(KEYED[0]))
    board = {t for e in events_[flop : flop + 8] if e.get("to") == zones.BOARD for t in e["cards"]}
    assert set(house.public()) & set(cards) == board  # what lies on the board is shown all the same
    house.play(events_[flop + 8 :])
    shown = turned_up(events_)
    assert shown <= set(house.public()) and {house.public()[t] for t in shown} <= set(
        cards.values()
    )


def turned_up(events_):
    """Tokens of the cards that were turned face up in place."""
    moves = [e for e in events_ if e["what"] == "card_move" and e["from"] == e["to"]]
    return {token for e in moves for token in e["cards"]}


# -- the vault by itself: what else somebody could key first


def said(seat, word):
    return {"what": "declare", "seat": seat, "word": word, "wording": "plain"}


SAID = {
    "nothing": [],
    "all-ins": [said(1, "all_in"), said(2, "all_in")],
    "folds": [said(3, "fold")],
    "checks": [{"what": "gesture", "seat": s, "kind": "tap"} for s in (1, 2, 3)],
    "showdown": [{"what": "showdown", "seats": [1, 2, 3]}],
    "award": [{"what": "pot_awarded", "seats": [1]}],
    "misdeal": [{"what": "finding", "kind": "misdeal_declared"}],
    "small stacks": [{"what": "setup", "game": "nlhe", "stacks": {"1": 1, "2": 1, "3": 1}}],
    "another game": [{"what": "setup", "game": "stud7"}],
    "draws": [{"what": "draw", "seat": s, "count": 0} for s in (1, 2, 3)],
    "a flag": [{"what": "flag", "flag": "face_up", "value": True}],
}  # fmt: skip


def hand(stacks=None):
    """Three hold'em hands dealt, blinds in front."""
    names = dict.fromkeys([f"c{i}" for i in range(30)], "As")
    stacks = stacks or {"1": 1000, "2": 1000, "3": 1000}
    made = SealedHand("7", "c1", 1, 1, "nlhe", names, {}, stacks)
    put(made, 1, [50])
    put(made, 2, [100])
    for i in range(6):
        move(made, [f"c{i}"], zones.STUB, f"seat:{i % 3 + 1}", "down")
    return made


def follow(made, event):
    made.t = getattr(made, "t", 0) + 10
    made.follow(dict(event, t=made.t), made.t)


def move(made, cards, source, target, face="down", **more):
    event = {"what": "card_move", "cards": cards, "from": source, "to": target, "face": face}
    follow(made, dict(event, by="dealer", **more))


def put(made, seat, chips, motion=1):
    event = {"what": "chips_move", "seat": seat, "chips": chips, "from": f"seat:{seat}"}
    follow(made, dict(event, to=f"line:{seat}", by="player", motion=motion))


def table_all(made, seats=(1, 2, 3), **more):
    for seat in seats:
        cards = [f"c{seat - 1}", f"c{seat + 2}"]
        move(made, cards, f"seat:{seat}", f"seat:{seat}", "up", keyed=True, **more)


def street(made, *cards):
    move(made, [f"c{29 - len(made.course.board)}"], zones.STUB, zones.BURN)
    move(made, list(cards), zones.STUB, zones.BOARD, "up")


def later(made, ms=CLAIM_MS + 1000):
    made.t += ms
    follow(made, {"what": "notice", "by": "dealer", "kind": "other"})


def named(made):
    return {t for t in made.public if t not in made.course.board}


@pytest.mark.parametrize("said", SAID)
def test_words_before_the_flop_open_nothing(said):
    made = hand()
    for event in SAID[said]:
        follow(made, event)
    table_all(made)
    later(made)
    assert named(made) == set()
    assert sorted(seat for seat, what in made.take_faults() if what == UNFOUNDED) == ["1", "2", "3"]


@pytest.mark.parametrize("said", SAID)
def test_words_do_not_match_a_bet_on_the_river(said):
    made = played_to_the_river()
    put(made, 1, [100, 100])
    for event in SAID[said]:
        follow(made, event)
    table_all(made)
    later(made)
    assert named(made) == set()


def played_to_the_river(stacks=None):
    made = hand(stacks)
    put(made, 3, [100])
    put(made, 1, [50])
    street(made, "c10", "c11", "c12")
    street(made, "c13")
    street(made, "c14")
    return made


def test_a_showdown_is_named_at_once():
    made = played_to_the_river()
    put(made, 1, [100, 100])
    put(made, 2, [100, 100])
    move(made, ["c2", "c5"], "seat:3", zones.MUCK)
    table_all(made, (1, 2))
    assert named(made) == {"c0", "c1", "c3", "c4"} and made.take_faults() == []


def test_a_call_with_one_larger_chip_is_a_call_and_with_a_word_a_raise():
    for word in (False, True):
        made = played_to_the_river()
        put(made, 1, [100, 100])
        move(made, ["c2", "c5"], "seat:3", zones.MUCK)
        if word:
            follow(made, said(2, "raise"))
        put(made, 2, [500])
        table_all(made, (1, 2))
        assert bool(named(made)) is not word


def test_a_showdown_after_checks_that_were_keyed():
    made = played_to_the_river()
    for event in SAID["checks"]:
        follow(made, event)
    table_all(made)
    assert len(named(made)) == 6


def test_a_check_nobody_keyed_is_made_up_for_by_the_pot_that_is_pushed():
    made = played_to_the_river()
    pot = {"what": "chips_move", "chips": [300], "by": "dealer"}
    follow(made, dict(pot, seat=1, **{"from": "line:1", "to": "pot"}))
    table_all(made)
    later(made)
    assert named(made) == set()
    follow(made, dict(pot, seat=1, chips=[50], **{"from": "pot", "to": "line:1"}))  # change
    assert named(made) == set()
    follow(made, dict(pot, seat=1, chips=[250], **{"from": "pot", "to": "line:1"}))
    assert len(named(made)) == 6 and made.take_faults() == []


def test_an_all_in_with_the_betting_over_is_named_and_one_that_is_called_by_words_is_not():
    made = hand({"1": 1000, "2": 400, "3": 1000})
    put(made, 3, [500, 500])
    follow(made, said(1, "all_in"))
    put(made, 2, [100, 100, 100], 2)
    table_all(made)
    later(made)
    assert named(made) == set()
    move(made, ["c0", "c3"], "seat:1", zones.MUCK)
    table_all(made, (2, 3))
    assert named(made) == {"c1", "c2", "c4", "c5"}


def test_the_last_hand_may_be_shown_and_the_first_to_be_dealt_may_not():
    made = SealedHand("7", "c1", 1, 1, "nlhe", dict.fromkeys(["c0", "c3"], "As"), {})
    move(made, ["c0"], zones.STUB, "seat:1")
    table_all(made, (1,))
    assert named(made) == set()
    made = hand()
    move(made, ["c0", "c3"], "seat:1", zones.MUCK)
    move(made, ["c1", "c4"], "seat:2", zones.MUCK, confidence="medium")  # nobody has read it there
    table_all(made, (3,))
    assert named(made) == set()
    move(made, ["c1", "c4"], "seat:2", zones.MUCK)
    assert named(made) == {"c2", "c5"}


def test_a_hand_shown_on_its_way_to_the_muck_is_named_and_others_are_not():
    made = hand()
    table_all(made)
    move(made, ["c0", "c3"], "seat:1", zones.MUCK)
    later(made)
    move(made, ["c1", "c4"], "seat:2", zones.MUCK)
    assert named(made) == {"c0", "c3"}


def test_a_card_the_mouth_has_read_face_up_is_named_at_once():
    made = hand()
    move(made, ["c0"], "seat:1", "seat:1", "up", keyed=True, read_up=True)
    move(made, ["c1"], "seat:2", "seat:2", "up", keyed=True)
    assert named(made) == {"c0"}


def test_whoever_plays_on_after_a_showdown_that_was_none_is_told_of():
    made = played_to_the_river()
    for event in SAID["checks"]:
        follow(made, event)
    table_all(made, (1,))
    assert named(made) == {"c0", "c3"}
    put(made, 2, [100])
    assert made.take_faults() == [["1", PLAYED_ON]]


def test_a_vault_that_begins_anew_in_mid_hand_remembers_what_was_read(tmp_path):
    paper.vault_file(tmp_path / "vault", "7")
    events_, _cards = Shuffled(paths=SHOWDOWN).hand()
    shown = turned_up(events_)
    assert shown
    room, n = Room(tmp_path / "vault"), 1
    for event in events_:
        room.follow(entries([event], n))
        n += 1
        room.restart()
    hand_ = room.core.hands["7"][-1]
    assert shown <= set(hand_.public) and not room.core.alarms
    room.close()


def test_a_table_that_falls_silent_after_the_key_alarms_too(tmp_path):
    paper.vault_file(tmp_path / "vault", "7")
    events_, _cards = Shuffled().hand()
    room, flop = Room(tmp_path / "vault"), before_the_flop(events_)
    room.follow(entries(events_[:flop]))
    (token,) = next(e["cards"] for e in events_ if str(e.get("to"))[:4] == "seat")[:1]
    seat = next(e["to"] for e in events_ if token in e.get("cards", ()))
    event = {"t": events_[flop]["t"], "what": "card_move", "cards": [token], "from": seat}
    room.follow(entries([dict(event, to=seat, face="up", by="player", keyed=True)], flop + 1))
    room.mono_ms += 10 * CLAIM_MS
    room.core.tick()
    assert [a[2] for a in room.core.alarms] == [KEYED[0]]
    room.close()


# -- what the controller says of its keys


@pytest.mark.parametrize(
    "key",
    [
        {"what": "riffle", "keyed": False},
        {"what": "shuffler_button"},
        {"what": "presence", "seat": 2, "state": "away"},
    ],
)
def test_what_is_keyed_says_so(key):
    assert events.is_keyed(keys.event_of(key, 5, lambda zone: []))
    assert not events.is_keyed({"t": 1, "what": "riffle"})


@pytest.mark.parametrize("boxed", [False, True])
def test_a_key_about_a_card_says_what_the_mouth_has_read(rig, boxed):  # noqa: F811
    tag = rig.table.presence.tags[card(4)[0]]
    tag.ups, tag.downs = (5, 0) if boxed else (0, 5)
    rig.key(what="exposed", seat=2)
    rig.run(50)
    (event,) = rig.emitted()
    assert event["keyed"] is True and event.get("read_up", False) is boxed
    tag.said_up = True  # the dealer said so when the table asked: no read
    rig.key(what="exposed", seat=2)
    rig.run(50)
    assert "read_up" not in rig.emitted()[-1]
