"""Broadcast overlay: a transparent page for a production switcher."""
