"""What a controller does once, at its start: network, time, root, calibration, and its parts.

Forgotten when the table runs (``firmware/main.py``): none of it is on a table's heap.
"""

import os
import sys
import time

import machine
import neopixel

try:
    from firmware.controller import Board, Controller

    lacks = None
except ImportError as e:  # a board that leaves the table to its images
    lacks = e
from firmware.drivers.lights import Lights
from firmware.drivers.sounder import Sounder
from firmware.link.connect import maker
from firmware.link.walltime import WallTime

# Of the configuration, what is asked while the table runs: all of it would take 6 kB of heap.
ASKED_LATER = ("table", "dev", "mqtt", "wdt_ms")


def start(config, path, flash, booted, feed, tools):
    """The Controller of a complete configuration, which lay at ``path``. ``booted``: what the image
    loader chose; ``feed()`` feeds the watchdog; ``tools``: ``main.jitter`` and ``main.complain``.

    A board that is to agree on a root, to be calibrated, or to wait for an image, does that and
    restarts instead. Raises ValueError or OSError with one line.
    """
    connect_network(config)
    until = (config["mqtt"].get("tls") or {}).get("until", 0)
    wall = WallTime(machine.RTC(), time, flash + "/time", known_time(config, booted), until)
    agree(config, flash, feed, tools[1])
    if lacks is not None:
        wait(lacks, config, flash, booted, feed, tools)
    calibrate(config, path, flash, feed, tools)
    return build(config, flash, booted, wall, feed, tools)


def agree(config, flash, feed, complain):
    """A controller without a root that was given a ticket agrees on one, and starts again."""
    try:
        os.stat(flash + "/provision.json")
    except OSError:
        return
    from firmware.link import agreeing  # loaded when it is needed

    secret = agreeing.ticket(flash)
    if secret is not None:
        agreeing.Agreeing(config, secret, maker(config["mqtt"]), feed, complain, flash).run()
        machine.reset()


def wait(why, config, flash, booted, feed, tools):
    """Without a table in the board's own program: take an image over the network, start again."""
    if booted is None or booted.slot:
        raise why  # an image that is not whole has failed, and does not wait for another
    from firmware.image.waiting import Waiting

    parts = (time, maker(config["mqtt"]), make_lights(config))
    jitter, complain = tools
    Waiting(config, flash, booted, parts, (feed, jitter, complain), machine.reset).run()


def calibrate(config, path, flash, feed, tools):
    """Where an order has asked for it (firmware/calibrate/order.py): be calibrated, and start
    again. The mark goes first, so that whatever happens from here on the next start plays."""
    try:
        os.remove(flash + "/calibrate")
    except OSError:
        return
    try:
        from firmware.calibrate.mode import Mode  # loaded when it is needed

        parts = (machine, time, maker(config["mqtt"]), make_lights(config))
        Mode(config, path, flash, parts, feed, *tools).run()
    except Exception as e:  # whatever it is, this table plays again
        tools[1]("calibration ends: %s" % e)
    machine.reset()


def build(config, flash, booted, wall, feed, tools):
    """The controller of a configuration."""
    from firmware.scan.build import build_scanner

    scanner = build_scanner(config, machine, time)
    sounder = make_sounder(config)
    board = Board(make_uart(config), make_lights(config), machine.reset, wall, feed, sounder)
    jitter, complain = tools
    make_socket = maker(config["mqtt"])
    controller = Controller(
        config, scanner, time, make_socket, board, jitter, complain, flash, booted
    )
    for name in [name for name in config if name not in ASKED_LATER]:
        del config[name]
    return controller


def make_uart(config):
    """The keypad's UART."""
    row = config["uart"]
    return machine.UART(
        row["id"], row["baud"], tx=machine.Pin(row["tx"]), rx=machine.Pin(row["rx"]), rxbuf=2048
    )


def make_lights(config):
    """The lights, None when the board has none."""
    row = config.get("lights")
    if not row:
        return None
    pixels = neopixel.NeoPixel(machine.Pin(row["pin"], machine.Pin.OUT), row["count"])
    return Lights(pixels, row["count"], time)


def make_sounder(config):
    """The buzzer, None when the board has none."""
    row = config.get("sounder")
    if not row:
        return None
    return Sounder(machine.PWM(machine.Pin(row["pin"], machine.Pin.OUT)), time)


def connect_network(config):
    """Bring the board's Ethernet up where there is one; the VM's host network needs nothing."""
    row = config.get("ethernet")
    if not row or sys.platform == "linux":
        return
    import network

    lan = network.LAN if hasattr(network, "LAN") else None
    spi = machine.SPI(
        row["spi"],
        sck=machine.Pin(row["sck"]),
        mosi=machine.Pin(row["mosi"]),
        miso=machine.Pin(row["miso"]),
    )
    cs = machine.Pin(row["cs"], machine.Pin.OUT)
    if lan is not None:  # esp32: the W5500 as a phy of the LAN class
        nic = lan(
            phy_type=network.PHY_W5500,
            phy_addr=0,
            spi=spi,
            cs=cs,
            int=machine.Pin(row["int"]),
            reset=machine.Pin(row["rst"], machine.Pin.OUT),
        )
    else:  # rp2: the WIZnet port's own class
        nic = network.WIZNET5K(spi, cs, machine.Pin(row["rst"], machine.Pin.OUT))
    nic.active(True)


def known_time(config, booted):
    """The latest moment that is known to have passed, in seconds since 1970."""
    built = booted.header.built if booted is not None and booted.header is not None else 0
    return max(built, config.get("made", 0))


class SafeParts:
    """What safe mode may use of the board."""

    network = staticmethod(connect_network)
    connect = staticmethod(maker)

    @staticmethod
    def lights(config):
        """The pixels, None when the configuration names none."""
        row = config["lights"]
        return neopixel.NeoPixel(machine.Pin(row["pin"], machine.Pin.OUT), row["count"])
