"""Every word a page says has its entry in every language, and no entry says what nobody says."""

import re

import pytest
from jinja2 import Environment
from jinja2.lexer import Lexer

from gateway.languages import speech
from gateway.languages.speech import LANGUAGES, catalog, speaking, translated
from gateway.languages.templates import patterns, rewritten
from shared_rules.rulebooks import keys
from tests.conftest import ROOT
from tools.docs import catalogs

FOREIGN = [code for code in LANGUAGES if code != speech.ENGLISH]
FIELD = re.compile(r"\{(\w*)\}")


@pytest.fixture(scope="module")
def found():
    return catalogs.sources()


@pytest.fixture(scope="module", params=FOREIGN)
def made(request, found):
    """A language, its catalog as it would be written now."""
    return request.param, catalogs.renewed(request.param, found)


def test_catalogs_hold_what_the_sources_say_and_no_more(made, found):
    code, catalog_ = made
    stale = f"run python -m tools.docs.catalogs: {code} is not what the sources say"
    assert (speech.HERE / f"{code}.po").read_text() == catalogs.text_of(catalog_), stale
    scripts = catalogs.SCRIPTS / f"{code}.json"
    assert scripts.read_text() == catalogs.script_words(catalog_, found), stale


def test_no_language_lacks_a_word(made):
    _code, catalog_ = made
    lacking = [m.id for m in catalog_ if m.id and not all(_forms(m.string))]
    assert lacking == []


def test_fields_are_the_same_in_all_languages(made):
    _code, catalog_ = made
    for m in catalog_:
        if m.id:
            fields = set(FIELD.findall(_forms(m.id)[-1]))
            for form in _forms(m.string):
                assert set(FIELD.findall(form)) <= fields, m.id
            assert set(FIELD.findall(_forms(m.string)[-1])) == fields, m.id


def _forms(found):
    return (found,) if isinstance(found, str) else found


def test_there_are_two_forms_wherever_english_has_two(made):
    _code, catalog_ = made
    for m in catalog_:
        assert isinstance(m.id, str) == isinstance(m.string, str), m.id


def test_a_sentence_that_was_made_is_told_again_from_its_pattern(made):
    code, _catalog = made
    wrong = []
    with speaking(code):
        for pattern, answer in catalog(code).items():
            if not isinstance(answer, str):
                continue
            values = {name: f"{41 + i}" for i, name in enumerate(FIELD.findall(pattern))}
            if translated(speech.fill(pattern, values)) != speech.fill(answer, values):
                wrong.append(pattern)
    assert wrong == []


def test_numbers_are_told_as_the_language_writes_them():
    with speaking("de"):
        assert translated("Seat 3 bets 12,500.") == "Platz 3 setzt 12.500."
        assert translated("500 / 1,000, ante 100") == "500 / 1.000, Ante 100"
        assert speech.number(1234567) == "1.234.567"
        assert speech.day("2026-11-22") == "22.11.2026"
    with speaking("es"):
        assert translated("Seat 3 raises to 4,500.") == "Asiento 3 sube a 4.500."
    assert translated("Seat 3 bets 12,500.") == "Seat 3 bets 12,500."


def test_what_a_person_wrote_stays_as_it_is():
    with speaking("de"):
        for text in ("Ana Ruiz", "dealer dropped the deck", "", "7"):
            assert translated(text) == text


def test_an_event_within_an_alert_is_told_to_its_last_piece():
    said = "a card from the deck to seat 3, face up (card 5 off the deck)"
    with speaking("de"):
        assert translated(said) == "eine Karte: Deck → Platz 3, offen (Karte 5 vom Deck)"
        assert translated("Corrected by hand: seat 2 has 4,500 behind (counted).") == (
            "Von Hand korrigiert: Platz 2 hat 4.500 dahinter (gezählt)."
        )


