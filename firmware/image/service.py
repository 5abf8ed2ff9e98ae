"""The running controller's part in its program: hash reported, trial confirmed, updates taken."""

from firmware.image.program import Program
from shared_rules.compat import let_go

CONFIRM_MS = 60000  # a new image has proved itself after so long, with the broker connected
STEPS_MS = 8  # between two pieces of a hash: reading goes first
_TOPICS = ("down/program", "down/image", "down/block")


class Images:
    """``booted``: loader.Booted of what runs, None when no loader did (then the board's own).

    ``publish(name, message)`` returns None when it could not; ``restart()`` boots; ``quiet()`` is
    True while no hand is under way; ``who``: the report's first fields (dev, boot);
    ``signed``: see update.Update.
    """

    def __init__(self, flash, booted, board, publish, restart, quiet, who, complain, signed=False):
        self.flash = flash
        self.booted = booted
        self.board = board
        self.publish = publish
        self.restart = restart
        self.quiet = quiet
        self.who = who
        self.complain = complain
        self.signed = signed
        self.update = None
        self._areas = None
        self._next = 0
        self._report = None
        self._trial = booted is not None and booted.trial
        self.program = Program(self._source, self._hashed)

    def heard(self, name, payload, now):
        """A message of ours: True."""
        if name not in _TOPICS:
            return False
        if name == "down/program":
            self.program.ask()
        elif name == "down/image":
            self._updating().heard(payload, now)
        elif self.update is not None:
            self.update.block(payload, now)
        return True

    def poll(self, now, connected):
        """Go on with a hash or an update, confirm a trial, publish what is due."""
        if self.update is not None:
            self.update.poll(now)
        if now < self._next:
            return
        self._next = now + STEPS_MS
        try:
            self.program.poll(now)
        except Exception as e:  # whatever a board's flash says to it: the table goes on
            self.program.give_up(now)
            self.complain("program: %s" % e)
        if self._report is not None and connected and self.publish("up/program", self._report):
            self._report = None
        if self._trial and connected and now >= CONFIRM_MS:
            self._trial = False
            self._chosen().confirm(self.booted.slot, self.booted.header)

    # -- inside

    def _source(self):
        from firmware.image.program_bytes import source_of

        source = source_of(self.booted, self._where(), self.board)
        let_go("firmware.image.program_bytes")
        return source

    def _where(self):
        if self._areas is None:
            import sys

            from firmware.image.areas import of_board

            self._areas = of_board(sys.platform, self.flash)
            let_go("firmware.image.areas")
        return self._areas

    def _chosen(self):
        from firmware.image.choice import Choice

        return Choice(self.flash + "/choice")

    def _updating(self):
        """The update's machinery, loaded when it is first needed."""
        if self.update is None:
            from firmware.image import loader, update

            running = self.booted or loader.Booted("", None, [], False)
            self.update = update.Update(
                self._chosen(), self._where(), loader.device(self.flash), running,
                self._say, self.restart, self.quiet, self.signed,
            )  # fmt: skip
        return self.update

    def _say(self, message):
        self.publish("up/image", message)

    def _hashed(self, why, digest, changed):
        report = dict(self.who)
        booted = self.booted
        report["slot"] = booted.slot if booted else ""
        report["version"] = booted.version if booted else 0
        report["trial"] = self._trial
        report["refused"] = booted.refused if booted else []
        report["sha256"] = digest
        report["why"] = why
        report["changed"] = changed
        self._report = report
        if changed:
            self.complain("program: it is not what was booted")
