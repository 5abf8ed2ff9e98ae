"""Pytest plugin of the mutation runs; what it does stands in the environment.

``MUTATION_MAP``: file to write. Each test that passes is traced and written as a line of JSON: its
id, the seconds of CPU it took, and the lines of the package it executed.
``MUTATION_PICK``: file with test ids. These tests run, in this order, and no others.
"""

import json
import os
import time

import hypothesis
import pytest

MAP = os.environ.get("MUTATION_MAP")
PICK = os.environ.get("MUTATION_PICK")


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    """One failing example is enough: nobody reads the smallest one here."""
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    parent = hypothesis.settings.get_profile("feltwire")
    hypothesis.settings.register_profile("mutation", parent, phases=phases, database=None)
    hypothesis.settings.load_profile("mutation")
    if MAP:
        config.pluginmanager.register(Mapper(os.environ["MUTATION_PACKAGE"], MAP))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    if PICK:
        with open(PICK, encoding="utf-8") as stream:
            order = {line.rstrip("\n"): n for n, line in enumerate(stream)}
        items[:] = sorted(
            (i for i in items if i.nodeid in order), key=lambda item: order[item.nodeid]
        )


class Mapper:
    """Traces each test on its own."""

    def __init__(self, package, path):
        import coverage

        self.package = os.path.abspath(package)
        self.tracer = coverage.Coverage(data_file=None, source=[self.package], config_file=False)
        self.tracer.set_option("run:disable_warnings", ["no-data-collected"])
        self.failed = False
        self.out = open(path, "w", encoding="utf-8")  # noqa: SIM115 closed at the session's end

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        self.failed = False
        self.tracer.erase()
        started = time.process_time()
        self.tracer.start()
        yield
        self.tracer.stop()
        seconds = time.process_time() - started
        data = self.tracer.get_data()
        lines = {
            os.path.relpath(path, self.package): sorted(data.lines(path))
            for path in data.measured_files()
        }
        if self.failed:
            return  # it fails without a change as well, so it says nothing about one
        record = {"test": item.nodeid, "cpu_s": round(seconds, 3), "lines": lines}
        self.out.write(json.dumps(record) + "\n")

    def pytest_runtest_logreport(self, report):
        self.failed = self.failed or report.failed

    def pytest_sessionfinish(self):
        self.out.close()
