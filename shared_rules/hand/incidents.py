"""The life of an incident: a ruling opens it, events carry out its remedy, play going on closes it.

A ruling of an irregular matter is ``open`` when it is given and ``left`` holds the steps of its
remedy that an event can still carry out, in order. An event that is such a step takes it and all
before it off the list: what no antenna sees (a shuffle, a word) is done when the next step is.
With nothing left the remedy is done; the first act or card of ordinary play after that closes the
incident. Until then it is the answer, unless a newer one is open; closed, it is a record, and what
it ordered is cited as the reason why play is regular.

Several incidents can be open at once. One that only turns a wish down, or that a book without such
a rule leaves to the floor because of something said, never hides another (``is_weak``).
"""

from shared_rules import zones
from shared_rules.rulings import NOT_BINDING

REFUSED = ("request_refused", "info_refused")
SHUFFLES = ("riffle", "machine_deck_cut")
SAID = ("notice", "flag", "finding", "request")

# Steps that no single event carries out: said, thought, or true at once. They go with the others.
UNSEEN = (
    " none return_all_bets void_hand button_stays levels_stay no_new_players finish_deal "
    "show_card_to_all exposed_card_kept complete_draw_for_all no_refund other_hand_stays_live "
    "offender_chips_stay_for_next_deal shuffle_stub cut_stub burn_stays no_burn board_stands "
    "scramble_flop_face_down scramble_two_cards other_three_are_flop first_card_stays "
    "other_card_dead_exposed exposed_river_dead natural_order_restored deal_all_but_last_card "
    "announce_common_card high_board_starts betting_normal call_floor stop_action "
    "penalty_possible disqualification_possible may_be_binding pot_forfeit_possible "
    "floor_rules_on_skipped_hand spread_pot_only play_out_hand then_button_forward_two "
    "return_excess_chips collect_all_cards return_ante floor_picks_burn "
    "floor_picks_next_burn floor_picks_turn "
)

# What a code orders besides its steps: the pot goes to its owner.
# Chips that do not play are an issue as long as they lie among those that do, forfeited ones until
# the hand is over: that the floor has taken them nobody sees. A card to be shown later is not yet.
ORDERED = {
    "award_corrected": ("pot_to_seat",),
    "chips_not_in_play": ("return_excess_chips",),
    "chips_forfeited": ("return_excess_chips",),
    "show_card_after_hand": ("show_card_to_all",),
}
NEXT_BURN = "exposed_card_is_next_burn"
# A board that the book leaves to the floor: the floor's remedy ends with cards on the board.
FLOOR_ON_BOARD = "next_board_cards"

# Steps that outlive the hand in which they were ordered.
AFTER_HAND = (
    "correct_button_next_hand",
    "button_moves_on_normally",
    "replace_deck",
    "penalty_after_hand",
    "pot_to_seat",
)
VOID = ("misdeal", "exact_replay", "hand_void", "refund_denied")
# Acts out of turn stay open until the turn has come to (and passed) their seat.
WAITS_FOR_TURN = ("turn.oot_pending", "wager.conditional")
FOLDED_AHEAD = ("turn.oot_fold",)
# Cards of no use in a hand, which a book leaves to the floor: an issue as long as they lie there.
SCRAP_IN_HAND = ("deal.joker_in_hand", "deal.joker_in_deal", "deal.joker_acted_on",
                 "deal.boxed_one_next_gone", "deal.boxed_one")  # fmt: skip
# An act says that these are done: the deal, or that its player has acted anew.
SAID_BY_ACT = ("redeal", "return_chips_if_no_one_acted_after")
RULING = 5  # place of the code in what is remembered of a note (``Hand.rule``)
SCRAP = "discard_as_scrap"  # a card goes there once, however often it is ruled on
# A hand the dealer should not have taken: whether it comes back a book may leave to the floor.
PROTECTED = "fold.dealer_killed_protected"
# Short of the call, and not to be taken back: the floor has not said so, either.
STAYS = ("complete_or_fold_forfeit", "floor_decides")
# Less than the call lies there, and what becomes of it is its player's or the floor's to say.
UNDERCALL = (
    "wager.undercall_opening",
    "wager.undercall_raise_multiway",
    "request.unaware_of_raise",
)
# A void act out of turn leaves its seat all options: nothing is done before that seat acts.
FREE_AGAIN = ("turn.oot_changed", "turn.oot_changed_check", "turn.oot_changed_call_back")
# Chips that are no wager lie there; once their player acts anew they count with that act.
ACTS_ANEW = FREE_AGAIN + ("turn.changed_mind",)


