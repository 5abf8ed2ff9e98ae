"""``feltwire bench screens``: an event at the gateway to changed pixels, with many screens.

A real broker, gateway and fleet of tables (``bench gateway``); overlays are pages of a real
Chromium, each in a context of its own; the phones are plain streams of the floor's page, whose
bytes are taken and thrown away. Measured from publishing an event (so the broker is in it) to the
first moment after the frame in which an overlay has drawn it, as the page sees it. A lower third is
animated while Chromium traces its frames; what a page costs is Chromium's own count of it.
"""

import json
import os
import selectors
import shutil
import socket
import threading
import time
import urllib.request

from tools.bench import traffic
from tools.bench.gateway import DRAIN_S, HANDS, System
from tools.errors import CommandError

DRAWN = """() => {
  const Graphics = customElements.get('feltwire-graphics'), take = Graphics.prototype.take;
  window.drawn = [];
  Graphics.prototype.take = function (parts) {
    take.call(this, parts);
    const n = parts.snapshot?.n;
    if (n === undefined) return;
    requestAnimationFrame(() => {
      const after = new MessageChannel(); // its message comes once the frame is painted
      after.port1.onmessage = () =>
        window.drawn.push([n, performance.timeOrigin + performance.now()]);
      after.port2.postMessage(0);
    });
  };
}"""
TRACED_S = 6.0  # of a running ticker, and a lower third in and out
TRACED = ["devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame", "cc"]
FRAME = "DrawFrame"  # in Chromium's trace: the compositor has drawn one
TICKER = "Feltwire measures how many frames a second a ticker that runs across the picture has"
OPENS_S = 15.0  # of play before anything is measured: tables come, pages open
PLAY_MAX_S = 3600.0  # a machine that is slow to open pages still plays when they are there
PATIENCE_MS = 120_000  # for a page to open
SETTLE_S = 2.0  # at least between the last page's opening and the measuring


def add_arguments(parser):
    """Command line of ``feltwire bench screens``."""
    parser.add_argument("--tables", type=int, default=200, help="tables that play (default 200)")
    parser.add_argument("--phones", type=int, default=50, help="floor streams (default 50)")
    parser.add_argument("--overlays", type=int, default=5, help="pages in Chromium (default 5)")
    parser.add_argument("--seconds", type=float, default=30, help="of play (default 30)")
    parser.add_argument("--json", action="store_true", help="figures as one JSON object")


def run(args):
    """Measure and print; returns 0."""
    if min(args.tables, args.phones, args.overlays) < 1 or args.seconds <= 0:
        raise CommandError("--tables, --phones, --overlays and --seconds are above 0")
    if args.overlays > args.tables:
        raise CommandError(f"--overlays {args.overlays}: there are {args.tables} tables")
    figures = measured(args)
    print(json.dumps(figures) if args.json else text_of(figures))
    return 0


def measured(args):
    """Figures of one run, a dict."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise CommandError("bench screens needs Chromium (apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise CommandError("bench screens needs playwright (pip install playwright)") from None
    tape = traffic.Tape(sorted(str(p) for p in HANDS.glob("*.phh")) * 4)
    system, phones = System(tables=[str(n) for n in range(1, args.tables + 1)]), None
    try:
        fleet = traffic.Fleet(system.mqtt, tape, args.tables)
        phones = Phones(system.http, "/floor/stream", args.phones)
        with sync_playwright() as p:
            browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            try:
                return _played(args, system, fleet, phones, browser)
            finally:
                browser.close()
    finally:
        if phones:
            phones.close()
        system.close()


def _played(args, system, fleet, phones, browser):
    """Play, with pages that say when they have drawn what; figures of when they have settled."""
    ended = threading.Event()
    player = threading.Thread(target=fleet.play, args=(PLAY_MAX_S, 1.0, ended), daemon=True)
    begun = time.monotonic()
    player.start()
    names = [str(n + 1) for n in range(args.overlays)]
    _until(lambda: set(names) <= _tables(system.url), "the tables")
    pages = [_overlay(browser, system.url, name) for name in names]
    pages[0].wait_for_timeout(1000 * max(SETTLE_S, begun + OPENS_S - time.monotonic()))
    since, took = time.monotonic(), args.seconds
    costs, cpu, phoned = [_cost(page) for page in pages], system.cpu_s(), phones.bytes
    pages[0].wait_for_timeout(1000 * took)
    took = time.monotonic() - since
    cpu, phoned = (system.cpu_s() - cpu) / took, (phones.bytes - phoned) / took
    shares = [(_cost(page) - was) / took for page, was in zip(pages, costs, strict=True)]
    ended.set()
    player.join()
    drained = fleet.wait_acked(DRAIN_S)
    pages[0].wait_for_timeout(1000)
    delays = []
    for name, page in zip(names, pages, strict=True):
        drawn = page.evaluate("window.drawn")
        delays += delays_of(drawn, traffic.seqs(system.url, name), fleet.sent, name, since)
    return {
        "tables": args.tables, "phones": phones.count(), "overlays": args.overlays,
        "load": os.getloadavg()[0], "drained": drained, "events": len(delays),
        "drawn_ms": {str(p): _ms(traffic.percentile(delays, p)) for p in (50, 90, 99)},
        "acknowledged_ms": {str(p): _ms(traffic.percentile(fleet.acked_s, p)) for p in (50, 99)},
        "gateway_cpu": cpu, "page_cpu": shares, "phones_bytes_s": phoned,
        **_frames(browser, pages[0], system.url),
    }  # fmt: skip


def delays_of(drawn, numbers, sent, table, since):
    """Seconds from publishing an event to the frame that shows it, of events sent after ``since``.

    ``drawn``: ``[[number in the log, wall ms]]`` of a page; ``numbers``: ``[(number, seq)]`` of the
    table's events; ``sent``: (table, seq) -> monotonic s. A frame shows all events up to its own.
    """
    ahead_s = time.time() - time.monotonic()
    found, frames = [], sorted(drawn)
    at = 0
    for n, seq in numbers:
        while at < len(frames) and frames[at][0] < n:
            at += 1
        published = sent.get((table, seq))
        if at < len(frames) and published is not None and published > since:
            found.append(frames[at][1] / 1000 - ahead_s - published)
    return found


def _ms(seconds):
    return None if seconds is None else round(seconds * 1000, 1)


def _until(condition, what, timeout_s=120):
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end:
            raise CommandError(f"{what} did not come within {timeout_s} s")
        time.sleep(0.1)


def _opener():
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _tables(url):
    with _opener().open(f"{url}/api/v1/tables", timeout=60) as answer:
        return {row["table"] for row in json.load(answer)}


# -- pages


def _overlay(browser, url, table):
    """An overlay in a context (so a process) of its own, which notes what it has drawn when."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{url}/overlay/{table}?layout=row")
    page.evaluate("customElements.whenDefined('feltwire-graphics').then(() => null)")
    page.evaluate(DRAWN)
    return page


