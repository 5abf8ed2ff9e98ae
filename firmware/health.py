"""The controller's figures, for ``up/health``: numbers only, no names, no cards."""

import gc
import json


class Health:
    """Collects counters of the parts; ``report(now)`` makes the message."""

    def __init__(self, scanner, table, uplink, client, keypad, journal, orders, boot):
        self.scanner = scanner
        self.table = table
        self.uplink = uplink
        self.client = client
        self.keypad = keypad
        self.journal = journal
        self.orders = orders
        self.boot = boot
        self.turns = 0
        self.late_max_ms = 0  # longest turn of the loop since the last report
        self._t = 0
        self._dwells = 0

    def turn(self, took_ms):
        """One turn of the loop took so long."""
        self.turns += 1
        if took_ms > self.late_max_ms:
            self.late_max_ms = took_ms

    def report(self, now):
        """The message as bytes; rates are since the last one."""
        span = max(now - self._t, 1)
        dwells = sum(self.scanner.dwells)
        rate = (dwells - self._dwells) * 1000 // span
        self._t = now
        self._dwells = dwells
        dealt, seen, chips, total = self.table.conservation.counts()
        used, limit = self.journal.fill()
        late = self.late_max_ms
        self.late_max_ms = 0
        figures = {
            "t": now,
            "boot": self.boot,
            "dwells_s": rate,
            "failed": sum(self.scanner.failed),
            "blind": sum(self.scanner.blind),
            "deaf": sum([1 if x else 0 for x in self.scanner.deaf]),
            "readers_up": sum([1 if r.up else 0 for r in self.scanner.readers]),
            "resets": sum([r.resets for r in self.scanner.readers]),
            "events": self.table.events,
            "forced": self.table.order.forced,
            "refused_tags": self.table.presence.refused,
            "keys_bad": self.table.rejected + self.keypad.bad,
            "orders_refused": self.orders.refused,
            "doubles": self.table.conservation.doubles,
            "drifts": self.table.conservation.drifts,
            "cards_dealt": dealt,
            "cards_seen": seen,
            "chips_seen": chips,
            "chips_sum": total,
            "journal_used": used,
            "journal_of": limit,
            "journal_damaged": self.journal.damaged,
            "sent": self.uplink.sent,
            "repeats": self.uplink.repeats,
            "connects": self.client.connects,
            "turn_ms_max": late,
            "heap_free": gc.mem_free() if hasattr(gc, "mem_free") else 0,
        }
        return json.dumps(figures).encode()
