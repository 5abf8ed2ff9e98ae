"""The vault without its process: follows committed events, decides who may know which card.

Nothing here is shared with the gateway. ``clock``: a VaultClock; ``audit``: an Audit; ``compute``:
takes ``(key, number, job)`` and gives the figures back through ``figure``.
"""

import contextlib

from gateway.alerts.registry import alert
from gateway.errors import VaultError
from gateway.ingest import decoder
from gateway.log.base import OPERATOR
from gateway.vault import equity, release_modes, tokens
from gateway.vault.agreement import AGREED, Agreements
from gateway.vault.notary import Notary
from gateway.vault.rings import Ring, Rings
from gateway.vault.sealedhand import CUT_OFF, PLAYED_ON, TOO_MANY, UNFOUNDED, SealedHand
from gateway.vault.signatures import BOOTED, LEAP_HANDS, Device, Signatures, digest
from gateway.vault.wear import Wear

HANDS_HELD, HANDS_HELD_RELEASING = 8, 96  # in memory, of a table
UNLOCK_HANDS_MAX = {release_modes.LIVE: 200}  # by mode; elsewhere the hand in play only
ALARMS_KEPT = 1000
WIPE_MS = 10_000  # from giving something up to its being on the disk no more, at most
FAULTS = {  # of a hand's course -> the alarm
    UNFOUNDED: "vault_keyed",
    PLAYED_ON: "vault_keyed_early",
    TOO_MANY: "vault_too_many",
    CUT_OFF: "vault_cut",
}


