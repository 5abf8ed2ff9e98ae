"""One person alone: everything each role, certificate, file and request gives, searched for cards.

What there is to ask is taken from the program itself: the application's table of routes with their
parameters, the rules the brokers get, the vault's table of questions. A new one is tried as well.
"""

import base64
import contextlib
import http.client
import itertools
import json
import re
import socket
import string
import threading
from concurrent.futures import ThreadPoolExecutor

from starlette.routing import Mount

from gateway.broadcast import onair
from gateway.exports.files import FORMATS
from gateway.log import backup
from gateway.people.sessions import HOUR_MS
from gateway.people.who import ROLES
from gateway.vault import frames, holders, release_modes, server
from gateway.vault.client import VaultClient
from gateway.vault.sealing import Key
from shared_rules import topics, zones
from tests.attacks.demo_and_venue import DEALER, HOLDERS, SECRET
from tests.gateway.support import until
from tests.people.routes import FILES
from tests.vault import canary_hands
from tests.vault.rooms import message
from tests.vault.test_process import text
from tools.install.pki import permissions
from tools.install.pki.ca_folder import GATEWAY_NAME

PIPS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
WAIT_S = 60  # for the next part of a stream, of which one comes every other second
AT_ONCE = 8
STREAMS_MAX = 200
SPARE = ("/login", "/logout", "/pair/{code}")  # what would end or begin sessions


# Cards without a gap, and nothing beside them but cards: four letters of a key in base64 are none.
LONE = "(?<![A-Za-z0-9+/_-])(?:[2-9TJQKA][cdhs])*(?:{})(?:[2-9TJQKA][cdhs])*(?![A-Za-z0-9+/_-])"

CARD = "(?:10|[2-9TJQKA])"
# Any card as ``spellings`` writes one, and two with a gap; each place is tried, names may overlap.
NAMED = re.compile(
    rf"(?=([\"'>]{CARD}[cdhs][\"'<]|\\\"{CARD}[cdhs]\\\"|{CARD}(?:{'|'.join(PIPS.values())})"
    r"|[2-9TJQKA][cdhs](?:,? |,)[2-9TJQKA][cdhs]))".encode()
)


class Search:
    """Finds sealed cards of the one hand in play: ``events`` are those played so far."""

    def __init__(self, root, events, cards):
        self._canaries = canary_hands.Canaries(root)
        self._canaries.add(events, cards)
        self.sealed = sorted(self._canaries.sealed.values())
        forms = {form for card in self.sealed for form in spellings(card)}
        held = {}
        for event in events:
            if event["what"] == "card_move" and event["from"] == zones.STUB:
                held.setdefault(event["to"], []).extend(event["cards"])
        self.held, pairs = 0, set()
        for zone, tokens in held.items():
            names = [cards[t] for t in tokens if cards.get(t) in self.sealed]
            if zones.kind(zone) == "seat":
                self.held += len(names)
                for pair in itertools.permutations(names, 2):
                    forms |= {gap.join(pair) for gap in (" ", ",", ", ")}
                    pairs.add("".join(pair))
        self._forms = {form.encode() for form in forms}
        self._pairs = [pair.encode() for pair in sorted(pairs)]
        self._lone = re.compile(LONE.format("|".join(sorted(pairs))).encode())

    def find(self, where, data):
        """``[(where, what kind)]``; never which card."""
        found = self._canaries.hits(where, data)
        return found + [(where, "a sealed card's name")] * self._named(data)

    def _named(self, data):
        """True when a sealed card is named. One pattern of any card's name, then the set of those
        that are sealed: hundreds of names in one pattern take twenty times as long."""
        if any(match[1] in self._forms for match in NAMED.finditer(data)):
            return True
        return any(pair in data for pair in self._pairs) and bool(self._lone.search(data))


