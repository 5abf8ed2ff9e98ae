"""The vault imports nothing once it has given up its rights, whatever it is asked."""

import subprocess
import sys

from gateway.vault import holders
from gateway.vault.sealing import Key
from tests.conftest import ROOT
from tests.gateway.support import until
from tests.vault.rooms import Shuffled, signed_rows
from tests.vault.test_process import ask, end, text
from tools.virtual import paper

# Runs the vault, and refuses each import after it has closed itself, as a user would be refused who
# cannot read the program's folder. The names go into a file.
WATCHED = """
import sys
from gateway.vault import __main__ as vault, harden
close, said = harden.close_to_others, open(sys.argv.pop(1), "a")
class Nothing:
    def find_spec(self, name, path=None, target=None):
        print(name, file=said, flush=True)
        raise ImportError(f"{name}: not after the rights were given up")
def closed():
    close()
    sys.meta_path.insert(0, Nothing())
harden.close_to_others = closed
sys.exit(vault.main())
"""
WISH = {"op": "unlock", "table": "7", "consumer": "broadcast", "hand": 1, "hands": 1}


def test_every_question_is_answered_without_an_import(tmp_path):
    folder, late = tmp_path / "vault", tmp_path / "late"
    paper.vault_file(folder, "7")
    argv = [sys.executable, "-c", WATCHED, str(late), "--data", str(tmp_path)]
    process = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.DEVNULL)
    try:
        until(lambda: ask(tmp_path, {"op": "hello"}) is not None, "the vault")
        key = Key.of_file(folder / "key")
        for name in ("anna", "bert"):
            holders.add(folder, key, name, f"the passphrase of {name}")
        source = Shuffled()
        played = [e for _ in range(6) for e in source.hand()[0]]
        rows = [["7", i, "c1", 1, i, row] for i, row in enumerate(map(text, played), 1)]
        for first in range(0, 40, 10):
            follow(tmp_path, rows[first : first + 10])
        for name in ("anna", "bert"):
            ask(tmp_path, {**WISH, "holder": name, "passphrase": f"the passphrase of {name}"})
        ask(tmp_path, {**WISH, "holder": "anna", "passphrase": "a guess"})
        for first in range(40, len(rows), 200):
            follow(tmp_path, rows[first : first + 200])
        ask(tmp_path, {"op": "hand", "key": ["7", "c1", 1, 1]})
        ask(tmp_path, {"op": "orders", "table": "7", "sender": "gateway"})
        ask(tmp_path, {"op": "audit", "n": 1, "hash": "00" * 32})
        wish = {"op": "holder", "name": "carl", "new": "the passphrase of carl", "holder": "anna"}
        ask(tmp_path, {**wish, "passphrase": "the passphrase of anna"})
        ask(tmp_path, {"op": "lock", "table": "7"})
        for odd in ({"op": "none"}, {"op": "follow"}, {"op": "unlock", "table": []}):
            assert "error" in ask(tmp_path, odd)

        def figures():
            (hand,) = ask(tmp_path, {"op": "news", "consumers": ["broadcast"]})["hands"][
                "broadcast"
            ]
            assert hand["hand"] == 1
            return all(spot["equity"] is not None for spot in hand["spots"])

        until(figures, "the equities of the hand two holders opened", 60)
    finally:
        end(process)
    assert not late.exists() or late.read_text() == ""


def follow(folder, rows):
    messages = [list(message) for message in signed_rows(rows)]
    assert not any(ask(folder, {"op": "check", "messages": messages})["verdicts"])
    assert "error" not in ask(folder, {"op": "follow", "entries": rows})
