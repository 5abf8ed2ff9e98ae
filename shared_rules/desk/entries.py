"""Coming into an event and leaving it: entries, alternates, rebuys, refunds, absent players."""

from shared_rules.desk.decision import decided, left_open

MINUTE_MS = 60000


def _disqualified(event, player):
    given = event.happened("penalty", player)
    return bool([e for e in given if e["kind"] == "disqualification"])


def _bought(event, player):
    """Entries a player has bought before those of the happening."""
    person = event.people.get(player)
    if person and "entries" in person:
        return person["entries"]
    in_play = player in event.stacks or event.table_of(player) or player in event.gone
    return 1 if in_play else 0


def _too_late(event, key, default=None):
    until = event.posted.get(key, event.posted.get(default) if default else None)
    level = event.level_in_force()
    return until is not None and level is not None and max(level, event.level) > until


def _refused(*rules):
    return decided({"result": "refused", "stack": 0}, *rules, by="automatic")


def entry(event, ask):
    """Whether a player who registers or enters again is seated, and with which stack."""
    player = ask["player"]
    again = event.happened("re_enter", player)
    if again:
        return _again(event, player, again[-1])
    registered = event.happened("register", player)
    if not registered:
        return left_open(event.book.rule("entry.stack"))
    return _first(event, player, registered)


def _first(event, player, registered):
    until = event.book.rule("entry.until")
    most = event.book.rule("entry.most")
    earlier = event.log[: event.log.index(registered[-1])]
    before = len([e for e in earlier if e["what"] == "register"])
    if not most.silent and event.facts.get("entries", 0) + before >= most.value:
        return _refused(most)
    ident = event.book.rule("entry.identified")
    if registered[-1].get("id_shown") is False and not ident.silent:
        return _refused(ident)
    closed = event.closed and len(earlier) > _index(event, "registration_closed")
    if (
        not until.silent
        and until.value == "posted"
        and (closed or _too_late(event, "registration_until"))
    ):
        return _refused(until)
    once = event.book.rule("entry.once")
    many = _bought(event, player) + len(registered)
    if not once.silent and many > event.posted.get("max_entries", 1):
        return _refused(once)
    if until.value == "first_level" and event.level is not None:
        late = event.level > 1  # then never; in the first level as the director pleases
        return _refused(until) if late else left_open(until, by="td")
    rules = [until]
    if "unsold" not in event.setup and not event.book.rule("entry.alternate").silent:
        rules.append(event.book.rule("entry.alternate"))  # it says that a free seat is enough
    return _place(event, player, rules, _free(event) - _unseated(event, earlier))


def _free(event):
    """Seats a late entrant may get: those listed with a stack; without a list all that are free.

    The start puts a stack at each seat, and alternates are for a room that is full (ipr-2018:33.1,
    14.1).
    """
    unsold = event.setup.get("unsold")
    if unsold is None:
        return _chairs(event)
    return len([u for u in unsold if not event.taken(u["seat"])])


def _chairs(event):
    return sum([max(0, t.max - t.count) for t in event.in_order()])


def _unseated(event, earlier):
    """Entries sold before that still have to be given a seat."""
    sold = [e["player"] for e in earlier if e["what"] == "register"]
    placed = list(event.gone) + list(event.lists.get("alternates", ()))
    return len([p for p in sold if event.table_of(p) is None and p not in placed])


def _index(event, what):
    return event.log.index(event.happened(what)[-1])


def _again(event, player, ev):
    rule = event.book.rule("entry.again")
    if rule.silent:
        return left_open(rule)
    if rule.value is False or event.facts["format"] in ("freezeout", "rebuy", "shootout"):
        return _refused(rule)
    out = [o for o in event.outs if o[2] == player]
    many = _bought(event, player) + len(event.happened("re_enter", player))
    late = _too_late(event, "reentry_until", "registration_until")
    closed = event.closed and event.log.index(ev) > _index(event, "registration_closed")
    posted = event.posted.get("max_entries", 1)
    seated = event.table_of(player) is not None
    if late or closed or many > posted or (seated and not out):
        return _refused(rule)
    return _place(event, player, [rule], _chairs(event))


def _place(event, player, rules, free):
    """A seat while one of the ``free`` ones is left; else a place among the alternates."""
    full = event.facts.get("starting_stack", 0)
    stack = event.book.rule("entry.stack")
    alternate = event.book.rule("entry.alternate")
    if stack.silent:
        return left_open(rules[0] if rules[0].silent else stack)
    unsold = event.setup.get("unsold") or []
    if stack.value == "blinded":  # a stack was put in place for late entrants, and blinded off
        if unsold and not event.closed:
            answer = {"result": "seated", "stack": unsold[0]["stack"]}
            return decided(answer, stack, by="automatic")
        return left_open(stack, by="td")
    waiting = [p for p in event.lists.get("alternates", ()) if p != player]
    if alternate.silent or free > len(waiting):
        if free < 1:
            return left_open(alternate)
        answer = {"result": "seated", "stack": full}
        return decided(answer, stack, *rules, by="automatic")
    answer = {"result": "alternate", "stack": full}
    return decided(answer, alternate, stack, by="automatic")


