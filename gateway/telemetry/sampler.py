"""Takes a sample at each interval, and hands it to InfluxDB when one is set."""

import threading


class Sampler:
    """A thread that calls ``samples.take()``; with ``influx_url`` set, the writer's does."""

    def __init__(self, settings, samples):
        self._samples, self._interval_s = samples, settings.telemetry_interval_s
        self._done = threading.Event()
        self._writer = None
        self._thread = threading.Thread(target=self._run, name="sampler", daemon=True)
        if settings.influx_url:
            from gateway.telemetry.influx import InfluxWriter  # an extra: feltwire[telemetry]

            self._writer = InfluxWriter(settings, samples.take)

    def start(self):
        """Begin."""
        (self._writer or self._thread).start()

    def stop(self):
        """End the thread."""
        if self._writer:
            self._writer.stop()
        self._done.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self):
        while not self._done.wait(self._interval_s):
            self._samples.take()
