"""Hexo (npm) and its themes: the pages of the articles under one tag."""

import json
import shutil
import subprocess
from pathlib import Path

from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import MadePage, truth

HOST = "http://bed.example"
PACKAGES = (
    "hexo@7 hexo-renderer-marked hexo-renderer-ejs hexo-renderer-stylus hexo-renderer-pug "
    "hexo-renderer-swig hexo-generator-tag hexo-generator-archive hexo-generator-index "
    "hexo-generator-category"
).split()
_TIME = 400


def build(folder: Path, version: str, contents: Contents) -> list[MadePage]:
    """Return the pages of a theme, named as npm does: `hexo-theme-next@8.29.0`.

    Raises `OSError` or `subprocess.SubprocessError` where it cannot be had.
    """
    site = _prepare(folder / "hexo", contents)
    name, _, number = version.partition("@")
    theme = site / "themes" / f"{name}-{number}"
    if not theme.is_dir():
        _run(["npm", "pack", "-s", version], site)
        theme.mkdir(parents=True)
        _run(["tar", "xzf", f"{name}-{number}.tgz", "-C", str(theme), "--strip", "1"], site)
    public = site / "public"
    shutil.rmtree(public, ignore_errors=True)
    (site / "db.json").unlink(missing_ok=True)
    (site / "_config.yml").write_text(_config(theme.name))
    _run(["node_modules/.bin/hexo", "generate", "--silent"], site)
    pages = []
    for word in contents.words:
        articles = contents.found(word)
        addresses = [f"{HOST}/{article.slug}/" for article in articles]
        body = (public / "tags" / word / "index.html").read_bytes()
        pages.append(MadePage(word, f"{HOST}/tags/{word}/", body, truth(articles, addresses)))
    return pages


def _prepare(site: Path, contents: Contents) -> Path:
    """Install Hexo, once, and write the articles."""
    if not (site / "node_modules" / ".bin" / "hexo").exists():
        site.mkdir(parents=True, exist_ok=True)
        about = {"name": "bed", "version": "1.0.0", "private": True, "hexo": {"version": ""}}
        (site / "package.json").write_text(json.dumps(about))
        _run(["npm", "install", "--no-audit", "--no-fund", "--silent", *PACKAGES], site)
    posts = site / "source" / "_posts"
    # Those of an earlier run may be of other contents.
    shutil.rmtree(posts, ignore_errors=True)
    posts.mkdir(parents=True)
    for article in contents.articles:
        head = {
            "title": article.title,
            "date": article.date.strftime("%Y-%m-%d %H:%M:%S"),
            "tags": list(article.words),
            "categories": [article.section],
        }
        lines = [f"{key}: {json.dumps(value)}" for key, value in head.items()]
        text = "\n".join(["---", *lines, "---", article.text, ""])
        (posts / f"{article.slug}.md").write_text(text.replace("\n\n", "\n\n<!-- more -->\n\n", 1))
    return site


def _config(theme: str) -> str:
    return (
        f"title: Packages\nurl: {HOST}\nroot: /\npermalink: :title/\ntheme: {theme}\n"
        "per_page: 10\ntag_generator: {per_page: 10}\narchive_generator: {per_page: 50}\n"
        "category_generator: {per_page: 50}\nsyntax_highlighter: false\nlanguage: en\n"
        "timezone: UTC\n"
    )


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(
        command,
        cwd=folder,
        check=True,
        timeout=_TIME,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
