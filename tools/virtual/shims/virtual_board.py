"""On the MicroPython VM in place of a board's hardware: virtual time and the link to the world.

Time: ``now`` counts virtual microseconds within a span of 10**9 (so that it stays a small integer
on 32-bit interpreters), ``spans`` counts the spans. Reading a clock costs nothing, except that a
loop that only reads clocks is moved on by 1 us a read, so busy waits end. Sleeping moves ``now`` on
without asking the world, up to ``limit``: there the world wants to be asked.

Pin and SPI writes are posted into ``_out`` and travel with the next operation that needs an answer.
BUSY lines are known without asking: the world tells (FELTWIRE_LINES) which BUSY belongs to which
NSS and how long commands execute, and with every answer (TRUST_FLAG) whether all chips are well.

Wire: operations of 8 bytes (op, arg, u16, u32 time) and their payload; answers of 8 bytes (flags,
value, u16 length, u32 limit) and their payload. Native little-endian, one host.
"""

import os
import struct

import micropython

SPAN = 1000000000
_MASK = (1 << 30) - 1
_ROOM = 600  # bytes posted before the world is asked
_SPIN = 32  # clock reads in a row that are free

PIN_WRITE, SPI_WRITE, PIN_MODE, PWM, PIXELS = 1, 2, 3, 4, 5
WDT_START, WDT_FEED, UART_WRITE, SPI_FILL, FRAME = 6, 7, 8, 9, 10
PIN_READ, SPI_READ, SPI_XFER, UART_READ, SYNC, RESET = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86
IRQ_FLAG, UART_FLAG, TRUST_FLAG = 1, 2, 4

_FORMAT = "<BBHI"
_pack = struct.pack_into
_unpack = struct.unpack_from
now = 0
spans = 0
limit = 0
_us_offset = -(1 << 30)  # (spans * SPAN) % 2**30 - 2**30
_spin = 0
try:
    import world as _file  # the board in QEMU has a module for the link (tools/cortexm)
except ImportError:
    _file = open(int(os.getenv("FELTWIRE_WORLD")), "r+b")  # noqa: SIM115
_out = bytearray(_ROOM + 600)
_n = 0
_in = bytearray(8)
uart_waiting = False
trusted = False
selected = None  # the Line whose NSS is low
# A whole frame (NSS low, bytes, NSS high) travels as one operation when nothing comes in between:
open_frame = 0  # 1: NSS is low and not posted yet, 2: its bytes are in _out from _frame_at on
_frame_at = _low = _clocked = _bus = 0
lines = []
irq_handlers = {}
_in_irq = False


class Line:
    """BUSY of one chip, followed here as long as the world vouches for it (data sheet 11.4.1: high
    from the first byte until NSS is high and the command executed)."""

    def __init__(self, busy, nss, execute_us, longer):
        self.busy_pin = busy
        self.nss_pin = nss
        self.execute_us = execute_us
        self.longer = longer  # opcode -> execution time when it is another
        self.known = False
        self.settled = 0
        self.clocked = False
        self.opcode = -1
        self.early = False  # the frame began while BUSY was high: the chip does not take it

    @micropython.native
    def select(self, level):
        """NSS changes."""
        global selected
        if not level:
            if selected is not self:
                selected = self
                self.early = now < self.settled
        elif selected is self:
            selected = None
            if self.clocked:
                self.clocked = False
                if not self.early:
                    self.settled = now + self.longer.get(self.opcode, self.execute_us)

    @micropython.native
    def busy(self):
        """Level of BUSY, or -1: the world must be asked."""
        if not trusted or not self.known:
            return -1
        return 1 if self.clocked or now < self.settled else 0


_resets = b""  # of the expander's bytes: the bits that hold chips in reset
_held = bytearray()  # these bits as last shifted


@micropython.native
def shifted(opcode, data=None):
    """Bytes went over the bus; without a chip selected they may have moved the expander."""
    if selected is None:
        if data is None or _frees_or_holds(data):
            for line in lines:
                line.known = False
    else:
        if not selected.clocked:
            selected.opcode = opcode
        selected.clocked = True


@micropython.native
def _frees_or_holds(data):
    """True when these bytes for the expander differ from the last in a chip's reset."""
    if len(data) != len(_resets):
        return True
    changed = False
    for i in range(len(_resets)):
        bits = data[i] & _resets[i]
        if bits != _held[i]:
            _held[i] = bits
            changed = True
    return changed


def line_of(pin):
    """The Line that has a pin, or None."""
    for line in lines:
        if pin == line.busy_pin or pin == line.nss_pin:
            return line
    return None


def _read_lines(text):
    """``busy:nss,...;execute;opcode=us,...;resets`` as the world writes it."""
    global _resets, _held
    if not text:
        return
    pins, execute, longer, resets = text.split(";")
    _resets = bytes([int(resets[i : i + 2], 16) for i in range(0, len(resets), 2)])
    _held = bytearray(len(_resets))
    table = {}
    for item in longer.split(","):
        opcode, us = item.split("=")
        table[int(opcode)] = int(us)
    for item in pins.split(","):
        busy, nss = item.split(":")
        lines.append(Line(int(busy), int(nss), int(execute), table))


@micropython.native
def frame_edge(line, level):
    """NSS of a chip changes as part of a whole frame: True. False: the edge must be posted."""
    global open_frame, _low
    if not level:
        if open_frame or not trusted or not line.known or selected is not None:
            return False
        line.select(0)
        open_frame = 1
        _low = now
        return True
    if open_frame == 2 and selected is line:
        _pack(_FORMAT, _out, _frame_at, FRAME, line.nss_pin, _n - _frame_at - 16, _low)
        _pack(_FORMAT, _out, _frame_at + 8, 0, 0, 0, now)
        open_frame = 0
        line.select(1)
        return True
    return False


