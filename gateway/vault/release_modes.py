"""Who gets sealed cards, and when: a mode and a delay for each consumer. See docs/security.md.

``[vault]`` of the configuration file. Whoever is not named there gets nothing.
"""

import difflib
from dataclasses import dataclass, field

from gateway.errors import VaultError

SECTION = "vault"
SEALED, DELAYED, LIVE, NONE = "sealed", "delayed", "live", "none"
MODES = (SEALED, DELAYED, LIVE, NONE)
CONSUMERS = ("broadcast", "history")
DELAY_S_MIN, DELAY_S_MAX = 60, 30 * 86400
_LOOSENESS = {NONE: 0, SEALED: 1, DELAYED: 2, LIVE: 2}


@dataclass(frozen=True)
class Rule:
    """What a consumer gets. ``delay_s`` counts from the hand's end, by the vault's own clock."""

    mode: str = SEALED
    delay_s: int = 1800


@dataclass(frozen=True)
class Policy:
    """``cards`` False: no card is named at all, tabled and board cards included."""

    cards: bool = True
    rules: dict = field(default_factory=dict)  # consumer -> Rule

    def rule(self, consumer):
        """The Rule of a consumer; sealed for one nobody has named."""
        return self.rules.get(consumer, Rule()) if self.cards else Rule(NONE)

    def stated(self):
        """All of it as plain values: what the vault says of itself, and what goes to one."""
        return {"cards": self.cards, "signed_only": True, "modes": self.as_dict()}

    def as_dict(self):
        """The rules as they are kept with each hand: ``{consumer: [mode, delay_s]}``."""
        return {c: [self.rule(c).mode, self.rule(c).delay_s] for c in CONSUMERS}


def stricter(kept, now):
    """The Rule that holds for a hand: of when it was dealt (``[mode, delay_s]``) and of now.

    An edit of the configuration may close a hand that is already dealt; it never opens one.
    """
    dealt = Rule(*kept) if kept else Rule(NONE)
    delay = max(dealt.delay_s, now.delay_s)
    if dealt.mode == now.mode:
        return Rule(now.mode, delay)
    if {dealt.mode, now.mode} == {DELAYED, LIVE}:
        return Rule(SEALED, delay)  # neither way was promised for both moments
    return Rule(min(dealt.mode, now.mode, key=_LOOSENESS.get), delay)


def from_table(table):
    """Policy of a TOML table ``[vault]``. VaultError with one line names the key and the fault."""
    if not isinstance(table, dict):
        raise VaultError(f"{SECTION} must be a table: [{SECTION}], and its settings below")
    known = ("mode", "delay_s", "signed_only", *CONSUMERS)
    for name in table:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise VaultError(f"{SECTION}.{name} is no setting{hint}")
    if table.get("signed_only", True) is not True:  # of an earlier version: a choice no more
        raise VaultError(f"{SECTION}.signed_only can only be true: an enrolled device always signs")
    base = _rule(table, SECTION, Rule())
    rules = {}
    for consumer in CONSUMERS:
        part = table.get(consumer, {})
        if not isinstance(part, dict) or set(part) - {"mode", "delay_s"}:
            raise VaultError(f"{SECTION}.{consumer} must be a table of mode and delay_s")
        rules[consumer] = _rule(part, f"{SECTION}.{consumer}", base)
    return Policy(base.mode != NONE, rules)


def differences(wanted, stated):
    """What a vault does otherwise than the Policy ``wanted``: lines; ``stated``: what it says."""
    own, lines = wanted.stated(), []
    for consumer in CONSUMERS:
        file, vault = own["modes"][consumer], list(stated["modes"].get(consumer, ()))
        if _effect(file) != _effect(vault):
            lines.append(f"{consumer} is {_words(vault)}, in the file {_words(file)}")
    for name in ("cards", "signed_only"):
        if own[name] != stated.get(name):
            lines.append(f"{name} is {_said(stated.get(name))}, in the file {_said(own[name])}")
    return lines


def changes(before, now):
    """What differs between two of ``stated``, in lines: what it was, and what it is."""
    lines = []
    for consumer in CONSUMERS:
        was, is_ = (list(x["modes"].get(consumer, ())) for x in (before, now))
        if _effect(was) != _effect(is_):
            lines.append(f"{consumer} was {_words(was)}, is {_words(is_)}")
    if before.get("cards") != now["cards"]:
        lines.append(f"cards were {_said(before.get('cards'))}, are {_said(now['cards'])}")
    return lines


def _effect(rule):
    """A mode, and the delay where it has one: elsewhere the number means nothing."""
    return rule if rule and rule[0] == DELAYED else rule[:1]


def _words(rule):
    return " ".join(map(str, _effect(rule))) + (" s" if len(_effect(rule)) > 1 else "")


def _said(value):
    return "on" if value else "off"


def _rule(table, where, base):
    mode, delay = table.get("mode", base.mode), table.get("delay_s", base.delay_s)
    if mode not in MODES:
        raise VaultError(f"{where}.mode must be one of {', '.join(MODES)}, got {mode!r}")
    whole = isinstance(delay, int) and not isinstance(delay, bool)
    if not whole or not DELAY_S_MIN <= delay <= DELAY_S_MAX:
        raise VaultError(
            f"{where}.delay_s must be a whole number from {DELAY_S_MIN} to {DELAY_S_MAX}"
        )
    return Rule(mode, delay)
