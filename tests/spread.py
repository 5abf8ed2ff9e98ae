"""How `make test` spreads tests over its workers.

A file's tests stay with one worker: what a file shares (a virtual machine, a gateway, recorded
hands) is made once, not once a worker. Tests of one ``xdist_group`` stay together as well, whatever
their files, and so do the files of a folder that share what takes long to start. What takes longest
begins first, so that at the end no worker waits for one long file.
"""

from xdist.scheduler import LoadGroupScheduling

# What took more than 10 s of processor time, or waits long for something, the longest first.
LONGEST = (
    "browser/test_event.py",  # and with it all of its folder
    "play/test_chain.py",
    "vault/test_secrecy.py",
    "engine/test_heap.py",
    "gateway/test_end_to_end.py",
    "attacks/test_one_alone.py",
    "detection/test_bench.py",
    "firmware_radio/test_bench_scan.py",
    "firmware_radio/test_types.py",
    "images/test_on_vm.py",
    "cluster/test_cluster.py",
    "gateway/test_kills.py",
    "detection/test_elsewhere.py",
    "engine/test_interpreters.py",
    "firmware_table/test_network_on_vm.py",
    "detection/test_other_tables.py",
    "event/test_simulated.py",
)

TOGETHER = ("tests/browser",)  # one Chromium: a second one takes 4 s of processor time to start


def rank(path):
    """Place of a file in the order; ``path``: below ``tests``."""
    return LONGEST.index(path) if path in LONGEST else len(LONGEST)


class ByFile(LoadGroupScheduling):
    """Whole files and groups, in the order of the collection.

    xdist looks for each test's number in the list of all tests, and counts at each test anew what
    a worker has been given since the run began: among eighteen thousand tests that is 2 s of
    processor time. Here the numbers are looked up, and files that are done are forgotten.
    """

    def __init__(self, config, log=None):
        config.option.loadscopereorder = False  # it would begin with the most tests
        super().__init__(config, log)
        self._number = {}  # test -> its place in the collection, the same for all workers

    def _split_scope(self, nodeid):
        scope = super()._split_scope(nodeid)
        if scope != nodeid:
            return scope
        path = nodeid.split("::")[0]
        return next((folder for folder in TOGETHER if path.startswith(folder + "/")), path)

    def _assign_work_unit(self, node):
        """Give a worker the next file."""
        if not self._number:
            self._number = {test: i for i, test in enumerate(self.collection)}
        scope, unit = self.workqueue.popitem(last=False)
        self.assigned_work[node][scope] = unit
        node.send_runtest_some([self._number[test] for test, done in unit.items() if not done])

    def mark_test_complete(self, node, item_index, duration=0):
        """A worker has run a test."""
        nodeid = self.registered_collections[node][item_index]
        scope = self._split_scope(nodeid)
        unit = self.assigned_work[node][scope]
        unit[nodeid] = True
        if all(unit.values()):
            del self.assigned_work[node][scope]
        self._reschedule(node)
