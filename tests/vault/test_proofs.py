"""Promise: what was shown of a hand is what was dealt, in that order, and was shown no earlier.

A log of its own is written here as a gateway writes it, and read by ``gateway.vault.verify`` alone.
"""

import base64
import hashlib
import json

import pytest

from gateway.log.base import OPERATOR, Entry
from gateway.vault import proofs, verify
from shared_rules import cards as names
from tests.vault.rooms import Room, Shuffled, entries
from tools.virtual import paper

DELAYED = {"broadcast": {"mode": "delayed", "delay_s": 60}}


class Log:
    """A vault's room and the log beside it. ``batch``: rows the vault is told of at a time."""

    def __init__(self, folder, rules=None, batch=1):
        paper.vault_file(folder, "7")
        self.room = Room(folder, rules)
        self.batch, self.entries, self.seq = batch, [], 0
        self.cards = {}
        self.source = Shuffled()

    def play(self, events):
        for some in _batched(events, self.batch):
            rows = entries(some, self.seq + 1)
            self.seq += len(rows)
            for _table, _n, dev, boot, seq, row in rows:
                self._add(dev, boot, seq, row)
            self.room.follow([[t, len(self.entries), d, b, s, r] for t, _n, d, b, s, r in rows])
            self.take_proofs()

    def _add(self, dev, boot, seq, row):
        n = len(self.entries) + 1
        self.entries.append(Entry("7", n, dev, boot, seq, 10 * n, 0, "?", row))

    def put(self, act):
        self._add(OPERATOR, 0, len(self.entries), json.dumps(act))

    def take_proofs(self):
        given = self.room.core.notary.given()
        for _name, _table, act in given:
            self.put(act)
        self.room.core.proven([name for name, *_ in given])

    def hand(self):
        events, cards = self.source.hand()
        self.cards.update(cards)
        return events

    def read(self, key=None):
        return verify.read(self.entries, key)

    def acts(self, what=None):
        found = [json.loads(e.row) for e in self.entries if e.dev == OPERATOR]
        return [act for act in found if what in (None, act["act"])]

    def swap(self, at, **changed):
        """The same log with another row or number somewhere."""
        self.entries[at] = Entry(**{**_fields(self.entries[at]), **changed})


def _fields(entry):
    return {k: getattr(entry, k) for k in ("table", "n", "dev", "boot", "seq", "t", "wall", "what",
                                           "row", "bad")}  # fmt: skip


def _batched(items, size):
    for i in range(0, len(items), size):
        yield items[i : i + size]


@pytest.fixture
def log(tmp_path):
    made = Log(tmp_path / "vault")
    yield made
    made.room.close()


def first(reader):
    return next(iter(reader.hands.values()))


def dealt_to_seats(events):
    return [
        (token, e["to"])
        for e in events
        if e["what"] == "card_move" and e["from"] == "stub" and e["to"].startswith("seat")
        for token in e["cards"]
    ]


# -- what holds


def test_a_hand_is_sealed_before_its_first_card_and_opened_as_it_was_dealt(log):
    for _ in range(6):
        log.play(log.hand())
    reader = log.read()
    assert reader.faults == []
    shown = 0
    for hand in reader.hands.values():
        assert hand.holds() and hand.before == 0
        assert hand.began < hand.sealed_n < hand.dealt[0][0]
        for token, (card, n, why) in hand.open.items():
            assert card == log.cards[token] and n > hand.sealed_n and why == proofs.PUBLIC
        shown += len(hand.open)
    assert shown > 10
    ended = list(reader.hands.values())[:-1]
    assert all(hand.testified == hand.rows for hand in ended)


def test_the_order_of_the_deal_is_the_tables(log):
    events = log.hand()
    log.play(events)
    reported = [(t, zone) for _n, t, zone in first(log.read()).dealt if zone.startswith("seat")]
    assert reported == dealt_to_seats(events) and len(reported) >= 4


