"""Takes a sample at each interval, and writes it to InfluxDB when one is set."""

from gateway.process.ticker import Ticker


class Sampler:
    """Calls ``samples.take()`` at the interval; with ``influx_url`` set, its writer does."""

    def __init__(self, settings, samples):
        self._writer, tick = None, samples.take
        if settings.influx_url:
            from gateway.telemetry.influx import InfluxWriter  # loaded where one is set

            self._writer = InfluxWriter(settings, samples.take)
            tick = self._writer.write
        self._ticker = Ticker("sampler", settings.telemetry_interval_s, tick)

    def start(self):
        """Begin."""
        self._ticker.start()

    def stop(self):
        """End the thread, and the connection if there is one."""
        self._ticker.stop()
        if self._writer:
            self._writer.close()
