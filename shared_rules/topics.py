"""MQTT topic names of a table. One place, used by the controller and the gateway.

``feltwire/<table>/up/...`` is written by the controller only, ``feltwire/<table>/down/...`` by the
gateway, and by whom else ``sender`` names. QoS 1 everywhere but for the beats;
``up/state`` (the last will) and ``down/head`` are retained.
"""

ROOT = "feltwire"

UP_EVENTS = (
    "up/ev"  # {"v":1,"dev":str,"boot":int,"seq":int,"ev":[[...],...]}  seq of the first event
)
UP_STATE = "up/state"  # {"online":bool,"dev":str,"boot":int,...}  retained, last will
UP_HEALTH = "up/health"  # numbers only, for telemetry
UP_PROGRAM = "up/program"  # which program runs and its hash: at boot, on demand, daily
UP_IMAGE = "up/image"  # how the loading of an image goes (firmware/image/update.py)
UP_CALIBRATE = "up/calibrate"  # what a table that is calibrated has counted (firmware/calibrate/)
UP_ENROL = "up/enrol"  # {"dev":str,"key":hex,"mac":hex}  first boot: a key to agree on a root by
UP_BEAT = "up/beat"  # a sign of life when there is nothing else to say, QoS 0, unsigned
UP_TIME = "up/time"  # {"id":int,"dev":str,"boot":int,"t":ms}  the table's clock, asked by down/time
DOWN_ENROL = "down/enrol"  # {"for":hex,"key":hex,"boot":int,"mac":hex}  the vault's answer to it
DOWN_ACK = "down/ack"  # {"boot":int,"seq":int}  everything up to seq of this boot is committed
DOWN_RESEND = "down/resend"  # {"boot":int,"seq":int}  send again from seq on
DOWN_KEY = "down/key"  # {"key":{...}}  a declaration or notice keyed on the panel, to be stamped
DOWN_LIGHT = "down/light"  # {"level":"ok|ask|alert","seat":int|null}  what the dealer's light shows
DOWN_PROGRAM = "down/program"  # asks for up/program now
DOWN_IMAGE = "down/image"  # {"head": base64} offers an image, {"restart": version} runs it
DOWN_BLOCK = "down/block"  # offset u32 little endian, then bytes of the image
DOWN_CALIBRATE = "down/calibrate"  # {"do":"start|count|keep|end",...}  firmware/calibrate/
DOWN_BEAT = "down/beat"  # the gateway's sign of life, QoS 0
DOWN_TIME = "down/time"  # {"id":int,"unix":int}  wall time in seconds; answered by up/time

DOWN_HEAD = "down/head"  # {"n":int,"hash":str,...}  retained: how long the table's log is

# Who speaks to controllers: each signs under its own key, and has a certificate of its own.
GATEWAY, IMAGES, TECHNICIAN = "gateway", "images", "technician"
SENDERS = (GATEWAY, IMAGES, TECHNICIAN)


def sender(name):
    """Whose key signs what is sent to a controller on ``name``, as ``down/key``."""
    if name == DOWN_CALIBRATE:
        return TECHNICIAN
    return IMAGES if name in (DOWN_IMAGE, DOWN_BLOCK) else GATEWAY


def topic(table, name):
    """Full topic of one table, e.g. ``topic("7", UP_EVENTS)`` is ``feltwire/7/up/ev``."""
    return ROOT + "/" + table + "/" + name


def split(full):
    """(table, name) of a full topic, or None when it is not one of ours."""
    parts = full.split("/")
    if len(parts) != 4 or parts[0] != ROOT or parts[2] not in ("up", "down"):
        return None
    return parts[1], parts[2] + "/" + parts[3]
