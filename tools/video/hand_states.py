"""A hand's file (PHH) as the pictures of a video: what is shown when, and for how long.

Hole cards appear as on the graphics: a tabled hand when it is tabled; with ``cards`` also what the
file names of a hand that is not folded, from the deal on. The gateway's files name no hole card
but tabled ones and those the vault has released.
"""

from dataclasses import dataclass

from pokerkit import HandHistory

from gateway.tables.words import chips, short_name
from tools.errors import CommandError

ACT_MS, SHOW_MS, STREET_MS, END_MS = 1400, 1600, 2200, 4000  # a hand of 30 acts lasts a minute
STREETS = {0: "Pre-flop", 3: "Flop", 4: "Turn", 5: "River"}  # by cards of the board, where one is


@dataclass
class Seat:
    """A player: ``hole`` cards shown, ``backs`` cards held face down."""

    name: str
    stack: int
    bet: int
    hole: list
    backs: int
    folded: bool
    to_act: bool
    won: int = 0


@dataclass
class Picture:
    """What is shown for ``lasts_ms``; ``board`` None in a hand that has none."""

    title: str
    said: str
    street: str
    board: list
    pot: int
    seats: list
    lasts_ms: int


def pictures(path, cards=False):
    """The pictures of a hand's file, in order. CommandError for a file that holds no hand."""
    try:
        with open(path, "rb") as f:
            hand = HandHistory.load(f)
        states = [(_plain(state), action) for state, action in hand.state_actions]
    except OSError as e:
        raise CommandError(f"{path}: {e.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
        line = str(e).splitlines()[0] if str(e) else type(e).__name__
        raise CommandError(f"{path}: not a hand in PHH: {line}") from None
    return list(_Course(hand, cards).of(states))


def _plain(state):
    """What of a state is drawn, taken before the next act changes it."""
    faces = zip(state.hole_cards, state.hole_card_statuses, strict=True)
    return {
        "stacks": list(state.stacks), "bets": list(state.bets), "pot": state.total_pot_amount,
        "board": [repr(card) for cards in state.board_cards for card in cards],
        "held": [[repr(c) for c in held] for held in state.hole_cards],
        "up": [[repr(c) for c, up in zip(held, ups, strict=False) if up] for held, ups in faces],
        "actor": state.actor_index,
    }  # fmt: skip


class _Course:
    """Goes through the states of a hand and keeps what a state forgets: folds, tabled hands."""

    def __init__(self, hand, cards):
        count = len(hand.starting_stacks)
        seats = hand.seats or range(1, count + 1)
        names = hand.players or [f"Seat {seat}" for seat in seats]
        self._names = [short_name(name) for name in names]
        self._cards = cards
        self._folded, self._shown = set(), [[] for _ in range(count)]
        self._held = [[] for _ in range(count)]
        table = f"Table {hand.table}" if hand.table else ""
        number = f"Hand {hand.hand}" if hand.hand else ""
        self._title = "  ·  ".join(filter(None, (table, number)))

    def of(self, states):
        """Pictures of ``(state, act)``; the deal is one of them."""
        last = None
        self._board = any(state["board"] for state, _act in states)
        for i, (state, action) in enumerate(states):
            self._note(state, action)
            dealt = (action or "").startswith("d dh")
            ahead = states[i + 1][1] if i + 1 < len(states) else ""
            if action is None or (dealt and ahead.startswith("d dh")):
                last = state
                continue
            yield self._picture(state, last, action, END_MS if not ahead else _lasts(action))
            last = state

    def _note(self, state, action):
        words = (action or "").split()
        if words[1:] in (["f"], ["sm"]):  # folded, or mucked at the showdown
            self._folded.add(int(words[0][1:]) - 1)
        for i, held in enumerate(state["held"]):
            self._held[i] = held or self._held[i]
            self._shown[i] = state["up"][i] or self._shown[i]

    def _picture(self, state, last, action, lasts_ms):
        over = state["pot"] == 0
        won = [now - before for now, before in zip(state["stacks"], last["stacks"], strict=True)]
        seats = [self._seat(i, state, won[i] if over else 0) for i in range(len(self._names))]
        said = self._said(state, last, action.split())
        pot = last["pot"] if over else state["pot"]
        board = state["board"] if self._board else None
        street = STREETS.get(len(board), "") if self._board else ""
        return Picture(self._title, said, street, board, pot, seats, lasts_ms)

    def _seat(self, i, state, won):
        folded, held = i in self._folded, self._held[i]
        hole = [] if folded else self._shown[i]
        if self._cards and not folded:
            hole = [c for c in held if "?" not in c]
        backs = 0 if folded else max(0, len(held) - len(hole))
        return Seat(
            self._names[i], state["stacks"][i], state["bets"][i], hole, backs, folded,
            state["actor"] == i, max(0, won),
        )  # fmt: skip

    def _said(self, state, last, words):
        if words[0] == "d" or len(words) < 2:
            return ""
        i = int(words[0][1:]) - 1
        name, act = self._names[i], words[1]
        put = last["stacks"][i] - state["stacks"][i]
        texts = {
            "f": "folds", "sm": "shows" if len(words) > 2 else "mucks",
            "cc": f"calls {chips(put)}" if put > 0 else "checks",
            "cbr": ("raises to " if any(last["bets"]) else "bets ") + chips(int(words[-1]))
            if act == "cbr" else "",
        }  # fmt: skip
        allin = ", all-in" if put > 0 and state["stacks"][i] == 0 else ""
        return f"{name} {texts[act]}{allin}" if act in texts else ""


def _lasts(action):
    if action.startswith("d "):
        return STREET_MS
    return SHOW_MS if " sm" in action else ACT_MS
