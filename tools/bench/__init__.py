"""Measurements: what a machine needs for a part of the work. Figures only, nothing is judged."""
