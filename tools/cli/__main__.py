"""``python -m tools.cli``: the command line under any interpreter."""

import sys

from tools.cli import main

sys.exit(main())
