"""Folds, discards, killed and retrieved hands."""

from shared_rules import zones
from shared_rules.hand.betting import acting, acts, motions, turn_order

SHOWDOWN = ("showdown", "award")
THROWN_AWAY = "showdown.thrown_away"  # has no claim to the pot; may ask for its cards all the same
TAKEN = (
    "fold.dealer_killed_protected",
    "fold.dealer_killed_unprotected",
    "fold.fouled_by_others",
    "fold.uncalled_back",
)  # by the dealer or other cards, whatever the ruling was
BACK = (
    "fold.forward_no_action",
    "fold.forward_acted",
    "fold.retrieve_asked",
    "fold.retrieve_asked_no_reason",
)  # rulings on a hand that lay over the line
# rulings that take a hand, whatever its player asks
GONE = ("hand_dead", "forced_fold", "no_claim_to_pot")


def fold_in_turn(hand, seat):
    """A fold by the seat whose turn it is; facing no bet it still binds."""
    if _after_its_word(hand, seat):
        return True
    pulled = hand.pending.get("pulled")
    if pulled and pulled.get(seat) == hand.street:
        # chips of an earlier bet pulled back facing action: calling or raising was announced
        del pulled[seat]
        hand.rule("wager.blind_pulled_back", seat=seat, amount=hand.high)
        if hand.answer()["ruling"] == "must_call_or_raise":
            return True
    facing = hand.high > hand.bet(seat)
    if not facing:
        stud = hand.game.family == "stud" and hand.book.has("fold.no_bet_stud")
        hand.rule("fold.no_bet_stud" if stud else "fold.no_bet", seat=seat)
    if hand.event["what"] == "declare":
        hand.pending.setdefault("fold_said", []).append(seat)
    turn_order.take(hand, seat, "fold")
    return True


def _after_its_word(hand, seat):
    """A bet or raise announced, then the hand given up before its chips came: the word binds.

    The chips are owed, so the wager stays the answer; the fold comes after it. All-in with a stack
    nobody knows: how much is owed the floor counts, as it does what becomes of the hand.
    """
    act = acts.act_of(hand, seat)
    if act is None or act["done"] or act["word"] not in acting.AGGRESSIVE + ("all_in",):
        return False
    if act["word"] == "all_in":
        hand.rule("fold.all_in_mucked", seat=seat)
    else:
        motions.bind(hand, act)
    turn = hand.turn
    hand.accept(seat, "fold")
    if hand.phase == "betting" and turn in hand.live:
        hand.turn = turn
    return True


def on_card_move(hand, ev):
    """Hole cards on their way: to the muck, past the line, into another hand."""
    frm, to = ev["from"], ev["to"]
    seat, dst = zones.seat_of(frm), zones.kind(to)
    if frm == to:
        return _in_place(hand, seat, ev)
    if to == zones.MUCK:
        hand.pending.setdefault("mucked", {}).setdefault(seat, []).extend(ev["cards"])
    if zones.kind(frm) == "line":
        done = _by_dealer(hand, seat, ev) if ev["by"] == "dealer" else None
        if to == zones.MUCK and not ev.get("confidence"):
            for swept in hand.pending.get("swept", ()):
                _winner_swept(hand, swept)
        return done
    if dst == "seat":
        return into_hand(hand, seat, ev)
    if hand.phase in ("draw", "deal", "setup", "none"):
        return None
    if hand.game.discards:
        from shared_rules.hand.betting import third_card

        if third_card.given_up(hand, seat, ev):
            return True
    if to == zones.MUCK:
        return _to_muck(hand, seat, ev)
    if dst == "line":
        return _to_line(hand, seat, ev)
    return None


def _to_muck(hand, seat, ev):
    if ev["by"] == "dealer":
        return _by_dealer(hand, seat, ev)
    if seat not in hand.live:
        return None
    if hand.phase in SHOWDOWN or (hand.phase == "closed" and hand.all_in):
        return _discard_at_showdown(hand, seat)
    if hand.phase != "betting" or not _whole_hand(hand, ev):
        return None
    done = _fold(hand, seat)
    if ev["face"] == "up":
        _shown_in_folding(hand, seat)
    return done


