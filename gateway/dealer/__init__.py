"""Dealer panel: the state of the hand, one question at a time, keys for words and notices."""
