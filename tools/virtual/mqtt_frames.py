"""MQTT 3.1.1 packets as a proxy sees them: cut from a byte stream, looked into, made.

Section numbers are those of the OASIS standard.
"""

from gateway.ingest import payload as pl

CONNECT, CONNACK, PUBLISH, PUBACK = 1, 2, 3, 4
SUBSCRIBE, SUBACK, PINGREQ, PINGRESP = 8, 9, 12, 13
ANSWERS = {CONNECT: CONNACK, SUBSCRIBE: SUBACK, PINGREQ: PINGRESP}
PACKET_MAX = 1 << 20


class BadPacket(ValueError):
    """Bytes that are no MQTT."""


class Packets:
    """Packets of one direction of a connection: ``feed`` bytes, get whole packets."""

    def __init__(self):
        self._buffer = bytearray()

    def feed(self, data):
        """Whole packets so far, as (type, bytes) in order. Raises BadPacket."""
        self._buffer += data
        out = []
        while (size := self._size()) is not None and len(self._buffer) >= size:
            packet = bytes(self._buffer[:size])
            del self._buffer[:size]
            out.append((packet[0] >> 4, packet))
        return out

    def _size(self):
        """Length of the packet at the front, None while its header is incomplete (2.2.3)."""
        length = shift = 0
        for i, byte in enumerate(self._buffer[1:5]):
            length |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                if length > PACKET_MAX:
                    raise BadPacket(f"a packet of {length} bytes")
                return 2 + i + length
        if len(self._buffer) >= 5:
            raise BadPacket("a remaining length of more than four bytes")
        return None


def body_at(packet):
    """Index of the first byte after the fixed header."""
    at = 1
    while packet[at] & 0x80:
        at += 1
    return at + 1


def packet_id(kind, packet):
    """Packet identifier of PUBACK, SUBSCRIBE, SUBACK or a QoS 1 PUBLISH; 0 for others."""
    at = body_at(packet)
    if kind == PUBLISH:
        if not packet[0] & 6:
            return 0
        at += 2 + int.from_bytes(packet[at : at + 2], "big")
    elif kind not in (PUBACK, SUBSCRIBE, SUBACK):
        return 0
    return int.from_bytes(packet[at : at + 2], "big")


def published(packet):
    """(topic, payload) of a PUBLISH (3.3)."""
    at = body_at(packet)
    size = int.from_bytes(packet[at : at + 2], "big")
    topic = packet[at + 2 : at + 2 + size].decode("utf-8", "replace")
    at += 2 + size + (2 if packet[0] & 6 else 0)
    return topic, packet[at:]


def publish(topic, payload, qos=0, number=0):
    """A PUBLISH packet."""
    name = topic.encode()
    body = len(name).to_bytes(2, "big") + name
    if qos:
        body += number.to_bytes(2, "big")
    body += payload
    return bytes((PUBLISH << 4 | qos << 1,)) + remaining(len(body)) + body


def puback(number):
    """A PUBACK packet."""
    return bytes((PUBACK << 4, 2)) + number.to_bytes(2, "big")


def remaining(length):
    """The remaining length as bytes (2.2.3)."""
    out = bytearray()
    while True:
        length, byte = divmod(length, 128)
        out.append(byte | (0x80 if length else 0))
        if not length:
            return bytes(out)


def json_object(payload):
    """The payload as a dict; {} when it is none."""
    try:
        return pl.an_object(payload)
    except pl.BadPayload:
        return {}
