"""Source is parsed rightly while garbage of other tests writes tracebacks."""

import ast
import gc
import traceback


class Dropped:
    """Writes a traceback when it is collected, as a task nobody awaited does."""

    def __init__(self):
        self.itself = self

    def __del__(self):
        try:
            1 / (self.itself is None)
        except ZeroDivisionError:
            traceback.format_exc()


def test_a_collection_in_its_midst_does_not_disturb_a_parse():
    source = "\n".join(f"a{n} = [{n}, ({n} + 1) * 2]" for n in range(200))
    usual = gc.get_threshold()
    gc.set_threshold(50)
    try:
        for _ in range(5):
            Dropped()
            assert len(ast.parse(source).body) == 200
    finally:
        gc.set_threshold(*usual)
    assert gc.isenabled()
