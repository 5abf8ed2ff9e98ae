"""What the table says of a hand against what happened.

The trace goes through the door of ``feltwire trace replay --rule`` (``tools.trace``), in this
process; the dealer's answers are pressed as the table asks. Nothing else of the table is touched.
"""

import bisect
import json
import random
import time

from tools.trace.reading import Dwell, Pressed, Reader
from tools.trace.replay import Replay
from tools.worlds.dealer import Dealer
from tools.worlds.lacking import Lacking

NOTHING = Lacking()  # is what a whole table lacks
WAGERS = ("call", "bet", "raise")
FORCED = ("post", "ante", "bb_ante", "button_ante")
NEAR_MS = 12_000  # a doubt said within so long of an act counts for it
SEEN_LEAST = 2  # readings of a card at the mouth, or a chip laid and taken back, that tell of it
BRIEF_MS = 1000  # an alert withdrawn within so long is counted apart


class Heard:
    """What the table said: events, outputs of the engine with the time of the event they follow."""

    def __init__(self):
        self.events = []
        self.outputs = []  # (time of telling ms, output)
        self.questions = []
        self.complaints = []
        self.cpu_s = 0.0
        self.dealer = None


def replayed(recording, tune=None, without=()):
    """Feed a recording through the replay; returns what was heard.

    ``without``: kinds of evidence the table lacks (``lacking.KINDS``).
    """
    heard = Heard()
    lacking = Lacking(without)
    header, entries = read(recording, heard.complaints.append, lacking)
    scene = recording.play.scene
    dealer = Dealer(scene.facts, random.Random(recording.truth["seed"]), scene.keys)
    heard.dealer = dealer

    def emit(event):
        heard.events.append((replay.t, event))
        if event["what"] == "question":
            heard.questions.append((replay.t, event))
            found = dealer.answer(event, replay.t / 1000)
            if found is not None and lacking.has_keys:
                _press(entries, replay.t + int(found[0] * 1000), found[1])

    def say(output):
        heard.outputs.append((replay.t, output))

    replay = Replay(
        header,
        entries,
        emit,
        say,
        heard.complaints.append,
        tune,
        emitted_setup=lacking.emitted_setup,
    )
    began = time.process_time()
    replay.run()
    heard.cpu_s = time.process_time() - began
    heard.state = replay.rules
    return heard


def read(recording, complain, lacking=NOTHING):
    """``(header, entries)`` as the reader of traces makes them of the lines, without the text."""
    header, _ = Reader(complain).read([json.dumps(recording.header)])
    zones = [lacking.zone(loop.zone) for loop in recording.play.felt.loops]
    uids = {tag.uid: bytes.fromhex(tag.uid) for tag in recording.play.scene.tags}
    entries = []
    for t, index, heard, collision, broken, agc, torn, took in recording.dwells:
        if zones[index] is None:
            continue
        agc = lacking.gain(agc)
        for uid in heard:
            if uid not in uids:
                uids[uid] = bytes.fromhex(uid)
        at = int(t * 1e6)
        dwell = Dwell(at, zones[index], tuple([uids[u] for u in heard]), collision, broken, agc)
        if torn:
            dwell.torn = True
        dwell.end_us = int((t + took) * 1e6) if recording.ends else at
        entries.append(dwell)
    for t, _, key in recording.play.scene.keys:
        if lacking.pressed(key):
            entries.append(Pressed(int(t * 1e6), dict(key)))
    entries.sort(key=lambda e: e.at_us)
    return header, entries


def _press(entries, at_ms, key):
    """Put a key among lines that are still to come."""
    at = at_ms * 1000
    i = bisect.bisect_left(entries, at, key=lambda e: e.at_us)
    entries.insert(i, Pressed(at, key))


class Verdict:
    """One hand judged. ``alerts``: irregular rulings ``(ms, situation, seat, stood ms)``."""

    def __init__(self):
        self.family = self.seed = self.slip = None
        self.alerts = []
        self.wagers = self.silent = self.wrong = 0
        self.acts_right = self.stacks_right = False
        self.questions = self.corrections = 0
        self.unanswered = []
        self.found = self.first = False
        self.latency_ms = None
        self.first_wrong = ""
        self.crashed = ""
        self.cpu_s = 0.0
        self.seconds = 0.0
        self.forgotten = False
        self.unseen = False  # what it rests on was read less than twice

    @property
    def false_alerts(self):
        """Alerts of a clean hand that stood longer than a moment."""
        return [a for a in self.alerts if a[3] is None or a[3] > BRIEF_MS]


def judge(recording, tune=None, without=()):
    """The verdict on one recording. ``without``: as with ``replayed``."""
    truth = recording.truth
    verdict = Verdict()
    verdict.family, verdict.seed = truth["family"], truth["seed"]
    verdict.slip = None if truth["kind"] == "clean" else truth["kind"]
    verdict.seconds = truth["seconds"]
    verdict.unseen = truth["readings"] is not None and truth["readings"] < SEEN_LEAST
    verdict.forgotten = "key forgotten" in truth["feats"]
    try:
        heard = replayed(recording, tune, without)
    except Exception as error:  # noqa: BLE001 - a table that falls over is a wrong table
        verdict.crashed = f"{type(error).__name__}: {error}"
        verdict.first_wrong = verdict.crashed
        return verdict
    verdict.cpu_s = heard.cpu_s
    verdict.alerts = _alerts(heard)
    verdict.questions = len(heard.questions)
    verdict.unanswered = heard.dealer.unanswered
    verdict.corrections = sum(1 for _, e in heard.events if e["what"] == "correction")
    if verdict.slip:
        _slip(verdict, truth)
    else:
        _clean(verdict, truth, heard)
    return verdict


