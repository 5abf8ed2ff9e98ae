"""Events, amounts and citations as people read them. No sentence here names a card."""

from shared_rules import games, zones
from shared_rules.events import is_keyed

KEYED = " (keyed)"

_ZONES = {
    "stub": "the deck",
    "mouth": "the deck's mouth",
    "board": "the board",
    "burn": "the burn pile",
    "muck": "the muck",
    "pot": "the pot",
    "off": "off the table",
}

STREETS = {
    "none": "between hands",
    "preflop": "Pre-flop",
    "flop": "Flop",
    "turn": "Turn",
    "river": "River",
    "third": "Third street",
    "fourth": "Fourth street",
    "fifth": "Fifth street",
    "sixth": "Sixth street",
    "seventh": "Seventh street",
    "before_draw": "Before the draw",
    "after_draw": "After the draw",
}

BOOKS = {
    "tda-2011": "TDA 2011",
    "rrop-6": "Robert's Rules 6",
    "ipr-2018": "IPR 2018",
    "ipr-web": "IPR online",
    "stg-2011": "STG 2011",
}


UNKNOWN = "–"  # in place of an amount nobody knows


def chips(amount):
    """``1234567`` as ``1,234,567``; a dash for an amount nobody knows."""
    return UNKNOWN if amount is None else f"{amount:,}"


SHORT_NAME_MAX = 15  # letters beside which a seat's other facts still fit


def short_name(name):
    """A player's name for a narrow place: ``Christopher Ferguson`` as ``C. Ferguson``."""
    parts = name.split()
    if len(name) <= SHORT_NAME_MAX or len(parts) < 2:
        return name
    return f"{parts[0][0]}. {parts[-1]}"


def listed(names):
    """Names of tables as a person would list them: runs of numbers as ``1-8``."""
    numbers = sorted(int(n) for n in names if n.isdigit())
    runs = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    said = [str(a) if a == b else f"{a}-{b}" if b > a + 1 else f"{a}, {b}" for a, b in runs]
    return ", ".join([*said, *sorted(n for n in names if not n.isdigit())])


def clock(t_ms):
    """Table time as ``h:mm:ss``."""
    s = t_ms // 1000
    return f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}"


def zone(name):
    """``seat:3`` as ``seat 3``, ``line:3`` as ``the line at seat 3``."""
    seat = zones.seat_of(name)
    if seat is None:
        return _ZONES.get(name, name)
    return f"seat {seat}" if zones.kind(name) == "seat" else f"the line at seat {seat}"


def street(name):
    """A street's name for a screen."""
    return STREETS.get(name, (name or "").replace("_", " "))


# games the desk language names otherwise than the hand's
DESK_GAMES = (("no_limit_holdem", "nlhe"), ("pot_limit_omaha", "plo"))


def game(name):
    """A game's name for a screen."""
    return games.title(dict(DESK_GAMES).get(name, name)) or (name or "").replace("_", " ")


def citation(cite):
    """``tda-2011:32b`` as ``TDA 2011, rule 32b``."""
    book, _, rule = cite.partition(":")
    return f"{BOOKS.get(book, book)}, rule {rule}" if rule else BOOKS.get(book, book)


def step(name):
    """A remedy step's code as an instruction."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def kind(text):
    """A code word as plain words."""
    return str(text).replace("_", " ")


def act(action):
    """An accepted action: ``raises to 4,500``, ``calls 300, all-in``."""
    name, amount, to = action["act"], action.get("amt"), action.get("to")
    words = {
        "fold": "folds",
        "check": "checks",
        "call": f"calls {chips(amount)}",
        "bet": f"bets {chips(to)}",
        "raise": f"raises to {chips(to)}",
        "complete": f"completes to {chips(to)}",
        "bring_in": f"brings in {chips(amount)}",
        "post": f"posts {chips(amount)}",
        "ante": f"antes {chips(amount)}",
    }
    text = words.get(name, kind(name))
    return f"{text}, all-in" if action.get("allin") else text


def _cards(event):
    cards = event.get("cards") or ()
    count = cards if isinstance(cards, int) else len(cards)
    if event["what"] == "card_move" and not count:
        return "a card nobody has read"
    return "a card" if count == 1 else f"{count} cards"


def _card_move(e):
    if e["from"] == e["to"]:
        how = "turned face up" if e["face"] == "up" else "picked up"
        text = f"{_cards(e)} {how} at {zone(e['to'])}"
        return f"{text}, read face up at the deck" if e.get("read_up") else text
    text = f"{_cards(e)} from {zone(e['from'])} to {zone(e['to'])}"
    if e.get("boxed"):
        text = f"{text}, face up inside the deck"
    elif e["face"] in ("up", "down"):
        text = f"{text}, face up" if e["face"] == "up" else f"{text}, face down"
    if e.get("nth"):
        text = f"{text} (card {e['nth']} off the deck)"
    return text


def _chips_move(e):
    total = sum(e["chips"])
    sizes = " + ".join(chips(c) for c in sorted(e["chips"], reverse=True)[:6])
    if len(e["chips"]) > 6:
        sizes += " + …"
    text = f"{chips(total)} in chips ({sizes}) from {zone(e['from'])} to {zone(e['to'])}"
    if e.get("motion"):
        text = f"{text}, hand motion {e['motion']}"
    return text


def _declare(e):
    said = kind(e["word"]) if e["word"] != "none" else ""
    if e.get("amount") is not None:
        said = f"{said} {chips(e['amount'])}".strip()
    return f"seat {e['seat']} says “{said}”"


def _notice(e):
    text = f"{kind(e['by'])} reports: {kind(e['kind'])}"
    seat = e.get("about_seat") or e.get("seat")
    return f"{text}, seat {seat}" if seat else text


def _by_hand(e):
    """What a person told in place of the antennas. It names no hand's cards."""
    seat, kind_ = e.get("seat"), e["kind"]
    texts = {
        "dealt": "blinds are in and the cards are dealt",
        "board": f"the board gets {' '.join(e.get('cards') or ())}",
        "card": f"card {e.get('n')} of the board is {e.get('card') or 'not there'}",
        "chips": f"seat {seat} puts {chips(sum(e.get('chips') or ()))} in front",
        "wager": f"seat {seat}: {kind(e.get('act'))} {chips(e.get('to') or 0)}".removesuffix(" 0"),
        "stack": f"seat {seat} has {chips(e.get('amount') or 0)} behind",
        "pot": f"the pot is {chips(e.get('amount') or 0)}",
        "award": "the pot went to seat " + " and seat ".join(
            f"{s} ({chips(n)})" for s, n in sorted((e.get("awards") or {}).items())
        ),
        "seat": f"seat {seat} is {kind(e.get('state'))}",
        "button": f"the button lies at seat {seat}",
        "cards": f"the cards seat {seat} has shown",
    }  # fmt: skip
    return f"{texts[kind_]} ({kind(e['why'])})"