def _shown_in_folding(hand, seat):
    """Others still decide, and have seen the cards of a hand folded face up."""
    if hand.phase == "betting" and hand.book.has("fold.face_up"):
        hand.rule("fold.face_up", seat=seat)


def _whole_hand(hand, ev):
    """True when no card of the hand stays behind (as far as the table saw them)."""
    return not hand.held(zones.seat_of(ev["from"])) or len(ev["cards"]) > 1


def _fold(hand, seat):
    """A live hand leaves its player during the betting."""
    motions.close_open_act(hand, seat)
    if hand.phase != "betting" or seat not in hand.live:
        return True
    if seat == hand.turn:
        return fold_in_turn(hand, seat)
    if acts.last_actor(hand) == seat and seat not in hand.all_in:
        # acted already on this street: nothing but a fold ahead of the next turn
        return turn_order.fold_out_of_turn(hand, seat)
    if seat in hand.all_in:
        return _discard_at_showdown(hand, seat)
    return turn_order.fold_out_of_turn(hand, seat)


def _to_line(hand, seat, ev):
    """Face down past the line: folded where the book lets the line decide, else pushed forward."""
    if ev["by"] == "dealer" or not ev.get("released", True):
        return None
    if ev.get("crossed") == "in_hand":
        return None
    if seat not in hand.live:
        if seat in hand.pending.get("fold_said", ()):  # the cards follow the word
            hand.pending.setdefault("over_line", {})[seat] = len(hand.actions)
        return None
    if ev["face"] == "up":
        return _face_up_past_line(hand, seat, ev)
    if hand.phase in SHOWDOWN or (hand.phase == "closed" and hand.all_in):
        return _discard_at_showdown(hand, seat)
    if hand.phase != "betting" or ev.get("crossed") == "partial":
        return None
    if seat != hand.turn or hand.high <= hand.bet(seat):
        done = _fold(hand, seat)
        hand.pending.setdefault("over_line", {})[seat] = len(hand.actions)
        return done
    hand.rule("fold.past_line", seat=seat, irregular=False)
    done = _fold(hand, seat)
    hand.pending.setdefault("over_line", {})[seat] = len(hand.actions)
    return done


def _face_up_past_line(hand, seat, ev):
    """A hand let go face up past a line that kills: folded all the same (ipr-2018:63.6)."""
    full = ev.get("crossed") != "partial" and hand.betting_line and _whole_hand(hand, ev)
    if not full or hand.phase != "betting" or not hand.book.value("fold.line_kills"):
        return None
    if seat == hand.turn and hand.high > hand.bet(seat):
        hand.rule("fold.past_line", seat=seat, irregular=False)
    done = _fold(hand, seat)
    hand.pending.setdefault("over_line", {})[seat] = len(hand.actions)
    _shown_in_folding(hand, seat)
    return done


def _discard_at_showdown(hand, seat):
    """Cards given up unshown when the betting is over."""
    hand.pending.setdefault("discarded", []).append(seat)
    if seat in hand.shown:
        return
    if all_in_showdown(hand, seat):
        hand.rule("fold.all_in_mucked", seat=seat)
    return


def on_brought_back(hand, ev):
    """A hand thrown away that must lie open comes back: it is in the showdown again."""
    seat = zones.seat_of(ev["to"])
    gone = hand.pending["discarded"]
    if seat not in gone or seat not in hand.live or not all_in_showdown(hand, seat):
        return
    gone.remove(seat)
    if ev["face"] == "up" and seat not in hand.shown:
        from shared_rules.hand.showdown import showdown

        hand.shown.append(seat)
        showdown.lies_open(hand)


def all_in_showdown(hand, seat):
    """True when the hand had to be tabled: it is all-in, or faces an all-in hand."""
    return bool([s for s in hand.all_in if s in hand.live])


def _in_place(hand, seat, ev):
    """Cards turned up, laid down or picked up at the seat."""
    if ev["by"] == "dealer" or seat not in hand.live:
        return None
    if ev["face"] == "up" and hand.phase == "betting":
        from shared_rules.hand.showdown import showing  # rare

        return showing.turned_up(hand, seat, ev)
    if hand.game.family == "stud" and (ev.get("lifted") or ev["face"] == "down"):
        return _stud_upcards(hand, seat, ev)
    if ev["face"] == "down" and ev.get("released") and hand.phase == "betting":
        hand.rule("fold.behind_line", seat=seat, irregular=False)
    return None


