"""What is compared with when nobody of that name may sign in."""

import argon2

from gateway.people import secrets


def test_nobodys_hash_costs_what_anybodys_costs():
    anybodys = secrets.hashed("a long enough password")
    assert argon2.extract_parameters(secrets._NOBODY) == argon2.extract_parameters(anybodys)
    assert len(secrets._NOBODY) == len(anybodys)


def test_no_secret_is_nobodys():
    for secret in ("", "nobody's", secrets._NOBODY):
        assert secrets.matches(None, secret) is False
