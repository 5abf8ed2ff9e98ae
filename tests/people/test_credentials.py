"""What is compared with when nobody of that name may sign in."""

import argon2

from gateway.people import credentials
from tests.conftest import SHIPPED_HASHER


def test_nobodys_hash_costs_what_anybodys_costs():
    anybodys = credentials.hashed("a long enough password")
    assert argon2.extract_parameters(credentials._NOBODY) == argon2.extract_parameters(anybodys)
    assert len(credentials._NOBODY) == len(anybodys)


def test_what_is_shipped_costs_rfc_9106s_second_choice():
    made = argon2.extract_parameters(SHIPPED_HASHER.hash("a long enough password"))
    assert (made.memory_cost, made.time_cost, made.type) == (64 * 1024, 3, argon2.Type.ID)
    assert made.salt_len >= 16 and made.hash_len >= 32


def test_no_secret_is_nobodys():
    for secret in ("", "nobody's", credentials._NOBODY):
        assert credentials.matches(None, secret) is False
