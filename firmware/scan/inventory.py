"""One antenna's inventory: from the multiplexer's switch to the field's end, as start and poll.

Every visit begins with a look at the load on the loop (``load.py``); a visit that is only a look
ends there when nothing has changed. Known tags are asked by their own masks (``known.py``).
Otherwise a first request asks everybody: one slot for few tags, 16 slots for many. Collisions
are taken apart by longer masks, at the collision's position when the reader knows the bits before
it, at the mask's own end otherwise. Both halves of a split are always asked, so nothing rests on
the position being right; when the halves bring fewer than two tags, the mask is asked again.

A strong tag can drown a weaker one without any collision being seen (capture). So tags that were
here and did not answer are called by their own mask, and a tag that answered alone is told to stay
quiet and the rest are asked once more - at its second dwell here, and every _RECHECK dwells.
"""

from firmware.drivers import iso15693 as iso
from firmware.drivers import reader as rd
from firmware.scan import known, learned, load, split
from firmware.scan import masks as mk
from firmware.scan.dwell import Dwell
from shared_rules.compat import const

_SLEEP_MAX_US = const(300)

_IDLE = const(0)
_SWITCH = const(1)
_LOOK = const(2)
_QUERY = const(3)
_SLOT = const(4)
_PROBE = const(5)
_QUIET = const(6)
_OFF = const(7)
_SETTLE = const(8)

_REQUESTS_MAX = const(250)  # of one dwell
_RETRIES = const(2)  # of one request, after a damaged response or a ghost collision
_PROBES_MAX = const(4)  # missing tags called by name in one dwell
_PROBE_BITS = const(32)
_SLOTS_BITS_MAX = const(56)
_CROWD = const(4)  # slots with several tags, from which on it is a crowd
# Tags from which on the 16 slots of 2, 4 and 8 masks beat those of one (air time; the more slots,
# the fewer collisions): chips with their block, cards.
_PARTS = ((13, 26, 48), (12, 24, 44))
_COME = (2, 3)  # chips, cards that have come at once, from which on slots are tried first


