"""Every class of irregularity the worlds can play, and what the rules engine says of it.

A slip is made for a plan; whether it is one in the book of that hand is asked of the rules engine,
which is given what really happened (``oracle``): no class is listed by hand for a book.
"""

import copy

from tools.worlds import slips_acts, slips_board, slips_deal, slips_show

_ROWS = slips_deal.classes() + slips_board.classes() + slips_acts.classes() + slips_show.classes()
CLASSES = {row.name: row for row in _ROWS}


def make(name, plan, rng):
    """A slip of a class for a plan; None when this hand gives no room for it."""
    slip = copy.deepcopy(CLASSES[name])
    if slip.books is not None and plan.book not in slip.books:
        return None
    return slip if slip.suits(plan, rng) else None
