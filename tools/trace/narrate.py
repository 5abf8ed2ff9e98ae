"""What the table code holds to be so, in plain words: rows of ``firmware/table/view.py`` as lines.

Tags are called by the order in which a trace has them; no UID and no card's name is said.
"""

# What an item waits for (``Item.wait`` in firmware/table/order.py).
WAITS = {
    "asked": "the dealer's answer to the question",
    "at_mouth": "the card to go on from the mouth",
    "away": "nothing: the loop is not read, its reader is away",
    "back": "chips found nowhere to be silent for longer than a shadow lasts",
    "beside": "the hand of seat {upon}, of which a card is missed: it may be on its way",
    "heap": "the next spot to be emptied, where nobody owes chips: bets may be gathered to a heap",
    "loaded": "nothing: the load says that chips not read lie there still",
    "boxed": "the card that lies face up at the mouth to stay there",
    "burn": "a burn card still to be read before this street",
    "carries": "chips of seat {upon}, whose loop carries more than was read",
    "chips": "chips of seat {upon} that may be unread, whose turn came first",
    "contested": "dwells that tell on which of two neighbouring spots a chip lies",
    "doubtful": "a second dwell of a chip that was read once, or missed",
    "faded": "chips that are missed: in a shadow, or carried over the line only",
    "flight": "the card to come to rest",
    "foreign": "the key of a chip of another house among the wager, which is less than the least",
    "gathered": "more undealt cards in the muck: perhaps the deck is being gathered",
    "group": "the rest of a group of cards that moves together",
    "hand": "the hand that left its seat to show somewhere",
    "heavy": "chips still unread: the loop carries more than was read",
    "in_flight": "another card that is on its way to the same street",
    "its_card": "the card at seat {upon} that the key is about",
    "its_seat": "the seat's loop to read a card that the bet spot's loop has read",
    "key": "the key of a check by seat {upon}, which may come late",
    "lifted": "the hand of seat {upon}: folded, or only lifted",
    "load": "a few dwells more, for the load to tell",
    "loop": "a dwell of seat {upon}'s loop, which has not been read since",
    "motion": "the motion to end",
    "next_act": "what is done next: it tells whether seat {upon} had checked",
    "no_way": "nothing: nobody puts cards there on this way, it is on its way still",
    "not_due": "the card that was due before: this place was not",
    "off_mouth": "the card that left the mouth to come to rest",
    "pile": "the rest of the pile, which lies there still: perhaps a shadow",
    "pot": "complete dwells of the pot that have these chips, or do not",
    "push": "the push of the pot to end",
    "reading": "a dwell of the spot younger than the last chip",
    "rest": "rest long enough for a place nobody puts cards as a rule",
    "rest_of_hand": "the rest of the hand, which is read nowhere",
    "rest_of_pile": "the rest of the pile to be found in the pot",
    "revisit": "the loop of the place that was due to be read again",
    "short": "a chip that may be unread: these make less than is due, or than was said",
    "silent": "the chips to be silent for long enough",
    "strange": "a word on whose chips these are: no chips are due here",
    "street": "more cards of the street",
    "street_short": "the cards the street lacks",
    "swept": "the rest of the chips, pulled in at once, to show in the pot",
    "torn": "a dwell that is not cut short",
    "turn": "nothing: what came first takes its turn first",
    "vanishing": "a dwell: chips that make less than is due are missed all at once",
}
KINDS = {
    "deal": "a card off the deck",
    "move": "cards from {from} to {to}",
    "gone": "a hand that {from} reads no more",
    "chips": "chips onto {to}",
    "leaving": "chips that have left {from}",
    "key": "a key: {what}",
    "astray": "a card of {from} read at {to}",
    "other": "something",
}
FACING = {"up": "face up", "down": "face down", "unknown": "unclear"}
SHOWN = (  # fields of an event; none of them can hold a card's name or a UID
    "kind", "seat", "by", "face", "from", "to", "motion", "crossed", "amount", "word", "hand",
    "id", "nth", "boxed", "about", "count", "confidence",
)  # fmt: skip
WORDS_MAX = 24  # letters of a field that is text
CARRIES_MUCH = 99_999  # centinats: more is as good as certain


