"""``python -m tools.hardware``: the hardware's documents and checks."""

import sys

from tools import cli

if __name__ == "__main__":
    sys.exit(cli.main(["hardware", *sys.argv[1:]]))