class Inventory:
    """Reads the antennas of one reader, one at a time, into ``dwell``."""

    def __init__(self, reader, mux, clock, tags, switch_us, limit_us=800000):
        """``tags``: the config's tags (card_afi, chip_block); ``limit_us``: longest dwell."""
        self.dwell = Dwell()
        self.ok = False  # the visit is good; False after a reader's fault
        self.read = False  # tags were asked for; False after a mere look
        self.changed = False  # the load on the loop had changed
        self.lost = 0  # known tags that did not answer
        self.kept = None  # see Scanner.keep_by
        self._reader = reader
        self._mux = mux
        self._clock = clock
        self._card_afi = tags["card_afi"]
        self._block = tags["chip_block"]
        self._switch_us = switch_us
        self._limit_us = limit_us
        self._masks = mk.Masks()
        self._air = bytearray(8)
        self._own = bytearray(8)
        self._zero = bytes(8)
        self._antenna = None
        self._look = False
        self._hurry = False
        self._samples = 0
        self._total = 0
        self._come = 0  # tags that have probably come, less those gone, by the load
        self._by_name = False  # known tags are asked by their own masks
        self._phase = _IDLE
        self._due = 0
        self._crowd = 0  # slots of this round with several tags
        self._slot = -1  # -1: a one-slot request
        self._retries = 0
        self._probe = 0  # next of the antenna's known tags to look for
        self._probes = 0
        self._rechecked = False

    def start(self, antenna, now, look=False, hurry=False):
        """Begin a visit: connect the antenna and let the multiplexer settle. ``look``: ask for tags
        only when the load on the loop has changed; ``hurry``: other antennas wait, so what can be
        done at a later dwell is put off (a few dwells at most)."""
        self._antenna = antenna
        self._look = look
        self._hurry = hurry
        self._samples = self._total = 0
        self._come = 0
        self._by_name = False
        self.ok = self.read = self.changed = False
        self.dwell.clear(antenna.index, now)
        self._masks.clear()
        self._probe = 0
        self._probes = 0
        self._rechecked = False
        self._mux.select(antenna.channel)
        self._phase = _SWITCH
        self._due = self._clock.ticks_add(now, self._switch_us)
        if self._switch_us <= _SLEEP_MAX_US:  # a turn of the controller's loop would take longer
            self._clock.sleep_us(self._switch_us)

    def poll(self, now):
        """Go on: 0 when the dwell has ended (see ``ok``), else us until the next poll is due."""
        if self._phase == _SWITCH:
            wait = self._clock.ticks_diff(self._due, now)
            if wait > 0:
                return wait
            self._phase = _LOOK
            self._reader.start_look(self._antenna.with_block)
        while self._phase != _IDLE:
            wait = self._reader.poll(self._clock.ticks_us())
            if wait:
                return wait
            if self._reader.outcome == rd.FAULT:
                self._phase = _IDLE
            else:
                self._ended()
        return 0

    def _ended(self):
        """The reader's operation has ended well: take its result and start the next."""
        phase = self._phase
        if phase == _QUERY:
            self._answered()
        elif phase == _SLOT:
            self._slot_answered()
        elif phase == _PROBE:
            self._probe_answered()
        elif phase == _LOOK:
            self._looked()
        elif phase == _SETTLE:
            self._begin()
        elif phase == _QUIET:
            self._masks.push(self._zero, 0, mk.ASK)
            self._next()
        else:
            self._done()

    # -- the look, and what to ask

    def _looked(self):
        """A sample of the load: take more when it is odd; then go on, or leave it at that."""
        a = self._antenna
        reader = self._reader
        self._samples += 1
        self._total += reader.agc
        if self._samples < load.SAMPLES and (self._samples > 1 or load.odd(a, reader.agc)):
            reader.start_sample()
            return
        if self._samples == load.SAMPLES:
            self.changed = load.tripped(a, self._total)
            self._come = load.more(a, self._total)
        if self._look and not self.changed:
            self.dwell.agc = reader.agc
            self._phase = _OFF
            reader.start_off()
            return
        self._by_name = not self.changed and not a.cut and known.usable(a)
        self._phase = _SETTLE
        reader.start_settle()

    def _begin(self):
        """The field is up: the first masks to ask for."""
        a = self._antenna
        masks = self._masks
        self.read = True
        self.dwell.t_us = self._clock.ticks_us()
        if a.cut:
            # Too many for one dwell last time: begin elsewhere, so that each has its turn.
            masks.push_parts(4, a.cut)
        elif self._by_name:
            for i in range(len(a.known)):
                iso.to_air(a.known[i], self._air)
                masks.push(self._air, a.bits[i], mk.ASK)
        else:
            masks.push_parts(self._part_bits(), 0)
        self._next()

    def _part_bits(self):
        """Length of the masks to begin with: 0 asks everybody at once."""
        count = self._expected()
        bits = 0
        for least in _PARTS[0 if self._antenna.with_block else 1]:
            bits += count >= least
        return bits

    def _expected(self):
        """How many tags are probably there."""
        return max(0, len(self._antenna.known) + self._come)

    # -- requests

    def _next(self):
        """Ask for the next mask, or when none is left look for what may have been missed."""
        self._retries = 0
        dwell = self.dwell
        masks = self._masks
        while masks.pop():
            if dwell.requests >= _REQUESTS_MAX or self._too_long():
                dwell.partial = True
                break
            if masks.kind == mk.CHECK:
                if self._count(masks.value, masks.bits) < 2:
                    masks.push(masks.value, masks.bits, mk.SAFE)
                continue
            self._ask()
            return
        if dwell.partial or not self._look_again():
            self._phase = _OFF
            self._reader.start_off()

    def _ask(self):
        masks = self._masks
        first = not masks.bits and not self._rechecked
        a = self._antenna
        most = _COME[0 if a.with_block else 1]
        slots = first and (self._come >= most or self._expected() >= a.slots_from)
        slots = slots or (masks.kind == mk.SLOTS and masks.bits <= _SLOTS_BITS_MAX)
        self._crowd = 0
        self._slot = 0 if slots else -1
        self._phase = _SLOT if slots else _QUERY
        # Somebody answers where somebody was, and to both halves of a collision, as a rule.
        likely = not slots and (masks.bits or first and self._expected())
        self._send(masks.value, masks.bits, not slots, likely)

    def _send(self, mask, bits, one_slot, likely):
        a = self._antenna
        reader = self._reader
        afi = self._card_afi if a.cards_only else 0
        if a.with_block:
            n = iso.inventory_read(reader.tx, mask, bits, afi, one_slot, self._block, True)
        else:
            n = iso.inventory(reader.tx, mask, bits, afi, one_slot)
        self.dwell.requests += 1
        reader.start_exchange(n, self._response_bytes(bits, one_slot), likely)

    def _response_bytes(self, bits, one_slot):
        if self._antenna.with_block:
            return iso.inventory_read_bytes(bits, one_slot)
        return iso.INVENTORY_BYTES

    def _too_long(self):
        return self._clock.ticks_diff(self._clock.ticks_us(), self.dwell.t_us) > self._limit_us

    # -- answers

    def _answered(self):
        """A one-slot request has been answered, or not."""
        masks = self._masks
        outcome = self._reader.outcome
        if outcome == rd.FRAME and not self._take(masks.value, masks.bits, -1):
            outcome = rd.DAMAGED
        if outcome == rd.COLLISION:
            if not self._reader.rx_len and self._retries < _RETRIES:
                self._again()  # a flag without a byte may be a ghost, which a retry clears
                return
            self.dwell.collision = True
            self._split()
        elif outcome == rd.DAMAGED:
            self.dwell.crc_error = True
            if self._retries < _RETRIES:
                self._again()
                return
            # Damaged again and again may be several tags without a collision seen: halves tell.
            self._split()
        self._next()

    def _again(self):
        self._retries += 1
        self._send(self._masks.value, self._masks.bits, True, True)

    def _split(self):
        """Put the two halves of the current mask on the stack, further on when bits are known."""
        masks = self._masks
        bits = masks.bits
        collision = masks.kind == mk.ASK and self._reader.outcome == rd.COLLISION
        if not bits and not self._rechecked and self._antenna.with_block:
            masks.push(masks.value, 0, mk.SLOTS)  # blocks are long: slots beat halves from two on
            return
        if collision and self._split_at_collision(masks.value, bits, -1):
            return
        if bits < iso.UID_BITS and not masks.push_halves(masks.value, bits):
            self.dwell.partial = True

    def _split_at_collision(self, mask, bits, slot):
        """Put the halves after the bits known from the response on the stack; False when no bits
        beyond the mask (and slot) are known, or they contradict it."""
        own = self._own
        air = self._air
        at = split.known_bits(self._reader, self._antenna.with_block, mask, bits, slot, own, air)
        if at < 0:
            return False
        if not self._masks.push(own, bits if slot < 0 else bits + 4, mk.CHECK):
            return False
        if not self._masks.push_halves(air, at):
            self.dwell.partial = True
        return True

    def _slot_answered(self):
        """One of 16 slots has been answered, or not."""
        masks = self._masks
        slot = self._slot
        outcome = self._reader.outcome
        if outcome == rd.FRAME and not self._take(masks.value, masks.bits, slot):
            outcome = rd.DAMAGED
        if outcome == rd.COLLISION or outcome == rd.DAMAGED:
            if outcome == rd.DAMAGED:
                self.dwell.crc_error = True
            elif self._reader.rx_len:  # else perhaps a ghost: asking again will tell
                self.dwell.collision = True
            crowd = self._is_crowd(slot)
            split = outcome == rd.COLLISION and not crowd
            if not split or not self._split_at_collision(masks.value, masks.bits, slot):
                iso.with_slot(masks.value, masks.bits, slot, self._air)
                kind = mk.SLOTS if crowd else mk.ASK
                if not masks.push(self._air, masks.bits + 4, kind):
                    self.dwell.partial = True
        if slot == iso.SLOTS - 1:
            self._next()
            return
        self._slot = slot + 1
        self._reader.start_slot(self._response_bytes(masks.bits, False))

    def _is_crowd(self, slot):
        """Another slot has several tags. True when so many have that each holds quite a few: then
        16 slots again are quicker than halves."""
        self._crowd += 1
        return self._crowd >= _CROWD and 4 * self._crowd >= 3 * slot

    def _take(self, mask, bits, slot):
        """A good frame: its tag into the dwell. False when it is no answer to this request."""
        reader = self._reader
        air = self._air
        if self._antenna.with_block:
            block = iso.parse_inventory_read(reader.rx, reader.rx_len, mask, bits, slot, air)
        else:
            block = 0 if iso.parse_inventory(reader.rx, reader.rx_len, air) else -1
        if block < 0 or not iso.in_mask(air, mask, bits):
            return False
        dwell = self.dwell
        for i in range(dwell.n):
            if iso.same_uid(dwell.uids[i], air):
                return True
        for uid in self._antenna.known:  # the same object again: nothing is allocated
            if iso.same_uid(uid, air):
                dwell.add(uid, block)
                return True
        uid = iso.to_uid(air)
        if self.kept is not None:
            uid = self.kept(uid)
        dwell.add(uid, block)
        return True

    # -- what may have been missed

    def _look_again(self):
        """Start a request for tags that may be there unseen; False when there is no reason."""
        dwell = self.dwell
        tags = self._antenna.known
        if dwell.n or dwell.collision or dwell.crc_error:
            while self._probe < len(tags) and self._probes < _PROBES_MAX:
                uid = tags[self._probe]
                self._probe += 1
                if not dwell.has(uid):
                    self._probes += 1
                    iso.to_air(uid, self._masks.value)
                    self._masks.bits = _PROBE_BITS
                    self._phase = _PROBE
                    self._send(self._masks.value, _PROBE_BITS, True, False)
                    return True
        if self._rechecked or dwell.n != 1 or dwell.collision:
            return False
        a = self._antenna
        if not learned.knows(a, dwell.uids[0]) or not learned.is_recheck_due(a, self._hurry):
            return False
        self._rechecked = True
        uid = dwell.uids[0]
        iso.to_air(uid, self._air)
        self._phase = _QUIET
        dwell.requests += 1
        n = iso.addressed(self._reader.tx, iso.CMD_STAY_QUIET, self._air)
        self._reader.start_exchange(n, 0)
        return True

    def _probe_answered(self):
        masks = self._masks
        outcome = self._reader.outcome
        if outcome == rd.FRAME:
            self._take(masks.value, masks.bits, -1)
        elif outcome == rd.COLLISION:
            masks.push(masks.value, masks.bits, mk.SAFE)
        self._next()

    def _count(self, mask, bits):
        """How many tags of the dwell so far are the mask's."""
        count = 0
        for i in range(self.dwell.n):
            iso.to_air(self.dwell.uids[i], self._air)
            if iso.in_mask(self._air, mask, bits):
                count += 1
        return count

    # -- the end

    def _done(self):
        self.ok = True
        self._phase = _IDLE
        if not self.read:
            return
        dwell = self.dwell
        a = self._antenna
        dwell.agc = self._reader.agc
        dwell.end_us = self._clock.ticks_us()
        self.lost = 0
        if not dwell.partial:
            for uid in a.known:
                if not dwell.has(uid):
                    self.lost += 1
        blind = self._samples == load.SAMPLES and load.blinds(a, self._total, self.lost)
        if blind != a.blind:
            a.blind = blind

    def accept(self):
        """The dwell is believed: what it found is what the antenna knows from now on."""
        total = self._total if self._samples == load.SAMPLES else -1
        learned.take(self._antenna, self.dwell, self.lost, self.changed, total)
