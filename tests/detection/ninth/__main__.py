"""``python -m tests.detection.ninth FIRST LAST [-v]``."""

import sys

from tests.detection.ninth.nineverdict import main

if __name__ == "__main__":
    main(sys.argv[1:])
