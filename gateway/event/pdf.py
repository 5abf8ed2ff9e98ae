"""What an event prints, as PDF: incident report, shift handover, payout sheet, seat cards.

The values are those of the pages (``reports.py``, ``views.py``). The extra ``pdf`` brings fpdf2;
the font lies in ``vendor``: a sheet looks the same everywhere and nothing is fetched. It has
the letters of the languages written in Latin script; others come out as empty boxes.
"""

import datetime
import importlib.util
from pathlib import Path

from gateway import extras
from gateway.errors import BadRequest
from gateway.languages.speech import language, many, number, text
from gateway.tables.words import BOOKS

FONTS = Path(__file__).resolve().parent / "vendor"
FAMILY = "inter"
# Millimetres; sizes in points.
MARGIN_MM = 15
TITLE_PT, HEAD_PT, TEXT_PT, ROW_PT = 16, 12, 10, 9
LINE_MM = 5.5
SIGN_MM = 70
CARDS_ACROSS, CARD_MM, CARD_GAP_MM = 3, (58, 38), 3
REPORT_WIDTHS = (12, 48, 16, 24)  # of time, what, by, why; parts of the whole
COUNT_WIDTHS = (8, 44, 20, 28)  # of seat, name, desk, counted
KIND_WIDTHS = (20, 80)  # of denomination, chips
PAYOUT_WIDTHS = (10, 36, 16, 8, 30)  # of place, name, prize, ID, signature


def installed():
    """True where PDF can be made: the extra is there."""
    return importlib.util.find_spec("fpdf") is not None


def made(make, values, title, at_ms):
    """``make(sheet, values)`` on A4 pages as bytes; ``values`` None: nothing is open.

    ``at_ms``: when, ms since the epoch. BadRequest without the extra.
    """
    if not installed():
        raise BadRequest(extras.missing("PDF", "pdf"), 501, "not_installed")
    sheet = _sheet(title, at_ms)
    sheet.add_page()
    if values is None:
        sheet.write_line(text("No event is open."))
    else:
        make(sheet, values)
    return bytes(sheet.output())


def _sheet(title, at_ms):
    from fpdf import FPDF  # of the extra, loaded when the first sheet is printed

    class Sheet(FPDF):
        def footer(self):
            self.set_y(-MARGIN_MM + 3)
            self.set_font(FAMILY, size=8)
            at = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC)
            self.cell(0, 4, f"{title} · {at:%Y-%m-%d %H:%M} UTC")
            self.set_x(-MARGIN_MM - 30)
            self.cell(30, 4, f"{self.page_no()} / {{nb}}", align="R")

        def write_line(self, said, size=TEXT_PT, style=""):
            self.set_font(FAMILY, style, size)
            self.multi_cell(0, LINE_MM * max(1, size / TEXT_PT), plain(said),
                            new_x="LMARGIN", new_y="NEXT")  # fmt: skip

    sheet = Sheet(format="A4")
    sheet.add_font(FAMILY, "", FONTS / "inter-regular.ttf")
    sheet.add_font(FAMILY, "B", FONTS / "inter-bold.ttf")
    sheet.set_margin(MARGIN_MM)
    sheet.set_auto_page_break(True, MARGIN_MM + 5)
    sheet.set_title(title)
    sheet.set_lang(language())
    sheet.set_creation_date(datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC))
    return sheet


def plain(said):
    """Text of one line: what is no letter and no sign is left out."""
    return "".join(c if c.isprintable() else " " for c in str(said))


def report(sheet, v):
    """Incident report or shift handover."""
    sheet.write_line(v["title"], TITLE_PT, "B")
    sheet.write_line(f"{v['h']['name']} · {BOOKS.get(v['book'], v['book'])} · {v['period']}")
    for line in v["lines"]:
        sheet.write_line(line)
    for part in v["parts"]:
        sheet.ln(LINE_MM)
        sheet.write_line(part["title"], HEAD_PT, "B")
        rows = [(r["time"], r["text"], r["who"], r["why"]) for r in part["rows"]]
        head = (text("Time (UTC)"), text("What"), text("By"), text("Why, rule"))
        _table(sheet, REPORT_WIDTHS, head, rows or [("", text("None."), "", "")])
    for line in (text("Handed over, signature"), text("Taken over, signature")):
        _sign(sheet, line)


