"""Alerts after they are raised: whether people saw and answered them, and whom to tell next."""
