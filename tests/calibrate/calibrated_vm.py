"""A table whose firmware is calibrated over its link, on the real MicroPython VM, in one thread."""

import json

from gateway.vault import messages, tokens
from shared_rules import topics
from shared_rules.wire import decode
from tests.firmware_table.minibroker import MiniBroker
from tools.virtual.player import provision
from tools.virtual.table import VirtualTable

ROOT = bytes(range(32))


class Site:
    """``table``: on a broker for it alone; enrolled, with the root ``ROOT``."""

    def __init__(self, folder, vm="wheel", table="six_max", **more):
        self.broker = MiniBroker(root=ROOT)
        self.table = VirtualTable(
            table, broker=self.broker.address, table_id="7", core=None, vm=vm,
            flash_dir=folder / "flash", **more,
        )  # fmt: skip
        provision(self.table.flash, ROOT)
        self.world = self.table.world
        self._epoch = 1

    def run(self, condition, virtual_s=60):
        """Let the controller run until something is so."""
        limit = self.world.now + virtual_s * 1_000_000
        while not condition():
            assert self.world.now < limit, self.table.vm.last_words()
            self.table.run_for(50_000)

    def said(self, name=topics.UP_CALIBRATE):
        """Messages of the controller, in order."""
        topic = topics.topic("7", name)
        return [json.loads(p) for t, p in list(self.broker.published) if t == topic]

    def boot(self):
        """The boot whose state was told last."""
        return self.said(topics.UP_STATE)[-1]["boot"]

    def order(self, sender=topics.TECHNICIAN, boot=None, table="7"):
        """``(key, by)`` that signs one message, as a vault would give it out."""
        self._epoch += 1
        now, hand, _count = self.said(topics.UP_STATE)[-1]["by"]
        boot = boot or now
        key = messages.order_key(tokens.Ratchet(ROOT).root(hand), table, boot, hand, sender)
        return key, (boot, self._epoch, 1)

    def report(self, message, **how):
        """An order, signed; the payload that was sent."""
        key, by = self.order(**how)
        payload = messages.sign(key, topics.DOWN_CALIBRATE, json.dumps(message).encode(), by)
        self.send(payload)
        return payload

    def send(self, payload, name=topics.DOWN_CALIBRATE):
        """Publish bytes to the controller, as anybody at the broker can."""
        self.broker.send_raw(topics.topic("7", name), payload)

    def answer(self, message, state, virtual_s=60, **how):
        """Tell, and wait for the next message in ``state``; that message."""
        before = len(self.said())
        self.report(message, **how)
        found = []

        def there():
            found[:] = [m for m in self.said()[before:] if m["state"] == state]
            return bool(found)

        self.run(there, virtual_s)
        return found[0]

    def start(self):
        """Have it calibrated: it restarts, and is ready."""
        boot = self.boot()
        self.report({"do": "start"})
        self.run(lambda: any(m["state"] == "ready" and m["boot"] > boot for m in self.said()))

    def keyed(self, what, **fields):
        """Key at the table's keypad, and wait for its event."""
        before = len(self.broker.events())
        self.world.keypad.press({"key": {"what": what, **fields}})
        self.run(lambda: what in [decode(r)["what"] for *_, r in self.broker.events()[before:]])

    def plays(self):
        """True when the newest boot that has spoken is that of a table."""
        return "safe" not in self.said(topics.UP_STATE)[-1]

    def close(self):
        """Switch it off."""
        self.table.stop()
        self.broker.close()
