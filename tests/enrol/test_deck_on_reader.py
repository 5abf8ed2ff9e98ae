"""Decks on a real pcscd with a virtual reader: the good way, and what goes wrong on it."""

import stat

import ecdsa

from gateway.vault import decks
from gateway.vault.sealing import Key
from tools import cli
from tools.enrol import originality
from tools.enrol.deck_files import FACES, Store
from tools.virtual.iso15693_tags import Tag
from tools.virtual.pcsc_reader import StrangeCard
from tools.virtual.things import make_chips, make_deck

CARD_AFI = 0x71


def store_of(data):
    return Store(data, Key.of_file(data / "vault" / "key"), lambda: 1)


def uids(tags):
    return {t.uid.hex() for t in tags}


def no_uid(lines, tags):
    text = "\n".join(lines).lower()
    return not any(t.uid.hex() in text or t.wire_uid.hex() in text for t in tags)


def test_a_session_of_54_cards_ends_in_a_deck_the_vault_opens(run, deck, tmp_path):
    tags = deck + [c.tag for c in make_deck(8, "jokers", afi=0)[:2]]
    data = ["--data", str(tmp_path)]
    code, lines = run(tags, "enrol", "deck", "red", "--jokers", "2", "--table", "7", *data)
    assert code == 0, lines
    assert any("JK enrolled (54 of 54)" in line for line in lines)
    assert all(t.afi == CARD_AFI for t in tags)
    stored = store_of(tmp_path).deck("red")
    assert [c["card"] for c in stored["cards"]] == [*FACES, "JK", "JK"]
    assert [c["uid"] for c in stored["cards"]] == [t.uid.hex() for t in tags]
    # sealed on disk, in no message, and what the vault needs of it
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
            assert no_uid([path.read_text()], tags), path
    assert no_uid(lines, tags)
    key = Key.of_file(tmp_path / "vault" / "key")
    found = decks.load(tmp_path / "vault" / "7.json", key)
    assert len(found.deck) == 54 and found.root is None
    assert not (tmp_path / "keys").exists()  # device and vault agree on a root
    assert cli.main(["deck", "check", "red", *data]) == 0


def test_a_duplicate_and_a_card_of_another_deck_are_refused(run, deck, tmp_path):
    data = ["--data", str(tmp_path)]
    other = [c.tag for c in make_deck(9, afi=0)]
    assert run(other, "enrol", "deck", "blue", *data)[0] == 0
    before = other[0].afi
    tags = [deck[0], deck[0], deck[1], other[0], *deck[2:]]
    # the same tag again is not a new one: it is waited for; so put another between
    tags = [deck[0], deck[1], deck[0], other[0], *deck[2:]]
    code, lines = run(tags, "enrol", "deck", "red", *data)
    assert code == 0
    refused = [line for line in lines if line.startswith("refused")]
    assert refused == [
        "refused: this tag is the 2c of this deck already",
        "refused: this tag belongs to deck blue",
    ]
    assert uids(deck) == {c["uid"] for c in store_of(tmp_path).deck("red")["cards"]}
    assert other[0].afi == before
    assert no_uid(lines, deck + other)


def test_a_chip_is_no_card(run, deck, tmp_path):
    data = ["--data", str(tmp_path)]
    chips = [c.tag for c in make_chips(1, [25], afi=0)]
    arguments = ("--denomination", "25", "--count", "1", *data)
    assert run(chips, "enrol", "chips", *arguments)[0] == 0
    code, lines = run([chips[0], *deck], "enrol", "deck", "red", *data)
    assert code == 0
    assert "refused: this tag belongs to the chips, batch 1" in lines
    assert chips[0].afi == 0x72


def test_a_tag_of_another_standard_or_maker_is_refused(run, deck, tmp_path):
    strange = StrangeCard()
    maker = Tag(b"\xe0\x07" + bytes(range(6)))
    code, lines = run([strange, maker, *deck], "enrol", "deck", "red", "--data", str(tmp_path))
    assert code == 0
    assert any("no ISO 15693 tag, it is ISO 14443-3 A" in line for line in lines), lines[:5]
    assert any("not NXP's" in line for line in lines)
    assert maker.afi == 0


