"""X25519 as RFC 7748 has it, on both interpreters; and a first boot that is cut or lied to."""

import json
import subprocess

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from firmware.link import agreeing, x25519
from firmware.link.slots import Slots
from gateway.vault import agreement
from tests.conftest import ROOT
from tools.virtual.vm import interpreter

# RFC 7748, section 5.2: scalar, point, what they make
VECTORS = [
    ("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
     "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
     "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
    ("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
     "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
     "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"),
]  # fmt: skip
TICKET = b"\x5a" * 32
CONFIG = {"table": "7", "dev": "c1", "mqtt": {"keepalive_s": 30, "answer_ms": 15000}}


@pytest.mark.parametrize(("scalar", "point", "made"), VECTORS)
def test_the_vectors_of_the_rfc(scalar, point, made):
    assert x25519.shared(bytes.fromhex(scalar), bytes.fromhex(point)).hex() == made


def test_it_is_what_the_vaults_library_makes_of_the_same_keys():
    for seed in range(1, 20):
        mine = bytes((seed * i * i + i) % 256 for i in range(32))
        other = X25519PrivateKey.generate()
        theirs = X25519PrivateKey.from_private_bytes(mine)
        assert x25519.public(mine) == theirs.public_key().public_bytes_raw()
        public = other.public_key().public_bytes_raw()
        assert x25519.shared(mine, public) == theirs.exchange(
            X25519PublicKey.from_public_bytes(public)
        )


@pytest.mark.parametrize("kind", ["wheel", "i386"])
def test_the_interpreter_of_a_board_agrees(kind):
    scalar, point, made = VECTORS[0]
    program = (
        "import binascii; from firmware.link.x25519 import shared\n"
        f"print(binascii.hexlify(shared(bytes.fromhex('{scalar}'), bytes.fromhex('{point}'))))"
    )
    done = subprocess.run(
        [*interpreter(kind), "-X", "heapsize=48k", "-c", program],
        cwd=ROOT, env={"MICROPYPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == f"b'{made}'\n", done.stderr


@pytest.mark.parametrize("point", [bytes(32), b"\x01" + bytes(31)])
def test_a_key_of_small_order_agrees_on_nothing(point):
    with pytest.raises(ValueError):
        x25519.shared(b"\x07" * 32, point)


class First:
    """A first boot without a network: what it would send, and what it makes of an answer."""

    def __init__(self, flash):
        self.flash = str(flash)
        flash.mkdir(exist_ok=True)
        path = flash / "provision.json"
        if not path.exists() and not (flash / "state.a").exists():
            path.write_text(json.dumps({"ticket": TICKET.hex()}))
        self.said = []
        secret = agreeing.ticket(self.flash)
        self.boot = secret and agreeing.Agreeing(
            CONFIG, secret, lambda: None, lambda: None, self.said.append, self.flash
        )

    def answer(self, ticket=TICKET, boot=3, **changes):
        own = X25519PrivateKey.generate()
        offered = self.boot._offered
        key = own.public_key().public_bytes_raw().hex()
        made = {"for": offered, "key": key, "boot": boot}
        made["mac"] = agreement.mac(ticket, "7", "c1", "vault", offered, key, boot)
        shared = own.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(offered)))
        root = agreement.root_of(shared, ticket, "7", "c1", offered, key)
        return json.dumps(made | changes).encode(), root


def test_the_controllers_root_is_the_vaults_and_the_ticket_goes(tmp_path):
    first = First(tmp_path / "flash")
    payload, root = first.answer()
    first.boot._heard(payload)
    assert first.boot.done
    kept = Slots(first.flash + "/state", {}).value
    assert kept["root"] == root.hex() and (kept["boot"], kept["hand"]) == (3, 0)
    left = b"".join(p.read_bytes() for p in (tmp_path / "flash").iterdir())
    assert TICKET.hex().encode() not in left
    assert First(tmp_path / "flash").boot is None  # once


def test_an_answer_that_is_not_the_vaults_is_not_taken(tmp_path):
    first = First(tmp_path / "flash")
    _right, _root = first.answer()
    forged = [
        first.answer(ticket=bytes(32))[0],
        first.answer(key="12" * 32)[0],
        first.answer()[0].replace(b'"boot": 3', b'"boot": 9'),
        first.answer(mac="00" * 16)[0],
        first.answer(mac=5)[0],
        first.answer(key=5)[0],
        first.answer(**{"for": "12" * 32})[0],
        b"", b"[]", b"{}", b"\xff",
    ]  # fmt: skip
    for payload in forged:
        first.boot._heard(payload)
    assert not first.boot.done and not (tmp_path / "flash" / "state.a").exists()


def test_a_power_cut_between_root_and_ticket_keeps_the_root(tmp_path, monkeypatch):
    first = First(tmp_path / "flash")
    payload, root = first.answer()

    def cut(_path):
        raise SystemExit

    with monkeypatch.context() as m:
        m.setattr(agreeing.os, "remove", cut)
        with pytest.raises(SystemExit):
            first.boot._heard(payload)
    again = First(tmp_path / "flash")
    assert again.boot is None  # it has a root: the ticket is not used again
    assert Slots(again.flash + "/state", {}).value["root"] == root.hex()
