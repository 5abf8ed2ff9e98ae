"""Deck and chip life: what the event log says of every card, and what it must not be taken for."""

import io
import json
import random

import pytest

from gateway.log.base import Entry
from gateway.vault import audit, holders, sealing, wear
from shared_rules import wire
from tests.vault.rooms import Shuffled, signed_rows
from tests.vault.test_process import ask, end, start, text
from tools import cli
from tools.enrol import life
from tools.enrol.deck_files import FACES, ChipRegistry, Store
from tools.virtual import paper
from tools.virtual.things import make_chips

DAY = 86_400_000


def uid(n):
    return b"\xe0\x04\x01" + n.to_bytes(5, "big")


def deck_of():
    cards = [
        {"uid": uid(n).hex(), "card": f, "since": 0, "signed": True} for n, f in enumerate(FACES)
    ]
    return {"v": 1, "name": "red", "state": "active", "made": 0, "jokers": 0, "cards": cards,
            "history": []}  # fmt: skip


def played(hands, missed=None, seed=1, dealt=25, foreign=(), game=None):
    """The vault's counts of ``hands`` hands: ``missed(hand, card)``: chance that its tag is not
    read."""
    rng, kept = random.Random(seed), wear.Wear(Kept())
    tags = {f"{n:016x}": (uid(n).hex(), face) for n, face in enumerate(FACES)}
    for hand in range(1, hands + 1):
        kept.begin("7", tags, game)
        for nth, card in enumerate(rng.sample(range(52), dealt), 1):
            if missed and rng.random() < missed(hand, FACES[card]):
                continue
            move = {"cards": [f"{card:016x}"], "from": "stub", "to": "seat:1", "nth": nth}
            kept.follow("7", {"what": "card_move", **move})
        if hand in foreign:
            move = {"cards": ["ab" * 8], "from": "off", "to": "seat:2"}
            kept.follow("7", {"what": "card_move", **move})
    kept.begin("7", tags, game)
    return kept.windows("7")


class Kept:
    """What a vault keeps, in memory."""

    def __init__(self):
        self.values = {}

    def kept(self, name):
        return self.values.get(name)

    def keep(self, name, value):
        self.values[name] = json.loads(json.dumps(value))


def report(windows, days=1):
    return life.of_deck(deck_of(), windows, days * DAY)


def test_a_good_deck_gives_no_prompt():
    for seed in range(5):
        found = report(played(300, lambda h, c: 0.01, seed=seed))
        assert found.hands == 300 and found.reads > 300 * 20
        assert found.prompts() == []
        assert all(0.6 < card.share() < 1.4 for card in found.cards)


def test_a_card_that_is_badly_read_is_named_alone():
    found = report(played(400, lambda h, c: 0.5 if c == "As" else 0.01))
    assert [c.card for c in found.bad()] == ["As"]
    assert found.falling() == []
    [line] = found.prompts()
    assert line.startswith("As: read in ") and line.endswith(": replace it")


def test_a_card_that_is_read_less_and_less_is_falling():
    found = report(played(600, lambda h, c: 0.6 if c == "Td" and h > 300 else 0.01))
    assert [c.card for c in found.falling()] == ["Td"]
    assert "and falling" in found.prompts()[0]


def test_nothing_is_kept_or_said_of_fewer_than_sixty_hands():
    assert played(59, lambda h, c: 1.0 if c == "As" else 0.0) == []
    found = report([])
    assert found.cards == [] and found.prompts() == []
    counts = played(1500)
    assert all(window["hands"] >= wear.WINDOW_HANDS for window in counts)
    assert sum(window["hands"] for window in counts) == 1500
    assert len(counts) <= wear.WINDOWS_MAX


def test_foreign_cards_are_counted_once_a_hand():
    found = report(played(60, foreign=(2, 4)))
    assert (found.foreign, found.foreign_hands) == (2, 2)
    assert found.prompts() == ["foreign cards: 2 in 2 hands: look for them"]


def test_another_deck_at_the_same_table_is_told_apart():
    cards = {uid(100 + n).hex(): [60, 30, 30, 30.0, 15.0] for n in range(52)}
    other = {"hands": 60, "foreign": 0, "foreign_hands": 0, "cards": cards}
    assert report([other]).hands == 0
    assert report([*played(60), other]).hands == 60


def test_age_asks_for_a_new_deck():
    assert report(played(60), days=400).prompts() == ["the deck is 400 days old: swap it"]


