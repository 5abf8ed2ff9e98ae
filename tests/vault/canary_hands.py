"""Promise 29: canary hands through a whole running Feltwire, then everything it left is searched.

``feltwire up`` with its broker, vault and gateway as processes; a controller that signs; somebody
at the broker who hears all; screens with open streams. Processes are killed in between. Then broker
traffic, database and its WAL, output, bodies of pages and streams, and the gateway's memory are
searched for UIDs, keys, and sealed cards in every spelling the system has.
"""

import base64
import contextlib
import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import paho.mqtt.client as paho

from gateway.vault import audit, tokens
from tests.conftest import ROOT
from tests.gateway.support import Controller, hears, log_in, processes_of, until
from tests.vault.rooms import HANDS, Shuffled, signed
from tools.dev.ports import free_port
from tools.install.pki import permissions
from tools.install.pki.ca_folder import controller, named
from tools.virtual import paper

STREAMS = ("/stream", "/overlay/7/stream", "/overlay/7/cards/stream", "/dealer/7/stream")
PATHS = ("/", "/floor", "/dealer/7", "/api/v1/tables", "/api/v1/tables/7/hands", "/metrics",
         "/api/v1/tables/7/events?limit=10000")  # fmt: skip
NAME = re.compile(rb"[\"'>]([2-9TJQKA][cdhs])[\"'<]")
# Among the random bytes of a sealed file a name stands by chance, once in nine million; what was
# written as text has text around it.
NAME_IN_TEXT = re.compile(rb"[ -~]{4}[\"'>]([2-9TJQKA][cdhs])[\"'<][ -~]{4}")
# A quoted card; what else belongs to it is looked for there alone, for there is much memory.
QUOTED = re.compile(rb"[\"'](?=([2-9TJQKA][cdhs])\\?[\"'])")
TOKEN = re.compile(rb"([0-9a-f]{16})[\"']\s?[:,]\s?\[?\Z")  # of it, before it
TOKEN_ROOM = 21
ANOTHER = re.compile(
    rb"\[\\?[\"']([2-9TJQKA][cdhs])\\?[\"'], ?\\?[\"']([2-9TJQKA][cdhs])\\?[\"']\]"
)
SHORT = ("moneymaker-farha-2003.phh", "ferguson-cloutier-2000.phh", "dwan-ivey-2009.phh")
FEW_PLAYERS = [p for p in HANDS if p.name in SHORT]  # a fold, a showdown, both
REPEAT_S, ACKED_S = 5, 120
PAGE = os.sysconf("SC_PAGE_SIZE")
EMPTY = bytes(PAGE)
AGAIN_S = 0.02  # before a screen asks anew a gateway that is not there
AHEAD = 4  # hands told before the acknowledgement is waited for


