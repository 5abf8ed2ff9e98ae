"""Sends samples to an InfluxDB v2 API (InfluxDB, VictoriaMetrics) with influxdb-client.

Each ``write`` takes a sample and sends it. A server that is away costs that
sample (the event log keeps the history that matters) and is said once, and once when it is back.
"""

from influxdb_client import InfluxDBClient, Point, WritePrecision
from influxdb_client.client.write_api import SYNCHRONOUS

from gateway.errors import GatewayError
from gateway.process.logger import Logger

TIMEOUT_MS = 5_000
log = Logger("telemetry")


def points(sample):
    """A sample as points: ``feltwire_gateway``, and ``feltwire_table`` with the tag ``table``."""
    made = [_point("feltwire_gateway", sample["gateway"], sample["wall"])]
    for table, figures in sample["tables"].items():
        made.append(_point("feltwire_table", figures, sample["wall"]).tag("table", table))
    return made


def _point(name, figures, wall_ms):
    point = Point(name).time(wall_ms, WritePrecision.MS)
    for key, value in figures.items():
        point.field(key, float(value))  # one type a field for ever: the store refuses a change
    return point


class InfluxWriter:
    """Writes what ``take()`` returns to the server of ``settings``."""

    def __init__(self, settings, take):
        self._take = take
        self._bucket, self._org = settings.influx_bucket, settings.influx_org
        self._client = InfluxDBClient(
            url=settings.influx_url, token=_token(settings), org=settings.influx_org,
            timeout=TIMEOUT_MS,
        )  # fmt: skip
        self._api = self._client.write_api(write_options=SYNCHRONOUS)
        self.failed = None  # why the last write failed, None when it did not

    def close(self):
        """Close the connection."""
        self._client.close()

    def write(self):
        """Take and write one sample."""
        try:
            self._api.write(bucket=self._bucket, org=self._org, record=points(self._take()))
        except Exception as e:  # whatever the network does, the gateway goes on
            if self.failed is None:
                log.warning("telemetry is not written", why=_why(e))
            self.failed = _why(e)
        else:
            if self.failed is not None:
                log.info("telemetry is written again")
            self.failed = None


def _why(error):
    status = getattr(error, "status", None)
    return f"the server answered {status}" if status else type(error).__name__


def _token(settings):
    if not settings.influx_token_file:
        return ""
    try:
        with open(settings.influx_token_file, encoding="utf-8") as f:
            return f.read().strip()
    except OSError as e:
        path = settings.influx_token_file
        raise GatewayError(f"influx_token_file {path}: {e.strerror}") from None
