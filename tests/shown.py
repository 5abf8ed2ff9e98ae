"""Which test shows which key of a rulebook, and the proof that it does: for the ``conftest.py`` of
a folder whose ``shown.json`` says so.

``SHOWN=write pytest FOLDER`` writes that file anew, taking for each key the test with
the fewest others.
"""

import json
import os


def writes():
    """True while the file is to be written anew."""
    return os.environ.get("SHOWN") == "write"


class Shown:
    """``file``: key -> test, as JSON; ``here``: the folder as test ids begin with it;
    ``structural``: files that show nothing."""

    def __init__(self, file, here, structural):
        self._file, self._here, self._structural = file, here, structural
        self._claims = {}
        self._recorded = {}

    def name_of(self, item):
        """The test's name in the file; None for one that shows nothing."""
        test = item.nodeid.removeprefix(self._here)
        return None if test.startswith(self._structural) else test

    def claims(self):
        """Test -> keys it is to show."""
        if not self._claims and self._file.exists():
            for key, test in json.loads(self._file.read_text(encoding="utf-8")).items():
                self._claims.setdefault(test, []).append(key)
        return self._claims

    def done(self, test, seen):
        """A test has ended: note what it has shown, or fail when a key it is listed for lacks."""
        if writes():
            self._recorded[test] = sorted(seen)
            return
        gone = sorted(set(self.claims().get(test, ())) - seen)
        assert not gone, f"{self._file.name} says this test shows {gone}, and it does not"

    def finish(self):
        """Write the file anew when that was asked for."""
        if not writes() or not self._recorded:
            return
        best = {}
        for test in sorted(self._recorded, key=lambda t: (len(self._recorded[t]), t)):
            for key in self._recorded[test]:
                best.setdefault(key, test)
        text = json.dumps(best, indent=0, sort_keys=True, ensure_ascii=True)
        self._file.write_text(text + "\n", encoding="utf-8")
