"""What controller and vault compute alike: tokens of cards, signatures of what goes between them.

The device's root goes on at each hand, ``root <- SHA-256(root + NEXT)``. Each key is
``HMAC-SHA256(root, label)``, the label naming what the key is for; a token is the beginning of
``HMAC-SHA256(key, uid)`` in hex. A message, a JSON object, is sent as
``...,"by":[boot,hand,count],"mac":"<hex>"}``: the MAC is the beginning of HMAC-SHA256 over the
topic's name (as ``up/ev``), ``BAR`` and everything before ``MAC``.

Each side brings its own HMAC: a controller has ``hashlib.sha256`` alone, the vault the C library's.
``known_answers.py`` holds both to this page. Formats, not functions: they take less of a heap.
"""

NEXT = b"next"
TOKEN_BYTES = 8
MAC_BYTES = 16
# Labels, of table, boot and hand. Of a hand's tokens: the root is that of this hand. Of what a
# controller signs, and of what ``topics.sender`` tells it: root and hand are those at its boot.
CARD_LABEL = "%s|%d|%d|card"
MESSAGE_LABEL = "%s|%d|%d|message"
ORDER_LABEL = "%s|%d|%d|down|%s"
# Which key signed it, and the how many-eth message it is. Of an order: boot, epoch and count.
SIGNED_BY = ',"by":[%d,%d,%d]'
BY = b',"by":['
BAR = b"|"
MAC = b',"mac":"'
END = b'"}'
TAIL_BYTES = 42  # of MAC, hex digits of MAC_BYTES and END
