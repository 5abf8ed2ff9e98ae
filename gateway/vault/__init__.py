"""The vault: the only part that can turn a card token into a card. It decides what is public."""