def is_weak(outcome, ruling, what):
    """True for a ruling that leaves any other open one the answer: a wish refused or left to the
    floor, or something said (``what``: the kind of event) that the book has no rule for."""
    if ruling == "floor_decides" and what == "request":
        return True
    return ruling in REFUSED or (outcome.silent and what in SAID)


def is_unseen(step):
    """True for a step that no single event carries out."""
    return " " + step + " " in UNSEEN


def begin(hand, r, outcome):
    """Open the incident of a ruling just given."""
    event = hand.event
    what = event["what"] if event is not None else None
    r["open"] = True
    # the same fact seen in another light is as strong as it was
    r["weak"] = is_weak(outcome, r["ruling"], what) and hand.retaken != hand.n
    r["n"] = hand.n
    left = [s for s in r["remedy_steps"] if not is_unseen(s)]
    left.extend(ORDERED.get(r["ruling"], ()))
    if r["ruling"] == "floor_decides" and r["situation"][:6] == "board." and not r["weak"]:
        left.append(FLOOR_ON_BOARD)
    if r["ruling"] == "floor_decides" and r["situation"] in SCRAP_IN_HAND and r["seat"]:
        left.append(SCRAP)
    if r["ruling"] == "floor_decides" and r["situation"] == PROTECTED and r["seat"]:
        left.append("cards_retrieved")  # or not: until then its player has no hand
    if "kill_hand" in left and event is not None and _takes_hand(event, r["seat"]):
        left.remove("kill_hand")  # the cards are gone already: that was what happened
    if SCRAP in left and _scrapped(hand, r):
        left.remove(SCRAP)
    if r["seat"] is not None and hand.wagered(r["seat"]) <= hand.bet(r["seat"]):
        left = [s for s in left if s != "return_chips"]  # it was said only: nothing lies there
    if "finish_betting_round" in left and hand.betting_done():
        left.remove("finish_betting_round")
    r["left"] = left
    r["turn"] = hand.turn
    if r["seat"] is not None and _of_an_act(r):
        for old in hand.open_incidents():
            if old["seat"] == r["seat"] and _of_an_act(old) and not old["left"]:
                close(hand, old)  # another reading of what the player did
    hand.opened += 1


def _scrapped(hand, r):
    """True when the card is scrap already: its way there is what happened, or a ruling on the same
    card, of which more is known now, was carried out so far."""
    ev = hand.event
    if ev is not None and ev["what"] == "card_move" and ev["to"] in (zones.MUCK, zones.OFF):
        return True
    for old in hand.rulings:
        same = old.get("scrapped") and [n for n in old["evidence"] if n in r["evidence"]]
        if same:
            return True
    return False


def _of_an_act(r):
    """True for a ruling on what one player did or said on its turn."""
    return r["situation"].split(".")[0] in ("wager", "request", "turn", "fold") and not r["weak"]


def raise_again(hand, key, seat=None):
    """Somebody points at a fact that was ruled on: it is the same incident, and the newest now.

    ``seat``: the seat it was ruled on for, None: whichever was the last.
    """
    rulings = hand.rulings
    for i in range(len(rulings) - 1, -1, -1):
        r = rulings[i]
        if r["situation"] == key and r["irregular"] and seat in (None, r["seat"]):
            rulings.append(rulings.pop(i))
            if not r["open"]:
                r["open"], r["n"] = True, hand.n
                hand.opened += 1
                hand.emit(r)
            return True
    return False


def follow(hand, ev):
    """Let an event carry out or close what is open; before anybody judges the event's outcome."""
    for r in hand.open_incidents():
        if r["n"] == hand.n:
            continue
        if r["left"] and len(hand.live) == 1 and _pays(hand, ev):
            r["left"] = [step for step in r["left"] if not _of_cards(step)]
            if not r["left"]:
                close(hand, r)
        elif r["situation"] in ACTS_ANEW and hand.acted_n == (hand.n, r["seat"]):
            close(hand, r)  # what lies there of the void act counts with the new one
        elif r["left"]:
            at = _step(hand, r, ev)
            if at is not None:
                last = r["left"][at]
                if last == SCRAP:
                    r["scrapped"] = True
                r["left"] = r["left"][at + 1 :]
                r["moved"] = hand.n
                if last == "penalty_after_hand":
                    close(hand, r)  # the penalty is a ruling of its own
                elif last in SAID_BY_ACT and hand.acted_n[0] == hand.n:
                    close(hand, r)
            elif _of_an_act(r) and ev["what"] == "card_move" and _next_cards(hand, ev):
                close(hand, r)  # the chips of the street are in the pot
            elif r["left"] == [NEXT_BURN] and ev.get("to") == zones.BOARD:
                close(hand, r)  # it lay aside as the burn, or none was burned
            elif r["left"] == [FLOOR_ON_BOARD] and _played_on(hand, r, ev):
                close(hand, r)  # the floor has decided, and this board is played on
            elif r["left"] == ["table_all_hands"] and _pays(hand, ev) and _all_tabled(hand):
                close(hand, r)  # the last hand came back face up
        elif r.get("moved") != hand.n and goes_on(hand, r, ev):
            close(hand, r)