class Core:
    """See the module. Its caller holds one lock around every call."""

    def __init__(self, secrets, state, clock, audit, rules, compute=None):
        self._secrets, self._state, self.clock = secrets, state, clock
        self._audit, self.policy = audit, rules
        self._compute = compute or (lambda key, number, job: None)
        self.devices = {}
        for table, dev, boot, seq, n, signs, heard in state.devices():
            self.devices[(table, dev)] = Device(boot, seq, n, signs, heard)
        for table, dev, boot, seq, mark in state.genuine():
            if (table, dev) in self.devices:
                self.devices[(table, dev)].genuine[(boot, seq)] = mark
        releasing = any(
            r.mode in (release_modes.DELAYED, release_modes.LIVE) for r in rules.rules.values()
        )
        self._held = HANDS_HELD_RELEASING if releasing else HANDS_HELD
        self.notary = Notary(state, rules)
        self.hands = {}  # table -> [SealedHand, ...], the one in play last
        self._setups = {}  # table -> (game, stacks) of the hand to come
        for hand in state.hands(SealedHand.of_facts, self._held):
            self.hands.setdefault(hand.table, []).append(hand)
            self.notary.wait(hand)
            self._setups[hand.table] = [hand.game, None]
            device = self.devices.get((hand.table, hand.dev))
            if device:
                device.hand = hand.hand
        self._setups.update(state.setups())
        self._grants = {}  # (table, consumer) -> (first, last) number of the hands to be opened
        self._figures = {}  # (hand key, number of its spot) -> equity
        self._asked = set()
        self.alarms = []  # [number, table, code, text, seat]
        self._alarm_n = 0
        self.rings, self.agreements = Rings(state), Agreements(state)
        self.wear = Wear(state)
        self._signatures = Signatures(secrets, self.devices, self.rings, self.agreements)
        secrets.on_root = self._take_over_root
        self._wipe_at_ms = None  # vault's clock: when what was given up is taken off the disk
        self._close_old()
        for table in secrets.tables():
            self._look_at(table)  # a root of an earlier version is taken over now
        self.strange = {}  # table -> events of a signing device that no signed message held

    def take_over(self, old):
        """Go on for another core of the same vault: what is in no file. Openings are not taken."""
        self.alarms, self._alarm_n, self.strange = old.alarms, old._alarm_n, old.strange

    # -- messages

    def check(self, found):
        """``[(table, name, payload)]`` -> None for each to be believed, or what is wrong."""
        verdicts, rows, changed = [], [], {}
        self._secrets.look_again()
        for table, name, payload in found:
            try:
                fault, fresh, device = self._signatures.check(table, name, payload)
            except VaultError as e:
                fault, fresh, device = f"it cannot be checked: {e}", (), None
            except Exception as e:  # whatever one message holds, the others are checked
                fault, fresh, device = f"it cannot be checked ({type(e).__name__})", (), None
            verdicts.append(fault)
            if device is not None:
                dev = self._secrets.of(table).dev
                changed[(table, dev)] = device
                rows += [(table, dev, *row) for row in fresh]
        if changed or self.rings.is_changed():
            with self._state.together():
                self._state.add_genuine(rows)
                for (table, dev), device in changed.items():
                    self._keep_device(table, dev, device)
                self._keep_keys()
        return verdicts

    def order_key(self, table, sender, unix):
        """``[boot, epoch, key]`` that signs what ``sender`` tells a table's controller, None where
        nobody is enrolled; ``unix``: see State.next_epoch."""
        self._secrets.look_again()
        found = self._signatures.order_key(table, sender)
        if found is None:
            return None
        boot, key = found
        return [boot, self._state.next_epoch(unix), key.hex()]

    # -- roots of devices

    def ticket(self, table, dev, unless_agreed=False):
        """A ticket with which a device agrees on a new root; None: ``unless_agreed``, and it has
        one."""
        self._secrets.look_again()
        self._secrets.of(table)  # a root of an earlier version that lies there is taken over
        known = self.rings.of(table, dev)
        if known is not None:
            if unless_agreed:
                return None
            self.alarm(table, *alert("vault_ticket", dev=dev))
        return self.agreements.ticket(table, dev)

    def agree(self, table, payload):
        """What a controller is answered that offers a key: see agreement.py."""

        def boot(dev):
            device = self.devices.get((table, dev), Device())
            return max(device.boot, *(at[0] for at in device.heard.values()), 0)

        return self.agreements.answer(table, payload, boot)

    def move_root(self, table, dev, root):
        """Take over a root that lay outside the vault, as installed. True: this was news."""
        self._secrets.look_again()
        self._secrets.of(table)
        known = self.rings.of(table, dev)
        if known is None:
            self._take_over_root(table, dev, root)
        return known is None

    def _keep_device(self, table, dev, d):
        self._state.keep_device(table, dev, d.boot, d.seq, d.n, d.signs, d.heard)

    # -- following the log

    def enrolled(self):
        """Tables that have a device and a deck here: they sign, and are not believed otherwise."""
        return self._secrets.tables()

    def standing(self):
        """``{table: n}``: the log's number up to which each table was followed."""
        found = {}
        for (table, _dev), device in self.devices.items():
            found[table] = max(found.get(table, 0), device.n)
        return found

    def follow(self, entries, answered=None):
        """Take committed entries ``[table, n, dev, boot, seq, row]``, in order; each counts once.

        Several gateways may tell of the same ones; ``answered`` is what each was (kept here).
        Returns ``{"hands": [[key, tokens]], "public": [[key, {token: card}]], "proofs": ...}``:
        what began, what the table can see of the hands that changed, and what of these tables is
        to be put into the log (``Notary.given``).
        """
        begun, moved, devices, heard = [], {}, {}, {}
        answered = {} if answered is None else answered
        self._secrets.look_again()
        for table in {entry[0] for entry in entries}:
            self._look_at(table)  # before the transaction: what lies in the file may be kept in one
        with self._state.together():
            for table, n, dev, boot, seq, row in entries:
                if dev == OPERATOR:
                    continue
                device = self.devices.setdefault((table, dev), Device())
                if (boot, seq) <= (device.boot, device.seq):
                    heard.update({h.key(): h for h in self.hands.get(table, ())[-1:]})
                    continue
                device.boot, device.seq, device.n = boot, seq, n
                devices[(table, dev)] = device
                if not self._believed(table, dev, device, boot, seq, row):
                    continue
                hand = self._take(table, dev, boot, row)
                if hand is not None:
                    moved[hand.key()] = hand
                    if hand.serial == 0:
                        begun.append(hand)
                        hand.serial = 1
            for hand in moved.values():
                self.notary.show(hand)
            self._keep(devices, begun, moved)
        return {
            "proofs": self.notary.given({entry[0] for entry in entries}),
            "hands": [[h.key(), sorted(h.cards)] for h in begun],
            "public": [
                [h.key(), self._public(h)]
                for h in {**heard, **moved}.values()
                if _news(answered, h)
            ],
        }

    def _believed(self, table, dev, device, boot, seq, row):
        """True for a row that the table's own device has signed; of others nothing follows."""
        mark = device.genuine.pop((boot, seq), None)
        try:
            found = self._secrets.of(table)
        except VaultError:
            return False  # its messages are refused, which is said
        if found is None:
            return False  # nobody is enrolled: there is no card to be named
        if dev == found.dev and mark is not None and mark == digest(row):
            return True
        self.strange[table] = self.strange.get(table, 0) + 1
        if self.strange[table] == 1:
            self.alarm(table, *alert("vault_unsigned"))
        return False

    def _take(self, table, dev, boot, row):
        """The hand an event changed, or None."""
        try:
            event = decoder.event(row)
        except Exception:  # the gateway has said what is wrong with it
            return None
        if event["what"] == "setup":
            stacks = event.get("stacks")
            self._set_up(table, event.get("game"), stacks if isinstance(stacks, dict) else {})
        if event["what"] == "riffle" and event.get("hand") is not None:
            hand = self._begin(table, dev, boot, event["hand"])
            if hand is not None:
                self.notary.take(hand, row)
            return hand
        hands = self.hands.get(table)
        if not hands or hands[-1].over or hands[-1].dev != dev:
            return None
        hand = hands[-1]
        if event["what"] == "setup":
            hand.course.set_up(*self._setups[table])
        self.notary.take(hand, row)
        self.wear.follow(table, event)
        hand.follow(event, self.clock.now_ms())
        self._say_faults(hand)
        return hand

    def _set_up(self, table, game, stacks):
        self._setups[table] = [game, stacks]
        self._state.keep_setup(table, self._setups[table])

    def _say_faults(self, hand):
        for seat, what in hand.take_faults():
            fault = alert(FAULTS[what], seat=seat, hand=hand.hand)
            self.alarm(hand.table, *fault, seat and int(seat))

    def _begin(self, table, dev, boot, number):
        hands = self.hands.setdefault(table, [])
        self._end(hands)
        secrets, ring = self._secrets.of(table), self.rings.of(table, dev)
        device = self.devices[(table, dev)]
        try:
            if number > device.counted() + LEAP_HANDS:
                raise ValueError(f"it counts more than {LEAP_HANDS} hands ahead")
            key = tokens.hand_key(ring.root(number), table, boot, number)
        except (ValueError, TypeError) as e:
            self.alarm(table, *alert("vault", why=e))
            return None
        tags = {tokens.token(key, uid): (uid.hex(), card) for uid, card in secrets.deck}
        cards = {token: card for token, (_uid, card) in tags.items()}
        game, stacks = self._setups.get(table, (None, None))
        self.wear.begin(table, tags, game)
        if stacks is None and hands:
            stacks = hands[-1].course.stacks_after()
        self._set_up(table, game, None)
        hand = SealedHand(table, dev, boot, number, game, cards, self.policy.as_dict(), stacks)
        for consumer in release_modes.CONSUMERS:
            first, last = self._grants.get((table, consumer), (1, 0))
            if first <= number <= last:
                hand.opened.append(consumer)
        device.hand = number
        ring.advance(number)  # with this transaction no earlier hand can be opened by a root
        hands.append(hand)
        self.notary.seal(hand)
        while len(hands) > self._held:
            gone = hands.pop(0)
            self.notary.forget(gone)
            self._give_up(gone, False)
            for number_ in range(len(gone.spots)):
                self._figures.pop((gone.key(), number_), None)
                self._asked.discard((gone.key(), number_))
        return hand

    def _end(self, hands):
        """The last hand of a table is riffled away, and what waited for its end is over."""
        if not hands:
            return
        now, last = self.clock.now_ms(), hands[-1]
        ended = [last]
        if not last.over and not last.cut:
            last.end(now)
            self._say_faults(last)
        if last.dealt_ms is not None:
            before = [hand for hand in hands[:-1] if hand.cut and not hand.over]
            for hand in before:
                hand.next_ended(now)
            ended += before
        self.notary.end(last)
        for hand in ended:
            self.notary.wait(hand)
            self._state.keep_hand(hand)
            self._work_out(hand)

    def _keep(self, devices, begun, moved):
        for (table, dev), device in devices.items():
            self._keep_device(table, dev, device)
            if device.signs:
                self._state.drop_genuine(table, dev, device.boot, device.seq)
                at = (device.boot, device.seq)
                for key in [k for k in device.genuine if k <= at]:
                    del device.genuine[key]
        fresh = {h.key() for h in begun}
        for key, hand in moved.items():
            self._state.keep_hand(hand, key in fresh)
            if hand.opened:
                self._work_out(hand)
        self._keep_keys()
        self._state.keep_clock(self.clock.now_ms())

    # -- what is given up

    def _take_over_root(self, table, dev, root):
        """The root of a file, as installed: kept at the hand the device has reached, for good."""
        mark = digest("installed " + root.hex()).hex()
        known = self.rings.of(table, dev)
        if known is not None and (known.mark == mark or known.mark.startswith(AGREED)):
            return  # what was agreed on is newer than any file
        ring, device = Ring(mark, root), self.devices.get((table, dev), Device())
        booted = device.heard.get(BOOTED)
        if booted is not None and booted[2] == mark:
            ring.boot(table, booted[0], booted[1], ring.root(booted[1]))
            ring.advance(device.hand)
        self.rings.put(table, dev, ring)
        with self._state.together():
            self._keep_keys()
        self._state.wipe()

    def _look_at(self, table):
        with contextlib.suppress(VaultError):  # its messages are refused, which is said
            self._secrets.of(table)

    def _keep_keys(self):
        if self.rings.keep_changed():
            self._wipe_soon()
        self.agreements.keep_changed()

    def _wipe_soon(self):
        if self._wipe_at_ms is None:
            self._wipe_at_ms = self.clock.now_ms() + WIPE_MS

    def _give_up(self, hand, given):
        """Give up the cards of a hand that nobody can be given any more; ``given``: the dealt ones
        have been released. The caller has begun the transaction."""
        if not hand.closed:
            hand.close(given)
            self._state.close_hand(hand)
            self._wipe_soon()

    def _is_spent(self, hand):
        """True when a hand is over and every consumer that is to have it has it."""
        if not hand.over or hand.closed:
            return False
        delays = []
        for consumer, rule in hand.rules.items():
            now = release_modes.stricter(rule, self.policy.rule(consumer))
            for mode, delay_s in (rule, (now.mode, now.delay_s)):
                if mode == release_modes.DELAYED:
                    delays.append(delay_s)
        return self.clock.now_ms() >= hand.over_ms + 1000 * max(delays, default=0)

    def _give_up_spent(self):
        spent = [hand for hands in self.hands.values() for hand in hands if self._is_spent(hand)]
        if spent:
            with self._state.together():
                for hand in spent:
                    delayed = any(
                        mode == release_modes.DELAYED for mode, _delay in hand.rules.values()
                    )
                    self._give_up(hand, delayed or bool(hand.opened))

    def _close_old(self):
        """An earlier version kept a thousand hands of a table with all their cards."""
        if self._state.kept("closes hands"):
            return
        held = {hand.key() for hands in self.hands.values() for hand in hands}
        with self._state.together():
            for key in self._state.keys_of_hands():
                if key not in held:
                    self._give_up(self._state.hand(key, SealedHand.of_facts), False)
            self._state.keep("closes hands", True)
        self._state.vacuum()

    # -- what everybody may see

    def _public(self, hand):
        return hand.public_cards() if self.policy.cards else {}

    def find(self, key):
        """The hand of a key, or None when it is not held any more."""
        for hand in reversed(self.hands.get(key[0], ())):
            if hand.key() == tuple(key):
                return hand
        return None

    def hand(self, key):
        """``[tokens, {token: card}]`` of a hand: its tokens sorted, what is public; or None."""
        hand = self.find(key) or self._state.hand(key, SealedHand.of_facts)
        return None if hand is None else [sorted(hand.cards), self._public(hand)]

    # -- what a consumer may see

    def allowed(self, hand, consumer):
        """Why a consumer may have a hand's sealed cards now (a word); None when it may not."""
        rule = release_modes.stricter(hand.rules.get(consumer), self.policy.rule(consumer))
        if rule.mode == release_modes.NONE or hand.dealt_ms is None:
            return None
        if consumer in hand.opened:
            return "unlocked"
        if rule.mode != release_modes.DELAYED or not hand.over:
            return None
        due = hand.over_ms + rule.delay_s * 1000
        return "delay" if self.clock.now_ms() >= due else None

    def releases(self, consumer, answered):
        """Hands a consumer may have and has not been told so. ``answered``: key -> version, brought
        up to date."""
        out = []
        for hands in self.hands.values():
            for hand in hands:
                why = self.allowed(hand, consumer)
                if why is None:
                    continue
                self._work_out(hand)
                version = [hand.serial, sum((hand.key(), i) in self._figures for i in range(60))]
                if answered.get(hand.key()) != version:
                    answered[hand.key()] = version
                    out.append(self._release(hand, why))
        return out

    def _release(self, hand, why):
        spots = []
        for i, (board, live, _gone) in enumerate(hand.spots):
            figures = self._figures.get((hand.key(), i))
            made = {seat: self._made(hand, seat, board) for seat in live}
            spots.append({"board": hand.named(board), "live": sorted(live), "made": made})
            spots[-1]["equity"] = figures
        return {
            "table": hand.table, "dev": hand.dev, "boot": hand.boot, "hand": hand.hand,
            "game": hand.game, "why": why, "over": hand.over, "seats": hand.holes(),
            "spots": spots,
        }  # fmt: skip

    def _made(self, hand, seat, board):
        if len(board) != 5:
            return None
        return equity.made_hand(hand.game, hand.named(hand.dealt.get(seat, ())), hand.named(board))

    def _work_out(self, hand):
        """Ask for the figures of a hand that somebody will be given."""
        wanted = [
            release_modes.stricter(hand.rules.get(c), self.policy.rule(c)).mode for c in hand.rules
        ]
        if release_modes.DELAYED not in wanted and not hand.opened:
            return
        for i, (board, live, gone) in enumerate(hand.spots):
            at = (hand.key(), i)
            if at not in self._asked:
                self._asked.add(at)
                holes = {seat: hand.named(held) for seat, held in live.items()}
                job = (hand.game, holes, hand.named(board), hand.named(gone))
                self._compute(hand.key(), i, job)

    def figure(self, key, number, figures):
        """What ``compute`` was asked for."""
        if self.find(key) is not None:
            self._figures[(tuple(key), number)] = figures

    # -- early release

    def unlock(self, table, consumer, number, hands):
        """Open the hand ``number``, and ``hands - 1`` after it, for a consumer. Text of what was
        done.

        VaultError when that hand is neither in play nor the next, or the venue's mode knows no
        early release.
        """
        mode = self.policy.rule(consumer).mode
        if mode == release_modes.NONE:
            raise VaultError("this venue releases no cards at all (mode none)")
        if not 1 <= hands <= UNLOCK_HANDS_MAX.get(mode, 1):
            most = UNLOCK_HANDS_MAX.get(mode, 1)
            raise VaultError(f"in mode {mode} at most {most} hands are opened at a time")
        now = self.hands.get(table, ())
        in_play = now[-1] if now and not now[-1].over else None
        last = now[-1].hand if now else 0
        if number != last + 1 and (in_play is None or number != in_play.hand):
            raise VaultError(f"hand {number} cannot be opened: {self.which(table)}")
        self._grants[(table, consumer)] = number, number + hands - 1
        if in_play is not None and number == in_play.hand and consumer not in in_play.opened:
            in_play.opened.append(consumer)
            in_play.serial += 1
            with self._state.together():
                self._state.keep_hand(in_play)
        return f"table {table}: {release_of(number, hands)} open for {consumer}"

    def lock(self, table):
        """Nothing more of a table is opened; what was given cannot be taken back."""
        for at in [at for at in self._grants if at[0] == table]:
            del self._grants[at]

    def keeps(self, name, value=None):
        """What the vault has kept as ``name`` (None: nothing); from now on ``value``, if given."""
        before = self._state.kept(name)
        if value is not None and before != value:
            with self._state.together():
                self._state.keep(name, value)
        return before

    def which(self, table):
        """Which hand of a table could be opened now, in words."""
        hands = self.hands.get(table, ())
        if hands and not hands[-1].over:
            return f"hand {hands[-1].hand} is in play"
        return f"hand {hands[-1].hand + 1 if hands else 1} is next"

    def alarm(self, table, code, text, seat=None):
        """An alert (``registry.Alert``) people have to hear of; it is in the audit log as well."""
        self._audit.write({"what": "alarm", "table": table, "text": text})
        self._alarm_n += 1
        self.alarms.append([self._alarm_n, table, code, text, seat])
        del self.alarms[:-ALARMS_KEPT]

    def proven(self, names):
        """The log holds these proofs, by name."""
        if names:
            with self._state.together():
                self.notary.kept(names)

    def _open_released(self):
        """What was released, and is of a hand that is over, is opened in the log as well."""
        due = self.notary.due(self.clock.now_ms())
        if due:
            with self._state.together():
                for hand in due:
                    self.notary.release(hand)
                    self._state.keep_hand(hand)

    def tick(self):
        """Once a second: the clock is kept, and what a table has left open is given up."""
        with self._state.together():
            self._state.keep_clock(self.clock.now_ms())
            self._state.keep_audit_end(self._audit.n, self._audit.head)
        self._open_released()
        self._give_up_spent()
        for hands in self.hands.values():
            if hands and not hands[-1].over and hands[-1].lapse(self.clock.now_ms()):
                self._say_faults(hands[-1])
                with self._state.together():
                    self._state.keep_hand(hands[-1])
        if self._wipe_at_ms is not None and self.clock.now_ms() >= self._wipe_at_ms:
            self._state.wipe()  # last: a disk that refuses it holds up nothing else
            self._wipe_at_ms = None


def release_of(first, count):
    """The hands of a release, in words."""
    return f"hand {first}" if count == 1 else f"hands {first} to {first + count - 1}"


def _news(answered, hand):
    """True when more of a hand is public than was last answered; it is noted as answered."""
    now = hand.key(), len(hand.public)
    if answered.get(hand.table) == now:
        return False
    answered[hand.table] = now
    return bool(hand.public)
