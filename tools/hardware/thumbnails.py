"""Pictures of boards made small for the documents: cropped, on white, few colours."""

from PIL import Image

WIDTH_PX, MARGIN_PX, COLOURS = 900, 12, 256


def write(picture, to):
    """Crop a transparent picture to what is on it and write it small (PNG)."""
    with Image.open(picture) as found:
        whole = found.convert("RGBA")
    left, top, right, bottom = whole.getchannel("A").getbbox()
    box = (left - MARGIN_PX, top - MARGIN_PX, right + MARGIN_PX, bottom + MARGIN_PX)
    cut = whole.crop(box)
    white = Image.new("RGBA", cut.size, "white")
    white.alpha_composite(cut)
    white.thumbnail((WIDTH_PX, WIDTH_PX))
    # An octree keeps the colour of a small part among much green; a median cut loses it.
    few = white.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    few.save(to, optimize=True)
