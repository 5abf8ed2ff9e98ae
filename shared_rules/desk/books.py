"""What a rulebook says to the desk of an event, as values with their citations.

A book is one module beside this one (``tda_2011`` for ``tda-2011``) with two tuples of rows:

    RULES = (
        rule("halt.short", (3, "fullest"), decided_by="automatic", cite=("8",)),
    )
    SILENT = (
        left_open("deal.terms deal.icm", cite=("1",), decided_by="td"),
    )

A key that ``RULES`` lacks is open: the floor or the director decides, and no other book is asked.
``SILENT`` names the rules nearest to it; every key of ``KEYS`` is in one of the two tuples of each
book, so that silence is seen to be meant.
"""

from shared_rules.rulebooks import BOOKS, UnknownBook

(KEY, VALUE, DECIDED_BY, CITES, NOTE) = range(5)

_KEYS = (
    # seats and tables
    " newcomer.dealt break.seat_cards break.drawn balance.button_games balance.stud balance.mixed "
    "balance.source balance.button_ante balance.within halt.short halt.within_one redraw.at "
    "redraw.overnight seat.wrong_start seat.wrong_shootout final_table.size "
    # the clock
    "level.applies hand.begins clock.deal_talk clock.hand_for_hand clock.last_hands hands.drawn "
    # button and antes
    "button.dead button.heads_up button.first button.final_table ante.button ante.together "
    "ante.big_blind ante.each "
    # chips
    "color_up.when race.cards race.rounding race.one_each race.survivor race.rounded_up "
    "chips.hidden chips.found_late chips.disqualified chips.unsold chips.left chips.at_will "
    # bubble, places, deals
    "hand_for_hand.play places.single places.same_hand places.equal prizes.disqualified "
    "prizes.time_limit prizes.left deal.terms deal.all deal.pressure deal.lawful deal.icm "
    "deal.tickets "
    # entries
    "entry.identified entry.until entry.once entry.alternate entry.stack entry.again "
    "entry.unregister entry.refund entry.refund_cancelled entry.refund_disqualified "
    "entry.refund_shootout entry.least entry.most entry.transfer seat.request seat.family "
    "rebuy.period rebuy.bound add_on.period payout.identified absent.dealt absent.removed "
    "absent.left absent.late_stack "
    # penalties
    "offence.soft_play offence.chip_transfer offence.stalling offence.stalling_again "
    "offence.false_id move.dodging move.delayed "
    "penalty.rounds penalty.hands penalty.moved penalty.warned_again penalty.given "
    "penalty.dealt penalty.disqualified "
)
# A book that says nothing of cash games names them all in ``SILENT``.
CASH = (
    " cash.buy_in cash.back cash.moved cash.short_buy_in cash.limit cash.present cash.seat_order "
    "cash.list cash.absence cash.lock_up cash.one_seat "
    # a running cash room
    "cash.games cash.collection cash.restored cash.permission cash.playing_over cash.similar "
    "cash.seat_choice cash.extra_player cash.must_move cash.keeps_place cash.must_move_entry "
    "cash.lock_up_move cash.broken_game cash.broken_kind cash.new_player cash.missed_blinds "
    "cash.seat_change cash.dealt_off cash.top_up "
)
KEYS = tuple((_KEYS + CASH).split())


def rule(key, is_, *, decided_by, cite, note=""):
    """Row of what a book says about ``key`` (of ``KEYS``): ``is_`` is the value.

    ``cite``: rule numbers without the book's name, the nearest first.
    """
    return (key, is_, decided_by, cite, note)


class Rule:
    """What a book says about one key; ``silent`` (value None) where it says nothing."""

    def __init__(self, book, key, value, decided_by, cites, note, silent):
        self.key = key
        self.value = value
        self.decided_by = decided_by
        self.cite = tuple([book + ":" + c for c in cites])
        self.note = note
        self.silent = silent


class DeskBook:
    """The desk's side of one rulebook. Look-ups of known keys never fail."""

    def __init__(self, name):
        if name not in BOOKS:
            raise UnknownBook("unknown rulebook %r (there are: %s)" % (name, ", ".join(BOOKS)))
        self.name = name
        self.module = module_of(name)
        self._rules = {}

    def rule(self, key):
        """Rule of a key. Raises KeyError for a key no book knows."""
        found = self._rules.get(key)
        if found is None:
            found = self._rules[key] = self._look_up(key)
        return found

    def value(self, key, default=None):
        """Value of a key, ``default`` where the book is silent."""
        rule = self.rule(key)
        return default if rule.silent else rule.value

    def _look_up(self, key):
        for row in self.module.RULES:
            if row[KEY] == key:
                return Rule(
                    self.name, key, row[VALUE], row[DECIDED_BY], row[CITES], row[NOTE], False
                )
        for cites, who, keys in self.module.SILENT:
            if key in keys.split():
                return Rule(self.name, key, None, who, cites, "", True)
        raise KeyError(key)


def module_of(name):
    """The module that holds a book's rows (works on both interpreters)."""
    full = "shared_rules.desk." + name.replace("-", "_")
    return __import__(full, None, None, ("RULES",))


_cache = {}


def get(name):
    """DeskBook of a name such as ``tda-2011``. Raises UnknownBook for a name nobody wrote."""
    if name not in _cache:
        _cache[name] = DeskBook(name)
    return _cache[name]
