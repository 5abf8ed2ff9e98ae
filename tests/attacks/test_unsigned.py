"""A process with the gateway's rights and a stream nobody has signed: it gets no card."""

import pytest

from gateway.ingest.core import LATER
from gateway.log.base import OPERATOR
from gateway.vault import signatures, tokens
from gateway.vault.client import VaultClient
from shared_rules import topics, zones
from tests.gateway.support import until
from tests.vault.rooms import Room, Shuffled, entries, message, signed
from tests.vault.test_process import ask, end, start, text
from tools.virtual import paper, player


def all_face_up(number=1, boot=1, deck=None):
    """A riffle and one move of the whole deck, face up, to the board."""
    key = tokens.hand_key(tokens.Ratchet(paper.ROOT).root(number), "7", boot, number)
    cards = deck or [tokens.token(key, uid) for uid in paper.UIDS.values()]
    move = {"t": 20, "what": "card_move", "cards": cards, "from": zones.STUB, "to": zones.BOARD}
    riffle = {"t": 10, "what": "riffle", "hand": number}
    return [riffle, {**move, "face": "up", "by": "dealer"}]


def rows(events, dev="c1", first=1):
    return [["7", first + i, dev, 1, first + i, text(e)] for i, e in enumerate(events)]


def named(answer):
    return sum(len(cards) for _key, cards in answer["public"])


@pytest.mark.parametrize("dev", ["c1", "c2"])
def test_an_unsigned_stream_at_the_vaults_socket_gets_no_map_of_a_hand(tmp_path, dev):
    paper.vault_file(tmp_path / "vault", "7")
    process = start(tmp_path)
    try:
        for number in (1, 2, 9):  # hands that have not been played yet, too
            first = 1 + 10 * number
            reported = ask(
                tmp_path, {"op": "follow", "entries": rows(all_face_up(number), dev, first)}
            )
            assert named(reported) == 0 and reported["hands"] == []
        news = ask(tmp_path, {"op": "news", "consumers": []})
        assert [a[2] for a in news["alarms"]] == ["vault_unsigned"]
    finally:
        end(process)


def test_an_unsigned_message_at_the_broker_is_refused_from_the_first_on_and_said(house):
    """At table 8, whose controller has not said anything yet, over its own connection."""
    own = house.controller_of("8")
    try:
        own._client.publish(
            topics.topic("8", topics.UP_EVENTS), message(all_face_up(), table="8"), qos=1
        )
        own.send(*[{"t": t, "what": "gesture", "seat": 1, "kind": "tap"} for t in (1, 2, 3)])
        own.wait_acked()  # the table's own come after it, and count
        taken = [e for e in house.gateway.log.read("8") if e.dev != OPERATOR]
        assert len(taken) == 3 and house.gateway.vault.public("8") == {}
        until(lambda: house.alerts("message_refused", "8"), "the alarm")
        assert signatures.UNSIGNED in house.alerts("message_refused", "8")[0]
    finally:
        own.stop()


def test_while_the_vault_is_away_nothing_unsigned_is_taken_for_an_enrolled_table(tmp_path):
    paper.vault_file(tmp_path / "vault", "7")
    process = start(tmp_path)
    client = VaultClient(tmp_path / "vault")
    client.connect()
    client._patient_until = 0
    end(process)
    client.away = True
    found = client.check([("7", topics.UP_EVENTS, message(all_face_up()))])
    client.close()
    assert found == [LATER]


def test_a_stranger_among_the_devices_ends_no_hand(tmp_path):
    paper.vault_file(tmp_path / "vault", "7")
    room = Room(tmp_path / "vault")
    events, _cards = Shuffled().hand()
    room.follow(entries(events[:20]))
    hand = room.core.hands["7"][-1]
    room.follow(entries([{"t": 1, "what": "riffle", "hand": 5}], dev="c9"), root=None)
    assert room.core.hands["7"] == [hand] and not hand.over
    room.close()


