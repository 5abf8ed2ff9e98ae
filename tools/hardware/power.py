"""Power budget of a table: every part's current on its rail, and the mains adapter it needs."""

from tools.hardware.description import BadHardware

VOLTS = {"3V3": 3.3, "5V": 5.0, "12V": 12.0}


def rows(circuit, catalogue):
    """``(rail, part, count, typical mA, peak mA)`` of all parts that take power, sorted."""
    counts = {}
    for part in circuit.parts.values():
        if catalogue["parts"].get(part.part, {}).get("ma"):
            counts[part.part] = counts.get(part.part, 0) + 1
    found = []
    for name, count in counts.items():
        for rail, (typical, peak) in catalogue["parts"][name]["ma"].items():
            found.append((rail, name, count, typical * count, peak * count))
    # the multiplexers' diode currents, one at a time each: 17 mA from 5 V
    muxes = sum(1 for part in circuit.parts.values() if part.kind == "hc4514")
    found.append(("5V", "pin_diode bias", muxes, 17 * muxes, 17 * muxes))
    return sorted(found)


def budget(found, plan):
    """Sums: mA on each rail, and at the adapter (the 3.3 V comes linearly from the 5 V)."""
    sums = {}
    for which, at in (("typical", 3), ("peak", 4)):
        low = sum(row[at] for row in found if row[0] == "3V3")
        five = sum(row[at] for row in found if row[0] == "5V") + low
        supply = plan["supply"]
        twelve = sum(row[at] for row in found if row[0] == "12V")
        twelve += five * 5.0 / supply["input_v"] / supply["five_v_efficiency"]
        sums[which] = {"3V3": round(low), "5V": round(five), "12V": round(twelve)}
    adapter = sums["peak"]["12V"] / 1000 * plan["supply"]["headroom"]
    return {**sums, "adapter_a": round(adapter, 2)}


LIMITS = {"3V3": ("ldo", 800), "5V": ("buck", 5000), "12V": ("mains_adapter", 5000)}


def check(sums):
    """Raise BadHardware when a rail's peak, or the adapter's headroom, is above its supply."""
    bad = [
        f"{rail}: {sums['peak'][rail]} mA at the peak, the {part} gives {limit} mA"
        for rail, (part, limit) in LIMITS.items()
        if sums["peak"][rail] > limit
    ]
    if sums["adapter_a"] * 1000 > LIMITS["12V"][1]:
        bad.append(f"12V: with headroom {sums['adapter_a']} A, the mains adapter gives 5 A")
    if bad:
        raise BadHardware(bad)
