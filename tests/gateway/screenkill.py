"""Gateway, vault, broker killed, tables' power cut in hands with irregularities; screens compared.

Real processes: what the streams of floor, director, dealer and index send to a browser, and the
stored hands, after each step of a story, are those of a run in which nobody was killed. Times of
day are left out; how often an alert escalated is compared at the end, when all have stopped to.

The tables' controllers are the suite's own, not the firmware: a power cut ends the line without a
word, and the controller goes on as its next boot, its clock at nought, from its journal.

``python -m tests.gateway.screenkill --kills 150`` (``make soak``) prints the figures.
"""

import argparse
import html
import itertools
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from tests.engine.test_correcting import SETUP, chips, correction
from tests.gateway.real_mosquitto import Mosquitto
from tests.gateway.support import Controller, until
from tests.gateway.test_one_process_a_folder import Running
from tools.cli.cmd_up import answers
from tools.dev.ports import free_port
from tools.install.pki.ca_folder import GATEWAY_NAME

TABLES = ("1", "2")
ANSWER_S = 10
SAME_S = 90  # until a killed process is back and people are shown what they should be
HANDS, KILLS_A_ROUND, PORT_TRIES = 3, 10, 5  # 3: a gateway that starts replays two
AGAIN_S = 5
KINDS = ("gateway", "vault", "broker", "table")
# Alerts a screen has confirmed escalate after so long as no round lasts; and at once.
CALM = "[gateway]\nalert_undelivered_s = 60\nalert_unanswered_s = 600\nalert_undecided_s = 3600\n"
HASTY = (
    "[gateway]\nalert_undelivered_s = 1\nalert_unanswered_s = 1\nalert_undecided_s = 10\n"
    "alert_repeat_s = 5\n"
)
STILL_S = 12  # longer than any of these: whatever escalates has done so
WALL = re.compile(r"\b1\d{12}\b")  # ms since 1970
ALERT = re.compile(r"\b([12])-(\d+)-(\d+)\b")  # as a page has it in an id, a form, a screen's word
BODY = re.compile(r"&#34;([12])&#34;, (\d+), (\d+)")
ACTION = re.compile(r"/alerts?/([12])/(\d+)/(\d+)")
BOOT = re.compile(r'(?<="key":\["c1",)\d+')  # of a stored hand: a power cut makes it another
TIME = re.compile(r"<time\b.*?</time>")  # of day, on the page of history
HISTORY = "/floor/history"
PAGES = ("/floor/stream", "/director/stream", "/stream", HISTORY)


class Embedded:
    """The embedded broker as a process that can be killed; always on the same port."""

    def __init__(self, folder):
        self.port = free_port()
        self.users = folder / "users"
        self._process = Running(
            folder / "broker", lambda _first: answers("127.0.0.1", self.port), "broker", "--port",
            self.port, "--passwords", self.users,
        )  # fmt: skip

    def start(self):
        """Start and wait until it listens; somebody's own port may be in its way for a moment."""
        for left in reversed(range(PORT_TRIES)):
            try:
                self._process.start()
                break
            except AssertionError:
                if not left:
                    raise
                time.sleep(1)

    def kill(self):
        """SIGKILL."""
        self._process.process.kill()
        self._process.process.wait()

    def stop(self):
        """End it."""
        self._process.end()