@pytest.mark.parametrize("game", ["nlhe", "stud7", None])
def test_even_a_signed_stream_names_no_more_than_the_game_can_show(tmp_path, game):
    paper.vault_file(tmp_path / "vault", "7")
    room = Room(tmp_path / "vault")
    events = all_face_up()
    if game:
        events.insert(0, {"t": 1, "what": "setup", "game": game, "stacks": {}})
    reported = room.follow(entries(events))
    assert sum(len(cards) for _k, cards in reported["public"]) == 0
    assert [a[2] for a in room.core.alarms] == ["vault_too_many"]
    deck = events[-1]["cards"]
    whole = dict(events[-1], cards=deck[:5])
    if game != "stud7":
        reported = room.follow(entries([whole], 10))
        assert room.core.hands["7"][-1].public == []  # the others still lie there, it is said
    upcards = [dict(whole, cards=[c], to="seat:1") for c in deck[:9]]
    reported = room.follow(entries(upcards, 20))
    shown = room.core.hands["7"][-1].public
    assert len(shown) == (7 if game == "stud7" else 0)
    room.close()


@pytest.mark.parametrize("game, board, street", [("nlhe", 5, 3), ("stud7", 1, 0)])
def test_a_street_dealt_again_stays_sealed_and_calls_nobody_one_card_more_does(
    tmp_path, game, board, street
):
    paper.vault_file(tmp_path / "vault", "7")
    room = Room(tmp_path / "vault")
    riffle, move = all_face_up()
    deck = list(move["cards"])
    setup = {"t": 1, "what": "setup", "game": game, "stacks": {}}
    moves = [dict(move, cards=[c], to="board") for c in deck[: board + street + 1]]
    room.follow(entries([setup, riffle, *moves[:board]]))
    assert len(room.core.hands["7"][-1].public) == board
    room.follow(entries(moves[board : board + street], 3 + board))
    assert len(room.core.hands["7"][-1].public) == board and room.core.alarms == []
    room.follow(entries(moves[board + street :], 3 + board + street))
    assert len(room.core.hands["7"][-1].public) == board
    assert [a[2] for a in room.core.alarms] == ["vault_too_many"]
    room.close()


def test_an_unsigned_setup_changes_no_game_the_vault_goes_by(tmp_path):
    """With stud's setup seven upcards of a seat would be named; the signed one says hold'em."""
    paper.vault_file(tmp_path / "vault", "7")
    room = Room(tmp_path / "vault")
    riffle, move = all_face_up()
    room.follow(entries([{"t": 1, "what": "setup", "game": "nlhe", "stacks": {}}]))
    stud = {"t": 2, "what": "setup", "game": "stud7", "stacks": {}}
    room.follow(entries([stud], 2), root=None)
    assert room.core._setups["7"][0] == "nlhe"
    room.follow(entries([stud], 1, dev="c9"), root=None)
    assert room.core._setups["7"][0] == "nlhe"
    upcards = [dict(move, cards=[c], to="seat:1") for c in list(move["cards"])[:7]]
    room.follow(entries([riffle, *upcards], 3))
    hand = room.core.hands["7"][-1]
    assert hand.game == "nlhe" and hand.public == []
    assert [a[2] for a in room.core.alarms] == ["vault_unsigned"]
    room.close()


class Stage:
    """The deck of a virtual table, as ``enrol`` asks for it."""

    @staticmethod
    def enrolled():
        return {uid.hex(): card for card, uid in paper.UIDS.items()}


def test_the_demonstrations_tables_are_enrolled_as_a_venues_are(tmp_path):
    root = player.root_of(1, "7")
    player.enrol(Stage, tmp_path, "7", "c1", root)
    room = Room(tmp_path / "vault")
    payload = message(all_face_up())
    sent = [("7", topics.UP_EVENTS, p) for p in (payload, signed(payload, root=root))]
    assert room.core.check(sent) == [signatures.UNSIGNED, None]
    room.close()
