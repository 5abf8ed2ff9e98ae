"""Equities are counted by a process that may end: the next ones, and those it had, still come."""

import multiprocessing
import os
import signal

from gateway.vault.equity_process import Figures
from tests.gateway.support import until


def end_in_the_middle(once):
    """A job during which the system ends the process, the first time."""
    if not os.path.exists(once):
        open(once, "x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"seats": {}}


def end_always():
    """A job that no process survives."""
    os.kill(os.getpid(), signal.SIGKILL)


def end_workers():
    """Kill every process that counts."""
    for process in multiprocessing.active_children():
        os.kill(process.pid, signal.SIGKILL)
        process.join(60)


def test_figures_come_after_their_process_was_killed_idle_and_at_work(tmp_path):
    told = []
    figures = Figures(lambda *found: told.append(found), count=end_in_the_middle)
    once = str(tmp_path / "once")
    try:
        figures.ask("hand", 1, (once,))  # at work
        until(lambda: told, "the first figures")
        end_workers()
        figures.ask("hand", 2, (once,))
        until(lambda: len(told) == 2, "the second figures")
    finally:
        figures.close()
    assert told == [("hand", 1, {"seats": {}}), ("hand", 2, {"seats": {}})]


def test_a_job_that_ends_each_process_is_given_up_with_a_line(capfd):
    told = []
    figures = Figures(lambda *found: told.append(found), count=end_always)
    try:
        figures.ask("hand", 1, ())
        said = []
        until(lambda: said.append(capfd.readouterr().err) or "not counted" in "".join(said), "it")
    finally:
        figures.close()
    assert not told
    lines = "".join(said).splitlines()
    assert len([line for line in lines if line.startswith("feltwire vault: ")]) == len(lines) == 2
