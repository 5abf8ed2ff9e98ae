"""A thread that does one thing at an interval, until it is told to stop."""

import threading

from gateway.process import unforeseen
from gateway.process.logger import Logger

log = Logger("gateway")
JOIN_S = 6


class Ticker:
    """Calls ``tick()`` every ``interval_s``, first after one interval; no exception ends it."""

    def __init__(self, name, interval_s, tick):
        self._name, self._interval_s, self._tick = name, interval_s, tick
        self._said = None  # where it failed last
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self):
        """Begin."""
        self._thread.start()

    def stop(self):
        """End the thread; nothing happens when it never began."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)

    def _run(self):
        while not self._stopping.wait(self._interval_s):
            try:
                self._tick()
            except Exception as e:
                if unforeseen.where(e) != self._said:
                    unforeseen.say(log, f"{self._name} failed, and goes on", e)
                self._said = unforeseen.where(e)
