"""Files stay small enough to be read in one sitting; none is cut in two for its length alone."""

import pytest

from tests.conftest import ROOT

MOST_LINES = 600


@pytest.mark.parametrize("folder", ["shared_rules", "firmware", "gateway", "tools"])
def test_no_file_is_too_long(folder):
    lines = {p: len(p.read_text().splitlines()) for p in (ROOT / folder).rglob("*.py")}
    assert lines
    long = {str(p.relative_to(ROOT)): n for p, n in lines.items() if n > MOST_LINES}
    assert long == {}
