"""Tags that can be bought against what a table asks of them: ``hardware/tag_market.toml``.

What is published decides; where a maker is silent the verdict says what to ask him. For chips the
coupling model (``stacks.py``) answers how many of a stack such a tag would leave with power.
"""

from tools.hardware import antennas, building_prose, data, description, ratings, stacks
from tools.hardware.text import table_of

STANDARD = "ISO 15693"
BLOCKS = 28  # of an ICODE SLIX: denomination, number and authentication of a chip fit
REFERENCE_MM = 25  # its loop measures 30
HIGH = 20
COIL_PF = 2.5  # of a tag's coil itself (assumed, as in stacks.py)
ROUND = ("line", "pot")  # zones with chips
SIZES_MM, WANTED_MHZ = (22, 25, 30), 26


def rows():
    """All tags, as their file says them."""
    return data.tags()


def round_loops(table, plan):
    """The loops on which chips stand: one of the bet spots, and the pot."""
    loops = antennas.all_of(table, plan)
    return [next(loop for loop in loops if loop.kind == kind) for kind in ROUND]


def least(mhz, coil_mm, count, loops, plan, pf=23.5):
    """How many of ``count`` stacked tags get power on the worst of the loops.

    Each is calculated with the coupling as it is and at both ends of what its error may be.
    ``pf``: of the circuit, in picofarads; the coil has its own beside it.
    """
    low, high = stacks.COUPLING
    size = {"radius_m": coil_mm / 2000, "farad": (pf + COIL_PF) * 1e-12}
    return min(
        stacks.powered(
            stacks.Tag(mhz * 1e6, coupling=coupling, **size),
            *(count, loop, plan, stacks.CHIP_MM, ratings.cover_mm(plan)),
        )
        for loop in loops
        for coupling in (low, 1.0, high)
    )


def verdict(tag, loops, plan):
    """Whether a tag meets what its use asks: ``meets it``, ``does not`` or ``ask``, and why."""
    standard = tag.get("standard")
    if standard is None:
        return "ask: what it answers by is not published"
    if standard != STANDARD:
        return f"does not: no reader of the table speaks {standard}"
    return VERDICTS[tag["use"]](tag, loops, plan)


def _circuit(tag, loops, plan):
    if not tag.get("icode") or tag["blocks"] < BLOCKS:
        return "does not: a bet spot asks with the ICODE's INVENTORY READ and needs 28 blocks"
    one, all_ = (least(WANTED_MHZ, SIZES_MM[-1], n, loops, plan, tag["pf"]) for n in (1, HIGH))
    if (one, all_) == (1, HIGH):
        return f"meets it, on a coil of {SIZES_MM[-1]} mm at {WANTED_MHZ} MHz"
    return f"does not: {one} of 1 and {all_} of {HIGH} chips get power, at worst"


def _card(tag, loops, plan):
    return "on a condition: its circuit and where the inlay lies are not published; try one card"


def _reference(tag, loops, plan):
    size = tag.get("size_mm")
    if size is None or size > REFERENCE_MM:
        return "ask: its size" if size is None else f"does not: larger than {REFERENCE_MM} mm"
    if not tag.get("icode"):
        return "for readers of cards alone: those of chips ask with the ICODE's INVENTORY READ"
    return "meets it"


def _chip(tag, loops, plan):
    if not tag.get("icode"):
        return "does not: a bet spot asks with the ICODE's INVENTORY READ"
    if "mhz" not in tag or "size_mm" not in tag:
        missing = [word for key, word in ASKED if key not in tag]
        return f"ask: its {' and '.join(missing)}"
    found = min(least(mhz, tag["size_mm"], HIGH, loops, plan) for mhz in tag["mhz"])
    if found == HIGH:
        return f"meets it: all of {HIGH} chips get power"
    return f"as a plain one, in low stacks: {found} of {HIGH} chips get power"


ASKED = (("mhz", "resonance"), ("size_mm", "size"))
VERDICTS = {"circuit": _circuit, "card": _card, "reference": _reference, "chip": _chip}


def page(plan):
    """``hardware/docs/tags.md``."""
    loops = round_loops(description.load_table(description.names("tables")[0]), plan)
    shown = [
        (
            *(tag["use"], tag["name"], tag["maker"], tag["said"], _left_out(tag)),
            f"{tag['source']}{', ' + str(tag['on']) if 'on' in tag else ''}",
            verdict(tag, loops, plan),
        )
        for tag in rows()
    ]
    head = ("for", "product", "maker", "published", "not published", "source", "meets it?")
    sizes = [(f"{mm} mm", f"{least(WANTED_MHZ, mm, HIGH, loops, plan)} of 20") for mm in SIZES_MM]
    return building_prose.template("tags").format(
        made=building_prose.MADE,
        rows=table_of(head, shown),
        sizes=table_of(("coil", f"with power at {WANTED_MHZ} MHz, at worst"), sizes),
    )


def _left_out(tag):
    """What a buyer of such a tag needs and its source does not say."""
    return ", ".join(word for key, word in NEEDED[tag["use"]] if key not in tag) or "-"


NEEDED = {
    "circuit": (),
    "card": (("standard", "standard"), ("icode", "circuit"), ("place", "place of the inlay")),
    "reference": (("size_mm", "size"), ("mhz", "resonance")),
    "chip": (("standard", "standard"), ("icode", "circuit"), *ASKED),
}