@micropython.native
def frame_bytes(bus, data):
    """Bytes of an open frame: True when they are taken as such."""
    global open_frame, _frame_at, _clocked, _bus, _n
    count = len(data)
    if open_frame != 1 or count > 512 or _n + count > _ROOM:
        return False
    _frame_at = _n
    _clocked = now
    _bus = bus
    at = _n + 16
    _out[at : at + count] = data
    _n = at + count
    open_frame = 2
    return True


def unfold():
    """Something comes in the middle of a frame: its edge and its bytes are posted one by one."""
    global open_frame, _n
    if open_frame == 1:
        _pack(_FORMAT, _out, _n, PIN_WRITE, selected.nss_pin, 0, _low)
        _n += 8
    else:
        _pack(_FORMAT, _out, _frame_at, PIN_WRITE, selected.nss_pin, 0, _low)
        count = _n - _frame_at - 16
        _pack(_FORMAT, _out, _frame_at + 8, SPI_WRITE, _bus, count, _clocked)
    open_frame = 0


@micropython.native
def post(op, arg, value):
    """An operation without payload that needs no answer."""
    global _n
    if open_frame:
        unfold()
    if _n > _ROOM:
        sync()
    n = _n
    _pack(_FORMAT, _out, n, op, arg, value, now)
    _n = n + 8


@micropython.native
def post_bytes(op, arg, data):
    """An operation with a payload that needs no answer."""
    global _n
    if open_frame:
        unfold()
    count = len(data)
    if _n + count > _ROOM:
        sync()
    if count > 512:  # longer than the buffer's spare room: in parts
        post_bytes(op, arg, data[:512])
        post_bytes(op, arg, data[512:])
        return
    at = _n
    _pack(_FORMAT, _out, at, op, arg, count, now)
    at += 8
    _out[at : at + count] = data
    _n = at + count


@micropython.native
def _exchange(op, arg, value):
    """Everything posted and this operation travel; the answer's header is in _in."""
    global _n, limit, trusted, _spin
    if open_frame:
        unfold()
    _pack(_FORMAT, _out, _n, op, arg, value, now)
    _file.write(_out, _n + 8)
    _n = 0
    _spin = 0
    if _file.readinto(_in, 8) != 8:
        _world_ended()
    limit = _unpack("<I", _in, 4)[0]
    trusted = _in[0] & TRUST_FLAG


def _world_ended():
    """Without a world there is no board."""
    raise SystemExit


@micropython.native
def ask(op, arg, value):
    """An operation that needs an answer; returns its value byte."""
    _exchange(op, arg, value)
    answer = _in[1]
    if _in[0] & 3:
        _flagged()
    return answer


@micropython.native
def ask_into(op, arg, dest, count):
    """An operation whose answer carries ``count`` bytes, which are put into ``dest``."""
    _exchange(op, arg, count)
    _file.readinto(dest, count)
    if _in[0] & 3:
        _flagged()


def ask_bytes(op, arg, value):
    """An operation whose answer carries a payload of its own length; the payload."""
    _exchange(op, arg, value)
    count = _in[2] | _in[3] << 8
    data = _file.read(count) if count else b""
    if _in[0] & 3:
        _flagged()
    return data


def ask_count(op, arg):
    """An operation that is answered by a number (the length field)."""
    _exchange(op, arg, 0)
    return _in[2] | _in[3] << 8


def _flagged():
    """The world has something to say besides the answer."""
    global uart_waiting
    flags = _in[0]
    if flags & UART_FLAG:
        uart_waiting = True
    if flags & IRQ_FLAG:
        _interrupts()


def _interrupts():
    """Pin interrupts the world has seen: the handlers run between two operations."""
    global _in_irq
    if _in_irq:
        return
    _in_irq = True
    try:
        for number in sorted(irq_handlers):
            pin, handler, trigger, level = irq_handlers[number]
            new = ask(PIN_READ, number, 0)
            if new != level:
                irq_handlers[number] = (pin, handler, trigger, new)
                if trigger & (1 if new else 2):
                    handler(pin)
    finally:
        _in_irq = False


def sync():
    """Ask the world for nothing but the time at which it wants to be asked again."""
    global now, spans, _us_offset, limit
    if now >= SPAN:
        now -= SPAN
        spans += 1
        for line in lines:
            line.known = False
        _us_offset = ((spans * SPAN) & _MASK) - (1 << 30)
    ask(SYNC, 0, 0)


@micropython.native
def advance(us):
    """Virtual time goes on by ``us`` microseconds."""
    global now, _spin
    _spin = 0
    while us > SPAN >> 1:
        advance(SPAN >> 1)
        us -= SPAN >> 1
    end = now + us
    while end >= limit:
        if limit > now:
            now = limit
        before = now
        sync()
        if now < before:
            end -= SPAN
        if limit <= now:
            break
    now = end


@micropython.native
def clock_us():
    """Microseconds within the span; a loop that does nothing but ask is moved on."""
    global _spin, now
    _spin += 1
    if _spin > _SPIN:
        now += 1
        if now >= limit:
            spin = _spin
            sync()
            _spin = spin
    return now


@micropython.native
def ticks_us():
    """As a board's: wraps at 2**30."""
    return (clock_us() + _us_offset) & _MASK


@micropython.native
def ticks_ms():
    """As a board's: wraps at 2**30."""
    return (clock_us() // 1000 + spans * 1000000) & _MASK


_read_lines(os.getenv("FELTWIRE_LINES"))
sync()
