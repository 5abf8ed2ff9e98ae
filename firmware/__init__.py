"""Firmware of a Feltwire table controller: MicroPython 1.25+, one super-loop, no asyncio."""
