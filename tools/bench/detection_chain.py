"""The detection bench through the full radio chain: readers, air, firmware on its VM.

What the controller read is recorded and replayed at once (the same table code), so that each
hand's events can be held up to the truth as those of the fast table are.
"""

import tempfile
from pathlib import Path

from shared_rules.table import Table
from tools.bench.detection_run import Result, is_incident, judge_clean, same_incident
from tools.bench.random_hands import record_of
from tools.trace import recording
from tools.trace.reading import Reader
from tools.trace.replay import Replay
from tools.virtual.player import TablePlayer, provision, root_of
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.slips import NotPossible
from tools.virtual.table import VirtualTable

TRIES = 40
AFTER_US = 5_000_000


class Done:
    """A chain that has been run already, where ``judge_clean`` expects one that can be."""

    @staticmethod
    def run_to(end_us):
        """Nothing is left to run."""


def run_chain(kinds, n, seed, noise, rulebook, table="nine_max"):
    """Results of ``n`` clean hands and ``n`` of each kind through the full chain."""
    out = []
    for kind in (None, *kinds):
        for i in range(n):
            out.append(run_hand(kind, seed + i, noise, rulebook, table))
    return [r for r in out if r is not None]


def run_hand(kind, seed, noise, rulebook, table):
    """``Result`` of one hand; None when no hand was found in which it can happen."""
    extra = recording.config("here")
    virtual = VirtualTable(table, f"{seed}/{noise}", noise, table_id="1", core=None, extra=extra)
    provision(virtual.flash, root_of(seed, "1"))
    with virtual, tempfile.TemporaryDirectory() as folder:
        player = TablePlayer(virtual, rulebook, seed)
        script = played(player, kind, seed, table)
        if script is None:
            return None
        virtual.run_for(AFTER_US)
        path = recording.save(folder, virtual, player, rulebook)
        outputs = replayed(Path(path), rulebook)
    out = Result(kind or "clean", seed)
    want = [o for o in script.outputs if is_incident(o)]
    if kind and want:
        given = [o for _, o in outputs if is_incident(o)]
        out.found = any(same_incident(o, want[0]) for o in given)
        out.said = [f"{o['situation']}: {o['ruling']}" for o in given]
    else:
        judge_clean(out, Done, script, outputs, want)
    return out


def played(player, kind, seed, table):
    """Play a random hand in which the irregularity can happen; returns its script."""
    for attempt in range(TRIES):
        label = f"{seed}.{attempt}"
        seats = player.world.table["seats"]
        try:
            player.play(plan_hand(label, record_of(label, seats), seed, seats), kind)
            return player.script
        except NotPossible:
            player.mirror.table = Table(player.mirror.table.book)
            player.mirror.ideal.__init__()
    return None


def replayed(path, rulebook):
    """``[(t_ms, output)]`` of the engine over a recorded trace."""
    outputs = []
    header, entries = Reader(lambda text: None).read(path.read_text().splitlines())
    header.rulebook = rulebook
    replay = Replay(
        header, entries, lambda e: None, lambda o: outputs.append((0, o)), lambda text: None
    )
    replay.run()
    return outputs
