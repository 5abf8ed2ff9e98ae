"""Calibration of a real table: a command that runs the program on the board, and a person.

The command's output is the program's, one dwell a line; with MicroPython's own tool:
``mpremote connect /dev/ttyACM0 run calibrate.py``.
"""

import json
import queue
import shlex
import subprocess
import threading
import time

from tools.calibrate.measure import Window
from tools.calibrate.person import PersonSource
from tools.errors import CommandError

PATIENCE_S = 30.0
LEARN_S = 3.0


class BoardSource(PersonSource):
    """See Source. ``command``: starts the program; ``ask(text)``: waits for the person."""

    def __init__(self, command, say, ask, clock=time.monotonic):
        super().__init__(ask)
        self._command, self._say = command, say
        self._clock = clock
        self._lines = queue.Queue()
        self._process = None

    def __enter__(self):
        try:
            self._process = subprocess.Popen(
                shlex.split(self._command), stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError) as e:
            raise CommandError(f"--on-board: {e}") from None
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *exc):
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _listen(self):
        for line in self._process.stdout:
            try:
                dwell = json.loads(line)
            except ValueError:
                continue  # the board's own words
            if isinstance(dwell, dict) and {"zone", "tags", "agc"} <= set(dwell):
                self._lines.put(dwell)
        self._lines.put(None)

    def heard(self, zone):
        """See PersonSource.heard."""
        counts, until = {}, self._clock() + LEARN_S
        self._forget()
        while self._clock() < until:
            dwell = self._next(until)
            for tag in dwell["tags"] if dwell and dwell["zone"] == zone else ():
                counts[tag] = counts.get(tag, 0) + 1
            if dwell is None:
                break
        return counts

    def gather(self, zones, count):
        """See Source.gather."""
        self._forget()
        window, until = Window(), self._clock() + PATIENCE_S
        while window.fewest(zones) < count and self._clock() < until:
            dwell = self._next(until)
            if dwell is None:
                break
            window.add(dwell)
        return window

    def _forget(self):
        while True:
            try:
                if self._lines.get_nowait() is None:
                    raise CommandError("the program on the board has ended: its last lines say why")
            except queue.Empty:
                return

    def _next(self, until):
        try:
            dwell = self._lines.get(timeout=max(0.01, until - self._clock()))
        except queue.Empty:
            return None
        if dwell is None:
            raise CommandError("the program on the board has ended: its last lines say why")
        return dwell
