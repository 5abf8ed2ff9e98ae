"""The documents as a site: every link leads somewhere, nothing is fetched from elsewhere."""

import pytest
from mkdocs.exceptions import Abort
from mkdocs.structure.pages import Page

from tests.conftest import ROOT
from tools.docs import site


@pytest.fixture(scope="module", autouse=True)
def rendered():
    """The text of a page is turned into HTML once for all sites it is in: three sites differ in one
    page. What that says of its links is said when it is rendered, so of the page that differs."""
    kept, render = {}, Page.render
    names = ("content", "toc", "_title_from_render", "present_anchor_ids", "links_to_anchors")

    def once(page, config, files):
        key = page.file.src_uri, page.markdown
        if key not in kept:
            render(page, config, files)
            kept[key] = {name: getattr(page, name) for name in names}
            return
        vars(page).update(kept[key])
        links = page.links_to_anchors or {}  # by file, and each site has files of its own
        page.links_to_anchors = {files.get_file_from_path(f.src_uri): a for f, a in links.items()}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Page, "render", once)
        yield


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
    with pytest.raises(Abort) as ended:
        site.make(tmp_path)
    assert "1 warning" in str(ended.value)


def test_every_decision_is_in_the_list_of_decisions():
    listed = (ROOT / "docs" / "adr" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / "adr").glob("0*.md"):
        assert f"({page.name})" in listed


def test_every_audience_has_its_page():
    start = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
    for page in ("developer", "technician", "crew"):
        assert f"({page}.md)" in start
    assert "hardware/docs/build.md" in start
