"""The vault's process: one Unix socket, one lock, every answer with a card written down first."""

import base64
import collections
import contextlib
import math
import operator
import os
import socket
import sqlite3
import struct
import sys
import threading
import time

from gateway.alerts.registry import alert
from gateway.errors import VaultError
from gateway.process import unforeseen
from gateway.process.seldom import Seldom
from gateway.vault import audit, equity, frames, holders, release_modes
from gateway.vault.core import Core, release_of
from gateway.vault.equity_process import Figures
from gateway.vault.interface import EVERYWHERE
from gateway.vault.state import LOST, State
from gateway.vault.table_files import Secrets
from gateway.vault.uptime import VaultClock
from shared_rules import topics

SOCKET = "vault.sock"
AUDIT = "audit.log"
CONNECTIONS_MAX = 32
# To send a question that is begun, or the first one, and to take an answer. On this machine either
# takes milliseconds; a client that is kept from running for seconds is not cut, and one that finds
# every place taken by halves gets one before a gateway's start gives up (20 s).
FRAME_S = 5.0
# A connection that was silent for so long gives its place to a newcomer when none is left. A
# gateway asks for news every second; should it have been stopped, it connects again.
SILENT_S = 30.0
TICK_S = 1.0
LINGER_S = 4.0
AGAIN_S = 1.0  # between two tries to keep something on a disk that was full
_PEER = struct.Struct("3i")


