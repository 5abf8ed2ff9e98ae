"""``feltwire replay``: recorded hands as table events, straight to the rules engine."""

import json
import sys

from tools.errors import CommandError
from tools.install import configfile
from tools.playing import phh
from tools.playing.replay import replay

KEYS = {
    "fold": (),
    "check": ("amt",),
    "call": ("amt", "allin"),
    "bring_in": ("amt", "allin"),
    "bet": ("to", "amt", "allin"),
    "raise": ("to", "amt", "allin"),
    "complete": ("to", "amt", "allin"),
}


def add_arguments(parser):
    """Command line of ``feltwire replay``."""
    parser.add_argument("files", nargs="+", help="PHH files (.phh, .phhs) or folders")
    parser.add_argument("--json", action="store_true", help="one JSON object a hand")
    parser.add_argument("--bounds", action="store_true", help="legal bounds with each action")
    parser.add_argument("--rulebook", default="tda-2011", help="rulebook in force")
    parser.add_argument("--seed", type=int, default=0, help="seed for what the file leaves open")


def run(args):
    """Replay the hands in file order; 0 when all were played, 1 when some could not be."""
    configfile.check_rulebook(args.rulebook)
    configfile.check_option("seed", args.seed)
    try:
        found = phh.files(args.files)
    except (ValueError, phh.BadHand) as error:
        raise CommandError(str(error)) from error
    bad = 0
    for path in found:
        for label, record in _read(path):
            try:
                if isinstance(record, phh.BadHand):
                    raise record
                result = line(replay(label, record, args.rulebook, args.seed), args.bounds)
            except phh.BadHand as error:
                bad += 1
                print(f"feltwire replay: {error}", file=sys.stderr)
                continue
            print(json.dumps(result, separators=(",", ":")) if args.json else summary(result))
    return 1 if bad else 0


def _read(path):
    try:
        return phh.read(path)
    except phh.BadHand as error:
        return [(str(path), error)]


def line(run, bounds=False):
    """The JSON object of a replayed hand."""
    hand = run.result
    unit = run.scale
    acts = [a for a in hand["actions"] if a["act"] in KEYS]
    actions = []
    for i, act in enumerate(acts):
        entry = {"k": act["act"], "p": f"p{act['seat']}"}
        for key in KEYS[act["act"]]:
            entry[key] = act[key] if key == "allin" else plain(act[key], unit)
        if bounds and i < len(run.bounds):
            _, (call, low, high), pot, _ = run.bounds[i]
            entry["tocall"] = None if act["act"] == "bring_in" else plain(call, unit)
            entry["min"] = plain(low, unit)
            entry["max"] = plain(high, unit)
            entry["pot"] = plain(pot + act["amt"], unit)
        actions.append(entry)
    after = hand["stacks_after"]
    return {
        "path": run.label,
        "actions": actions,
        "board": hand["board"],
        "stacks_after": [plain(after[s], unit) for s in sorted(after)],
        "incidents": [
            {k: r[k] for k in ("ruling", "seat", "cite", "confidence")} for r in hand["incidents"]
        ],
        "events": hand["events"],
        "virtual_ms": run.t,
    }


def plain(amount, unit):
    """An amount in the file's own unit; a whole number where it is one."""
    if amount is None or unit == 1:
        return amount
    return amount // unit if amount % unit == 0 else amount / unit


def summary(result):
    """One readable line a hand."""
    acts = []
    for a in result["actions"]:
        amount = a.get("to", a.get("amt"))
        acts.append(f"{a['p']} {a['k']}" + (f" {amount}" if amount else ""))
    text = f"{result['path']}: {', '.join(acts)}; {' '.join(result['board'])}"
    text += f"; {result['stacks_after']}"
    for r in result["incidents"]:
        text += f"; {r['ruling']} ({', '.join(r['cite'])})"
    return text