class House:
    """Broker, gateway with its own vault, pages, and the controllers of two tables."""

    def __init__(self, folder, broker, config):
        self.broker = broker(folder)
        self.broker.start()
        self.port = free_port()
        (folder / "feltwire.toml").write_text(config)
        self.calm = config == CALM
        self.gateway = Running(
            folder / "var", lambda _first: self.healthy(), "gateway", "--config",
            folder / "feltwire.toml",
            "--data", folder / "var", "--port", self.port, "--mqtt-port", self.broker.port,
            "--demo", *self._login(),
        )  # fmt: skip
        self.gateway.start()
        users = getattr(self.broker, "users", None)  # Mosquitto lets everybody in here
        self.controllers = {n: Controller(n, self.broker.port, users=users) for n in TABLES}
        self.now = 0
        self.booted = dict.fromkeys(TABLES, 0)  # table time at which a controller's clock began
        self.told = dict.fromkeys(TABLES, 0)  # table time of its last event
        self.kills = dict.fromkeys(KINDS, 0)

    def _login(self):
        """The gateway's user at a broker that asks for passwords."""
        users = getattr(self.broker, "users", None)
        if users is None:
            return []
        return ["--mqtt-user", GATEWAY_NAME, "--mqtt-password-file", users / GATEWAY_NAME]

    # -- the story's verbs

    def report(self, table, **event):
        """An event of a table, a second after the one before."""
        self.now += 1000
        self.told[table] = self.now
        times = {"t": self.now, **({"about": event["about"]} if "about" in event else {})}
        begun = self.booted[table]
        self.controllers[table].send({**event, **{k: t - begun for k, t in times.items()}})

    def say(self, table, act):
        """Somebody at the floor's page answers the newest alert of a table."""
        until(lambda: self.newest(table), "an alert", SAME_S)
        _table, n, k = self.newest(table)
        form = {"act": act, "reason": "so"}
        path = f"/floor/alerts/{table}/{n}/{k}"
        until(lambda: self.ask(path, form) is not None, f"the answer {act}", SAME_S)

    def confirm(self):
        """A floor screen says what it shows."""
        if self.calm:
            shown = {"where": "floor", "alerts": self.open_alerts()}
            until(lambda: self.ask("/floor/shown", shown) is not None, "a screen's word", SAME_S)

    def newest(self, table):
        """The newest open alert of a table; None when there is none."""
        return max((a for a in self.open_alerts() if a[0] == table), default=None)

    def open_alerts(self):
        """``(table, n, k)`` of what the floor's page asks of people, in its order."""
        page = json.loads(self.ask("/floor/stream") or "{}").get("alerts", "")
        rows = re.findall(r'data-alert="([^"]*)"', page)
        return [json.loads(html.unescape(row)) for row in rows]

    # -- what is shown

    def ask(self, path, form=None):
        """What a path answers, as text; of a stream the first message. None when nobody answers."""
        url = f"http://127.0.0.1:{self.port}{path}"
        headers = {"Origin": f"http://127.0.0.1:{self.port}"}
        data = None
        if form and "where" in form:
            headers["Content-Type"] = "application/json"
            data = json.dumps(form).encode()
        elif form:
            data = urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(url, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_S) as f:
                if not path.endswith("/stream"):
                    return f.read().decode()
                while not (line := f.readline()).startswith(b"data: "):
                    if not line:
                        return None
                return line[6:].decode()
        except urllib.error.HTTPError as e:
            return f"{e.code}" if form is None and e.code == 404 else None
        except OSError:
            return None

    def healthy(self):
        return self.ask("/healthz") is not None

    def screens(self):
        """Path -> what it shows; None while somebody is away."""
        paths = [*PAGES, *(f"/dealer/{t}/stream" for t in TABLES)]
        paths += [f"/api/v1/tables/{t}/hands" for t in TABLES]
        found = {path: self.ask(path) for path in paths}
        if None in found.values() or not self.healthy():
            return None
        return comparable(found)

    def settled(self):
        """True when the tables have folded every event that is committed: a gateway acknowledges
        first, and a busy one shows the screens of before for a while."""
        for table in json.loads(self.ask("/api/v1/tables") or "[]"):
            n = table["events"]
            rest = self.ask(f"/api/v1/tables/{table['table']}/events?after={max(0, n - 1)}")
            if rest is None or json.loads(rest)["next"] != n:
                return False
        return True

    def acknowledged(self, step):
        """Everything is; a controller that waits too long sends again, as the firmware does."""
        for controller in self.controllers.values():
            again = [time.monotonic() + AGAIN_S]

            def done(c=controller, again=again):
                if c.journal and time.monotonic() > again[0]:
                    again[0] += AGAIN_S
                    c.resend(0, 0)
                return not c.journal

            until(done, f"acknowledgements at step {step}", SAME_S)

    # -- kills

    def kill(self, kind, rng):
        """SIGKILL in the middle of what is going on, and a start; of a table, whose controller is
        the suite's own, a power cut."""
        time.sleep(rng.uniform(0, 0.05))
        self.kills[kind] += 1
        if kind == "broker":
            self.broker.kill()
            self.broker.start()
        elif kind == "vault":
            for pid in children(self.gateway.process.pid):
                os.kill(pid, signal.SIGKILL)
        elif kind == "table":
            table = rng.choice(TABLES)
            self.controllers[table].cut()
            self.booted[table] = self.told[table]
        else:
            self.gateway.process.kill()
            self.gateway.process.wait()
            self.gateway.start()

    def stop(self):
        for controller in self.controllers.values():
            controller.stop()
        self.gateway.end()
        self.broker.stop()


def comparable(screens):
    """Screens without times of day and boots, alerts by their order: the log's numbers, by which a
    page knows them, count how often a screen's word was stored, too, which a kill may come before.
    """
    known = {row for text in screens.values() for row in ALERT.findall(text)}
    numbers = sorted({(table, int(n)) for table, n, _k in known})
    names = {row: f"#{numbers.index((row[0], int(row[1])))}" for row in known}

    def named(match):
        return match[0].replace(match[2], names[match[1], match[2], match[3]], 1)

    found = {}
    for path, text in screens.items():
        for pattern in (ALERT, BODY, ACTION):
            text = pattern.sub(named, text)
        text = BOOT.sub("BOOT", text)
        found[path] = TIME.sub("TIME", WALL.sub("WALL", text))
    return found


def children(pid):
    """Processes a process has started: of a gateway its vault."""
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# -- the story