def is_overtaken(hand, r):
    """True once only what comes after the hand is left of a ruling, and something later has to be
    ruled on or done: that is the newer question. A plain wager asks nothing."""
    note = hand.rulings[-1] if hand.rulings else r
    if note["irregular"] or note["evidence"][0] <= r["n"] or r["ruling"] in VOID or not r["left"]:
        return False
    after = AFTER_HAND + ORDERED["show_card_after_hand"]
    if [step for step in r["left"] if step not in after]:
        return False
    key, ruling = note["situation"], note["how"][RULING]
    if key[:6] != "wager.":
        return hand.is_to_do({"ruling": ruling or hand.book.outcome(key).ruling})
    from shared_rules.hand import regular

    return not (regular.is_plain(key) or hand.is_behind(note, "call"))


def _all_tabled(hand):
    """True once every hand that is left lies open."""
    return not [seat for seat in hand.live if seat not in hand.shown]


def _pays(hand, ev):
    """True when the pot is pushed, keyed or by its chips."""
    if ev["what"] == "chips_move" and hand.awarded:
        return ev["from"] == zones.POT and ev["by"] == "dealer"
    return ev["what"] == "pot_awarded"


def _of_cards(step):
    """True for a step that is done with cards yet to come, or with more betting or its chips: none
    of these comes once the last player left has been paid."""
    if step[:7] == "finish_" or step == "return_uncalled_bet":
        return True
    return step in MOVES and step != "kill_hand"


def close(hand, r):
    """The remedy is done and play has gone on: the incident is a record."""
    if r["open"]:
        r["open"] = False
        hand.opened -= 1
        hand.emit({"k": "close", "situation": r["situation"], "seat": r["seat"]})


def moved(hand, key):
    """True when the event in hand carries out a step of the open ruling on a situation."""
    found = [r for r in hand.open_incidents() if r["situation"] == key]
    return bool([r for r in found if r.get("moved") == hand.n])


def orders(hand, names, seat=None):
    """True when an open remedy still has one of these steps to come, or had it just done.

    ``seat``: only remedies for that seat, None: any.
    """
    for r in hand.open_incidents():
        if seat is not None and r["seat"] != seat:
            continue
        if r.get("moved") == hand.n and [s for s in names if s in r["remedy_steps"]]:
            return True
        if [s for s in names if s in r["left"]]:
            return True
        if [s for s in names if is_unseen(s) and s in r["remedy_steps"]] and r["left"]:
            return True
    return False


def settle(hand, key, seat):
    """Close the open incidents of one situation and seat: a newer ruling has decided them."""
    for r in hand.open_incidents():
        if r["situation"] == key and r["seat"] == seat:
            close(hand, r)


def check_forced(hand, key):
    """A seat was taken to have checked: that step of the open ruling on ``key`` is done."""
    for r in hand.open_incidents():
        if r["situation"] == key:
            r["left"] = [s for s in r["left"] if s != "force_check"]


def hand_ends(hand):
    """The hand is over and the next begins: only what concerns that one is still to be done."""
    for r in hand.open_incidents():
        if r["ruling"] in ("misdeal", "exact_replay"):
            r["left"] = ["redeal"]
        else:
            r["left"] = [s for s in r["left"] if s in AFTER_HAND]
            if not r["left"]:
                close(hand, r)


# -- play goes on -----------------------------------------------------------------------------


