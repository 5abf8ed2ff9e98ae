"""Forms of pages whose scripts are not there: not yet, or not at all."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.test_floor import PHONE, rule_twice


@pytest.fixture(scope="module")
def bare_page(chromium):
    """A window whose pages run no scripts, for all tests: another costs as much as a test."""
    context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def bare(bare_page, nine):
    """A page without scripts."""
    yield bare_page
    bare_page.goto("about:blank")
    bare_page.context.clear_cookies()


def test_an_alert_is_ruled_without_scripts(nine, bare):
    rule_twice(nine)
    bare.goto(f"{nine.url}/floor")
    bare.locator(".row").first.click()
    here = bare.url
    bare.locator(".acts summary").click()
    bare.get_by_label("Another reason").fill("Both players saw it")
    bare.get_by_label("Another reason").press("Enter")
    expect(bare.locator("#toast")).to_have_text("Overridden: Both players saw it")
    expect(bare.locator("#decision")).to_contain_text("Both players saw it")
    assert bare.url == here
    bare.goto(f"{nine.url}/floor")
    expect(bare.locator("#toast")).to_be_hidden()
    bare.locator(".row").first.click()
    bare.get_by_role("button", name="Seen").or_(bare.get_by_role("button", name="Accept")).click()
    expect(bare.locator("#toast")).to_have_text("Accepted")
    expect(bare.locator("#decision")).to_be_visible()


def test_a_refusal_is_read_without_scripts(nine, bare):
    rule_twice(nine)
    bare.goto(f"{nine.url}/event")
    bare.goto(f"{nine.url}/floor")
    bare.locator(".row").first.click()
    nine.gateway.tables.get("7").alerts.clear()  # as after a table was taken away
    bare.get_by_role("button", name="Accept").click()
    expect(bare.locator("h1")).to_have_text("404")
    expect(bare.locator("main")).to_contain_text("there is no such alert")
    bare.goto(f"{nine.url}/people")
    bare.locator("form[action='/people/add'] [name=name]").fill("anna")
    bare.locator("form[action='/people/add'] [name=role]").select_option("director")
    bare.locator("form[action='/people/add'] [name=secret]").fill("1")
    bare.locator("form[action='/people/add'] button").click()
    expect(bare.locator("#toast.bad")).to_be_visible()
    assert bare.url == f"{nine.url}/people"


def test_a_step_is_done_without_scripts(nine, bare):
    rule_twice(nine)
    bare.goto(f"{nine.url}/dealer/7")
    expect(bare.locator(".step")).to_contain_text("Step 1 of 2")
    bare.locator(".step").get_by_role("button", name="Done").click()
    expect(bare.locator(".step")).to_contain_text("Step 2 of 2")
    expect(bare.locator("#toast")).to_have_text("Done.")
