"""How `make test` spreads tests over its workers.

A file's tests stay with one worker: what a file shares (a virtual machine, a gateway, recorded
hands) is made once, not once a worker. Tests of one ``xdist_group`` stay together as well, whatever
their files. What takes longest begins first, so that at the end no worker waits for one long file.
"""

from xdist.scheduler import LoadGroupScheduling

# Files of more than 10 s of processor or wall time, measured file by file; the longest first.
LONGEST = (
    "play/test_chain.py",
    "attacks/test_one_alone.py",
    "vault/test_secrecy.py",
    "engine/test_heap.py",
    "gateway/test_end_to_end.py",
)


def rank(path):
    """Place of a file in the order; ``path``: below ``tests``."""
    return LONGEST.index(path) if path in LONGEST else len(LONGEST)


class ByFile(LoadGroupScheduling):
    """Whole files and groups, in the order of the collection."""

    def __init__(self, config, log=None):
        config.option.loadscopereorder = False  # it would begin with the most tests
        super().__init__(config, log)

    def _split_scope(self, nodeid):
        scope = super()._split_scope(nodeid)
        return nodeid.split("::")[0] if scope == nodeid else scope
