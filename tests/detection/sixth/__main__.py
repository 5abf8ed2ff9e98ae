"""Scores today's table: ``python -m tests.detection.sixth FIRST LAST [--json]``."""

import sys

from tests.detection.sixth.tally import judged
from tests.detection.totals import score

if __name__ == "__main__":
    score(judged, sys.argv[1:])