def goes_on(hand, r, ev):
    """True when the event is ordinary play after the ruling."""
    what = ev["what"]
    if what == "card_move":
        if r["situation"] == "stud.premature_card" and hand.phase == "betting":
            return False  # more cards of the street that came too soon: the same fault goes on
        return _next_cards(hand, ev) or _begins(hand, r, ev)
    if what in SHUFFLES:
        # the next hand begins: what was carried out is done, a wish that was turned down and what
        # was ruled on hands and board; a void deal waits for its replay
        starts = ev["t"] in (hand.started, hand.next_started)
        done = "moved" in r or r["ruling"] in REFUSED
        if hand.awarded and r["situation"].split(".")[0] in ("showdown", "board"):
            done = r["ruling"] != "floor_decides"  # the pot went out by what lies there
        return done and r["ruling"] not in VOID and starts
    if what in SAID:
        return r in hand.past  # of a void deal that was dealt again: it is about the new one
    if what == "showdown" or _pays(hand, ev):
        return r["situation"][:5] not in ("pots.", "showd")
    if hand.acted_n[0] != hand.n:
        return False
    seat = hand.acted_n[1]
    if r["situation"] in WAITS_FOR_TURN:
        return r["situation"] == "wager.conditional" and _condition_failed(hand, r)
    if r["situation"] in FREE_AGAIN and "moved" not in r and hand.can_act(r["seat"]):
        return seat == r["seat"]
    if r["situation"] == "fold.no_bet":
        # that somebody acts on it makes the hand dead in some books, and takes nothing back in
        # any: the play after that closes it
        return r.setdefault("behind", hand.n) != hand.n
    if r["ruling"] in ("raise_not_allowed", "not_a_bet") and seat == r["seat"]:
        return hand.wagered(seat) <= hand.bet(seat)  # not while the raise lies there
    if r["situation"] in FOLDED_AHEAD:
        order = hand.after(r["turn"] - 1 if r["turn"] else None, hand.seats)
        return seat in order and r["seat"] not in order[order.index(seat) :]
    if r["situation"] in UNDERCALL and r["ruling"] != "call" and _owes(hand, r["seat"]):
        return False
    if r["situation"][:8] == "request." and r["weak"]:
        return True  # a wish turned down binds nobody, so its player's own act is play as well
    if r["situation"][:6] == "wager." or r["situation"][:8] == "request.":
        return seat != r["seat"] or bool(r["remedy_steps"]) or r["ruling"] in NOT_BINDING
    return True


def left_short(hand, seat):
    """True for chips short of the call that lie there by an open ruling, and go with the hand."""
    mine = [r for r in hand.open_incidents() if r["seat"] == seat and r["situation"] in UNDERCALL]
    return bool([r for r in mine if r["ruling"] in STAYS]) and _owes(hand, seat)


def _owes(hand, seat):
    """True while chips lie in front of the seat that are no call yet, and are too few for one."""
    lie = hand.bet(seat) < hand.wagered(seat) < hand.high
    return lie and hand.can_act(seat) and hand.phase == "betting"


def _condition_failed(hand, r):
    """True once the act that a wager was announced for has not come: the words are void."""
    condition = hand.pending.get("if", {}).get(r["seat"])
    last = hand.actions[-1]
    return bool(condition) and condition["seat"] == last["seat"] and condition["act"] != last["act"]


def _played_on(hand, r, ev):
    """True when players act on the board as the floor left it; after a premature card the acts
    that follow only finish the betting before it."""
    acted = hand.acted_n[0] == hand.n and "premature" not in r["situation"]
    return acted and goes_on(hand, r, ev)


def _begins(hand, r, ev):
    """True for a card of the deal after button and blinds were put right."""
    dealt = ev["from"] == zones.STUB and zones.kind(ev["to"]) == "seat"
    return dealt and r["situation"][:13] == "frame.button_" and "moved" in r


def _next_cards(hand, ev):
    """True for cards of the hand's course: a burn, a board card, a card of a later street."""
    if ev["from"] != zones.STUB:
        return False
    if ev["to"] in (zones.BURN, zones.BOARD):
        return True
    if zones.kind(ev["to"]) != "seat":
        return False
    later = hand.game.index(hand.street) > 0 or hand.phase in ("draw", "closed")
    return later and hand.phase not in ("none", "setup", "deal")


# -- what carries out a step ------------------------------------------------------------------


def _step(hand, r, ev):
    """Index in ``left`` of the step that an event carries out; None when it is none of them."""
    left = r["left"]
    for i in range(len(left)):
        if _does(hand, r, left[i], ev):
            return i
    return None


