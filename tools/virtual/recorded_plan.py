"""What happens in a recorded hand, step by step: the facts a script of motions is made from.

The facts come from the hand's own file. pokerkit replays it to know amounts, streets and who shows;
who is paid says our engine, and pokerkit is the check on it. A file either of them cannot replay to
the end is refused with one line. Unknown cards (``?``) become any unused ones, chosen by the seed.
"""

import warnings
from dataclasses import dataclass, field

from shared_rules import cards, games
from tools.playing.hand_setup import game_of, setup_of
from tools.playing.phh import RESULTS, BadHand, chances, whole_units
from tools.playing.phh_check import checked
from tools.playing.replay import replay

DECK = tuple(cards.deck())  # of the virtual table; a game may be played with part of it


@dataclass
class Step:
    """One thing that happens: ``do`` and what it needs (seats 1-based, amounts in chips).

    ``ante blind`` (seat, amount), ``pull`` (bets are collected), ``deal`` (hole cards),
    ``board`` (cards), ``fold check`` (seat), ``call bet raise`` (seat, amount added, to),
    ``show muck`` (seat), ``award`` (shares: seat -> chips of one pot).
    """

    do: str
    seat: int = 0
    amount: int = 0
    to: int = 0
    all_in: bool = False
    cards: tuple = ()
    shares: dict = field(default_factory=dict)
    returned: dict = field(default_factory=dict)


@dataclass
class HandPlan:
    """A hand ready to be played at a table: set-up, hole cards of each seat, steps in order.

    Amounts are whole: the file's times ``scale``. ``record`` is the file's, made whole and with
    every card named; ``book`` is the rulebook it is paid by.
    """

    label: str
    setup: dict
    hole: dict
    steps: list
    stacks_after: dict
    scale: int = 1
    record: dict = field(default_factory=dict)
    book: str = "tda-2011"

    def order(self):
        """Seats in the order they are dealt to, from the left of the button."""
        seats, button = sorted(self.setup["seats"]), self.setup["button"]
        return [s for s in seats if s > button] + [s for s in seats if s <= button]

    def deck(self):
        """Cards of the deck the hand is dealt from."""
        return games.get(self.setup["game"]).deck()


def plan_hand(label, record, seed=0, table_seats=None, book="tda-2011"):
    """HandPlan of a PHH record. Raises BadHand with one line that names the hand and the reason.

    ``book``: the rulebook the hand is played by; who is paid what comes from the engine under it.
    """
    try:
        record, scale = whole_units(checked(record))
        game = games.get(game_of(record)[0])
        if game.family != "flop":
            title = games.title(game.name)
            raise BadHand(f"{title} is not played on the virtual table, only flop games are")
        n = len(record["starting_stacks"])
        if table_seats is not None and n > table_seats:
            raise BadHand(f"{n} players do not fit a table with {table_seats} seats")
        run = replay(label, record, book, seed)
        record = {k: v for k, v in record.items() if k not in ("seats", "seat_count", *RESULTS)}
        rng = chances(seed, label, "cards")
        record["actions"] = name_cards(record["actions"], game.deck(), rng)
        state = _replay(record)
        steps, hole = steps_of(state)
        steps, after = paid(steps, run, state)
    except BadHand as e:
        raise BadHand(f"{label}: {str(e).removeprefix(f'{label}: ')}") from e
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, AttributeError) as e:
        reason = f"{e} is missing" if isinstance(e, KeyError) else str(e) or type(e).__name__
        raise BadHand(f"{label}: cannot be replayed: {reason.splitlines()[0]}") from e
    return HandPlan(label, setup_of(label, record), hole, steps, after, scale, record, book)


def paid(steps, run, state):
    """``(steps, stacks after)`` with the awards of our engine in place of pokerkit's.

    BadHand when pokerkit, the check on it, pays others: more than odd chips differ, though every
    hand that was shown is named. Of several pots that high and low share it is no check: of a side
    pot in which nobody has a low it pays the high hand one half only.
    """
    after = {str(seat): chips for seat, chips in run.result["stacks_after"].items()}
    pots, players = len(run.awards), len(state.stacks)
    differs = [
        seat + 1
        for seat, theirs in enumerate(state.stacks)
        if abs(after[str(seat + 1)] - theirs) > 2 * pots * players
    ]
    shared = pots > 1 and run.hand.game.high and run.hand.game.low
    if differs and not run.unnamed and not shared:
        raise BadHand(f"engine and pokerkit do not agree about what p{differs[0]} is paid")
    awards = [Step("award", shares=part) for part in run.awards]
    steps = [s for s in steps if s.do != "award"]
    if len(run.hand.live) == 1:
        # nobody showed: pokerkit hands back the whole last bet, of which a part was called
        back = run.hand.uncalled
        pulls = [s for s in steps if s.do == "pull"]
        pulls[-1].returned = {back[0]: back[1]} if back and back[1] else {}
    return steps + awards, after


