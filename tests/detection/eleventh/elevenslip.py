"""What a slip is, and all of them by name."""

CLASSES = {}


class Stopped(Exception):
    """Play stops: the dealer calls the floor."""


class Again(Exception):
    """These stacks cannot be paid out of these chips: another hand is drawn."""


class Slip:
    """A class of irregularity: where in a hand it comes, how, and in which books it is one."""

    def __init__(self, name, point, run, **more):
        self.name, self.point, self.run = name, point, run
        self.books = more.get("books")
        self.chance = more.get("chance", 0.5)
        self.seats_min, self.seats_max = more.get("seats_min", 3), more.get("seats_max", 9)
        self.format = more.get("format")
        self.bb_min = more.get("bb_min", 0)
        self.setup = more.get("setup")


def slip(name, point, **more):
    """Registers a function as a slip: it does the wrong thing and says so by ``hand.wrong``."""

    def register(run):
        CLASSES[name] = Slip(name, point, run, **more)
        return run

    return register
