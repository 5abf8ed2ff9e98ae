"""The vault as a module inside the gateway's process, behind the interface of a separate one."""

from gateway.errors import VaultError
from gateway.vault import decks, tokens
from gateway.vault.interface import Vault
from gateway.vault.sealedhand import SealedHand

HAND_TOKENS_MAX = 64


class _TableState:
    def __init__(self):
        self.stamp = None  # of the file the secrets came from
        self.secrets = None
        self.ratchet = None
        self.game, self.stacks = None, None  # of the hand to come
        self.hand = None  # SealedHand


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
        before, state.hand = state.hand, None
        self._load(table, state)
        if state.ratchet is None or state.secrets.dev != dev or not isinstance(hand, int):
            return None
        try:
            root = state.ratchet.root(hand)
        except ValueError as e:
            raise VaultError(f"table {table}: {e}") from None
        key = tokens.hand_key(root, table, boot, hand)
        cards = {tokens.token(key, uid): card for uid, card in state.secrets.deck}
        stacks = state.stacks
        if stacks is None and before is not None:
            stacks = before.course.stacks_after()
        state.hand = SealedHand(table, dev, boot, hand, state.game, cards, {}, stacks)
        state.stacks = None
        return sorted(cards)

    def _load(self, table, state):
        path = self._folder / f"{table}.json"
        try:
            info = path.stat()
        except OSError:
            state.stamp = state.secrets = state.ratchet = None
            return
        stamp = (info.st_mtime_ns, info.st_size, info.st_ino)
        if stamp == state.stamp:
            return
        state.secrets = state.stamp = state.ratchet = None
        state.secrets = decks.load(path, self._key)
        state.stamp = stamp
        if state.secrets.root is not None:
            state.ratchet = tokens.Ratchet(state.secrets.root)

    def follow(self, table, event):
        """See Vault.follow."""
        state = self._tables.setdefault(table, _TableState())
        if event["what"] == "setup":
            state.game, state.stacks = event.get("game"), event.get("stacks")
            if state.hand is not None:
                state.hand.course.set_up(state.game, state.stacks or {})
        elif state.hand is not None:
            state.hand.follow(event, 0)

    def public(self, table):
        """See Vault.public."""
        state = self._tables.get(table)
        return state.hand.public_cards() if state and state.hand else {}
