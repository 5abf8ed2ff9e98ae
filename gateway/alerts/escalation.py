"""When an alert that nobody has answered goes to more people. Pure: one transition function.

    RAISED   no screen has confirmed that it shows the alert
    SHOWN    a floor screen shows it, nobody has said anything
    TAKEN    somebody of the floor is on the way
    CALLED   the floor has called for the director
    SETTLED  decided, done, or no longer so

The states are facts of the alert (``state_of``), folded from the event log like everything else.
What is kept here is only since when, and what is due: after a restart that follows from the alert.
"""

from collections import namedtuple

RAISED, SHOWN, TAKEN, CALLED, SETTLED = "raised", "shown", "taken", "called", "settled"
LEVELS = 3  # an alert escalates so often in one state; then it stays at the head of the lists

# Why it escalated, by the state it was in.
WHY = {RAISED: "undelivered", SHOWN: "unanswered", TAKEN: "undecided", CALLED: "director"}

Limits = namedtuple("Limits", "undelivered_ms unanswered_ms undecided_ms repeat_ms")
State = namedtuple("State", "name mark")  # ``mark`` differs when a state is entered once more
Watch = namedtuple("Watch", "state raised_ms due_ms count")
Watch.__doc__ = "``due_ms``: when it escalates next, None: not in this state; ``count``: how often."


def limits_of(settings):
    """The Limits of a gateway's Settings."""
    return Limits(
        1000 * settings.alert_undelivered_s,
        1000 * settings.alert_unanswered_s,
        1000 * settings.alert_undecided_s,
        1000 * settings.alert_repeat_s,
    )


def finished(body):
    """True when a remedy that the dealer decides on, and carries out, has been carried out."""
    steps = body.get("steps") or ()
    mine = body.get("decided_by") == "dealer"
    return mine and bool(steps) and body.get("done", 0) >= len(steps)


def state_of(body):
    """The state of an alert, from its body (gateway/tables/alerts.py and what people did since)."""
    decision = body.get("decision") or {}
    if body.get("withdrawn") or body.get("closed") or decision.get("act") in ("accept", "override"):
        return State(SETTLED, 0)
    if finished(body) and not decision:
        return State(SETTLED, 0)
    if decision.get("act") == "director":
        return State(CALLED, 0)
    if body.get("taken"):
        return State(TAKEN, body["taken"].get("level", 0))
    return State(SHOWN if body.get("shown") else RAISED, 0)


def taken_up(body, wall_ms, now_ms, limits):
    """The Watch of an alert not watched so far: a new one, or one an earlier process watched.

    When it escalates next, and how often it has in its present state, follow from the alert alone.
    """
    state = state_of(body)
    if state.name == SETTLED:
        return None
    count, since_ms, wait_ms = _standing(body, state, limits)
    age_ms = min(max(0, wall_ms - since_ms), wait_ms)  # whatever the wall clock has done
    raised_age_ms = min(max(0, wall_ms - body.get("wall", 0)), limits.unanswered_ms)
    due_ms = now_ms - age_ms + wait_ms if count < LEVELS else None
    return Watch(state, now_ms - raised_age_ms, due_ms, count)


def _standing(body, state, limits):
    """``(count, since, wait)``: escalations in this state, the wall time (ms) from which the next
    is counted, how long after it that is due."""
    escalated = body.get("escalated") or {}
    called = body.get("decision") or {}
    before, entered, wait_ms = {
        RAISED: (0, body.get("wall", 0), limits.undelivered_ms),
        SHOWN: (0, (body.get("shown") or {}).get("wall", 0), limits.unanswered_ms),
        TAKEN: (state.mark, (body.get("taken") or {}).get("wall", 0), limits.undecided_ms),
        CALLED: (body.get("called_level", 0), called.get("wall", 0), limits.unanswered_ms),
    }[state.name]
    count = max(0, escalated.get("level", 0) - before)
    if count and escalated.get("wall", 0) >= entered:
        return count, escalated["wall"], limits.repeat_ms
    if state.name == SHOWN and not count:
        entered = body.get("wall", 0)
    return count, entered, wait_ms


def step(watch, state, now_ms, limits, age_ms=0):
    """The one transition: ``(watch, why)``, ``why`` None unless it escalates at this moment.

    ``watch``: None for an alert not seen before, which is then ``age_ms`` old. A watch that is
    None afterwards needs no more looking at.
    """
    if state.name == SETTLED:
        return None, None
    if watch is None:
        watch = Watch(None, now_ms - max(0, age_ms), None, 0)
    if state != watch.state:
        watch = _entered(watch, state, now_ms, limits)
    if watch.due_ms is None or now_ms < watch.due_ms:
        return watch, None
    count = watch.count + 1
    due = now_ms + limits.repeat_ms if count < LEVELS else None
    return watch._replace(count=count, due_ms=due), WHY[state.name]


def _entered(watch, state, now_ms, limits):
    """The watch of an alert that has just come into a state."""
    name = state.name
    if name == RAISED:
        return watch._replace(state=state, due_ms=watch.raised_ms + limits.undelivered_ms, count=0)
    if name == SHOWN and watch.count:  # it was called out already: that it is seen now is new
        due = now_ms + limits.unanswered_ms if watch.count < LEVELS else None
        return watch._replace(state=state, due_ms=due)
    if name == SHOWN:
        return watch._replace(state=state, due_ms=watch.raised_ms + limits.unanswered_ms)
    wait = limits.undecided_ms if name == TAKEN else limits.unanswered_ms
    return watch._replace(state=state, due_ms=now_ms + wait, count=0)
