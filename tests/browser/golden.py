"""Golden pictures: pages as somebody has looked at them, and by how much they may differ.

They are small: half the page's size or less, a palette without dither. Letters are those of the
font the graphics ship, so that a machine's own fonts change nothing; nothing moves.

    GOLDENS=write python -m pytest tests/browser/test_goldens.py    makes anew those that differ
"""

import io
import os
from pathlib import Path

from PIL import Image, ImageChops

FOLDER = Path(__file__).parent / "goldens"
COLOURS = 96
# How far a channel may lie from the golden (of 255): a palette without dither and smoothed letters
# reach 40; a plate, a chip or a word that is not there differs by 60 and more.
NEAR = 48
# Per cent of pixels that may lie farther: the same page twice differs in less than 0.01, another
# Chromium's smoothing in some letters' edges; a plate that is gone changes 0.4 and more.
CHANGED_MOST = 0.25
STILL = """
*, *::before, *::after {
  animation: none !important; transition: none !important; caret-color: transparent !important;
}
"""
LETTERS = """
@font-face {
  font-family: "Feltwire Sans"; font-weight: 100 900;
  src: url(/broadcast-static/vendor/inter-latin-wght-normal.woff2);
}
:root, body, button, input, select { font-family: "Feltwire Sans" !important; }
time, .link span, #amount { visibility: hidden !important; }
"""


def still(page):
    """Nothing moves from here on, and letters are ours; the overlay's own roots too."""
    page.add_style_tag(content=STILL + LETTERS)
    page.evaluate(
        """async (still) => {
          for (const e of document.querySelectorAll('feltwire-graphics')) {
            const sheet = document.createElement('style');
            sheet.textContent = still;
            e.shadowRoot.append(sheet);
          }
          await document.fonts.load('400 16px "Feltwire Sans"');
          await document.fonts.load('700 16px "Feltwire Sans"');
          await document.fonts.ready;
        }""",
        STILL,
    )


def shot(page):
    """The page as a picture."""
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def differing(picture, golden):
    """A mask of two pictures of one size: white where a channel lies farther than ``NEAR``."""
    bands = ImageChops.difference(picture, golden.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point([0] * (NEAR + 1) + [255] * (255 - NEAR))


def changed(picture, golden):
    """Per cent of pixels that differ by more than ``NEAR``; 100 for another size."""
    if picture.size != golden.size:
        return 100.0
    return 100 * differing(picture, golden).histogram()[255] / (picture.width * picture.height)


def beside(golden, picture):
    """Golden, page, and the page in grey with what differs in red, side by side."""
    made = Image.new("RGB", (golden.width + 2 * picture.width, max(golden.height, picture.height)))
    made.paste(golden, (0, 0))
    made.paste(picture, (golden.width, 0))
    grey = picture.convert("L").convert("RGB")
    if picture.size == golden.size:
        grey.paste((255, 0, 0), mask=differing(picture, golden))
    made.paste(grey, (golden.width + picture.width, 0))
    return made


def check(page, name, tmp_path):
    """None when a page looks like its golden, else a line: how much differs, where, and which
    picture to look at. With ``GOLDENS=write`` a page that differs becomes the golden.
    """
    picture, path = shot(page), FOLDER / f"{name}.png"
    golden = Image.open(path).convert("RGB") if path.exists() else Image.new("RGB", (1, 1))
    found = changed(picture, golden)
    if found <= CHANGED_MOST:
        return None
    if os.environ.get("GOLDENS") == "write":
        FOLDER.mkdir(exist_ok=True)
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        return None
    looked = tmp_path / f"{name}.png"
    beside(golden, picture).save(looked)
    where = differing(picture, golden).getbbox() if picture.size == golden.size else picture.size
    return f"{name}: {found:.2f} % of pixels differ, within {where}; side by side: {looked}"
