"""The command line beside a running gateway: another process on the same file."""

import subprocess
import sys

from tests.conftest import ROOT

REVOKE = """
import sys
from gateway.people.store import People
people = People(sys.argv[1])
people.sessions.revoke(sys.argv[2], "command line")
people.close()
"""


def revoke(folder, name):
    """End the sessions of a person, from a process of its own."""
    subprocess.run(
        [sys.executable, "-c", REVOKE, str(folder / "people"), name], cwd=ROOT, check=True
    )
