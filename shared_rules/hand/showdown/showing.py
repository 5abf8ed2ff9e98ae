"""Cards shown to one player, cards somebody wants to see, own cards exposed."""

from shared_rules.hand.betting import acts, motions


def on_notice(hand, ev):
    """A player showed cards: to everybody who can use them, to some, or to somebody outside."""
    if ev["kind"] != "cards_shown_by_player" or hand.phase in ("none", "setup"):
        return None
    dealing = hand.phase == "deal" or (hand.from_start and not _acted(hand))
    if dealing and ev.get("intent") != "on_purpose":
        return None  # still a question of the deal: a card that its player let others see
    seat = ev.get("about_seat", ev.get("seat"))
    seen = [s for s in ev.get("seen_by", ()) if s != seat]
    users = deciders(hand, seat)
    using = [s for s in seen if s in users]
    everybody = users and not [s for s in users if s not in seen]
    pending = hand.phase in ("deal", "betting")
    if using and not everybody:
        key = "showdown.show_one_show_all_now"
    elif pending and (everybody or not seen):
        key = "showdown.own_cards_shown_pending"
    else:
        key = "showdown.show_one_show_all_after"
    if pending and not hand.book.has(key):
        key = "showdown.own_cards_shown_pending"
    if everybody and pending and hand.set_apart():
        key = "showdown.show_one_show_all_now"  # who folded has not seen them (rrop-6:S3-SHOW-6)
    if key == "showdown.own_cards_shown_pending" and _two_may(hand, seat):
        return True
    over = hand.awarded or (not pending and not users)  # nobody is left to wager on what is shown
    if over and hand.book.outcome(key).ruling == "show_card_after_hand":
        hand.rule(key, seat=seat, ruling="show_card_to_all", steps="show_card_to_all")
        return True
    hand.rule(key, seat=seat)
    return True


def turned_up(hand, seat, ev):
    """Hole cards shown by their player while somebody still has to act."""
    motions.close_open_act(hand, seat)
    ups = hand.upcards.get(seat, ())
    if hand.phase != "betting" or not [c for c in ev["cards"] if c not in ups and c != "JK"]:
        return
    if hand.void():
        return  # what is shown is a fault of the deck or the deal
    if hand.game.openers and hand.street == "before_draw":
        return  # openers proved or the lack of them told
    first = hand.from_start and acts.last_actor(hand) is None
    if first and len(ev["cards"]) < len(hand.held(seat)):
        return  # a question of the deal
    if not _two_may(hand, seat):
        hand.rule("showdown.own_cards_shown_pending", seat=seat)
    if seat not in hand.all_in and hand.book.has("turn.shown_may_not_bet"):
        hand.pending.setdefault("turned_up", []).append(seat)


def _two_may(hand, seat):
    """True where two may show cards to each other: the last of an event (rrop-6:S15-22), or of a
    cash hand, where only a multihanded pot forbids it (rrop-6:S1)."""
    two = len(hand.live) == 2 if hand.set_apart() else hand.setup.get("players_left_in_event") == 2
    if not two or not hand.book.value("showdown.two_may_show"):
        return False
    how = {"ruling": "no_incident", "steps": (), "decided_by": "automatic"}
    hand.rule("showdown.own_cards_shown_pending", seat=seat, irregular=False, **how)
    return True


def _acted(hand):
    return bool([a for a in hand.actions if a["act"] not in ("post", "ante")])


def deciders(hand, seat):
    """Opponents who may still have to decide about a wager."""
    if hand.phase not in ("betting", "closed", "draw"):
        return []
    able = [s for s in hand.live if s not in hand.all_in]
    if hand.phase != "betting" and len(able) < 2:
        return []
    return [s for s in able if s != seat]


def on_request(hand, ev):
    """Somebody asks to see a hand."""
    if ev["kind"] != "see_hand":
        return None
    seat, target = ev["seat"], ev.get("target")
    if hand.live == [target] and not hand.pending.get("at_showdown"):
        # nobody called: the last live hand is shown to nobody (ipr-2018:73.2, tda-2011:14)
        hand.rule(
            "showdown.last_live_hand", seat=target, ruling="request_refused", decided_by="dealer"
        )
        return True
    if hand.opened and target in hand.pending.get("discarded", ()):
        from shared_rules.hand import incidents

        thrown = hand.ruled("fold.all_in_mucked")  # it is to be brought back and shown anyway
        if thrown is not None and thrown["open"] and thrown["seat"] == target:
            incidents.raise_again(hand, "fold.all_in_mucked", target)
            return True
    key = situation(hand, seat, target)
    paid = target in hand.awarded and seat not in hand.awarded and seat not in hand.shown
    live = paid and hand.book.outcome(key).ruling == "hand_shown_live"
    hand.rule(key, seat=target, ruling="hand_shown" if live else None)  # paid: it wins no more
    return True


def situation(hand, seat, target):
    """Situation key of a request to see the hand of ``target``."""
    right = hand.book.value("showdown.ask_right", "td")
    gone = hand.pending.get("discarded", ())
    took_part = hand.pending.get("at_showdown") or hand.live
    if hand.phase in ("none", "setup", "deal", "betting"):
        return "showdown.see_hand_no_right"
    if target not in took_part and right != "td":  # at discretion: any hand (tda-2011:15)
        return "showdown.see_hand_no_right"
    if right == "dealt_in":
        if seat not in hand.dealt_in:
            return "showdown.see_hand_no_right"
        folded = target in gone or target in hand.pending.get("swept", ())
        if not is_winner(hand, seat) and folded:
            return "showdown.see_mucked_hand"
        if not is_winner(hand, seat):
            return "showdown.see_hand_by_winner"  # nobody gave it up: shown, it is live
        return (
            "showdown.see_hand_by_caller"
            if called(hand, seat, target)
            else ("showdown.see_hand_by_winner")
        )
    # there only the winning hand is not shown any more
    lost = right == "td" and (target in gone or target not in took_part)
    if seat in gone and seat not in hand.shown and not lost:
        return "showdown.see_hand_no_right"
    early = hand.pending.get("showed_early", {}).get(seat, ())
    if target in early and hand.book.has("showdown.see_hand_showed_early"):
        return "showdown.see_hand_showed_early"
    if called(hand, seat, target):
        return "showdown.see_hand_by_caller"
    if is_winner(hand, seat):
        return "showdown.see_hand_by_winner"
    return "showdown.see_mucked_hand"


def called(hand, seat, target):
    """True when the seat paid to see the last aggressor of the final street."""
    if hand.aggressor != target or seat not in hand.live:
        return False
    for a in reversed(hand.actions[hand.street_mark :]):
        if a["seat"] == seat:
            return a["act"] == "call"
    return False


def is_winner(hand, seat):
    """True when the pot is the seat's: awarded, read so, or no other hand is left."""
    if hand.awarded:
        return seat in hand.awarded
    for award in hand.pending.get("awards", ()):
        return seat in award[0]
    if hand.winners is not None and (hand.winners[0] or hand.winners[1]):
        return seat in (hand.winners[0] or ()) or seat in (hand.winners[1] or ())
    gone = hand.pending.get("discarded", ())
    left = [s for s in hand.live if s not in gone]
    return left == [seat]


HANDLERS = (("notice", on_notice), ("request", on_request))