def hand(row):
    """Where the hand stands: one line."""
    parts = [row["phase"]]
    if row["phase"] == "betting" or row["board"]:
        parts.append(_count(row["board"], "card") + " on the board")
    if row["burned"]:
        parts.append("a burn lies for the next street")
    if row["due"] is not None:
        parts.append(f"seat {row['due']} is due the next card")
    if row["actor"] is not None:
        parts.append(f"seat {row['actor']} is due to act")
    if row["owing"]:
        parts.append("still to answer: " + ", ".join(str(s) for s in row["owing"]))
    if row["said"] is not None:
        seat, amount, t = row["said"]
        parts.append(f"seat {seat} said {amount} at {t} ms")
    return ", ".join(parts)


def thing(row, names):
    """Lines about one thing under way, or decided: what it is, what it waits for, its rivals."""
    fields = {k: row[k] if row.get(k) is not None else "nowhere yet" for k in ("from", "to")}
    text = KINDS[row["kind"]].format(what=row.get("what"), **fields)
    if row["kind"] == "key" and row["seat"] is not None:
        text += f" of seat {row['seat']}"
    tags = ", ".join(names.call(tag) for tag in row["tags"])
    lines = [f"{text}, begun at {row['t']} ms" + (f": {tags}" if tags else "")]
    if row["kind"] == "deal":
        lines.append("  " + _deal(row))
    if row["kind"] == "leaving" and row["found"]:
        lines.append(f"  {row['found']} of them have been read in the pot since")
    if "second" in row:
        lines.append("  " + _second(*row["second"]))
    if "hand" in row:
        lines.append("  the hand: " + _seat(row["seat"], row["hand"]))
    return lines + ["  " + line for line in tags_lines(row["tags"], names)]


def _second(score, lead):
    """What speaks for a second motion of the same act, and how much that takes."""
    text = f"put there after the motion before: {score:+} centinats, against missed since then"
    return text + f"; a second motion takes {lead}"


def _deal(row):
    text = "the mouth saw it" if row["mouth"] else "the mouth did not see it"
    if row["carried"]:
        text += f"; no loop reads it, and that of {row['carried']} carries a card more"
    return text if row["to"] is None else f"{text}; it landed at {row['to']}"


def waits(row):
    """What a thing waits for and until when: one line; None when it waits for nothing of its own.

    Only the head of the queue is looked at: the others wait for their turn.
    """
    if row["queued"] and not row["head"]:
        return "waits for its turn, behind what began before it"
    if row["why"] is None:
        return None
    text = "waits for " + WAITS[row["why"]].format(upon=row["upon"])
    if row["until"]:
        text += f", until {row['until']} ms at most"
    return text + (", and the dealer has been asked" if row["asked"] else "")


def tags_lines(tags, names):
    """Lines about tags: those of which the same is to be said are taken together."""
    said = {}
    for tag in tags:
        first, *more = _tag_lines(tag)
        said.setdefault((first, *more), []).append(names.call(tag))
    lines = []
    for first, *more in said:
        lines += [", ".join(said[first, *more]) + ": " + first, *more]
    return lines


def _tag_lines(tag):
    """Lines about one tag without its name: where it is held to be, what is for each place."""
    parts = ["held to be at " + tag["held"] if tag["held"] else "not held to be anywhere yet"]
    if tag["supposed"]:
        parts.append("by inference only")
    if tag["home"] is None:
        since = f" since {tag['left']} ms" if tag["left"] else ""
        parts.append(f"read nowhere{since}")
    if tag["facing"]:
        ups, downs = tag["ups"], tag["downs"]
        parts.append(f"facing at the mouth {FACING[tag['facing']]} ({ups} dwells up, {downs} down)")
    lines = [", ".join(parts)]
    for place in tag["places"]:
        lines.append(f"  {place['place']}: " + "; ".join(_for_and_against(place)))
    return lines


