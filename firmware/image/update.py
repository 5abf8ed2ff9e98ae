"""A new image over the network: offered, asked for block by block, verified, tried at a boot.

    down/image  {"head": base64 of the image's first 512 bytes}     an offer
    up/image    {"state": "want", "version": 7, "at": 4096, "n": 2048, "signed": 1}
    down/block  offset u32 (little endian), then the bytes
    up/image    {"state": "ready" | "refused" | "given up", "version": 7, "why": ...}
    down/image  {"restart": 7}                                      boot it now

The header is verified before anything is written. Blocks are asked for one at a time, in order, so
memory is bounded by one block; a block that does not come is asked for again, a bounded number of
times. The area that runs is never written. A cut at any moment leaves an image that does not verify
and is not tried: the controller boots what it ran before.
"""

import binascii
import hashlib

from firmware.image import header as hd
from firmware.image import loader
from firmware.link.incoming import json_object

N = 2048
VERSION_MAX = 0xFFFFFFFF  # a header's field
ASK_MS = 3000
ASKS_MAX = 20
IDLE = 0
LOADING = 1
CHECKING = 2


class Update:
    """``who``: loader.Device; ``running``: loader.Booted; ``say(dict)`` publishes ``up/image``;
    ``restart()``: boots; ``quiet()``: True while no hand is under way;
    ``signed``: blocks have to be signed, which whoever sends them is told."""

    def __init__(self, choice, areas, who, running, say, restart, quiet, signed=False):
        self.choice = choice
        self.areas = areas
        self.who = who
        self.running = running
        self.say = say
        self.restart = restart
        self.quiet = quiet
        self.signed = signed
        self.state = IDLE
        self.header = None
        self.ready = 0  # version that waits for a restart
        self._name = ""
        self._head = b""
        self._at = 0
        self._hash = None
        self._asked = 0
        self._asks = 0
        self._go = False

    def heard(self, payload, now):
        """``down/image``."""
        try:
            message = json_object(payload)
            if message is not None and "restart" in message:
                self._want_restart(message["restart"])
                return
            head = binascii.a2b_base64(message["head"])
        except (ValueError, KeyError, TypeError):
            self._refuse(0, "an offer is an object with the image's head")
            return
        self._offer(head, now)

    def block(self, payload, now):
        """``down/block``."""
        if self.state != LOADING or len(payload) < 5:
            return
        at = int.from_bytes(payload[:4], "little")
        want = min(N, self.header.length - self._at)
        if at != self._at or len(payload) - 4 != want:
            return  # a repeat, or not what was asked for: it is asked for again
        data = payload[4:]
        try:
            self.areas[self._name].write(data)
        except OSError as e:
            self._give_up("the flash refuses: %s" % e)
            return
        self._hash.update(data)
        self._at += want
        self._asks = 0
        if self._at < self.header.length:
            self._ask(now)
            return
        self._check()

    def poll(self, now):
        """Ask again, check what was written, restart when it is time."""
        if self.state == LOADING and now - self._asked >= ASK_MS:
            if self._asks >= ASKS_MAX:
                self._give_up("blocks do not come")
            else:
                self._ask(now)
        elif self.state == CHECKING:
            self._step()
        elif self._go and self.quiet():
            self._go = False
            self.restart()

    # -- inside

    def _offer(self, head, now):
        version = 0
        try:
            header = hd.verified(head, self.who.keys, self.who.board)
            version = header.version
            why = self.choice.refusal(header, self.running.version)
        except hd.BadImage as e:
            why = str(e)
        if why:
            self._refuse(version, why)
            return
        if self.state != IDLE and self._head == head:
            self._ask(now)  # the same offer again: go on
            return
        if self.ready == header.version:
            self._say_ready()
            return
        name = self.choice.target(self.running.slot)
        area = self.areas[name]
        if hd.SIZE + header.length > area.limit:
            self._refuse(version, "%d bytes do not fit" % header.length)
            return
        self.header = header
        self._head = head
        self._name = name
        self._at = self._asks = self.ready = 0
        self._hash = hashlib.sha256()
        try:
            self.choice.overwrite(name)
            area.begin()
            area.write(head)
        except OSError as e:
            self._give_up("the flash refuses: %s" % e)
            return
        self.state = LOADING
        self._ask(now)

    def _ask(self, now):
        if self.state != LOADING:
            return
        self._asked = now
        self._asks += 1
        n = min(N, self.header.length - self._at)
        want = {"state": "want", "version": self.header.version, "at": self._at, "n": n}
        if self.signed:
            want["signed"] = 1
        self.say(want)

    def _check(self):
        """Everything has come: what came must be right, then what lies in flash is read back."""
        if self._hash.digest() != self.header.digest:
            self._give_up("the image is damaged")
            return
        try:
            self.areas[self._name].end()
        except OSError as e:
            self._give_up("the flash refuses: %s" % e)
            return
        self._at = 0
        self._hash = hashlib.sha256()
        self.state = CHECKING

    def _step(self):
        header, area = self.header, self.areas[self._name]
        data = area.read(self._at, min(loader.STEP, header.length - self._at))
        self._hash.update(data)
        self._at += len(data)
        if data and self._at < header.length:
            return
        if (
            self._hash.digest() != header.digest
            or area.head() != self._head
            or not area.fits(header.length)
        ):
            self._give_up("the image is damaged in flash")
            return
        self.state = IDLE
        try:
            self.choice.install(self._name)
        except OSError as e:
            self._give_up("the flash refuses: %s" % e)
            return
        self.ready = header.version
        self._say_ready()

    def _say_ready(self):
        self.say({"state": "ready", "version": self.ready, "why": "restart to run it"})

    def _refuse(self, version, why):
        self.say({"state": "refused", "version": version, "why": why})

    def _give_up(self, why):
        self.state = IDLE
        self._head = b""
        try:
            self.areas[self._name].end()
        except OSError:
            pass
        self.say({"state": "given up", "version": self.header.version, "why": why})

    def _want_restart(self, version):
        if version != self.ready or not self.ready:
            known = isinstance(version, int) and 0 < version <= VERSION_MAX
            self._refuse(version if known else 0, "no such version waits")
            return
        self._go = True
