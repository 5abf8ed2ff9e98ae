"""The ninth generator: what a reader's inventory rounds make of an evening of poker.

It shares no line with the tracker or with the other generators. A hand is played by a betting
engine of its own (`stakes`), by people with habits (`nighthabits`) whose hands move cards and chips
over the loops (`handwork`, `potwork`), and is read slot by slot (`airround`).
"""
