"""The order that has a table calibrated: taken between two hands, and good for one start.

It leaves a mark in flash and starts the board again; ``firmware/main.py`` takes the mark away
before it does anything else, and runs ``mode.Mode`` in place of the table. Other orders of a
calibration mean nothing to a table that is played.
"""

from shared_rules import topics

MARK = "/calibrate"  # firmware/main.py


def heard(message, dev, send, images):
    """``down/calibrate`` while a table is played. ``images``: the controller's, which knows its
    flash, whether a hand is under way, and how to start again."""
    why = None
    if message.get("do") != "start":
        why = "it is not being calibrated"
    elif not images.quiet():
        why = "a hand is under way"
    else:
        try:
            open(images.flash + MARK, "w").close()
        except OSError as e:
            why = "the flash refuses: %s" % e
    if why:
        send(topics.UP_CALIBRATE, {"state": "refused", "dev": dev, "why": why})
        return
    images.restart()  # what it would say now would be lost with the connection: "ready" says it
