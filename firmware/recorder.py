"""A technician's recording: raw dwells and keys as JSON lines, for ``feltwire trace replay``.

Off unless the configuration has ``"trace": {"bytes": N}``: the lines hold card UIDs. A recording
begins anew at each boot and ends, saying so, when ``bytes`` are written.
"""

import binascii
import json

NAME = "/trace.jsonl"
FLUSH_LINES = 64


class Recorder:
    """Writes to ``flash``/trace.jsonl. ``names``: antenna names; ``complain(text)``."""

    def __init__(self, flash, names, bytes_max, complain):
        self.names = names
        self.left = bytes_max
        self.complain = complain
        self.lines = 0
        self._file = open(flash + NAME, "w")

    def dwell(self, found, t_ms, end_ms):
        """One reading (``scan/dwell.py``) that began at ``t_ms`` and is told at ``end_ms``."""
        uids = []
        values = []
        for i in range(found.n):
            uids.append(binascii.hexlify(found.uids[i]).decode())
            values.append(found.denominations[i])
        row = {
            "t_us": t_ms * 1000,
            "end_us": end_ms * 1000,
            "antenna": self.names[found.antenna],
            "uids": uids,
            "collision": found.collision,
            "crc_error": found.crc_error,
            "partial": found.partial,
            "agc": found.agc,
        }
        if max(values + [0]):
            row["values"] = values
        self._write(row)

    def key(self, key, t_ms):
        """Something was keyed in."""
        self._write({"t_us": t_ms * 1000, "key": key})

    def _write(self, row):
        if self._file is None:
            return
        line = json.dumps(row) + "\n"
        self.left -= len(line)
        if self.left < 0:
            self._end("trace: the recording is full and has ended")
            return
        try:
            self._file.write(line)
            self.lines += 1
            if self.lines % FLUSH_LINES == 0:
                self._file.flush()
        except OSError as e:
            self._end("trace: the recording has ended: %r" % e)

    def _end(self, why):
        self._file.close()
        self._file = None
        self.complain(why)
