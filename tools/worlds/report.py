"""The report of a run: by family, by class, and held up to the goals."""

import math

GOALS = (  # (title, field, of, at most one in)
    ("clean hands with a false alert", "alert", "clean", 200),
    ("wagers silently wrong", "silent", "wagers", 2000),
    ("questions a clean hand", "questions", "clean", 10),
)
FIRST_PERCENT = 98


class Row:
    """What is kept of one hand: plain numbers and texts, fit for JSON."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    @classmethod
    def of(cls, verdict, truth, without=()):
        """The row of a verdict on a table ``without`` some evidence."""
        return cls(
            family=verdict.family, seed=verdict.seed, slip=verdict.slip, book=truth["book"],
            alert=bool(verdict.false_alerts), brief=len(verdict.alerts) - len(verdict.false_alerts),
            alerts=[list(a) for a in verdict.alerts[:4]], wagers=verdict.wagers,
            silent=verdict.silent, wager_wrong=verdict.wrong, acts_right=verdict.acts_right,
            stacks_right=verdict.stacks_right, questions=verdict.questions,
            unanswered=verdict.unanswered, corrections=verdict.corrections, found=verdict.found,
            first=verdict.first, latency_ms=verdict.latency_ms, first_wrong=verdict.first_wrong,
            crashed=verdict.crashed, forgotten=verdict.forgotten, cpu_s=round(verdict.cpu_s, 3),
            unseen=verdict.unseen, seconds=verdict.seconds, dwells=truth["dwells"],
            clean=verdict.slip is None, unplayed="", without=list(without),
        )  # fmt: skip

    @classmethod
    def unplayed(cls, family, seed, slip, why, without=()):
        """A draw in which the class could not be played."""
        return cls(
            family=family, seed=seed, slip=slip, clean=False, unplayed=why, first_wrong=why,
            without=list(without),
        )  # fmt: skip

    @property
    def wrong(self):
        """True when a person would want to look at it."""
        if self.unplayed:
            return False
        if self.clean:
            return bool(self.crashed or self.alert or self.silent)
        return bool(self.crashed or not (self.first or self.unseen))

    def line(self):
        """One line for people."""
        lacks = f" without {', '.join(self.without)}" if self.without else ""
        return f"{self.family} seed {self.seed} {self.slip or 'clean'}{lacks}: {self.first_wrong}"


def report(rows):
    """The whole report as Markdown."""
    played = [r for r in rows if not r.unplayed]
    clean = [r for r in played if r.clean]
    slipped = [r for r in played if not r.clean]
    parts = []
    if clean:
        parts.append(_by_family(clean))
        parts.append(_goals(clean))
    if slipped:
        parts.append(_by_class(slipped))
    lost = len(rows) - len(played)
    if lost:
        parts.append(f"{lost} draws gave no room for their class.")
    asked = sorted({k for r in played for k in r.unanswered if k})
    if asked:
        parts.append("Questions no answer is known for: " + ", ".join(asked))
    cpu = sum(r.cpu_s for r in played) / max(1, len(played))
    parts.append(f"{len(played)} hands, {cpu:.2f} s of processor time each in the table's code.")
    return "\n\n".join(parts)


def worth(rows):
    """What each kind of evidence is worth, as Markdown: the same hands on tables that lack it."""
    out = [
        "| without | clean hands with a false alert (95 %) | wagers silently wrong | questions "
        "| acts right | stacks right | slips found | found first (95 %) |",
        "|---|---|---|---|---|---|---|---|",
    ]
    played = [r for r in rows if not r.unplayed]
    for kinds in dict.fromkeys(tuple(r.without) for r in played):
        some = [r for r in played if tuple(r.without) == kinds]
        clean = [r for r in some if r.clean]
        slipped = [r for r in some if not r.clean and not r.unseen]
        alerts, first = sum(r.alert for r in clean), sum(r.first for r in slipped)
        out.append(
            f"| {', '.join(kinds) or 'nothing'} "
            f"| {alerts} of {len(clean)} ({interval(alerts, len(clean))}) "
            f"| {sum(r.silent for r in clean)} of {sum(r.wagers for r in clean)} "
            f"| {sum(r.questions for r in clean)} "
            f"| {sum(r.acts_right for r in clean)} | {sum(r.stacks_right for r in clean)} "
            f"| {sum(r.found for r in slipped)} of {len(slipped)} "
            f"| {first} ({interval(first, len(slipped))}) |"
        )
    return "\n".join(out)


def _by_family(rows):
    out = [
        "| family | clean hands | with a false alert (95 %) | brief only | wagers wrong, silently "
        "| questions | acts right | stacks right | corrections |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    names = list(dict.fromkeys(r.family for r in rows))
    for name in names + ([None] if len(names) > 1 else []):
        some = [r for r in rows if name in (None, r.family)]
        n = len(some)
        alerts = sum(r.alert for r in some)
        brief = sum(1 for r in some if r.brief and not r.alert)
        out.append(
            f"| {name or 'all'} | {n} | {alerts} ({interval(alerts, n)}) | {brief} "
            f"| {sum(r.silent for r in some)} of {sum(r.wagers for r in some)} "
            f"| {sum(r.questions for r in some)} | {sum(r.acts_right for r in some)} "
            f"| {sum(r.stacks_right for r in some)} | {sum(r.corrections for r in some)} |"
        )
    return "\n".join(out)


def _goals(rows):
    out = []
    for title, field, of, most in GOALS:
        n = len(rows) if of == "clean" else sum(r.wagers for r in rows)
        k = sum(getattr(r, field) for r in rows)
        met = "met" if k * most <= n else "not met"
        out.append(f"- {title}: {k} in {n}; goal 1 in {most}: {met}")
    forgotten = [r for r in rows if r.forgotten]
    if forgotten:
        alerts = sum(r.alert for r in forgotten)
        out.append(f"- in {len(forgotten)} hands with a forgotten key: {alerts} of the alerts")
    crashed = sum(1 for r in rows if r.crashed)
    if crashed:
        out.append(f"- hands in which the table's code failed: {crashed}")
    return "\n".join(out)


def _by_class(rows):
    out = [
        "| class | hands | found | found first (95 %) | goal 98 % | p50 ms | p95 ms | questions "
        "| hardly read |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    names = sorted({r.slip for r in rows})
    for name in names + ([None] if len(names) > 1 else []):
        every = [r for r in rows if name in (None, r.slip)]
        some = [r for r in every if not r.unseen]
        n = len(some)
        found, first = sum(r.found for r in some), sum(r.first for r in some)
        late = sorted(r.latency_ms for r in some if r.latency_ms is not None)
        met = "met" if first * 100 >= FIRST_PERCENT * n else "not met"
        out.append(
            f"| {name or 'all'} | {n} | {found} | {first} ({interval(first, n)}) | {met} "
            f"| {_rank(late, 0.5)} | {_rank(late, 0.95)} | {sum(r.questions for r in some)} "
            f"| {len(every) - n} |"
        )
    return "\n".join(out)


def _rank(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else "-"


def interval(k, n):
    """Wilson's 95 % interval of k of n, in per cent."""
    if not n:
        return "-"
    z, p = 1.96, k / n
    mid = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return f"{100 * max(0, mid - half):.1f}-{100 * min(1, mid + half):.1f} %"
