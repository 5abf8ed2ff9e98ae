"""Table events: their kinds and fields, in one table that codec, engine, gateway and docs share.

An event is a dict: ``{"t": ms, "what": kind, ...fields}``. ``t`` is integer milliseconds of the
table's own clock and never runs backwards. Kinds and fields are those of the project's case
language, plus the few a live table needs (``setup``, ``riffle.hand``, ``lost``).

``fields(kind)`` lists the fields in wire order; a trailing ``?`` marks an optional field.
"""

# One text, a line a kind: a dict of them takes 1.7 kB more of a controller's heap.
FIELDS = (
    # -- what sensors produce
    # keyed: true when a person has keyed what a sensor could have told (``is_keyed``)
    "\nriffle: hand? keyed?"  # hand: the controller's hand counter; card tokens change with it
    "\nmachine_deck_cut: hand? keyed?"
    "\nshuffler_button: hand? keyed?"
    "\ndealer_push:"
    "\ndeck_swap: from_deck to_deck"
    # read_up: of a move that was keyed: the mouth has read each of these cards face up
    "\ncard_move: cards from to face by nth? boxed? lifted? released? crossed? confidence?"
    " keyed? read_up?"
    "\nzone_merge: from into by"
    "\ntag_read: zone cards"
    "\nrfid_count: cards zone? deck? missing?"
    "\nchips_move: seat chips from to by motion? released? crossed? confidence?"
    "\npuck_move: puck from to by face? keyed?"
    "\npresence: seat state keyed?"
    # -- what dealer and floor key in
    # about: keyed late, and said with the seat's chips_move told with t = about
    "\ndeclare: seat word wording amount? readings? then? condition? about?"
    "\ngesture: seat kind"
    "\nhand_claim: seat claim rank?"
    "\ndraw: seat count"
    "\nrequest: seat kind *"
    "\nnotice: by kind *"
    "\nflag: flag value cards? seats?"
    "\nfinding: kind *"
    "\nannounce: kind seat amount?"
    "\nclock_call: by_seat on_seat"
    "\nclock_start: seat"
    "\nshot_clock: seat ms time_cards"
    "\ntimer: clock seat elapsed_ms"
    "\nlevel: sb bb"
    "\nbreak_start:"
    "\ncolor_up: stage odd_chips"
    "\nrace_cards: cards order?"
    "\nchip_exchange: seat gives gets"
    "\nshowdown: seats high? low?"
    "\npot_awarded: seats amount? each? pot? scoop?"
    # -- shorthand for clean play
    "\ndeal: until seats cards_each from_nth"
    "\npost: seats kind amount all_in? by?"
    "\naction: seat act to?"
    # -- a live table only
    "\nsetup: *"  # what the hand to come is played with: the case language's setup keys
    "\nlost: count seq"  # the journal overflowed: count events from seq on are gone
    # the table cannot tell and asks the dealer; what was answered
    "\nquestion: id kind seat? amount? cards? before?"
    "\nanswer: id value by?"
    # later reads have shown: these chips belong to the seat's chips_move told with t = about; or no
    # chips, and these cards, told to have left the seat's zone ``to`` then, lay there
    "\ncorrection: seat chips to about cards? confidence?"
    # at the end of a hand cards or chips do not add up: card_missing, cards_over (count),
    # chips_short, chips_over (amount: pulled into the pot and not seen to leave it, or the reverse)
    "\ndrift: kind count? amount?"
    # a person tells it in place of the antennas, or puts it right: ``shared_rules/by_hand.py``
    "\nby_hand: kind why *"
    "\n"
)


# Kinds that the antennas, or the controller by itself, tell unless ``keyed`` says otherwise.
READ = (
    "riffle", "machine_deck_cut", "shuffler_button", "dealer_push", "deck_swap", "card_move",
    "zone_merge", "tag_read", "rfid_count", "chips_move", "puck_move", "presence", "lost",
    "question", "correction", "drift",
)  # fmt: skip


