"""Real processes are killed under tables with irregularities, and a table's power is cut; the
screens are those of a run without either. The long run: ``python -m tests.gateway.screenkill``
(``make soak``)."""

import json

import pytest

from tests.gateway import screenkill


def test_people_are_shown_the_same_after_gateway_vault_broker_and_a_table_were_killed(tmp_path):
    want, none = screenkill.play(tmp_path / "whole", 1)
    assert not any(none.values())
    floor = json.loads(want[-1]["/floor/stream"])["alerts"]
    assert "calls the floor" in floor, "the story has what is compared"
    for word in ("no longer holds", "accepted"):
        assert word in want[-1][screenkill.HISTORY], "the story has what is compared"
    kills = {1: "gateway", 3: "vault", 5: "table", 6: "broker"}
    got, made = screenkill.play(tmp_path / "killed", 1, kills=kills, expected=want)
    assert got == want and made == dict.fromkeys(screenkill.KINDS, 1)


def test_a_screen_that_differs_is_noticed():
    class Same:
        def confirm(self):
            pass

        def screens(self):
            return {"/floor/stream": "an alert"}

    assert screenkill.compared(Same(), 0, {"/floor/stream": "an alert"})
    with pytest.MonkeyPatch.context() as m:
        m.setattr(screenkill, "SAME_S", 0.05)
        with pytest.raises(AssertionError, match="step 3: /floor/stream: 'an alert', expected 'no"):
            screenkill.compared(Same(), 3, {"/floor/stream": "no alert"})
