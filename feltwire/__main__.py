"""``python -m feltwire``: the command under any interpreter."""

import sys

import feltwire

sys.exit(feltwire.main())
