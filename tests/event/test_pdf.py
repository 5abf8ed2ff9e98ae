"""Sheets as PDF: what is on them, accents, long names, many rows; what is said without fpdf2."""

import re
import sys
import zlib

import pytest

from gateway.errors import BadRequest
from gateway.event import pdf
from gateway.languages.speech import speaking, translated
from tests.conftest import ROOT

HEAD = {"name": "Große Nacht", "book": "tda-2011", "entries": 54}
AT_MS = 1_700_000_000_000  # 2023-11-14 22:13:20 UTC
ROW = {"time": "01:02:03", "text": "penalty José", "who": "Łukasz", "why": "threw a card"}
SHOWN = re.compile(rb"/F(\d) [\d.]+ Tf|\(((?:\\.|[^\\)])*)\) Tj", re.S)
ESCAPED = {b"r": b"\r", b"n": b"\n", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages_of(content):
    """Text of each page as a reader would copy it: by the fonts' own maps to letters."""
    pages, fonts = [], []
    for raw in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.S):
        if raw.startswith(b"/CIDInit"):
            pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", raw)
            fonts.append({int(a, 16): bytes.fromhex(b.decode()).decode("utf-16-be")
                          for a, b in pairs})  # fmt: skip
        elif raw[:1] == b"x" and b" Tf" in (page := zlib.decompress(raw)):
            pages.append(page)
    return [_text(page, fonts) for page in pages]


def _text(page, fonts):
    out, now = [], None
    for font, text in SHOWN.findall(page):
        if font:
            now = fonts[int(font) - 1]
            continue
        raw = re.sub(rb"\\(.)", lambda m: ESCAPED.get(m[1], m[1]), text, flags=re.S)
        codes = [int.from_bytes(raw[i : i + 2], "big") for i in range(0, len(raw), 2)]
        out.append("".join(now.get(code, "?") for code in codes))
    return "\n".join(out)


def report(rows):
    parts = [{"title": "Incidents and penalties", "rows": rows}, {"title": "Notes", "rows": []}]
    return {"h": HEAD, "book": "tda-2011", "title": "Incident report", "parts": parts,
            "period": "the whole event", "lines": ["Level 3"]}  # fmt: skip


def test_a_report_has_its_rows_on_numbered_pages_with_the_head_on_each():
    content = pdf.made(pdf.report, report([ROW] * 90), "Incident report", AT_MS)
    pages = pages_of(content)
    assert content.startswith(b"%PDF-") and len(pages) > 2
    whole = "\n".join(pages)
    assert whole.count("penalty José") == whole.count("Łukasz") == 90
    assert all("Time (UTC)" in page for page in pages[:-1])
    for text in ("Große Nacht · TDA 2011", "Level 3", "None.", "Taken over, signature"):
        assert text in whole
    assert f"1 / \n{len(pages)}" in pages[0]
    assert "Incident report · 2023-11-14 22:13 UTC" in pages[-1]


def test_a_payout_sheet_names_shared_places_and_deals():
    rows = [(1, 1, "Žofie Çelik", 20_000), (2, 3, "Ana", 1000), (None, None, "Bo", 10)]
    results = [{"place": a, "last_place": b, "name": n, "prize": p} for a, b, n, p in rows]
    values = {"h": HEAD, "book": "rrop-6", "pool": 54_000, "results": results}
    (page,) = pages_of(pdf.made(pdf.payout_sheet, values, "Payout sheet", AT_MS))
    for text in ("1\nŽofie Çelik\n20,000", "2–3\nAna\n1,000", "deal\nBo\n10", "pool 54,000"):
        assert text in page


@pytest.mark.parametrize("code, report_said, sheet_said", [
    ("de", ("Zeit (UTC)", "Keine.", "Übergeben, Unterschrift"),
     ("Rang\nName", "1 Anmeldung ·", "20.000", "Unterschrift")),
    ("es", ("Hora (UTC)", "Relevo", "firma"), ("1 inscripción ·", "20.000", "firma")),
])  # fmt: skip
def test_a_sheet_speaks_the_language_of_who_prints_it(code, report_said, sheet_said):
    results = [{"place": 1, "last_place": 1, "name": "Ana", "prize": 20_000}]
    head = {**HEAD, "entries": 1}
    values = {"h": head, "book": "rrop-6", "pool": 54_000, "results": results}
    with speaking(code):
        title = translated("Shift handover")
        whole = "".join(pages_of(pdf.made(pdf.report, report([]), title, AT_MS)))
        made = pdf.made(pdf.payout_sheet, values, translated("Payout sheet"), AT_MS)
    assert f"/Lang ({code})".encode() in made
    assert [said for said in report_said if said not in whole] == []
    assert [said for said in sheet_said if said not in pages_of(made)[0]] == []
    assert "None." not in whole and "entry" not in pages_of(made)[0]
    (english,) = pages_of(pdf.made(pdf.payout_sheet, values, "Payout sheet", AT_MS))
    assert "1 entry · pool 54,000" in english and "20.000" not in english


def test_seat_cards_fit_three_across_and_a_long_name_is_cut():
    long = "Wolkenkuckucksheim " * 4
    cards = [{"name": long, "table": 7, "seat": 3, "stack": 20_000}]
    cards += [{"name": f"Ana {n}", "table": 8, "seat": 1, "stack": None} for n in range(20)]
    pages = pages_of(pdf.made(pdf.seat_cards, {"h": HEAD, "cards": cards}, "Seat cards", AT_MS))
    assert [page.count("Große Nacht") for page in pages] == [18, 3]
    assert "Table 7   Seat 3" in pages[0] and "20,000 chips · TDA 2011" in pages[0]
    name = pages[0].splitlines()[1]
    assert name.startswith("Wolken") and name.endswith("…") and len(name) < 30


def test_no_text_of_a_log_is_markup_or_breaks_the_sheet():
    row = {**ROW, "text": "**bold** <b>x</b>\x00\x1b[0m\nnext \\) Tj (", "who": "Ωμέγα"}
    (page,) = pages_of(pdf.made(pdf.report, report([row]), "Incident report", AT_MS))
    joined = page.replace("\n", " ")
    assert "**bold** <b>x</b>" in joined and "next \\) Tj (" in joined


def test_the_same_values_are_the_same_bytes_and_no_event_is_said():
    two = [pdf.made(pdf.report, report([ROW]), "Incident report", AT_MS) for _ in range(2)]
    assert two[0] == two[1]
    assert "No event is open." in pages_of(pdf.made(pdf.report, None, "Handover", AT_MS))[0]


def test_without_the_extra_it_is_said_what_to_type(monkeypatch):
    monkeypatch.setattr(pdf.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))  # make's, whoever runs this
    with pytest.raises(BadRequest, match=r"PDF needs the extra 'pdf'.*EXTRAS=pdf") as refused:
        pdf.made(pdf.report, None, "Handover", AT_MS)
    assert (refused.value.status, refused.value.code) == (501, "not_installed")