def _does(hand, r, step, ev):
    """True when the event carries out the step."""
    what = ev["what"]
    if what == "card_move":
        return _cards(hand, r, step, ev["from"], ev["to"], ev)
    if what == "zone_merge":
        return _cards(hand, r, step, ev["from"], ev["into"], ev)
    if what == "chips_move":
        if _chips(r, step, ev):
            return True
    elif what == "puck_move":
        return ev["puck"] == "dealer_button" and "button" in step
    elif what in SHUFFLES:
        return step == "reshuffle_deck"
    elif what == "deck_swap":
        return step == "replace_deck"
    elif what == "finding":
        return step == "penalty_after_hand" and ev["kind"] == "penalty"
    elif what == "post":
        if step[:15] == "big_blind_seat_":
            return ev["kind"] == "bb" and int(step[15:]) in ev["seats"]
        if step[:20] == "return_wager_to_seat" and r["left"] == [step]:
            return ev["kind"] == "sb" and hand.sb_seat in ev["seats"]
        return step[-10:] == "_brings_in" and ev["kind"] == "bring_in"
    elif what == "pot_awarded":
        return _award(r, step, ev)
    elif what == "showdown" and step == "show_card_to_all":
        return r["seat"] in ev["seats"]
    if step == "redeal":
        return _dealt_again(hand, r)
    return _acted(hand, r, step)


def _acted(hand, r, step):
    """Steps that players carry out by acting."""
    if hand.acted_n[0] != hand.n:
        return False
    if step == "skipped_player_acts" or step == "force_check":
        # acts out of turn that its act makes binding are accepted after it in the same event
        return r["seat"] in (hand.acted_n[1], hand.event.get("seat"))
    if step in ("return_chips_if_no_one_acted_after", "cards_retrieved"):
        return hand.acted_n[1] == r["seat"]  # it has acted anew instead, or has its hand again
    if step in ("finish_betting_round", "finish_turn_betting"):
        return hand.betting_done()
    return False


def _award(r, step, ev):
    if step[:7] == "chip_to" or step[:11] == "one_chip_to":
        return int(step[step.rfind("_") + 1 :]) in ev["seats"]
    return step == "pot_to_seat" and r["seat"] in ev["seats"]


def _chips(r, step, ev):
    """Chips given back, or the pot pushed."""
    seat = r["seat"]
    back = zones.kind(ev["from"]) == "line" and zones.kind(ev["to"]) == "seat"
    if step[:12] == "return_chips" or step in ("return_excess_chips", "return_uncalled_bet"):
        return back and (seat is None or ev["seat"] == seat)
    if step[:20] == "return_wager_to_seat":
        return back and step == "return_wager_to_seat_%d" % ev["seat"]
    if step[-10:] == "_brings_in":
        return zones.kind(ev["to"]) == "line" and step == "seat_%d_brings_in" % ev["seat"]
    if step[:15] == "big_blind_seat_":
        return zones.kind(ev["to"]) == "line" and int(step[15:]) == ev["seat"]
    pushed = ev["from"] == zones.POT and zones.kind(ev["to"]) == "seat"
    if step == "pot_to_seat":
        to = zones.seat_of(ev["to"])
        return to == seat and ev["from"] != zones.line_zone(to) and ev["by"] != "player"
    if step[:7] == "chip_to" or step[:11] == "one_chip_to":
        return pushed and zones.seat_of(ev["to"]) == int(step[step.rfind("_") + 1 :])
    return False


def _takes_hand(event, seat):
    """True when an event is a hand's way off its seat: to the muck, off the table."""
    what = event["what"]
    if what == "card_move":
        to = event["to"]
    elif what == "zone_merge":
        to = event["into"]
    else:
        return False
    return zones.seat_of(event["from"]) == seat and to in (zones.MUCK, zones.OFF)