# What a person may key, and where: the controller takes a key by these lists, the gateway passes it
# on by them. A dealer's panel has DEALER_KEYS, the crew's page CREW_KEYS; the floor's pages have
# FLOOR_KEYS beside the dealer's, and KEYPAD_KEYS come from the table's own keypad alone. Words of a
# text take less of a heap than a tuple does.
DEALER_KEYS = (
    " declare gesture hand_claim draw request notice flag finding announce clock_call clock_start"
    " showdown pot_awarded presence riffle shuffler_button answer tabled by_hand"
)
CREW_KEYS = " by_hand"  # and of that CREW of ``shared_rules/by_hand.py``
FLOOR_KEYS = " setup level"  # what is played is the floor's to say
KEYPAD_KEYS = (
    " machine_deck_cut dealer_push deck_swap puck_move shot_clock timer break_start color_up"
    " race_cards chip_exchange exposed"
)
# Keys that are no kind of event: the controller makes a ``card_move`` of them, because it alone
# knows which tags lie at the seat.
SHORT_KEYS = ("tabled", "exposed")


def is_key(what, keys):
    """True for a key of ``keys``, one or several of the lists above added up."""
    return what in keys.split()


def is_keyed(event):
    """True for what a person has keyed in, False for what the table itself has read.

    A card turned over where it lies was keyed, whatever the event says: no loop reads that.
    """
    what = event["what"]
    if what == "flag":
        return ":" not in str(event["flag"])  # a reader's trouble names what it is about
    if what == "notice" and event["by"] == "table":
        return False
    in_place = what == "card_move" and event["from"] == event["to"]
    return in_place or bool(event.get("keyed")) or what not in READ


def fields(what):
    """Fields of a kind in wire order; ``?`` marks an optional one, ``*`` stands for free ones.
    Raises KeyError for a kind there is not."""
    found = _fields.get(what)
    if found is None:
        at = FIELDS.find("\n" + what + ":")
        if at < 0:
            raise KeyError(what)
        at += len(what) + 2
        found = _fields[what] = tuple(FIELDS[at : FIELDS.find("\n", at)].split())
    return found


_fields = {}  # of the kinds met so far


# Wire codes: the position in this tuple. Append only; a code never changes its meaning.
KINDS = (
    "riffle",
    "machine_deck_cut",
    "shuffler_button",
    "dealer_push",
    "deck_swap",
    "card_move",
    "zone_merge",
    "tag_read",
    "rfid_count",
    "chips_move",
    "puck_move",
    "presence",
    "declare",
    "gesture",
    "hand_claim",
    "draw",
    "request",
    "notice",
    "flag",
    "finding",
    "announce",
    "clock_call",
    "clock_start",
    "shot_clock",
    "timer",
    "level",
    "break_start",
    "color_up",
    "race_cards",
    "chip_exchange",
    "showdown",
    "pot_awarded",
    "deal",
    "post",
    "action",
    "setup",
    "lost",
    "question",
    "answer",
    "correction",
    "drift",
    "by_hand",
)


def _shape(what):
    """(fields it must have, those it may have or None where free, names found good) of a kind."""
    must = tuple([f for f in fields(what) if f != "*" and f[-1] != "?"])
    may = {"t": 1, "what": 1}
    for f in fields(what):
        may[f[:-1] if f[-1] == "?" else f] = 1
    return must, None if "*" in may else may, {}


_shapes = {}  # of the kinds met so far
KEPT = 4  # sets of field names of each kind that are known to be good
KEPT_NAMES = 16  # longer ones are rare, and take room


class BadEvent(ValueError):
    """An event that does not have the shape of its kind; the text says what and where."""


def check(event):
    """Raise BadEvent unless the event has a known kind, an integer time and its required fields.

    Values are not judged: observed facts are never refused, only shapes are.
    """
    try:  # names that were good once: most events by far
        if tuple(event) in _shapes[event["what"]][2]:
            t = event["t"]
            if type(t) is int and t >= 0:
                return
    except (KeyError, TypeError):
        pass
    if not isinstance(event, dict):
        raise BadEvent("an event is an object, got %s" % type(event).__name__)
    what = event.get("what")
    shape = _shapes.get(what)
    if shape is None:
        if what not in KINDS:
            raise BadEvent("unknown event kind %r" % (what,))
        shape = _shapes[what] = _shape(what)
    t = event.get("t")
    if type(t) is not int or t < 0:
        raise BadEvent("%s: t must be milliseconds as a non-negative integer, got %r" % (what, t))
    names = tuple(event)
    if names in shape[2]:
        return
    must, may, good = shape
    for f in must:
        if f not in event:
            raise BadEvent("%s: field %r is missing" % (what, f))
    if may is not None:
        for key in event:
            if key not in may:
                raise BadEvent("%s: unknown field %r" % (what, key))
    if len(good) < KEPT and len(names) <= KEPT_NAMES:
        good[names] = True
