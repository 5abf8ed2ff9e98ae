"""The rules engine told what really happened: acts, stacks and rulings of a table that sees all."""

from shared_rules import table as rules
from shared_rules.events import BadEvent

MOTION_S = 4.0  # no single motion of an event (three board cards) takes longer


class Oracle:
    """Rulings of the ideal events of a play: ``alerts`` are ``(ms, situation, seat)``."""

    def __init__(self, play, header):
        self.alerts = []
        self.causes = []  # of each alert: the event it followed
        self.withdrawn = []
        self.hand = None
        self.table = rules.Table(play.plan.book)
        self._apply(setup(play, header))
        self._apply({"t": play.scene.ideal_start, "what": "riffle"})
        for event in sorted(play.scene.ideal, key=lambda e: e["t"]):
            self._apply(event)
        if play.slip is None:
            self._apply({"t": int(play.t * 1000) + 60_000, "what": "riffle"})

    def _apply(self, event):
        for output in self.table.apply(event):
            if output["k"] == "ruling" and output["irregular"]:
                self.alerts.append((event["t"], output["situation"], output["seat"]))
                self.causes.append(event)
            elif output["k"] == "withdraw":
                self.withdrawn.append((event["t"], output["situation"], output["seat"]))
            elif output["k"] == "hand" and self.hand is None:
                self.hand = output


def moment_s(scene, event):
    """When what an event tells could first be known: its things at rest, or its key pressed."""
    t = event["t"] / 1000
    if event["what"] == "card_move":
        tags = [tag for tag in scene.tags if tag.card and tag.name in event["cards"]]
    elif event["what"] == "chips_move" and event["to"].startswith("line"):
        tags = [tag for tag in scene.tags if not tag.card]
    elif event["what"] in ("chips_move", "post"):
        return t
    else:
        keyed = [at for at, _, key in scene.keys if at >= t and key["what"] == event["what"]]
        return min(keyed, default=t)
    rests = [_next_rest(tag, t) for tag in tags]
    soon = [at for at in rests if at is not None and at - t < MOTION_S]
    return max(soon, default=t)


def _next_rest(tag, t):
    """When a tag next comes to rest after ``t``, the mouth aside."""
    return min([r.t0 for r in tag.rests if r.t0 > t and not r.forced], default=None)


def setup(play, header):
    """The header as the setup event a table would make of it."""
    plan = play.plan
    out = {
        "what": "setup", "t": 0, "hand_id": "world", "game": "nlhe", "format": "cash",
        "betting": "no_limit", "ante": 0, "betting_line": True, "street": "none",
        "seats": sorted(plan.seats), "sb_seat": plan.sb_seat, "bb_seat": plan.bb_seat,
    }  # fmt: skip
    for key, value in header.items():
        if key not in ("table", "deck", "chips", "rulebook"):
            out[key] = value
    return out


__all__ = ["BadEvent", "Oracle", "setup"]