def _alerts(heard):
    """Irregular rulings in order, each with how long it stood if it was withdrawn."""
    out = []
    for t, o in heard.outputs:
        if o["k"] == "ruling" and o.get("irregular"):
            out.append([t, o["situation"], o["seat"], None])
        elif o["k"] == "withdraw":
            for row in out:
                if row[1] == o["situation"] and row[2] == o["seat"] and row[3] is None:
                    row[3] = t - row[0]
    return [tuple(row) for row in out]


# -- clean hands -----------------------------------------------------------------------------


def _clean(verdict, truth, heard):
    verdict.alerts = [a for a in verdict.alerts if a[1:3] not in truth["ruled"]]
    want = [tuple(a) for a in truth["acts"]]
    got = acts_heard(heard)
    verdict.acts_right = got == want
    verdict.stacks_right = _stacks(heard) == truth["stacks"]
    times = truth["acts_ms"]
    doubts = _doubts(heard)
    pool = list(got)
    for (act, seat, total, added), at in zip(want, times, strict=True):
        if act not in WAGERS:
            continue
        verdict.wagers += 1
        row = next((g for g in pool if g[1] == seat and g[2] == total and g[3] == added), None)
        if row is not None:
            pool.remove(row)
            continue
        verdict.wrong += 1
        if not any(s in (seat, None) and at - 1000 <= t <= at + NEAR_MS for t, s in doubts):
            verdict.silent += 1
            _note(verdict, f"{at} ms: wager {act} {total} of seat {seat} silently wrong")
    for t, situation, seat, gone in verdict.alerts:
        _note(
            verdict,
            f"{t} ms: {situation} seat {seat}"
            + (f" withdrawn after {gone} ms" if gone is not None else ""),
            first=True,
        )
        break
    if not verdict.acts_right:
        pair = next(
            ((a, b) for a, b in zip(want + [None], got + [None], strict=False) if a != b), None
        )
        _note(verdict, f"acts: truth {pair[0]}, table {pair[1]}" if pair else "acts differ")
    if not verdict.stacks_right:
        _note(verdict, "stacks after differ")


def _note(verdict, text, first=False):
    if first or not verdict.first_wrong:
        verdict.first_wrong = text


def acts_heard(heard):
    """Acts as the table has them in the end: ``(act, seat, total, added)``."""
    out = []
    for _, o in heard.outputs:
        if o["k"] == "hand":
            return [_act(a) for a in o["actions"] if a["act"] not in FORCED]
    hand = heard.state.hand
    if hand is not None:
        out = [_act(a) for a in hand.actions if a["act"] not in FORCED]
    return out


def _act(a):
    if a["act"] in ("fold", "check"):
        return (a["act"], a["seat"], 0, 0)
    return (a["act"], a["seat"], a["to"], a["amt"])


def _stacks(heard):
    for _, o in heard.outputs:
        if o["k"] == "hand":
            return {str(s): v for s, v in o["stacks_after"].items()}
    return None


def _doubts(heard):
    """``(ms, seat)`` at which the table said it was not sure: questions, low confidence."""
    out = []
    for t, e in heard.events:
        doubtful = e.get("confidence") in ("medium", "low")
        if doubtful or e["what"] == "question":
            out.append((e["t"], e.get("seat")))
            out.append((t, e.get("seat")))
    for t, o in heard.outputs:
        if o["k"] == "ruling" and o.get("confidence") in ("medium", "low"):
            out.append((t, o.get("seat")))
    return out


# -- slips -----------------------------------------------------------------------------------


def _slip(verdict, truth):
    """Found: a ruling of the right situation and seat. First: nothing irregular said before it."""
    expect, wide, seats = truth["expect"], truth["wide"], truth["seats"]
    if not expect:  # right: nothing irregular is said at all; a question may be asked
        standing = [a for a in verdict.alerts if a[3] is None or a[3] > BRIEF_MS]
        allowed = [a for a in standing if a[1] in wide]
        verdict.found = len(allowed) == len(standing)
        verdict.first = verdict.found
        if not verdict.found:
            verdict.first_wrong = str(standing[0][:3])
        return
    for n, (t, situation, seat, gone) in enumerate(verdict.alerts):
        right = situation in expect and (seats is None or seat is None or seat in seats)
        if right and (gone is None or gone > BRIEF_MS):
            verdict.found = True
            before = [a for a in verdict.alerts[:n] if a[1] not in wide and a[1] not in expect]
            verdict.first = not before
            verdict.latency_ms = t - truth["at_ms"] if truth["at_ms"] is not None else None
            if before:
                verdict.first_wrong = (
                    f"before it {before[0][1]} seat {before[0][2]} at {before[0][0]} ms"
                )
            break
    if not verdict.found:
        said = ", ".join(f"{a[1]}@{a[2]}" for a in verdict.alerts[:3]) or "nothing"
        verdict.first_wrong = f"not found; said: {said}"
