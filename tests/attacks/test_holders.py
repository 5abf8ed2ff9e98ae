"""One person, at the vault's own files, makes no key-holders and changes no mode unnoticed."""

import json

import pytest

from gateway.errors import VaultError
from gateway.service import Gateway
from gateway.vault import audit, holders, state
from gateway.vault.sealing import Key
from tests.attacks.attacked import House
from tests.attacks.demo_and_venue import BOTH, IN_SOAK, SECOND
from tests.gateway.support import until
from tests.vault.rooms import Shuffled, signed_rows
from tests.vault.test_process import ask, end, start, text
from tools import cli
from tools.install.pki import permissions
from tools.install.pki.ca_folder import named
from tools.virtual import paper


def phrase(name):
    return f"the passphrase of {name}"


def said(folder, kind=""):
    """Texts of the alarms a gateway would be told."""
    alarms = ask(folder, {"op": "news", "consumers": []})["alarms"]
    return [t for _n, _table, code, t, _seat in alarms if code.startswith(kind)]


class Vault:
    """A vault's process at table 7 with a hand in play, and two key-holders."""

    def __init__(self, folder):
        self.folder = folder
        paper.vault_file(folder / "vault", "7")
        self.process = start(folder)
        self.key = Key.of_file(folder / "vault" / "key")
        for name in ("anna", "bert"):
            holders.add(folder / "vault", self.key, name, phrase(name))
        events, _cards = Shuffled().hand()
        rows = [["7", i, "c1", 1, i, row] for i, row in enumerate(map(text, events[:40]), 1)]
        messages = [[t, n, p] for t, n, p in signed_rows(rows)]
        assert ask(folder, {"op": "check", "messages": messages})["verdicts"][0] is None
        ask(folder, {"op": "follow", "entries": rows})
        until(lambda: "Key-holders are now: anna, bert." in said(folder), "the holders' alarm")

    def ask(self, op, by, **more):
        return ask(self.folder, {"op": op, "holder": by, "passphrase": phrase(by), **more})

    def open(self, by, hand=1):
        wish = {"table": "7", "consumer": "broadcast", "hand": hand, "hands": 1}
        return self.ask("unlock", by, **wish)

    def restart(self, *more):
        end(self.process)
        self.process = start(self.folder, *more)


