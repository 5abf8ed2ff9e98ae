"""Takes the README's pictures from a running system: ``python -m tools.docs.screenshots FOLDER``.

It starts ``feltwire up`` on free ports with hands that go wrong, waits until each page has
something to show, and leaves the pictures ``take`` names in the folder.
"""

import argparse
import itertools
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from tools.dev.ports import free_port
from tools.errors import CommandError
from tools.install.supervise import child_env, feltwire

WAIT_S = 900
PROGRESS_S = 30
TABLE = "1"
_TURN = itertools.count()  # which of the listed alerts is opened next: not all have steps
# Behind the transparent overlay, as a camera's picture would be.
CLOTH = "#1f4a39"


class Live:
    """A system started for the pictures."""

    def __init__(self, hands, folder, inject):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        argv = feltwire(
            "up", "--port", self.port, "--mqtt-port", free_port(), "--data", folder,
            "--inject", inject, "--pace", "3", "--no-floor", *hands,
        )  # fmt: skip
        self.process = subprocess.Popen(argv, env=child_env())

    def stop(self):
        """End it."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)

    def snapshot(self):
        """The overlay's snapshot and the number of open alerts, None before the table is there."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"{self.url}/overlay/{TABLE}/stream", timeout=2) as stream:
                for line in stream:
                    if line.startswith(b"data:"):
                        return json.loads(line[5:])["snapshot"]
        except (urllib.error.URLError, OSError, ValueError):
            return None
        return None


def overlay_ready(page, s):
    """Cards on the board and a bet in front of somebody."""
    wagered = any(seat["bet"] for seat in s["seats"])
    return len(s["board"]) >= 3 and s["to_act"] and wagered and len(s["seats"]) >= 3


def step_due(page, s):
    """A step of a remedy is asked for, at a table that looks like one."""
    return len(s["seats"]) >= 4 and page.locator(".alert .step").count() > 0


def listed(page, s):
    """An alert stands in the floor's list."""
    return page.locator(".row").count() >= 1


def alert_open(page, s):
    """An alert with steps and a drawing of its table is open; those listed are opened in turn."""
    if page.locator(".detail").count() == 0:
        rows = page.locator(".row").count()
        if rows:
            page.locator(".row").nth(next(_TURN) % rows).click()
            page.wait_for_url("**/floor/alert/**")
        return False
    if page.locator(".detail .steps").count() and page.locator(".detail .plate").count() >= 4:
        return True
    page.goto(page.url.split("/floor")[0] + "/floor")
    return False


def putting_right(page, s):
    """A card of the board is about to be put right."""
    if len(s["board"]) < 3 or len(s["seats"]) < 4:
        return False
    for name in ("#wrong-key", '[data-open="right"]', '[data-right="card"]'):
        page.locator(name).click()
    return True


def charted(page, s):
    """The charts of some hands and alerts are drawn."""
    if page.locator("#charts[data-drawn]").count() == 0:
        return False
    if page.locator("#chart-kind .none[hidden]").count() and page.locator("#sum").count():
        hands = int(page.locator("#sum").inner_text().split(",")[1].split()[0])
        if hands >= HANDS_CHARTED:
            return True
    if page.evaluate("performance.now()") > CHARTS_MS:
        page.reload()
    return False


CHARTS_MS = 2000  # the charts are drawn when the page is opened: opened anew so often
HANDS_CHARTED = 12

PICTURES = (
    ("charts", "/charts?hours=12", (1440, 900), charted),
    ("by-hand", f"/dealer/{TABLE}", (1024, 768), putting_right),
    ("dealer", f"/dealer/{TABLE}", (1024, 768), step_due),
    ("floor-list", "/floor", (390, 844), listed),
    ("floor-alert", "/floor", (390, 844), alert_open),
    ("floor", "/floor", (1180, 820), alert_open),
    ("director", "/director", (1024, 400), listed),
    ("overlay", f"/overlay/{TABLE}", (1920, 1080), overlay_ready),
    ("overlay-row", f"/overlay/{TABLE}?layout=row&stats=1", (1920, 1080), overlay_ready),
    ("overlay-round", f"/overlay/{TABLE}?layout=round&units=both", (1920, 1080), overlay_ready),
    ("crew", f"/crew/{TABLE}", (1600, 1180), overlay_ready),
)


class Picture:
    """One page on its way to being a picture."""

    def __init__(self, live, browser, name, path, size, found):
        self.name, self.found = name, found
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.page.goto(live.url + path)

    def taken(self, snapshot, folder):
        """Whether the page had something to show; its picture is in the folder then."""
        if not self.found(self.page, snapshot):
            return False
        self.page.wait_for_timeout(400)
        if self.name.startswith("overlay"):
            self.page.evaluate("b => { document.documentElement.style.background = b }", CLOTH)
        self.page.screenshot(path=folder / f"{self.name}.png", animations="disabled")
        self.page.close()
        print(folder / f"{self.name}.png", flush=True)
        return True


def take(live, browser, folder, only=""):
    """The pictures, or those whose name begins with ``only``: all pages are open at once.

    CommandError when the system ends, or when a page has nothing to show within ``WAIT_S``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + WAIT_S
    printed = time.monotonic()
    waiting = None
    while waiting is None or waiting:
        if live.process.poll() is not None:
            raise CommandError("feltwire up has ended; what it said is above")
        snapshot = live.snapshot()
        if snapshot is not None:
            if waiting is None:
                chosen = [p for p in PICTURES if p[0].startswith(only)]
                waiting = [Picture(live, browser, *p) for p in chosen]
            waiting = [picture for picture in waiting if not picture.taken(snapshot, folder)]
        names = ", ".join(picture.name for picture in waiting or ())
        if time.monotonic() > end:
            raise CommandError(f"nothing to show within {WAIT_S} s: {names or 'no table'}")
        if names and time.monotonic() - printed > PROGRESS_S:
            printed = time.monotonic()
            print(f"screenshots: waiting until there is something to show: {names}", flush=True)
        time.sleep(0.1)


def main(argv=None):
    """Command line."""
    parser = argparse.ArgumentParser(description="Take the README's pictures.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("hands", nargs="*", help="PHH files or folders (default: our own hands)")
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    parser.add_argument("--inject", default="mixed", help="what goes wrong (%(default)s)")
    args = parser.parse_args(argv)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("screenshots: chromium is needed (apt-get install chromium)", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with tempfile.TemporaryDirectory(prefix="feltwire-") as data, sync_playwright() as p:
        live = Live(args.hands, data, args.inject)
        try:
            browser = p.chromium.launch(executable_path=chromium, args=flags)
            take(live, browser, args.folder, args.only)
            browser.close()
        except CommandError as e:
            print(f"screenshots: {e}", file=sys.stderr)
            return 2
        finally:
            live.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