def test_every_card_of_the_deck_is_sealed_in_an_order_that_tells_nothing(log):
    log.play(log.hand())
    (act,) = log.acts(proofs.SEALED)
    assert len(act["cards"]) == len(paper.UIDS) and list(act["cards"]) == sorted(act["cards"])


def test_cards_nobody_released_stay_sealed_in_a_hand_that_holds(log):
    log.play(log.hand())
    log.play(log.hand())
    hand = first(log.read())
    closed = [t for _n, t, _zone in hand.dealt if hand.card(t) is None]
    assert hand.holds() and closed
    written = json.dumps(log.acts(proofs.OPENED))
    assert not [t for t in closed if t in written]


def test_a_released_hand_is_opened_when_it_is_over_and_its_delay_has_passed(tmp_path):
    log = Log(tmp_path / "vault", DELAYED)
    played = [log.hand() for _ in range(4)]
    for events in played:
        log.play(events)
    closed = [h for h in list(log.read().hands.values())[:3] if None in _named(h)]
    assert closed
    log.room.mono_ms += 59_999
    log.room.core.tick()
    log.take_proofs()
    assert not [a for a in log.acts() if a.get("why") == proofs.RELEASED]
    log.room.mono_ms += 1
    log.room.core.tick()
    log.room.core.tick()  # once
    log.take_proofs()
    assert len([a for a in log.acts() if a.get("why") == proofs.RELEASED]) == len(closed)
    hands = list(log.read().hands.values())
    assert all(hand.holds() for hand in hands)
    for hand, events in zip(hands[:3], played, strict=False):
        assert [(t, hand.card(t)) for t, _zone in dealt_to_seats(events)] == [
            (t, log.cards[t]) for t, _zone in dealt_to_seats(events)
        ]
    log.room.close()


def _named(hand):
    """Cards of the seats, None where one is sealed."""
    return [hand.card(t) for _n, t, zone in hand.dealt if zone.startswith("seat")]


def test_a_hand_that_two_holders_opened_is_not_in_the_log_while_it_is_played(log):
    log.room.core.unlock("7", "broadcast", 1, 1)
    events = log.hand()
    log.play(events)
    log.room.core.tick()
    log.take_proofs()
    assert log.room.core.releases("broadcast", {})  # the cards are with who may have them
    assert {a.get("why") for a in log.acts(proofs.OPENED)} <= {proofs.PUBLIC}
    log.play(log.hand())
    log.room.core.tick()
    log.take_proofs()
    hand = first(log.read())
    assert hand.holds() and all(hand.card(t) for t, _zone in dealt_to_seats(events))


def test_restarts_of_the_vault_in_mid_hand_change_nothing(log):
    for _ in range(3):
        events = log.hand()
        for some in _batched(events, 7):
            log.play(some)
            log.room.restart()
            log.take_proofs()
    reader = log.read()
    assert reader.faults == [] and all(hand.holds() for hand in reader.hands.values())
    assert len({act["key"] for act in log.acts()}) == 1


def test_what_no_log_took_is_given_again_also_after_a_restart_and_counts_once(log):
    log.take_proofs = lambda: None  # the gateway does not answer
    log.play(log.hand())
    given = log.room.core.notary.given()
    assert given
    log.room.restart()
    again = log.room.core.notary.given()
    assert again == given
    for _ in range(2):  # two gateways, or one that was killed before it could say so
        for _name, _table, act in again:
            log.put(act)
    log.room.core.proven([name for name, *_ in again])
    log.room.core.proven([name for name, *_ in again])
    log.room.restart()
    assert log.room.core.notary.given() == []
    hand = first(log.read())
    assert not hand.faults and len(hand.notes) == 1 and "after" in hand.notes[0]


def test_a_backlog_is_sealed_late_and_says_so(tmp_path):
    log = Log(tmp_path / "vault", batch=10_000)
    log.play(log.hand())
    hand = first(log.read())
    assert not hand.holds() and not hand.faults and hand.before == len(hand.dealt)
    log.room.close()


