"""Runs recordings of the ninth generator through the replay and says what came of them."""

import json
from collections import Counter

from tests.detection.judge import Outcome
from tests.detection.ninth.ninenight import recording


def lines(rows):
    """The lines of a trace file."""
    yield json.dumps(rows[0])
    for kind, t_us, what in rows[1:]:
        if kind == "key":
            yield json.dumps({"t_us": t_us, "key": what})
            continue
        _, zone, tags, collision, crc, agc, partial = what
        uids = ",".join(f'"{tag.name}"' for tag in tags)
        flags = f'"collision":{str(collision).lower()},"crc_error":{str(crc).lower()}'
        torn = ',"partial":true' if partial else ""
        yield f'{{"t_us":{t_us},"antenna":"{zone}","uids":[{uids}],{flags},"agc":{agc}{torn}}}'


def judged(seed, flaw=None):
    """What the table made of a seed's recording."""
    rows, hand = recording(seed, flaw)
    outcome = Outcome(lines(rows))
    stood = standing(outcome)
    said = [
        (o.get("t"), o["situation"], o.get("seat"), o.get("text"))
        for o in stood
        if o.get("irregular")
    ]
    out = {
        "seed": seed,
        "class": hand.flaw.name if hand.flaw else None,
        "book": hand.night.book,
        "quiet": None,
        "found": None,
        "first": None,
        "said": said,
        "silent": 0,
        "wagers": 0,
        "complaints": outcome.complaints,
    }
    if hand.flaw is None:
        out["quiet"] = all((situation, seat) in hand.noted for _, situation, seat, _ in said)
        out["silent"], out["wagers"] = silent(hand, outcome)
    elif hand.expect is None:
        out["found"] = out["first"] = False
        out["complaints"] = [*outcome.complaints, "the flaw never came"]
    else:
        out["found"], out["first"] = found(hand.expect, hand.noted, stood)
    return out


def standing(outcome):
    """Rulings that were not withdrawn."""
    out = []
    for o in outcome.outputs:
        if o["k"] == "ruling":
            out.append(o)
        elif o["k"] == "withdraw":
            same = [r for r in out if (r["situation"], r["seat"]) == (o["situation"], o["seat"])]
            for ruling in same[-1:]:
                out.remove(ruling)
    return out


STEPS = ("deal.exposed_one",)  # on the way to two exposed cards


def found(expect, noted, rulings):
    """``(found, first)``: a ruling of the kind names the seat; nothing irregular stood before."""
    prefixes, seats = expect
    before = False
    for o in rulings:
        mine = o["situation"].startswith(prefixes)
        if mine and (not seats or o.get("seat") in seats or o.get("seat") is None):
            return True, not before
        step = o["situation"] in STEPS and "deal.exposed_many" in prefixes
        if o.get("irregular") and not (mine or step or (o["situation"], o.get("seat")) in noted):
            before = True
    return False, False


def silent(hand, outcome):
    """``(silently wrong, all)`` wagers of a clean hand."""
    want = Counter((seat, to) for _, seat, to in hand.wagers)
    got = Counter()
    for o in outcome.outputs:
        act = o.get("action") or o
        if o["k"] in ("action", "revise") and act.get("act") in ("call", "bet", "raise"):
            got[act["seat"], outcome.total(act)] += 1
    unsure = {e.get("seat") for e in outcome.events if e["what"] in ("question", "correction")}
    for e in outcome.events:
        if e.get("confidence") == "medium" and str(e.get("to")).startswith("line:"):
            unsure.add(e.get("seat"))
    unsure |= {o.get("seat") for o in outcome.outputs if o["k"] == "ruling" and o.get("irregular")}
    wrong = [key for key in want if got[key] < want[key] and key[0] not in unsure]
    return len(wrong), sum(want.values())


def main(args):
    """Prints the totals of seeds FIRST to LAST, and with ``-v`` each hand that came out wrong."""
    verbose = "-v" in args
    first, last = (int(a) for a in args if a != "-v")
    done = []
    for seed in range(first, last + 1):
        one = judged(seed)
        done.append(one)
        wrong = one["quiet"] is False or one["found"] is False or one["first"] is False
        if verbose and (wrong or one["silent"] or one["complaints"]):
            print({k: v for k, v in one.items() if v not in (None, [], 0)}, flush=True)
    clean = [d for d in done if d["class"] is None]
    bad = [d for d in done if d["class"] is not None]
    print(f"clean hands quiet: {sum(d['quiet'] for d in clean)} of {len(clean)}")
    print(f"silently wrong: {sum(d['silent'] for d in clean)} of {sum(d['wagers'] for d in clean)}")
    print(
        f"found: {sum(d['found'] for d in bad)}, first {sum(d['first'] for d in bad)} of {len(bad)}"
    )
