"""Calibration of the virtual table: the world lays the tags, the VM scans."""

import hashlib
import json
import tempfile
from pathlib import Path

from tools.calibrate.calibration_steps import Source
from tools.calibrate.dwell_printer import SOURCE
from tools.calibrate.measure import Window
from tools.errors import CommandError
from tools.virtual.table import VirtualTable
from tools.virtual.things import Card
from tools.virtual.vm import VmError

STEP_US = 100_000
PATIENCE_US = 20_000_000
# Test tags lie with the inlay's middle on the spot, as a technician's bare inlay does.
ROUND = 12  # zones at a time: each with a tag of its own


class Inlay(Card):
    """A bare inlay: no card around it that puts it off centre."""

    inlay = (0.0, 0.0)
    __slots__ = ()


class VirtualSource(Source):
    """See Source. ``table``: a description's name or path; noise and seed of the virtual radio;
    ``zones``: read no others (None: all)."""

    def __init__(self, table, seed=0, noise=1.0, vm="wheel", board="esp32s3_w5500", zones=None):
        self._folder = tempfile.TemporaryDirectory(prefix="feltwire-calibrate-")
        flash = Path(self._folder.name) / "flash"
        self._table = VirtualTable(
            table,
            seed=seed,
            noise=noise,
            vm=vm,
            board=board,
            program=SOURCE,
            flash_dir=flash,
            extra={"calibrate": list(zones or ())},
        )
        self._seed = seed
        self._inlays = {}
        self._read = 0

    def __enter__(self):
        try:
            self._table.start()
        except (VmError, OSError) as e:
            raise CommandError(str(e)) from None
        self._table.run_until(1_000_000)  # readers start
        return self

    def __exit__(self, *exc):
        self._table.stop()
        self._folder.cleanup()

    @property
    def world(self):
        """The virtual world, for faults put in on purpose."""
        return self._table.world

    def batches(self, zones):
        """Zones in rounds; the mouth's quadrants one after the other, as they adjoin."""
        apart = [z for z in zones if z.startswith("mouth:")]
        rest = [z for z in zones if z not in apart]
        yield from (rest[i : i + ROUND] for i in range(0, len(rest), ROUND))
        yield from ([z] for z in apart)

    def lay(self, spots, spot="middle"):
        """See Source.lay."""
        names = {}
        for zone, offset in spots.items():
            inlay = self._inlays.setdefault(zone, self._made(zone))
            self.world.place(inlay, zone, offset=offset)
            names[zone] = hashlib.sha256(inlay.uid).hexdigest()[:8]
        return names

    def _made(self, zone):
        digest = hashlib.sha256(f"{self._seed}/{zone}".encode()).digest()
        return Inlay(b"\xe0\x04\x01" + digest[:5], afi=self.world.table["tags"]["card_afi"])

    def clear(self):
        """See Source.clear."""
        for inlay in self._inlays.values():
            self.world.lift(inlay)

    def gather(self, zones, count):
        """See Source.gather."""
        self._skip()
        window = Window()
        until = self.world.now + PATIENCE_US
        while window.fewest(zones) < count and self.world.now < until:
            try:
                self._table.run_for(STEP_US)
            except VmError as e:
                raise CommandError(str(e)) from None
            for line in self._lines():
                window.add(line)
        return window

    def _skip(self):
        """What was read before the tags lay as they do now does not count."""
        self._table.run_for(STEP_US)
        self._lines()

    def _lines(self):
        with open(self._table.vm.log_path, encoding="utf-8") as f:
            f.seek(self._read)
            text = f.read()
        whole = text.rfind("\n") + 1
        self._read += len(text[:whole].encode())
        return [json.loads(line) for line in text[:whole].splitlines() if line.startswith("{")]