def story(hands, answers):
    """Steps of two tables that play: functions of a House. Rulings, one of them taken back when the
    chips are read again, calls for the floor, hands that are cut; ``answers``: people answer, how
    soon, decides how often an alert has escalated before."""
    for number in range(1, hands + 1):
        for table in TABLES:
            yield lambda h, t=table, n=number: opened(h, t, n)
            yield lambda h, t=table: short_call(h, t)
            if (number + int(table)) % 2:
                yield lambda h, t=table: h.report(t, **less(correction(h.short, [50])))
            elif answers:
                yield lambda h, t=table: h.say(t, "take")
                yield lambda h, t=table: h.say(t, "accept")
            yield lambda h, t=table: h.report(t, what="notice", by="dealer", kind="call_floor")
            if number == 2 and answers:
                yield lambda h, t=table: h.say(t, "director")


def less(event):
    """An event without its time."""
    return {key: value for key, value in event.items() if key != "t"}


def opened(house, table, number):
    """A hand is set up and dealt, the blinds are in."""
    house.report(table, **{**less(SETUP), "hand_id": f"h{number}"})
    house.report(table, what="riffle", hand=number)
    for seat, value in ((1, 50), (2, 100)):
        house.report(table, **less(chips(0, seat, [value])))
    for nth in range(6):
        move = {"what": "card_move", "cards": [f"#{nth + 1}"], "from": "stub", "by": "dealer"}
        house.report(table, **move, to=f"seat:{nth % 3 + 1}", face="down", nth=nth + 1)


def short_call(house, table):
    """Seat 3 puts in less than a call: a ruling."""
    house.report(table, **less(chips(0, 3, [50])))
    house.short = house.now


def play(folder, hands, broker=Embedded, config=CALM, kills=(), expected=None, seed=0):
    """Screens after each step (with a hasty floor: after the last). ``kills``: ``{step: kind}``.

    AssertionError when people are not shown what is ``expected``, a list of the same screens.
    """
    folder.mkdir(parents=True)
    house, found, rng = House(folder, broker, config), [], random.Random(seed)
    try:
        steps = list(story(hands, house.calm))
        for i, step in enumerate(steps):
            step(house)
            if i in kills:
                house.kill(kills[i], rng)
            house.acknowledged(i)
            if house.calm:
                found.append(compared(house, i, expected and expected[i]))
        if not house.calm:
            time.sleep(0 if expected else STILL_S)
            found.append(compared(house, len(steps), expected and expected[0]))
        return found, house.kills
    finally:
        house.stop()


def compared(house, step, expected):
    """The screens once they stand still, or are those expected."""
    seen = []

    def there():
        house.confirm()
        settled = expected or house.settled()
        seen.append(house.screens())
        if expected:
            return seen[-1] == expected
        return settled and seen[-1] is not None and len(seen) > 1 and seen[-1] == seen[-2]

    try:
        until(there, "the screens", SAME_S)
    except AssertionError:
        raise AssertionError(f"step {step}: {difference(seen[-1], expected)}") from None
    return seen[-1]


def difference(got, want):
    """Where screens differ, in a few words."""
    for path in want or ():
        if got is None or got[path] != want[path]:
            texts = (want[path], (got or {}).get(path, ""))
            at = len(os.path.commonprefix(texts))
            shown, wanted = (text[max(0, at - 60) : at + 200] for text in reversed(texts))
            return f"{path}: {shown!r}, expected {wanted!r}"
    return "nothing differs, or they never stood still"


def rounds(folder, kills, broker, seed=0, kinds=KINDS):
    """Rounds of some ten kills each until there were ``kills``; kills by kind. AssertionError."""
    rng = random.Random(seed)
    done, expected = dict.fromkeys(KINDS, 0), {}
    for number in itertools.count():
        if sum(done.values()) >= kills:
            break
        config = HASTY if number % 5 == 4 else CALM
        if config not in expected:
            first = folder / f"undisturbed-{len(expected)}"
            expected[config], _kills = play(first, HANDS, broker, config)
        steps = range(len(list(story(HANDS, config == CALM))))
        chosen = {i: rng.choice(kinds) for i in rng.sample(steps, min(KILLS_A_ROUND, len(steps)))}
        at = folder / f"round-{number}"
        _found, made = play(at, HANDS, broker, config, chosen, expected[config], rng.random())
        for kind, count in made.items():
            done[kind] += count
        print(f"round {number}: {sum(done.values())} kills", file=sys.stderr, flush=True)
    return done


def main(argv=None):
    """Exit code 1 when people are shown anything else after a kill."""
    parser = argparse.ArgumentParser(description="Processes killed, screens compared.")
    parser.add_argument("--kills", type=int, default=150)
    parser.add_argument("--broker", choices=("embedded", "mosquitto"), default="embedded")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, action="append", help="kill these only")
    args = parser.parse_args(argv)
    broker = Mosquitto if args.broker == "mosquitto" else Embedded
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = rounds(Path(folder), args.kills, broker, args.seed, args.kind or KINDS)
        except AssertionError as e:
            print(f"screens ({args.broker}): {e}")
            return 1
    text = ", ".join(f"{kind} {count}" for kind, count in done.items())
    print(f"screens ({args.broker}): {sum(done.values())} kills ({text}), no screen differed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
