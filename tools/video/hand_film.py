"""Draws the pictures of a hand and writes them as a video file (H.264 in MP4).

Pillow draws, PyAV encodes; both are of the extra ``video``. A picture is one frame, shown until the
next: a minute of play is thirty frames, and takes about as long to write as one is shown.
"""

import functools
from fractions import Fraction
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import gateway.broadcast
from gateway.tables.words import chips

SIZE = (1280, 720)
RATE = 25  # what players are told; frames come when something changes
FONT = Path(gateway.broadcast.__file__).parent / "static/vendor/inter-latin-wght-normal.woff2"
GROUND, PLATE, DIM = "#1f4a39", "#0c1210", "#16241e"
TEXT, SOFT, GREEN, GOLD = "#eef4f1", "#9fb3aa", "#35d08a", "#ffb53d"
SUITS = {"s": "#14201b", "h": "#d3222f", "d": "#1f5fd0", "c": "#12813f"}  # the deck of four colours
CARD = (44, 60)


@functools.cache
def _font(size, weight=500):
    font = ImageFont.truetype(str(FONT), size)
    font.set_variation_by_axes([weight])
    return font


def write(path, pictures):
    """Write the video. OSError when the file cannot be written."""
    import av  # of the extra

    with av.open(str(path), "w", format="mp4") as film:
        name = "libx264" if "libx264" in av.codecs_available else "mpeg4"
        stream = film.add_stream(name, rate=RATE)
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
        at = 0
        for picture in [*pictures, pictures[-1]]:  # the last one twice: it lasts, too
            frame = av.VideoFrame.from_image(drawn(picture))
            frame.pts, frame.time_base = at, stream.time_base
            film.mux(stream.encode(frame))
            at += picture.lasts_ms
        film.mux(stream.encode())


def drawn(picture):
    """A Picture as an image: players at the left, the board and the pot at the bottom right."""
    image = Image.new("RGB", SIZE, GROUND)
    draw = ImageDraw.Draw(image)
    draw.text((40, 32), picture.title, TEXT, _font(26, 600), anchor="lm")
    draw.text((SIZE[0] - 40, 32), picture.street, GOLD, _font(26, 600), anchor="rm")
    height = min(66, 620 // max(1, len(picture.seats)))
    for i, seat in enumerate(picture.seats):
        _plate(draw, seat, 40, 64 + i * height, height - 6)
    _tray(draw, picture)
    if picture.said:
        width = draw.textlength(picture.said, _font(28, 600)) + 48
        draw.rounded_rectangle((720, 460, 720 + width, 516), 10, PLATE)
        draw.text((744, 488), picture.said, TEXT, _font(28, 600), anchor="lm")
    return image


def _plate(draw, seat, x, y, height):
    middle = y + height // 2
    edge = GREEN if seat.to_act or seat.won else None
    draw.rounded_rectangle((x, y, x + 500, y + height), 10, DIM if seat.folded else PLATE, edge, 3)
    for n in range(len(seat.hole) + seat.backs):
        card = seat.hole[n] if n < len(seat.hole) else None
        _card(draw, card, x + 10 + n * 36, y + 5, 32, height - 10)
    ink = SOFT if seat.folded else TEXT
    left = x + 10 + 36 * max(2, len(seat.hole) + seat.backs) + 10
    draw.text((left, middle), seat.name, ink, _font(22, 600), anchor="lm")
    stack = f"+{chips(seat.won)}" if seat.won else chips(seat.stack)
    draw.text((x + 486, middle), stack, GREEN if seat.won else ink, _font(22, 700), anchor="rm")
    if seat.bet:
        draw.text((x + 520, middle), chips(seat.bet), GOLD, _font(22, 700), anchor="lm")


def _tray(draw, picture):
    left = 1040 if picture.board is None else 720
    draw.rounded_rectangle((left, 540, 1240, 680), 14, PLATE)
    for n in range(0 if picture.board is None else 5):
        card = picture.board[n] if n < len(picture.board) else ""
        _card(draw, card, 740 + n * 66, 560, 58, 100)
    draw.text((1222, 590), "Pot", SOFT, _font(20), anchor="rm")
    draw.text((1222, 628), chips(picture.pot), TEXT, _font(28, 700), anchor="rm")


def _card(draw, card, x, y, width, height):
    """A card; None: its back, "": the place of one."""
    box = (x, y, x + width, y + height)
    if not card or "?" in card:
        draw.rounded_rectangle(box, 5, None if card == "" else "#24453a", "#3a6a57", 2)
        return
    draw.rounded_rectangle(box, 5, "#f7faf8")
    rank, ink = card[0].replace("T", "10"), SUITS[card[1]]
    size = round(height * (0.36 if rank != "10" else 0.32))
    draw.text((x + width / 2, y + height * 0.3), rank, ink, _font(size, 800), anchor="mm")
    _suit(draw, card[1], x + width / 2, y + height * 0.7, height * 0.3, ink)


def _suit(draw, suit, x, y, size, ink):
    """A suit's sign: the font has none."""
    half, third = size / 2, size / 3

    def disc(cx, cy):
        r = size * 0.27
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), ink)

    if suit == "d":
        draw.polygon([(x, y - half), (x + third, y), (x, y + half), (x - third, y)], ink)
    elif suit == "h":
        disc(x - size * 0.23, y - size * 0.2)
        disc(x + size * 0.23, y - size * 0.2)
        draw.polygon(
            [(x - half * 0.94, y - size * 0.08), (x + half * 0.94, y - size * 0.08), (x, y + half)],
            ink,
        )
    else:
        if suit == "s":
            disc(x - size * 0.23, y + size * 0.12)
            disc(x + size * 0.23, y + size * 0.12)
            wide = half * 0.94
            draw.polygon(
                [(x - wide, y + size * 0.02), (x + wide, y + size * 0.02), (x, y - half)], ink
            )
        else:
            disc(x, y - size * 0.23)
            disc(x - size * 0.26, y + size * 0.1)
            disc(x + size * 0.26, y + size * 0.1)
        draw.polygon([(x, y), (x + size * 0.18, y + half), (x - size * 0.18, y + half)], ink)
