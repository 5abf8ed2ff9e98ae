"""The gateway's end of the vault's socket. It holds public and released cards, and no others."""

import contextlib
import functools
import json
import socket
import threading
import time
from collections import deque

from gateway.errors import LogError, VaultAway, VaultError
from gateway.ingest.core import LATER
from gateway.log.base import OPERATOR
from gateway.log.witness import VAULT
from gateway.process import unforeseen
from gateway.process.logger import Logger
from gateway.vault import frames, release_modes
from gateway.vault.interface import OrderKey, Vault
from gateway.vault.messages import signed_by
from gateway.vault.server import at
from shared_rules.topics import GATEWAY, UP_STATE

log = Logger("gateway.vault")
CONNECT_S, ANSWER_S = 20.0, 10.0
PATIENCE_S = 5.0  # for a vault that has just gone: it is started again
ENTRIES_MAX = 500  # in a question
HANDS_KEPT = 4  # of a table
RELEASES_KEPT = 64
NEWS_S = 1.0
SILENT_S = 3.0  # a question that waits so long is said to people
DIFFERS = "the vault does not keep to [vault] of the configuration"
AWAY = "the vault is away: it comes again"


class VaultClient(Vault):
    """See Vault. ``folder``: where the socket is; ``read(table, after)``: the log, to catch up.

    ``on_alarm(table, what, text, seat)``, ``on_release(table)``: called on a thread of its own.
    ``rules``: the table ``[vault]`` the vault should keep to; None: whatever it says.
    """

    def __init__(
        self, folder, consumers=("broadcast",), on_alarm=None, on_release=None, rules=None
    ):
        self._folder, self._consumers = folder, list(consumers)
        self.on_alarm, self.on_release = on_alarm, on_release
        self._lock = threading.RLock()
        self._socket = None
        self._log = None
        self._behind = False  # entries were committed that the vault has not been told of
        self._patient_until_s = 0.0
        self._hands = {}  # table -> {key: [tokens, {token: card}]}
        self._now = {}  # table -> key of the hand on the screens
        self._released = {}  # consumer -> {table: {(dev, boot, hand): release}}
        self._signing = set()
        self._orders = {}  # table -> OrderKey of the boot it signed with last
        self._alarm = 0
        self._audited = None  # (n, hash) the vault's audit log ends with
        self._proving = set()  # names of proofs that were handed to the log
        self._proven = deque()  # names of those it holds, which the vault has not been told
        self.away = False
        self._asked_at = None  # monotonic s of the question that waits for its answer
        self.modes = {}
        self._wanted = None if rules is None else release_modes.from_table(rules)
        self.differs = ""  # how its modes differ from the configuration's, in one line
        self._stopping = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="vault", daemon=True)

    # -- life

    def connect(self, alive=lambda: True, timeout_s=CONNECT_S):
        """Wait for the vault. VaultError when it does not answer; ``alive()``: it may yet."""
        end = time.monotonic() + timeout_s
        while True:
            with self._lock, contextlib.suppress(OSError):
                self._dial()
                break
            if time.monotonic() > end or not alive():
                raise VaultError(f"no vault answers at {self._folder}: start `feltwire vault`")
            time.sleep(0.02)
        if self.differs:
            self.close()
            raise VaultError(self.differs)
        self._thread.start()

    def close(self):
        """See Vault.close."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(5)
        with self._lock:
            self._drop()

    def _dial(self):
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(ANSWER_S)
        try:
            with at(self._folder) as path:
                sock.connect(path)
            frames.send(sock, {"op": "hello"})
            hello = frames.receive(sock)
            if hello is None:
                raise OSError("refused")
        except OSError:
            sock.close()
            raise
        self._socket, self.away = sock, False
        self._signing |= set(hello["signing"])
        self.modes = hello["modes"]
        self._compare(hello)
        self._standing = hello["standing"]

    def _compare(self, hello):
        """A vault that was started again may keep to other rules than the one before."""
        lines = release_modes.differences(self._wanted, hello) if self._wanted else []
        differs = f"{DIFFERS}: {', '.join(lines)}; restart the vault" if lines else ""
        if differs and differs != self.differs:
            log.error("the vault keeps to other rules", why=differs)
        self.differs = differs

    def _drop(self):
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def is_away(self):
        """See Vault.is_away. Takes no lock: it is asked while a question waits."""
        since_s = self._asked_at
        return self.away or (since_s is not None and time.monotonic() - since_s >= SILENT_S)

    @contextlib.contextmanager
    def _waiting(self):
        outer = self._asked_at
        self._asked_at = outer or time.monotonic()
        try:
            yield
        finally:
            self._asked_at = outer

    def _ask(self, question, patience_s=PATIENCE_S):
        """The answer. VaultError when there is none: an error of the vault, or no vault."""
        with self._lock, self._waiting():
            if not self.away:
                self._patient_until_s = time.monotonic() + patience_s
            while True:
                try:
                    if self._socket is None:
                        self._dial()
                    frames.send(self._socket, question)
                    answer = frames.receive(self._socket)
                    if answer is None:
                        raise OSError("closed")
                    break
                except OSError:
                    self._drop()
                    self._behind = True
                    late = time.monotonic() > self._patient_until_s
                    if late or self._stopping.is_set():
                        if not self.away:
                            log.error("the vault is away")
                        self.away = True
                        raise VaultAway(AWAY) from None
                    time.sleep(0.05)
        if "error" in answer:
            raise VaultError(answer["error"])
        return answer

    # -- messages

    def check(self, messages):
        """See Vault.check. While the vault is away, tables whose controllers sign have to wait."""
        if not messages:
            return []
        try:
            answer = self._ask({"op": "check", "messages": messages})
        except VaultError:
            return [LATER if table in self._signing else None for table, _n, _p in messages]
        for (table, name, payload), why in zip(messages, answer["verdicts"], strict=True):
            by = signed_by(payload) if why is None else None
            if by is not None:
                self._signing.add(table)
                known = self._orders.get(table)
                greets = name == UP_STATE and by[2] > 0  # each connection begins with it
                if known is not None and (greets or known.boot != by[0]):
                    self._orders.pop(table, None)
        return answer["verdicts"]

    def audit_heads(self):
        """See Vault.audit_heads."""
        return {VAULT: (*self._audited, 0)} if self._audited else {}

    def audit_fault(self, n, digest):
        """See Vault.audit_fault. VaultError while the vault is away."""
        return self._ask({"op": "audit", "n": n, "hash": digest.hex()})["fault"]

    def order_key(self, table):
        """See Vault.order_key. A key is kept until the controller begins anew."""
        known = self._orders.get(table)
        if known is None and table in self._signing:
            if self.away:
                raise VaultAway(AWAY)
            known = _order_key(self._ask({"op": "orders", "table": table, "sender": GATEWAY}))
            if known is not None:
                self._orders[table] = known
        return known

    def agree(self, table, payload):
        """See Vault.agree."""
        asked = {"op": "agree", "table": table, "offer": payload.decode("utf-8", "replace")}
        answer = self._ask(asked)["answer"]
        self._signing.add(table)
        return json.dumps(answer, separators=(",", ":")).encode()

    # -- the log

    def take(self, entries):
        """See Vault.take."""
        with self._lock, self._or_later():
            if self._behind and self._log is not None:
                self._feed_all()
            self._feed(entries)

    def catch_up(self, log, table, after):
        """See Vault.catch_up. A vault that is away is told later."""
        with self._lock, self._or_later():
            self._log = log
            self._feed_table(table, after)

    @contextlib.contextmanager
    def _or_later(self):
        try:
            yield
        except VaultError:
            self._behind = True

    def _feed_all(self):
        """The vault was away, or began anew: what it has missed is in the log."""
        self._ask({"op": "hello"})  # dials again, which says where it stands
        self._behind = False
        try:
            for table in self._log.tables():
                self._feed_table(table, max(0, self._log.setup_before(table, 3) - 1))
        except (LogError, VaultError):
            self._behind = True

    def _feed_table(self, table, after):
        last = self._log.last(table)
        stood = self._standing.get(table)
        if last is not None and stood is not None and stood <= last.n:
            after = max(after, stood)
        batch = []
        for entry in self._log.read(table, after):
            batch.append(entry)
            if len(batch) == ENTRIES_MAX:
                self._feed(batch)
                batch = []
        self._feed(batch)

    def _feed(self, entries):
        rows = [
            [e.table, e.n, e.dev, e.boot, e.seq, e.row]
            for e in entries
            if e.bad is None and e.dev != OPERATOR
        ]
        for i in range(0, len(rows), ENTRIES_MAX):
            answer = self._ask({"op": "follow", "entries": rows[i : i + ENTRIES_MAX]})
            for key, tokens in answer["hands"]:
                self._keep(tuple(key), tokens, {})
            for key, cards in answer["public"]:
                key = tuple(key)
                known = self._hands.get(key[0], {}).get(key)
                self._keep(key, known[0] if known else None, cards)
            self._prove(answer["proofs"])
        if rows and any(m != "sealed" for m, _d in self.modes.values()):
            self._wake.set()

    def _prove(self, found):
        """What the vault wants in the log is put there; it gives it again until it is told so."""
        for name, table, act in found:
            if self.on_proof is None or name in self._proving:
                continue
            self._proving.add(name)
            try:
                self.on_proof(table, act, functools.partial(self._was_proven, name))
            except LogError:
                self._proving.discard(name)

    def _was_proven(self, name, error):
        """The log holds it, or does not (``error``). Called on the log's thread."""
        if error is None:
            self._proven.append(name)
        else:
            self._proving.discard(name)

    def _ask_news(self):
        proven = list(self._proven)
        question = {"op": "news", "consumers": self._consumers, "alarm": self._alarm}
        news = self._ask({**question, "proven": proven}, patience_s=0.0)
        for name in proven:
            self._proven.popleft()
            self._proving.discard(name)
        return news

    def _keep(self, key, tokens, cards):
        hands = self._hands.setdefault(key[0], {})
        hands[key] = [tokens, cards]
        while len(hands) > HANDS_KEPT:
            del hands[next(iter(hands))]

    def open_hand(self, table, dev, boot, hand):
        """See Vault.open_hand. VaultAway while the vault is away."""
        key = (table, dev, boot, hand)
        self._now[table] = key
        with self._lock:
            known = self._hands.get(table, {}).get(key)
            if known is None or known[0] is None:
                known = self._ask({"op": "hand", "key": key})["hand"]
                if known is None:
                    return None
                self._keep(key, *known)
            return known[0]

    def follow(self, table, event):
        """See Vault.follow: ``take`` has told it already."""

    def public(self, table):
        """See Vault.public."""
        known = self._hands.get(table, {}).get(self._now.get(table))
        return dict(known[1]) if known else {}

    # -- releases and alarms

    def released(self, table, consumer):
        """See Vault.released."""
        with self._lock:
            return dict(self._released.get(consumer, {}).get(table, {}))

    def _watch(self):
        while not self._stopping.is_set():
            self._wake.wait(NEWS_S)
            self._wake.clear()
            if self._stopping.is_set():
                return
            try:
                self._hear(self._ask_news())
                if self._behind and self._log is not None:
                    self.take([])
            except VaultError:
                continue
            except Exception as e:  # releases and alarms go on
                unforeseen.say(log, "the vault's news failed", e)

    def _hear(self, news):
        touched = set()
        n, head = news["audit"]
        self._audited = n, bytes.fromhex(head)
        self._prove(news["proofs"])
        with self._lock:
            for consumer, hands in news["hands"].items():
                tables = self._released.setdefault(consumer, {})
                for hand in hands:
                    kept = tables.setdefault(hand["table"], {})
                    key = (hand["dev"], hand["boot"], hand["hand"])
                    kept.pop(key, None)
                    kept[key] = hand
                    while len(kept) > RELEASES_KEPT:
                        del kept[next(iter(kept))]
                    touched.add(hand["table"])
        for number, table, what, text, seat in news["alarms"]:
            self._alarm = max(self._alarm, number)
            if self.on_alarm:
                self.on_alarm(table, what, text, seat)
        for table in touched:
            if self.on_release:
                self.on_release(table)


def _order_key(answer):
    found = answer["orders"]
    return found and OrderKey(found[0], found[1], bytes.fromhex(found[2]))


def order_key_of(folder, table, sender):
    """Ask the vault of ``folder`` once for an OrderKey; see Vault.order_key."""
    return _order_key(ask(folder, {"op": "orders", "table": table, "sender": sender}))


def ticket_of(folder, table, dev, unless_agreed=False):
    """A ticket (hex) with which a device agrees on a root; None: ``unless_agreed``, and it has."""
    question = {"op": "ticket", "table": table, "dev": dev, "unless_agreed": unless_agreed}
    return ask(folder, question)["ticket"]


def ask(folder, question):
    """One question to the vault whose socket lies in ``folder``. VaultError: no answer, or no."""
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as sock:
        sock.settimeout(ANSWER_S)
        try:
            with at(folder) as path:
                sock.connect(path)
            frames.send(sock, question)
            answer = frames.receive(sock)
        except OSError as e:
            raise VaultError(f"no vault answers at {folder}: {e.strerror or e}") from None
    if answer is None or "error" in answer:
        raise VaultError(answer["error"] if answer else "the vault refuses this user")
    return answer
