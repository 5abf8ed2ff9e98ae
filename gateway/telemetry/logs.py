"""What a process with a gateway in it says: on stderr, as text for people or JSON for machines."""

import logging
import sys

from gateway.process import logger


def speak(form="text"):
    """Set it up. ``text``: warnings and errors; ``json``: one object a line, with the rest too."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    structlog = logger.structlog()
    steps = [structlog.processors.add_log_level]
    if form == "json":
        steps += [structlog.processors.TimeStamper(fmt="iso"), structlog.processors.JSONRenderer()]
    else:
        steps.append(structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0))
    level = logging.INFO if form == "json" else logging.WARNING
    structlog.configure(
        processors=steps,
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # as it is when it speaks
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )
