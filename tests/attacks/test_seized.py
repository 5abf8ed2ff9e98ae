"""Who takes a machine away opens nothing with it: the technician's, the vault's disk, a backup.

Table 7 is the real firmware on its VM, provided as ``feltwire flash`` provides it, and plays on
under the root it agreed on. The thief knows every tag of the deck and all that the broker carried,
and tries whatever of the loot could be a root. The control is a root that is there.
"""

import contextlib
import io
import json
import re
import shutil
import sqlite3
import time
import zlib

import pytest

from gateway.errors import VaultError
from gateway.vault import audit, tokens
from gateway.vault.rings import Ring
from gateway.vault.sealing import Key
from gateway.vault.state import State
from tests.attacks.attacked import House
from tests.attacks.demo_and_venue import BOTH, EAR, IN_SOAK, SECOND
from tests.gateway.support import until
from tests.vault.rooms import Shuffled
from tests.virtual.calm import calm
from tools import cli
from tools.install.images import provision
from tools.install.pki import permissions
from tools.install.pki.ca_folder import controller, named
from tools.virtual import paper
from tools.virtual.table import VirtualTable

HANDS = 4
HANDS_TRIED = 12  # that follow from what may be a root
BOOT = 2  # in which the hands are played
HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
LIVE = shutil.ignore_patterns("*.sock", "*-shm")  # of the process, nothing of the disk
TOKEN = re.compile(r'"([0-9a-f]{16})"')


def reported(*argv):
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main([str(a) for a in argv]) == 0
    return out.getvalue()


class Loot:
    """A house, what its technician has, what the broker carried, and the hands that were played."""

    def __init__(self, folder, setup):
        self.folder = folder
        self.house = House(folder / "house", setup=setup, agrees=True)
        self.house.controller.stop()
        # with the gateway's rights at the broker, and with a controller's: all there is to hear
        self.ears = [
            self.house.client(named(SECOND, permissions.GATEWAY), "feltwire/7/up/#"),
            self.house.client(controller(*EAR), "feltwire/7/down/#"),
        ]
        self.technician = folder / "technician"
        self.technician.mkdir()
        self.root = self._first_boot(self._flash())
        self.cards = self._play()

    def _flash(self):
        """What ``flash`` does with a serial port, with all it writes kept here."""
        ticket = self.technician / "ticket"
        run = self.house.folder / "run"
        socket = ["--socket", run] if run.exists() else []
        data = ["--data", self.house.folder, *socket]
        ticket.write_text(reported("vault", "ticket", "--table", "7", *data))
        made = provision.files(
            "six_max", "esp32s3_w5500", "7", "c1", [("127.0.0.1", self.house.setup.port)],
            provision.ticket_of(ticket),
        )  # fmt: skip
        for name, content, _secret in made.items:
            (self.technician / name).write_bytes(content)
        return shutil.copytree(self.technician, self.folder / "flash")

    def _first_boot(self, flash):
        """The root the controller has agreed on; nobody but it and the vault is asked."""
        table = VirtualTable(
            calm(self.folder), table_id="7", core=None, flash_dir=flash,
            **self.house.setup.firmware("7"),
        )  # fmt: skip
        end = time.monotonic() + 120
        with table:
            while not (self.house.gateway.tables.get("7") and table.resets):
                assert time.monotonic() < end, table.vm.last_words()
                table.run_for(50_000)
        assert not (flash / "provision.json").exists()
        return bytes.fromhex(json.loads((flash / "state.a").read_bytes()[8:])[1]["root"])

    def _play(self):
        self.house.roots["7"] = self.root
        device = self.house.controller = self.house.controller_of("7")
        device.boot = BOOT
        source, found = Shuffled(root=self.root), []
        for _ in range(HANDS):
            events, cards = source.hand(BOOT)
            device.send(*events)
            device.wait_acked()
            found.append(cards)
        return found

    def heard(self):
        """What the broker carried."""
        return b"\n".join(payload for ear in self.ears for _topic, payload in ear.heard)

    def close(self):
        for ear in self.ears:
            ear.loop_stop()
        self.house.close()

    def seen(self):
        """Tokens of each hand that the log holds."""
        rows = " ".join(e.row for e in self.house.gateway.log.read("7", 0) if e.dev == "c1")
        read = set(TOKEN.findall(rows))
        return [read & set(cards) for cards in self.cards]

    def opened(self, roots):
        """Of each hand, how many of its tokens get a card by what may be roots."""
        count = []
        for number, seen in enumerate(self.seen(), 1):
            found = set()
            for root in roots:
                for _ in range(HANDS_TRIED):
                    key = tokens.hand_key(root, "7", BOOT, number)
                    found |= seen & {tokens.token(key, uid) for uid in paper.UIDS.values()}
                    root = tokens.ratchet(root)
            count.append(len(found))
        return count


