"""The journal: events are written here before they are published, and kept until acknowledged.

A bounded ring of append-only segment files in flash (log-structured file systems copy a file's tail
on a write in its middle, so nothing is ever overwritten in place). A cut at any byte loses at most
the record being written. Acknowledged segments stay for a while: after a reboot the current
hand is restored from them. When the ring is full of unacknowledged records the oldest segment
goes, and ``lost`` says how much went with it.
"""

import os

from firmware.link import records

FULL = 28  # ENOSPC
MARK_EVERY = 64  # acknowledgements between two marks in the file


class Segment:
    """One file of the ring. ``boot``/``seq``: of its last record, 0 while it has none."""

    def __init__(self, slot, generation):
        self.slot = slot
        self.generation = generation
        self.size = records.SEGMENT_HEAD
        self.first_boot = 0
        self.first_seq = 0
        self.boot = 0
        self.seq = 0
        self.count = 0

    def took(self, boot, seq, end):
        """A record was found or written; the file is ``end`` bytes long now."""
        if not self.count:
            self.first_boot = boot
            self.first_seq = seq
        self.count += 1
        self.boot = boot
        self.seq = seq
        self.size = end


class Journal:
    """``path``: file name of the ring without its number; ``boot``: epoch of this boot.

    ``segments``/``segment_bytes``: bounds of the ring; ``keep``: acknowledged segments that stay;
    ``feed()``: called for each segment looked at when it begins (the watchdog's), or None.
    """

    def __init__(self, path, boot, segments=64, segment_bytes=8192, keep=4, feed=None):
        self.path = path
        self.boot = boot
        self.limit = segments
        self.segment_bytes = segment_bytes
        self.keep = keep
        self.next_seq = 1
        self.acked = {}  # boot -> last acknowledged seq
        self.lost = []  # (count, first seq) of records that went unacknowledged
        self.damaged = 0
        self.segments = []
        self._marks = 0
        self._feed = feed
        self._read = None  # (slot, file) open for reading
        self._scan()
        self._out = self._open_last()
        self._at = 0  # cursor of ``take``: index of the segment, offset in it
        self._offset = records.SEGMENT_HEAD

    # -- writing

    def append(self, payload):
        """Write one record; returns its seq. Raises OSError when the flash refuses."""
        last = self.segments[-1]
        if last.count and last.size + records.HEAD + len(payload) > self.segment_bytes:
            self._roll()
            last = self.segments[-1]
        seq = self.next_seq
        data = records.pack(self.boot, seq, payload)
        self._write(data)
        last.took(self.boot, seq, last.size + len(data))
        self.next_seq = seq + 1
        return seq

    def flush(self):
        """Everything appended is in flash when this returns."""
        if self._out is not None:
            self._out.flush()

    def close(self):
        """Close the files; a later Journal on the same path goes on."""
        self._mark()
        self._close_last()
        self._forget_reader()

    # -- acknowledging

    def ack(self, boot, seq):
        """Everything up to ``seq`` of ``boot`` is committed at the gateway; True if news."""
        if boot == self.boot and seq >= self.next_seq:
            return False  # an acknowledgement of something never sent
        if seq <= self.acked.get(boot, 0):
            return False
        self.acked[boot] = seq
        self._marks += 1
        if self._marks >= MARK_EVERY:
            self._mark()
        self._free()
        return True

    def unack(self, boot, seq):
        """The gateway wants ``seq`` of ``boot`` and what follows again: it has lost them."""
        if self.acked.get(boot, 0) >= seq:
            self.acked[boot] = max(seq - 1, 0)

    def unacked(self):
        """``(boot, seq)`` of the oldest record not acknowledged, None when there is none."""
        for segment in self.segments:
            if segment.count and not self._is_acked(segment.boot, segment.seq):
                if not self._is_acked(segment.first_boot, segment.first_seq):
                    return segment.first_boot, segment.first_seq
                boot = segment.first_boot
                if boot == segment.boot:
                    return boot, self.acked[boot] + 1
                return self._first_unacked(segment)
        return None

    # -- reading

    def take(self, rows_max, bytes_max):
        """The next records not yet taken: ``(boot, first seq, [payload, ...])`` or None.

        Consecutive records of one boot; acknowledged ones are passed over.
        """
        boot = 0
        first = 0
        rows = []
        size = 0
        while len(rows) < rows_max and size < bytes_max:
            found = self._peek()
            if found is None:
                break
            rec_boot, seq, payload, end = found
            if payload and not self._is_acked(rec_boot, seq):
                if rows and (rec_boot != boot or seq != first + len(rows)):
                    break
                if rows and size + len(payload) > bytes_max:
                    break
                if not rows:
                    boot = rec_boot
                    first = seq
                rows.append(payload)
                size += len(payload)
            self._offset = end
        return (boot, first, rows) if rows else None

    def next_boot(self):
        """Boot epoch of the next record not yet taken, None when all were taken."""
        while True:
            found = self._peek()
            if found is None:
                return None
            if found[2] and not self._is_acked(found[0], found[1]):
                return found[0]
            self._offset = found[3]

    def rewind(self, boot=None, seq=0):
        """Let ``take`` begin again at a record (default: the oldest unacknowledged)."""
        self._at = 0
        self._offset = records.SEGMENT_HEAD
        if boot is None:
            return
        for i in range(len(self.segments)):
            segment = self.segments[i]
            if segment.count and (segment.boot, segment.seq) >= (boot, seq):
                self._at = i
                break
        else:
            self._at = len(self.segments) - 1
        while True:
            found = self._peek()
            if found is None or (found[2] and (found[0], found[1]) >= (boot, seq)):
                return
            self._offset = found[3]

    def visit(self, reader):
        """Call ``reader(boot, seq, payload)`` for every record held, oldest first."""
        for segment in self.segments:
            data = self._load(segment.slot)
            for boot, seq, start, end in records.walk(data):
                if end > start:
                    reader(boot, seq, data[start:end])

    def fill(self):
        """How full the ring is of unacknowledged records, in segments and of how many."""
        used = 0
        for segment in self.segments:
            if segment.count and not self._is_acked(segment.boot, segment.seq):
                used += 1
        return used, self.limit

    # -- inside

    def _name(self, slot):
        return "%s.%d" % (self.path, slot)

    def _is_acked(self, boot, seq):
        return seq <= self.acked.get(boot, 0)

    def _peek(self):
        """The record at the cursor: ``(boot, seq, payload, end)``, None at the end."""
        while True:
            segment = self.segments[self._at]
            if self._offset < segment.size:
                f = self._reader(segment.slot)
                f.seek(self._offset)
                head = f.read(records.HEAD)
                found = None
                if len(head) == records.HEAD and head[0] == records.MAGIC:
                    data = head + f.read(head[1] | head[2] << 8)
                    found = records.unpack(data, 0)
                if found is None:  # torn by a reset: go on behind it
                    data = self._load(segment.slot)
                    found = records.following(data, self._offset)
                    if found is not None:
                        boot, seq, start, end = found
                        return boot, seq, data[start:end], end
                else:
                    return found[0], found[1], data[found[2] : found[3]], self._offset + found[3]
            if self._at + 1 >= len(self.segments):
                return None
            self._at += 1
            self._offset = records.SEGMENT_HEAD

    def _reader(self, slot):
        if self._read is None or self._read[0] != slot:
            self._forget_reader()
            self._read = (slot, open(self._name(slot), "rb"))
        return self._read[1]

    def _forget_reader(self):
        if self._read is not None:
            self._read[1].close()
            self._read = None

    def _load(self, slot):
        f = open(self._name(slot), "rb")
        try:
            return f.read()
        finally:
            f.close()

    def _first_unacked(self, segment):
        for boot, seq, start, end in records.walk(self._load(segment.slot)):
            if end > start and not self._is_acked(boot, seq):
                return boot, seq
        return None

    def _scan(self):
        """Find the segments of earlier boots and what they hold."""
        for slot in range(self.limit):
            if self._feed is not None:
                self._feed()
            try:
                data = self._load(slot)
            except OSError:
                continue
            generation = records.generation_of(data)
            if generation is None:
                self.damaged += 1
                self._remove(slot)
                continue
            self.segments.append(self._survey(Segment(slot, generation), data))
        self.segments.sort(key=_generation)

    def _survey(self, segment, data):
        """Take note of what a segment of an earlier boot holds."""
        behind = records.SEGMENT_HEAD
        for boot, seq, start, end in records.walk(data):
            if start - records.HEAD != behind:
                self.damaged += 1
            behind = end
            if end == start:
                self.acked[boot] = max(seq, self.acked.get(boot, 0))
                continue
            segment.took(boot, seq, end)
            if boot == self.boot:
                self.next_seq = max(self.next_seq, seq + 1)
        segment.size = len(data)
        return segment

    def _open_last(self):
        if not self.segments:
            return self._begin(0, 1)
        return open(self._name(self.segments[-1].slot), "ab", 0)

    def _write(self, data):
        """Append to the last segment's file. OSError when the flash does not take all of it: what
        it took stays as a torn record, which readers pass over."""
        last = self.segments[-1]
        if self._out is None:
            self._out = open(self._name(last.slot), "ab", 0)
        try:
            if _whole(self._out.write(data), data):
                return
        except OSError:
            pass
        self._close_last()
        last.size = max(last.size, self._size_of(last.slot))
        raise OSError(FULL)

    def _size_of(self, slot):
        try:
            return os.stat(self._name(slot))[6]
        except OSError:
            return 0

    def _close_last(self):
        out = self._out
        self._out = None
        if out is not None:
            try:
                out.close()
            except OSError:
                pass

    def _begin(self, slot, generation):
        """A new, empty segment file."""
        if self._read is not None and self._read[0] == slot:
            self._forget_reader()
        head = records.segment_head(generation)
        f = open(self._name(slot), "wb", 0)
        try:
            whole = _whole(f.write(head), head)
        except OSError:
            whole = False
        if not whole:
            f.close()
            self._remove(slot)  # a segment without its head would count as damaged
            raise OSError(FULL)
        self.segments.append(Segment(slot, generation))
        return f

    def _roll(self):
        """Close the current segment and begin the next, in a free slot or in the oldest one's.
        OSError when the flash has no room for it: the next record tries again."""
        self._close_last()
        slot = self._free_slot()
        if slot is None:
            slot = self._drop_oldest()
        self._out = self._begin(slot, self.segments[-1].generation + 1)
        self._mark()

    def _free_slot(self):
        """A slot without a segment, None when the ring is full."""
        used = bytearray(self.limit)
        for segment in self.segments:
            used[segment.slot] = 1
        for i in range(self.limit):
            if not used[i]:
                return i
        return None

    def _drop_oldest(self):
        oldest = self.segments[0]
        missing = 0
        first = 0
        for boot, seq, start, end in records.walk(self._load(oldest.slot)):
            if end > start and not self._is_acked(boot, seq):
                first = first or seq
                missing += 1
        if missing:
            self.lost.append((missing, first))
        self._take_out(oldest)
        return oldest.slot

    def _free(self):
        """Remove acknowledged segments beyond those kept for a restart."""
        done = 0
        for segment in self.segments[:-1]:
            if segment.count and not self._is_acked(segment.boot, segment.seq):
                break
            done += 1
        while done > self.keep:
            oldest = self.segments[0]
            self._take_out(oldest)
            self._remove(oldest.slot)
            done -= 1

    def _take_out(self, segment):
        self.segments.remove(segment)
        if self._read is not None and self._read[0] == segment.slot:
            self._forget_reader()
        if self._at:
            self._at -= 1
        else:
            self._offset = records.SEGMENT_HEAD

    def _remove(self, slot):
        try:
            os.remove(self._name(slot))
        except OSError:
            pass

    def _mark(self):
        """Write down what is acknowledged, so that a restart repeats little."""
        self._marks = 0
        last = self.segments[-1]
        for boot in sorted(self.acked):
            if boot < self.boot and boot < self.segments[0].first_boot:
                del self.acked[boot]
                continue
            data = records.pack(boot, self.acked[boot], b"")
            try:
                self._write(data)
            except OSError:
                return  # only a restart would miss it, and repeat what is known
            last.size += len(data)


def _whole(written, data):
    """True when a write took all of its data; some ports do not say."""
    return written is None or written == len(data)


def _generation(segment):
    return segment.generation
