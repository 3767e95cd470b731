"""Shaarli (Debian), a store of bookmarks, in one of its themes: the bookmarks under a tag."""

import json
import shutil
import subprocess
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from evaluation.engines.programs.program import free_port, need
from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import HOST, MadePage, linked_page
from evaluation.quality.template_bed.scripted import SCRIPTS

_CODE = Path("/usr/share/shaarli")
_PARTS = "application assets inc plugins tpl autoload.php index.php init.php".split()
# Where Debian's package keeps code and data.
_PLACES = ("/usr/share/shaarli/", "/var/lib/shaarli/", "/var/cache/shaarli/")
_TIME = 60
_QUIET = ("-d", "error_reporting=1", "-d", "display_errors=0")


def build(folder: Path, look: str, contents: Contents) -> list[MadePage]:
    """Return the pages of a theme. Raises `OSError`, `subprocess.SubprocessError`."""
    need("php", str(_CODE), package="shaarli php-cli")
    place = folder / look
    copy_program(place)
    subprocess.run(
        ["php", *_QUIET, str(SCRIPTS / "shaarli_fill.php"), look.partition("-")[2]],
        cwd=place,
        input=json.dumps(contents.as_data()).encode(),
        check=True,
        timeout=_TIME,
    )
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        ["php", *_QUIET, "-S", f"127.0.0.1:{port}", "index.php"],
        cwd=place,
        stderr=subprocess.DEVNULL,
    )
    try:
        pages = []
        for word in contents.words:
            path = f"/?searchtags={word}"
            body = _read(base + path).replace(base.encode(), HOST.encode())
            pages.append(linked_page(word, HOST + path, body, contents.articles, b"<a>", "//body"))
        return pages
    finally:
        server.terminate()
        server.wait(_TIME)


def copy_program(place: Path) -> None:
    """Copy the program to a place of its own, where it keeps its data as well."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name in _PARTS:
        if (_CODE / name).is_dir():
            shutil.copytree(_CODE / name, place / name, ignore_dangling_symlinks=True)
        else:
            shutil.copy(_CODE / name, place / name)
    for name in ("data", "cache", "tmp", "pagecache"):
        (place / name).mkdir()
    for file in place.rglob("*.php"):
        text = file.read_text("utf-8", "surrogateescape")
        for other in _PLACES:
            text = text.replace(other, f"{place}/")
        file.write_text(text, "utf-8", "surrogateescape")


def _read(url: str) -> bytes:
    until = time.monotonic() + _TIME
    while True:
        try:
            with urlopen(url) as answer:
                return bytes(answer.read())
        except URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
