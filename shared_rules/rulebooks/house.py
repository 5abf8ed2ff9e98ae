"""House rules: a venue's own changes laid over a rulebook, each with its own note.

A house rule replaces one outcome or one value of the book and is cited as ``house:<name>``.
"""


class BadHouseRule(ValueError):
    """A house rule that cannot be used; the text names the key and what is wrong."""


class HouseRules:
    """Overlay made of a venue's rows.

    ``outcomes``: made by ``rows.outcome``; ``values``: by ``rows.value``. A row's citations are the
    venue's own rule names, its note says why it differs.
    """

    def __init__(self, outcomes=(), values=()):
        for row in outcomes:
            if len(row) != 9:
                raise BadHouseRule("house rule %r: nine fields are needed" % (row[:1],))
        for row in values:
            if len(row) != 4:
                raise BadHouseRule("house value %r: four fields are needed" % (row[:1],))
        self.outcomes = tuple(outcomes)
        self.values = tuple(values)

    def outcome_row(self, key):
        """The venue's row for a situation key, or None."""
        for row in self.outcomes:
            if row[0] == key:
                return row
        return None

    def value_row(self, key):
        """The venue's row for a value key, or None."""
        for row in self.values:
            if row[0] == key:
                return row
        return None
