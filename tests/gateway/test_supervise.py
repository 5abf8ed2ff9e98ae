"""Children are started again with growing pauses, and none outlives its supervisor."""

import errno
import os
import signal
import subprocess
import sys

from tests.conftest import ROOT
from tests.gateway.support import processes_of, until
from tools.install.supervise import FAILS_MAX, STEADY_S, Child, Supervisor


class FakeProcess:
    def __init__(self):
        self.code = None
        self.reported = []

    def poll(self):
        return self.code

    def terminate(self):
        self.reported.append("terminate")
        self.code = -15

    def wait(self, _timeout=None):
        return self.code


class Stage:
    """A supervisor on a clock of the test's."""

    def __init__(self):
        self.now = 0.0
        self.lines, self.started = [], []
        self.refused = None  # what the system answers to a start
        self.supervisor = Supervisor(self.lines.append, lambda: self.now, self.spawn)

    def spawn(self, child):
        if self.refused:
            raise self.refused
        self.started.append((self.now, child.name))
        return FakeProcess()

    def run(self, seconds):
        for _ in range(int(seconds * 10)):
            self.now += 0.1
            self.supervisor.step()


def test_a_child_is_ready_when_it_says_so():
    stage, ready = Stage(), []
    child = Child("a", [], ready=lambda: bool(ready))
    stage.supervisor.add(child)
    stage.run(1)
    assert child.state == "starting" and not stage.lines
    ready.append(1)
    stage.run(1)
    assert child.state == "running" and stage.lines == ["a: running"]


def test_a_dead_child_starts_again_after_growing_pauses():
    stage = Stage()
    child = Child("a", [])
    stage.supervisor.add(child)
    for _ in range(4):
        stage.run(0.2)
        child.process.code = -9
        stage.run(20)
    times = [round(t) for t, _ in stage.started]
    assert len(times) >= 4
    assert any("SIGKILL" in line and "starts again in 0.5 s" in line for line in stage.lines)


def test_pauses_grow_and_end_when_it_dies_at_once_again_and_again():
    stage = Stage()
    child = Child("a", [])
    stage.supervisor.add(child)
    for _ in range(2000):
        if child.running():
            child.process.code = 1
        stage.run(0.1)
    gaps = [b[0] - a[0] for a, b in zip(stage.started, stage.started[1:], strict=False)]
    assert gaps == sorted(gaps) and gaps[-1] <= 16
    assert len(stage.started) == FAILS_MAX + 1 and child.state == "failed"
    assert stage.lines[-1] == "a: stopped for good (exit code 1)"


def test_a_child_the_system_will_not_start_is_tried_again():
    stage = Stage()
    child = Child("a", [])
    stage.supervisor.add(child)
    stage.run(STEADY_S + 1)
    stage.refused = OSError(errno.EAGAIN, "Resource temporarily unavailable")
    child.process.code = -9
    stage.run(60)  # no process, no memory, no descriptor is left for a minute
    assert child.state == "waiting" and len(stage.started) == 1
    assert "a: cannot be started (Resource temporarily unavailable)" in stage.lines[-1]
    stage.refused = None
    stage.run(20)
    assert child.state == "running" and len(stage.started) == 2


def test_a_child_that_ran_well_begins_anew():
    stage = Stage()
    child = Child("a", [])
    stage.supervisor.add(child)
    for _ in range(FAILS_MAX + 3):
        stage.run(STEADY_S + 1)
        child.process.code = 1
        stage.run(1)
    assert child.state != "failed" and child.fails == 1


def test_a_child_started_wrongly_is_not_started_again():
    stage = Stage()
    child = Child("a", [])
    stage.supervisor.add(child)
    child.process.code = 2
    stage.run(60)
    assert len(stage.started) == 1 and child.state == "failed"


def test_a_child_whose_work_is_done_stays_done():
    stage = Stage()
    child = Child("a", [], finishes=True)
    stage.supervisor.add(child)
    child.process.code = 0
    stage.run(60)
    assert child.state == "done" and len(stage.started) == 1


def test_stopping_ends_the_last_started_first():
    stage, order = Stage(), []
    for name in "abc":
        child = Child(name, [])
        stage.supervisor.add(child)
        child.process.terminate = lambda n=name, p=child.process: (
            order.append(n),
            setattr(p, "code", -15),
        )
    stage.supervisor.stop()
    assert order == ["c", "b", "a"]


def test_no_child_outlives_a_killed_supervisor(tmp_path):
    mark = tmp_path / "mark"
    script = (
        "import sys, time; from tools.install.supervise import Child, Supervisor, child_env;"
        "s = Supervisor(print);"
        f"s.add(Child('a', [sys.executable, '-c', 'import time; time.sleep(600)', {str(mark)!r}],"
        "env=child_env())); print('up', flush=True); time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout.readline() == b"up\n"
    until(lambda: len(processes_of(mark)) == 2, "parent and child")
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    until(lambda: not processes_of(mark), "the child's end")


def test_a_child_that_has_served_is_never_given_up():
    """A full disk lets a gateway end as if it had been started wrongly: it was not."""
    stage = Stage()
    child = Child("a", [], ready=lambda: True)
    stage.supervisor.add(child)
    stage.run(1)
    for _ in range(3000):
        if child.running():
            child.process.code = 2
        stage.run(0.1)
    assert child.state != "failed" and len(stage.started) > FAILS_MAX
    never = Child("b", [])
    stage.supervisor.add(never)
    never.process.code = 2
    stage.run(0.2)
    assert never.state == "failed"
