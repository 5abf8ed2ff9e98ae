"""A table on paper: recorded hands as the events a perfect table would send. No radio, no firmware.

Tokens are made as a controller makes them, so that the vault can name what becomes public.
"""

import json

from gateway.vault import tokens
from shared_rules.table import Table
from tools.playing import phh
from tools.virtual.ideal import IdealTable
from tools.virtual.recorded_plan import DECK, plan_hand
from tools.virtual.script import HandScript, Mirror

ROOT = bytes(range(32))
UIDS = {card: bytes.fromhex("e0040150%08x" % (0x51A0 + i)) for i, card in enumerate(DECK)}


def vault_file(folder, table, dev="c1", root=ROOT):
    """Write the vault's file of the paper table. It holds the table's root as an earlier version's
    does, which the vault takes over; ``root`` None: the device is to agree on one."""
    folder.mkdir(parents=True, exist_ok=True)
    body = {"table": table, "dev": dev, "deck": {uid.hex(): card for card, uid in UIDS.items()}}
    if root is not None:
        body["root"] = root.hex()
    (folder / f"{table}.json").write_text(json.dumps(body))


class PaperTable(IdealTable):
    """An ideal table whose tokens are the controller's."""

    def __init__(self, table="7", boot=1):
        super().__init__()
        self.table, self.boot = table, boot
        self.ratchet = tokens.Ratchet(ROOT)

    def token(self, card):
        uid = UIDS.get(card, b"\xe0\x04" + card.encode().ljust(6, b"\0")[:6])
        key = tokens.hand_key(self.ratchet.root(self.hand), self.table, self.boot, self.hand)
        made = tokens.token(key, uid)
        self.tokens[made] = card
        return made


def play(
    paths, table="7", boot=1, rulebook="tda-2011", scripts=None, names=None, recorder=None
):  # fmt: skip
    """Events of all hands of the files, in order.

    ``scripts``: HandScript classes by hand, in turn (slips: ``tools.virtual.irregularities``).
    ``recorder``: a PaperTable of the caller's own.
    """
    paper = recorder or PaperTable(table, boot)
    mirror = Mirror(Table(rulebook))
    mirror.ideal = paper
    t = 1000
    for i, (label, record) in enumerate(_records(paths)):
        plan = plan_hand(label, record)
        if names:
            plan.setup["names"] = dict(zip(sorted(plan.setup["stacks"]), names, strict=False))
        make = scripts[i % len(scripts)] if scripts else HandScript
        script = make(plan, t=t, mirror=mirror)
        script.run()
        t = script.t
    return mirror.events


def _records(paths):
    for path in paths:
        yield from phh.read(path)