def put_right(event):
    """What was put right by hand, for an alert: it names no card."""
    if event["kind"] in ("board", "card"):
        return f"the board ({kind(event['why'])})"
    return _by_hand(event)


_SAY = {
    "by_hand": _by_hand,
    "riffle": lambda e: "riffle: the hand begins",
    "card_move": _card_move,
    "chips_move": _chips_move,
    "declare": _declare,
    "notice": _notice,
    "gesture": lambda e: (
        f"seat {e['seat']} {'raps the table' if e['kind'] == 'tap' else e['kind']}"
    ),
    "request": lambda e: f"seat {e['seat']} asks: {kind(e['kind'])}",
    "finding": lambda e: f"the floor enters: {kind(e['kind'])}",
    "flag": lambda e: _flag(e),
    "zone_merge": lambda e: f"the cards of {zone(e['from'])} ended up in {zone(e['into'])}",
    "presence": lambda e: f"seat {e['seat']}: {kind(e['state'])}",
    "setup": lambda e: "the next hand is set up",
    "question": lambda e: f"the table asks: {question(e)}",
    "answer": lambda e: f"the dealer answers: {kind(e['value'])}",
    "correction": lambda e: _correction(e),
    "drift": lambda e: drift(e),
    "lost": lambda e: f"{e['count']} events were lost at the table",
    "showdown": lambda e: "showdown",
    "pot_awarded": lambda e: "the pot is awarded",
}


def _correction(event):
    at = zone(event["to"])
    if "cards" in event:
        return f"the hand of {at} was read again: it had not been folded"
    return f"{chips(sum(event['chips']))} more belonged to the chips at {at}"


def drift(event):
    """What does not add up at the end of a hand, as a sentence."""
    texts = {
        "card_missing": "cards of the deck not read for many hands: {count}",
        "cards_over": "cards read beyond those of the deck: {count}",
        "chips_short": "{amount} of the pot was not seen to leave it",
        "chips_over": "{amount} more left the pot than was seen to come in",
    }
    amount = event.get("amount")
    text = texts.get(event["kind"], kind(event["kind"]))
    return text.format(count=event.get("count"), amount=chips(amount) if amount else "")


def question(event):
    """What the table cannot tell and asks the dealer, as a sentence."""
    texts = {
        "chips_unread": "Seat {seat}: {amount} was read. Is that all?",
        "second_motion": "Seat {seat}: {amount} was read last. Was it a second movement?",
        "boxed_card": "A card went to the muck from the deck. Was it face up (boxed)?",
        "check_unkeyed": "Seat {seat}: did the player check?",
        "burn_unread": "No burn card was read before the board. Was a card burned?",
        "card_unread": "Seat {seat}: a card is not read. Was the seat dealt its card?",
        "flop_unread": "Fewer than three flop cards were read. Do three lie there?",
        "pot_unread": "The pot was not seen to go out. Did seat {seat} win it?",
    }
    if event.get("before") is not None:
        texts["check_unkeyed"] = "Seat {seat}: did the player check before seat {before} acted?"
        texts["card_unread"] = "Seat {seat}: was it dealt a card before seat {before}?"
    text = texts.get(event.get("kind"), kind(event.get("kind")))
    amount = chips(event["amount"]) if event.get("amount") is not None else ""
    return text.format(seat=event.get("seat"), before=event.get("before"), amount=amount)


def say(event):
    """What an event shows, in a line; it says so where a person keyed it and no loop read it."""
    words = _SAY.get(event["what"])
    try:
        text = words(event) if words else kind(event["what"])
    except (KeyError, TypeError, ValueError):
        text = kind(event["what"])  # an odd event is still an event
    return text + KEYED if is_keyed(event) else text


# What the controller cannot read (firmware/trouble.py): flags with a colon and what it is about.
_TROUBLE = {
    "reader_down": "the reader of {place} does not answer",
    "reader_deaf": "the reader of {place} hears nothing: jammed or broken",
    "antenna_blind": "{place} cannot be read: metal on it, or a broken cable",
}


def _flag(e):
    name, _, what = e["flag"].partition(":")
    if what and name in _TROUBLE:
        where = zone(what) if name == "antenna_blind" else what.replace("_", " ")
        text = _TROUBLE[name].format(place=where)
        return text if e["value"] else f"{text} (over)"
    return f"the dealer knows: {kind(e['flag'])}"
