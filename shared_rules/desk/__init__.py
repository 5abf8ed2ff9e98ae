"""The tournament desk: what a rulebook says about an event, and the cash list.

``books.get(name)`` gives the desk's side of a rulebook, ``event.Event(setup, book)`` keeps an
event's state as its happenings are applied, and ``asks.answer(event, ask)`` decides one question
from both. Nothing here knows a radio, a clock or a file; the firmware does not import it. It runs
on the same interpreters as the rest of ``shared_rules``.
"""
