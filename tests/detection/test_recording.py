"""What a controller records replays to the very events it told."""

import json

import pytest

from tests.detection.judge import Outcome
from tests.firmware_table.test_on_vm import HAND, events_of
from tests.samples import in_soak
from tools.playing.phh import read_all
from tools.trace import recording
from tools.virtual.player import TablePlayer, provision, root_of
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.table import VirtualTable

TURN_MS = 100  # a turn of the loop, with a connection tried in it


@pytest.mark.parametrize("noise", [*in_soak(0.0), 1.0])
def test_a_recorded_hand_replays_to_the_same_events(tmp_path, noise):
    (tmp_path / "hand.phh").write_text(HAND)
    ((label, record),) = read_all([tmp_path / "hand.phh"])
    extra = recording.config("here")
    table = VirtualTable("six_max", 3, noise, table_id="7", core=None, extra=extra)
    provision(table.flash, root_of(3, "7"))
    with table:
        player = TablePlayer(table, seed=3)
        player.play(plan_hand(label, record, 3, 6))
        table.run_for(4_000_000)
        emitted = [e for _, _, e in events_of(table)]
        path = recording.save(tmp_path / "traces", table, player, "tda-2011")
    replayed = Outcome(path.read_text().splitlines())
    assert replayed.complaints == []
    tokens = {}
    assert [named(e, tokens) for e in replayed.events] == [unnamed(e) for e in emitted]
    # the controller looks at what is ready between dwells, too: a decision may fall a turn later
    assert (
        max(abs(a["t"] - b["t"]) for a, b in zip(replayed.events, emitted, strict=True)) <= TURN_MS
    )
    assert len(tokens) >= 10  # cards were told, each by a name of its own


def unnamed(event):
    return json.dumps({k: v for k, v in event.items() if k not in ("cards", "t")}, sort_keys=True)


def named(event, tokens):
    for card in event.get("cards", ()):
        tokens[card] = True
    return unnamed(event)
