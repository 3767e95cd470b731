"""Programs that write pages of articles under a tag, each in its own themes or templates."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.engines.programs.program import need, pypi
from evaluation.quality.template_bed.contents import (
    RECORDS_OF_A_PAGE,
    Article,
    Contents,
)
from evaluation.quality.template_bed.pages import HOST, MadePage, escaped, paragraphs, truth

_TIME = 600


@dataclass(frozen=True, slots=True)
class Generated:
    """A generator of pages; `make(folder, look, contents)` runs it and returns where they are.

    `page` is the path of a tag's page, `address` that of an article, `most` how many it shows.
    """

    make: Callable[[Path, str, Contents], Path]
    page: str
    address: Callable[[Article], str]
    most: int = RECORDS_OF_A_PAGE

    def build(self, folder: Path, look: str, contents: Contents) -> list[MadePage]:
        """Return the pages of a look. Raises `OSError`, `subprocess.SubprocessError`."""
        made = folder / look
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        public = self.make(made, look.partition("-")[2], contents)
        pages = []
        for word in contents.words:
            path = self.page.format(word=word)
            articles = [each for each in contents.articles if word in each.words][: self.most]
            addresses = [HOST + self.address(each) for each in articles]
            body = (public / path.strip("/") / "index.html").read_bytes()
            pages.append(MadePage(word, HOST + path, body, truth(articles, addresses)))
        return pages


def _run(command: Sequence[str], folder: Path, variables: Mapping[str, str] | None = None) -> None:
    subprocess.run(
        command,
        cwd=folder,
        check=True,
        timeout=_TIME,
        env={**os.environ, **(variables or {})},
        capture_output=True,
    )


def _chronicle(folder: Path, theme: str, contents: Contents) -> Path:
    """Chronicle (Debian): a weblog's compiler with its themes."""
    need("chronicle", package="chronicle")
    (folder / "in").mkdir()
    for each in contents.articles:
        (folder / "in" / f"{each.slug}.txt").write_text(
            f"Title: {each.title}\nDate: {each.date:%Y-%m-%d %H:%M:%S}\n"
            f"Tags: {', '.join(each.words)}\n\n{paragraphs(each)}\n"
        )
    options = "--no-comments --no-cache --lower-case --recent-tags-first --format html"
    _run(
        ["chronicle", "--input", "in", "--output", "out", "--theme", theme, *options.split()],
        folder,
    )
    return folder / "out"


def _chronicle_address(article: Article) -> str:
    return "/" + re.sub(r"[^a-z0-9]", "_", article.title.casefold()) + ".html"


# The directive by which each look shows the pages of a tag, and the setting beside it.
_IKIWIKI = {
    "pages": ("", "html5: 0"),
    "html5": ("", "html5: 1"),
    "archive": ('archive="yes"', "html5: 0"),
    "titles": ('template="titlepage" archive="yes"', "html5: 0"),
}


def _ikiwiki(folder: Path, look: str, contents: Contents) -> Path:
    """Ikiwiki (Debian): its templates for pages within a page."""
    need("ikiwiki", package="ikiwiki")
    (folder / "in" / "posts").mkdir(parents=True)
    (folder / "in" / "tags").mkdir()
    directive, setting = _IKIWIKI[look]
    for each in contents.articles:
        title, tags = each.title.replace('"', "'"), " ".join(each.words)
        (folder / "in" / "posts" / f"{each.slug}.mdwn").write_text(
            f'[[!meta title="""{title}"""]]\n[[!meta date="{each.date.isoformat(" ")}"]]\n'
            + (f"[[!tag {tags}]]\n" if tags else "")
            + f"\n{paragraphs(each)}\n"
        )
    for word in contents.words:
        (folder / "in" / "tags" / f"{word}.mdwn").write_text(
            f'[[!inline pages="posts/* and tagged({word})" show="{RECORDS_OF_A_PAGE}" '
            f'feeds="no" actions="no" {directive}]]\n'
        )
    (folder / "setup").write_text(
        "# IkiWiki::Setup::Yaml - YAML formatted setup file\nwikiname: Packages\n"
        f"srcdir: {folder}/in\ndestdir: {folder}/out\nurl: {HOST}\nusedirs: 1\n"
        f"tagbase: tags\nadd_plugins: [goodstuff]\ntimezone: UTC\n{setting}\n"
    )
    _run(["ikiwiki", "--setup", "setup", "--rebuild"], folder)
    return folder / "out"


_PELICAN = {
    "pelican": "4.11.0",
    "markdown": "3.7",
    "seafoam": "2.19.2",
    "pelican-theme-reflex": "4.0.1",
    "pelican-theme-smallweb": "2022.6.28",
}


# What a theme needs in the settings.
_PELICAN_SETTINGS = {
    "reflex": "CC_LICENSE = None",
    "seafoam": "PLUGINS = ['pelican.plugins.jinja_filters', 'pelican.plugins.seafoam', "
    "'pelican.plugins.image_process']\nIMAGE_PROCESS = {}",
}
# Where a theme is that does not lie among Pelican's own.
_PELICAN_THEMES = {
    "seafoam": "from pelican.plugins.seafoam import get_path\ntheme = get_path()",
}


def _pelican(folder: Path, theme: str, contents: Contents) -> Path:
    """Pelican (PyPI) with themes of its own and of other packages."""
    packages = pypi(folder.parent, "pelican", _PELICAN)
    (folder / "in").mkdir()
    for each in contents.articles:
        (folder / "in" / f"{each.slug}.html").write_text(
            f"<html><head><title>{escaped(each.title)}</title>"
            f'<meta name="tags" content="{", ".join(each.words)}">'
            f'<meta name="date" content="{each.date:%Y-%m-%d %H:%M}">'
            f'<meta name="slug" content="{each.slug}"><meta name="author" content="Debian">'
            f'<meta name="category" content="{each.section}"></head>'
            f"<body>{paragraphs(each)}</body></html>"
        )
    settings = {
        "SITENAME": "Packages",
        "SITEURL": HOST,
        "TIMEZONE": "UTC",
        "DEFAULT_PAGINATION": RECORDS_OF_A_PAGE,
        "TAG_URL": "tag/{slug}/",
        "TAG_SAVE_AS": "tag/{slug}/index.html",
        "ARTICLE_URL": "{slug}/",
        "ARTICLE_SAVE_AS": "{slug}/index.html",
        # Else a theme among the packages that is a plugin as well takes the place of the others.
        "PLUGINS": [],
    }
    lines = [f"{name} = {value!r}" for name, value in settings.items()]
    lines.append(_PELICAN_SETTINGS.get(theme, ""))
    program = "from pelican import main\n" + _PELICAN_THEMES.get(theme, f"theme = {theme!r}")
    program += "\nmain(['in', '-o', 'out', '-s', 'conf.py', '-t', str(theme)])\n"
    (folder / "conf.py").write_text("\n".join(lines) + "\n")
    _run([sys.executable, "-S", "-c", program], folder, {"PYTHONPATH": str(packages)})
    return folder / "out"


CHRONICLE = Generated(_chronicle, "/tags/{word}/", _chronicle_address, sys.maxsize)
IKIWIKI = Generated(_ikiwiki, "/tags/{word}/", lambda each: f"/posts/{each.slug}/")
PELICAN = Generated(_pelican, "/tag/{word}/", lambda each: f"/{each.slug}/")
