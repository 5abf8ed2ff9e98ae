"""vMix: rows for its data sources, and texts for its titles over its HTTP interface.

Rows are flat: vMix reads a JSON array of objects whose values are texts. Titles are set with
``GET /api/?Function=SetText&Input=...&SelectedName=....Text&Value=...``, a colour or a picture not;
overlays with ``OverlayInput1In`` and ``OverlayInput1Out``.
"""

import urllib.error
import urllib.parse
import urllib.request

from gateway.tables import words

TIMEOUT_S = 2.0
SEATS = 10


def rows(parts):
    """Rows of a scene's parts (None: nothing is on the air yet): one a seat that is dealt in."""
    if not parts or parts["air"].get("hidden"):
        return []
    snapshot, stats = parts["snapshot"], parts["stats"]
    bb = snapshot["bb"]
    made = []
    for s in snapshot["seats"]:
        figures = stats.get(str(s["seat"]), {})
        made.append(
            {
                "Seat": str(s["seat"]), "Name": s["name"], "Stack": words.chips(s["stack"]),
                "StackBB": f"{s['stack'] / bb:.1f}" if bb else "", "State": s["state"],
                "Bet": words.chips(s["bet"]) if s["bet"] else "", "Action": s["last"],
                "ToAct": "1" if s["to_act"] else "", "Badge": " ".join(s["badges"]),
                "Cards": " ".join(s["shown"]), "Won": words.chips(s["won"]) if s["won"] else "",
                "VPIP": _text(figures.get("vpip")), "PFR": _text(figures.get("pfr")),
                "Pot": words.chips(snapshot["pot"]), "Board": " ".join(snapshot["board"]),
                "BoardKeyed": "yes" if snapshot.get("board_keyed") else "",
                "Blinds": f"{words.chips(snapshot['sb'])} / {words.chips(bb)}",
            }
        )  # fmt: skip
    return made


def _text(value):
    return "" if value is None else str(value)


def fields(parts):
    """Texts of a title: ``{"Seat1Name.Text": ..., "Pot.Text": ...}``; empty for free seats."""
    found, by_seat = {}, {int(r["Seat"]): r for r in rows(parts)}
    for seat in range(1, SEATS + 1):
        row = by_seat.get(seat, {})
        for name in ("Name", "Stack", "Bet", "Action", "Cards"):
            found[f"Seat{seat}{name}.Text"] = row.get(name, "")
    first = next(iter(by_seat.values()), {})
    for name in ("Pot", "Board", "BoardKeyed", "Blinds"):
        found[f"{name}.Text"] = first.get(name, "")
    return found


class Titles:
    """Sets texts of one title input. ``url``: vMix's web controller, ``input``: number or name."""

    def __init__(self, url, input_):
        self._url, self._input = url.rstrip("/") + "/api/", input_
        self._set = {}
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def show(self, texts):
        """Send what has changed; returns how many texts. OSError when vMix does not take one."""
        sent = 0
        for name, value in texts.items():
            if self._set.get(name) != value:
                self.call("SetText", SelectedName=name, Value=value)
                self._set[name] = value
                sent += 1
        return sent

    def forget(self):
        """What was set is not known any more: everything is sent again."""
        self._set = {}

    def call(self, function, **values):
        """One function of vMix on the input."""
        query = urllib.parse.urlencode({"Function": function, "Input": self._input, **values})
        try:
            with self._opener.open(f"{self._url}?{query}", timeout=TIMEOUT_S) as answer:
                answer.read()
        except urllib.error.HTTPError as e:
            raise OSError(f"vMix refuses {function}: {e.code}") from None
