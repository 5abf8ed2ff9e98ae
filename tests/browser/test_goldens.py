"""Pages look as they did: each layout and size of the graphics, and the main pages, in Chromium.

One full table, its hand at a fixed event, serves all pictures. What changed on purpose is looked at
and made anew: ``GOLDENS=write python -m pytest tests/browser/test_goldens.py``.
"""

import pytest
from playwright.sync_api import expect

from tests.browser import golden as goldens

# picture -> address, size, scale of the picture to the page
GRAPHICS = {
    f"overlay-{layout}-{size[0]}x{size[1]}": (f"/overlay/7?layout={layout}&units=both", size, scale)
    for layout in ("column", "row", "round")
    for size, scale in (((1920, 1080), 0.5), ((3840, 2160), 0.25), ((1080, 1920), 0.5))
}
PAGES = {
    "home-1024": ("/", (1024, 768), 0.5),
    "floor-390": ("/floor", (390, 844), 1),
    "floor-1024": ("/floor", (1024, 768), 0.5),
    "dealer-390": ("/dealer/7", (390, 844), 1),
    "dealer-1024x600": ("/dealer/7", (1024, 600), 0.75),
    "dealer-1920": ("/dealer/7", (1920, 1080), 0.5),
    "dealer-1024x600-de": ("/dealer/7?lang=de", (1024, 600), 0.75),
    "dealer-390-es": ("/dealer/7?lang=es", (390, 844), 1),
    "crew-1920": ("/crew/7", (1920, 1080), 0.5),
}
CAME = "document.addEventListener('parts', () => (window.came = true));"
DARK = "body { background: #1f4a39 !important; }"  # behind the transparent overlay


@pytest.fixture
def look(nine, chromium, request):
    """``look(name, address, size, scale)``: a page, opened and still, at its size."""
    nine.play(46)
    contexts = []

    def opened(address, size, scale):
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale,
            reduced_motion="reduce", bypass_csp=True,
        )  # fmt: skip
        contexts.append(context)
        context.add_init_script(CAME)
        page = context.new_page()
        page.goto(nine.url + address)
        if "overlay" in address:
            expect(page.locator("#board .pc")).to_have_count(3)
            page.add_style_tag(content=DARK)
        elif "crew" in address:
            expect(page.locator("#program #board .pc")).to_have_count(3)
        else:
            page.wait_for_function("window.came")
        goldens.still(page)
        return page

    yield opened
    for context in contexts:
        context.close()


def test_pages_and_graphics_look_as_they_did(look, tmp_path):
    found = {}
    for name, (address, size, scale) in {**GRAPHICS, **PAGES}.items():
        page = look(address, size, scale)
        found[name] = goldens.check(page, name, tmp_path)
        page.context.close()
    wrong = {name: round(n, 3) for name, n in found.items() if n > goldens.CHANGED_MOST}
    assert wrong == {}, f"look at {tmp_path}; per cent of pixels that differ"


def test_a_plate_that_is_gone_or_moved_would_be_noticed(look, tmp_path):
    name = "overlay-row-1920x1080"
    page = look(*GRAPHICS[name])
    assert goldens.check(page, name, tmp_path) <= goldens.CHANGED_MOST
    page.evaluate(
        "document.querySelector('feltwire-graphics').$('plate-4').style.visibility = 'hidden'"
    )
    golden = goldens.Image.open(goldens.FOLDER / f"{name}.png")
    assert goldens.changed(goldens.shot(page), golden) > goldens.CHANGED_MOST
    name = "dealer-1024x600"
    page = look(*PAGES[name])
    page.add_style_tag(content="#seat-4 { margin-top: 12px; }")
    golden = goldens.Image.open(goldens.FOLDER / f"{name}.png")
    assert goldens.changed(goldens.shot(page), golden) > goldens.CHANGED_MOST


def test_goldens_are_small_and_all_are_looked_at():
    there = {path.stem: path.stat().st_size for path in goldens.FOLDER.glob("*.png")}
    assert set(there) == {*GRAPHICS, *PAGES}
    assert max(there.values()) < 60_000 and sum(there.values()) < 1_000_000
