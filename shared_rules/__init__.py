"""The rules of poker as Feltwire knows them: events, wire codec, rulebooks and the engine.

Runs unchanged on CPython 3.11+ and MicroPython 1.25+, and depends on nothing.
"""
