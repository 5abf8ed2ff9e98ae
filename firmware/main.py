"""The controller's program: hardware from ``config.json``, then one loop until the power goes.

No asyncio: every part is polled and says when it wants to be polled next; the loop sleeps until the
earliest of these. A configuration that cannot be used leaves the controller in safe mode: it reads
nothing, says why on the console and by its light, and keeps the watchdog quiet.
"""

import gc
import os
import time

import machine

from shared_rules.compat import let_go

# Collect when this part of the heap has been taken. What is taken counts, frames of functions too,
# which are given back at once: a smaller part collects for nothing (docs/controller.md).
GC_SHARE = 24
GC_MS = 5000  # collect between two dwells, rather than when the heap happens to be full
FEED_MS = 200
WDT_MS = 8000  # until the configuration says otherwise
START_ONLY = ("config", "start", "drivers.chips", "scan.build", "table.values")  # not needed again


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
    from firmware import config as cfg
    from firmware import start

    gc.threshold(gc.mem_free() // GC_SHARE)  # a small heap is collected often: holes stay small
    try:
        config = cfg.load(config_path)
        controller = start.start(
            config, config_path, flash, booted, watchdog.feed, (jitter, complain)
        )
    except (cfg.BadConfig, ValueError, OSError) as e:
        from firmware.safe import SafeMode  # loaded when it is needed

        SafeMode(str(e), config_path, watchdog, start.SafeParts, complain, flash).run()
        return
    del cfg, start
    for name in START_ONLY:
        let_go("firmware." + name)
    complain("table %s, boot %d" % (config["table"], controller.boot))
    if config["wdt_ms"] != WDT_MS:
        watchdog = machine.WDT(timeout=config["wdt_ms"])
    run(controller, watchdog)


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
