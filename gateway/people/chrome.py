"""What stands around every page: the ways this visitor may go, and who the visitor is."""

from gateway.access import policy
from gateway.people.who import DEMO

NAV = (
    ("/", "Tables"), ("/floor", "Floor"), ("/director", "Director"), ("/event", "Event"),
    ("/cash", "Cash"),
    ("/overlay", "Overlays"), ("/hands", "Hands"),
    ("/charts", "Charts"), ("/tech", "Technician"), ("/people", "People"), ("/audit", "Record"),
)  # fmt: skip


def frame(who, here=None, said=None):
    """Values of ``base.html`` for a Who, or None for nobody.

    ``here``: the page's own path; ``said``: what came of a form (``gateway/web/forms.py``).
    """
    nav = []
    for path, text in NAV:
        _template, roles, _values = policy.rule_of("GET", path)
        if who is not None and policy.allows(roles, who, None):
            nav.append((path, text))
    return {
        "nav": nav, "here": here, "home": who.home() if who else "/login",
        "name": who.name if who else "", "role": who.role if who else "",
        "demo": who is not None and who.kind == DEMO, "said": said,
    }  # fmt: skip
