"""Enrolment without a reader: sealing, originality, the session's rules, files."""

import errno
import json
import os

import pytest

from gateway.errors import VaultError
from gateway.vault import decks, sealing
from tools.enrol import deck_on_reader, originality, pcsc
from tools.enrol.deck_files import FACES, ChipRegistry, Store
from tools.enrol.feed import Checks, Feed
from tools.enrol.reader_errors import EnrolError, TagGone, TagRefused
from tools.enrol.tag import Tag
from tools.virtual.pcsc_reader import atr_of


def uid(n):
    return b"\xe0\x04\x01" + n.to_bytes(5, "big")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path, sealing.Key(raw=bytes(range(32))), lambda: 1000)


def full(store, name="red", first=0):
    made = store.new_deck(name)
    session = deck_on_reader.DeckSession(made, lambda u: None)
    for n, face in enumerate(FACES):
        session.take(uid(first + n), face, 1)
    deck_on_reader.finish(session, store)
    return made


def test_signatures_of_real_icode_tags_are_good():
    # Two signatures of NXP ICODE silicon as the Proxmark3 project publishes them to derive the
    # maker's key (tools/recover_pk.py); public test vectors.
    published = (
        ("e0040118009b5fee", "32d9e7579cd77e6f1fa11419231e874826984c5f189fde1421684563a9663377"),
        ("e00401082ad28e83", "cae8183cb4823c765afdeb78c9d66c959990fd52a5820e76e1d6e025d76ead79"),
    )
    check = originality.Originality()
    for number, signature in published:
        number, signature = bytes.fromhex(number), bytes.fromhex(signature)
        assert check.good(number, signature)
        assert not check.good(uid(1), signature)
        assert not check.good(number, signature[::-1])
    with pytest.raises(EnrolError, match="66 hex digits"):
        originality.Originality(["04" + "00" * 32])


def test_the_standard_is_read_from_the_atr():
    assert pcsc.standard_of(atr_of(0x0B)) == 0x0B
    assert pcsc.standard_of(atr_of(0x03)) == 0x03
    assert pcsc.standard_of(b"\x3b\x00") is None


def test_a_sealed_text_opens_with_its_key_alone():
    key = sealing.Key(raw=bytes(32))
    text = sealing.seal("secret", key)
    assert "secret" not in text
    data = json.loads(text)
    assert sealing.unseal(data, key) == "secret"
    assert json.loads(sealing.seal("secret", key))["data"] != data["data"]  # a new nonce each time
    with pytest.raises(VaultError, match="does not open it"):
        sealing.unseal(data, sealing.Key(raw=b"\x01" * 32))
    for name in ("nonce", "data"):
        changed = dict(data, **{name: data[name][:-4] + ("AAA=" if name == "data" else "AAAA")})
        with pytest.raises(VaultError):
            sealing.unseal(changed, key)
    with pytest.raises(VaultError, match="a key file or a passphrase is needed"):
        sealing.unseal(data, None)


def test_a_passphrase_opens_what_it_sealed():
    key = sealing.Key(passphrase="correct horse")
    data = json.loads(sealing.seal("secret", key))
    assert sealing.unseal(data, sealing.Key(passphrase="correct horse")) == "secret"
    with pytest.raises(VaultError, match="does not open it"):
        sealing.unseal(data, sealing.Key(passphrase="wrong horse"))
    with pytest.raises(VaultError, match="sealed with a passphrase"):
        sealing.unseal(data, sealing.Key(raw=bytes(32)))
    greedy = dict(data, kdf=dict(data["kdf"], n=2**30))
    with pytest.raises(VaultError, match="key derivation"):
        sealing.unseal(greedy, key)
    with pytest.raises(VaultError, match="at least 8"):
        sealing.Key(passphrase="short")


def test_a_key_file_others_can_read_is_refused(tmp_path):
    path = tmp_path / "key"
    sealing.new_key_file(path)
    sealing.Key.of_file(path)
    with pytest.raises(VaultError, match="File exists"):
        sealing.new_key_file(path)
    path.chmod(0o644)
    with pytest.raises(VaultError, match="chmod 600"):
        sealing.Key.of_file(path)


