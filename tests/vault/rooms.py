"""Vaults to test with: one in this process on clocks of the test's, and signed paper tables."""

import json
import random

from gateway.ingest import decoder
from gateway.vault import messages, release_modes, sealing, tokens
from gateway.vault.audit import Audit
from gateway.vault.core import Core
from gateway.vault.state import State
from gateway.vault.table_files import Secrets
from gateway.vault.uptime import VaultClock
from shared_rules import topics, wire
from tests.conftest import ROOT
from tools.virtual import paper
from tools.virtual.recorded_plan import DECK

KEY = sealing.Key(raw=bytes(range(1, 33)))
HANDS = sorted((ROOT / "tools" / "playing" / "hands").glob("*.phh"))


class Room:
    """A vault on ``folder`` at table 7; ``restart`` is what a new process would do."""

    def __init__(self, folder, rules=None, compute=None):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.mono_ms = 5_000
        self.wall_ms = 1_700_000_000_000
        self.compute = compute
        self.rules = release_modes.from_table(rules or {})
        self.core = None
        self.restart()

    def restart(self, rules=None):
        """A new process on the same folder; the monotonic clock of a new boot begins anywhere."""
        if self.core:
            self.state.close()
            self.audit.close()
        if rules is not None:
            self.rules = release_modes.from_table(rules)
        self.state = State(self.folder, KEY)
        self.clock = VaultClock(self.state.clock_ms(), lambda: self.mono_ms)
        self.audit = Audit(self.folder / "audit.log", lambda: self.wall_ms)
        compute = self.compute and self._compute
        self.core = Core(
            Secrets(self.folder, KEY), self.state, self.clock, self.audit, self.rules, compute
        )

    def _compute(self, key, number, job):
        self.core.figure(key, number, self.compute(*job))

    def follow(self, rows, root=paper.ROOT):
        """Rows the gateway tells of; what their controller signed came before. None: unsigned."""
        if root is not None:
            self.core.check(signed_rows(rows, root))
        return self.core.follow(rows)

    def close(self):
        self.state.close()
        self.audit.close()


def entries(events, first=1, boot=1, table="7", dev="c1"):
    """What the gateway tells of committed events."""
    return [
        [table, first + i, dev, boot, first + i, decoder.text(wire.encode(e))]
        for i, e in enumerate(events)
    ]


def message(rows, boot=1, seq=1, table="7", dev="c1"):
    """An ``up/ev`` payload of events, not signed."""
    head = {"v": 1, "dev": dev, "boot": boot, "seq": seq}
    whole = {**head, "ev": [wire.encode(e) for e in rows]}
    return json.dumps(whole, separators=(",", ":")).encode()


def signed_rows(rows, root=paper.ROOT):
    """What ``Core.check`` is given of rows that ``Core.follow`` will be: one message each."""
    made = []
    for table, _n, dev, boot, seq, row in rows:
        head = {"v": 1, "dev": dev, "boot": boot, "seq": seq}
        text = json.dumps(head, separators=(",", ":"))[:-1] + f',"ev":[{row}]}}'
        payload = signed(text.encode(), boot=boot, table=table, root=root)
        made.append((table, topics.UP_EVENTS, payload))
    return made


def key_of(table="7", boot=1, hand=0, root=paper.ROOT):
    """Key of the messages of a boot."""
    return messages.message_key(tokens.Ratchet(root).root(hand), table, boot, hand)


def signed(payload, name=topics.UP_EVENTS, boot=1, hand=0, count=1, table="7", root=paper.ROOT):
    """A payload as the controller signs it."""
    return messages.sign(key_of(table, boot, hand, root), name, payload, (boot, hand, count))


class Shuffled:
    """Events of recorded hands with another shuffle of the deck, and other tokens, each time."""

    def __init__(self, seed=0, paths=HANDS, root=paper.ROOT):
        self._rng = random.Random(seed)
        self._ratchet = tokens.Ratchet(root)
        self._hands = []
        for path in paths:
            table = paper.PaperTable()
            events = paper.play([path], recorder=table)
            self._hands.append((events, dict(table.tokens)))
        self.number = 0
        self.t = 0

    def hand(self, boot=1):
        """``(events, cards)``: the next hand, and token -> card of what is in it."""
        events, names = self._hands[self.number % len(self._hands)]
        self.number += 1
        deck = list(DECK)
        self._rng.shuffle(deck)
        other = dict(zip(DECK, deck, strict=True))
        key = tokens.hand_key(self._ratchet.root(self.number), "7", boot, self.number)
        renamed, cards = {}, {}
        for token, card in names.items():
            if card in other:
                made = tokens.token(key, paper.UIDS[other[card]])
                renamed[token], cards[made] = made, other[card]
        start = self.t - events[0]["t"]
        out = []
        for event in events:
            made = dict(event, t=event["t"] + start)
            if "cards" in made and isinstance(made["cards"], list):
                made["cards"] = [renamed.get(c, c) for c in made["cards"]]
            if made["what"] == "riffle":
                made["hand"] = self.number
            if made["what"] == "setup":
                made["hand_id"] = f"hand {self.number}"
            out.append(made)
        self.t = out[-1]["t"] + 1000
        return out, cards


def two_tables(folder):
    """A room at which tables 7 and 8 are enrolled."""
    for table in ("7", "8"):
        paper.vault_file(folder, table)
    return Room(folder)