def payout_sheet(sheet, v):
    """Places with prizes, to be signed."""
    sheet.write_line(v["h"]["name"], TITLE_PT, "B")
    book = BOOKS.get(v["book"], v["book"])
    entries = many("{n} entry", "{n} entries", v["h"]["entries"])
    pool = number(v["pool"])
    sheet.write_line(
        text("{book} · {entries} · pool {pool}", book=book, entries=entries, pool=pool)
    )
    rows = [(_place(r), r["name"], _amount(r), "", "") for r in v["results"]]
    sheet.ln(LINE_MM)
    head = (text("Place"), text("Name"), text("Prize"), text("ID"), text("Received, signature"))
    none = [("", text("Nobody is paid yet."), "", "", "")]
    _table(sheet, PAYOUT_WIDTHS, head, rows or none, right=2)


def count_sheet(sheet, v):
    """A page for each table: seats, stacks of the desk, room for the count, two signatures."""
    for at, table in enumerate(v["tables"]):
        if at:
            sheet.add_page()
        sheet.write_line(f"{v['h']['name']} · {text('Table {number}', **table)}", TITLE_PT, "B")
        rows = [(r["seat"], r["name"], number(r["desk"]), _counted(r)) for r in table["rows"]]
        head = (text("Seat"), text("Name"), text("Desk"), text("Counted"))
        total = ("", text("Total"), number(table["total"]), "")
        _table(sheet, COUNT_WIDTHS, head, [*rows, total], right=2)
        if v["kinds"]:
            sheet.ln(LINE_MM)
            kinds = [(number(chip), "") for chip in v["kinds"]]
            _table(sheet, KIND_WIDTHS, (text("Denomination"), text("Chips")), kinds)
        for line, who in ((text("Counted by, signature"), table["counted_by"]),
                          (text("Signed by, signature"), table["signed_by"])):  # fmt: skip
            _sign(sheet, f"{line}: {who}" if who else line)


def _counted(row):
    return "" if row["counted"] is None else number(row["counted"])


def _sign(sheet, line):
    """A line to sign on, and who signs there."""
    sheet.ln(3 * LINE_MM)
    if sheet.will_page_break(LINE_MM):
        sheet.add_page()
    sheet.line(MARGIN_MM, sheet.get_y(), MARGIN_MM + SIGN_MM, sheet.get_y())
    sheet.write_line(line)


def _amount(row):
    """A prize, and beside it what bounties came to."""
    prize, bounty = number(row["prize"] or 0), row.get("bounty")
    return f"{prize} + {number(bounty)}" if bounty else prize


def _place(row):
    if not row["place"]:
        return text("deal")
    shared = row["last_place"] > row["place"]
    return f"{row['place']}–{row['last_place']}" if shared else str(row["place"])


def _table(sheet, widths, head, rows, right=None):
    """A table whose head is on every page; ``right``: the column that holds amounts."""
    sheet.set_font(FAMILY, size=ROW_PT)
    align = ["RIGHT" if i == right else "LEFT" for i in range(len(widths))]
    with sheet.table(col_widths=widths, text_align=align, line_height=LINE_MM,
                     borders_layout="HORIZONTAL_LINES") as table:  # fmt: skip
        table.row(head)
        for row in rows:
            table.row([plain(cell) for cell in row])


def seat_cards(sheet, v):
    """A card for everybody who has a seat, three across, to be cut."""
    wide, high = CARD_MM
    across = 0
    if not v["cards"]:
        sheet.write_line(text("Nobody has a seat."))
    for card in v["cards"]:
        if across == 0 and sheet.will_page_break(high):
            sheet.add_page()
        x, y = MARGIN_MM + across * (wide + CARD_GAP_MM), sheet.get_y()
        _card(sheet, v["h"], card, x, y)
        across = (across + 1) % CARDS_ACROSS
        sheet.set_xy(MARGIN_MM, y if across else y + high + CARD_GAP_MM)


def _card(sheet, head, card, x, y):
    wide, high = CARD_MM
    sheet.rect(x, y, wide, high)
    table, seat = text("Table {number}", number=card["table"]), text("Seat {seat}", **card)
    rows = (
        (head["name"], "", 9), (card["name"], "B", 14),
        (f"{table}   {seat}", "B", 16),
        (text("{stack} chips · {book}", stack=number(card["stack"] or 0),
              book=BOOKS.get(head["book"], head["book"])), "", 9),
    )  # fmt: skip
    top = y + 3
    for said, style, size in rows:
        sheet.set_font(FAMILY, style, size)
        sheet.set_xy(x + 2, top)
        sheet.cell(wide - 4, size * 0.55, _fitting(sheet, plain(said), wide - 6))
        top += size * 0.6


def _fitting(sheet, said, wide):
    """As much of a text as is so many millimetres wide."""
    if sheet.get_string_width(said) <= wide:
        return said
    while said and sheet.get_string_width(said + "…") > wide:
        said = said[:-1]
    return said + "…"
