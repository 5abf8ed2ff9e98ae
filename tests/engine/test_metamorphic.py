"""What must hold for any hand: one slip gives its incident and no other, noise changes nothing."""

import json
import random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from shared_rules import rulebooks
from shared_rules.table import Table
from tests.engine.clean_hands import FIRST, LATER, SLIPS, clean, deal, in_place
from tests.engine.on_vm import canonical
from tests.rulings.test_injected import standing

SEEDS = st.integers(0, 10**6)
BOOKS = st.sampled_from(rulebooks.BOOKS)
FEW = settings(max_examples=6)
SOME = settings(max_examples=25)


def fold(events, book):
    """(table, outputs) of all events."""
    table = Table(book)
    return table, [o for event in events for o in table.apply(event)]


def situations(outputs):
    """Situations of the irregular rulings that stand."""
    return [r["situation"] for r in standing(outputs)]


def story(table, outputs):
    """All that was said of a hand, without the numbers and times of its events."""
    kept = []
    for o in outputs:
        if o["k"] == "hand":
            o = {k: o[k] for k in ("actions", "board", "stacks_after", "incidents")}
        kept.append({k: o[k] for k in o if k not in ("evidence", "t")})
    view = table.view()
    return canonical([kept, [view[k] for k in sorted(view) if k not in ("events", "t")]])


@SOME
@given(SEEDS, BOOKS)
def test_a_clean_hand_ends_without_incident(seed, book):
    events = clean(seed, book)
    table, outputs = fold(events, book)
    before = events[0]["stacks"]
    assert situations(outputs) == []
    assert table.view()["phase"] == "over"
    assert sum(table.hand.stacks.values()) == sum(before.values())


@pytest.mark.parametrize("name", SLIPS)
@FEW
@given(SEEDS)
def test_one_slip_gives_exactly_its_incident_in_every_book(name, seed):
    for book in rulebooks.BOOKS:
        found = SLIPS[name](clean(seed, book), book, random.Random(seed))
        assume(found is not None)
        events, key = found
        _, outputs = fold(events, book)
        assert situations(outputs) == [key], book
        (ruling,) = standing(outputs)
        assert ruling["ruling"] == rulebooks.get(book).outcome(key).ruling or ruling["amount"]
        assert ruling["cite"] and all(c.startswith(book + ":") for c in ruling["cite"])


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("first", FIRST)
@FEW
@given(SEEDS, BOOKS)
def test_two_independent_slips_give_both(first, later, seed, book):
    rng = random.Random(seed)
    events = in_place(first, clean(seed, book), rng)
    assume(events is not None)
    found = SLIPS[later](events, book, rng)
    assume(found is not None)
    # the later slip is looked for on the hand with the first one in it
    one = SLIPS[first](clean(seed, book), book, random.Random(seed))[1]
    _, outputs = fold(found[0], book)
    assert situations(outputs) == [one, found[1]]


# -- events that say nothing new -----------------------------------------------------------------


def seen_again(events, at):
    """The reader tells once more what lies where the card of event ``at`` came to rest."""
    event = events[at]
    return {"t": event["t"], "what": "tag_read", "zone": event["to"], "cards": event["cards"]}


def repeated(events, at):
    """The same tags come to rest in the same place once more."""
    return dict(events[at])


@pytest.mark.parametrize("noise", [seen_again, repeated])
@SOME
@given(SEEDS, BOOKS, st.data())
def test_a_card_told_again_changes_nothing(noise, seed, book, data):
    events = clean(seed, book)
    moves = [i for i, e in enumerate(events) if e["what"] == "card_move"]
    at = data.draw(st.sampled_from(moves))
    more = [*events[: at + 1], noise(events, at), *events[at + 1 :]]
    assert story(*fold(more, book)) == story(*fold(events, book))


@SOME
@given(SEEDS, BOOKS, st.data())
def test_a_repeated_card_told_late_changes_nothing(seed, book, data):
    events = clean(seed, book)
    pitched = deal(events)
    at = data.draw(st.sampled_from(pitched[:-1]))
    late = data.draw(st.integers(at + 1, pitched[-1]))
    more = [*events[: late + 1], dict(events[at], t=events[late]["t"]), *events[late + 1 :]]
    assert story(*fold(more, book)) == story(*fold(events, book))


@SOME
@given(SEEDS, BOOKS, st.data())
def test_presence_of_a_seated_player_changes_nothing(seed, book, data):
    events = clean(seed, book)
    at = data.draw(st.integers(1, len(events) - 2))
    seat = data.draw(st.sampled_from(events[0]["seats"]))
    there = {"t": events[at]["t"], "what": "presence", "seat": seat, "state": "in_seat"}
    more = [*events[: at + 1], there, *events[at + 1 :]]
    assert story(*fold(more, book)) == story(*fold(events, book))


# -- the fold ------------------------------------------------------------------------------------


def slipped(seed, book):
    """Events of a hand with a slip in it where there is place for it."""
    rng = random.Random(seed)
    found = SLIPS[rng.choice(sorted(SLIPS))](clean(seed, book), book, rng)
    return clean(seed, book) if found is None else found[0]


@SOME
@given(SEEDS, BOOKS)
def test_the_same_log_gives_the_same_bytes(seed, book):
    events = slipped(seed, book)
    stored = json.loads(json.dumps(events))
    assert canonical(fold(events, book)[1]) == canonical(fold(stored, book)[1])
    assert events == stored, "an event was changed by the engine"


@SOME
@given(SEEDS, BOOKS, st.data())
def test_a_copy_at_any_event_goes_on_identically_and_alone(seed, book, data):
    events = slipped(seed, book)
    at = data.draw(st.integers(0, len(events)))
    table = Table(book)
    for event in events[:at]:
        table.apply(event)
    copy = table.copy()
    before = canonical(table.view())
    theirs = [canonical(copy.apply(event)) for event in events[at:]]
    assert canonical(table.view()) == before, "the copy shares what changes"
    assert [canonical(table.apply(event)) for event in events[at:]] == theirs
    assert canonical(copy.view()) == canonical(table.view())


@SOME
@example(seed=1, book="tda-2011")
@given(SEEDS, BOOKS)
def test_probing_leaves_no_trace(seed, book):
    events = slipped(seed, book)
    plain, probed = Table(book), Table(book)
    for event in events:
        expected = canonical(plain.apply(event))
        assert canonical(probed.probe(event)) == expected
        assert canonical(probed.apply(event)) == expected