def test_a_situation_is_told_as_a_title_and_within_a_sentence():
    with speaking("de"):
        said = "Flop dealt before the betting was complete."
        assert translated(said) == "Flop gegeben, bevor die Setzrunde zu Ende war."
        assert translated(said[0].lower() + said[1:-1]) == (
            "Flop gegeben, bevor die Setzrunde zu Ende war"
        )
        assert translated("Ana Ruiz.") == "Ana Ruiz." and translated(".") == "."
        assert translated("Only pages of this site may do that.") == (
            "Das dürfen nur Seiten dieses Servers."
        )


def test_every_situation_is_a_pattern(found):
    assert [text for _key, text in keys.SITUATIONS if text not in found] == []


def test_a_refusal_is_a_pattern_wherever_a_person_reads_it(found):
    assert "an override needs a reason" in found and "there is no table {name} so far" in found
    with speaking("es"):
        assert translated("there is no table 9 so far") == "aún no hay mesa 9"
        assert translated("A floor may not do that here.") == (
            "Aquí eso no está permitido para floor."
        )


# -- what is written where


def test_text_of_a_template_is_its_own_key():
    source = (
        '<p title="Back">Seat {{ s.seat }} of <b>{{ n }}</b></p>{% if x > 1 %} or more{% endif %}'
    )
    assert [p for _line, p in patterns(source)] == ["Back", "Seat {seat} of", "or more"]
    said = {"Back": "Zurück", "Seat {seat} of": "von {seat} Plätzen"}
    assert rewritten(source, said) == (
        '<p title="Zurück">von {{ s.seat }} Plätzen <b>{{ n }}</b></p>'
        "{% if x > 1 %} or more{% endif %}"
    )


def test_markup_in_a_catalog_stays_text():
    assert rewritten("<p>Back</p>", {"Back": "<b>&"}) == "<p>&lt;b&gt;&amp;</p>"


TEMPLATES = sorted(ROOT.glob("gateway/*/templates/*.html"))


BARE = re.compile(r"""['"][A-Z]?[a-z]+ [a-z]|['"][A-Z][a-z]""")  # a string that reads as words


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: p.name)
def test_words_within_an_expression_are_asked_of_the_catalog(path):
    source = path.read_text()
    lexer = Lexer(Environment(trim_blocks=True, lstrip_blocks=True))
    before, inside, bare = [], False, []
    for line, kind, value in lexer.tokeniter(source, path.name):
        if kind.endswith(("_begin", "_end")):
            inside = kind in ("variable_begin", "block_begin")
        if inside and kind == "string" and BARE.match(value) and value.strip("'\"") not in CODES:
            asked = any(name in before for name in ("_", "many")) or f"_({value})" in source
            if not asked:
                bare.append(f"{path.name}:{line}: {value}")
        before = [] if kind.endswith("_begin") else [*before[-12:], value]
    assert bare == []


# how a name nobody gave begins; names of formats; an element
CODES = ("Seat ", "Open Hand History", "PokerGFX shape", "button type=button")

SCRIPTS = sorted(ROOT.glob("gateway/*/static/*.js"))
ASKED = re.compile(r'\b(?:t|many)\("([^"]+)"')
SAID = re.compile(
    r"""(?:say\(|textContent = |el\("[a-z0-9]+", "[^"]*", )"""
    r"""(?:[^;]*?[?:] )?(["`][A-Za-z][^"`]*["`])"""
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_a_script_says_nothing_but_what_it_asks_of_the_catalog(path):
    source = path.read_text()
    assert [m[1] for m in SAID.finditer(source) if re.search("[A-Za-z]{2}", m[1])] == []
    found = {p if isinstance(p, str) else p[0] for p in catalogs.of_script(path)}
    assert found == set(ASKED.findall(source))  # Babel sees none within a template string


def test_what_a_module_asks_for_is_found_and_nothing_else(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(
        'a = text("Level {level}", level=3)\nb = many("{n} hand", "{n} hands", 2)\n'
        'c = text(SAID[what])\nd = said("Not this one")\ne = many(one, "{n} others", 2)\n'
    )
    assert catalogs.of_calls(path) == ["Level {level}", ("{n} hand", "{n} hands")]
    path.write_text('A = {"x": "a sentence here"}\nb = many("{n} hand", "{n} hands", 2)\n')
    assert catalogs.of_module(path) == ["a sentence here"]
