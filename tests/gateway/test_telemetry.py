"""Samples: kept, shown to a technician, written to a real time-series database."""

import json
import shutil
import subprocess
import time
import urllib.request

import pytest
import structlog

from gateway.errors import GatewayError
from gateway.settings.fields import Settings
from gateway.technician import plots
from gateway.telemetry import influx, logs, samples
from tests.conftest import missing
from tests.gateway.support import until
from tools.dev.ports import free_port


def sample(wall, table="7", own=None, **figures):
    figures = {"online": 1, "events": 5, "alerts_open": 0, **figures}
    own = {**dict.fromkeys(samples.GATEWAY, 0), **(own or {})}
    return {"wall": wall, "gateway": own, "tables": {table: figures}}


class Refusing:
    def append(self, entries, quarantined=(), gaps=()):
        raise OSError("full")


class Taking:
    def append(self, entries, quarantined=(), gaps=()):
        return "made"

    def read(self, table):
        return table


def test_commits_are_counted_and_timed_and_passed_on():
    ticks = iter([0, 0.004, 1, 1.04])
    log = samples.TimedLog(Taking(), clock=lambda: next(ticks))
    assert log.append([1, 2], [3], []) == "made" and log.append([4]) == "made"
    assert log.counts == {"commits": 2, "events": 3, "quarantined": 1, "gaps": 0}
    assert (log.percentile_ms(50), log.percentile_ms(99)) == (5, 50)
    assert log.read("7") == "7"


def test_a_commit_that_failed_is_not_counted():
    log = samples.TimedLog(Refusing())
    with pytest.raises(OSError):
        log.append([1])
    assert log.counts["commits"] == 0 and log.percentile_ms(99) == 0


def test_rates_are_made_of_counters_also_over_a_restart():
    kept = [sample(0, own={"events": 100}), sample(10_000, own={"events": 150})]
    row = next(r for r in plots.page(kept)["gateway"] if r["key"] == "events")
    assert row["raw"] == 5
    kept.append(sample(20_000, own={"events": 20}))
    row = next(r for r in plots.page(kept)["gateway"] if r["key"] == "events")
    assert row["raw"] == 2


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"online": 0}, "not connected"),
        ({"dwells_s": 100, "failed": 90}, "9 % of all dwells fail"),
        ({"resets": 3}, "reset"),
        ({"journal_used": 900, "journal_of": 1000}, "90 % full"),
        ({"doubles": 1}, "two places"),
    ],
)
def test_what_goes_bad_is_said_first(figures, said):
    before = dict.fromkeys(("failed", "resets"), 0)
    kept = [sample(0, **before), sample(10_000, **figures)]
    kept[1]["tables"]["1"] = {"online": 1, "events": 1, "alerts_open": 0}
    tables = plots.page(kept)["tables"]
    assert tables[0]["table"] == "7" and said in tables[0]["warnings"][0]
    assert tables[1]["warnings"] == []


def test_a_token_file_that_is_missing_is_one_clear_line(tmp_path):
    settings = Settings(influx_url="http://127.0.0.1:1", influx_token_file=str(tmp_path / "no"))
    with pytest.raises(GatewayError, match="influx_token_file .*no: No such file"):
        influx.InfluxWriter(settings, dict)


@pytest.fixture
def database(tmp_path):
    """A running VictoriaMetrics, which takes InfluxDB's v2 writes: its URL."""
    program = shutil.which("victoria-metrics")
    if program is None:
        missing("victoria-metrics (apt-get install victoria-metrics)")
    port = free_port()
    process = subprocess.Popen(
        [
            program, f"-storageDataPath={tmp_path / 'tsdb'}", f"-httpListenAddr=127.0.0.1:{port}",
            "-retentionPeriod=1", "-search.latencyOffset=0s", "-loggerLevel=ERROR",
        ],
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    until(lambda: fetch(url + "/health"), "the database")
    yield url
    process.terminate()
    process.wait(60)


def fetch(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5) as answer:
            return answer.read().decode()
    except OSError:
        return None


def test_samples_are_written_to_the_database_and_read_back(database):
    wall = time.time_ns() // 1_000_000
    kept = [sample(wall, dwells_s=120), sample(wall + 10, dwells_s=125.5)]
    queue = iter(kept)
    writer = influx.InfluxWriter(Settings(influx_url=database, influx_org="x"), lambda: next(queue))
    writer.write()
    writer.write()
    writer.close()
    assert writer.failed is None
    found = {}

    def stored():
        fetch(database + "/internal/force_flush")
        text = fetch(database + '/api/v1/export?match[]={table="7"}')
        found.update((r["metric"]["__name__"], r) for r in map(json.loads, text.splitlines()))
        return len(found.get("feltwire_table_dwells_s", {}).get("values", ())) == 2

    until(stored, "the samples")
    assert found["feltwire_table_dwells_s"]["values"] == [120, 125.5]
    assert found["feltwire_table_dwells_s"]["timestamps"] == [wall, wall + 10]


def test_a_database_that_is_away_is_said_once_and_harms_nothing():
    settings = Settings(influx_url=f"http://127.0.0.1:{free_port()}", influx_org="x")
    writer = influx.InfluxWriter(settings, lambda: sample(1000))
    with structlog.testing.capture_logs() as said:
        writer.write()
        writer.write()
    writer.close()
    assert writer.failed is not None
    assert [line["event"] for line in said] == ["telemetry is not written"]


def test_people_hear_warnings_and_machines_all(capsys):
    before = structlog.get_config()
    try:
        logs.speak("text")
        structlog.get_logger().info("quiet")
        structlog.get_logger().warning("loud", table="7")
        heard = capsys.readouterr()
        assert heard.out == "" and "quiet" not in heard.err and "loud" in heard.err
        logs.speak("json")
        structlog.get_logger().info("quiet", table="7")
        assert json.loads(capsys.readouterr().err)["table"] == "7"
    finally:
        structlog.configure(**before)
