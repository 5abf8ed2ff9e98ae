"""Recorded dwells: reading them, and replaying them through the table code."""
