"""What is read, counted and said of the deck: the rarer half of ``deck.py``."""

from shared_rules import zones
from shared_rules.cards import is_foreign, is_known
from shared_rules.hand.cards import joker
from shared_rules.hand.cards.deck import (
    JOKER,
    PLACES,
    _known,
    found,
    over,
    record,
)

AGGRESSIVE = ("bet", "raise", "complete", "all_in")
# steps by which cards run into the stub
BACK_TO_STUB = (
    "premature_card_to_stub",
    "board_cards_to_stub",
    "return_burn_to_stub",
    "last_flop_card_to_top_of_stub",
    "set_aside_cards_back_before_final_street",
    "extra_burn_to_top_of_stub",
    "one_burn_back_as_next_burn",
    "mix_last_card_with_burns",
    "reconstitute_stub",
    "collect_all_cards",
    "replace_deck",
)
VOLUNTARY = AGGRESSIVE + ("check", "call", "fold")


def on_tag_read(hand, ev):
    """Identities read in a zone."""
    zone = ev["zone"]
    d = record(hand)
    if len(ev["cards"]) != len(_different(ev["cards"])):
        found(hand, "deck.duplicate")
    for token in ev["cards"]:
        no_card = token == JOKER or is_foreign(token)
        if no_card and zone == zones.MUCK and token in hand.at.get(zone, ()):
            continue  # how it came there was seen, and ruled on
        if is_foreign(token):
            from shared_rules.hand.cards import foreign_backs

            foreign_backs.found_at(hand, zone)
        elif token == JOKER:
            if zone == zones.STUB and not joker.in_use(hand):
                found(hand, "deck.joker_in_stub")
            elif zone != zones.STUB:
                from shared_rules.hand.cards import joker_held

                joker_held.found_in(hand, zone)
        elif is_known(token):
            if zones.kind(zone) in PLACES:
                _known(hand, d, token, zone, zone)
            elif token in hand.at.get(zones.BOARD, ()) and not (hand.awarded or hand.void()):
                found(hand, "deck.duplicate")  # its twin lies among cards of no hand
            d.setdefault("read", {}).setdefault(zone, []).append(token)


def _different(cards):
    out = []
    for c in cards:
        if c not in out or not is_known(c):
            out.append(c)
    return out


def on_rfid_count(hand, ev):
    """Number of tags of this deck on the whole table."""
    whole = ev.get("deck") is not None or ev.get("zone") == "deck"
    if not whole or not isinstance(ev["cards"], int):
        return
    size = hand.game.deck_size()
    due = size + 1 if hand.setup.get("joker") and joker.in_use(hand) else size
    if ev.get("missing") or ev["cards"] < due:
        found(hand, "deck.card_missing")
    elif ev["cards"] > (size + 1 if joker.in_use(hand) else size):
        found(hand, "deck.too_many")


def on_finding(hand, ev):
    """The floor finds that a player knew of the bad deck and wagered on it."""
    if ev["kind"] != "knew_of_duplicate":
        return
    seat = ev.get("seat")
    if _only_passive(hand, seat):
        found(hand, "deck.duplicate")  # no try to win by betting: the refund is not lost
        return
    found(hand, "deck.duplicate_known_and_bet", seat)


def _only_passive(hand, seat):
    """True when the seat was seen to act, and never to bet or raise (rrop-6:S3-IRR-5)."""
    mine = [a["act"] for a in hand.actions if a["seat"] == seat and a["act"] in VOLUNTARY]
    return bool(mine) and not [a for a in mine if a in AGGRESSIVE] and seat not in hand.all_in


def on_notice(hand, ev):
    """A fault of the last hand's deck."""
    if ev["kind"] == "deck_fault_last_hand":
        d = record(hand)
        if ["deck.fault_after_new_hand", None] not in d["found"]:
            d["found"].append(["deck.fault_after_new_hand", None])
            hand.rule("deck.fault_after_new_hand")


def on_flag(hand, ev):
    """A card is damaged or marked."""
    if ev["flag"] == "deck_damaged" and ev["value"]:
        record(hand)["damaged"] = True
        if hand.phase not in ("none", "over") or hand.started is not None:
            found(hand, "deck.damaged")
            return
        asked = hand.ruled("deck.change_asked")
        if asked is not None and asked["irregular"] and asked["open"]:
            hand.withdraw("deck.change_asked")
            on_request(hand, {"kind": "deck_change", "seat": asked["seat"]})  # asked with reason


def on_request(hand, ev):
    """A player asks for another deck or another shuffle."""
    if ev["kind"] == "deck_change":
        damaged = hand.pending.get("deck", {}).get("damaged")
        key = "deck.change_asked_damaged" if damaged else "deck.change_asked"
        cite = ()
        if hand.format == "tournament":
            cite = hand.book.value_cite("deck.change_tournament")
        hand.rule(key, seat=ev["seat"], irregular=not damaged, cite=cite)
    elif ev["kind"] == "reshuffle":
        late = ev["seat"] in hand.pending.get("looked", ()) or _betting_begun(hand)
        late = late and hand.book.has("deck.reshuffle_asked_late")
        hand.rule("deck.reshuffle_asked_late" if late else "deck.reshuffle_asked", seat=ev["seat"])


def _betting_begun(hand):
    return bool([a for a in hand.actions if a["act"] not in ("post", "ante", "bring_in")])


def on_zone_merge(hand, ev):
    """The stub drops or runs into other cards before the hand is finished."""
    if zones.STUB not in (ev["from"], ev["into"]):
        return
    if ev["from"] != zones.STUB and ev["into"] == zones.STUB and hand.phase in ("none", "over"):
        return
    if unfinished(hand) and not (ev["into"] == zones.STUB and _ordered(hand)):
        before = hand.ruled("deck.stub_dropped")
        if before is not None and not before["open"] and not over(hand):
            hand.rule("deck.stub_dropped")  # it was rebuilt, and play went on: it drops again
        else:
            found(hand, "deck.stub_dropped")


def _ordered(hand):
    """True when cards go back into the stub because a remedy says so."""
    if not hand.opened:
        return False
    from shared_rules.hand import incidents

    return incidents.orders(hand, BACK_TO_STUB)


def unfinished(hand):
    """True while cards are still to come or to be bet on in this hand."""
    if hand.phase in ("over", "award", "showdown", "none") or over(hand):
        return False
    return hand.game.after(hand.street) is not None


def on_deck_swap(hand, ev):
    """Another deck is put in play: between hands as it should be, or during one."""
    if hand.phase not in ("none", "over", "setup") and not over(hand) and not _ordered(hand):
        found(hand, "deck.swapped_in_hand")
    elif hand.awarded and hand.book.has("deck.change_asked"):
        how = {"ruling": "no_incident", "decided_by": "automatic"}
        hand.rule("deck.change_asked", irregular=False, **how)  # the rule on when decks change


HANDLERS = (
    ("tag_read", on_tag_read),
    ("rfid_count", on_rfid_count),
    ("finding", on_finding),
    ("notice", on_notice),
    ("flag", on_flag),
    ("request", on_request),
    ("zone_merge", on_zone_merge),
    ("deck_swap", on_deck_swap),
)
