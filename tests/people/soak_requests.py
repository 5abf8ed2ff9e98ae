"""Many odd requests to the interface for programs, then matrix and probes, with their figures.

``python -m tests.people.soak_requests --examples 1000`` (``make soak``): so many of each operation.
"""

import argparse
import os
import sys

import pytest


def main():
    """Command line; returns pytest's exit code."""
    parser = argparse.ArgumentParser(description="Odd requests, the matrix and the probes.")
    parser.add_argument("--examples", type=int, default=1000)
    os.environ["SCHEMA_EXAMPLES"] = str(parser.parse_args().examples)
    names = ("schema", "matrix", "probes")
    files = [f"tests/people/test_{name}.py" for name in names]
    return pytest.main(["-q", "-s", *files])


if __name__ == "__main__":
    sys.exit(main())
