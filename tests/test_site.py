"""The documents as a site: every link leads somewhere, nothing is fetched from elsewhere."""

import pytest
from mkdocs.exceptions import Abort

from tests.conftest import ROOT
from tools.docs import site

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    place = tmp_path_factory.mktemp("site")
    site.make(place)
    return place


def test_every_document_has_a_page(made):
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        name = page.relative_to(ROOT).with_suffix(".html")
        name = name.with_name("index.html") if page.name == "README.md" else name
        assert (made / name).is_file(), name


def test_no_page_fetches_anything_from_elsewhere(made):
    assert list(site.fetched(made)) == []


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://example.org/x.js">',
        "<link rel='stylesheet' href='//example.org/x.css'>",
        "<style>@import 'https://example.org/x.css'</style>",
        "<style>a { background: url(http://example.org/x.png) }</style>",
    ],
)
def test_what_a_page_would_fetch_is_told(tmp_path, text):
    (tmp_path / "x.html").write_text(f'<a href="https://example.org">a link</a>{text}')
    assert len(list(site.fetched(tmp_path))) == 1


@pytest.mark.parametrize("link", ["docs/nowhere.md", "docs/start.md#nowhere"])
def test_a_link_that_leads_nowhere_ends_it(tmp_path, monkeypatch, link):
    gather = site.gather

    def with_link(folder):
        gather(folder)
        (folder / "SECURITY.md").write_text(f"# Security\n\n[there]({link})\n")

    monkeypatch.setattr(site, "gather", with_link)
    with pytest.raises(Abort):
        site.make(tmp_path)


def test_every_decision_is_in_the_list_of_decisions():
    listed = (ROOT / "docs" / "adr" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / "adr").glob("0*.md"):
        assert f"({page.name})" in listed


def test_every_audience_has_its_page():
    start = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
    for page in ("developer", "technician", "crew"):
        assert f"({page}.md)" in start
    assert "hardware/docs/build.md" in start