def test_a_card_pulled_away_in_the_middle_is_asked_for_again(run, reader, deck, tmp_path):
    seen = []

    def pull(card):
        # once, between the AFI and what follows it
        if card is deck[5] and card.afi == CARD_AFI and not seen:
            seen.append(card)
            reader.pull_after = 0

    reader.on_apdu = pull
    tags = [*deck[:6], *deck[5:]]
    code, lines = run(tags, "enrol", "deck", "red", "--data", str(tmp_path))
    assert code == 0 and seen, lines[-6:]
    assert any("too soon" in line or "lay it down again" in line for line in lines)
    stored = store_of(tmp_path).deck("red")["cards"]
    assert [c["uid"] for c in stored] == [t.uid.hex() for t in deck]


def test_a_false_originality_signature_is_refused_and_a_good_one_counted(run, deck, tmp_path):
    maker = ecdsa.SigningKey.generate(curve=ecdsa.SECP128r1)
    forger = ecdsa.SigningKey.generate(curve=ecdsa.SECP128r1)
    keys = tmp_path / "keys.txt"
    keys.write_text(f"{maker.verifying_key.to_string('uncompressed').hex()}  # test key\n")
    for tag in deck:
        tag.signature = originality.sign(tag.uid, maker)
    false = make_deck(11, afi=0)[0].tag
    false.signature = originality.sign(false.uid, forger)
    bare = make_deck(12, afi=0)[0].tag
    options = ("--signature", "require", "--signature-keys", str(keys), "--data", str(tmp_path))
    code, lines = run([false, bare, *deck], "enrol", "deck", "red", *options)
    assert code == 0
    assert any("signature is false" in line for line in lines)
    assert any("has no originality signature" in line for line in lines)
    assert all(c["signed"] for c in store_of(tmp_path).deck("red")["cards"])


def test_cards_as_they_come_by_the_makers_list_with_a_picture_of_what_is_missing(
    run, deck, tmp_path
):
    listed = tmp_path / "maker.csv"
    rows = [f"{t.uid.hex()},{face}" for t, face in zip(deck, FACES, strict=True)]
    listed.write_text("\n".join(rows) + "\n")
    mixed = deck[::-1]
    code, lines = run(mixed, "enrol", "deck", "red", "--list", str(listed), "--data", str(tmp_path))
    assert code == 0
    by_uid = {c["uid"]: c["card"] for c in store_of(tmp_path).deck("red")["cards"]}
    assert by_uid == {t.uid.hex(): face for t, face in zip(deck, FACES, strict=True)}
    pictures = [line for line in lines if "\n" in line]
    assert pictures[0].count(".") == 52 and pictures[-1].count(".") == 1
    assert pictures[1].splitlines()[3] == ". . . . . . . . . . . . A  s"


def test_cards_as_they_come_by_name(run, deck, tmp_path, monkeypatch):
    said = iter(["as", "", "nonsense", "AS", *FACES[:51]])

    def answered(_):
        word = next(said)
        if not word:
            run.person.hear("left out of the deck")
        return word

    monkeypatch.setattr("builtins.input", answered)
    tags = [deck[51], make_deck(5, afi=0)[0].tag, make_deck(6, afi=0)[0].tag, *deck[:51]]
    arguments = ("enrol", "deck", "red", "--as-they-come", "--data", str(tmp_path))
    code, lines = run(tags[:2], *arguments)
    assert code == 2  # nothing came any more: what is done is kept
    said = iter(FACES[:51])
    code, lines = run(deck, *arguments)
    assert code == 0, lines
    assert len(store_of(tmp_path).deck("red")["cards"]) == 52