class Server:
    """Serves ``folder``/vault.sock. ``uids``: whose processes are answered, besides its own user.

    ``figures``: compute equity in a worker process. ``socket_folder``: where the socket lies.
    ``frame_s``, ``silent_s``: see FRAME_S and SILENT_S.
    """

    def __init__(
        self, folder, key, rules, uids=(), monotonic_ms=None, figures=True, socket_folder=None,
        frame_s=FRAME_S, silent_s=SILENT_S,
    ):  # fmt: skip
        self._folder, self._key = folder, key
        self._socket_folder = socket_folder or folder
        self._uids = {os.geteuid(), *uids}
        self._state = State(folder, key)
        clock = VaultClock(self._state.clock_ms(), monotonic_ms)
        self._audit = audit.Audit(folder / AUDIT, lambda: time.time_ns() // 1_000_000)
        self._compare_audit()
        self._lock = threading.Lock()
        self._figures = Figures(self._counted) if figures else None
        self._clock, self._rules = clock, rules
        self._again_at = 0.0
        self._stale = False  # the disk refused what the core had taken: it has to begin anew
        self.core = self._new_core()
        self._unlocking = holders.Unlocking(folder, key, self._holders_agreed)
        self._wished = {}  # name of a holder to be -> what one holder wants kept of it
        self._stopping = threading.Event()
        self._stop_by = None
        self._frame_s, self._silent_s = frame_s, silent_s
        self._open = {}  # connection -> its _Session
        self._refusals, self._cuts = Seldom(), Seldom()
        self._socket = None
        start = {"what": "start", "mode": rules.as_dict(), "cards": rules.cards}
        self._audit.write({**start, "proofs": self.core.notary.public})
        self._said_holders = None  # what was said of holders changed past the vault
        self._say_modes()
        self._holders_agreed()

    def _compare_audit(self):
        """The audit log ends as the state says, or later: neither was lost, nor exchanged."""
        known, path = self._state.audit_end(), self._folder / AUDIT
        if known is None and self._audit.n and self._state.is_new():
            raise VaultError(f"vault state {self._state.path}: {LOST}; {audit.HOW_ON}")
        fault = known and audit.fault_at(path, *known)
        if fault:
            raise VaultError(f"audit log {path.name}: {fault}; {audit.HOW_ON}")
        self._state.keep_audit_end(self._audit.n, self._audit.head)

    # -- what only people may change

    def _say_modes(self):
        """Other modes than those of the last start are an alarm, whoever changed them."""
        now = self._rules.stated()
        before = self.core.keeps("modes", now)
        for line in release_modes.changes(before, now) if before else ():
            self.core.alarm(EVERYWHERE, *alert("vault_modes", change=line))

    def _holders_agreed(self):
        """True while the holders are those that two of them, or the vault's beginning, made."""
        try:
            now = holders.mark(holders.load(self._folder, self._key))
        except VaultError:
            now = {"names": [], "digest": "unreadable"}
        known = self.core.keeps("holders")
        if known == now or (known is None and not now["names"]):
            self._said_holders = None
            return True
        names = ", ".join(now["names"]) or "nobody"
        if known is None or len(known["names"]) < 2:
            self._keep_holders(alert("vault_holders", names=names))
            return True
        if self._said_holders != now:
            self._said_holders = now
            self.core.alarm(EVERYWHERE, *alert("vault_holders_alone", names=names))
        return False

    def _keep_holders(self, change):
        self.core.keeps("holders", holders.mark(holders.load(self._folder, self._key)))
        self.core.alarm(EVERYWHERE, *change)

    def _holder(self, session, asked):
        """Two holders add one, give one a new passphrase, or take one out."""
        name, by, new = str(asked["name"]), str(asked["holder"]), asked.get("new")
        removes = bool(asked.get("remove"))
        wish = ("holder", "remove" if removes else "add", name)
        if not removes and new is not None:
            made = holders.entry(self._folder, self._key, name, str(new))
        elif removes or wish in self._wished:
            made = None
        else:
            raise VaultError(f"the first of two gives the passphrase {name} has chosen")
        what = f"{name} {'no key-holder any more' if removes else 'a key-holder'}"
        first = self._agree(wish, by, str(asked["passphrase"]), EVERYWHERE, f"make {what}")
        if first is None:
            self._wished = {} if removes else {wish: made}
            return {"done": False, "text": "noted: a second holder has two minutes"}
        if removes:
            holders.remove(self._folder, self._key, name)
        else:
            holders.put(self._folder, self._key, name, self._wished.pop(wish, None) or made)
        self._keep_holders(alert("vault_holders_agreed", first=first, second=by, what=what))
        return {"done": True, "text": f"{name} is {what.removeprefix(name + ' ')}"}

    def _agree(self, wish, name, passphrase, table, what):
        """The holder who wished the same before, None for the first. VaultError: not agreed."""
        result = self._unlocking.offer(wish, name, passphrase, self.core.clock.now_ms())
        if result == "changed":
            raise VaultError("the key-holders were changed without two of them: they open nothing")
        if result == "locked":
            self.core.alarm(table, *alert("vault_unlock_closed"))
            raise VaultError("too many wrong tries: wait five minutes")
        if result == "refused":
            self.core.alarm(table, *alert("vault_unlock_wrong", what=what))
            raise VaultError("refused")
        if result == "first":
            self.core.alarm(table, *alert("vault_unlock_wish", name=name, what=what))
            return None
        return result[1]

    def _new_core(self):
        """A core that stands where the state on disk stands."""
        secrets = Secrets(self._folder, self._key)
        return Core(secrets, self._state, self._clock, self._audit, self._rules, self._compute)

    # -- life

    def listen(self):
        """Make the socket; VaultError when another vault serves this folder, or it cannot be."""
        try:
            self._bind()
        except OSError as e:
            raise VaultError(f"{self._socket_folder / SOCKET}: {e.strerror or e}") from None
        self._socket.listen(16)
        self._socket.settimeout(0.5)

    def _bind(self):
        with at(self._socket_folder) as path:
            probe = socket.socket(socket.AF_UNIX)
            try:
                probe.connect(path)
            except OSError:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
            else:
                raise VaultError(f"another vault serves {self._folder}")
            finally:
                probe.close()
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.bind(path)
            os.chmod(path, 0o666 if self._uids - {os.geteuid(), 0} else 0o600)

    def serve(self):
        """Answer until ``stop``."""
        threading.Thread(target=self._ticks, name="clock", daemon=True).start()
        while not self._ended():
            try:
                peer, _ = self._socket.accept()
            except TimeoutError:
                continue
            except OSError:
                break
            pid, uid, _gid = _PEER.unpack(
                peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
            )
            session = _Session(uid, pid)
            if uid not in self._uids or not self._has_place(session):
                self._refuse(uid)
                peer.close()
                continue
            self._open[peer] = session
            threading.Thread(target=self._talk, args=(peer, session), daemon=True).start()
        self._close()

    def _has_place(self, newcomer):
        """True when one more may come in. Room is made by the user, else the process, that has most
        and two more than the newcomer's; else by whoever was silent longest, and for long."""
        if len(self._open) < CONNECTIONS_MAX:
            return True
        # their threads go on meanwhile
        found = [(s.silent_since or math.inf, p, s) for p, s in list(self._open.items())]
        for whose in (operator.attrgetter("uid"), operator.attrgetter("uid", "pid")):
            have = collections.Counter(whose(s) for _since, _peer, s in found)
            most, count = have.most_common(1)[0]
            if count > have[whose(newcomer)] + 1:
                hoard = [row for row in found if whose(row[2]) == most]
                return self._cut(min(hoard, key=operator.itemgetter(0))[1])
        since, peer, _session = min(found, key=operator.itemgetter(0))
        return time.monotonic() - since >= self._silent_s and self._cut(peer)

    def _cut(self, peer):
        self._open.pop(peer, None)
        with contextlib.suppress(OSError):
            peer.shutdown(socket.SHUT_RDWR)
        return True

    def _refuse(self, uid):
        """Say that a user was refused, once a minute: a loop would fill the disk with alarms."""
        count = self._refusals.unsaid(uid)
        if count is None:
            return
        if count:
            print(f"feltwire vault: user {uid} was refused {count} times more", file=sys.stderr)
        with self._lock, contextlib.suppress(sqlite3.Error, OSError):
            self.core.alarm(EVERYWHERE, *alert("vault_stranger", uid=uid))

    def _say_cut(self, uid):
        count = self._cuts.unsaid(uid)
        if count is None:
            return
        why = f"no whole question, or an answer not taken, in {self._frame_s:g} s"
        more = f" ({count} times more since the last line)" if count else ""
        print(f"feltwire vault: user {uid} is cut: {why}{more}", file=sys.stderr, flush=True)

    def stop(self):
        """End ``serve``."""
        self._stopping.set()

    def _ended(self):
        """True when it is to stop and whoever is connected has gone, or had the time to."""
        if not self._stopping.is_set():
            return False
        self._stop_by = self._stop_by or time.monotonic() + LINGER_S
        return not self._open or time.monotonic() > self._stop_by

    def _close(self):
        self._socket.close()
        for peer in list(self._open):
            with contextlib.suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)
        if self._figures is not None:
            self._figures.close()
        with self._lock:
            try:
                self.core.tick()
            except (sqlite3.Error, OSError) as e:  # a full disk: what it took last, it has
                print(f"feltwire vault: nothing can be kept: {e}", file=sys.stderr, flush=True)
            self._audit.close()
            self._state.close()

    def _ticks(self):
        while not self._stopping.wait(TICK_S):
            with self._lock, contextlib.suppress(Exception):
                self.core.tick()
                self._holders_agreed()

    # -- figures

    def _compute(self, key, number, job):
        """Called under the lock; the figures come back later."""
        if self._figures is not None and equity.evaluator(job[0]) is not None:
            self._figures.ask(key, number, job)

    def _counted(self, key, number, figures):
        with self._lock:
            self.core.figure(key, number, figures)

    # -- one connection

    def _talk(self, peer, session):
        try:
            while True:
                asked = self._question(peer, session)
                if asked is None:
                    break
                answer = self._answer(session, asked)
                peer.settimeout(self._frame_s)  # for all of the answer
                frames.send(peer, answer)
        except TimeoutError:
            self._say_cut(session.uid)
        except OSError:
            pass  # whoever asked has gone; what was written down stays written down
        finally:
            self._open.pop(peer, None)
            peer.close()

    def _question(self, peer, session):
        """The next question, None at the end. TimeoutError: it is not whole in time.

        The first one is due at once. Between two a connection may be silent: gateways keep theirs.
        """
        peer.settimeout(None if session.asked else self._frame_s)
        session.silent_since = time.monotonic()
        peer.recv(1, socket.MSG_PEEK)
        session.silent_since = None
        asked = frames.receive(peer, time.monotonic() + self._frame_s)
        session.asked = True
        return asked

    def _answer(self, session, asked):
        work = _OPS.get(asked.get("op"))
        if work is None:
            return {"error": "no such question"}
        with self._lock:
            try:
                self._be_fresh()
                return work(self, session, asked)
            except (sqlite3.Error, OSError) as e:
                fresh, self._stale = not self._stale, True
                if time.monotonic() >= self._again_at:
                    self._again_at = time.monotonic() + AGAIN_S
                if fresh:
                    print(f"feltwire vault: nothing can be kept: {e}", file=sys.stderr, flush=True)
                raise OSError("nothing can be kept") from None  # ends the connection
            except VaultError as e:
                return {"error": str(e)}
            except (KeyError, TypeError, ValueError, AttributeError) as e:
                return {"error": f"malformed question ({type(e).__name__})"}
            except Exception as e:  # a connection that ends would be tried again with the same
                print(f"feltwire vault: {unforeseen.where(e)}", file=sys.stderr, flush=True)
                return {"error": f"it could not be answered ({type(e).__name__})"}

    def _be_fresh(self):
        """After a refusal of the disk: begin anew with what it kept, once it takes more.

        The core had gone on in memory; what it took meanwhile the gateway feeds it again.
        """
        if not self._stale:
            return
        if time.monotonic() < self._again_at:
            raise sqlite3.OperationalError("the disk was full a moment ago")
        if not self._state.can_write(self._clock.now_ms()):
            raise sqlite3.OperationalError("the disk is full")
        fresh = self._new_core()
        fresh.take_over(self.core)
        self.core, self._stale = fresh, False

    def _read(self, session, consumer, found):
        """Write reads down, before they are answered. ``found``: ``[(key, cards)]``."""
        common = {"what": "read", "consumer": consumer, "uid": session.uid, "pid": session.pid}
        rows = [{**common, "hand": list(key), "cards": count} for key, count in found if count]
        if rows:
            self._audit.write(*rows)

    def _hello(self, session, asked):
        stated, enrolled = self.core.policy.stated(), self.core.enrolled()
        return {
            "standing": self.core.standing(), "signing": enrolled, **stated,
            "proofs": self.core.notary.public,
        }  # fmt: skip

    def _check(self, session, asked):
        found = [(table, name, base64.b64decode(p)) for table, name, p in asked["messages"]]
        return {"verdicts": self.core.check(found)}

    def _orders(self, session, asked):
        table, sender = str(asked["table"]), asked["sender"]
        if sender not in topics.SENDERS:
            raise VaultError("no such sender")
        key = self.core.order_key(table, sender, int(time.time()))
        if key is not None:
            row = {"what": "orders", "table": table, "sender": sender, "boot": key[0]}
            self._audit.write({**row, "uid": session.uid, "pid": session.pid})
        return {"orders": key}

    def _agree_on_root(self, session, asked):
        table = str(asked["table"])
        answer = self.core.agree(table, str(asked["offer"]).encode())
        row = {"what": "agreed", "table": table, "boot": answer["boot"]}
        self._audit.write({**row, "uid": session.uid, "pid": session.pid})
        return {"answer": answer}

    def _own_user(self, session):
        """Who may change devices' roots: not the gateway, where that is somebody else."""
        if session.uid not in (0, os.geteuid()):
            raise VaultError("only the vault's own user may do that")

    def _ticket(self, session, asked):
        self._own_user(session)
        table, dev = str(asked["table"]), str(asked["dev"])
        made = self.core.ticket(table, dev, bool(asked.get("unless_agreed")))
        if made is not None:
            row = {"what": "ticket", "table": table, "dev": dev}
            self._audit.write({**row, "uid": session.uid, "pid": session.pid})
        return {"ticket": made and made.hex()}

    def _move_root(self, session, asked):
        self._own_user(session)
        table, dev, root = str(asked["table"]), str(asked["dev"]), bytes.fromhex(asked["root"])
        if len(root) != 32:
            raise VaultError("a root is 64 hex digits")
        news = self.core.move_root(table, dev, root)
        row = {"what": "root_moved", "table": table, "dev": dev, "news": news}
        self._audit.write({**row, "uid": session.uid, "pid": session.pid})
        return {"news": news}

    def _follow(self, session, asked):
        answer = self.core.follow(asked["entries"], session.public)
        self._read(session, "table", [(key, len(cards)) for key, cards in answer["public"]])
        return answer

    def _hand(self, session, asked):
        found = self.core.hand(tuple(asked["key"]))
        if found:
            self._read(session, "table", [(asked["key"], len(found[1]))])
        return {"hand": found}

    def _news(self, session, asked):
        session.alarm = max(session.alarm, asked.get("alarm", 0))
        given = {}
        for consumer in asked["consumers"]:
            if consumer not in release_modes.CONSUMERS:
                raise VaultError("no such consumer")
            answered = session.answered.setdefault(consumer, {})
            given[consumer] = self.core.releases(consumer, answered)
            rows = [
                ((h["table"], h["dev"], h["boot"], h["hand"]), sum(map(len, h["seats"].values())))
                for h in given[consumer]
            ]
            self._read(session, consumer, rows)
        alarms = [a for a in self.core.alarms if a[0] > session.alarm]
        self.core.proven(list(map(str, asked.get("proven", ()))))
        return {
            "hands": given, "alarms": alarms, "audit": [self._audit.n, self._audit.head],
            "proofs": self.core.notary.given(),
        }  # fmt: skip

    def _audit_at(self, session, asked):
        if type(asked["n"]) is not int:
            raise VaultError("name an entry by its number")
        return {"fault": audit.fault_at(self._folder / AUDIT, asked["n"], asked["hash"])}

    def _unlock(self, session, asked):
        table, consumer = str(asked["table"]), asked["consumer"]
        hands, number, name = asked["hands"], asked.get("hand"), str(asked["holder"])
        if consumer not in release_modes.CONSUMERS or type(hands) is not int:
            raise VaultError("name a consumer and a number of hands")
        if type(number) is not int:
            raise VaultError(f"name the hand to open: {self.core.which(table)}")
        what = f"open {release_of(number, hands)} for {consumer}"
        wish = (table, consumer, number, hands)
        first = self._agree(wish, name, str(asked["passphrase"]), table, what)
        if first is None:
            return {"done": False, "text": "noted: a second holder has two minutes"}
        text = self.core.unlock(table, consumer, number, hands)
        self.core.alarm(table, *alert("vault_unlock", first=first, second=name, what=what))
        return {"done": True, "text": text}

    def _life(self, session, asked):
        """How the cards of a table's decks have fared: two people, and never of a few hands."""
        table, name = str(asked["table"]), str(asked["holder"])
        wish = ("life", table)
        what = f"read how the cards of table {table} have fared"
        first = self._agree(wish, name, str(asked["passphrase"]), table, what)
        if first is None:
            return {"done": False, "text": "noted: a second holder has two minutes"}
        row = {"what": "life", "table": table, "holders": [first, name]}
        self._audit.write({**row, "uid": session.uid, "pid": session.pid})
        self.core.alarm(table, *alert("vault_unlock", first=first, second=name, what=what))
        return {"done": True, "windows": self.core.wear.windows(table)}

    def _lock_again(self, session, asked):
        self.core.lock(str(asked["table"]))
        self._audit.write({"what": "lock", "table": str(asked["table"])})
        return {"done": True}


class _Session:
    def __init__(self, uid, pid):
        self.uid, self.pid = uid, pid
        self.answered = {}  # consumer -> {key: version}
        self.public = {}  # table -> what of its newest hand was told
        self.alarm = 0
        self.asked = False  # one whole question at least
        self.silent_since = None  # monotonic s, between two questions


_OPS = {
    "hello": Server._hello,
    "check": Server._check,
    "orders": Server._orders,
    "agree": Server._agree_on_root,
    "ticket": Server._ticket,
    "move_root": Server._move_root,
    "follow": Server._follow,
    "hand": Server._hand,
    "news": Server._news,
    "audit": Server._audit_at,
    "holder": Server._holder,
    "unlock": Server._unlock,
    "lock": Server._lock_again,
    "life": Server._life,
}


@contextlib.contextmanager
def at(folder):
    """Path of a folder's socket that is short enough for one, however deep the folder lies."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{SOCKET}"
    finally:
        os.close(handle)