class Telling:
    """A vault's process at table 7 with two key-holders, that was told of ``hands`` hands."""

    def __init__(self, folder, hands):
        self.folder = folder
        paper.vault_file(folder / "vault", "7")
        self.process = start(folder)
        key = sealing.Key.of_file(folder / "vault" / "key")
        for name in ("anna", "bert"):
            holders.add(folder / "vault", key, name, f"the passphrase of {name}")
        cards = [{"uid": tag.hex(), "card": c, "since": 0, "signed": True}
                 for c, tag in paper.UIDS.items()]  # fmt: skip
        Store(folder, key, lambda: 0).save({**deck_of(), "cards": cards})
        source, n = Shuffled(), 0
        for _ in range(hands):
            events, _cards = source.hand()
            rows = [["7", n + i, "c1", 1, n + i, text(e)] for i, e in enumerate(events, 1)]
            n += len(rows)
            ask(folder, {"op": "check", "messages": list(map(list, signed_rows(rows)))})
            ask(folder, {"op": "follow", "entries": rows})

    def life(self, capsys, monkeypatch, name, given=None):
        """Exit code and what ``deck life`` prints."""
        monkeypatch.setattr("sys.stdin", io.StringIO(given or f"the passphrase of {name}\n"))
        argv = ["deck", "life", "red", "--table", "7", "--holder", name, "--data", self.folder]
        code = cli.main([str(a) for a in argv])
        out = capsys.readouterr()
        return code, out.out + out.err


def test_two_people_ask_the_vault_and_one_alone_is_told_nothing(tmp_path, capsys, monkeypatch):
    made = Telling(tmp_path, 62)
    try:
        code, said = made.life(capsys, monkeypatch, "anna")
        assert code == 0 and said == "noted: a second holder has two minutes\n"
        code, said = made.life(capsys, monkeypatch, "anna")
        assert said == "noted: a second holder has two minutes\n"
        assert made.life(capsys, monkeypatch, "bert", "a guess of mine\n")[0] == 2
        code, said = made.life(capsys, monkeypatch, "bert")
        assert "red at table 7: 60 hands" in said  # of the last, fewer than sixty, nothing
        assert not any(tag.hex() in said for tag in paper.UIDS.values())
        kept = list(audit.entries(tmp_path / "vault" / "audit.log"))
        assert [e["holders"] for e in kept if e["what"] == "life"] == [["anna", "bert"]]
        alarms = [e["text"] for e in kept if e["what"] == "alarm"]
        assert "anna and bert agreed to read how the cards of table 7 have fared." in alarms
        assert "A wrong try to read how the cards of table 7 have fared." in alarms
    finally:
        end(made.process)


def test_chips_nobody_enrolled_are_named():
    def moved(n, chips):
        event = {"t": 0, "what": "chips_move", "seat": 1, "chips": chips, "to": "line:1"}
        event |= {"from": "seat:1", "by": "seat:1"}
        row = json.dumps(wire.encode(event))
        return Entry("7", n, "c1", 1, n, 0, 0, "chips_move", row)

    entries = [moved(1, [25, 25]), moved(2, [100]), moved(3, [100, 500])]
    assert life.foreign_chips(entries, {25: 10, 500: 3}) == {100: 2}


def test_a_tray_is_audited_and_what_is_missing_marked_as_lost(run, tmp_path):
    data = ["--data", str(tmp_path)]
    tags = [c.tag for c in make_chips(1, [0] * 6, afi=0)]
    stranger = make_chips(2, [25], name="other")[0].tag
    order = ("--denomination", "25", "--count", "6")
    assert run(tags, "enrol", "chips", *order, *data)[0] == 0
    tags[1].blocks[0] = (500).to_bytes(4, "little")  # somebody wrote another value
    laid = [*tags[:4], stranger, None]
    code, lines = run(laid, "deck", "chips", "--audit", "--mark-lost", *data)
    assert code == 1
    assert "3 seen, 3 missing, 2 foreign" in lines
    assert any("holds something else" in line for line in lines)
    registry = ChipRegistry(tmp_path, lambda: 0)
    assert registry.count() == {25: 3} and registry.count(state="lost") == {25: 3}


def test_cards_a_game_does_not_use_are_not_expected_in_it():
    found = report(played(120, dealt=25, game="short_deck"))
    low = [c for c in found.cards if c.card[0] in "2345"]
    assert len(low) == 16 and all(sum(c.expected) == 0 and not c.bad() for c in low)
    for card in found.cards:
        assert card in low or sum(card.expected) == pytest.approx(120 * 25 / 36)
