"""The circuit's netlist as text, and its electrical rule check by SKiDL.

Parts are made in code, so no symbol library is needed. SKiDL reports two drivers on a net, inputs
and supplies nobody drives, and nets that lead nowhere.
"""

import contextlib
import importlib
import io
import logging
import os
import tempfile

from gateway import extras
from tools.hardware.circuit import POWER
from tools.hardware.description import BadHardware

TYPES = {
    "in": "INPUT",
    "out": "OUTPUT",
    "tri": "TRISTATE",
    "passive": "PASSIVE",
    "supply": "PWRIN",
    "source": "PWROUT",
    "open": "OPENCOLL",
}
SUPPLIES = tuple(n for n in POWER if n not in ("5V", "3V3"))  # those two are driven by regulators


def text(circuit):
    """The netlist: one line a net, ``net: REF.pin ...``; then parts without connection."""
    lines = []
    for net, pins in circuit.nets().items():
        lines.append(f"{net}: " + " ".join(f"{ref}.{pin}" for ref, pin in pins))
    return "\n".join(lines) + "\n"


def check(circuit):
    """What an electrical rule check finds, one line each; empty when the circuit is good.

    Raises BadHardware when SKiDL is not installed (the extra ``hardware``).
    """
    return own_rules(circuit) + _checked(_skidl(), circuit)


def _checked(skidl, circuit):
    with _no_stacks():
        made = skidl.Circuit(name="feltwire")
        nets, templates = {}, {}
        for name in circuit.nets():
            net = nets[name] = skidl.Net(name, circuit=made)
            if name in SUPPLIES:
                net.drive = skidl.POWER
        for part in circuit.parts.values():
            if part.pin_types():
                _place(skidl, made, part, nets, templates)
        return _run(made)


@contextlib.contextmanager
def _no_stacks():
    """SKiDL notes the whole call stack with every part and net: here nobody asks for it."""
    module = importlib.import_module("skidl.circuit")
    before, module.get_skidl_trace = module.get_skidl_trace, list
    try:
        yield
    finally:
        module.get_skidl_trace = before


def own_rules(circuit):
    """What SKiDL cannot know: inputs left open, and cables that join different nets."""
    lines = []
    for part in circuit.parts.values():
        known = dict(part.pin_types())
        lines += [f"{part.ref}: {part.kind} has no pin {p}" for p in part.pins if p not in known]
        for pin, kind in known.items():
            if kind in ("in", "supply", "source") and part.pins.get(pin) is None:
                lines.append(f"{part.ref}.{pin}: an input or a supply is left open")
    for cable in circuit.cables:
        first, second = circuit.parts[cable.first], circuit.parts[cable.second]
        for label in cable.conductors:
            nets = first.pins.get(label), second.pins.get(label)
            if nets[0] != nets[1] or nets[0] is None:
                lines.append(f"cable {cable.first} to {cable.second}: {label} joins {nets}")
    return lines


def _place(skidl, made, part, nets, templates):
    types = tuple(part.pin_types())
    template = templates.get((part.kind, types))
    if template is None:
        pins = [
            skidl.Pin(num=str(i), name=name, func=getattr(skidl.Pin.types, TYPES[kind]))
            for i, (name, kind) in enumerate(types, 1)
        ]
        template = templates[part.kind, types] = skidl.Part(
            tool=skidl.SKIDL, name=part.kind, ref_prefix="U", dest=skidl.TEMPLATE, pins=pins
        )
    placed = template(circuit=made, ref=part.ref, tag=part.ref)
    pins = {pin.num: pin for pin in placed.pins}
    for i, (name, _) in enumerate(types, 1):
        net = part.pins.get(name)
        if net is None:
            pins[str(i)] += made.NC
        else:
            nets[net] += pins[str(i)]


def _run(made):
    from skidl.logger import erc_logger

    caught = _Lines()
    erc_logger.addHandler(caught)
    try:
        with _quiet():
            made.ERC()
    finally:
        erc_logger.removeHandler(caught)
    return caught.lines


class _Lines(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(" ".join(record.getMessage().split()))


@contextlib.contextmanager
def _quiet():
    """SKiDL writes logs and reports beside the caller: let it do so in a folder that goes away."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            with (
                contextlib.redirect_stderr(io.StringIO()),
                contextlib.redirect_stdout(io.StringIO()),
            ):
                yield
        finally:
            os.chdir(before)


def _skidl():
    try:
        with _quiet():
            import skidl
    except ImportError:
        raise BadHardware(extras.missing("the electrical rule check", "hardware")) from None
    return skidl
