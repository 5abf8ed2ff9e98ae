"""First file a board runs: no REPL over the network, interrupts reported, then ``main``.

MicroPython runs ``main.py`` by itself when it lies in the root of the flash; with the firmware
frozen into the image (see manifest.py) this file is all that lies there.
"""

import micropython

micropython.alloc_emergency_exception_buf(100)