# acts that are asked for


def re_enter(event, ask, player):
    """Whether a player may enter again."""
    rule = event.book.rule("entry.again")
    if rule.silent:
        return left_open(rule)
    asked = event.happened("asks", player) or [{"t": event.now, "what": "asks"}]
    done = _again(event, player, asked[-1]) if asked[-1] in event.log else None
    many = _bought(event, player) + len(event.happened("re_enter", player)) + 1
    if done is None or done.open:
        return done or left_open(rule)
    ok = done.answer["result"] != "refused" and many <= event.posted.get("max_entries", 1)
    return decided({"allowed": ok}, rule, by="automatic")


def rebuy(event, ask, player):
    """Whether a player may rebuy: in the period, and before he misses a hand."""
    rule = event.book.rule("rebuy.period")
    if rule.silent:
        return left_open(rule)
    if rule.value == "never" or event.facts["format"] != "rebuy":
        once = event.book.rule("entry.once")  # chips are bought again by entering again
        return decided({"allowed": False}, *([rule] if once.silent else [rule, once]))
    late = _too_late(event, "rebuy_until") or "rebuy_until" not in event.posted
    return decided({"allowed": not late and not _missed(event, player)}, rule, by="automatic")


def _missed(event, player):
    """True when a hand began at the table of a player without chips who had not announced."""
    busts = [e for e in event.log if e["what"] == "bust" and player in e["players"]]
    if not busts:
        return False
    for ev in event.log[event.log.index(busts[-1]) + 1 :]:
        if ev["what"] in ("rebuy", "rebuy_announced") and ev["player"] == player:
            return False
        if ev["what"] == "hand_start" and ev["table"] == busts[-1]["table"]:
            return True
        if ev["what"] == "asks" and ev["player"] == player and ev["for"] == "rebuy":
            return False
    return False


def add_on(event, ask, player):
    """Whether a player may add on: in the break after the level that was posted for it."""
    rule = event.book.rule("add_on.period")
    if rule.silent:
        return left_open(rule)
    after = event.posted.get("add_on_after")
    if rule.value == "never" or after is None:
        return decided({"allowed": False}, rule, by="automatic")
    return decided({"allowed": _break_after(event, after)}, rule, by="automatic")


def _break_after(event, level):
    """True between the end of a level and the first hand of the next."""
    begun = event.facts.get("level")
    if begun is None:
        return False
    zeros = [i for i, e in enumerate(event.log) if e["what"] == "clock_zero"]
    if begun == level + 1 and not zeros:
        whole = event.facts.get("level_minutes")
        at_start = whole is not None and whole == event.facts.get("minutes_left")
        return at_start and not event.happened("hand_start")
    end = level - begun  # the clock ran out so many times before this level's end
    if end < 0 or len(zeros) != end + 1:
        return False
    started = [e["t"] for e in event.log[zeros[end] :] if e["what"] == "hand_start"]
    return not started


def cancel_rebuy(event, ask, player):
    """Whether a rebuy that was announced may be taken back."""
    rule = event.book.rule("rebuy.bound")
    if rule.silent or not event.happened("rebuy_announced") + event.happened("rebuy"):
        return left_open(rule)
    return decided({"allowed": False}, rule, by="automatic")


def unregister(event, ask, player):
    """Whether an entrant may give his entry back."""
    rule = event.book.rule("entry.unregister")
    if rule.silent:
        return left_open(rule)
    if rule.value == "unseated_at_close":
        closed = event.closed or _too_late(event, "registration_until")
        if not closed or event.table_of(player) is not None:
            return left_open(event.book.rule("entry.refund"))
        return decided({"allowed": True}, rule)
    return _flat(rule)


def refund(event, ask, player):
    """Whether a player gets his buy-in back."""
    least = event.book.rule("entry.least")
    few = not least.silent and event.facts.get("entries", least.value) < least.value
    cancelled = event.happened("event_cancelled") or few
    rule = event.book.rule("entry.refund_cancelled" if cancelled else "entry.refund")
    if not cancelled and _disqualified(event, player):
        rule = event.book.rule("entry.refund_disqualified")
    elif not cancelled and event.facts["format"] == "shootout" and event.happened("absent", player):
        rule = event.book.rule("entry.refund_shootout")
    if rule.silent:
        return left_open(rule)
    rules = [rule, least] if few else [rule]
    return decided({"allowed": rule.value}, *rules)


def transfer(event, ask, player):
    """Whether an entry may pass to somebody else."""
    return _flat(event.book.rule("entry.transfer"))


def seat_change(event, ask, player):
    """Whether a player of an event may choose another seat."""
    rule = event.book.rule("seat.request")
    if rule.silent or not _started(event):
        return left_open(rule)
    return _flat(rule)


