"""How many places a table is drawn with."""

import pytest

from gateway.tables.projections import places


@pytest.mark.parametrize("table_max, highest, drawn", [
    (None, 6, 9), (None, 9, 9), (None, 10, 10), (6, 6, 6), (6, 7, 8), (8, 3, 8), (2, 2, 6),
    (10, 4, 10), (9, 0, 9), (23, 23, 10),
])  # fmt: skip
def test_a_table_has_the_places_its_setup_names_or_its_seats_need(table_max, highest, drawn):
    setup = {} if table_max is None else {"table_max": table_max}
    seats = [{"seat": n} for n in range(1, highest + 1)]
    assert places(setup, {"seats": seats}) == drawn