def _unpaid(hand):
    """True while nothing of the pot has been pushed and no card is to come."""
    paid = hand.awarded or hand.pending.get("awards")
    return not paid and len(hand.live) > 1 and hand.game.after(hand.street) is None


def _stud_upcards(hand, seat, ev):
    """Stud: upcards lifted or turned down facing a bet give the hand up (rrop-6:S8-10)."""
    ups = [c for c in ev["cards"] if c in hand.upcards.get(seat, ())]
    if not ups:
        return None
    if hand.phase in SHOWDOWN or hand.phase == "closed":
        hand.rule("fold.stud_upcards_showdown", seat=seat, irregular=False)
        return None
    if hand.phase != "betting" or hand.high <= hand.bet(seat) or seat in hand.all_in:
        return None
    hand.rule("fold.stud_upcards_lifted", seat=seat)
    turn = hand.turn
    if seat == turn:
        turn_order.take(hand, seat, "fold")
    else:
        turn_order.settle(hand)
    return True


def into_hand(hand, seat, ev):
    """Folded cards thrown onto the cards of another seat."""
    other = zones.seat_of(ev["to"])
    if ev["by"] == "dealer" or other not in hand.live or hand.phase in ("none", "setup", "deal"):
        return None
    hand.pending.setdefault("thrown_in", []).extend(ev["cards"])
    hand.rule("fold.thrown_into_hand", seat=seat)
    if seat in hand.live and hand.phase == "betting":
        if seat == hand.turn:
            turn_order.take(hand, seat, "fold")
        else:
            turn_order.fold_out_of_turn(hand, seat)
    return True


# -- hands the dealer takes ---------------------------------------------------------------------


def _by_dealer(hand, seat, ev):
    """The dealer sweeps in a hand: a folded one, a tabled winner, or a live one by mistake."""
    if seat in hand.shown and hand.phase in SHOWDOWN:
        hand.pending.setdefault("swept", []).append(seat)
        if not ev.get("confidence"):  # else the pot may be out, unread
            _winner_swept(hand, seat)
        return None
    if seat not in hand.live or hand.phase not in ("betting", "closed"):
        return None
    if not _whole_hand(hand, ev):
        return None
    if _is_dead(hand, seat):
        return None  # so it was ruled
    thrown = hand.pending.get("thrown_in", ())
    if ev["cards"] and not [c for c in ev["cards"] if c not in thrown]:
        return None  # what another threw there is taken out again
    if hand.presence.get(seat, "in_seat") == "away" or seat in hand.setup.get("penalty_seats", ()):
        return None  # an absent player's hand is killed as the book orders
    return kill(hand, seat, ev["from"])


def _winner_swept(hand, seat):
    """Rule on a tabled hand swept in before the pot was out, where it wins by the cards; once."""
    ruled = hand.ruled("fold.tabled_winner_mucked")
    if _unpaid(hand) and not (ruled and ruled["seat"] == seat):
        from shared_rules.hand.showdown import disputes

        if disputes.wins(hand, seat):
            tabled_and_swept(hand, seat)


def kill(hand, seat, zone=None):
    """A live hand killed by mistake: whether it was protected, and what comes back."""
    if protected(hand, seat, zone):
        hand.rule("fold.dealer_killed_protected", seat=seat)
        return True
    _no_redress(hand, seat, "fold.dealer_killed_unprotected")
    return True


def protected(hand, seat, zone=None):
    """True for a hand the book does not let the dealer kill: what protects it is the book's.

    ``zone``: where the cards lay. ``fold.protects``: "line" (behind the line in use,
    ipr-2018:30.1),
    "cap" (something on the cards), or nothing does.
    """
    how = hand.book.value("fold.protects", "none")
    if how == "line" and hand.betting_line:
        at_seat = zone is None or zones.kind(zone) == "seat"
        return at_seat and not hand.at.get(zones.line_zone(seat))
    return how != "none" and seat in hand.setup.get("capped", ())


