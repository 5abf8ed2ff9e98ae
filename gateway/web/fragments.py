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

    ``template``: ``floor_alerts.html`` or ``director_alerts.html``; ``pits``: ``Pits`` of the room.
    """

    def __init__(self, pits, template="floor_alerts.html"):
        self._pits, self._template = pits, template
        self._kept = {}  # table filter, pits, language -> (versions, values, html)

    def values(self, tables, table, system, mine=()):
        """What the page shows: ``open``, ``others``, ``noted``, ``settled``, counts, and ``html``.

        ``mine``: the pits its reader answers; ``others`` are alerts of tables others answer.
        """
        chosen = [live for live in tables if table is None or live.name == table]
        now = system, self._pits.version, [(live.name, live.alerts_version) for live in chosen]
        key = table, mine, language()
        kept = self._kept.get(key)
        if kept is None or kept[0] != now:
            silent = self._pits.silent(mine)
            lists = [(live.name in silent, _lists(live)) for live in chosen]
            values = _merged(lists)
            values.update(table=table, system=system, mine=mine, pits=self._pits.of())
            values["html"] = render(self._template, **values)
            known = {live.name for live in tables}
            if table is None or table in known:  # what a visitor makes up is not kept
                self._forget(now)
                self._kept[key] = now, values
            return values
        return kept[1]

    def _forget(self, now):
        """Drop what was made for pits as they are no more: their readers have others now."""
        for key, (then, _values) in list(self._kept.items()):
            if then[1] != now[1]:
                self._kept.pop(key, None)


def _lists(live):
    """A table's alert lists (see ``projections.alert_lists``), kept until one changes."""
    with live.lock:
        kept = live.kept_alerts
        if kept is None or kept[0] != live.alerts_version:
            kept = live.kept_alerts = live.alerts_version, projections.alert_lists(live)
        return kept[1]


def _merged(lists):
    """Lists of all tables in one, of ``(silent, lists)`` each; what escalates is everybody's."""
    values = {}
    for name in projections.ALERT_LISTS:
        rings = [found[name] for silent, found in lists if not (silent and name == "open")]
        most = ESCALATED_MAX if name == "escalated" else ALERTS_MAX
        values[name] = _first(name, rings, most)
    others = [found["open"] for silent, found in lists if silent]
    values["others"] = _first("open", others, ALERTS_MAX)
    values["others_count"] = sum(map(len, others))
    waiting = [
        a for silent, found in lists for name in ("escalated", "open") for a in found[name]
        if not (silent and name == "open")
    ]  # fmt: skip
    values["open_count"] = len(waiting)
    values["urgent_count"] = sum(a["severity"] == "urgent" for a in waiting)
    values["escalated_count"] = sum(len(found["escalated"]) for _silent, found in lists)
    values["director_count"] = sum(len(found["director"]) for _silent, found in lists)
    return values


def _first(name, lists, most):
    return list(islice(merge(*lists, key=projections.alert_order(name)), most))


def alarm(*lists):
    """What a screen sounds for: alert id -> its severity, and how often it has escalated."""
    shown = [a for found in lists for a in found]
    return {a["id"]: [a["severity"], a["level"]] for a in shown if a["severity"] != "info"}
