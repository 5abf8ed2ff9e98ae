"""Stud: faults of the deal and of the streets."""

HANDLERS = ()
