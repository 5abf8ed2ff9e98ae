"""What a cheaper table lacks: kinds of evidence that are taken out of a recording.

The world is the same; what would have brought the evidence is not there. What is left goes through
the door every trace goes through.
"""

from tools.errors import CommandError

LOOPS = ("mouth", "burn", "muck", "pot")  # kinds of loops that may be left out

# name -> what a table without it has not got
KINDS = {
    "load": "the gain of the receiver (AGC) is not read",
    "facing": "the loops at the mouth lie in a row, not over the quadrants of a card",
    "knowledge": "the controller is told no setup: game, seats, button, blinds, stacks",
    "keys": "no keys: nobody keys words, checks or what only people see, nor answers",
    "mouth": "no loops at the mouth of the deck well",
    "burn": "no loop at the burn place",
    "muck": "no loop at the muck",
    "pot": "no loop at the pot",
}
EACH = "each"
IN_A_ROW = {f"mouth:{n}": f"mouth:{n + 4}" for n in range(1, 5)}  # these number no quadrant
BEGINS = ("riffle", "machine_deck_cut", "shuffler_button")  # the shuffler presses these


def settings(text):
    """Tuples of kinds to leave out, each a run of its own, of the option's text.

    ``load,keys``: both at once; ``each``: nothing, then one kind after the other. Raises
    CommandError for a kind that is not known.
    """
    if not text:
        return [()]
    if text == EACH:
        return [(), *[(kind,) for kind in KINDS]]
    kinds = tuple(dict.fromkeys(text.split(",")))
    for kind in kinds:
        if kind not in KINDS:
            raise CommandError(f"--without: {kind!r} is none of {', '.join(KINDS)}, {EACH}")
    return [kinds]


class Lacking:
    """A table without some kinds of evidence. ``kinds``: names of ``KINDS``."""

    def __init__(self, kinds=()):
        self.kinds = frozenset(kinds)
        self.emitted_setup = "knowledge" not in self.kinds
        self.has_keys = "keys" not in self.kinds

    def zone(self, zone):
        """Name a loop of a zone has on this table, None where there is none."""
        if zone.partition(":")[0] in self.kinds:
            return None
        return IN_A_ROW.get(zone, zone) if "facing" in self.kinds else zone

    def gain(self, agc):
        """The gain as this table reads it: 0 is not known."""
        return 0 if "load" in self.kinds else agc

    def pressed(self, key):
        """True for a key that somebody presses at this table."""
        return self.has_keys or key["what"] in BEGINS
