"""What the vault puts into the event log of its hands, until a gateway says that it is there.

Each hand is sealed when it begins. Its cards are opened as they become public, and the others once
they are released and the hand is over, whichever consumer waits longest. See ``proofs``.
"""

import os

from gateway.vault import proofs, release_modes

SEED = "seed of proofs"  # in the vault's state
GIVEN_MAX = 100  # in an answer


class Notary:
    """``state``: State. Its caller has begun the transaction in which anything here is kept."""

    def __init__(self, state, rules):
        self._state, self._policy = state, rules
        seed = state.kept(SEED)
        if seed is None:
            seed = os.urandom(32).hex()
            with state.together():
                state.keep(SEED, seed)
        self._signer = proofs.Signer(bytes.fromhex(seed))
        self.public = self._signer.public
        self._outbox = {name: (table, act) for name, table, act in state.proofs()}
        self._waiting = {}  # key -> SealedHand that is over and may be released

    # -- hands

    def seal(self, hand):
        """A hand begins."""
        if not self._policy.cards:
            return  # this venue names no card: there is nothing that could be opened
        seed = os.urandom(32)
        hand.seed = seed.hex()
        self._put(hand, self._signer.sealed(hand.key(), hand.cards, seed))

    def take(self, hand, row):
        """A row of the controller's that belongs to a hand."""
        hand.rows = proofs.fold(hand.rows, hand.key(), row)

    def show(self, hand):
        """Open what has become public since it was asked last."""
        fresh = [token for token in hand.public if token not in hand.proved]
        if fresh and hand.seed and self._policy.cards:
            self._open(hand, fresh, proofs.PUBLIC)

    def end(self, hand):
        """The next hand begins: no row will follow. What was dealt is testified once more."""
        if hand.seed and not hand.ended:
            hand.ended = True
            self._open(hand, [], proofs.PUBLIC)

    def wait(self, hand):
        """A hand that may be over: what is released of it later is opened by ``look``."""
        if hand.seed and hand.over and not hand.released:
            self._waiting[hand.key()] = hand

    def forget(self, hand):
        """The vault holds a hand no longer, so that nothing more of it is released."""
        self._waiting.pop(hand.key(), None)

    def due(self, now_ms):
        """Hands that are to be opened now."""
        return [hand for hand in self._waiting.values() if self._is_due(hand, now_ms)]

    def release(self, hand):
        """Open the cards that were dealt to seats."""
        hand.released = True
        dealt = [token for tokens in hand.dealt.values() for token in tokens]
        fresh = [token for token in dealt if token not in hand.proved]
        if fresh:
            self._open(hand, fresh, proofs.RELEASED)
        self._waiting.pop(hand.key(), None)

    def _is_due(self, hand, now_ms):
        """True when every consumer that is to have the hand has it, and the hand is over."""
        delays = []
        for consumer in release_modes.CONSUMERS:
            rule = release_modes.stricter(hand.rules.get(consumer), self._policy.rule(consumer))
            if rule.mode == release_modes.DELAYED:
                delays.append(rule.delay_s)
            elif rule.mode != release_modes.NONE and consumer in hand.opened:
                delays.append(0)
        return bool(delays) and now_ms >= hand.over_ms + max(delays) * 1000

    def _open(self, hand, tokens, why):
        cards = {token: hand.cards[token] for token in tokens}
        seed = bytes.fromhex(hand.seed)
        act = self._signer.opened(hand.key(), cards, why, hand.rows, seed, hand.ended)
        hand.proved += tokens
        self._put(hand, act)

    # -- on its way into the log

    def _put(self, hand, act):
        name = proofs.name_of(act)
        self._outbox[name] = hand.table, act
        self._state.add_proof(name, hand.table, act)

    def given(self, tables=None):
        """``[[name, table, act]]`` that no log is known to hold, oldest first; None: all tables."""
        found = [
            [name, table, act]
            for name, (table, act) in self._outbox.items()
            if tables is None or table in tables
        ]
        return found[:GIVEN_MAX]

    def kept(self, names):
        """The log holds these."""
        for name in names:
            if self._outbox.pop(name, None) is not None:
                self._state.drop_proof(name)
