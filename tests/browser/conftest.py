"""A gateway with its pages, a controller that sends a real hand's events, and Chromium."""

import contextlib
import copy
import functools
import shutil
import socketserver
import threading
import urllib.request

import pytest

from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.vault.local import LocalVault
from shared_rules import rulings
from shared_rules.table import Table
from tests.conftest import missing, shared
from tests.gateway.support import until
from tests.vault.canary_hands import Signing
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet
from tools.virtual import paper

PATIENCE_MS = 120_000  # for what must come: nothing is concluded from how long it takes
NAMES = ("Ana Ruiz", "Ben Okafor", "Chiara Conti")


@pytest.fixture(scope="session")
def playwright():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as p:
        yield p


def launched(playwright, path, *more):
    """A running browser of Chromium's engine."""
    # Drawn within the browser's own process: one process fewer that each picture is copied to. One
    # process for all pages: another for each page that is opened costs more than most pages.
    args = [
        "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--in-process-gpu",
        "--disable-site-isolation-trials", "--renderer-process-limit=1",
        "--screen-info={320x240}",  # of what nobody sees little is drawn; pages have their own size
        "--autofill-server-url=http://127.0.0.1:9",  # not its maker is asked what a form is about
    ]  # fmt: skip
    return playwright.chromium.launch(executable_path=path, args=[*args, *more])


@pytest.fixture(scope="session")
def whole_chromium(playwright):
    """The Chromium that people have; skipped without one, except under CI."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("chromium (apt-get install chromium)")
    made = launched(playwright, path)
    yield made
    made.close()


@pytest.fixture(scope="session")
def chromium(request):
    """Chromium without windows, tabs and toolbars: Debian builds both of the same source, and what
    it draws is the same, but a page costs a fifth less. Without it, and in `make soak`, the whole.
    """
    path = shutil.which("chromium-headless-shell")
    if path is None or request.config.option.markexpr != "not soak":
        yield request.getfixturevalue("whole_chromium")
        return
    like_whole = "--font-render-hinting=slight"  # letters: golden pictures differ without
    short_lived = "--js-flags=--no-opt --no-maglev"  # scripts that run once are not optimized
    made = launched(request.getfixturevalue("playwright"), path, like_whole, short_lived)
    yield made
    made.close()


@pytest.fixture
def broker():
    """A broker of the test's own: it keeps the heads of the log it has seen."""
    quiet()
    made = EmbeddedBroker()
    made.start()
    yield made
    made.stop()


class Ruled(Table):
    """The real engine, with a ruling of the test's own beside what an event at time t gives."""

    added = {}  # t -> ruling

    def apply(self, event):
        outputs = Table.apply(self, event)
        if event["t"] in self.added and self.hand is not None:
            outputs.append(dict(self.added[event["t"]], evidence=[self.hand.n]))
        return outputs


def ruling(code, **fields):
    """An irregular ruling as the engine gives it."""
    made = {
        "k": "ruling", "ruling": code, "seat": None, "amount": None, "binding": None,
        "misdeal": False, "remedy_steps": [], "decided_by": "dealer", "cite": ["tda-2011:34"],
        "confidence": "high", "irregular": True, "situation": "test." + code, **fields,
    }  # fmt: skip
    made["text"] = rulings.sentence(code, made["seat"], made["amount"])
    return made


@functools.cache
def told(_text, hand, names):
    """Events of a hand; whoever changes them needs a copy."""
    return paper.play([hand], names=names)


class Room:
    """One table with its pages. ``play(n)`` sends the next ``n`` events of a recorded hand."""

    def __init__(self, port, folder, hand=None, names=NAMES):
        self.folder, self.mqtt_port = folder, port
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        paper.vault_file(folder / "vault", "7")
        hand = hand or shared("hands", "data", "dwan-ivey-2009.phh")
        self.events = copy.deepcopy(told(hand.read_text(), hand, names))
        self.sent = 0
        self.open()
        self.controller = Signing("7", port, root=paper.ROOT)

    def open(self):
        settings = Settings(
            data_dir=self.folder, mqtt_port=self.mqtt_port, http_port=self.port, demo=True,
            mqtt_client_id=f"gateway-{self.folder.name}",
        )  # fmt: skip
        vault = LocalVault(self.folder / "vault")  # its process has tests of its own
        self.gateway = Gateway(settings, make_engine=Ruled, vault=vault)
        self.gateway.start()
        assert self.gateway.wait_for_broker(60)

    def play(self, count):
        self.controller.send(*self.events[self.sent : self.sent + count])
        self.sent += count
        self.controller.wait_acked()
        n = self.gateway.log.last("7").n  # the vault's own acts have numbers too
        until(lambda: self.shown(n), "the table to show what was committed")

    def ask(self, path, data=None, **headers):
        """What a program gets from the gateway, to which it sends ``data``, without a page."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, data, {"Origin": self.url, **headers})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return answer.read()

    def shown(self, n):
        """True when the log's event ``n`` has reached the table (acknowledged comes before it)."""
        live = self.gateway.tables.get("7")
        return live is not None and live.n >= n

    def play_until(self, what):
        """Send events until ``what(event)`` is true of one, that one included."""
        for i in range(self.sent, len(self.events)):
            if what(self.events[i]):
                return self.play(i + 1 - self.sent)
        raise AssertionError("no such event")

    def rule(self, code, **fields):
        """The engine gives this ruling with the next event, which is sent."""
        Ruled.added[self.events[self.sent]["t"]] = ruling(code, **fields)
        self.play(1)
        live = self.gateway.tables.get("7")
        until(lambda: any(b["ruling"] == code for b in live.alerts.values()), "the alert")

    def close(self):
        self.controller.stop()
        self.gateway.stop()
        Ruled.added.clear()


