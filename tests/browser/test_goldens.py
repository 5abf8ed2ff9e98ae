"""Pages look as they did: each layout and size of the graphics, and the main pages, in Chromium.

One full table, its hand at a fixed event, serves all pictures; a room of sixty stands round it for
those of the floor. What changed on purpose is looked at and made anew:
``GOLDENS=write python -m pytest tests/browser/test_goldens.py``.
"""

import pytest
from playwright.sync_api import expect

from gateway.floor.pits import tables
from tests.browser import golden as goldens
from tests.browser.test_room import sixty
from tests.samples import in_soak

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
# of these `make test` looks at the picture of each layout, of each page, and of an upright screen;
# `make soak` at the other sizes and languages
OFTEN = (
    "overlay-column-1920x1080", "overlay-row-1920x1080", "overlay-round-1080x1920", "home-1024",
    "floor-390", "dealer-1024x600-de", "dealer-390", "crew-1920",
)  # fmt: skip
SELDOM = [name for name in (*GRAPHICS, *PAGES) if name not in OFTEN]
# what would have to be noticed: a plate that is gone, one that has moved
SPOILS = {
    "overlay-row-1920x1080": (
        "document.querySelector('feltwire-graphics').$('plate-4').style.visibility = 'hidden'"
    ),
    "dealer-1024x600-de": "document.getElementById('seat-4').style.marginTop = '12px'",
}
CAME = "document.addEventListener('parts', () => (window.came = true));"
THEMES = ("dark", "bright")
FLOOR = {
    "alert-390": ("/floor/alert/7/{n}/{k}", (390, 1180), 0.75),
    "floor-60-390": ("/floor", (390, 1180), 0.5),
    "pits-390": ("/floor/pits", (390, 844), 0.75),
    "plan-1024": ("/", (1024, 768), 0.5),
    "replay-1024": ("/replay/7/{n}", (1024, 768), 0.5),
}
FLOOR_NAMES = [f"{name}-{theme}" for name in FLOOR for theme in THEMES]
CLOTH = "body { background: #1f4a39 !important; }"  # behind the transparent overlay


@pytest.fixture(scope="module")
def pages():
    """Scale -> page. A window for each picture, or test, costs more than the picture."""
    made = {}
    yield made
    for page in made.values():
        page.context.close()


@pytest.fixture
def look(nine, whole_chromium, pages):
    """``look(address, size, scale)``: a page, opened and still, at its size.

    It stays until the next of its scale.
    """

    def opened(address, size, scale):
        if scale not in pages:
            context = whole_chromium.new_context(
                device_scale_factor=scale, reduced_motion="reduce", bypass_csp=True
            )
            context.add_init_script(CAME)
            context.add_init_script("localStorage.setItem('room-view', 'plan')")
            pages[scale] = context.new_page()
        page = pages[scale]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(nine.url + address)
        if "overlay" in address:
            expect(page.locator("#board .pc")).to_have_count(3)
            page.add_style_tag(content=CLOTH)
        elif "crew" in address:
            expect(page.locator("#program #board .pc")).to_have_count(3)
        elif page.locator("[data-stream]").count():
            page.wait_for_function("window.came")
        goldens.still(page)
        return page

    yield opened
    for page in pages.values():
        page.goto("about:blank")
        page.context.clear_cookies()  # the language that was asked for


@pytest.mark.parametrize("names", [OFTEN, *in_soak(SELDOM)], ids=len)
def test_pages_and_graphics_look_as_they_did(nine, look, tmp_path, monkeypatch, names):
    nine.play(46)
    wrong, spoiled = [], {}
    for name in names:
        address, size, scale = {**GRAPHICS, **PAGES}[name]
        page = look(address, size, scale)
        wrong.append(goldens.check(page, name, tmp_path))
        if name in SPOILS:
            with monkeypatch.context() as m:
                m.delenv("GOLDENS", raising=False)  # what is spoiled here becomes no golden
                page.evaluate(SPOILS[name])
                (tmp_path / "spoiled").mkdir(exist_ok=True)
                spoiled[name] = goldens.check(page, name, tmp_path / "spoiled")
    assert not any(wrong), "\n".join(filter(None, wrong))
    a_plate_that_is_gone_or_moved_is_noticed(spoiled, tmp_path / "spoiled")


def a_plate_that_is_gone_or_moved_is_noticed(spoiled, folder):
    for name, said in spoiled.items():
        assert said and said.startswith(f"{name}: ")
        assert "% of pixels differ, within (" in said
        golden = goldens.Image.open(goldens.FOLDER / f"{name}.png")
        beside = goldens.Image.open(folder / f"{name}.png")
        assert beside.size == (3 * golden.width, golden.height)


def test_the_floor_s_pages_look_as_they_did_in_both_themes(nine, look, tmp_path):
    nine.gateway.escalator.stop()  # an alert nobody answers looks otherwise after some seconds
    for event in nine.events:
        if event.get("to") in ("seat:9", "line:4"):
            event["confidence"] = "medium"
    sixty(nine)
    pits = nine.gateway._web._app.app.state.pits
    for name, of, who in (("A", "1-20", ["maria"]), ("B", "21-40", []), ("C", "41-59", ["tom"])):
        pits.put(name, tables(of), who)
    n, k = max(nine.gateway.tables.get("7").alerts)
    wrong = []
    for name, (address, size, scale) in FLOOR.items():
        page = look(address.format(n=n, k=k), size, scale)
        for theme in THEMES:
            page.evaluate("to => { document.documentElement.dataset.theme = to }", theme)
            wrong.append(goldens.check(page, f"{name}-{theme}", tmp_path))
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_goldens_are_small_and_all_are_looked_at():
    there = {path.stem: path.stat().st_size for path in goldens.FOLDER.glob("*.png")}
    assert set(there) == {*OFTEN, *SELDOM, *FLOOR_NAMES}
    assert set(SPOILS) < set(OFTEN) < {*GRAPHICS, *PAGES}
    assert max(there.values()) < 60_000 and sum(there.values()) < 1_000_000
