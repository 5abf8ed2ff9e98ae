"""From the antenna to the replay: the real firmware finds a boxed card, and a phone follows it.

For `make soak`: `make test` has its parts, an irregularity through the whole chain
(`play/test_chain.py`), a boxed card (`play/test_slips_direct.py`), and escalation, alert, history
and replay in the browser.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.test_floor import PHONE
from tests.gateway.support import processes_of, until
from tests.gateway.test_up import Up

# A phone in the pocket, whose buzzes are noted.
POCKET = """window.buzzed = []; navigator.vibrate = (p) => window.buzzed.push(p);
let there = false;
Object.defineProperty(document, 'visibilityState', { get: () => (there ? 'visible' : 'hidden') });
window.look = () => { there = true; document.dispatchEvent(new Event('visibilitychange')); };"""


@pytest.mark.soak
def test_a_boxed_card_rings_escalates_is_accepted_and_is_replayed(chromium, tmp_path):
    # so slow that the phone is late while the hand goes on
    up = Up(tmp_path, "--inject", "boxed-card", "--no-floor", "--pace", "0.35")
    context = chromium.new_context(viewport=PHONE)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(POCKET)
    url, page = f"http://127.0.0.1:{up.port}", context.new_page()
    try:
        until(lambda: up.get("/api/v1/tables") is not None, "the gateway", PATIENCE_MS / 1000)
        page.goto(f"{url}/floor")
        for length in (3, 7):  # it rings; nobody looks at it, and it rings otherwise
            page.wait_for_function(
                "length => window.buzzed.some((buzz) => buzz.length === length)", arg=length
            )
        row = page.locator(".row.escalated").first
        expect(row).to_contain_text("No floor screen has shown this")
        page.evaluate("window.look()")
        row.click()
        expect(page.locator(".alert h2")).to_contain_text("boxed card")
        expect(page.locator(".timeline li")).to_contain_text("face up inside the deck")
        expect(page.locator(".cites").first).to_contain_text("TDA 2011, rule")
        expect(page.locator("#link.up")).to_have_count(1)
        page.get_by_role("button", name="Accept").click()
        page.wait_for_url("**/floor")
        page.goto(f"{url}/floor/history")
        page.locator(".settled li", has_text="accepted").get_by_role("link").click()
        page.get_by_role("link", name="Replay this hand").click()
        expect(page.locator(".moment")).to_contain_text("face up inside the deck")
        expect(page.locator("#story a").first).to_contain_text("riffle")
    finally:
        context.close()
        up.process.terminate()
        up.process.wait()
        until(lambda: not processes_of(up.folder), "the end of all children")