def test_a_key_whose_writing_was_cut_is_made_by_the_next(tmp_path, monkeypatch):
    path = tmp_path / "key"
    with monkeypatch.context() as patch, pytest.raises(VaultError, match="No space"):
        patch.setattr(os, "fsync", no_room)
        sealing.new_key_file(path)
    assert list(tmp_path.iterdir()) == []
    sealing.new_key_file(path)
    assert len(path.read_text()) == 2 * sealing.KEY_BYTES + 1


def no_room(_file):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_key_shows_nothing():
    assert "00" not in repr(sealing.Key(raw=bytes(32))).split("0x")[0]
    assert "horse" not in repr(sealing.Key(passphrase="correct horse"))


def test_the_vault_reads_sealed_and_plain_files(store, tmp_path):
    made = full(store)
    store.assign(made, "7", "c1")
    path = tmp_path / "vault" / "7.json"
    assert uid(3).hex() not in path.read_text()
    found = decks.load(path, sealing.Key(raw=bytes(range(32))))
    assert len(found.deck) == 52 and found.dev == "c1"
    with pytest.raises(VaultError, match="7.json: it is sealed"):
        decks.load(path)
    assert found.root is None  # device and vault agree on one
    store.assign(full(store, "blue", 100), "7", "c1")
    again = decks.load(path, sealing.Key(raw=bytes(range(32))))
    assert again.deck != found.deck


def test_a_root_of_an_earlier_version_stays_until_the_vault_has_it(store, tmp_path):
    path = tmp_path / "vault" / "7.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"table": "7", "dev": "c1", "root": "ab" * 32, "deck": {}}))
    store.assign(full(store), "7", "c1")
    key = sealing.Key(raw=bytes(range(32)))
    assert decks.load(path, key).root == b"\xab" * 32
    store.assign(full(store, "blue", 100), "7", "c2")
    assert decks.load(path, key).root is None  # another device


def test_the_session_changes_only_when_it_enrols():
    made = {"name": "red", "jokers": 1, "cards": []}
    session = deck_on_reader.DeckSession(made, lambda u: "deck blue" if u == uid(9) else None)
    assert session.take(uid(1), "As", 5)[0] == deck_on_reader.ENROLLED
    for number, face, outcome in (
        (1, "As", deck_on_reader.AGAIN),
        (1, "Ks", deck_on_reader.OTHER_FACE),
        (2, "As", deck_on_reader.FULL),
        (9, "Ks", deck_on_reader.OTHER_DECK),
    ):
        assert session.take(uid(number), face, 5)[0] == outcome
        assert len(made["cards"]) == 1
    assert session.take(uid(3), "JK", 5)[0] == deck_on_reader.ENROLLED
    assert session.take(uid(4), "JK", 5)[0] == deck_on_reader.FULL
    assert len(session.missing()) == 51
    with pytest.raises(EnrolError, match="has no Ks"):
        session.drop("Ks")


def test_faults_of_a_deck_are_named(store):
    made = full(store)
    assert deck_on_reader.faults(made) == []
    lost = made["cards"].pop()
    assert deck_on_reader.faults(made) == ["1 card is missing: As"]
    made["cards"].append(dict(lost, card="Ks"))
    assert deck_on_reader.faults(made) == ["1 card is missing: As", "enrolled twice: Ks"]
    made["cards"][-1] = dict(lost, uid=made["cards"][0]["uid"])
    assert deck_on_reader.faults(made) == ["one tag stands for two cards"]


def test_a_picture_shows_what_is_missing():
    shown = deck_on_reader.picture(["2c", "As", "JK"], 2).splitlines()
    assert shown[0] == ". 3 4 5 6 7 8 9 T J Q K A  c"
    assert shown[3].endswith("K .  s") and shown[4] == "jokers JK ."


def test_a_deck_file_that_was_changed_is_refused(store, tmp_path):
    full(store)
    path = tmp_path / "decks" / "red.json"
    data = json.loads(path.read_text())
    data["data"] = data["data"][:-8] + "AAAAAAA="
    path.write_text(json.dumps(data))
    with pytest.raises(EnrolError, match="red.json: "):
        store.deck("red")
    path.write_text("{}")
    with pytest.raises(EnrolError, match="red.json: "):
        store.deck("red")
    with pytest.raises(EnrolError, match="no deck 'blue'; there are: red"):
        store.deck("blue")
    with pytest.raises(EnrolError, match="1 to 32 letters"):
        store.deck("../red")