def spellings(card):
    """How a page, a file or an interface could name a card."""
    rank = "10" if card[0] == "T" else card[0]
    names = {card, rank + card[1]}
    forms = {f'"{n}"' for n in names} | {f"'{n}'" for n in names} | {f">{n}<" for n in names}
    return forms | {f'\\"{n}\\"' for n in names} | {r + PIPS[card[1]] for r in (rank, card[0])}


# -- routes


def routes_of(app):
    """``[(method, path, queries)]`` from the application itself: a query for each choice it has."""
    found = []
    for route in app.router.routes:
        for one in getattr(getattr(route, "original_router", None), "routes", (route,)):
            methods = ("GET",) if isinstance(one, Mount) else sorted(one.methods - {"HEAD"})
            found += [(method, one.path, queries(one)) for method in methods]
    return found


def queries(route):
    """Query strings of a route: none, and each choice of each parameter that has a few."""
    found = [""]
    for field in getattr(getattr(route, "dependant", None), "query_params", ()):
        limits = field.field_info.metadata
        pattern = next((m.pattern for m in limits if getattr(m, "pattern", None)), "")
        choices = re.fullmatch(r"\^\(([\w|-]+)\)\$", pattern)
        most = next((m.le for m in limits if getattr(m, "le", None)), None)
        values = choices[1].split("|") if choices else [most] if most else [0]
        found += [f"?{field.alias}={value}" for value in values]
    return [*found, "?cards=1"] if route.path.startswith("/overlay") else found


def paths(template, known):
    """All paths of a template. KeyError: a parameter nobody has told this test about."""
    if template in FILES:
        return [f"{template}/{FILES[template]}"]
    names = [name for _t, name, _f, _c in string.Formatter().parse(template) if name]
    return [
        template.format(**dict(zip(names, values, strict=True)))
        for values in itertools.product(*(known[name] for name in names))
    ]


