"""Firefox, driven by WebDriver BiDi: its own remote protocol, JSON over a WebSocket.

Debian's Firefox is not one Playwright can drive, and Debian 12 has no geckodriver; Firefox speaks
BiDi by itself (``--remote-debugging-port``). Only what the tests need of it is here.
https://w3c.github.io/webdriver-bidi/
"""

import json
import subprocess
import time
from itertools import count

from websockets.sync.client import connect

from tools.dev.ports import free_port

START_S = 120  # for Firefox to open its port
PATIENCE_S = 120  # for what must come: nothing is concluded from how long it takes
LOOK_S = 0.1
# No question, no report, no update and no service of its maker's is asked for anything.
PREFS = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}


class Firefox:
    """A headless Firefox with a profile of its own. ``page()``: a new, empty page."""

    def __init__(self, path, folder):
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFS.items()]
        (folder / "user.js").write_text("\n".join(lines))
        port = free_port()
        argv = [path, "--headless", "--no-remote", "--profile", str(folder)]
        argv += ["--remote-debugging-port", str(port)]
        self._process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._ids, self._heard, self._pages = count(1), [], []
        self._socket = self._opened(f"ws://127.0.0.1:{port}/session")
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def _opened(self, address):
        end = time.monotonic() + START_S
        while True:
            try:
                return connect(address, proxy=None, max_size=None, open_timeout=START_S)
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise
                time.sleep(LOOK_S)

    def ask(self, method, **params):
        """The result of a command; events that come meanwhile are kept."""
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            found = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if found.get("id") != number:
                self._heard.append(found)
            elif found["type"] == "error":
                raise AssertionError(f"{method}: {found['error']}: {found['message']}")
            else:
                return found["result"]

    def heard(self, method):
        """Parameters of the events of a kind that have come so far."""
        self.ask("session.status")
        return [e["params"] for e in self._heard if e.get("method") == method]

    def pardon(self, text):
        """Leave out what a page said with this text in it: it was meant to happen."""
        self.heard("log.entryAdded")
        said = [e for e in self._heard if text in str(e["params"].get("text"))]
        self._heard = [e for e in self._heard if e not in said]

    def forget(self):
        """Close all pages, and begin anew with what is heard."""
        while self._pages:
            self.ask("browsingContext.close", context=self._pages.pop())
        self._heard.clear()

    def page(self, width, height):
        """A Page of that size."""
        context = self.ask("browsingContext.create", type="tab")["context"]
        self._pages.append(context)
        made = Page(self, context)
        made.resize(width, height)
        return made

    def close(self):
        """End it."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE_S)


class Page:
    """One tab. Elements are found by CSS selectors, as a person by eye."""

    def __init__(self, firefox, context):
        self._firefox, self.context = firefox, context

    def goto(self, url):
        """Open an address and wait until it is loaded."""
        ask = self._firefox.ask
        ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def resize(self, width, height):
        """Give the page another size."""
        size = {"width": width, "height": height}
        self._firefox.ask("browsingContext.setViewport", context=self.context, viewport=size)

    def run(self, script):
        """The value of an expression, or of the promise it gives, which JSON can hold."""
        text = f"Promise.resolve({script}).then((value) => JSON.stringify(value))"
        target = {"context": self.context}
        found = self._firefox.ask(
            "script.evaluate", expression=text, awaitPromise=True, target=target
        )
        if found["type"] == "exception":
            raise AssertionError(found["exceptionDetails"]["text"])
        return json.loads(found["result"].get("value", "null"))

    def until(self, script):
        """Wait until a script's value is true; its value."""
        end = time.monotonic() + PATIENCE_S
        while not (value := self._steady(script)):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(LOOK_S)
        return value

    def _steady(self, script):
        try:
            return self.run(script)
        except AssertionError as e:
            if "no such frame" in str(e) or "unknown error" in str(e):  # the page is changing
                return None
            raise

    def text(self, selector):
        """The text of the first element, as it is shown."""
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def click(self, selector):
        """Click where the first element is, as a finger would."""
        at = self.until(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " if (!e || e.disabled || document.readyState !== 'complete') return null;"
            " e.scrollIntoView({ block: 'center' });"
            " const b = e.getBoundingClientRect();"
            " return b.width ? [b.x + b.width / 2, b.y + b.height / 2] : null; })()"
        )
        x, y = (round(v) for v in at)
        acts = [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]  # fmt: skip
        source = {"type": "pointer", "id": "finger", "actions": acts}
        self._firefox.ask("input.performActions", context=self.context, actions=[source])

    def keys(self, text):
        """Press keys, one after the other."""
        acts = [{"type": t, "value": c} for c in text for t in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": acts}
        self._firefox.ask("input.performActions", context=self.context, actions=[source])

    def picture(self):
        """A PNG of what is in view, base64."""
        return self._firefox.ask("browsingContext.captureScreenshot", context=self.context)["data"]
