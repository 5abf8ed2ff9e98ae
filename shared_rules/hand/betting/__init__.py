"""Betting: whose turn it is, what words and chips mean, bounds, folds and requests."""
