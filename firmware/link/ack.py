"""The way up: journal first, then the broker, and a record is free when the gateway says so.

A PUBACK is the broker's word and promises nothing; it only lets the next batch go. What was sent
and not acknowledged by the gateway for a while is sent again. Records of earlier boots go first:
younger ones wait until these are acknowledged, for a bounded number of repeats.
"""

import json

from shared_rules.wire import VERSION, encode

ROWS_MAX = 32  # of one message
BYTES_MAX = 3000
REPEAT_MS = 5000  # unacknowledged for so long: send again; doubles up to the bound
REPEAT_MAX_MS = 60000
PUBACK_MS = 10000
OLD_REPEATS = 3  # younger boots wait for older ones this many repeats
STUCK_MAX = 64  # events held in memory while the flash refuses to write


class Uplink:
    """``journal``; ``send(payload, now)`` -> packet id or None; ``boot``; ``dev``.

    ``last_t()``: time of the table's last event in ms, for the ``lost`` event.
    """

    def __init__(self, journal, send, boot, dev, last_t, complain):
        self.journal = journal
        self.send = send
        self.boot = boot
        self.dev = json.dumps(dev)
        self.last_t = last_t
        self.complain = complain
        self.sent = 0
        self.repeats = 0
        self.dropped = 0
        self._dirty = False
        self._stuck = []
        self._wait_pid = None
        self._wait_since = 0
        self._up = False
        self._last_ack = 0  # when the gateway last acknowledged, or we last (re)began
        self._repeat_ms = REPEAT_MS
        self._old_repeats = 0
        self._outstanding = False

    def append(self, event):
        """Write an event into the journal."""
        self._append(json.dumps(encode(event)).encode())

    def poll(self, now):
        """Flush what was written, publish the next batch, repeat what was not acknowledged."""
        if self._stuck:
            self._retry_stuck()
        if self._dirty:
            self._dirty = False
            try:
                self.journal.flush()
            except OSError as e:
                self.complain("journal: %s" % e)
        if not self._up:
            return
        if self.journal.lost:
            self._report_lost()
        if self._wait_pid is not None:
            if now - self._wait_since < PUBACK_MS:
                return
            self._wait_pid = None  # the broker is slow; the journal still has it
        if self._outstanding and now - self._last_ack >= self._repeat_ms:
            self._repeat(now)
        self._publish(now)

    def connected(self, now):
        """The connection stands (again): begin with the oldest unacknowledged record."""
        self._up = True
        self._wait_pid = None
        self._begin(now)

    def disconnected(self):
        """The connection is gone."""
        self._up = False
        self._wait_pid = None

    def puback(self, pid):
        """The broker has taken a message."""
        if pid == self._wait_pid:
            self._wait_pid = None

    def acked(self, boot, seq, now):
        """``down/ack``: the gateway has committed everything up to ``seq`` of ``boot``."""
        if self.journal.ack(boot, seq):
            self._last_ack = now
            self._repeat_ms = REPEAT_MS
            self._old_repeats = 0
            self._outstanding = self.journal.unacked() is not None

    def resend(self, boot, seq, now):
        """``down/resend``: send again from ``seq`` of ``boot`` on, acknowledged or not."""
        self.journal.unack(boot, seq)
        self.journal.rewind(boot, seq)
        self._outstanding = self.journal.unacked() is not None
        self._last_ack = now

    # -- inside

    def _append(self, payload):
        if self._stuck:
            self._hold(payload)
            return
        try:
            self.journal.append(payload)
            self._dirty = True
        except OSError as e:
            self.complain("journal: %s" % e)
            self._hold(payload)

    def _hold(self, payload):
        if len(self._stuck) < STUCK_MAX:
            self._stuck.append(payload)
        else:
            self.dropped += 1

    def _retry_stuck(self):
        try:
            while self._stuck:
                self.journal.append(self._stuck[0])
                self._stuck.pop(0)
                self._dirty = True
            if self.dropped:
                self.journal.lost.append((self.dropped, self.journal.next_seq))
                self.dropped = 0
        except OSError:
            pass

    def _report_lost(self):
        """One event for all that is gone; only when it can go out, or it would be lost itself."""
        lost = self.journal.lost
        count = sum([n for n, _ in lost])
        first = lost[0][1]
        del lost[:]
        self.append({"t": self.last_t(), "what": "lost", "count": count, "seq": first})

    def _begin(self, now):
        self.journal.rewind()
        self._last_ack = now
        self._repeat_ms = REPEAT_MS

    def _repeat(self, now):
        oldest = self.journal.unacked()
        if oldest is None:
            self._outstanding = False
            return
        self.repeats += 1
        if oldest[0] != self.boot:
            self._old_repeats += 1
        pause = min(2 * self._repeat_ms, REPEAT_MAX_MS)
        self.journal.rewind()
        self._last_ack = now
        self._repeat_ms = pause

    def _publish(self, now):
        if self._blocked_by_older():
            return
        batch = self.journal.take(ROWS_MAX, BYTES_MAX)
        if batch is None:
            return
        boot, seq, rows = batch
        head = '{"v":%d,"dev":%s,"boot":%d,"seq":%d,"ev":[' % (VERSION, self.dev, boot, seq)
        pid = self.send(head.encode() + b",".join(rows) + b"]}", now)
        if pid is None:
            self.journal.rewind(boot, seq)
            return
        self.sent += len(rows)
        self._wait_pid = pid
        self._wait_since = now
        if not self._outstanding:
            self._outstanding = True
            self._last_ack = now

    def _blocked_by_older(self):
        """True while the next record is of a younger boot than the oldest unacknowledged."""
        if self._old_repeats >= OLD_REPEATS:
            return False
        oldest = self.journal.unacked()
        if oldest is None or oldest[0] == self.boot:
            return False
        following = self.journal.next_boot()
        return following is not None and following != oldest[0]