@pytest.fixture
def room(broker, tmp_path):
    made = Room(broker.port, tmp_path)
    yield made
    made.close()


# A full table, a short stack all-in, a side pot; invented for the pages.
NINE = """
variant = "NT"
antes = [0, 0, 0, 0, 0, 0, 0, 0, 0]
blinds_or_straddles = [500, 1000, 0, 0, 0, 0, 0, 0, 0]
min_bet = 1000
starting_stacks = [62500, 118000, 24000, 50000, 88500, 31000, 9000, 140000, 96000]
actions = [
  "d dh p1 2c7d", "d dh p2 9h4s", "d dh p3 Jc3d", "d dh p4 AsKs", "d dh p5 8d8c",
  "d dh p6 Qc2h", "d dh p7 TdTh", "d dh p8 6s3c", "d dh p9 QhQd",
  "p3 f", "p4 cbr 2500", "p5 cc", "p6 f", "p7 cbr 9000", "p8 f", "p9 cc", "p1 f", "p2 f",
  "p4 cc", "p5 f", "d db Kh9s4d", "p4 cc", "p9 cbr 12000", "p4 cbr 41000", "p9 cc",
  "p4 sm AsKs", "p9 sm QhQd", "p7 sm TdTh", "d db 5c", "d db 2s",
]
hand = 1
"""
NINE_NAMES = (
    *NAMES, "Christopher Ferguson", "Dmitri Volkov", "Eun-ji Park", "Fatima El-Sayed",
    "Gus Hansen", "Hiroshi Watanabe",
)  # fmt: skip


@pytest.fixture(scope="session")
def nine_hand(tmp_path_factory):
    """The full table's hand as a file: one for all tests, so its events are made once."""
    path = tmp_path_factory.mktemp("nine") / "nine.phh"
    path.write_text(NINE)
    return path


@pytest.fixture
def nine(broker, tmp_path, nine_hand):
    """A room of a full table."""
    made = Room(broker.port, tmp_path, nine_hand, NINE_NAMES)
    yield made
    made.close()


VIEW = {"width": 1280, "height": 900}


def opened(chromium, astray):
    """A page of a context of its own, without a service worker: each site would begin one anew, and
    what it does has tests of its own (test_escalation.py, test_firefox.py).

    What it asks of other hosts goes ``astray``. Its window fills the screen: a toolbar and tabs
    that nobody sees would be laid out and drawn anew with each page.
    """
    context = chromium.new_context(
        no_viewport=True, service_workers="block",
        proxy={"server": astray.address, "bypass": "127.0.0.1"},
    )  # fmt: skip
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    session = context.new_cdp_session(page)
    window = session.send("Browser.getWindowForTarget")["windowId"]
    bounds = {"windowState": "fullscreen"}
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": bounds})
    session.detach()
    page.set_viewport_size(VIEW)
    return page


class Noted(socketserver.StreamRequestHandler):
    def handle(self):
        if first := self.rfile.readline():  # else a line in reserve
            self.server.asked.append(first.decode(errors="replace").strip())


class Astray(socketserver.ThreadingTCPServer):
    """Whom a page asks that asks another host: a proxy that notes it, and ends the line."""

    daemon_threads, block_on_close = True, False

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Noted)
        self.asked, self.address = [], f"http://127.0.0.1:{self.server_address[1]}"
        self._thread = threading.Thread(target=self.serve_forever)
        self._thread.start()

    def stop(self):
        self.shutdown()
        self._thread.join()
        self.server_close()


@pytest.fixture(scope="session")
def astray():
    made = Astray()
    yield made
    made.stop()


@contextlib.contextmanager
def watched(page, request):
    """A page that fails the test when a script or a request of it fails, or it leaves the site.

    Its own requests are not listened to: to be told of each costs more than to answer it.
    """
    room = request.getfixturevalue("nine" if "nine" in request.fixturenames else "room")
    astray = request.getfixturevalue("astray")
    faults, here = [], (room.url, "about:blank", "chrome-error:")
    page.faults, astray.asked[:] = faults, []

    def console(message):
        if message.type == "error":
            faults.append(f"console: {message.text}")

    heard = {
        "pageerror": lambda e: faults.append(f"script: {e}"),
        "console": console,
        "framenavigated": lambda f: None if f.url.startswith(here) else faults.append(f.url),
    }
    for kind, hear in heard.items():
        page.on(kind, hear)
    yield page
    for kind, hear in heard.items():
        page.remove_listener(kind, hear)
    assert not faults
    assert not astray.asked


@pytest.fixture(scope="session")
def kept_page(chromium, astray):
    """The page that tests share: a window and a process for each would cost more than the test.

    Every test's gateway has a port, so a site with storage, of its own.
    """
    return opened(chromium, astray)


@pytest.fixture
def page(chromium, request):
    """The shared page, as if it had just been opened. A test marked ``own_page`` has one that no
    other has: what it does (to the clock, say) cannot be undone.
    """
    if request.node.get_closest_marker("own_page"):
        made = opened(chromium, request.getfixturevalue("astray"))
        with watched(made, request):
            yield made
            made.context.close()
        return
    kept = request.getfixturevalue("kept_page")
    with contextlib.ExitStack() as scripts:

        def add_init_script(script):
            scripts.callback(type(kept).add_init_script(kept, script).close)

        kept.add_init_script = add_init_script
        try:
            with watched(kept, request):
                yield kept
        finally:
            as_new(kept)


def as_new(page):
    """What a test has done to the shared page is undone."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.goto("about:blank")
    assert page.evaluate("String(Date).includes('native code')"), "its clock is set: mark own_page"
    page.context.clear_cookies()
    if page.viewport_size != VIEW:
        page.set_viewport_size(VIEW)
