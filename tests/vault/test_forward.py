"""Roots go forward only: what the vault's disk held of a hand is gone when nobody may have it."""

import json
import os
import shutil
import sqlite3

import pytest

from gateway.vault import table_files, tokens
from gateway.vault.rings import Ring
from gateway.vault.state import NAME, State
from tests.vault.rooms import KEY, Room, Shuffled, entries, message, signed
from tools.virtual import paper

DELAYED = {"broadcast": {"mode": "delayed", "delay_s": 60}}
TAP = {"t": 1, "what": "gesture", "seat": 1, "kind": "tap"}


def made(folder, rules=None):
    paper.vault_file(folder, "7")
    return Room(folder, rules)


@pytest.fixture
def room(tmp_path):
    found = made(tmp_path / "vault")
    yield found
    found.close()


def settle(room, seconds=30):
    """So long in service, with nothing coming from the table."""
    for _ in range(seconds):
        room.mono_ms += 1000
        room.core.tick()


def play(room, hands, source=None, first=1):
    """Hands one after the other; token -> card of each."""
    source, found = source or Shuffled(), []
    for _ in range(hands):
        events, cards = source.hand()
        room.follow(entries(events, first))
        first += len(events)
        found.append(cards)
        settle(room, 12)
    return found


def disk(folder, found):
    """What the vault's disk and its key open of hands: ``[cards that were never public]``."""
    state = State(folder, KEY)
    roots = [Ring.of_facts(facts) for _at, facts in state.rings()]
    opened = []
    for number, cards in enumerate(found, 1):
        known = {}
        for key in state.keys_of_hands():
            if key[3] == number:
                names, facts = state.hand(key, lambda facts, cards: (cards, facts))
                known |= {t: c for t, c in names.items() if c and t not in facts["public"]}
                if facts.get("seed"):  # with the log's commitments it names every card
                    known |= names
        for ring in roots:
            for at in range(ring.hand(), ring.hand() + 1000):
                key = tokens.hand_key(ring.root(at), "7", 1, number)
                known |= {tokens.token(key, u): c for c, u in paper.UIDS.items()}
        opened.append({t for t in known if t in cards})
    state.close()
    return [len(tokens) for tokens in opened]


def test_the_disk_of_today_opens_the_hand_in_play_and_none_before(room, tmp_path):
    found = play(room, 5)
    shutil.copytree(room.folder, tmp_path / "seized")
    opened = disk(tmp_path / "seized", found)
    assert opened[:-1] == [0, 0, 0, 0] and opened[-1] > 4


def test_a_delayed_hand_is_kept_for_its_release_and_no_longer(tmp_path):
    room = made(tmp_path / "vault", DELAYED)
    found = play(room, 2)
    room.restart()
    shutil.copytree(room.folder, tmp_path / "early")
    assert disk(tmp_path / "early", found)[0] > 4
    settle(room, 90)
    (given,) = room.core.releases("broadcast", {})
    shown = {c for seat in given["seats"].values() for c in seat}
    room.restart()
    again = room.core.releases("broadcast", {})[0]
    assert again["seats"] == given["seats"]  # a gateway that begins anew is told again
    hand = room.core.hands["7"][0]
    left = {c for t, c in hand.cards.items() if c and t not in hand.public}
    assert left <= shown and hand.seed is None
    room.close()


def test_a_hand_that_was_opened_early_can_be_asked_for_again(room):
    source = Shuffled()
    events, _cards = source.hand()
    room.follow(entries(events))
    room.core.unlock("7", "broadcast", 1, 1)
    (given,) = room.core.releases("broadcast", {})
    play(room, 1, source, len(events) + 1)
    (again,) = room.core.releases("broadcast", {})
    assert again["seats"] == given["seats"] and again["over"]


def test_what_was_given_up_is_in_no_byte_of_the_files(room, monkeypatch):
    """Every sealed root, hand and agreement that was ever written, looked for as bytes."""
    written, seal = [], State._seal

    def kept(self, data, what):
        sealed = seal(self, data, what)
        if what.startswith(("ring ", "cards", "agreement ")):
            written.append((what, sealed))
        return sealed

    monkeypatch.setattr(State, "_seal", kept)
    room.core.ticket("7", "c1")
    play(room, 12)
    now = dict(written)  # the last of each is what stands
    gone = [sealed for what, sealed in written if sealed is not now[what]]
    settle(room)
    assert len(gone) > 20
    left = b"".join(p.read_bytes() for p in room.folder.iterdir() if p.name.startswith(NAME))
    assert all(sealed in left for what, sealed in now.items() if what.startswith("ring "))
    assert [sealed for sealed in gone if sealed[40:72] in left] == []


def test_a_root_in_a_file_of_an_earlier_version_is_taken_over_and_out(room):
    path = room.folder / "7.json"
    assert paper.ROOT.hex() not in path.read_text()  # the vault has begun
    room.core.rings.put("7", "c1", Ring("another", bytes(32)))
    paper.vault_file(room.folder, "7")
    stays = os.open(path, os.O_RDONLY)  # as who reads the disk's free blocks
    events, cards = Shuffled().hand()
    room.follow(entries(events))
    assert paper.ROOT.hex() not in path.read_text()
    assert set(os.pread(stays, 1 << 16, 0)) == {0}
    os.close(stays)
    ring = room.core.rings.of("7", "c1")
    assert ring.hand() == 1 and ring.root(1) == tokens.ratchet(paper.ROOT)
    with pytest.raises(ValueError):
        ring.root(0)
    assert set(room.core.hands["7"][-1].cards) >= set(cards)


