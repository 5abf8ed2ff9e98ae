"""Which language an answer has: what the address says, what the screen keeps, what it wishes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from gateway.languages.request_language import Spoken, chosen
from gateway.languages.speech import language
from gateway.web.pages import render


@pytest.mark.parametrize(
    "headers,code",
    [
        ({}, "en"),
        ({"accept-language": "de-AT,de;q=0.9,en;q=0.5"}, "de"),
        ({"accept-language": "fr-FR, es;q=0.4, en;q=0.3"}, "es"),
        ({"accept-language": "fr"}, "en"),
        ({"accept-language": "de;q=0, *"}, "en"),
        ({"accept-language": "de;q=x,es"}, "es"),
        ({"cookie": "a=b; lang=es", "accept-language": "de"}, "es"),
        ({"cookie": "lang=xx", "accept-language": "de"}, "de"),
    ],
)
def test_a_browser_is_answered_in_the_language_it_wants(headers, code):
    assert chosen(headers) == code


async def says(scope, receive, send):
    """An application that answers with the language it speaks, its second part too."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for more in (True, False):
        await send({"type": "http.response.body", "body": language().encode(), "more_body": more})
        await asyncio.sleep(0)


@pytest.fixture(scope="module")
def ask():
    async def answer(path, **headers):
        transport = httpx.ASGITransport(Spoken(says, secure=True))
        async with httpx.AsyncClient(transport=transport, base_url="https://here") as client:
            return await client.get(
                path, headers={k.replace("_", "-"): v for k, v in headers.items()}
            )

    with ThreadPoolExecutor(1) as own:
        yield lambda path, **headers: own.submit(asyncio.run, answer(path, **headers)).result()


def test_an_address_goes_before_the_screen_and_is_kept_by_it(ask):
    found = ask("/floor?lang=de", cookie="lang=es", accept_language="en")
    assert found.text == "dede"
    kept = found.headers["set-cookie"]
    assert kept.startswith("lang=de; ") and "HttpOnly" in kept and kept.endswith("; Secure")
    assert ask("/floor", cookie="lang=es").text == "eses"
    assert "set-cookie" not in ask("/floor?lang=xx%0d%0ax:y", cookie="lang=es").headers


def test_an_overlay_in_another_language_changes_no_other_page(ask):
    found = ask("/overlay/7?lang=de")
    assert found.text == "dede" and "set-cookie" not in found.headers


@pytest.mark.parametrize("path", ["/api/v1/tables", "/hands/7/2026-11-22/day.csv", "/healthz"])
def test_programs_are_answered_in_english(ask, path):
    assert ask(path, accept_language="de").text == "enen"


def test_what_is_said_outside_a_request_is_english():
    assert language() == "en"
    assert '<html lang="en">' in render("event_seat_cards.html", v=None)
