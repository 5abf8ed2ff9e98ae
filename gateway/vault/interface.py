"""What the gateway may ask of the vault. The vault is a module today and a process tomorrow: plain
values go in and out, nothing is shared.
"""


class Vault:
    """Knows decks and device roots. Follows the committed events and decides what is public."""

    def open_hand(self, table, dev, boot, hand):
        """A hand begins: the tokens its deck will show, **sorted**: their order tells nothing.

        None when this table's deck or device is not known here.
        """
        raise NotImplementedError

    def follow(self, table, event):
        """A committed event of a table; what it makes public can be asked for from now on."""
        raise NotImplementedError

    def public(self, table):
        """``{token: card}`` of the current hand's cards that everybody at the table may see."""
        raise NotImplementedError
