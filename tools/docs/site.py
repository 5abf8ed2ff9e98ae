"""The documents as a site: ``python -m tools.docs.site [FOLDER]``, what ``make docs`` calls.

MkDocs turns README, ``docs/`` and the building documents into pages, with the links they have in
the repository; a link that leads nowhere ends it. Nothing in a page is fetched from elsewhere.
"""

import logging
import re
import shutil
import sys
import tempfile
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "docs" / "mkdocs.yml"
SITE = ROOT / "var" / "site"
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE")
FOLDERS = ("docs", "hardware/docs")
# what a page would fetch when it is read: sources and styles, not links a reader follows
FETCHED = re.compile(
    r"""<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=["'](?:https?:)?//"""
    r"""|url\(\s*["']?(?:https?:)?//|@import\s+["'](?:https?:)?//"""
)
OWN_NAME = re.compile(r'<link rel="canonical"[^>]*>')  # says where a page is; nothing is fetched


def gather(folder):
    """Copy what the site is made of into a folder, each file where it lies in the repository.

    A link to code, which has no page, becomes plain text.
    """
    for name in PAGES:
        shutil.copyfile(ROOT / name, folder / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("mkdocs.yml"))
    for page in folder.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(_without_code_links(text, page, folder), encoding="utf-8")


def _without_code_links(text, page, folder):
    def plain(found):
        target = (page.parent / found.group(2)).resolve()
        away = "://" in found.group(2) or target.is_relative_to(folder) and target.exists()
        in_repository = (ROOT / page.relative_to(folder)).parent / found.group(2)
        return found.group(0) if away or not in_repository.exists() else found.group(1)

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(?:#[^)]*)?\)", plain, text)


def fetched(site):
    """``page: what`` for everything a page of a site would fetch from another host."""
    for path in sorted(site.rglob("*")):
        if path.suffix in (".html", ".css"):
            text = OWN_NAME.sub("", path.read_text(encoding="utf-8"))
            for found in FETCHED.finditer(text):
                yield f"{path.relative_to(site)}: {found.group(0)[:120]}"


def make(site):
    """Build the site into a folder. mkdocs' Abort or ConfigurationError when something is wrong."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place).resolve()
        gather(source)
        config = load_config(str(CONFIG), docs_dir=str(source), site_dir=str(site), strict=True)
        config.nav = [*config.nav, {"Everything else": _not_in(config.nav, source)}]
        build(config)


def _not_in(nav, source):
    """The pages of README's level, ``docs/`` and ``hardware/docs/`` that a nav does not name."""
    named = str(nav)
    pages = [p for f in ("", *FOLDERS) for p in sorted((source / f).glob("*.md"))]
    names = [str(p.relative_to(source)) for p in pages]
    return [name for name in names if repr(name) not in named]


def main(argv):
    """Build; print where it is, or what is wrong."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    site = Path(argv[0]).resolve() if argv else SITE
    try:
        make(site)
    except (Abort, ConfigurationError) as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    wrong = list(fetched(site))
    for line in wrong:
        print(f"docs: fetched from elsewhere: {line}", file=sys.stderr)
    print(f"{site}/index.html")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
