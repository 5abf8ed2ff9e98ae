"""``python -m tools.cli``: the command line under any interpreter."""

import sys

from gateway.process import garbage
from tools.cli import main

garbage.look_seldom()
sys.exit(main())
