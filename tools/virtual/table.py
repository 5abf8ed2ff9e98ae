"""A virtual table: the world, a MicroPython VM with the real firmware, and its network.

table = VirtualTable("nine_max", seed=7, broker=("127.0.0.1", 1883), flash_dir="var/t1/flash")
table.start()
table.world.at(1_000_000, lambda: table.world.place(card, "seat:1"))
table.run_until(5_000_000)
table.stop()
"""

import itertools
import json
import math
import os
import tempfile
from pathlib import Path

from firmware.link.slots import Slots
from gateway.vault import messages
from gateway.vault.interface import OrderKey
from shared_rules import topics
from tools.hardware import description
from tools.virtual.board_io import VmReset
from tools.virtual.pace import Pace
from tools.virtual.proxy import OWN_EPOCH, Proxy
from tools.virtual.vm import HEAP, PROGRAM, ROOT, Vm, VmError
from tools.virtual.world import World

_turn = itertools.count()
PACED_ASK_US = 20_000


class VirtualTable:
    """One table with its controller.

    ``hw_config``: name or path of a table description; ``board``: of a board description;
    ``broker``: (host, port) of the real broker, None for a table without network; ``table_id``:
    its MQTT name; ``flash_dir``: the controller's flash, kept over restarts (a temporary one when
    None); ``pace``: virtual seconds per wall second, None for as fast as it goes; ``vm``: ``wheel``
    or ``i386``, or a function that makes the VM for a flash;
    ``core``: the CPU that world and VM share ("auto": one per table in turn, None:
    unpinned); ``extra``: keys merged into config.json; ``roms``: see ``Vm``.
    """

    def __init__(
        self,
        hw_config="nine_max",
        seed=0,
        noise=0.0,
        broker=None,
        table_id="1",
        flash_dir=None,
        pace=None,
        vm="wheel",
        board="esp32s3_w5500",
        dev="c1",
        extra=None,
        core="auto",
        heap=HEAP,
        program=PROGRAM,
        tree=ROOT,
        ahead_us=500_000,
        roms=(),
    ):
        self._scratch = None
        if flash_dir is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="feltwire-")
            flash_dir = Path(self._scratch.name) / "flash"
        self.flash = Path(flash_dir)
        self.world = World(hw_config, board, seed, noise)
        if callable(vm):
            self.vm = vm(self.flash)
        else:
            self.vm = Vm(self.flash, vm, heap, program, tree, seed, roms)
        self.vm.lines = self.world.board.lines()
        self.pace = Pace(pace)
        self.proxy = Proxy(broker, ahead_us, strict=not pace) if broker else None
        self.world.network = self.proxy
        if pace:
            self.world.ask_us = PACED_ASK_US
        self.description, self.table_id = hw_config, str(table_id)
        self._config = (hw_config, board, str(table_id), dev, extra)
        self._core = self._choose(core)
        self._affinity = None
        self._answer = None
        self.resets = []  # (t_us, cause)
        self.on_reset = None

    @staticmethod
    def _choose(core):
        cores = sorted(os.sched_getaffinity(0))
        return cores[(os.getpid() + next(_turn)) % len(cores)] if core == "auto" else core

    # -- life

    def start(self):
        """Write config.json, open the network, start the controller."""
        if self._core is not None and self._affinity is None:
            self._affinity = os.sched_getaffinity(0)
            os.sched_setaffinity(0, {self._core})  # this thread only
        self._write_config()
        self._boot(1)

    def _write_config(self):
        table, board, table_id, dev, extra = self._config
        address = self.proxy.open() if self.proxy else ("127.0.0.1", 1)
        config = description.table_config(table, board, table_id, dev, (address,), extra)
        self.flash.mkdir(parents=True, exist_ok=True)
        (self.flash / "config.json").write_text(json.dumps(config, separators=(",", ":")))

    def _boot(self, cause):
        self._answer = None
        self.world.boot()
        if self.proxy:
            self.proxy.order = self._order_key()
        self.vm.start(cause, self._core)

    def _order_key(self):
        """The OrderKey of the boot that begins; None for a device that has no root yet, or one of
        its own."""
        state = Slots(str(self.flash / "state"), {"boot": 0, "hand": 0}).value
        if "root" not in state or state.get("own"):
            return None
        root, boot = bytes.fromhex(state["root"]), state["boot"] + 1
        key = messages.order_key(root, self.table_id, boot, state["hand"], topics.GATEWAY)
        return OrderKey(boot, OWN_EPOCH, key)

    def kill(self):
        """Cut the controller's power at this very moment. ``restart`` brings it back."""
        self.vm.kill()
        self._answer = None

    def restart(self, cause=1):
        """Start the controller again on the same flash."""
        self.vm.kill()
        if self.proxy:
            self.proxy.drop_controller()
        self._boot(cause)

    def stop(self):
        """End controller and network. May be called twice."""
        self.vm.kill()
        if self.proxy:
            self.proxy.close()
        if self._affinity is not None:
            os.sched_setaffinity(0, self._affinity)
            self._affinity = None
        if self._scratch is not None:
            self._scratch.cleanup()
            self._scratch = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()

    # -- running

    def run_until(self, t_us=math.inf, condition=None):
        """Let the controller run up to a virtual time, or until ``condition()`` is true (asked
        after each of its messages). True when the condition ended it. Raises VmError when the
        controller's program ends or hangs."""
        world = self.world
        world.until = t_us
        if self.vm.link is None:
            raise VmError("the controller is off")
        while True:
            if self._answer is None:
                message = self.vm.receive()
                try:
                    self._answer = world.answer(message)
                except VmReset as reset:
                    self._reset(reset)
                    continue
                if self.pace.speed:
                    self.pace.hold(world.now, self.proxy)
            if condition is not None and condition():
                return True
            if world.now >= t_us:
                return False
            answer, self._answer = self._answer, None
            self.vm.answer(answer)

    def run_for(self, us, condition=None):
        """As run_until, for so many virtual microseconds from now."""
        return self.run_until(self.world.now + us, condition)

    def _reset(self, reset):
        self.resets.append((reset.t_us, reset.cause))
        self.restart(reset.cause)
        if self.on_reset:
            self.on_reset(reset)
