"""The controller's program: hardware from ``config.json``, then one loop until the power goes.

No asyncio: every part is polled and says when it wants to be polled next; the loop sleeps until the
earliest of these. A configuration that cannot be used leaves the controller in safe mode: it reads
nothing, says why on the console and by its light, and keeps the watchdog quiet.
"""

import gc
import os
import sys
import time

import machine
import neopixel

from firmware.controller import Board, Controller
from firmware.drivers.lights import Lights
from firmware.drivers.sounder import Sounder
from firmware.link.connect import maker
from firmware.link.walltime import WallTime

GC_SHARE = 32  # collect when this part of the heap has been taken
GC_MS = 5000  # collect between two dwells, rather than when the heap happens to be full
FEED_MS = 200
WDT_MS = 8000  # until the configuration says otherwise
START_ONLY = ("config", "drivers.chips", "scan.build", "table.values")  # not needed again
BUILT_FROM = ("antennas", "readers", "references", "expander")  # not needed again: 5 kB of heap


def complain(text):
    """One line for the technician's console."""
    print("feltwire: " + text)


def jitter(n):
    """A random number below n; differs from table to table."""
    return int.from_bytes(os.urandom(2), "little") % n


def main(config_path="config.json", flash=".", booted=None):
    """Run the table. Returns only when the interpreter is interrupted.

    ``booted``: what the image loader chose (``firmware.image.loader.Booted``), None without one.
    """
    watchdog = machine.WDT(timeout=WDT_MS)  # before anything can hang
    gc.threshold(gc.mem_free() // GC_SHARE)  # a small heap is collected often: holes stay small
    from firmware import config as cfg

    try:
        config = cfg.load(config_path)
        connect_network(config)
        until = (config["mqtt"].get("tls") or {}).get("until", 0)
        known = known_time(config, booted)
        wall = WallTime(machine.RTC(), time, flash + "/time", known, until)
        agree(config, flash, watchdog.feed)
        controller = build(config, flash, booted, wall, watchdog.feed)
    except (cfg.BadConfig, ValueError, OSError) as e:
        from firmware.safe import SafeMode  # loaded when it is needed

        SafeMode(str(e), config_path, watchdog, SafeParts, complain, flash).run()
        return
    del cfg
    for name in START_ONLY:
        forget(name)
    complain("table %s, boot %d" % (config["table"], controller.boot))
    if config["wdt_ms"] != WDT_MS:
        watchdog = machine.WDT(timeout=config["wdt_ms"])
    run(controller, watchdog)


def agree(config, flash, feed):
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


def build(config, flash, booted=None, wall=None, feed=None):
    """The controller of a configuration."""
    from firmware.scan.build import build_scanner

    scanner = build_scanner(config, machine, time)
    sounder = make_sounder(config)
    board = Board(make_uart(config), make_lights(config), machine.reset, wall, feed, sounder)
    controller = Controller(
        config, scanner, time, maker(config["mqtt"]), board, jitter, complain, flash, booted
    )
    for name in BUILT_FROM:
        config.pop(name, None)
    return controller


def forget(name):
    """Give back what a module of this package holds that is used at the start only."""
    package, _, last = ("firmware." + name).rpartition(".")
    holder = sys.modules.get(package)
    if sys.modules.pop("firmware." + name, None) and hasattr(holder, last):
        delattr(holder, last)


def run(controller, watchdog):
    """The loop. The watchdog is fed between turns: a turn that hangs restarts the controller."""
    ticks_diff = time.ticks_diff
    clock = controller.clock
    collected = fed = 0
    while True:
        began = clock.ms
        until = controller.turn()
        now = clock.ms
        if now - fed >= FEED_MS:
            fed = now
            watchdog.feed()
        controller.health.turn(now - began)
        if now - collected >= GC_MS:
            collected = now
            gc.collect()
        wait = ticks_diff(until, time.ticks_us())
        if wait > 0:
            time.sleep_us(wait)


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
