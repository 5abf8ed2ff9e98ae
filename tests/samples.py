"""What of a long test `make test` takes, and what `make soak` takes besides (docs/soak.md)."""

import pytest


def in_soak(*values):
    """Values of a parametrized test that `make soak` alone runs."""
    return [pytest.param(value, marks=pytest.mark.soak) for value in values]