def test_an_interrupted_session_goes_on_where_it_stopped(run, deck, tmp_path):
    arguments = ("enrol", "deck", "red", "--data", str(tmp_path))
    code, lines = run([*deck[:20], None], *arguments)
    assert code == 2 and "no tag came within" in lines[-1]
    assert cli.main(["deck", "check", "red", "--data", str(tmp_path)]) == 1
    code, lines = run(deck[20:], *arguments)
    assert code == 0
    assert "going on, 20 cards are enrolled" in lines[0]
    assert cli.main(["deck", "check", "red", "--data", str(tmp_path)]) == 0


def test_replace_audit_export_import_and_retire(run, deck, tmp_path, capsys):
    house, other_house = tmp_path / "a", tmp_path / "b"
    data = ["--data", str(house)]
    assert run(deck, "enrol", "deck", "red", "--table", "7", *data)[0] == 0
    fresh = make_deck(21, afi=0)[0].tag
    # the old tag of the As cannot be its own replacement
    code, lines = run([deck[51], fresh], "deck", "replace", "red", "As", *data)
    assert code == 0 and any("the tag that is to be replaced" in line for line in lines)
    assert cli.main(["deck", "assign", "red", "7", *data]) == 0

    code, lines = run([*deck[:51], deck[51], None], "deck", "audit", "red", *data)
    assert code == 1
    assert any("51 seen, 1 missing, 1 foreign" in line for line in lines)
    code, lines = run([*deck[:51], fresh], "deck", "audit", "red", *data)
    assert code == 0, lines

    secret = tmp_path / "pass"
    secret.write_text("a long passphrase")
    secret.chmod(0o600)
    carried = tmp_path / "red.feltwire"
    assert cli.main(["deck", "export", "red", str(carried), "--with", str(secret), *data]) == 0
    assert no_uid([carried.read_text()], deck)
    there = ["--data", str(other_house)]
    assert cli.main(["deck", "import", str(carried), "--with", str(secret), *there]) == 0
    assert cli.main(["deck", "check", "red", *there]) == 0
    assert cli.main(["deck", "import", str(carried), "--with", str(secret), *there]) == 2

    assert cli.main(["deck", "retire", "red", *data]) == 0
    assert cli.main(["deck", "assign", "red", "7", *data]) == 2
    code, lines = run([deck[0], None], "enrol", "deck", "new", *data)
    assert "refused: this tag belongs to deck red" in lines


def test_an_unplugged_reader_is_one_line_and_nothing_is_lost(deck, tmp_path_factory, tmp_path):
    import subprocess
    import sys
    import threading
    import time

    from tests.enrol.pcscd import LINK, Daemon
    from tools.virtual.pcsc_reader import VirtualReader

    kept = LINK.readlink() if LINK.is_symlink() else None
    own = Daemon(tmp_path_factory.mktemp("unplug"))
    own.start()
    reader = VirtualReader(own.port)
    command = [sys.executable, "-m", "tools.cli", "enrol", "deck", "red", "--data", str(tmp_path)]
    reader.lay(deck[0])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        for line in process.stdout:
            if line.startswith("2c enrolled"):
                break
        stopper = threading.Thread(target=own.stop)
        stopper.start()
        out, err = process.communicate(timeout=60)
        stopper.join()
    finally:
        process.kill()
        reader.lift()
        own.stop()
        if kept is not None:
            LINK.unlink(missing_ok=True)
            LINK.symlink_to(kept)
    assert process.returncode == 2
    assert err.startswith("feltwire enrol: the reader is gone"), err
    assert err.count("\n") == 1
    assert len(store_of(tmp_path).deck("red")["cards"]) == 1
    del time


def test_no_service_and_no_such_reader_are_one_line(daemon, monkeypatch, tmp_path, capsys):
    arguments = ["enrol", "deck", "red", "--data", str(tmp_path), "--reader", "Nowhere"]
    assert cli.main(arguments) == 2
    err = capsys.readouterr().err
    assert "no reader 'Nowhere'; there are: Virtual PCD" in err and err.count("\n") == 1