def _no_redress(hand, seat, key):
    """The hand is dead; a bet or raise of it that nobody has called goes back."""
    back = uncalled(hand, seat)
    if back and hand.book.value("fold.uncalled_comes_back"):
        hand.rule("fold.uncalled_back", seat=seat, amount=back)
        _take_back(hand, seat, back)
    elif hand.rule(key, seat=seat)["ruling"] != "hand_dead":
        return
    _dead(hand, seat)


def _take_back(hand, seat, back):
    """What nobody called of a wager goes back: the others face what there was without it."""
    left = hand.bet(seat) - back
    below = [hand.bet(s) for s in hand.bets if s != seat and hand.bet(s) >= left]
    if not left:
        hand.revise(seat, "check")
    elif below:
        hand.revise(seat, "call", left)


def fouled(hand, seat):
    """Other cards got into a live hand: dead when it was not protected (tda-2011:49)."""
    if hand.phase not in ("betting", "closed") or seat not in hand.live:
        return None
    if protected(hand, seat):
        hand.rule("fold.dealer_killed_protected", seat=seat)
        return True
    _no_redress(hand, seat, "fold.fouled_by_others")
    return True


def _dead(hand, seat):
    """A live hand is out, whoever's turn it is: that stays who it was."""
    if hand.phase != "betting":  # between two rounds of betting
        hand.live.remove(seat)
        if len(hand.live) == 1:
            hand.winners = (list(hand.live), None)
            hand.set_phase("award")
        return
    turn = hand.turn
    hand.accept(seat, "fold")
    if hand.phase == "betting" and turn != seat and turn in hand.live:
        hand.turn = turn
    turn_order.settle(hand)


def uncalled(hand, seat):
    """Chips of the seat's bet or raise that nobody has called, 0 when it made none."""
    if hand.aggressor != seat or hand.bet(seat) < hand.high:
        return 0
    second = 0
    for s in hand.bets:
        if s != seat:
            second = max(second, hand.bets[s])
    return hand.bet(seat) - second


def on_zone_merge(hand, ev):
    """All cards of one place went among those of another."""
    if zones.kind(ev["into"]) == "seat" and (ev["from"] == zones.MUCK or ev["by"] == "dealer"):
        return fouled(hand, zones.seat_of(ev["into"]))
    if zones.kind(ev["from"]) not in ("seat", "line") or hand.phase != "betting":
        return None
    seat = zones.seat_of(ev["from"])
    if seat not in hand.live:
        return None
    if ev["into"] == zones.MUCK and ev["by"] == "dealer":
        return kill(hand, seat, ev["from"])
    if ev["into"] == zones.MUCK:
        return _fold(hand, seat)
    return None


# -- claims and retrieval -----------------------------------------------------------------------


def on_hand_claim(hand, ev):
    """A player claims a hand the dealer has swept in."""
    seat = ev["seat"]
    if tabled_and_swept(hand, seat):
        return True
    if hand.phase == "betting" and seat in hand.live:
        hand.rule("showdown.hand_told", seat=seat)
    return None


def on_notice(hand, ev):
    """The pot is claimed, not yet pushed, by a player whose tabled hand was swept in."""
    if ev["kind"] != "claims_pot" or hand.pending.get("awards"):
        return None
    seat = ev.get("seat", ev.get("about_seat"))
    return True if tabled_and_swept(hand, seat) else None


def tabled_and_swept(hand, seat):
    """Rule on a hand that the dealer swept in after it was tabled; False when it was not so."""
    if seat not in hand.pending.get("swept", ()) or seat not in hand.shown:
        return False
    before = hand.ruled("fold.tabled_winner_mucked")
    if before and before["seat"] == seat and before["open"]:
        from shared_rules.hand import incidents

        incidents.raise_again(hand, "fold.tabled_winner_mucked")
        return True
    hand.rule("fold.tabled_winner_mucked", seat=seat)
    return True


def on_flag(hand, ev):
    """The dealer knows whether a discarded hand can still be told from the muck."""
    if ev["flag"] == "identifiable":
        known = hand.pending.setdefault("identifiable", {})
        for seat in ev.get("seats", ()):
            known[seat] = bool(ev["value"])