def test_late_messages_of_the_last_boots_are_believed_after_a_restart(room):
    source = Shuffled()
    for boot in range(1, 5):
        payload = signed(message([TAP], boot=boot), boot=boot, hand=boot - 1)
        assert room.core.check([("7", "up/ev", payload)]) == [None]
        play_at(room, source, boot)
    room.restart()
    late = [signed(message([TAP], boot, 900), boot=boot, hand=boot - 1) for boot in (1, 2, 3, 4)]
    assert room.core.check([("7", "up/ev", p) for p in late]) == [None] * 4
    payload = signed(message([TAP], boot=5), boot=5, hand=4)
    assert room.core.check([("7", "up/ev", payload)]) == [None]
    room.restart()
    verdicts = room.core.check([("7", "up/ev", p) for p in late])
    assert verdicts[0] is not None and verdicts[1:] == [None] * 3  # four boots are remembered


def play_at(room, source, boot):
    events, _cards = source.hand(boot)
    rows = entries(events, 1, boot)
    payloads = [
        ("7", "up/ev", signed(message(events[i : i + 20], boot, 1 + i), boot=boot, hand=boot - 1))
        for i in range(0, len(events), 20)
    ]
    assert set(room.core.check(payloads)) == {None}
    room.core.follow([[t, n + 1000 * boot, d, b, s, r] for t, n, d, b, s, r in rows])


def test_a_kill_at_any_step_loses_nothing(tmp_path, monkeypatch):
    """The files as they are before some 60 statements and steps of a wipe: a new process on them
    takes the events again and shows what the one that was not killed shows."""
    room = made(tmp_path / "vault", DELAYED)
    source = Shuffled()
    (one, _), (two, _), (three, _) = source.hand(), source.hand(), source.hand()
    rows = entries(one + two + three)
    room.follow(rows[: len(one) + 3])
    copies = []

    def copy(*_):
        if len(copies) < 400:
            copies.append(tmp_path / f"kill-{len(copies)}")
            shutil.copytree(room.folder, copies[-1])

    for name in ("pwrite", "fsync"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, real=real: (copy(), real(*a))[1])
    room.state._db.set_trace_callback(copy)
    room.follow(rows[len(one) + 3 : len(one) + len(two) + 2])
    settle(room, 12)
    monkeypatch.undo()
    room.state._db.set_trace_callback(None)
    expected = finished(room, rows)
    assert len(copies) > 30
    for folder in copies[:: max(1, len(copies) // 60)]:
        killed = Room(folder, DELAYED)
        killed.mono_ms = room.mono_ms
        assert finished(killed, rows) == expected, folder
        killed.close()
    room.close()


def finished(room, rows):
    """What is public of each hand when the whole log has been told (again)."""
    room.follow(rows)
    return [hand.public_cards() for hand in room.core.hands["7"]]


@pytest.mark.parametrize("step", range(6))
def test_a_kill_while_a_root_is_taken_over_loses_nothing(tmp_path, monkeypatch, step):
    """The file of an earlier version: kept, durable, written anew, renamed, overwritten."""
    folder = tmp_path / "vault"
    room = Room(folder)
    paper.vault_file(folder, "7")
    steps, dead = [0], RuntimeError("killed")

    def dies(real):
        def call(*args, **more):
            steps[0] += 1
            if steps[0] == step + 1:
                raise dead
            return real(*args, **more)

        return call

    for holder, name in ((State, "wipe"), (State, "keep_ring"), (os, "open"),
                         (table_files.os, "fsync"), (table_files, "overwrite")):  # fmt: skip
        monkeypatch.setattr(holder, name, dies(getattr(holder, name)))
    events, cards = Shuffled().hand()
    try:
        room.core.check([("7", "up/ev", signed(message(events[:1])))])
    except RuntimeError as e:
        assert e is dead
    monkeypatch.undo()
    again = Room(folder)
    again.follow(entries(events))
    assert set(again.core.hands["7"][-1].cards) >= set(cards)
    assert paper.ROOT.hex() not in (folder / "7.json").read_text()
    again.close()


def test_hands_an_earlier_version_kept_are_closed_at_the_first_start(room):
    found = play(room, 3)
    room.state.close()
    room.audit.close()
    db = sqlite3.connect(room.folder / NAME)
    db.execute("DELETE FROM meta WHERE name='kept closes hands'")
    db.commit()
    db.close()
    state = State(room.folder, KEY)
    key = state.keys_of_hands()[0]
    open_hand = state.hand(key, lambda facts, _cards: facts)
    names = json.dumps(found[0]).encode()
    state._db.execute("UPDATE hand SET cards=? WHERE hand=1",
                      (state._seal(names, "cards" + json.dumps(key)),))  # fmt: skip
    facts = json.dumps({**open_hand, "closed": False, "seed": "ab" * 32}).encode()
    state._db.execute("UPDATE hand SET facts=? WHERE hand=1",
                      (state._seal(facts, "facts" + json.dumps(key)),))  # fmt: skip
    state.close()
    room.core = None
    room.restart()
    settle(room, 12)
    assert room.core.find(key).closed
    shutil.copytree(room.folder, room.folder.parent / "seized")
    assert disk(room.folder.parent / "seized", found)[0] == 0