def _cost(page):
    """Processor seconds the page's own process has used so far, as Chromium counts them."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    session.detach()
    return next(m["value"] for m in metrics if m["name"] == "ProcessTime")


def _frames(browser, page, url):
    """Frames Chromium drew a second while a ticker runs and a lower third comes and goes."""
    browser.start_tracing(page=page, categories=TRACED)
    lower = {"kind": "text", "head": "Feltwire"}
    _crew(url, "1/preview", {"ticker": TICKER, "lower": lower})
    _crew(url, "1/do/take")
    page.wait_for_timeout(1000 * TRACED_S / 2)
    _crew(url, "1/do/clear")
    page.wait_for_timeout(1000 * TRACED_S / 2)
    return frames_of(json.loads(browser.stop_tracing())["traceEvents"])


def frames_of(events):
    """``{"frames_s", "frame_ms": {p: ms}}`` of a trace: the process that drew most frames."""
    drawn = {}
    for event in events:
        if event.get("name") == FRAME:
            drawn.setdefault(event["pid"], []).append(event["ts"] / 1e6)
    times = sorted(max(drawn.values(), key=len, default=[]))
    if len(times) < 2:
        return {"frames_s": None, "frame_ms": {}}
    gaps = [b - a for a, b in zip(times, times[1:], strict=False)]
    return {
        "frames_s": round(len(gaps) / (times[-1] - times[0]), 1),
        "frame_ms": {str(p): _ms(traffic.percentile(gaps, p)) for p in (50, 99)},
    }


def _crew(url, path, body=None):
    headers = {"Content-Type": "application/json", "Origin": url}
    data = json.dumps(body or {}).encode()
    _opener().open(urllib.request.Request(f"{url}/crew/{path}", data, headers), timeout=60).close()


# -- phones


class Phones:
    """Streams whose bytes are taken and thrown away, by one thread. ``bytes``: taken so far."""

    def __init__(self, port, path, count):
        self.bytes, self._ended = 0, False
        self._selector, self._sockets = selectors.DefaultSelector(), []
        asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        for _ in range(count):
            made = socket.create_connection(("127.0.0.1", port), 60)
            made.sendall(asked)
            self._sockets.append(made)
            self._selector.register(made, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        while not self._ended:
            for key, _events in self._selector.select(0.2):
                taken = key.fileobj.recv(1 << 20)
                self.bytes += len(taken)
                if not taken:
                    self._selector.unregister(key.fileobj)

    def count(self):
        """How many are still connected."""
        return len(self._selector.get_map())

    def close(self):
        """End them."""
        self._ended = True
        self._thread.join()
        for one in self._sockets:
            one.close()


def text_of(f):
    """The figures in lines."""
    drawn, share = f["drawn_ms"], max(f["page_cpu"])
    return "\n".join((
        f"{f['tables']} tables, {f['phones']} phones (plain streams), {f['overlays']} overlays"
        f" (Chromium), load {f['load']:.1f}{'' if f['drained'] else ', NOT DRAINED'}",
        f"published to drawn: p50 {drawn['50']} ms, p90 {drawn['90']} ms, p99 {drawn['99']} ms of"
        f" {f['events']} events (acknowledged p50 {f['acknowledged_ms']['50']} ms, p99"
        f" {f['acknowledged_ms']['99']} ms)",
        f"animation: {f['frames_s']} frames/s, between two p99 {f['frame_ms'].get('99')} ms",
        f"one page {100 * share:.0f} % of a core at most, gateway and vault"
        f" {100 * f['gateway_cpu']:.0f} %, phones {f['phones_bytes_s'] / 1000:.0f} kB/s in all",
    ))  # fmt: skip