def test_a_vault_that_has_lost_its_state_seals_anew_and_says_so(log):
    events = log.hand()
    log.play(events[:30])
    log.room.state.close()
    for path in log.room.folder.glob("state.sqlite3*"):
        path.unlink()
    paper.vault_file(log.room.folder, "7")  # with its state went the root: it is provided anew
    log.room.restart()
    log.seq = 0
    kept = list(log.entries)
    rows = [["7", e.n, e.dev, e.boot, e.seq, e.row] for e in kept if e.dev != OPERATOR]
    log.room.follow(rows)
    log.take_proofs()
    reader = log.read()
    hand = first(reader)
    assert "another key" in reader.faults[0] and not hand.faults


def test_a_venue_that_names_no_card_seals_none(tmp_path):
    log = Log(tmp_path / "vault", {"mode": "none"})
    log.play(log.hand())
    assert log.acts(proofs.OPENED) == []
    log.room.close()


def test_hands_of_an_earlier_version_are_not_sealed_and_no_fault(log):
    log.room.core.notary.seal = lambda hand: None
    log.play(log.hand())
    log.play(log.hand())
    reader = log.read()
    assert log.acts() == [] and reader.faults == []
    for hand in reader.hands.values():
        assert hand.sealed_n is None and hand.faults == [] and not hand.holds()


def test_the_hand_in_play_at_an_upgrade_is_not_sealed_and_the_next_one_is(log):
    log.room.core.notary.seal = lambda hand: None
    events = log.hand()
    log.play(events[:30])
    log.room.restart()
    log.play(events[30:])
    log.play(log.hand())
    one, two = log.read().hands.values()
    assert one.sealed_n is None and one.faults == [] and two.holds()


def test_a_misdeal_stays_sealed_and_the_deal_after_it_is_sealed_anew(log):
    events = log.hand()
    first_street = next(i for i, e in enumerate(events) if e.get("to") == "board")
    log.play(events[:first_street])
    log.play([{"t": events[first_street]["t"], "what": "finding", "kind": "misdeal_declared"}])
    log.play(log.hand())
    one, two = log.read().hands.values()
    assert one.holds() and not one.open and one.ended and two.holds() and two.open


def test_a_card_that_leaves_the_board_again_stays_what_it_was_opened_as(log):
    events = log.hand()
    at = next(i for i, e in enumerate(events) if e.get("to") == "board")
    back = {**events[at], "from": "board", "to": "stub", "t": events[at]["t"] + 1, "face": "down"}
    log.play([*events[: at + 1], back])
    hand = first(log.read())
    assert hand.holds()
    assert {t: hand.card(t) for t in back["cards"]} == {t: log.cards[t] for t in back["cards"]}


# -- what does not


def faults_of(log):
    reader = log.read()
    return [*reader.faults, *(f for hand in reader.hands.values() for f in hand.faults)]


def test_a_hand_without_a_seal_after_sealed_ones_is_a_fault(log):
    log.play(log.hand())
    log.room.core.notary.seal = lambda hand: None
    log.play(log.hand())
    del log.room.core.notary.seal
    log.play(log.hand())
    assert faults_of(log) == ["nothing seals it, although earlier hands are sealed"]


def test_a_row_that_was_changed_dropped_or_added_is_a_fault(log):
    log.play(log.hand())
    log.play(log.hand())
    assert faults_of(log) == []
    moves = [i for i, e in enumerate(log.entries) if e.dev != OPERATOR and '"seat:' in e.row]
    whole = list(log.entries)
    at = moves[0]
    log.swap(at, row=log.entries[moves[1]].row)
    assert any("not those the controller signed" in f for f in faults_of(log))
    log.entries = whole[:at] + whole[at + 1 :]
    assert any("not those the controller signed" in f for f in faults_of(log))
    log.entries = [*whole[:at], whole[at], *whole[at:]]
    assert any("not those the controller signed" in f for f in faults_of(log))


def forged(log, act):
    """The vault itself lies: an act it signs, in place of what it should have said."""
    body = {name: value for name, value in act.items() if name != "sig"}
    made = log.room.core.notary._signer._key.sign(proofs._body(body))
    return {**body, "sig": base64.b64encode(made).decode()}


