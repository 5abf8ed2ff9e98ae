"""Calibration of a sealed table over its controller's own link, with a person beside the table.

The table is played on until the order comes; then its controller starts into the calibrating mode
(``firmware/calibrate/``), counts what it is told to, and plays again. Each order is signed with a
key of the vault's for who calibrates, each answer is checked by the vault: whoever has the broker
can keep messages back, and make none.
"""

import base64
import json
import secrets
import time

from gateway.errors import VaultError
from gateway.ingest import payload as pl
from gateway.vault import messages
from shared_rules import topics
from tools.calibrate.measure import Window
from tools.calibrate.person import PersonSource
from tools.errors import CommandError

START_S = 60.0  # the controller starts, connects, and its gateway has shown the vault that it did
AGAIN_S = 5.0  # an order without an answer is sent again
PATIENCE_S = 30.0  # for dwells of a zone whose loop is not read
SILENT_S = 60.0  # without any word: the link is gone
LEARN_DWELLS = 5  # of a zone, in which its test tag is found
LEARN_S = 5.0
IN_IT = ("ready", "counting", "counted")  # what a table says that is calibrated


class Speaker:
    """Signs orders to a table and checks its answers. ``ask(question)``: asks the vault, or None
    for a table that is not enrolled, which takes what it is told."""

    def __init__(self, table, order_key=None, check=None):
        self.table, self._order_key, self._check = table, order_key, check
        self._key = None

    @classmethod
    def of_vault(cls, folder, table):
        """By the vault whose socket lies in ``folder``."""
        from gateway.vault import client

        def check(payload):
            found = [[table, topics.UP_CALIBRATE, base64.b64encode(payload).decode()]]
            return client.ask(folder, {"op": "check", "messages": found})["verdicts"][0]

        return cls(table, lambda: client.order_key_of(folder, table, topics.TECHNICIAN), check)

    def signed(self, message, anew=False):
        """The order as it goes out; ``anew``: the controller may have begun another boot. None: it
        cannot be signed yet, because the controller has not been heard."""
        payload = json.dumps(message).encode()
        if self._order_key is None:
            return payload
        if self._key is None or anew:
            try:
                self._key = self._order_key()
            except VaultError:
                return None
        if self._key is None:  # nobody is enrolled there
            return payload
        return messages.sign(self._key.key, topics.DOWN_CALIBRATE, payload, self._key.next_by())

    def heard(self, payload):
        """The message in a payload; None when it is not the table's."""
        try:
            message = pl.an_object(payload)
            if self._check is not None and self._check(payload) is not None:
                return None
        except (pl.BadPayload, VaultError):
            return None
        return message


class LinkSource(PersonSource):
    """See Source. ``line``: ``send(payload)`` and ``receive(timeout_s)``, a payload or None;
    ``zones``: read no others (None: all)."""

    def __init__(self, speaker, line, say, ask, zones=None, clock=time.monotonic):
        super().__init__(ask)
        self._speaker, self._line, self._say = speaker, line, say
        self._zones = list(zones or ())
        self._clock = clock
        self._id = secrets.randbelow(1 << 20)  # not that of a run before this one

    def __enter__(self):
        self._say(f"table {self._speaker.table} is asked to be calibrated: nothing is played there")
        next(self._answers({"do": "start"}, IN_IT, START_S))
        return self

    def __exit__(self, kind, *_):
        try:
            next(self._answers({"do": "end"}, ("ended",), 2 * AGAIN_S))
        except CommandError:
            if kind is None:
                self._say("it has not said that it ends: it does so by itself, within ten minutes")

    def keep(self, leave, cross):
        """Put thresholds into the controller's configuration. CommandError: they are not."""
        next(self._answers({"do": "keep", "leave": leave, "cross": cross}, ("kept",)))

    def heard(self, zone):
        """See PersonSource.heard."""
        return self._counted([zone], LEARN_DWELLS, LEARN_S).tags(zone)

    def gather(self, zones, count):
        """See Source.gather."""
        return self._counted(zones, count, PATIENCE_S)

    # -- inside

    def _counted(self, zones, count, patience_s):
        """Count anew; what was counted when all have ``count`` dwells, or patience is at an end."""
        self._id += 1
        order = {"do": "count", "id": self._id, "dwells": count, "of": list(zones)}
        if self._zones:
            order["zones"] = self._zones
        end = self._clock() + patience_s
        answers = self._answers(order, ("counting", "counted"), good=self._is_mine)
        found = next(a for a in answers if a["state"] == "counted" or self._clock() >= end)
        return Window.of_sums(found["zones"])

    def _is_mine(self, message):
        try:
            Window.of_sums(message.get("zones"))
        except ValueError:
            return False
        return message.get("id") == self._id

    def _answers(self, order, states, silent_s=SILENT_S, good=lambda message: True):
        """Send an order, and again while nothing comes; iterate what answers it. CommandError: it
        is refused, or nothing comes for ``silent_s``."""
        self._line.forget()
        heard, sent, anew = self._clock(), None, False
        while self._clock() - heard < silent_s:
            if sent is None or self._clock() - max(sent, heard) >= AGAIN_S:
                sent = self._clock()
                payload = self._speaker.signed(order, anew)
                anew = True  # what was not heard may have been for an earlier boot
                if payload is not None:
                    self._line.send(payload)
            message = self._receive(AGAIN_S / 10) or {}
            state = message.get("state")
            if state in states and good(message):
                heard = self._clock()
                yield message
            elif state in ("refused", "ended"):
                raise CommandError(f"table {self._speaker.table}: {message.get('why')}")
        raise CommandError(
            f"table {self._speaker.table}: its controller says nothing; one that is enrolled hears"
            " only who has a key from the vault (--vault), and plays again by itself"
        )

    def _receive(self, timeout_s):
        payload = self._line.receive(timeout_s)
        return None if payload is None else self._speaker.heard(payload)