def roots_in(data):
    """Whatever could be 32 secret bytes written out."""
    return {bytes.fromhex(found.decode()) for found in HEX.findall(data)}


@pytest.fixture(scope="module", params=IN_SOAK)
def loot(request, tmp_path_factory):
    made = Loot(tmp_path_factory.mktemp("loot"), BOTH[request.param])
    yield made
    made.close()


def test_the_control_a_root_that_is_there_opens_every_hand(loot):
    assert all(count > 4 for count in loot.opened({loot.root}))


def test_the_technicians_machine_opens_no_hand(loot):
    """All that was written to the board, the ticket, and what the broker carried meanwhile."""
    kept = b"\n".join(p.read_bytes() for p in loot.technician.iterdir())
    found = roots_in(kept + b"\n" + loot.heard())
    ticket = bytes.fromhex((loot.technician / "ticket").read_text())
    assert ticket in found and len(found) >= 3  # and both keys that were sent
    assert loot.opened(found) == [0] * HANDS
    assert loot.root not in found


def test_no_root_lies_where_decks_and_keys_are_kept(loot):
    """What enrolment and provisioning leave in the data folder, but for the vault's own state."""
    for path in loot.house.folder.rglob("*"):
        if path.is_file() and not path.name.startswith("state.sqlite3"):
            with contextlib.suppress(FileNotFoundError):  # the gateway runs, and tidies up
                assert loot.root.hex().encode() not in path.read_bytes(), path
    assert not (loot.house.folder / "keys").exists()


def test_the_vaults_disk_and_key_open_the_hand_in_play_and_none_before(loot):
    until(lambda: ring_of(loot, "taken")[0].hand() == HANDS, "the last hand")
    ring, hands = ring_of(loot, "seized")
    tried = {ring.root(ring.hand())}
    assert loot.opened(tried)[:-1] == [0] * (HANDS - 1) and loot.opened(tried)[-1] > 4
    until(
        lambda: still_named(*ring_of(loot, "later"))[:-1] == [0] * (HANDS - 1), "the hands' closing"
    )
    assert len(hands) == HANDS


def ring_of(loot, name):
    """A copy of the vault's folder as it lies there, opened with its key: the ring, the hands."""
    copy, opened = loot.folder / name, []

    def copied():  # one that was taken while the vault wrote may be of no use
        shutil.rmtree(copy, ignore_errors=True)
        with contextlib.suppress(OSError, sqlite3.Error, VaultError):
            shutil.copytree(loot.house.folder / "vault", copy, ignore=LIVE)
            opened.append(State(copy, Key.of_file(copy / "key")))
        return opened

    until(copied, "a copy that opens")
    (state,) = opened
    facts = dict(state.rings())[("7", "c1")]
    hands = [state.hand(key, lambda facts, cards: (facts, cards)) for key in state.keys_of_hands()]
    state.close()
    return Ring.of_facts(facts), hands


def still_named(_ring, hands):
    """Of each hand, the cards the vault still has that the table has not seen."""
    return [
        sum(card is not None and token not in facts["public"] for token, card in cards.items())
        if facts["seed"] is None else len(cards)
        for facts, cards in hands
    ]  # fmt: skip


def test_a_backup_that_was_stolen_opens_no_hand(loot):
    reported("backup", loot.folder / "backups", "--data", loot.house.folder)
    (path,) = (loot.folder / "backups").iterdir()
    data = path.read_bytes()
    with contextlib.suppress(zlib.error):
        data = zlib.decompress(data, 47)  # gzip or zlib
    assert all(token.encode() in data for seen in loot.seen() for token in seen)
    assert loot.opened(roots_in(data)) == [0] * HANDS
    assert paper.UIDS["As"].hex().encode() not in data


def test_what_was_given_out_is_in_the_vaults_audit(loot):
    kept = [e["what"] for e in audit.entries(loot.house.folder / "vault" / "audit.log")]
    assert kept.count("ticket") == 1 and "agreed" in kept