class Visitor:
    """Somebody at the pages. ``headers``: what makes him so."""

    def __init__(self, name, port, headers):
        self.name, self.port, self._headers = name, port, headers

    def ask(self, method, path):
        """``(status, body)``; of a stream its first message."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = dict(self._headers)
        if method == "POST":
            sent.update({"Content-Type": "application/json"})
            sent["Origin"] = f"http://127.0.0.1:{self.port}"
        line.request(method, path, "{}" if method == "POST" else None, sent)
        answer = line.getresponse()
        body = b""
        if "event-stream" in answer.headers.get("content-type", ""):
            line.sock.settimeout(WAIT_S)
            with contextlib.suppress(OSError):
                # of the events from now on perhaps none comes; that it is here, it says again
                while b"data:" not in body and b": here" not in body:
                    body += answer.readline()
        else:
            body = answer.read()
        line.close()
        return answer.status, body

    def follow(self, path, ended):
        """What a stream says until ``ended``; None for whom it is not open."""
        # HTTP/1.0: the body comes as it is, without the marks of its parts
        head = {"Host": f"127.0.0.1:{self.port}", **self._headers}
        lines = [f"GET {path} HTTP/1.0", *(f"{k}: {v}" for k, v in head.items()), "", ""]
        body = b""
        with socket.create_connection(("127.0.0.1", self.port), 60) as line:
            line.sendall("\r\n".join(lines).encode())
            line.settimeout(WAIT_S)
            while not ended.is_set():
                with contextlib.suppress(TimeoutError):
                    part = line.recv(65536)
                    if not part:
                        break
                    body += part
        return body if b" 200 " in body.partition(b"\r\n")[0] else None


class Streams:
    """All streams of the application, open to whoever they are for while a hand is played."""

    def __init__(self, house, who):
        self._ended, self._pool = threading.Event(), ThreadPoolExecutor(STREAMS_MAX)
        known = {"table": ["7"], "n": [house.gateway.log.last("7").n], "k": [0]}
        self._heard = {
            f"{visitor.name}: {path}, held open": self._pool.submit(
                visitor.follow, path, self._ended
            )
            for _method, template, _queries in routes_of(house.gateway._web._app.app)
            if template.endswith("/stream")
            for path in paths(template, known)
            for visitor in who
        }

    def heard(self):
        """They end: ``[(where, data)]``."""
        self._ended.set()
        found = [(where, future.result(60)) for where, future in self._heard.items()]
        self._pool.shutdown()
        return [(where, data) for where, data in found if data is not None]


def visitors(house):
    """Nobody, each role, and who is bound to the one table; at a demonstration whoever comes."""
    if house.settings.demo:
        return [Visitor("demonstration", house.port, {})]
    people, made = house.gateway.people, [Visitor("nobody", house.port, {})]
    for role in [*ROLES, "bound"]:
        name = DEALER if role == "dealer" else "dora" if role == "director" else f"a-{role}"
        table = "7" if role in ("dealer", "bound") else None
        role = "broadcast" if role == "bound" else role
        if name not in {person["name"] for person in people.all()}:
            people.add(name, role, SECRET[role], table)
        token, _who = people.sessions.log_in(name, role, table, "test", 8 * HOUR_MS)
        made.append(Visitor(name, house.port, {"Cookie": f"feltwire={token}"}))
    return made


def asked(house, who):
    """``[(where, status, body)]``: every route, as every visitor."""
    last = house.gateway.log.last("7").n
    days = [day for day, _hands in house.gateway.keeper.days("7")]
    known = {
        "table": ["7"], "n": sorted({last // 2, *alert_numbers(house)[-2:]}), "k": [0],
        "name": [f"{d}.{f}" for d in ["session", *days] for f in FORMATS],
        "kind": ["themes"], "act": sorted(onair.ACTS), "code": ["no-such-code"],
    }  # fmt: skip
    wanted = [
        (visitor, method, path + query)
        for method, template, more in routes_of(house.gateway._web._app.app)
        if template not in SPARE
        for path in paths(template, known)
        for query in (more if method == "GET" else [""])
        for visitor in who
    ]

    def one(visitor, method, path):
        return (f"{visitor.name}: {method} {path}", *visitor.ask(method, path))

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda row: one(*row), wanted))


def alert_numbers(house):
    """Numbers of the events the table's alerts are about."""
    live = house.gateway.tables.get("7")
    with live.lock:
        return [key[0] for key in live.alerts if isinstance(key, tuple)]


# -- certificates


class Ears:
    """Each kind of certificate at the broker, hearing what it may and asking for what it may not.

    The gateway's own name is taken by the gateway: another with its rights stands for it.
    """

    def __init__(self, house):
        self._house = house
        self.clients = {}
        for holder in HOLDERS:
            if holder.name == GATEWAY_NAME or (holder.table, holder.dev) == ("7", "c1"):
                continue  # they are there themselves; the latter's rights are those of (7, ear)
            wide = [topic for access, topic in permissions.of(holder) if access == permissions.READ]
            self.clients[holder] = house.client(holder, *wide, "feltwire/#")

    def kinds(self):
        """Kinds of certificates that were tried."""
        return {holder.kind for holder in self.clients}

    def write(self, cards):
        """Each says, wherever it may, that every card lies face up. What table 7's controller is
        told is left out: here it is a double which takes everything; see test_orders."""
        move = {"t": 1, "what": "card_move", "cards": list(cards), "from": zones.STUB}
        events = [dict(move, to=zones.BOARD, face="up", by="dealer")]
        names = [v for k, v in vars(topics).items() if k.startswith(("UP_", "DOWN_"))]
        written = 0
        for holder, client in self.clients.items():
            for access, wide in permissions.of(holder):
                for table, name in itertools.product(("7", "8"), names):
                    topic = topics.topic(table, name)
                    if access == permissions.READ or not permissions.within(topic, wide):
                        continue
                    if table == "7" and name.startswith("down/"):
                        continue
                    dev = holder.dev or "c1"
                    for payload in (message(events, table=table, dev=dev), b"{}"):
                        client.publish(topic, payload, qos=1).wait_for_publish(20)
                        written += 1
        return written

    def heard(self):
        """``[(where, data)]``."""
        return [
            (f"{holder.name} at the broker", b"\n".join(t.encode() + p for t, p in client.heard))
            for holder, client in self.clients.items()
        ]

    def close(self):
        """They leave."""
        for client in self.clients.values():
            client.disconnect()
            client.loop_stop()


