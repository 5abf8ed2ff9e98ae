"""MQTT 3.1.1 control packets a client sends and receives, as bytes (OASIS standard, chapter 3)."""

CONNACK = 2
PUBLISH = 3
PUBACK = 4
SUBACK = 9
PINGRESP = 13

# A clean session forgets with its connection what was not delivered, at QoS 1 as at 0. But at 1
# RabbitMQ up to 3.11 makes a durable queue for it on one node, and when that node dies, nobody of
# that client id gets in at the others until it is back.
SUBSCRIBED_QOS = 0

PING = b"\xc0\x00"  # 3.12
GOODBYE = b"\xe0\x00"  # 3.14

REFUSALS = (
    "",
    "protocol version refused",
    "client id refused",
    "server unavailable",
    "bad user name or password",
    "not authorised",
)


class BadPacket(ValueError):
    """What came from the broker is not MQTT 3.1.1; the connection must be closed (4.8)."""


def _length(n):
    """Remaining length, 1 to 4 bytes (2.2.3)."""
    out = bytearray()
    while True:
        digit = n & 0x7F
        n >>= 7
        out.append(digit | (0x80 if n else 0))
        if not n:
            return out


def _text(data):
    if len(data) > 65535:
        raise ValueError("a string of MQTT has at most 65535 bytes")
    return bytes([len(data) >> 8, len(data) & 255]) + data


def connect(client_id, keepalive_s, will_topic, will_message, user=None, password=None):
    """CONNECT with a clean session and a retained QoS 1 last will (3.1)."""
    flags = 0x02 | 0x04 | 0x08 | 0x20
    body = _text(client_id) + _text(will_topic) + _text(will_message)
    if user is not None:
        flags |= 0x80
        body += _text(user)
        if password is not None:
            flags |= 0x40
            body += _text(password)
    head = b"\x00\x04MQTT\x04" + bytes([flags, keepalive_s >> 8, keepalive_s & 255])
    return b"\x10" + _length(len(head) + len(body)) + head + body


def publish(topic, payload, pid, retain=False, dup=False):
    """PUBLISH with QoS 1, or QoS 0 when ``pid`` is 0 (3.3)."""
    flags = 0x30 | (0x02 if pid else 0) | (0x01 if retain else 0) | (0x08 if dup else 0)
    head = _text(topic) + (bytes([pid >> 8, pid & 255]) if pid else b"")
    return bytes([flags]) + _length(len(head) + len(payload)) + head + payload


def subscribe(topics, pid):
    """SUBSCRIBE to topics with QoS ``SUBSCRIBED_QOS`` (3.8)."""
    body = bytes([pid >> 8, pid & 255])
    for topic in topics:
        body += _text(topic) + bytes([SUBSCRIBED_QOS])
    return b"\x82" + _length(len(body)) + body


def puback(pid):
    """PUBACK (3.4)."""
    return bytes([0x40, 2, pid >> 8, pid & 255])


def frame(buf, at, end):
    """``(start, stop)`` of the packet's body that begins at ``at``; None while it is incomplete.

    ``stop`` may lie behind ``end``: the head is known, the body still on its way.
    """
    i = at + 1
    n = 0
    shift = 0
    while i < end:
        n |= (buf[i] & 0x7F) << shift
        i += 1
        if not buf[i - 1] & 0x80:
            return i, i + n
        shift += 7
        if shift > 21:
            raise BadPacket("a length of more than four bytes")
    return None


def check_flags(head):
    """The lower half of a packet's first byte must be what the standard says (2.2.2)."""
    if head >> 4 != PUBLISH and head & 15:
        raise BadPacket("packet type %d with flags %d" % (head >> 4, head & 15))


def acknowledgement(head, buf, start, end):
    """PUBACK for a PUBLISH of which only the beginning is there (buf[start:end] of its body).

    b"" when none is due; None while the packet id has not come yet.
    """
    if head >> 4 != PUBLISH or not head & 0x06:
        return b""
    if end < start + 2:
        return None
    at = start + 2 + (buf[start] << 8 | buf[start + 1])
    if at + 2 > len(buf):
        return b""  # a topic longer than any of ours
    if at + 2 > end:
        return None
    return puback(buf[at] << 8 | buf[at + 1])


def parse_publish(flags, body):
    """``(topic, payload, pid)`` of a PUBLISH; ``pid`` 0 with QoS 0 (3.3)."""
    qos = (flags >> 1) & 3
    if qos > 1 or len(body) < 2:
        raise BadPacket("a PUBLISH with QoS %d of %d bytes" % (qos, len(body)))
    at = 2 + (body[0] << 8 | body[1])
    pid = 0
    topic = bytes(body[2:at])
    if qos:
        if at + 2 > len(body):
            raise BadPacket("a PUBLISH without packet id")
        pid = body[at] << 8 | body[at + 1]
        at += 2
    if at > len(body) or (qos and not pid):
        raise BadPacket("a PUBLISH that is cut short")
    try:
        text = topic.decode()
    except UnicodeError:
        raise BadPacket("a PUBLISH whose topic is not UTF-8")
    if not text or "+" in text or "#" in text or "\x00" in text:
        raise BadPacket("a PUBLISH without a proper topic")
    return topic, bytes(body[at:]), pid
