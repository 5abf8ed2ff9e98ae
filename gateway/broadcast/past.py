"""Overlays with hole cards: what was so a delay ago, with what the vault has released of it.

The delay is the vault's; here it only decides which picture is shown beside the cards. A picture
whose cards are not released (yet) is shown without them.
"""

import bisect
import json
import time
from collections import deque

from gateway.process.ticker import Ticker
from gateway.tables import projections

STEP_S = 0.25
PICTURES_MAX = 40_000  # of a table: beyond it the oldest go, and the overlay begins later
CONSUMER = "broadcast"


class Past:
    """Keeps pictures of every table while the mode is ``delayed``. ``vault``: the client of it."""

    def __init__(self, tables, vault, clock=time.monotonic):
        self._tables, self._vault, self._clock = tables, vault, clock
        self._kept = {}  # table -> (deque of times, deque of texts, version)
        self._shown = {}  # table -> time of the picture on the air
        ticker = Ticker("past", STEP_S, self._keep)
        self.start, self.stop = ticker.start, ticker.stop

    def mode(self):
        """``(mode, delay in s)`` of broadcasts, as the vault says."""
        return getattr(self._vault, "modes", {}).get(CONSUMER, ("sealed", 0))

    def _keep(self):
        if self.mode()[0] == "delayed":
            for live in self._tables.all():
                self.step(live)

    def step(self, live):
        """Keep the picture of now; wake the screens when the picture on the air changes."""
        now = self._clock()
        times, texts, version = self._kept.get(live.name, (deque(), deque(), None))
        if live.version != version:
            version = live.version
            times.append(now)
            texts.append(json.dumps(picture(live)))
        late = now - self.mode()[1]
        while len(times) > 1 and (times[1] <= late or len(times) > PICTURES_MAX):
            times.popleft()
            texts.popleft()
        self._kept[live.name] = times, texts, version
        on_air = times[0] if times[0] <= late else None
        if self._shown.get(live.name) != on_air:
            self._shown[live.name] = on_air
            self._tables.touch(live)

    def snapshot(self, live):
        """What the overlay with cards shows now."""
        if self.mode()[0] != "delayed":
            made = picture(live)
        else:
            times, texts, _v = self._kept.get(live.name, ((), (), None))
            i = bisect.bisect_right(list(times)[:2], self._clock() - self.mode()[1]) - 1
            if i < 0:
                return _empty(live)
            made = json.loads(texts[i])
        return with_cards(made, live.released(CONSUMER))


def picture(live):
    """The public snapshot, and which hand it is of."""
    with live.lock:
        made = projections.overlay(live)
        made["hand_key"] = live.hand_key
        return made


def _empty(live):
    made = picture(live)
    return {**made, "seats": [], "board": [], "board_keyed": [], "pots": [], "last": None, "pot": 0}


def with_cards(made, released):
    """A picture with the hole cards and equities of its hand, as far as they are released."""
    key = made.pop("hand_key", None)
    hand = released.get(tuple(key)) if key else None
    if hand is None:
        return made
    live = set()
    for seat in made["seats"]:
        holes = hand["seats"].get(str(seat["seat"]), [])
        if seat["cards"] and seat["state"] in ("live", "all_in"):
            seat["hole"] = holes[: seat["cards"]]
            live.add(str(seat["seat"]))
    spot = _spot(hand["spots"], len(made["board"]), live)
    figures = (spot or {}).get("equity") or {}
    for seat in made["seats"]:
        at = str(seat["seat"])
        share = figures.get("seats", {}).get(at)
        if share is not None and seat.get("hole"):
            seat["equity"] = share
            seat["tie"] = figures.get("ties", {}).get(at, 0)
            seat["outs"] = figures.get("outs", {}).get(at)
    made["sampled"] = bool(figures) and not figures["exact"]
    return made


def _spot(spots, board, live):
    """The last moment with so many board cards and these hands; None when there was none."""
    for spot in reversed(spots):
        if len(spot["board"]) == board and set(spot["live"]) == live:
            return spot
    return None
