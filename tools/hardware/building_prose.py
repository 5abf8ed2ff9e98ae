"""What the documents say in words: building, tuning, first power-up, calibration, first deck."""

from tools.hardware import antennas, data, description, levels, ratings
from tools.hardware.matching import return_loss_db
from tools.hardware.text import MADE, table_of

GUIDES = description.HARDWARE / "guides"


def template(name):
    """A text of ``hardware/guides/``, with ``{fields}`` to fill in."""
    return (GUIDES / f"{name}.md").read_text(encoding="utf-8")


def reader(plan, coil, shunt, load):
    """The reader board and the multiplexer in figures."""
    own = plan["reader"]
    seen = f"{load.real:.1f} {'+' if load.imag >= 0 else '-'} j{abs(load.imag):.1f} ohm"
    loss = return_loss_db(load, own["driver_ohm"])
    rows = [
        ("load wanted by the transmitter, TX1 to TX2", f"{own['driver_ohm']:g} ohm"),
        ("load behind the filter (transformer, 50 ohm)", f"{own['balanced_ohm']:g} ohm"),
        ("coil in each arm", f"{coil * 1e9:.0f} nH"),
        ("capacitor in each arm", f"{shunt * 1e12:.0f} pF"),
        ("load with these values", seen),
        ("return loss against the wanted load", f"{loss:.0f} dB"),
        ("power into that load", f"{levels.transmit_watts(plan):.2f} W"),
        (
            "transmitter current then, and at most",
            f"{levels.transmit_ma(plan):.0f} mA, {levels.transmit_ma(plan, worst=True):.0f} mA",
        ),
        ("transmitter current allowed by the chip", f"{own['transmit_ma_max']} mA"),
    ]
    return template("reader").format(
        made=MADE,
        rows=table_of(("what", "figure"), rows),
        peak_volts=f"{levels.cable_volts(plan):.1f}",
    )


def _steady_ohm(plan):
    """The largest resistance of a loop's copper, as a multimeter sees it, ohm."""
    tables = [description.load_table(name) for name in description.names("tables")]
    copper = plan["printed"]["copper_um"] * 1e-6
    return max(
        COPPER_OHM_M * loop.length / (loop.track * copper)
        for table in tables
        for loop in antennas.all_of(table, plan)
    )


COPPER_OHM_M = 1.72e-8


def _mouth_mm(plan):
    """Inner width and height of the deck well's frame and tray, in words."""
    return " x ".join(str(side + plan["well"]["play_mm"]) for side in plan["well"]["card_mm"])


def _heard_mm(plan):
    """How high over the felt a card above the mouth still gets the least field a tag works in."""
    loops = antennas.all_of(description.load_table(description.names("tables")[0]), plan)
    loop = next(a for a in loops if a.kind == "mouth")
    amps, least = levels.of(loop, plan).amps / 2**0.5, plan["field"]["card_a_m"][0]
    above = ratings.cover_mm(plan)
    return next(z for z in range(5, 200, 5) if levels.field(loop, above + z, amps) < least)


def build(plan):
    """The building guide."""
    catalogue = data.parts()["parts"]
    tables = ", ".join(f"[{n}]({n}/antennas.md)" for n in description.names("tables"))
    boms = ", ".join(f"[{n}]({n}/bom.md)" for n in description.names("tables"))
    boards = ", ".join(f"[{n}](boards/{n}.md)" for n in description.names("boards"))
    t, mux, share = plan["table"], plan["mux"], plan["margins"]["supply"]
    bias_ma = ratings.bias_ma(plan, 12.0)[0]
    low, high = t["loop_to_card_mm"]
    cover = ratings.cover_mm(plan)
    if not low <= cover <= high:
        raise description.BadHardware(f"[table]: card to loop {cover:g} mm: from {low} to {high}")
    if _heard_mm(plan) > plan["well"]["away_mm"]:
        raise description.BadHardware("[well]: away_mm: the mouth hears the deck in its tray")
    return template("build").format(
        made=MADE,
        tables=tables,
        boms=boms,
        boards=boards,
        top=t["top_mm"],
        pocket=t["pocket_mm"],
        hole=t["cable_hole_mm"],
        lead=plan["matching"]["lead_mm"],
        cover=f"{cover:g}",
        low_mm=low,
        high_mm=high,
        foam=t["foam_mm"],
        felt=t["felt_mm"],
        vna=catalogue["vna"]["mpn"],
        metal=t["metal_mm"],
        mouth=_mouth_mm(plan),
        wall=plan["well"]["wall_mm"],
        frame=plan["well"]["frame_mm"],
        tray=plan["well"]["tray_mm"],
        heard=_heard_mm(plan),
        light=plan["light"]["hole_mm"],
        rod=t["felt_mm"] + t["foam_mm"] + t["top_mm"],
        batten=plan["box"]["batten_mm"],
        pcsc=catalogue["pcsc_reader"]["mpn"],
        bias_ma=bias_ma,
        bias_v=bias_ma * mux["bias_ohm"] / 1000,
        hold_ohm=mux["hold_ohm"],
        hold_low=12.0 * (1 - share),
        hold_high=12.0 * (1 + share),
        loop_dc=_steady_ohm(plan),
        band=13.56 / (plan["matching"]["loop_q"] / 2),
        q=plan["matching"]["loop_q"],
        low=plan["matching"]["trim_pf"][0],
        high=plan["matching"]["trim_pf"][1],
    )