def test_the_owner_of_a_tag_is_known_over_all_decks(store):
    full(store, "red")
    assert store.owner(uid(3)) == "red"
    full(store, "blue", 100)
    assert store.owner(uid(103)) == "blue" and store.owner(uid(103), "blue") is None
    assert store.owner(uid(999)) is None


def test_the_last_line_of_a_chip_counts(tmp_path):
    registry = ChipRegistry(tmp_path, lambda: 5)
    registry.add(uid(1), 25, "a")
    registry.add(uid(2), 25, "a")
    registry.add(uid(2), 25, "a", "lost")
    again = ChipRegistry(tmp_path, lambda: 6)
    assert again.count() == {25: 1} and again.count("b") == {}
    assert again.get(uid(2)) == (25, "a", "lost")
    (tmp_path / "chips.jsonl").write_text("nonsense\n{}\n")
    with pytest.raises(EnrolError, match="line 1: not a chip"):
        ChipRegistry(tmp_path, lambda: 7)


class Field:
    """Stands for a ``Pcsc``: what lies on the reader at each look (ATR, UID, or nothing)."""

    def __init__(self, *looks):
        self.looks = list(looks)

    @property
    def now(self):
        return self.looks[0] if self.looks else None

    def wait(self, present, timeout_s):
        there = self.now is not None
        if len(self.looks) > 1:
            self.looks.pop(0)
        return there == present

    def connect(self):
        return self

    @property
    def atr(self):
        return atr_of(self.now[0])

    def send(self, apdu):
        if self.now is None:
            raise TagGone("gone")
        return self.now[1], 0x9000

    def close(self):
        pass


def test_after_a_refusal_the_next_tag_may_come_without_a_gap():
    bad, good = (0x0B, uid(1)), (0x0B, uid(2))
    ticks = iter(range(10_000))
    feed = Feed(Field(bad, bad, bad, bad, good, good), 100, lambda: next(ticks), lambda s: None)
    assert feed.next().uid == uid(1)
    feed.refuse()
    assert feed.next().uid == uid(2)


def test_a_card_of_another_standard_is_refused_once_while_it_lies_there():
    strange, good = (0x03, b"\x04\x01\x02\x03"), (0x0B, uid(2))
    looks = [strange] * 6 + [None, good, good, good]
    ticks = iter(range(10_000))
    feed = Feed(Field(*looks), 100, lambda: next(ticks), lambda s: None)
    with pytest.raises(TagRefused, match="ISO 14443-3 A"):
        feed.next()
    assert feed.next().uid == uid(2)


def test_no_tag_in_time_is_said():
    ticks = iter(range(10_000))
    with pytest.raises(EnrolError, match="no tag came within 5 s"):
        Feed(Field(None), 5, lambda: next(ticks), lambda s: None).next()


class Plain:
    """A card of a reader that has GET DATA, READ and UPDATE BINARY, and no transparent session."""

    def __init__(self):
        self.atr, self.blocks = atr_of(pcsc.ISO15693[0]), {0: bytes(4)}

    def send(self, apdu):
        head = apdu[:2]
        if head == b"\xff\xca":
            return uid(1), 0x9000
        if head == b"\xff\xb0":
            return self.blocks[apdu[3]], 0x9000
        if head == b"\xff\xd6":
            self.blocks[apdu[3]] = apdu[5:]
            return b"", 0x9000
        return b"", 0x6D00


def test_a_reader_without_a_transparent_session_says_so_and_what_else_does():
    with pytest.raises(EnrolError, match="no transparent session.*--afi-by-maker"):
        Tag(Plain()).set_afi(0x71)


def test_tags_with_an_afi_of_their_maker_are_enrolled_without_frames(store):
    tag = Tag(Plain(), frames=False)
    tag.set_afi(0x71)
    tag.write(0, b"abcd")
    assert tag.read(0) == b"abcd" and tag.afi() is None
    assert Checks(originality.Originality()).pass_(tag) is False
    with pytest.raises(TagRefused, match="no originality signature"):
        Checks(originality.Originality(), need_signature=True).pass_(tag)
    found = deck_on_reader.Audit(deck_on_reader.DeckSession(full(store), lambda u: None), 0x71)
    found.look(tag)
    assert found.wrong_afi == []  # nobody can say