def _for_and_against(row):
    """What speaks for a place, what against it, and what leaves it open."""
    sides = {"for it": [], "against it": [], "open": []}
    good, bad = sides["for it"], sides["against it"]
    if row["home"]:
        good.append("its home")
    elif row["held"]:
        good.append("it is held to be there")
    if row["hits"]:
        text = f"read in {row['hits']} of {_count(row['looks'], 'dwell')}"
        text += f", last at {row['seen']} ms"
        (good if row["present"] else bad).append(text if row["present"] else text + ": too few yet")
        if row["missed"]:
            bad.append(f"missed in the last {_count(row['missed'], 'dwell')}")
        if row["shared"]:
            bad.append(f"heard {_count(row['shared'], 'time')} while it lay elsewhere")
    else:
        bad.append("not read there" if row["loop"]["dwells"] else "this loop was never read")
    if row["due"]:
        good.append("the next card is due here")
    if row["keyed"] is not None:
        good.append(f"somebody keyed a card here at {row['keyed']} ms")
    if row["rest_ms"] > 0:
        bad.append(f"nobody puts it there as a rule: {row['rest_ms']} ms of rest are needed")
    elif row["rest_ms"] < 0:
        bad.append("nobody puts it there on this way")
    sides[_load_side(row)].append(load(row["loop"]))
    return [f"{side}: " + ", ".join(said) for side, said in sides.items() if said]


def _load_side(row):
    """Which side the load of a place's loop is on, the tag being read there or not."""
    more = row["loop"]["more"]
    if more is None or row["home"] and more > 0:
        return "open"
    if row["home"]:
        return "for it" if more == 0 else "against it"
    return "for it" if more > 0 else "against it"


def load(loop):
    """What the load of a loop says, in a few words."""
    if loop["centinats"] is None:
        return "its load says nothing"
    nats = f"{max(-CARRIES_MUCH, min(CARRIES_MUCH, loop['centinats'])):+} centinats"
    more = loop["more"]
    if more is None:
        return f"its load leaves open whether one more lies there ({nats})"
    if more > 0:
        return f"its load says that one more lies there than is known of ({nats})"
    if more < 0:
        return f"its load says that fewer lie there than are known of ({nats})"
    return f"its load is that of what is known to lie there ({nats} for one more)"


def _seat(seat, row):
    text = f"seat {seat} has {row['front']} in front, the most of another is {row['high']}"
    if row["post"]:
        text += f", its blind is {row['post']}"
    if row["turn"]:
        text += ", it is its turn"
    if not row["live"]:
        text += ", it has no cards"
    return text + (", no chips are due here" if row["strange"] else "")


def loop(row):
    """A loop by itself: one line."""
    if not row["dwells"]:
        return f"{row['name']}: never read"
    text = f"{row['name']}: {_count(row['tags'], 'tag')}, last dwell at {row['t']} ms, "
    text += f"revisit time {row['revisit_ms']} ms, {load(row)}"
    return text + (f", the last {_count(row['torn'], 'dwell')} cut short" if row["torn"] else "")


def event(row, names):
    """A table event in one line; its fields that may name a card are left out."""
    parts = [row["what"]]
    if row.get("cards"):
        parts.append(" ".join(names.of_token(token) for token in row["cards"]))
    if row.get("chips"):
        parts.append("chips " + "+".join(str(value) for value in row["chips"]))
    for name in SHOWN:
        value = row.get(name)
        if isinstance(value, bool | int) or isinstance(value, str) and len(value) <= WORDS_MAX:
            parts.append(f"{name} {str(value).lower()}")
    return f"{row['t']} ms: " + ", ".join(parts)


def _count(n, thing):
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
