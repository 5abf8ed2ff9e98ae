"""Calibration: what every antenna reads of a test tag, thresholds from it, drift against it."""
