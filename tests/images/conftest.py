"""A signing key and a small image, made once."""

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from tools.install.images import build

BOARD = "esp32s3_w5500"


@pytest.fixture(scope="session")
def key():
    return rsa.generate_private_key(public_exponent=65537, key_size=build.KEY_BITS)


@pytest.fixture(scope="session")
def modulus(key):
    return build.modulus(key)


@pytest.fixture(scope="session")
def make(key):
    """Signed image of a body: ``make(version, body=..., board=..., oldest=...)``."""

    def signed(version, body=b"program" * 900, board=BOARD, oldest=0, by=key):
        return build.sign(build.image(body, version, board, "test", oldest, 1), by)

    return signed
