"""Signatures: what ``cryptography`` signs verifies, on each interpreter, and nothing else does."""

import hashlib
import subprocess

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric import rsa as keys

from firmware.image import rsa
from tests.conftest import ROOT
from tools.virtual.vm import interpreter

TEXT = b"what is signed"
DIGEST = hashlib.sha256(TEXT).digest()
SIZE = 384
INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def raw(key, block):
    """The block as RSA with the private key: a forger who had the key would do as much."""
    n = key.private_numbers()
    return pow(int.from_bytes(block, "big"), n.d, n.public_numbers.n).to_bytes(SIZE, "big")


def block(tail, fill=b"\xff", head=b"\x00\x01", size=SIZE):
    return head + fill * (size - len(head) - len(tail)) + tail


def test_a_good_signature_is_good(key, modulus):
    good = key.sign(TEXT, padding.PKCS1v15(), hashes.SHA256())
    assert rsa.verify(modulus, DIGEST, good)
    assert raw(key, block(b"\x00" + INFO + DIGEST)) == good


@pytest.mark.parametrize("bits", [2048, 4096])
def test_keys_of_other_lengths(bits):
    key = keys.generate_private_key(public_exponent=65537, key_size=bits)
    n = key.public_key().public_numbers().n.to_bytes(bits // 8, "big")
    good = key.sign(TEXT, padding.PKCS1v15(), hashes.SHA256())
    assert rsa.verify(n, DIGEST, good)
    assert not rsa.verify(n, hashlib.sha256(b"other").digest(), good)


@pytest.mark.parametrize(
    "forged",
    [
        block(b"\x00" + INFO + DIGEST + b"\x00"),  # something behind the digest
        b"\x00\x01" + b"\xff" * 8 + b"\x00" + INFO + DIGEST + bytes(SIZE - 62),  # short padding
        block(b"\x00" + INFO + DIGEST, fill=b"\xfe"),
        block(b"\x00" + INFO + DIGEST, head=b"\x00\x02"),
        block(INFO + DIGEST),  # no zero before the DigestInfo
        block(b"\x00" + bytes.fromhex("302f300b0609608648016503040201") + b"\x04\x20" + DIGEST),
        block(b"\x00" + bytes.fromhex("3021300906052b0e03021a05000414") + DIGEST[:20]),  # SHA-1
        block(b"\x00" + DIGEST),
    ],
)
def test_a_padding_that_is_not_to_the_letter_is_refused(key, modulus, forged):
    assert len(forged) == SIZE
    assert not rsa.verify(modulus, DIGEST, raw(key, forged))


def test_what_is_no_signature_is_refused(key, modulus):
    good = key.sign(TEXT, padding.PKCS1v15(), hashes.SHA256())
    n = int.from_bytes(modulus, "big")
    larger = (int.from_bytes(good, "big") + n).to_bytes(SIZE + 1, "big")
    for bad in (b"", good[:-1], good + b"\x00", bytes(SIZE), b"\xff" * SIZE, larger, larger[1:]):
        assert not rsa.verify(modulus, DIGEST, bad)
    one = (1).to_bytes(SIZE, "big")
    assert not rsa.verify(modulus, DIGEST, one)
    assert not rsa.verify(modulus, DIGEST[:31], good)
    assert not rsa.verify(modulus[:128], DIGEST, good[:128])


@pytest.mark.parametrize("vm", ["wheel", "i386"])
def test_the_controllers_interpreter_agrees(key, modulus, vm):
    good = key.sign(TEXT, padding.PKCS1v15(), hashes.SHA256())
    bad = bytearray(good)
    bad[200] ^= 1
    program = f"""
import binascii, gc
from firmware.image import rsa
n, d, g, b = [binascii.unhexlify(x) for x in {[modulus.hex(), DIGEST.hex(), good.hex(), bad.hex()]}]
print(rsa.verify(n, d, g), rsa.verify(n, d, b), rsa.verify(n, d, bytes(384)))
"""
    done = subprocess.run(
        [*interpreter(vm), "-X", "heapsize=64k", "-c", program],
        cwd=ROOT, env={"MICROPYPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.stdout.split() == ["True", "False", "False"], done.stdout + done.stderr
