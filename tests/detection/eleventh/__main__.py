"""``python -m tests.detection.eleventh FIRST LAST``: a line a seed, then the totals."""

import sys

from tests.detection.eleventh.elevenverdict import judged
from tests.detection.totals import score

if __name__ == "__main__":
    score(judged, sys.argv[1:])