def name_cards(actions, deck, rng):
    """The file's actions with every unknown card replaced by one of the deck nobody else has.

    A player's unknown hole cards become those shown at the end; the rest are drawn by ``rng``.
    """
    used, shown = set(), {}
    for action in actions:
        words = action.split("#")[0].split()
        for word in words[2:]:
            if words[1] in ("dh", "db", "sm") and not word.startswith("p") and word != "-":
                named = [c for c in split_cards(word) if "?" not in c]
                used.update(named)
                if words[1] == "sm":
                    shown[words[0]] = named
    free = [c for c in deck if c not in used]
    rng.shuffle(free)
    hands, out = {}, []
    for action in actions:
        words = action.split("#")[0].split()
        kind = words[1] if len(words) > 1 else ""
        if kind == "dh":
            dealt = split_cards(words[3])
            held = [c for c in shown.get(words[2], ()) if c not in dealt]
            words[3] = "".join(_named(dealt, held, free))
            hands.setdefault(words[2], []).extend(split_cards(words[3]))
        elif kind == "db":
            words[2] = "".join(_named(split_cards(words[2]), [], free))
        elif kind == "sm" and len(words) > 2 and "?" in words[2]:
            words[2] = "".join(hands[words[0]])
        if words:
            out.append(" ".join(words))
    return out


def split_cards(text):
    """Cards of a run of text, ``"AsKd"`` -> ``["As", "Kd"]``. Raises ValueError for a half card."""
    if len(text) % 2:
        raise ValueError(f"{text!r} is not a list of cards")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _named(dealt, first, free):
    return [c if "?" not in c else (first.pop(0) if first else free.pop()) for c in dealt]


def open_history(record):
    """pokerkit's hand history of a record (only the fields the format knows)."""
    import pokerkit  # a fifth of a second, which those who only offer to play need not wait for

    fields = pokerkit.HandHistory.required_field_names[record["variant"]]
    fields += pokerkit.HandHistory.optional_field_names
    return pokerkit.HandHistory(
        **{k: v for k, v in record.items() if k in fields and v is not None}
    )


def _replay(record):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state = None
        for state in open_history(record):  # noqa: B007  (the last state holds the whole hand)
            pass
    if state is None or state.status:
        raise BadHand("the file stops before the hand is over")
    return state


def steps_of(state):
    """Steps and hole cards (seat -> cards, in the order dealt) of a finished pokerkit state."""
    steps, hole = [], {}
    n = len(state.starting_stacks)
    stacks, bets, live = list(state.starting_stacks), [0] * n, set(range(n))
    for op in state.operations:
        name = type(op).__name__
        i = getattr(op, "player_index", None)
        if name in ("AntePosting", "BlindOrStraddlePosting"):
            if op.amount:
                stacks[i] -= op.amount
                bets[i] += op.amount
                do = "ante" if name == "AntePosting" else "blind"
                steps.append(Step(do, i + 1, op.amount, bets[i], stacks[i] == 0))
        elif name == "BetCollection":
            steps.append(Step("pull", returned=_uncalled(bets, op.bets)))
            for seat, back in steps[-1].returned.items():
                stacks[seat - 1] += back
            bets = [0] * n
        elif name == "HoleDealing":
            hole.setdefault(i + 1, []).extend(map(repr, op.cards))
            if steps[-1:] and steps[-1].do == "deal":
                continue
            steps.append(Step("deal"))
        elif name == "BoardDealing":
            steps.append(Step("board", cards=tuple(map(repr, op.cards))))
        elif name == "Folding":
            live.discard(i)
            steps.append(Step("fold", i + 1))
        elif name == "CheckingOrCalling" and _nobody_asks(i, live, stacks, bets):
            continue
        elif name in ("CheckingOrCalling", "CompletionBettingOrRaisingTo"):
            steps.append(_wager(op, name, i, stacks, bets))
        elif name == "HoleCardsShowingOrMucking":
            steps.append(Step("show" if op.hole_cards else "muck", i + 1))
        elif name == "ChipsPushing":
            shares = {p + 1: a for p, a in enumerate(op.amounts) if a}
            steps.append(Step("award", shares=shares))
        elif name == "RunoutCountSelection" and (op.runout_count or 1) > 1:
            raise BadHand("more than one board is run out")
    return steps, hole


def _nobody_asks(i, live, stacks, bets):
    """True for a player all of whose rivals are all-in for no more: nobody asks for its check."""
    return all(not stacks[p] and bets[p] <= bets[i] for p in live if p != i)


def _wager(op, name, i, stacks, bets):
    top = max(bets)
    if name == "CheckingOrCalling":
        added, do = op.amount, "call" if op.amount else "check"
    else:
        added, do = op.amount - bets[i], "raise" if top else "bet"
    stacks[i] -= added
    bets[i] += added
    return Step(do, i + 1, added, bets[i], added > 0 and stacks[i] == 0)


def _uncalled(bets, collected):
    """Chips that were bet and not collected, because nobody matched them: ``{seat: chips}``."""
    back = {i + 1: b - c for i, (b, c) in enumerate(zip(bets, collected, strict=True))}
    return {seat: chips for seat, chips in back.items() if chips}
