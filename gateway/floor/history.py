"""Search in what was settled: by table, dealer, player, kind, day, and who decided."""

import re
import time
from dataclasses import dataclass, field

from gateway.alerts.registry import ALERTS
from gateway.languages.speech import ENGLISH, language, translated
from gateway.people.dealers import dealers_since
from gateway.tables import alerts as facts
from gateway.tables import projections, words
from shared_rules import sentences

HISTORY_MAX = 200  # shown; the rest is counted


@dataclass
class History:
    """What is searched for; empty means any. ``day``: ``2026-11-22``, by the gateway's clock."""

    table: str = ""
    player: str = ""
    kind: str = ""
    day: str = ""
    by: str = ""
    dealer: str = ""
    kinds: list = field(default_factory=list)  # ``[(code, words)]`` there are

    def search(self, tables, people=None):
        """Alerts that wait for nobody, newest first, as pages show them, each with its dealer.

        ``people``: the gateway's, whose record of acts says who dealt; None: nobody knows.
        """
        found, kinds = [], {}
        for live in tables:
            with live.lock:
                for (n, k), body in live.alerts.items():
                    if facts.waits(body, n >= live.hand_n):
                        continue
                    kinds[body["ruling"]] = kind(body["ruling"])
                    if self._fits(live.name, body):
                        found.append(projections.alert(live.name, n, k, body))
        self.kinds = sorted(kinds.items(), key=lambda item: item[1])
        found = self._dealt(found, people)
        for a in found:
            a["day"] = day_of(a["wall"])
            a["at"] = time.strftime("%H:%M", time.localtime(a["wall"] / 1000))
        return sorted(found, key=lambda a: (-a["wall"], -a["n"], -a["k"]))

    def _dealt(self, found, people):
        """The same with who dealt then, and of a dealer's own those only."""
        dealers = dealers_since(people, min((a["wall"] for a in found), default=0))
        for a in found:
            a["dealer"] = dealers.at(a["table"], a["wall"])
        wanted = self.dealer.strip().lower()
        return [a for a in found if wanted in a["dealer"].lower()]

    def _fits(self, table, body):
        by = (body.get("decision") or {}).get("by", "")
        pairs = (
            (self.player, body.get("player") or ""),
            (self.by, by),
        )
        if any(wanted.strip().lower() not in has.lower() for wanted, has in pairs):
            return False
        if self.table and self.table != table or self.kind and self.kind != body["ruling"]:
            return False
        return not self.day or self.day == day_of(body.get("wall", 0))


def kind(code):
    """A kind of alert to choose: its code in plain words, or the sentence another language has."""
    if language() == ENGLISH:
        return words.kind(code)
    row = ALERTS.get(code)
    pattern = row.sentence if row else dict(sentences.CODES).get(code, words.kind(code))
    return re.sub(r"\{\w+\}", "…", translated(pattern))


def day_of(wall_ms):
    """The day of a wall time (ms), as ``2026-11-22``."""
    return time.strftime("%Y-%m-%d", time.localtime(wall_ms / 1000))
