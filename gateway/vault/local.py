"""The vault as a module inside the gateway's process, behind the interface of a separate one."""

from gateway.errors import VaultError
from gateway.vault import decks, release, tokens
from gateway.vault.interface import Vault

HAND_TOKENS_MAX = 64


class _TableState:
    def __init__(self):
        self.stamp = None  # of the file the secrets came from
        self.secrets = None
        self.ratchet = None
        self.game = None
        self.cards = {}  # token -> card, this hand
        self.public = {}


class LocalVault(Vault):
    """See Vault. Reads ``<folder>/<table>.json`` when a hand begins and the file has changed."""

    def __init__(self, folder, key=None):
        """``key``: a ``sealing.Key`` for files that are sealed; plain files need none."""
        self._folder = folder
        self._key = key
        self._tables = {}

    def open_hand(self, table, dev, boot, hand):
        """See Vault.open_hand. VaultError when the table's file is malformed."""
        state = self._tables.setdefault(table, _TableState())
        state.cards, state.public = {}, {}
        self._load(table, state)
        if state.secrets is None or state.secrets.dev != dev or not isinstance(hand, int):
            return None
        try:
            root = state.ratchet.root(hand)
        except ValueError as e:
            raise VaultError(f"table {table}: {e}") from None
        key = tokens.hand_key(root, table, boot, hand)
        state.cards = {tokens.token(key, uid): card for uid, card in state.secrets.deck}
        return sorted(state.cards)

    def _load(self, table, state):
        path = self._folder / f"{table}.json"
        try:
            info = path.stat()
        except OSError:
            state.stamp = state.secrets = None
            return
        stamp = (info.st_mtime_ns, info.st_size, info.st_ino)
        if stamp == state.stamp:
            return
        state.secrets, state.stamp = None, None
        state.secrets = decks.load(path, self._key)
        state.stamp = stamp
        state.ratchet = tokens.Ratchet(state.secrets.root)

    def follow(self, table, event):
        """See Vault.follow."""
        state = self._tables.setdefault(table, _TableState())
        if event["what"] == "setup":
            state.game = event.get("game")
            return
        for token in release.made_public(event, state.game):
            card = state.cards.get(token)
            if card is not None:
                state.public[token] = card

    def public(self, table):
        """See Vault.public."""
        state = self._tables.get(table)
        return dict(state.public) if state else {}
