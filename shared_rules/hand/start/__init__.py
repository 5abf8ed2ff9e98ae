"""How a hand starts: button, blinds and antes, who is dealt in, the level, the hand after it."""
