"""The desk's answer to one question: what, who decides it, and by which rules."""


class Decision:
    """An answer with its citations; ``answer`` is None where the book leaves the matter open."""

    def __init__(self, answer, decided_by, cite):
        self.answer = answer
        self.decided_by = decided_by
        self.cite = cite

    @property
    def open(self):
        """True where the floor or the director decides without a word of the book."""
        return self.answer is None


def decided(answer, *rules, by=None):
    """Decision of ``rules`` (the first one's judge unless ``by`` is given), all of them cited."""
    return Decision(answer, by or rules[0].decided_by, cites(rules))


JUDGES = ("automatic", "floor", "td")  # who decides, from nobody upwards


def highest_judge(rules):
    """Who decides matters that join: the highest of those that decide one of them alone."""
    return JUDGES[max([JUDGES.index(rule.decided_by) for rule in rules])]


def left_open(*rules, by=None):
    """The rules say nothing definite: floor or director decide (the director, unless said)."""
    judge = by or rules[0].decided_by
    return Decision(None, "td" if judge == "automatic" else judge, cites(rules))


def cites(rules):
    """Citations of rules in their order, each once."""
    out = []
    for rule in rules:
        for cite in rule.cite:
            if cite not in out:
                out.append(cite)
    return tuple(out)
