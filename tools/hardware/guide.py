"""What the documents say in words: building, tuning, first power-up, calibration, first deck."""

from tools.hardware import data, description
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
        ("transmitter current at most", f"{own['transmit_ma_max']} mA"),
    ]
    return template("reader").format(
        made=MADE,
        rows=table_of(("what", "figure"), rows),
        peak_volts=f"{peak_volts(own):.1f}",
    )


def peak_volts(own):
    """Peak voltage on 50 ohm at the transmitter's greatest power (current into the wanted load)."""
    watts = (own["transmit_ma_max"] / 1000) ** 2 * own["driver_ohm"]
    return (2 * watts * own["balanced_ohm"]) ** 0.5


def build(plan):
    """The building guide."""
    catalogue = data.parts()["parts"]
    tables = ", ".join(f"[{n}]({n}/antennas.md)" for n in description.names("tables"))
    boards = ", ".join(f"[{n}](boards/{n}.md)" for n in description.names("boards"))
    t = plan["table"]
    depth = t["foam_mm"] + t["felt_mm"] + 2
    return template("build").format(
        made=MADE,
        tables=tables,
        boards=boards,
        top=t["top_mm"],
        pocket=t["loop_depth_mm"],
        cover=depth,
        foam=t["foam_mm"],
        felt=t["felt_mm"],
        vna=catalogue["vna"]["mpn"],
        pcsc=catalogue["pcsc_reader"]["mpn"],
        q=plan["matching"]["loop_q"],
        low=plan["matching"]["trim_pf"][0],
        high=plan["matching"]["trim_pf"][1],
    )
