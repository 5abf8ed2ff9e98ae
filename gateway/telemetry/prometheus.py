"""Prometheus' text of a sample, made by prometheus-client when it is asked for."""

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from gateway.telemetry.samples import GATEWAY, TABLE

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
FAMILIES = {"gauge": GaugeMetricFamily, "counter": CounterMetricFamily}
REPORTED = ("gauge", "as the table's controller reports it")


class _Collector:
    def __init__(self, sample):
        self._sample = sample

    def collect(self):
        """Metric families of the sample."""
        for name, value in self._sample["gateway"].items():
            kind, text = GATEWAY[name]
            yield FAMILIES[kind](f"feltwire_{name}", text, value=value)
        names = sorted({n for figures in self._sample["tables"].values() for n in figures})
        for name in names:
            kind, text = TABLE.get(name, REPORTED)
            family = FAMILIES[kind](f"feltwire_table_{name}", text, labels=["table"])
            for table, figures in self._sample["tables"].items():
                if name in figures:
                    family.add_metric([table], figures[name])
            yield family


def text(sample):
    """The exposition of a sample (see ``Samples.now``), as bytes."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(sample))
    return generate_latest(registry)
