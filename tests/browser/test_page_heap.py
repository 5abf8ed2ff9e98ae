"""Promise 29 in the browser: what a page holds in its heap, taken as a snapshot over CDP."""

import re

import pytest

from tests.samples import in_soak
from tests.vault.canary_hands import Canaries
from tools.virtual import paper

# what a page has when it has taken what the gateway sends first
SHOWN = {"/overlay/7?cards=1": ".plate .pc:not(.back)", "/dealer/7": "#link.up"}
MORE = {"/overlay/7": ".plate .pc:not(.back)", "/floor": "#link.up"}
NAMED = re.compile(rb"(?<=[\",])([2-9TJQKA][cdhs])(?=[\",])")


def heap(page):
    """The heap snapshot of a page, as bytes."""
    session = page.context.new_cdp_session(page)
    parts = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda e: parts.append(e["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return "".join(parts).encode()


@pytest.mark.own_page
@pytest.mark.parametrize("shown", [SHOWN, *in_soak(MORE)])
def test_no_screen_holds_a_sealed_card(room, page, shown):
    room.play(len(room.events) - 8)  # tabled hands are on the screens, the next hand is not begun
    table = paper.PaperTable()
    table.hand = 1
    cards = {table.token(card): card for card in paper.UIDS}
    canaries = Canaries(paper.ROOT.hex().encode())  # its bytes 0 to 31 stand in many a program
    canaries.add(room.events, cards)
    assert canaries.pairs - canaries.open_pairs
    public = set(room.gateway.vault.public("7").values())
    for path in shown:
        page.goto(room.url + path)
        page.wait_for_selector(shown[path])
        found = heap(page)
        assert len(found) > 500_000
        assert canaries.hits(path, found) == []
        if path.startswith("/overlay"):
            named = {c.decode() for c in NAMED.findall(found)} & set(paper.UIDS)
            assert len(public & named) >= 3 and not named - public  # public cards are found
