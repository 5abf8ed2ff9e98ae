"""Table time: one clock for a table's whole life, over all boots of its controller."""


class TableTime:
    """Maps ``(boot, ms since boot)`` to table time in ms, which never runs backwards.

    ``boot`` is any value that changes with each boot: here the pair of device and boot epoch.

    An event ``t`` ms into a new boot happened at least ``t`` ms after the last event of the boot
    before: that much is certain without any other clock, and that is what is added.
    """

    def __init__(self, boot=None, base_ms=0, last_ms=0):
        self.boot = boot
        self.base_ms = base_ms
        self.last_ms = last_ms

    @classmethod
    def resume(cls, positions):
        """Go on from a log's ``positions``: ``(dev, boot, seq, t)`` of each boot, in order."""
        time = cls()
        for dev, boot, _seq, last_ms in positions:
            time.stand_at((dev, boot), last_ms)
        return time

    def stand_at(self, boot, last_ms):
        """An event of ``boot`` has the table time ``last_ms``, as the log says; advances."""
        if boot != self.boot:
            self.boot, self.base_ms = boot, self.last_ms
        self.last_ms = last_ms

    def at(self, boot, t_ms):
        """Table time of an event; advances."""
        if boot != self.boot:
            self.boot, self.base_ms = boot, self.last_ms
        self.last_ms = max(self.last_ms, self.base_ms + t_ms)
        return self.last_ms


def in_table_time(event, table_ms):
    """The event with its times, ms of its controller's boot, as table time. ``table_ms``: its own.

    ``about`` is the time of an earlier event of the same boot: without this it names none after the
    table's first boot, and chips that are read late would belong to no wager.
    """
    if "about" in event:
        event["about"] += table_ms - event["t"]
    event["t"] = table_ms
    return event