def on_taken_up(hand, ev):
    """A hand put forward is taken back from where it lies, without a word: ruled on once, as for a
    player who asks for it; it lay alone, so it is identifiable."""
    seat = zones.seat_of(ev["from"])
    over = hand.pending["over_line"].get(seat)
    if over is None or ev["to"] != zones.seat_zone(seat) or ev["by"] == "dealer":
        return None
    shown = hand.phase in SHOWDOWN and len(hand.live) > 1  # else it left one player, unpaid still
    if shown or hand.awarded or seat in hand.live:
        return None
    if [r for r in hand.rulings if r["seat"] == seat and r["situation"] in BACK]:
        return None  # its other card
    binds = hand.book.value("fold.retrieve") == "floor" and _folded_so(hand, seat)
    if binds or hand.book.value("fold.line_kills") or seat in hand.pending.get("fold_said", ()):
        hand.pending.setdefault("identifiable", {})[seat] = True
        return cards_back(hand, seat)
    hand.rule(BACK[1] if len(hand.actions) > over else BACK[0], seat=seat)
    return True


def cards_back(hand, seat):
    """A player asks for discarded cards back, or for those that the dealer took."""
    from shared_rules.hand.betting import asked_back  # rare

    return asked_back.rule(hand, seat)


def said_before(hand, seat):
    """True when a fold of the seat was ruled to count: that ruling is the newest matter again."""
    folded = _folded_so(hand, seat)
    return folded is not None and raise_again(hand, folded, seat)


def raise_again(hand, key, seat):
    """Why the hand is gone has been ruled: that is the answer again."""
    from shared_rules.hand import incidents

    return incidents.raise_again(hand, key, seat)


def taken_so(hand, seat):
    """Situation of a ruling on a hand that its player did not give up, None without one."""
    for r in reversed(hand.rulings):
        if r["irregular"] and r["seat"] == seat and r["situation"] in TAKEN:
            return r["situation"]
    return _is_dead(hand, seat)


def _is_dead(hand, seat):
    """Situation of a ruling that killed the hand of a seat for another reason than a fold."""
    for r in reversed(hand.rulings):
        gone = r["irregular"] and r["seat"] == seat and r["ruling"] in GONE
        if gone and r["situation"] != THROWN_AWAY and r["situation"][:13] != "fold.retrieve":
            return r["situation"]
    return None


def _folded_so(hand, seat):
    """Situation of a ruling that a fold of the seat counts, None without one."""
    for r in reversed(hand.rulings):
        if r["irregular"] and r["seat"] == seat and r["ruling"] == "fold_binding":
            return r["situation"]
    return None


def on_taken_out(hand, ev):
    """A hand that is out of play is taken out of the muck, without a word: ruled on once, as for a
    player who asks for it. Cards that were read tell whether they are the player's own."""
    seat = zones.seat_of(ev["to"])
    if ev["by"] == "dealer" or hand.awarded or seat in hand.live or seat not in hand.dealt_in:
        return None
    if hand.phase in ("draw", "deal", "setup", "none") or _brought_back(hand, seat):
        return None
    known = hand.pending.setdefault("identifiable", {})
    if seat not in known and ev["cards"]:
        own = hand.pending.get("mucked", {}).get(seat, ())
        known[seat] = not [c for c in ev["cards"] if c not in own]
    return cards_back(hand, seat)


def _brought_back(hand, seat):
    """True when it was ruled on before: its other card, or a ruling that brings the hand back."""
    for r in hand.rulings:
        if not r["irregular"] or r["seat"] != seat:
            continue  # what is regular has no steps
        if r["situation"][:13] == "fold.retrieve" or "cards_retrieved" in r["remedy_steps"]:
            return True
    return False


HANDLERS = (
    ("card_move", on_card_move, "seat>* line>muck"),
    ("card_move", on_brought_back, "muck>seat line>seat", "discarded"),
    ("card_move", on_taken_up, "line>seat", "over_line"),
    ("card_move", on_taken_out, "muck>seat"),
    ("zone_merge", on_zone_merge),
    ("hand_claim", on_hand_claim),
    ("notice", on_notice),
    ("flag", on_flag),
)
