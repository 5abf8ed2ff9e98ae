"""HTML that many screens share, made once per change: a table's place on a page, the alerts.

A page of all tables is a frame of places (``data-part``) and what stands in each. A change at one
table remakes and sends that table's place only; with two hundred tables that is what is affordable.
"""

from heapq import merge
from itertools import islice

from gateway.languages.speech import language
from gateway.tables import projections
from gateway.web.pages import render

ALERTS_MAX = 40  # of each list on the floor page
ESCALATED_MAX = 12  # of those nobody has answered: they stand before the new ones


def place(live, template):
    """A table's place on a page, by its template; the same text until the table changes."""
    key = template, language()
    with live.lock:
        kept = live.kept_html.get(key)
        if kept is None or kept[0] != live.version:
            text = render(template, t=projections.glance(live))
            kept = live.kept_html[key] = live.version, text
        return kept[1]


class AlertsPage:
    """The alert lists of the floor page over all tables (or one), remade when an alert changed.

    ``template``: ``floor_alerts.html`` or ``director_alerts.html``.
    """

    def __init__(self, template="floor_alerts.html"):
        self._template = template
        self._kept = {}  # table filter, language -> (versions, values, html)

    def values(self, tables, table, system):
        """What the page shows: ``open``, ``noted``, ``settled``, counts, and ``html`` of it."""
        chosen = [live for live in tables if table is None or live.name == table]
        now = system, [(live.name, live.alerts_version) for live in chosen]
        key = table, language()
        kept = self._kept.get(key)
        if kept is None or kept[0] != now:
            values = _merged([_lists(live) for live in chosen])
            values.update(table=table, system=system)
            values["html"] = render(self._template, **values)
            known = {live.name for live in tables}
            if table is None or table in known:  # what a visitor makes up is not kept
                self._kept[key] = now, values
            return values
        return kept[1]


def _lists(live):
    """A table's alert lists (see ``projections.alert_lists``), kept until one changes."""
    with live.lock:
        kept = live.kept_alerts
        if kept is None or kept[0] != live.alerts_version:
            kept = live.kept_alerts = live.alerts_version, projections.alert_lists(live)
        return kept[1]


def _merged(lists):
    values = {}
    for name in projections.ALERT_LISTS:
        ordered = merge(*[found[name] for found in lists], key=projections.alert_order(name))
        most = ESCALATED_MAX if name == "escalated" else ALERTS_MAX
        values[name] = list(islice(ordered, most))
    waiting = [a for found in lists for name in ("escalated", "open") for a in found[name]]
    values["open_count"] = len(waiting)
    values["urgent_count"] = sum(a["severity"] == "urgent" for a in waiting)
    values["escalated_count"] = sum(len(found["escalated"]) for found in lists)
    values["director_count"] = sum(len(found["director"]) for found in lists)
    return values


def alarm(*lists):
    """What a screen sounds for: alert id -> its severity, and how often it has escalated."""
    shown = [a for found in lists for a in found]
    return {a["id"]: [a["severity"], a["level"]] for a in shown if a["severity"] != "info"}
