"""Which image runs: kept in flash, changed only here, safe against a cut at any byte.

``use``: the area that has proved itself ("" is the program the board was made with). ``trial``: an
area to be tried, ``left`` boots more. ``bad``: the area whose trial failed. ``highest``: of the
versions that have proved themselves. ``floor``: no version below it may run (``Header.oldest``).
"""

from firmware.image.areas import NAMES
from firmware.link.slots import Slots

TRIAL_BOOTS = 3
FACTORY = ""
_FIRST = {"use": FACTORY, "trial": "", "left": 0, "bad": "", "highest": 0, "floor": 0}


class Choice:
    """``path``: of the two files that keep it."""

    def __init__(self, path):
        self.slots = Slots(path, dict(_FIRST))
        value = dict(_FIRST)
        value.update(self.slots.value)
        self.slots.value = value

    @property
    def value(self):
        """The choice as a dict."""
        return self.slots.value

    def at_boot(self):
        """Areas to try in this order, the board's own program after them. Counts a trial's boot."""
        value = self.value
        order = []
        if value["trial"]:
            if value["left"] > 0:
                value["left"] -= 1
                order.append(value["trial"])
            else:
                value["bad"] = value["trial"]
                value["trial"] = ""
            self.slots.save()
        if value["use"]:
            order.append(value["use"])
            for name in NAMES:  # the one before it, kept for the day this one is damaged
                if name not in order and name != value["bad"]:
                    order.append(name)
        return order

    def allows(self, version):
        """True when a version may run at all."""
        return version >= self.value["floor"]

    def target(self, running):
        """Area for a new image: never the one that runs."""
        return NAMES[0] if running != NAMES[0] else NAMES[1]

    def refusal(self, header, running_version):
        """Why an image must not be installed, None when it may."""
        value = self.value
        if header.version == running_version:
            return "version %d runs already" % running_version
        if header.version < max(running_version, value["highest"], value["floor"]):
            newest = max(running_version, value["highest"])
            return "version %d is older than %d: no downgrade" % (header.version, newest)
        return None

    def overwrite(self, name):
        """An area is about to be written: nothing may boot from it meanwhile."""
        value = self.value
        if value["use"] == name:
            value["use"] = FACTORY
        if value["trial"] == name:
            value["trial"] = ""
        value["bad"] = name
        self.slots.save()

    def install(self, name):
        """A whole and verified image lies in an area: try it at the next boots."""
        self.value.update({"trial": name, "left": TRIAL_BOOTS, "bad": ""})
        self.slots.save()

    def confirm(self, name, header):
        """The program in an area has proved itself."""
        value = self.value
        if value["use"] == name and value["trial"] != name:
            return
        value["use"] = name
        value["trial"] = ""
        value["highest"] = max(value["highest"], header.version)
        value["floor"] = max(value["floor"], header.oldest)
        self.slots.save()
