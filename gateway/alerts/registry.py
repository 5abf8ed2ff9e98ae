"""Every alert about a table or the gateway itself: one row each, and nothing of it elsewhere.

A producer names a row by its code and fills in its sentence (``alert``). A ruling is an alert too;
it has its sentence from ``shared_rules/sentences.py``, its severity from who decides
(``shared_rules/severity.py``), and by that severity its row here. A sentence never names a card.
"""

from collections import namedtuple

from shared_rules.severity import ASK, INFO, URGENT

FLOOR, DIRECTOR = ("floor",), ("director",)  # whose phones: audiences of ``push.py``
EVERYBODY = FLOOR + DIRECTOR
NOBODY = ()

# How long it escalates (``escalation.py``): until somebody has answered it; until a screen has
# shown it, in its own hand only; never.
ANSWERED, SHOWN, NEVER = "answered", "shown", "never"

Row = namedtuple("Row", "severity calls escalates sentence")
Row.__doc__ = """``calls``: whose phones ring when it is raised; an escalated one calls EVERYBODY.
``sentence``: what a person reads, its fields in braces, None: the ruling has its own."""

Alert = namedtuple("Alert", "code text")


def _urgent(sentence):
    return Row(URGENT, FLOOR, ANSWERED, sentence)


def _system(sentence):
    return Row(URGENT, EVERYBODY, NEVER, sentence)


RULINGS = {
    URGENT: Row(URGENT, FLOOR, ANSWERED, None),
    ASK: Row(ASK, NOBODY, SHOWN, None),
    INFO: Row(INFO, NOBODY, NEVER, None),
}

ALERTS = {
    # -- what an event of the table says
    "floor_called": _urgent("The dealer calls the floor."),
    "riffle_refused": _urgent(
        "A riffle was keyed while hands are read at their seats: it was refused."
    ),
    "drift_cards": _urgent("Cards do not add up: {what}."),
    "drift_chips": Row(INFO, NOBODY, NEVER, "Chips do not add up: {what}."),
    "put_right": Row(INFO, NOBODY, NEVER, "Corrected by hand: {what}."),
    "events_lost": _urgent("The table lost {count} events: check the hand in progress."),
    "events_missing": _urgent(
        "{count} events from the table never came: check the hand in progress."
    ),
    "engine_stopped": _urgent(
        "The rules engine stopped: rule by hand until the next hand is set up."
    ),
    # -- its log
    "log_damaged": _urgent(
        "The table is stopped: {why}. Rule by hand; restore the log from a backup."
    ),
    "log_differs": _urgent("The log is not what it was: {why}. Compare it with a backup."),
    # -- its controller
    "program_changed": _urgent("The program of {dev} is not what it started with: take it out."),
    "image_refused": _urgent("{dev} did not run an image: {why}."),
    "safe_mode": _urgent("{dev} is in safe mode: {why}."),
    "orders_refused": _urgent(
        "Somebody at the broker speaks in the gateway's place. The controller refuses it."
        " Find out who has a certificate or a password for it."
    ),
    "message_refused": _urgent("A message of the table was refused: {why}."),
    # -- the broker
    "topic_refused": _urgent(
        "{who} wrote to {topic}, which is not its own; the broker refused. Look at it."
    ),
    "certificate_refused": _urgent(
        "The broker refused somebody at {who}: no certificate of this venue in force."
    ),
    # -- the vault
    "vault": _urgent("The vault cannot open the hand: {why}."),
    "vault_unsigned": _urgent("The log holds events the controller never signed."),
    "vault_audit": _urgent(
        "The vault's audit log is not what it was: {why}. Compare it with a backup."
    ),
    "vault_keyed": _urgent(
        "Hand {hand}: the cards of seat {seat} were keyed as shown while they could not be by the"
        " rules. They stay sealed."
    ),
    "vault_keyed_early": _urgent(
        "Hand {hand}: the cards of seat {seat} were keyed as shown and named, and then the betting"
        " went on."
    ),
    "vault_too_many": _urgent(
        "Hand {hand}: more cards are said to lie face up than this game can show. They stay sealed."
    ),
    "vault_cut": _urgent(
        "Hand {hand} was riffled away while two hands or more were read, without an award or a"
        " void. It stays sealed until the next one has ended."
    ),
    "vault_modes": _urgent("The vault's modes were changed: {change}."),
    "vault_holders": _urgent("Key-holders are now: {names}."),
    "vault_holders_agreed": _urgent("{first} and {second} made {what}."),
    "vault_holders_alone": _urgent(
        "The key-holders were changed without two of them ({names}): they open nothing."
    ),
    "vault_unlock_wish": _urgent("{name} wants to {what}."),
    "vault_unlock_wrong": _urgent("A wrong try to {what}."),
    "vault_unlock_closed": _urgent("Unlocking is closed: too many wrong tries."),
    "vault_unlock": _urgent("{first} and {second} agreed to {what}."),
    "vault_ticket": _urgent("Device {dev} is to have a new root: a ticket was given out."),
    "vault_stranger": _urgent("User {uid} was refused at the vault."),
    # -- the gateway itself: no table's alert, shown by every page and told once (``trouble.py``)
    "log_away": _system("Events are not being stored: {why}"),
    "vault_away": _system("The vault does not answer: tables keep their events until it does."),
    "vault_differs": _system("{what}."),
    "log_silent": _system("Events are not being stored: no answer from the log for {seconds} s"),
    "broker_away": _system("The broker is away: tables keep their events until it is back."),
    "broker_refuses": _system(
        "The broker refuses the gateway ({why}): tables keep their events until it does not."
    ),
    "tables_silent": _system(
        "No table is heard: the broker does not answer, or the network is down."
    ),
}


def alert(code, **fields):
    """The Alert of a row, its sentence filled in. KeyError: no such row, or a field is missing."""
    return Alert(code, ALERTS[code].sentence.format(**fields))


def row_of(body):
    """The Row an alert's body follows; one whose code is an old version's, that of its severity."""
    found = ALERTS.get(body["ruling"]) if body["source"] == "table" else None
    return found or RULINGS[body["severity"]]


def calls(body, level):
    """Whose phones ring: ``level`` 0 when it is raised, above when it has escalated."""
    return EVERYBODY if level else row_of(body).calls