def opening(log, token, card, why=proofs.PUBLIC):
    """A signed opening of a card of the hand in play, as another card perhaps."""
    hand = log.room.core.hands["7"][-1]
    seed = bytes.fromhex(hand.seed)
    return log.room.core.notary._signer.opened(
        hand.key(), {token: card}, why, hand.rows, seed, False
    )


def test_a_hole_card_that_is_opened_while_it_lies_face_down_is_a_fault(log):
    events = log.hand()
    token, _zone = dealt_to_seats(events)[0]
    until = next(i for i, e in enumerate(events) if token in (e.get("cards") or ())) + 1
    log.play(events[:until])
    log.put(opening(log, token, log.cards[token]))
    assert any("before anybody could see it" in f for f in faults_of(log))
    log.entries.pop()
    log.put(opening(log, token, log.cards[token], proofs.RELEASED))
    assert any("released while the hand was played" in f for f in faults_of(log))


def test_a_card_that_is_opened_as_another_is_a_fault_for_each_of_the_51(log):
    log.play(log.hand())
    token, (card, *_rest) = next(iter(first(log.read()).open.items()))
    others = [c for c in names.deck() if c != card]
    for other in others:
        log.put(opening(log, token, other))
    assert len([f for f in faults_of(log) if "not sealed as this one" in f]) == len(others) == 51


def test_an_act_that_nobody_signed_or_another_key_did_is_a_fault(log):
    log.play(log.hand())
    act = log.acts(proofs.OPENED)[-1]
    log.put({**act, "over": True})
    assert any("signature" in f for f in faults_of(log))
    log.entries.pop()
    other = proofs.Signer(bytes(range(32)))
    hand = log.room.core.hands["7"][-1]
    log.put(other.sealed(hand.key(), hand.cards, bytes(32)))
    assert any("another key" in f for f in faults_of(log))
    noted = log.read(other.public)
    assert all("another key" in f for f in noted.faults) and len(noted.faults) >= 2


def test_acts_that_are_malformed_end_no_reading(log):
    log.play(log.hand())
    good = log.acts(proofs.SEALED)[0]
    for broken in (
        {**good, "hand": {}}, {**good, "cards": 7}, {**good, "sig": 7}, {**good, "key": "zz"},
        {"act": "sealed", "by": "@vault"}, forged(log, {**good, "cards": [1]}),
    ):  # fmt: skip
        before = len(log.entries)
        log.put(broken)
        log.read()
        del log.entries[before:]


# -- a commitment says nothing


def test_guessing_all_52_cards_finds_none_of_them(log):
    """With what anybody has: no salt, another's, the hand's name, the key, the opened salts."""
    log.play(log.hand())
    hand = first(log.read())
    (act,) = log.acts(proofs.SEALED)
    salts = [salt for opened in log.acts(proofs.OPENED) for _c, salt in opened["cards"].values()]
    assert salts
    known = [b"", bytes(32), bytes.fromhex(act["key"]), json.dumps(hand.key).encode()]
    known += [base64.b64decode(salt) for salt in salts]
    known += [hashlib.sha256(salt).digest() for salt in known]
    closed = {t: c for t, c in act["cards"].items() if hand.card(t) is None}
    hits = 0
    for token, published in closed.items():
        for card in names.deck():
            hits += any(
                proofs.commitment(hand.key, token, card, salt) == published for salt in known
            )
    assert len(closed) > 30 and hits == 0
    seed = bytes.fromhex(log.room.core.hands["7"][-1].seed)
    for token, published in closed.items():  # whoever has the seed finds each, and one alone
        found = [
            card
            for card in names.deck()
            if proofs.commitment(hand.key, token, card, proofs.salt(seed, token)) == published
        ]
        assert found == [log.room.core.hands["7"][-1].cards[token]]


def test_the_same_deck_twice_gives_other_commitments(log):
    log.play(log.hand())
    log.play(log.hand())
    one, two = log.acts(proofs.SEALED)
    assert not set(one["cards"].values()) & set(two["cards"].values())
