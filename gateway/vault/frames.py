"""Frames on the vault's socket: four bytes of length, big endian, then one JSON object."""

import struct
import time

import msgspec

BYTES_MAX = 16 * 1024 * 1024
_HEAD = struct.Struct(">I")
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class FrameError(OSError):
    """The other side has gone, or does not keep to the protocol."""


def send(sock, value):
    """Write one object. OSError when the other side has gone."""
    data = _encode(value)
    sock.sendall(_HEAD.pack(len(data)) + data)


def receive(sock, by_s=None):
    """Read one object; FrameError for anything else, None at a clean end.

    ``by_s``: when it has to be whole (monotonic s), TimeoutError after it; None: the socket's own
    timeout holds, for each part.
    """
    head = _exactly(sock, _HEAD.size, True, by_s)
    if head is None:
        return None
    size = _HEAD.unpack(head)[0]
    if size > BYTES_MAX:
        raise FrameError(f"a frame of {size} bytes is too long")
    try:
        value = _decode(_exactly(sock, size, False, by_s))
    except (msgspec.DecodeError, RecursionError):
        raise FrameError("a frame is not JSON") from None
    if not isinstance(value, dict):
        raise FrameError("a frame is not an object")
    return value


def _exactly(sock, size, at_start, by_s):
    parts = []
    while size:
        if by_s is not None:
            left_s = by_s - time.monotonic()
            if left_s <= 0:  # as a timeout, 0 would mean "do not wait" to the socket
                raise TimeoutError("a frame was begun and not finished")
            sock.settimeout(left_s)
        part = sock.recv(min(size, 1 << 20))
        if not part:
            if at_start and not parts:
                return None
            raise FrameError("the connection ended inside a frame")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
