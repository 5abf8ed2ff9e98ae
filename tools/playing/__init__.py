"""Recorded hands: read, checked, played through the chain, handed straight to the engine."""