@pytest.fixture
def vault(tmp_path):
    made = Vault(tmp_path)
    yield made
    end(made.process)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A vault for what ends as it began."""
    made = Vault(tmp_path_factory.mktemp("vault"))
    yield made
    end(made.process)


def opened(folder):
    return ask(folder, {"op": "news", "consumers": ["broadcast"]})["hands"]["broadcast"]


def test_one_person_who_writes_two_holders_into_the_file_opens_nothing(vault):
    with pytest.raises(VaultError, match="--by"):
        holders.add(vault.folder / "vault", vault.key, "carl", phrase("carl"))
    for name in ("carl", "dora"):
        made = holders.entry(vault.folder / "vault", vault.key, name, phrase(name))
        holders.put(vault.folder / "vault", vault.key, name, made)
    for name in ("carl", "dora", "anna", "bert"):
        assert "open nothing" in vault.open(name)["error"]
    assert opened(vault.folder) == []
    alarm = [t for t in said(vault.folder, "vault_holders") if "without two" in t][-1]
    assert "anna, bert, carl, dora" in alarm
    vault.restart()  # nor after a restart
    assert "open nothing" in vault.open("carl")["error"] and opened(vault.folder) == []
    kept = audit.entries(vault.folder / "vault" / "audit.log")
    assert [e for e in kept if "without two" in e.get("text", "")]


def test_a_file_of_holders_that_is_taken_away_makes_no_new_beginning(vault):
    (vault.folder / "vault" / holders.NAME).unlink()
    for name in ("carl", "dora"):
        holders.add(vault.folder / "vault", vault.key, name, phrase(name))
    assert "open nothing" in vault.open("carl")["error"]


def test_two_holders_make_a_third_and_each_step_is_an_alarm(vault):
    wish = {"name": "carl", "new": phrase("carl")}
    assert vault.ask("holder", "anna", **wish)["done"] is False
    assert vault.ask("holder", "anna", **wish)["done"] is False  # the same person twice
    assert vault.ask("holder", "bert", name="carl")["done"] is True
    assert vault.open("carl")["done"] is False and vault.open("anna")["done"] is True
    assert vault.ask("holder", "anna", name="bert", remove=True)["done"] is False
    assert vault.ask("holder", "carl", name="bert", remove=True)["done"] is True
    assert vault.open("bert")["error"] == "refused"
    texts = said(vault.folder)
    assert "anna and bert made carl a key-holder." in texts
    assert "anna and carl made bert no key-holder any more." in texts


def test_a_holder_alone_makes_nobody_one(shared):
    assert "the first of two" in shared.ask("holder", "anna", name="carl")["error"]
    guess = {"op": "holder", "name": "carl", "new": phrase("carl"), "holder": "bert"}
    assert ask(shared.folder, {**guess, "passphrase": "a guess of mine"})["error"] == "refused"
    assert "A wrong try to make carl a key-holder." in said(shared.folder, "vault_unlock")
    assert shared.open("carl")["error"] == "refused"


def test_a_release_that_names_no_hand_is_refused_with_the_hand_in_play(shared):
    assert "hand 1 is in play" in shared.open("anna", None)["error"]
    shared.open("anna", 5)
    assert "hand 1 is in play" in shared.open("bert", 5)["error"]
    assert opened(shared.folder) == []


def test_other_modes_at_the_next_start_are_an_alarm(vault):
    config = vault.folder / "feltwire.toml"
    config.write_text('[vault.broadcast]\nmode = "delayed"\ndelay_s = 60\n')
    vault.restart("--config", str(config))
    expected = "The vault's modes were changed: broadcast was sealed, is delayed 60 s."
    assert said(vault.folder, "vault_modes") == [expected]
    vault.restart("--config", str(config))
    assert said(vault.folder, "vault_modes") == []


def cut(path, wanted):
    """Write the audit log anew with the entries wanted alone, its chain whole."""
    head, lines = audit.START, []
    for n, entry in enumerate(filter(wanted, audit.entries(path)), 1):
        body = json.dumps({**entry, "n": n}, sort_keys=True)
        head = audit._link(head, body)
        lines.append(f'{{"entry":{body},"hash":"{head}"}}\n')
    path.write_text("".join(lines))
    audit.verify(path)


@pytest.mark.parametrize(
    "wanted",
    [lambda e: e["what"] != "alarm", lambda e: e["n"] <= 2],
    ids=["without its alarms", "cut short"],
)
@pytest.mark.parametrize("setup", IN_SOAK)
def test_an_audit_log_written_anew_is_found_out_by_the_head_at_broker_and_sink(
    tmp_path, capsys, wanted, setup
):
    sink = tmp_path / "heads"
    house = House(tmp_path, setup=BOTH[setup], head_sink=str(sink))
    try:
        house.play([{"t": 1, "what": "gesture", "seat": 1, "kind": "tap"}])
        guess = {"op": "unlock", "table": "7", "consumer": "broadcast", "hand": 1, "hands": 1}
        with pytest.raises(VaultError, match="refused"):
            house.gateway.vault._ask({**guess, "holder": "carl", "passphrase": "a guess"})
        heads = house.gateway.vault.audit_heads
        until(lambda: heads().get("@vault", (0,))[0] >= 3, "the head")
        ear = house.client(named(SECOND, permissions.GATEWAY), "feltwire/+/down/head")
        house.gateway._witness.send()
        until(lambda: [t for t, _p in ear.heard if "@vault" in t], "the head at the broker")
        ear.loop_stop()
        house.gateway.stop()
        house.setup.stop_vault()
        argv = ["vault", "audit", "--data", str(tmp_path), "--heads", str(sink)]
        assert cli.main(argv) == 0
        cut(tmp_path / "vault" / "audit.log", wanted)
        assert cli.main(argv) == 2
        assert "entry" in capsys.readouterr().err
        end = audit.verify(tmp_path / "vault" / "audit.log")
        state.note_audit_end(tmp_path / "vault", *end)  # he may write there, too
        house.setup.start_vault()
        house.gateway = Gateway(house.settings)
        house.gateway.start()
        until(lambda: house.alerts("vault_audit"), "the alert")
    finally:
        house.close()
