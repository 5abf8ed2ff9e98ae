"""Frames on the vault's socket: four bytes of length, big endian, then one JSON object."""

import struct

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


def receive(sock):
    """Read one object; FrameError for anything else, None at a clean end."""
    head = _exactly(sock, _HEAD.size, True)
    if head is None:
        return None
    size = _HEAD.unpack(head)[0]
    if size > BYTES_MAX:
        raise FrameError(f"a frame of {size} bytes is too long")
    try:
        value = _decode(_exactly(sock, size, False))
    except (msgspec.DecodeError, RecursionError):
        raise FrameError("a frame is not JSON") from None
    if not isinstance(value, dict):
        raise FrameError("a frame is not an object")
    return value


def _exactly(sock, size, at_start):
    parts = []
    while size:
        part = sock.recv(min(size, 1 << 20))
        if not part:
            if at_start and not parts:
                return None
            raise FrameError("the connection ended inside a frame")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
