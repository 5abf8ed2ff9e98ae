"""Deck and chip life: what the event log says of every card, and what it must not be taken for."""

import json
import random

import pytest

from gateway.log.base import Entry
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import Settings
from gateway.vault import sealing, tokens
from shared_rules import wire
from tools import cli
from tools.enrol import life
from tools.enrol.store import FACES, ChipRegistry, Store
from tools.virtual.things import make_chips

ROOT = bytes(range(32))
DAY = 86_400_000


def uid(n):
    return b"\xe0\x04\x01" + n.to_bytes(5, "big")


def deck_of():
    cards = [
        {"uid": uid(n).hex(), "card": f, "since": 0, "signed": True} for n, f in enumerate(FACES)
    ]
    return {"v": 1, "name": "red", "state": "active", "made": 0, "jokers": 0, "cards": cards,
            "history": []}  # fmt: skip


def played(hands, missed=None, seed=1, dealt=25, foreign=()):
    """Entries of ``hands`` hands: ``missed(hand, card)``: chance that its tag is not read."""
    rng, ratchet, out = random.Random(seed), tokens.Ratchet(ROOT), []

    def say(event):
        out.append(
            Entry(
                "7",
                len(out) + 1,
                "c1",
                1,
                len(out) + 1,
                len(out),
                0,
                event["what"],
                json.dumps(wire.encode(event)),
            )  # fmt: skip
        )

    for hand in range(1, hands + 1):
        say({"t": 0, "what": "riffle", "hand": hand})
        key = tokens.hand_key(ratchet.root(hand), "7", 1, hand)
        order = rng.sample(range(52), dealt)
        for nth, card in enumerate(order, 1):
            if missed and rng.random() < missed(hand, FACES[card]):
                continue
            move = {"cards": [tokens.token(key, uid(card))], "from": "stub", "to": "seat:1"}
            say({"t": 0, "what": "card_move", **move, "face": "down", "by": "dealer", "nth": nth})
        if hand in foreign:
            move = {"cards": ["ab" * 8], "from": "off", "to": "seat:2"}
            say({"t": 0, "what": "card_move", **move, "face": "down", "by": "seat:2"})
    return out


def report(entries, days=1):
    return life.of_deck(deck_of(), entries, "c1", ROOT, days * DAY)


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


def test_few_hands_say_nothing_of_single_cards():
    found = report(played(20, lambda h, c: 1.0 if c == "As" else 0.0))
    assert found.cards == [] and found.prompts() == []


def test_foreign_cards_are_counted_once_a_hand():
    found = report(played(5, foreign=(2, 4)))
    assert (found.foreign, found.foreign_hands) == (2, 2)
    assert found.prompts() == ["foreign cards: 2 in 2 hands: look for them"]


def test_events_of_another_device_or_before_the_first_hand_do_not_count():
    entries = played(3)
    other = [Entry(**{**e.__dict__, "dev": "c2"}) for e in entries]
    assert report(other).hands == 0
    assert report(entries[1:20]).hands == 0


def test_age_asks_for_a_new_deck():
    assert report(played(2), days=400).prompts() == ["the deck is 400 days old: swap it"]


def test_the_command_reads_log_vault_and_deck(tmp_path, capsys):
    (tmp_path / "vault").mkdir()
    sealing.new_key_file(tmp_path / "vault" / "key")
    key = sealing.Key.of_file(tmp_path / "vault" / "key")
    store = Store(tmp_path, key, lambda: 0)
    store.save(deck_of())
    body = {"table": "7", "dev": "c1", "root": ROOT.hex(), "deck": {}}
    (tmp_path / "vault" / "7.json").write_text(sealing.seal(json.dumps(body), key))
    log = SqliteLog(Settings(data_dir=tmp_path).log_path())
    log.append(played(100, lambda h, c: 0.9 if c == "7h" else 0.0))
    log.close()
    code = cli.main(["deck", "life", "red", "--table", "7", "--data", str(tmp_path)])
    out = capsys.readouterr().out
    assert code == 1
    assert "red at table 7: 100 hands" in out and "7h: read in" in out
    assert not any(uid(n).hex() in out for n in range(52))
    assert cli.main(["deck", "life", "red", "--table", "8", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_chips_nobody_enrolled_are_named():
    def moved(n, chips):
        event = {"t": 0, "what": "chips_move", "seat": 1, "chips": chips, "to": "line:1"}
        event |= {"from": "seat:1", "by": "seat:1"}
        row = json.dumps(wire.encode(event))
        return Entry("7", n, "c1", 1, n, 0, 0, "chips_move", row)

    entries = [moved(1, [25, 25]), moved(2, [100]), moved(3, [100, 500])]
    assert life.foreign_chips(entries, {25: 10, 500: 3}) == {100: 2}


@pytest.mark.xdist_group("pcscd")
def test_a_tray_is_audited_and_what_is_missing_marked_as_lost(run, tmp_path):
    data = ["--data", str(tmp_path)]
    tags = [c.tag for c in make_chips(1, [0] * 6, afi=0)]
    stranger = make_chips(2, [25], name="other")[0].tag
    order = ("--denomination", "25", "--count", "6")
    assert run(tags, "enrol", "chips", *order, *data)[0] == 0
    tags[1].blocks[0] = (500).to_bytes(4, "little")  # somebody wrote another value
    laid = [*tags[:4], stranger, None]
    code, lines = run(laid, "deck", "chips", "--audit", "--mark-lost", *data, timeout=2)
    assert code == 1
    assert "3 seen, 3 missing, 2 foreign" in lines
    assert any("holds something else" in line for line in lines)
    registry = ChipRegistry(tmp_path, lambda: 0)
    assert registry.count() == {25: 3} and registry.count(state="lost") == {25: 3}


def test_cards_a_game_does_not_use_are_not_expected_in_it():
    entries = played(120, dealt=25)
    setup = Entry("7", 0, "c1", 1, 0, 0, 0, "setup", json.dumps(wire.encode(
        {"t": 0, "what": "setup", "game": "short_deck"})))  # fmt: skip
    found = report([setup, *entries])
    low = [c for c in found.cards if c.card[0] in "2345"]
    assert len(low) == 16 and all(sum(c.expected) == 0 and not c.bad() for c in low)
    for card in found.cards:
        assert card in low or sum(card.expected) == pytest.approx(120 * 25 / 36)
