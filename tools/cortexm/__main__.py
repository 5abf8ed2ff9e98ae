"""``python -m tools.cortexm``: build the firmware for QEMU's Cortex-M3 and measure a hand on it."""

import argparse
import sys

from tools.cortexm import frozen, peaks
from tools.errors import CommandError


def main(argv=None):
    """Command line; 1 and a line when a hand does not pass or a part has too little."""
    parser = argparse.ArgumentParser(prog="python -m tools.cortexm", description=__doc__)
    parser.add_argument(
        "--nine", action="store_true", help="the nine-handed hand on the heaps the design grants"
    )
    args = parser.parse_args(argv)
    try:
        image = frozen.image()
        print(f"flash: {image.flash} bytes, {image.plain} of them MicroPython alone")
        hand = peaks.nine_handed() if args.nine else peaks.short()
        meters = {rules: peaks.play(image.elf, hand, rules) for rules in (False, True)}
        for rules, meter in meters.items():
            _say(rules, meter)
        if not args.nine:
            _instructions(meters[True], peaks.play(image.elf, hand, True, apart=True))
        lines = peaks.faults(image, meters)
    except CommandError as e:
        lines = [str(e)]
    for line in lines:
        print(line, file=sys.stderr)
    return 1 if lines else 0


def _say(rules, meter):
    turns = max(1, meter.event_turns)
    print(
        f"{'with' if rules else 'without'} rules on {peaks.HEAP_KB[rules]} kB: "
        f"{meter.heap_used} bytes of heap in use at most ({meter.heap_live} after a collection), "
        f"stack {meter.stack}; {meter.dwells} dwells, {meter.looks} looks, {meter.events} events"
    )
    print(
        "  turns, in million instructions with shims and collections, mean and most: "
        f"{_millions(meter.event_sum, turns, meter.event_most)} that make events, "
        f"{_millions(meter.fold_sum, max(1, meter.folds), meter.fold_most)} that fold one, "
        f"at most {meter.other_most / 1e6:.1f} others"
    )
    print(
        f"  flash: {meter.erased / turns:.1f} blocks erased a turn that makes events, "
        f"{meter.erased_most} at most, {meter.programmed / turns:.0f} bytes programmed",
        flush=True,
    )


def _millions(whole, count, most):
    return f"{whole / count / 1e6:.1f} and {most / 1e6:.1f}"


def _instructions(whole, apart):
    visits = whole.looks + whole.dwells
    print(
        f"a visit of an antenna: {peaks.own(whole, apart) / visits / 1e6:.2f} million "
        f"instructions, {whole.collecting / visits / 1e6:.2f} more for {whole.collections} "
        f"collections; the shims' {peaks.shims_of(whole, apart) / visits / 1e6:.2f} are left out"
    )
    for board, ms, collecting, rate in peaks.table_of_boards(whole, apart):
        print(f"{board} (assumed): {ms:.0f} ms a visit, {collecting:.0f} collecting; {rate:.0f}/s")


if __name__ == "__main__":
    sys.exit(main())
