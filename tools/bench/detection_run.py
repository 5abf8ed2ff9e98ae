"""One hand of the detection bench: played by a script, read through noise, held up to the truth."""

from dataclasses import dataclass, field

from shared_rules.events import BadEvent
from shared_rules.table import BadSetup, Table
from tools.bench.fast_table import FastTable
from tools.bench.random_hands import record_of
from tools.virtual.irregularities import script_class
from tools.virtual.motions import Pace
from tools.virtual.player import BOOT_MS
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.script import Mirror
from tools.virtual.slips import NotPossible
from tools.virtual.stage import Stage

ACTS = ("fold", "check", "call", "bet", "raise")
WAGERS = ("call", "bet", "raise")
AFTER_MS = 5000  # an injected irregularity is waited for so long
CLEAN_AFTER_MS = 3000
ANSWER_MS = 1500  # a dealer's answer to a question
TRIES = 40  # random hands looked at for one in which the irregularity can happen


@dataclass
class Result:
    """What became of one hand."""

    kind: str
    seed: int
    found: bool = True  # the ruling that was due was given
    false: list = field(default_factory=list)  # rulings nobody had reason for
    wagers: int = 0
    wrong: int = 0  # wagers told otherwise than they were, nobody having been asked
    asked: int = 0
    questions: int = 0
    exact: bool = True  # acts and stacks of the whole hand
    latency_ms: list = field(default_factory=list)
    said: list = field(default_factory=list)  # rulings given instead of the one due
    virtual_ms: int = 0


class Truth:
    """The script's mirror with the times at which things came to rest."""

    def __init__(self, rulebook):
        self.mirror = Mirror(Table(rulebook))

    def play(self, kind, seed, table_seats):
        """Script of a hand with this irregularity (None: clean) and its motions."""
        for attempt in range(TRIES):
            label = f"{seed}.{attempt}"
            plan = plan_hand(label, record_of(label, table_seats), seed, table_seats)
            made = script_class(kind)
            self.mirror.ideal.named = getattr(made, "named", False)
            try:
                script = made(
                    plan, t=BOOT_MS, mirror=self.mirror, pace=Pace(), seed=seed,
                    table_seats=table_seats,
                )  # fmt: skip
                return script, script.run()
            except NotPossible:
                self.mirror.events = []
                self.mirror.table = Table(self.mirror.table.book)
                self.mirror.ideal.__init__()
        raise NotPossible(f"{kind}: no hand for it in {TRIES}")


def run_one(kind, seed, noise, rulebook="tda-2011", table="nine_max", trace=None):
    """``Result`` of one hand."""
    out = Result(kind or "clean", seed)
    truth = Truth(rulebook)
    rules = Table(rulebook)
    outputs = []  # (t_ms, output)

    def emit(event, t_ms):
        if event["what"] == "question":
            out.questions += 1
            answer(fast, stage, event)
        try:
            emitted = rules.apply(event)
        except (BadEvent, BadSetup):
            return
        outputs.extend((t_ms, o) for o in emitted)

    fast = FastTable(table, f"{seed}/{noise}", noise, emit, trace)
    stage = Stage(fast.world, seed)
    fast.deck.update((c.uid, face) for face, c in stage.deck.items())
    script, motions = truth.play(kind, seed, fast.world.table["seats"])
    fast.deck.update(stage.twins(motions))
    stage.perform(motions)
    want = [o for o in script.outputs if is_incident(o)]
    if kind and want:
        _injected(out, fast, script, outputs, want[0])
    else:
        judge_clean(out, fast, script, outputs, want)
        out.found = not kind or (out.exact and not out.false)  # no book rules on it: nothing said
        out.said = out.false if kind else []
    out.virtual_ms = fast.clock.us // 1000
    return out


def answer(fast, stage, question):
    """The dealer looks, and after a moment answers truly."""
    if question["kind"] == "chips_unread":
        chips = stage.lying[f"line:{question['seat']}"]
        value = sum(chip.denomination for chip in chips)
    elif question["kind"] == "check_unkeyed":
        value = "no"  # the virtual dealer forgets no key
    elif question["kind"] == "burn_unread":
        lying = [card.zone for card in stage.deck.values()]
        streets = max(1, sum(zone.startswith("board") for zone in lying) - 2)
        value = "yes" if lying.count("burn") >= streets else "no"
    elif question["kind"] == "flop_unread":
        value = "no"  # the virtual board reads its cards, or they are not there
    elif not question.get("cards"):
        return  # who won, or whether a hand is whole: nobody answers
    else:
        value = "yes" if any(stage.card(c).facing == "up" for c in question["cards"]) else "no"
    key = {"what": "answer", "id": question["id"], "value": value}
    fast.world.at(fast.world.now + ANSWER_MS * 1000, lambda: fast.world.press({"key": key}))


def is_incident(output):
    """True for a ruling on something irregular."""
    return output["k"] == "ruling" and bool(output.get("irregular"))


def _injected(out, fast, script, outputs, due):
    due_ms = _time_of(script, due)
    looked = 0  # outputs looked at so far

    def given():
        nonlocal looked
        fresh, looked = outputs[looked:], len(outputs)
        return any(same_incident(o, due) for _, o in fresh)

    fast.run_to((due_ms + AFTER_MS) * 1000, given)
    out.found = any(same_incident(o, due) for _, o in outputs)
    for t_ms, o in outputs:
        if is_incident(o):
            if same_incident(o, due):
                out.latency_ms.append(max(0, t_ms - due_ms))
                break
            out.said.append(f"{o['situation']}: {o['ruling']}")


def same_incident(output, due):
    """True for the ruling that is due: the same words for the same situation and seat."""
    return is_incident(output) and all(output[k] == due[k] for k in ("situation", "ruling", "seat"))


def _time_of(script, ruling):
    """Table time (ms) of the ideal event that brought the ruling."""
    return ruling["t"] if ruling.get("t") is not None else script.mirror.events[-1]["t"]


def judge_clean(out, fast, script, outputs, want):
    """Run a hand to its end and compare acts, stacks and rulings with the script's."""
    fast.run_to((script.t + CLEAN_AFTER_MS) * 1000)
    known = [(o["ruling"], o["seat"]) for o in want]
    for _, o in outputs:
        if is_incident(o) and (o["ruling"], o["seat"]) not in known:
            out.false.append(f"{o['situation']}: {o['ruling']}")
    emitted = _acts([o for _, o in outputs])
    true = _acts(script.outputs)
    out.exact = emitted == true and _after([o for _, o in outputs]) == _after(script.outputs)
    wagers = [a for a in true if a[0] in WAGERS]
    out.wagers = len(wagers)
    missed = list(wagers)
    for act in emitted:
        if act in missed:
            missed.remove(act)
    if missed and out.questions:
        out.asked = len(missed)
    else:
        out.wrong = len(missed)


def _acts(outputs):
    """Acts as the engine has them at last: the hand's own list, else the actions so far."""
    for o in outputs:
        if o["k"] == "hand":
            return [(a["act"], a["seat"], a["to"]) for a in o["actions"] if a["act"] in ACTS]
    rows = [o for o in outputs if o["k"] == "action" and o["act"] in ACTS]
    return [(a["act"], a["seat"], a["to"]) for a in rows]


def _after(outputs):
    return next((o["stacks_after"] for o in outputs if o["k"] == "hand"), None)
