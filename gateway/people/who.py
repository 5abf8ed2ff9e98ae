"""Somebody who acts: what a request is judged by."""

ROLES = ("dealer", "floor", "director", "broadcast", "technician", "auditor")
BOUND = ("dealer", "broadcast")  # who may be bound to one table; a dealer has to be
LOGIN, DEVICE, TOKEN, DEMO = "login", "device", "token", "demo"


class Who:
    """A person, a paired device or a program, with its role and the one table it is bound to.

    ``name`` is what the record of acts and the floor's decisions show; ``session`` its session.
    """

    __slots__ = ("name", "role", "table", "kind", "session", "address")

    def __init__(self, name, role, table=None, kind=LOGIN, session=None, address=""):
        self.name, self.role, self.table = name, role, table
        self.kind, self.session, self.address = kind, session, address

    def home(self):
        """The page that is this role's first."""
        if self.role == "dealer":
            return f"/dealer/{self.table}"
        if self.role == "broadcast":
            return f"/overlay/{self.table}" if self.table else "/overlay"
        return {"floor": "/floor", "technician": "/tech", "auditor": "/audit"}.get(self.role, "/")


def demonstration(address):
    """Whoever sits at the machine of a local demonstration."""
    return Who("local demonstration", "director", kind=DEMO, session=DEMO, address=address)