# -- files


def files(house):
    """``[(where, data)]``: all that a gateway's, a broker's and a backup's user may read.

    Of the vault's folder, whose user knows every card, what a copy of it shows without its key.
    """
    backup.write(house.gateway.log, house.folder / "copies", 1)
    found = []
    for path in house.folder.rglob("*"):
        if path.is_file() and path != house.folder / "vault" / "key":
            found.append((str(path.relative_to(house.folder)), path.read_bytes()))
    return found


# -- the vault's socket


def phrase(name):
    return f"the passphrase of {name}"


def two_holders(house):
    """Anna and Bert are key-holders; Anna is on her own from now on."""
    folder = house.folder / "vault"
    key = Key.of_file(folder / "key")
    for name in ("anna", "bert"):
        holders.add(folder, key, name, phrase(name))
    until(lambda: house.gateway.vault._ask({"op": "hello"}), "the vault")


def questions(house, cards, number):
    """``{op: [question]}``: what somebody with the gateway's rights, or one holder, can ask."""
    move = {"t": 1, "what": "card_move", "cards": list(cards), "from": zones.STUB}
    events = [{"t": 1, "what": "riffle", "hand": number},
              dict(move, to=zones.BOARD, face="up", by="dealer")]  # fmt: skip
    after = house.gateway.log.last("7").n + 1
    rows = [["7", after + i, "c1", 1, after + i, text(e)] for i, e in enumerate(events)]
    unsigned = base64.b64encode(message(events)).decode()
    wish = {"table": "7", "consumer": "broadcast", "hands": 1, "holder": "anna"}
    right, wrong = {"passphrase": phrase("anna")}, {"passphrase": "a guess of mine"}
    made = {"op": "holder", "name": "carl", "holder": "anna", "new": phrase("carl")}
    return {
        "hello": [{}],
        "check": [{"messages": [["7", topics.UP_EVENTS, unsigned]]}],
        "orders": [{"table": "7", "sender": s} for s in (*topics.SENDERS, "me")],
        "hand": [{"key": ["7", "c1", 1, n]} for n in (number, number + 1)],
        "news": [{"consumers": list(release_modes.CONSUMERS)}, {"consumers": ["me"]}],
        "audit": [{"n": n, "hash": "00"} for n in (1, 5)],
        "unlock": [
            {**wish, "hand": n, **proof}
            for n in (number, number, number + 1, None)
            for proof in (right, wrong)
        ] + [{**wish, "hand": number, "holder": "bert", **right}],
        "holder": [{**made, **right}, {**made, **right}, {**made, "remove": True, **wrong}],
        "lock": [{"table": "7"}],
        "life": [{"table": "7", "holder": "anna", **right}] * 2,
        "agree": [{"table": "7", "offer": unsigned}],
        "ticket": [{"table": "9", "dev": "c1", "unless_agreed": True}],
        "move_root": [{"table": "9", "dev": "c1", "root": "00"}],
        "follow": [{"entries": rows}],
    }  # fmt: skip


def socket_answers(house, cards, number):
    """``[(where, data)]``: every question the vault takes, by one alone."""
    wanted = questions(house, cards, number)
    assert set(wanted) == set(server._OPS), "a question of the vault nobody tries"
    client = VaultClient(house.setup.socket())
    client.connect()
    found = []
    try:
        for op, rows in wanted.items():
            for row in rows:
                with client._lock:
                    frames.send(client._socket, {**row, "op": op})
                    answer = frames.receive(client._socket)
                found.append((f"vault socket: {op}", json.dumps(answer).encode()))
    finally:
        client.close()
    return found
