"""Scores today's table: ``python -m tests.detection.seventh FIRST LAST [--json]``."""

import sys

from tests.detection.seventh.scorecard import judged
from tests.detection.totals import score

if __name__ == "__main__":
    score(judged, sys.argv[1:])
