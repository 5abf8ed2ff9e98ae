"""Where the button begins: at a new event and at the final table, by seat or by card."""

from shared_rules.cards import rank_value, suit_value
from shared_rules.desk.tables import FINAL


def place(event):
    """The first button of tables nothing has been dealt at, where the book names a seat."""
    if event.book.value("button.first") == "seat_one":
        for table in event.in_order():
            _seat_one(table)


def place_final(event):
    """The first button of the final table, where the book names a seat."""
    if event.book.value("button.final_table") == "seat_one":
        for table in event.in_order():
            _seat_one(table)


def _seat_one(table):
    """Seat 1; with nobody there the button goes back to the player before, the blinds stay."""
    taken = table.occupied()
    if table.positions is None and taken:
        table.first_button = 1 if 1 in taken else taken[-1]


def draw(event, cards):
    """Cards were drawn for the button: the highest by suit has it, where the book says so."""
    best = None
    for player in sorted(cards):
        table = event.table_of(player)
        card = cards[player]
        key = "button.final_table" if table and table.number == FINAL else "button.first"
        if table is None or event.book.value(key) != "high_card":
            continue
        worth = (rank_value(card), suit_value(card))
        if best is None or worth > best[0]:
            best = (worth, table, table.seat_of(player))
    if best is not None:
        best[1].first_button = best[2]
