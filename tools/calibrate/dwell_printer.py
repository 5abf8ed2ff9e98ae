"""The controller's program during calibration: scans everything and prints each dwell as a line.

It is the firmware's own scanner on the controller's own ``config.json``; it needs neither network
nor table logic. On a board: ``mpremote run calibrate.py``; on the virtual table it is the VM's
program. A tag is printed as the first eight digits of the SHA-256 of its number: a test tag is told
from another without its number being shown.
"""

SOURCE = """
import binascii, hashlib, json, machine, time
from firmware.scan.build import build_scanner

config = json.load(open("config.json"))
scanner = build_scanner(config, machine, time)
only = config.get("calibrate")  # the virtual table's own: these zones alone
for a in scanner.antennas:
    if not only or a.zone in only:
        scanner.schedule.want(a.index, 50)
    else:
        a.want_us = a.bound_us = 500000000
        a.last_us = time.ticks_us()


def name(uid):
    return binascii.hexlify(hashlib.sha256(uid).digest()[:4]).decode()


while True:
    dwell, due = scanner.poll(time.ticks_us())
    if dwell:
        zone = scanner.antennas[dwell.antenna].zone
        tags = [name(dwell.uids[i]) for i in range(dwell.n)]
        print(json.dumps({"zone": zone, "tags": tags, "agc": dwell.agc, "partial": dwell.partial}))
    wait = time.ticks_diff(due, time.ticks_us())
    if wait > 0:
        time.sleep_us(wait)
"""
