"""Answers that tokens and signatures have to give, of any version, on any interpreter.

Computed once with CPython's ``hmac``; a log written under one of these is read by all to come, so
they never change. ``secrecy.py`` says what is computed. Numbers and keys are made up.
"""

ROOT = bytes(range(32))  # of hand 0
TABLE, BOOT, HAND = "7", 2, 3
UID = b"\xe0\x04\x01\x00\x12\x34\x56\x78"

ROOT_OF_HAND = "261a3712516a57481e90359bd6e5720b364c65d7fabf46fa06d8872d2af3ddb8"
TOKEN = "b0bd319536e242e4"  # of UID in HAND, which began in BOOT

# The device booted in hand 0: (topic's name, message, its three numbers, as it is sent).
MESSAGE = (
    "up/ev",
    b'{"v":1,"n":5}',
    (BOOT, 0, 9),
    b'{"v":1,"n":5,"by":[2,0,9],"mac":"1bf98be44340f724d035f8fd9f8a5049"}',
)
ORDER = (
    "down/key",
    b'{"key":{"what":"showdown"}}',
    (BOOT, 1, 4),
    b'{"key":{"what":"showdown"},"by":[2,1,4],"mac":"a1429e071b5868cbe2165e019f4df8d7"}',
)