class Signing(Controller):
    """A controller that signs, as the firmware does."""

    def __init__(self, *args, root, **more):
        self.root = root
        super().__init__(*args, **more)

    def raw(self, payload, name="up/ev"):
        super().raw(signed(payload, name, boot=self.boot, table=self.table, root=self.root), name)

    def wait_acked(self):
        """As the firmware, repeats what nobody has acknowledged: a vault may be away."""
        for _ in range(ACKED_S // REPEAT_S):
            with contextlib.suppress(AssertionError):
                until(lambda: not self.journal, "acknowledgements", REPEAT_S)
                return
            self.resend(self.boot, 0)
        raise AssertionError(f"never acknowledged: {sorted(self.journal)[:3]}")


class House:
    """A whole Feltwire without virtual tables. ``leak``: Python run at each process's start."""

    def __init__(self, folder, leak=""):
        self.folder, self.root = folder, os.urandom(32)
        self.port, self.mqtt_port = free_port(), free_port()
        (folder / "data").mkdir(parents=True)
        paper.vault_file(folder / "data" / "vault", "7", root=self.root)
        (folder / "feltwire.toml").write_text(
            '[gateway]\nmetrics = true\ndemo = true\nlog_format = "json"\n'
            '[vault]\nbroadcast = { mode = "delayed", delay_s = 86400 }\n'
        )
        env = dict(os.environ)
        if leak:
            (folder / "leak").mkdir()
            (folder / "leak" / "sitecustomize.py").write_text(leak)
            env["PYTHONPATH"] = str(folder / "leak")
        argv = [sys.executable, "-m", "tools.cli", "up", "--tables", "0", "--port", str(self.port),
                "--mqtt-port", str(self.mqtt_port), "--data", str(folder / "data"),
                "--config", str(folder / "feltwire.toml")]  # fmt: skip
        with (folder / "said").open("wb") as said:
            self.process = subprocess.Popen(argv, cwd=ROOT, stdout=said, stderr=said, env=env)
        until(lambda: b"Feltwire is at" in (folder / "said").read_bytes(), "the start", 180)
        self.traffic, self.bodies = [], {}
        self._ending = False
        users = folder / "data" / "broker"
        self._ears = [
            self._listen(users, named("feltwire-ear", permissions.GATEWAY), "feltwire/+/up/#"),
            self._listen(users, controller("7", "ear"), "feltwire/7/down/#"),
        ]
        self.controller = Signing("7", self.mqtt_port, root=self.root, users=users)
        self._threads = [threading.Thread(target=self._watch, args=(p,)) for p in STREAMS]

    def _listen(self, users, holder, topics):
        """Somebody who hears all that anybody may."""
        ear = paho.Client(paho.CallbackAPIVersion.VERSION2)
        log_in(ear, users, holder)
        ear.reconnect_delay_set(min_delay=1, max_delay=1)
        ear.on_message = lambda _c, _u, m: self.traffic.append(m.topic.encode() + m.payload)
        granted = hears(ear, topics)
        ear.connect_async("127.0.0.1", self.mqtt_port)
        ear.loop_start()
        until(granted.is_set, f"{holder.name} at the broker")
        return ear

    def watch(self):
        """Screens are opened, and again whenever their stream ends."""
        for thread in self._threads:
            thread.start()

    def _watch(self, path):
        body = self.bodies[path] = bytearray()
        while not self._ending:
            with contextlib.suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
                line.request("GET", path)
                answer = line.getresponse()
                while not self._ending and (text := answer.readline()):
                    body += text
                line.close()
            time.sleep(AGAIN_S)

    def fetch(self, path):
        """Body of a page; of a gateway that has been killed as soon as it is back."""
        until(lambda: self._fetch(path) is not None, path, 120)
        return self.bodies[path]

    def _fetch(self, path):
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self._fetched(path)
        return None

    def _fetched(self, path):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", path)
        body = self.bodies[path] = line.getresponse().read()
        line.close()
        return body

    def pid(self, command):
        """Process id of a part: ``gateway`` or ``vault``."""
        for pid in processes_of(self.folder):
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if words[3:4] == [command.encode()]:  # python -m tools.cli COMMAND
                    return pid
        return None

    def kill(self, command):
        """A part dies; it comes again by itself."""
        os.kill(self.pid(command), signal.SIGKILL)

    def memory(self):
        """What can be read of the gateway's memory: a core dump, without the file.

        Pages of zeros, which are most of it, are left out: nothing that is looked for holds one.
        """
        pid, parts = self.pid("gateway"), []
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as mem:
            for line in maps:
                where, rights, *_rest = line.split()
                if not rights.startswith("rw") or "[v" in line:
                    continue
                first, last = (int(x, 16) for x in where.split("-"))
                with contextlib.suppress(OSError, ValueError, OverflowError):
                    mem.seek(first)
                    parts.append(written(mem.read(last - first)))
        return b"".join(parts)

    def end(self):
        """End everything; nothing may be left running."""
        self._ending = True
        for thread in self._threads:
            if thread.is_alive():
                thread.join(10)
        self.controller.stop()
        for ear in self._ears:
            ear.loop_stop()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def written(memory):
    """Memory without its pages of zeros; what lay on both sides of one has a zero between."""
    pages = (memory[at : at + PAGE] for at in range(0, len(memory), PAGE))
    return b"".join(b"\0" if page in (EMPTY, EMPTY[: len(page)]) else page for page in pages)


def common_parts(uids):
    """What each spelling of every canary UID has in common: a few long searches, not hundreds.

    Bytes in both orders, hex in both orders and cases, base64 of both, decimal.
    """
    spellings = (
        bytes, lambda u: u[::-1], lambda u: u.hex().encode(), lambda u: u.hex().upper().encode(),
        lambda u: u[::-1].hex().encode(), lambda u: u[::-1].hex().upper().encode(),
        base64.b64encode, lambda u: base64.b64encode(u[::-1]),
        lambda u: str(int.from_bytes(u, "big")).encode(),
    )  # fmt: skip
    found = []
    for spell in spellings:
        forms = [spell(uid) for uid in uids]
        first = forms[0]
        parts = (first[i:j] for i in range(len(first)) for j in range(i + 5, len(first) + 1))
        found.append(max((p for p in parts if all(p in f for f in forms)), key=len))
    return found


class Canaries:
    """What must not be found: the sealed cards of every hand played, the secrets of the deck."""

    def __init__(self, root):
        self.pairs, self.open_pairs, self.sealed = set(), set(), {}
        self.keys = [root]
        ratchet = tokens.Ratchet(root)
        self.keys += [ratchet.root(n) for n in range(1, 8)]
        self.uids = common_parts(list(paper.UIDS.values()))

    def add(self, events, cards):
        """A hand: which of its cards the table has seen, and which it has not."""
        seen, held = set(), {}
        for event in events:
            if event["what"] != "card_move":
                continue
            known = [t for t in event["cards"] if t in cards]
            if event.get("face") == "up" and (
                event["to"] == "board" or event["from"] == event["to"]
            ):
                seen.update(known)
            if event["from"] == "stub" and event["to"].startswith("seat:"):
                held.setdefault(event["to"], []).extend(known)
        self.sealed.update({t: c for t, c in cards.items() if t not in seen})
        for hand in held.values():
            names = [cards[t] for t in hand]
            kept = self.open_pairs if set(hand) <= seen else self.pairs
            if len(names) == 2:
                kept |= {tuple(names), tuple(reversed(names))}

    def hits(self, where, data, names=None):
        """What of it is in ``data``: ``[(where, what kind)]``.

        ``names``: a pattern of cards' names, where no card at all may be.
        """
        found = [(where, "a UID") for form in self.uids if form in data]
        for key in self.keys:
            found += [(where, "a root") for form in (key, key.hex().encode()) if form in data]
        closed = self.pairs - self.open_pairs
        for card in QUOTED.finditer(data):
            at = card.start()
            token = TOKEN.search(data[max(0, at - TOKEN_ROOM) : at])
            if token and self.sealed.get(token[1].decode()) == card[1].decode():
                found.append((where, "a sealed card beside its token"))
            begin = at - (data[at - 1 : at] == b"\\") - 1
            pair = ANOTHER.match(data, begin) if begin >= 0 else None
            if pair and (pair[1].decode(), pair[2].decode()) in closed:
                found.append((where, "two hole cards"))
        if b'"hole":[' in data:
            found.append((where, "hole cards of a seat"))
        if names:
            found += [(where, "a card's name") for _ in names.findall(data)]
        return found


def play(folder, hands, leak="", kills=2, paths=FEW_PLAYERS, minutes=None):
    """Play and search. ``(hits, figures)``; hits are ``(where, what kind)``.

    ``minutes``: after so long no further hand is begun, and what there is is searched.
    """
    end_at = time.monotonic() + 60 * minutes if minutes else float("inf")
    house = House(folder, leak)
    try:
        canaries = Canaries(house.root)
        source = Shuffled(1, paths, house.root)
        house.watch()
        deadly = {
            hands * (i + 1) // (kills + 1): "gateway" if i % 2 else "vault" for i in range(kills)
        }
        events_sent = 0
        for number in range(hands):
            if time.monotonic() > end_at:
                hands = number
                break
            events, cards = source.hand()
            canaries.add(events, cards)
            for i in range(0, len(events), 40):
                house.controller.send(*events[i : i + 40])
            events_sent += len(events)
            if number % AHEAD == 0:
                house.controller.wait_acked()
            if number in deadly:
                house.kill(deadly[number])
        house.controller.wait_acked()
        until(lambda: len(house.fetch("/api/v1/tables/7/hands")) > 100, "the records", 60)
        for path in PATHS:
            house.fetch(path)
        memory = house.memory()
    finally:
        house.end()
    return search(house, canaries, memory), {
        "hands": hands, "events": events_sent, "traffic": sum(map(len, house.traffic)),
        "bodies": sum(map(len, house.bodies.values())), "memory": len(memory),
        "pairs": len(canaries.pairs), "public": public_reads(folder),
    }  # fmt: skip


def public_reads(folder):
    """Cards the audit log says were read as public; its chain is checked."""
    path = folder / "data" / "vault" / audit.__name__.rpartition(".")[2]
    path = path.with_suffix(".log")
    audit.verify(path)
    return sum(e["cards"] for e in audit.entries(path) if e["what"] == "read")


def search(house, canaries, memory):
    """All hits in what a run has left."""
    found = canaries.hits("broker traffic", b"\n".join(house.traffic), names=NAME)
    found += canaries.hits("output", (house.folder / "said").read_bytes(), names=NAME)
    for path in (house.folder / "data" / "log").iterdir():
        found += canaries.hits(f"log/{path.name}", path.read_bytes())
    for path, body in house.bodies.items():
        names = NAME if path in ("/metrics", PATHS[-1]) else None
        found += canaries.hits(path, bytes(body), names)
    found += canaries.hits("memory of the gateway", memory)
    for path in (house.folder / "data" / "vault").iterdir():
        if path.is_file() and path.name != "key":
            found += canaries.hits(f"vault/{path.name}", path.read_bytes(), NAME_IN_TEXT)
    return found
