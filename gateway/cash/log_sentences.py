"""What an entry of the cash room's log says, in the language spoken now."""

from gateway.event.log_sentences import place, said_in
from gateway.languages.speech import fill, number, text

# Happening -> its sentence; what differs by a field is below.
SAID = {
    "game_opened": "Game opened at table {table}: {kind}",
    "game_broken": "The game at table {table} breaks",
    "unlisted": "{player} is off the list for {kind}",
    "arrives": "{player} has come to table {table}",
    "seat_reserved": "{to} reserved for {player}",
    "seat_given": "{to} given to {player}",
    "lock_up_ended": "The lock-up of {player} ended",
    "seated": "{player} sits at {to} with {amount}",
    "plays_over": "{player} plays over at {to} with {amount}",
    "bought_in": "{player} buys in for {amount}",
    "topped_up": "{player} tops up by {amount}",
    "returns": "{player} is back at the table",
    "picked_up": "Chips of {player} picked up",
    "cash_out": "{player} cashes out {amount}",
    "counted": "{player} counted: {amount}",
    "seat_wanted": "{player} wants {to}",
    "moved": "{player} moved to {to}",
    "move_refused": "{player} refuses to move",
    "hand_start": "A hand begins at table {table}",
    "dealt": "A hand is dealt at table {table}",
    "hand_over": "The hand at table {table} is over",
    "posted": "{player} posts {amount}",
    "collected": "Collection taken at table {table}",
}
# (happening, field, its value) -> the sentence
BY_FIELD = {
    ("listed", "present", True): "{player} is on the list for {kind}, present",
    ("listed", "present", False): "{player} is on the list for {kind}, not in the room",
    ("list_call", "answers", True): "{player} answers the call for {kind}",
    ("list_call", "answers", False): "{player} does not answer the call for {kind}",
    ("moved", "reason", "must_move"): "{player} must move, to {to}",
    ("away", "noticed", True): "{player} is away and told the floor",
    ("away", "noticed", False): "{player} is away",
}


def words(ev):
    """A happening in words; one without a sentence is told by its fields."""
    if said := said_in(ev):
        return said
    what = ev["what"]
    pattern = next((said for (kind, field, value), said in BY_FIELD.items()
                    if kind == what and ev.get(field) == value), SAID.get(what))  # fmt: skip
    if pattern is None:
        values = [f"{k} {v}" for k, v in ev.items() if k not in ("what", "t") and v is not False]
        return " ".join([what.replace("_", " "), *values])
    said = fill(text(pattern), {**ev, **_worded(ev)})
    return "; ".join([said[:1].upper() + said[1:], *_more(ev)])


def _worded(ev):
    found = {}
    if "to" in ev:
        found["to"] = place(ev["to"])
    if "amount" in ev:
        found["amount"] = number(ev["amount"])
    return found


def _more(ev):
    """What may be said besides: by whose word, what lay in the pot, who does not pay."""
    if ev.get("by") == "management":
        yield text("by the management")
    if ev.get("removed"):
        yield text("taken along: {amount}", amount=number(ev["removed"]))
    if ev.get("restored"):
        yield text("put back: {amount}", amount=number(ev["restored"]))
    if "pot" in ev:
        yield text("pot: {amount}", amount=number(ev["pot"]))
    if ev.get("rake"):
        yield text("rake: {amount}", amount=number(ev["rake"]))
    if ev.get("declines"):
        yield text("not from {players}", players=", ".join(ev["declines"]))
