"""Plugs that fit each other must carry the same supplies: a builder can take the wrong one.

A connector's entry in the catalogue says what fits it: ``plug = { family, ways, keyed }``. Two fit
when family and ways agree; without a key a plug goes in turned round, too.
"""

SUPPLIES = {"GND": 0.0, "3V3": 3.3, "5V": 5.0, "12V": 12.0, "12V_RAW": 12.0, "12V_IN": 12.0}


def problems(circuit, catalogue):
    """Pairs of plugs that fit each other with another voltage on a contact, one line each pair."""
    shapes, found = {}, []
    for part in circuit.parts.values():
        entry = catalogue["parts"].get(part.part, {}).get("plug")
        if part.kind == "plug" and part.part != "pads" and not entry:
            found.append(f"parts.{part.part}: plug: what fits {part.ref} is missing")
        elif entry:
            alike = shapes.setdefault((entry["family"], entry["ways"]), {})
            nets = _padded(part.pins.values(), entry["ways"])
            # plugs with the same supplies are one sort: their first speaks for them
            sort = tuple(SUPPLIES.get(net, net and "signal") for net in nets)
            alike.setdefault((sort, entry["keyed"]), (part, nets))
    for (family, ways), sorts in sorted(shapes.items()):
        what = f"{family}, {ways} ways"
        members = [(*key, *value) for key, value in sorts.items()]
        for n, (_, keyed, first, nets) in enumerate(members):
            if not keyed:
                found += _differ(what, first, nets, first, nets[::-1])
            for _, other_keyed, second, others in members[n + 1 :]:
                ways_in = [others] if keyed and other_keyed else [others, others[::-1]]
                lines = [
                    line for way in ways_in for line in _differ(what, first, nets, second, way)
                ]
                found += lines[:1]
    return found


def _padded(nets, ways):
    """Nets by contact; contacts beyond the labels are open."""
    nets = list(nets)
    return nets + [None] * (ways - len(nets))


def _differ(what, first, nets, second, others):
    """The first contact where one has a supply and the other something else: a line, or none."""
    for contact, (one, two) in enumerate(zip(nets, others, strict=True), 1):
        volts = SUPPLIES.get(one), SUPPLIES.get(two)
        if one and two and volts[0] != volts[1]:
            return [
                f"{first.ref} ({first.board}) and {second.ref} ({second.board}) fit each other "
                f"({what}), but contact {contact} is {one} in one, {two} in the other"
            ]
    return []
