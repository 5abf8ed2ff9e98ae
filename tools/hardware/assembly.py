"""What is fitted on a board: each part of a table's circuit finds its place on the board's layout.

The layouts of ``matchboard`` and ``muxboard`` are the same for all loops and readers, ``hubboard``
has one a controller. A part of the circuit belongs to the place of its kind whose pads carry the
same nets; a part without a place, or with another net on a pad, is an error. Places nobody takes
stay empty.
"""

import csv
import io

from tools.hardware import bom, description, hubboard, muxboard, readerboard
from tools.hardware.description import BadHardware

HEAD = ("ref", "value", "part", "maker", "number", "package", "x", "y", "rotation", "side")
ALIKE = {"link": ("resistor", "resistor_rf")}  # fitted where a resistor may be


def mux(board, circuit, table, name):
    """``{reference on the board: part of the circuit}`` of a reader's multiplexer."""
    i = table["readers"].index(name)
    mine = [row for row in description.loops(table) if row["reader"] == name]
    bad = [row["zone"] for row in mine if row["channel"] >= muxboard.CHANNELS]
    if bad:
        raise BadHardware(
            f"{name}: {', '.join(bad)}: the multiplexer's board has {muxboard.CHANNELS} channels"
        )
    own = {f"ANT_{row['zone']}": f"ANT{row['channel']}" for row in mine}
    own.update({f"{net}{i}": net for net in ("COMMON", "BIAS", "RF")})
    return fitted(
        board, circuit, f"mux {name}", lambda net: own.get(net, net.removesuffix(f"_{i}"))
    )


def match(board, circuit, zone):
    """The same of a loop's matching board."""
    own = {f"ANT_{zone}": "RF", f"TOP_{zone}": "TOP", f"FOOT_{zone}": "FOOT"}
    return fitted(board, circuit, f"match {zone}", lambda net: own.get(net, net))


def hub(board, circuit, controller):
    """The same of the hub's board; ``controller``: the description of its controller board."""
    return fitted(board, circuit, "hub", lambda net: net, hubboard.controller_nets(controller))


def fitted(board, circuit, where, name_of, module=None):
    """Parts of the circuit's board ``where`` by their place on the layout.

    ``name_of``: a circuit's net -> its name there. ``module``: the controller's nets by pad.
    BadHardware with every part that has no place.
    """
    free, found, bad = {}, {}, []
    for place in board.parts:
        free.setdefault(_key(place.kind, place.part, place.nets), []).append(place.ref)
    for part in circuit.parts.values():
        if part.board != where or part.kind == "board":
            continue
        kind, sort = ALIKE.get(part.kind, (part.kind, part.part))
        kind = "pair" if sort == "pads" else kind
        nets = {pin: name_of(net) for pin, net in part.pins.items() if net is not None}
        if kind == "plug":
            numbered = {label: str(n) for n, label in enumerate(part.pins, 1)}
            nets = {numbered[label]: net for label, net in nets.items()}
        elif kind == "controller" and set(nets.values()) == {n for n in module.values() if n}:
            nets = module
        elif kind == "hc4514":  # its unused outputs go to channels nobody uses
            nets = _outputs(board, nets)
        places = free.get(_key(kind, sort, nets), [])
        if places:
            found[places.pop(0)] = part
        else:
            bad.append(f"{where}: {part.ref} ({kind}) has no place on the board: {nets}")
    if bad:
        raise BadHardware(bad)
    return found


def _outputs(board, nets):
    place = next(p for p in board.parts if p.kind == "hc4514")
    rest = {pin: net for pin, net in place.nets.items() if pin[0] == "Q" and pin not in nets}
    return {**{pin: net for pin, net in rest.items() if net is not None}, **nets}


def _key(kind, sort, nets):
    """What a part and its place have in common; two alike pins may be swapped."""
    nets = {pin: net for pin, net in nets.items() if net is not None}
    if set(nets) == {"1", "2"}:
        return kind, sort, *sorted(nets.values())
    return kind, sort, *sorted(nets.items())


def rows(board, found, catalogue):
    """Lines of the assembly list: what to fit, where; millimetres from the lower left corner."""
    made = []
    for place in board.parts:
        part = found.get(place.ref)
        if part is None or part.part == "pads":
            continue
        made.append(_row(board, place, part.part, part.value, catalogue))
    return made


def _row(board, place, name, value, catalogue):
    entry = catalogue["parts"][name]
    return (
        *(place.ref, value, entry["name"], entry["maker"], bom.number(entry, value)),
        *(place.pattern, f"{place.x:.3f}", f"{board.h - place.y:.3f}", place.turn, "top"),
    )


def carrier_list(board, catalogue):
    """The list of a reader module's carrier: all readers have the same."""
    values = [(place, bom.CARRIED.get(place.part, "")) for place in board.parts]
    return as_csv(
        [
            _row(board, place, place.part, value, catalogue)
            for place, value in values
            if place.part != "pads"
        ]
    )


def as_csv(found):
    """The list as CSV with a heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(found)
    return out.getvalue()


def hub_list(circuit, controller, catalogue):
    """The list of a controller's hub."""
    board = hubboard.board(controller["name"])
    return as_csv(rows(board, hub(board, circuit, controller), catalogue))


def lists(table, circuit, catalogue, match_board, mux_board):
    """``{file name: text}``: one list a reader's multiplexer, one a sort of matching board."""
    made = {"assembly-reader.csv": carrier_list(readerboard.board(), catalogue)}
    for name in table["readers"]:
        found = mux(mux_board, circuit, table, name)
        made[f"assembly-mux-{name}.csv"] = as_csv(rows(mux_board, found, catalogue))
    sorts = {}
    for row in description.loops(table):
        text = as_csv(rows(match_board, match(match_board, circuit, row["zone"]), catalogue))
        kind = row["zone"].split(":")[0]
        texts = sorts.setdefault(kind, [])
        if text not in texts:
            texts.append(text)
    for kind, texts in sorts.items():
        for n, text in enumerate(texts, 1):
            made[f"assembly-match-{kind}{f'-{n}' if len(texts) > 1 else ''}.csv"] = text
    return made
