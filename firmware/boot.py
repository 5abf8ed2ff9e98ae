"""What a board runs first: frozen into its program as ``boot.py``, and it does not end.

Nothing typed at a console may stop it: Ctrl-C is an ordinary character from here on, and whatever
ends the program, by intent or by accident, restarts the board. So there is no prompt to be had.

A board that has not been provisioned yet (no ``device.json``, see
tools/install/images/provision.py) holds no secret and stays open: that is how it is provisioned.
To open it again its flash must be erased, and all it knew goes with that.
"""

import os
import sys

import micropython

SEALED = "device.json" in os.listdir()
if SEALED:
    micropython.kbd_intr(-1)
if hasattr(micropython, "alloc_emergency_exception_buf"):  # not on the VM
    micropython.alloc_emergency_exception_buf(100)

RESTART_MS = 1000  # a board that fails at once does not spin


def _run():
    import machine

    try:
        from firmware.image.loader import start

        start()
        print("feltwire: the program ended")
    except BaseException as e:  # also SystemExit and an interrupt: none of them ends in a prompt
        sys.print_exception(e)
    finally:
        import time

        time.sleep_ms(RESTART_MS)
        machine.reset()


if SEALED:
    _run()