# step -> moves of cards that carry it out, as kinds of zones; ``N`` is the seat ruled on
MOVES = {
    "replace_from_top_of_stub": "stub>N",
    "replace_with_next_card": "stub>seat stub>board stub>burn",
    "replace_after_round_dealt": "stub>N",
    "exposed_card_is_next_burn": "*>burn",
    "extra_card_to_stub_as_burn": "seat>stub seat>burn seat>mouth",
    "deal_top_card_to_seat": "stub>N",
    "draw_completes_to_five": "stub>N",
    "third_card_face_down": "stub>N",
    "discard_as_scrap": "stub>off stub>muck stub>mouth seat>off seat>muck mouth>off mouth>muck "
    "board>off board>muck board>mouth burn>off burn>muck burn>mouth",
    "kill_hand": "N>muck N>off N>stub L>muck",
    "cards_retrieved": "muck>seat line>seat",
    "reconstitute_stub": "*>stub",
    "burn_one": "stub>burn",
    "return_burn_to_stub": "burn>stub",
    "burn_two_next_street": "stub>board",
    "no_burn_next_street": "stub>board",
    "one_burn_back_as_next_burn": "stub>board",
    "extra_burn_to_top_of_stub": "burn>stub",
    "extra_burn_into_flop": "burn>board",
    "board_cards_to_stub": "board>stub",
    "next_board_cards": "stub>board burn>board",
    "deal_flop": "stub>board",
    "deal_turn": "stub>board",
    "deal_river": "stub>board",
    "deal_next_street": "stub>seat stub>board",
    "other_card_is_river_burn": "board>burn mouth>burn stub>burn",
    "fourth_card_is_exposed_burn": "board>burn",
    "first_flop_card_is_exposed_burn": "board>burn",
    "next_card_fills_flop": "stub>board",
    "misplaced_card_is_burn": "board>burn seat>burn",
    "next_card_is_turn": "stub>board",
    "next_card_is_river": "stub>board",
    "second_burn_becomes_turn": "burn>board",
    "second_burn_becomes_river": "burn>board",
    "exposed_turn_is_river_burn": "board>burn mouth>burn stub>burn",
    "last_flop_card_to_top_of_stub": "board>stub",
    "set_aside_premature_card": "board>mouth board>off board>muck seat>mouth seat>off",
    "premature_card_to_stub": "board>stub mouth>stub off>stub seat>stub",
    "deal_original_river_face_down_aside": "stub>mouth stub>off stub>board",
    "river_is_the_set_aside_card": "mouth>board off>board",
    "set_aside_one_card_per_remaining_player": "stub>mouth stub>off",
    "set_aside_cards_back_before_final_street": "mouth>stub off>stub",
    "second_burn_becomes_first_card": "burn>seat",
    "mix_last_card_with_burns": "burn>stub stub>burn",
    "finish_dealing": "stub>seat",
    "one_card_face_up_center": "stub>board",
    "others_dealt_face_down": "stub>seat",
    "deal_other_last_card_face_up": "stub>seat",
}


def _cards(hand, r, step, frm, to, ev):
    """True when a move of cards carries out a step."""
    if step == "show_card_to_all":
        return frm == to and ev["face"] == "up" and zones.seat_of(to) == r["seat"]
    if step == "table_all_hands":
        return frm == to and _all_tabled(hand)
    if step == "finish_betting_round" or step == "finish_turn_betting":
        return hand.acted_n[0] == hand.n and hand.betting_done()
    if step == "redeal":
        return _dealt_again(hand, r)
    if step == "kill_hand" and hand.phase == "over":
        return True
    ways = MOVES.get(step)
    if ways is None or frm == to:
        return False
    seat = r["seat"]
    for way in ways.split():
        a, b = way.split(">")
        if _is_zone(a, frm, seat) and _is_zone(b, to, seat):
            later = step in ("replace_from_top_of_stub", "replace_after_round_dealt")
            if later and seat is not None and not _dealt_out(hand, r, seat):
                return False  # its own card of a round
            return step[:5] != "deal_" or _whole_street(hand, step, to)
    return False


def _dealt_out(hand, r, seat):
    """True once a card to the seat is none of the round any more: it comes in another's place."""
    drawing = hand.pending.get("drawing")  # draw_cards.record
    if r["situation"][:5] == "draw." and drawing is not None:
        asked = [a[1] for a in drawing["asked"] if a[0] == seat]
        if asked:
            return drawing["dealt"].get(seat, 0) > asked[-1]
    street = hand.game.streets[0]
    cards = (hand.pending.get("deal") or {}).get("cards", ())
    got = len([c for c in cards if c[0] == seat])  # deal_order.SEAT
    return max(got, len(hand.held(seat))) > street.down + street.up


def _dealt_again(hand, r):
    """True once the deal after a void one is complete."""
    return r in hand.past and hand.phase not in ("none", "setup", "deal")


def _is_zone(name, zone, seat):
    """True when a zone is of the kind a way names: ``N`` the seat ruled on, ``L`` its spot."""
    if name == "*":
        return True
    if name == "N":
        return zone == zones.seat_zone(seat) if seat is not None else zones.kind(zone) == "seat"
    if name == "L":
        return seat is None or zone == zones.line_zone(seat)
    return name == zones.kind(zone)


def _whole_street(hand, step, to):
    """True when the cards a street is due all lie there with this move."""
    due = {"deal_flop": 3, "deal_turn": 4, "deal_river": 5}.get(step)
    return due is None or to != zones.BOARD or len(hand.board) >= due