def _started(event):
    """True once play has begun somewhere."""
    dealt = [t for t in event.in_order() if t.positions is not None]
    return bool(dealt or event.happened("hand_start") or event.level)


def _flat(rule):
    if rule.silent:
        return left_open(rule)
    return decided({"allowed": rule.value}, rule)


def payout(event, ask, player):
    """Whether a player is paid: only who has shown who he is, and as the book says if expelled."""
    rule = event.book.rule("payout.identified")
    if rule.silent:
        return left_open(rule)
    asked = [e for e in event.happened("asks", player) if e["for"] == "payout"]
    shown = bool(asked) and asked[-1].get("id_shown", True)
    expelled = event.book.rule("prizes.disqualified")
    if shown and _disqualified(event, player):
        return left_open(expelled) if expelled.silent else decided({"allowed": False}, expelled)
    return decided({"allowed": shown}, rule)


def family_split(event, ask, player):
    """Whether relatives are put at different tables."""
    return _flat(event.book.rule("seat.family"))


# stacks without their players


def stack_status(event, ask):
    """Whether an absent player's stack is dealt in, posts, and may leave play."""
    player = ask["player"]
    if _disqualified(event, player):
        answer = {"dealt_in": False, "posts": False, "may_remove": True}
        return decided(answer, event.book.rule("chips.disqualified"))
    if event.happened("penalty", player):
        return _on_penalty(event)
    absent = event.happened("absent", player)
    if event.happened("leaves_event", player) or not absent:
        return _away(event)
    if _not_in_play(event, player):
        rule = event.book.rule("absent.late_stack")
        return decided({"dealt_in": False, "posts": False, "may_remove": False}, rule)
    return _absent(event, absent[-1])


def _on_penalty(event):
    dealt, rules = event.book.rule("penalty.dealt"), [event.book.rule("penalty.dealt")]
    if dealt.silent:
        return left_open(dealt)
    absent = event.book.rule("absent.dealt")
    if not absent.silent:
        rules.append(absent)
    answer = {"dealt_in": dealt.value, "posts": dealt.value, "may_remove": False}
    return decided(answer, *rules)


def _away(event):
    dealt, left = event.book.rule("absent.dealt"), event.book.rule("absent.left")
    if dealt.silent:
        return left_open(dealt)
    answer = {"dealt_in": True, "posts": True, "may_remove": False}
    return decided(answer, *([dealt] if left.silent else [left, dealt]))


def _not_in_play(event, player):
    """True for a late entry that has not taken its seat while entries are still sold."""
    rule = event.book.rule("absent.late_stack")
    if rule.silent or event.closed or event.facts["format"] == "shootout":
        return False
    open_still = "registration_until" in event.posted and not _too_late(event, "registration_until")
    return open_still and bool(event.happened("register", player))


def _absent(event, absent):
    dealt, removed = event.book.rule("absent.dealt"), event.book.rule("absent.removed")
    late = event.book.rule("absent.late_stack")
    if dealt.silent:
        return left_open(dealt)
    rules = [dealt] + ([] if removed.silent else [removed])
    if event.closed and not late.silent:
        rules.append(late)
    answer = {"dealt_in": True, "posts": True, "may_remove": False}
    if removed.silent or removed.value is None:
        return decided(answer, *rules)
    if not _since_the_start(event, absent["player"]):
        return decided(answer, dealt)
    rules = [removed, dealt]
    if absent["contacted"]:
        return decided(answer, *rules, by="automatic")
    answer["may_remove"] = _long_enough(event, removed.value)
    return decided(answer, *rules, by="td" if answer["may_remove"] else "automatic")


def _since_the_start(event, player):
    """False for a player who was first missed in the course of a level after the first."""
    first = event.happened("absent", player)[0]
    then = event.again(event.log.index(first))
    return first["t"] == 0 or (then.level_in_force() or 1) <= 1


def _long_enough(event, wait_ms):
    """True once a new level has begun since the start, or ``wait_ms`` have passed."""
    if (
        (event.facts.get("level") or 1) > 1
        or event.zeros
        or event.announced != event.facts.get("level")
    ):
        return True
    whole, left = event.facts.get("level_minutes"), event.facts.get("minutes_left")
    played = (whole - left) * MINUTE_MS if whole is not None and left is not None else 0
    return played + event.now >= wait_ms


def next_alternate(event):
    """The alternate who gets the next entry; None when nobody waits."""
    rule = event.book.rule("entry.alternate")
    waiting = list(event.lists.get("alternates", ()))
    passed = [e["player"] for e in event.happened("list_call") if not e["answers"]]
    gone = [e["player"] for e in event.happened("asks") if e["for"] == "unregister"]
    seated = [p for p in waiting if event.table_of(p) is not None]
    waiting = [p for p in waiting if p not in passed + gone + seated]
    if not waiting:
        return None
    if rule.silent:
        return left_open(rule)
    return decided({"player": waiting[0]}, rule)
