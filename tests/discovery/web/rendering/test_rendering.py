"""The browser's layout of a page, as our layout over our tree."""

import asyncio
import os
import signal
import time
import zlib
from contextlib import suppress
from pathlib import Path
from struct import pack

import html5lib
import psutil
import pytest
from django.conf import settings
from hypothesis import given

from discovery.pages.layout import Box, Layout, Piece, PieceKind, StoredLayout
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.pages.style_rules import WINDOW
from discovery.pages.tree import elements_in_order
from discovery.web.fetch_error import RenderingError
from discovery.web.fetching import Fetcher
from discovery.web.rendering import page_rendering
from discovery.web.rendering import renderer as renderer_module
from discovery.web.rendering.renderer import Renderer, open_renderer, rendering_obstacle
from discovery.web.rendering.snapshot import NUMBER, RenderedPage, numbered_markup
from tests.cases import cases
from tests.discovery.web.hostile_server import Request, answer, hang
from tests.programs import start_python
from tests.strategies import html_documents

CASES = cases(__file__)

pytestmark = pytest.mark.timed


def page_of(markup: str, url: str = "http://a.example/") -> Page:
    return parse_page(f"<!doctype html>{markup}".encode(), url)


def piece(layout: Layout, text: str) -> Piece:
    found = [piece for piece in layout.pieces if piece.text == text]
    assert len(found) == 1, text
    return found[0]


def png(width: int, height: int) -> bytes:
    """Return a picture of one grey: few bytes, however many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

    row = b"\0" + b"\x80" * width
    head = pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = zlib.compress(row * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def browsers_of(pid: int) -> list[psutil.Process]:
    found = []
    # A process may end while it is looked at.
    with suppress(psutil.NoSuchProcess):
        for each in psutil.Process(pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if "chrom" in each.name() and each.status() != "zombie":
                    found.append(each)
    return found


async def test_a_layout_is_the_browsers(renderer):
    page = page_of(
        "<style>body{margin:0;font:20px serif} #a{position:absolute;left:300px;top:100px;"
        "width:200px;height:50px;background:#abc;color:red;font-weight:600;font-style:italic}"
        "p{margin:0}</style><div id=a>moved</div><p>first <a href=/x>link</a> last"
    )
    found = await renderer.render(page)
    layout = found.layout
    element = page.root.get_element_by_id("a")
    assert layout.boxes[element] == Box(300, 100, 200, 50)
    assert layout.backgrounds == {element: "#aabbcc"}
    font = piece(layout, "moved").font
    assert (font.size, font.weight, font.italic, font.color) == (20, 600, True, "#ff0000")
    assert font.family == "serif"
    first, link, last = (piece(layout, text) for text in ("first", "link", "last"))
    assert [each.text for each in layout.pieces] == ["moved", "first", "link", "last"]
    assert first.box.left == 0 < link.box.left < last.box.left
    assert link.link is not None and link.link.get("href") == "/x"
    assert (last.element.tag, last.children_before) == ("p", 1)
    assert layout.page.width == WINDOW["width"]
    assert found.picture is not None and found.picture.startswith(b"\xff\xd8")
    page = page_of("<p style='width:100px;font:16px/20px monospace;margin:0'>aaaa bbbb cccc dddd")
    text = piece((await renderer.render(page)).layout, "aaaa bbbb cccc dddd")
    assert [line.top - text.box.top for line in text.lines] == [0, 20]
    assert text.box.height >= 38
    page = page_of(
        "<p style='display:none'>a<p style='visibility:hidden'>b<p style='opacity:0'><i>c</i>"
        "<p style='position:absolute;left:-9999px'>d<p style='text-indent:-9999px'>e"
        "<p style='position:absolute;width:1px;height:1px;overflow:hidden'>for screen readers"
        "<div style='height:0;overflow:hidden'><p>folded up</div>"
        "<noscript>f<style>body{display:none}</style></noscript><p>seen"
    )
    layout = (await renderer.render(page)).layout
    assert [each.text for each in layout.pieces] == ["seen"]
    # Browsers put the text before the table, and make a <tbody> that our tree does not have.
    page = page_of(
        "<table>moved<tr><td>cell<div>in</div>after</table><button>no <b>piece</b></button>"
    )
    layout = (await renderer.render(page)).layout
    assert {each.text for each in layout.pieces} == {"moved", "cell", "in", "after", ""}
    cell = piece(layout, "after")
    assert (cell.element.tag, cell.children_before) == ("td", 1)
    assert layout.boxes[piece(layout, "cell").element].width > 0
    assert [each.kind for each in layout.pieces if not each.text] == [PieceKind.CONTROL]
    page = page_of(
        "<body bgcolor=#eeeeee><ul><li>one <b>two</b><li><a href=/a>three</a><hr><img alt=x>"
    )
    layout = (await renderer.render(page)).layout
    stored = StoredLayout.from_text(StoredLayout.of(layout, page).to_text())
    assert stored.layout_of(page) == layout
    assert stored.layout_of(page_of("<p>another page")) is None


async def test_style_sheets_and_pictures_come_through_our_fetcher(renderer, site):
    site.page("/css/a.css", b"@import 'b.css'; p{margin:0}", "Content-Type: text/css")
    site.page("/css/b.css", b"p{width:321px} h1{background:url(/i.png)}", "Content-Type: text/css")
    site.page("/i.png", png(70, 30), "Content-Type: image/png")
    site.page("/moved.png", b"", "Location: /i.png", status="302 Found")
    page = page_of(
        "<base href=/css/><link rel=stylesheet href=a.css><p>text<h1>t</h1>"
        "<img src=/i.png><img src=/moved.png><img src=/none.png>",
        site.url("/deep/page?q=1"),
    )
    found = await renderer.render(page)
    assert found.layout.boxes[piece(found.layout, "text").element].width == 321
    images = [each for each in found.layout.pieces if each.kind is PieceKind.IMAGE]
    assert [(each.box.width, each.box.height) for each in images[:2]] == [(70, 30)] * 2
    assert {request.path for request in site.requests} == {
        "/css/a.css", "/css/b.css", "/i.png", "/moved.png", "/none.png",
    }  # fmt: skip
    assert all("cookie" not in each.headers for each in site.requests)
    # The next page of the site finds them here.
    count = len(site.requests)
    await renderer.render(page)
    assert len(site.requests) == count


async def test_a_killed_browser_is_replaced_and_nothing_is_left_behind(renderer):
    page = page_of("<p>x")
    await renderer.render(page)
    before = browsers_of(os.getpid())
    assert before
    for process in before:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    await asyncio.sleep(0.3)
    assert piece((await renderer.render(page)).layout, "x")
    assert not {each.pid for each in before} & {each.pid for each in browsers_of(os.getpid())}
    await renderer.render(page_of("<p>x"))
    await renderer.close()
    assert not browsers_of(os.getpid())
    await renderer.render(page_of("<p>x"))
    rendering = asyncio.create_task(renderer.render(page_of("<p>x")))
    await asyncio.sleep(0.05)
    rendering.cancel()
    with pytest.raises(asyncio.CancelledError):
        await rendering
    await renderer.close()
    assert not browsers_of(os.getpid())


def tabs_of(pid: int) -> dict[int, psutil.Process]:
    found = {}
    for each in browsers_of(pid):
        with suppress(psutil.Error):
            if "--type=renderer" in each.cmdline():
                found[each.pid] = each
    return found


@pytest.mark.parametrize("killed", ["browser", "page"])
async def test_a_browser_or_page_that_is_killed_in_the_midst_is_named(renderer, site, killed):
    async def hang(request: Request) -> None:
        pid = os.getpid()
        for process in browsers_of(pid) if killed == "browser" else tabs_of(pid).values():
            process.kill()
        await request.hang()

    site.handlers["/a.css"] = hang
    page = page_of("<link rel=stylesheet href=/a.css><p>x", site.url("/results"))
    started = time.monotonic()
    with pytest.raises(RenderingError) as caught:
        await renderer.render(page)
    assert time.monotonic() - started < 15
    assert caught.value.reason is AnswerReason.PROTOCOL
    assert site.url("/results") in str(caught.value)
    assert piece((await renderer.render(page_of("<p>next"))).layout, "next")


async def test_a_page_finds_nothing_of_the_one_before(renderer, site):
    headers = ("Content-Type: image/png", "Set-Cookie: a=b", "Cache-Control: max-age=9999")
    page = page_of("<img src=/i.png>", site.url("/page"))
    for width in (70, 80):
        site.page("/i.png", png(width, 30), *headers)
        found = await renderer.render(page)
        assert [each.box.width for each in found.layout.pieces] == [width]
        renderer._kept.clear()
    assert not any("a=b" in str(request.headers) for request in site.requests)
    assert len(site.requests) == 2


async def test_pages_of_two_sites_share_no_process(renderer, site):
    seen = []

    async def look(request: Request) -> None:
        seen.append(set(tabs_of(os.getpid())))
        request.send(answer(b"p{}", "Content-Type: text/css"))

    site.handlers["/a.css"] = look
    markup = f"<link rel=stylesheet href={site.url('/a.css')}><p>x"
    await renderer.render(page_of(markup, "http://a.example/"))
    await renderer.render(page_of("<p>y", "http://b.example/"))
    for _ in range(100):
        if not seen[0] <= set(tabs_of(os.getpid())):
            return
        await asyncio.sleep(0.1)
    pytest.fail("the process of the first page goes on with the second")


KILLED = """
import asyncio, sys, django
django.setup()
from discovery.pages.page import parse_page
from discovery.web.fetching import Fetcher
from discovery.web.rendering.renderer import open_renderer
async def main():
    async with Fetcher() as fetcher:
        await open_renderer(fetcher).render(parse_page(b"<p>x", "http://a.example/"))
        print("ready", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


def test_a_browser_ends_with_a_process_that_is_killed(tmp_path):
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "metasearch.settings",
        "METASEARCH_DATA_DIR": str(tmp_path),
        "METASEARCH_BROWSER": "",
    }
    with start_python("-c", KILLED, stderr=None, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        browsers = browsers_of(process.pid)
        process.send_signal(signal.SIGKILL)
    assert browsers
    _, alive = psutil.wait_procs(browsers, timeout=10)
    alive = [each for each in alive if each.status() != "zombie"]
    assert not alive


async def test_a_browser_that_does_not_start_or_is_missing_is_named(site, monkeypatch):
    async with Fetcher() as fetcher:
        renderer = Renderer(fetcher, Path("/bin/false"))
        started = time.monotonic()
        with pytest.raises(RenderingError) as caught:
            await renderer.render(page_of("<p>x"))
        assert time.monotonic() - started < 15
        await renderer.close()
    assert caught.value.reason is AnswerReason.NO_BROWSER
    assert "/bin/false" in str(caught.value)
    monkeypatch.setattr(settings, "METASEARCH_BROWSER", "off")
    assert "switched off" in rendering_obstacle()
    assert open_renderer(Fetcher()) is None
    monkeypatch.setattr(settings, "METASEARCH_BROWSER", "/no/such/chromium")
    assert "/no/such/chromium" in rendering_obstacle()
    monkeypatch.setattr(settings, "METASEARCH_BROWSER", "")
    monkeypatch.setenv("PATH", "/nowhere")
    assert "make browser" in rendering_obstacle()


def markup_of(body: str) -> str:
    return numbered_markup(parse_page(body.encode(), "http://a.example/")).decode()


@given(html_documents())
def test_a_number_is_of_the_same_element_in_a_browsers_tree(body):
    try:
        page = parse_page(body.encode(), "http://a.example/")
    except NotHtmlError:
        return
    markup = numbered_markup(page)
    tree = html5lib.parse(markup, namespaceHTMLElements=False, transport_encoding="utf-8")
    elements = list(elements_in_order(page.root))
    for each in tree.iter():
        # What the standard adds has none; a row without a table it drops.
        if each.get(NUMBER) is not None:
            assert elements[int(each.get(NUMBER))].tag == each.tag


def test_what_acts_is_gone_and_the_way_of_laying_out_and_our_tree_stay():
    markup = markup_of(
        "<html manifest=m><head><meta http-equiv=refresh content='0;url=/away'>"
        "<meta http-equiv=Content-Security-Policy content='style-src none'>"
        "<link rel=preconnect href=//far.example><link rel='preload stylesheet' href=/pre.css>"
        "<link rel=StyleSheet href=/kept.css></head><body><script src=/s.js>code</script>"
        "<noscript><style>body{display:none}</style></noscript>"
        "<iframe src=/frame srcdoc='<p>x'></iframe><object data=/object.bin></object><p>seen"
    )
    for gone in "away Policy far.example pre.css s.js code display /frame object.bin".split():
        assert gone not in markup, gone
    for kept in ("/kept.css", "<script", "<noscript", "<iframe", "seen"):
        assert kept in markup
    assert markup_of("<!doctype html><p>x").startswith("<!DOCTYPE html>")
    strict = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    )
    assert markup_of(f"{strict}<p>x").startswith(strict)
    page = parse_page(
        b"<noscript><style>p{display:none}</style></noscript><p>x", "http://a.example/"
    )
    numbered_markup(page)
    assert page.root.find(".//noscript")[0].tag == "style"
    assert page.root.find(".//p").get(NUMBER) is None


ADDRESS = "http://a.example/hostile"
# Seconds that nothing may take longer than, on a machine with other things to do.
LONGEST = 60.0


async def rendered(renderer: Renderer, markup: str) -> RenderedPage:
    started = time.monotonic()
    found = await renderer.render(page_of(markup, ADDRESS))
    assert time.monotonic() - started < LONGEST
    return found


async def refused(renderer: Renderer, page: Page, reason: AnswerReason) -> None:
    started = time.monotonic()
    with pytest.raises(RenderingError) as caught:
        await renderer.render(page)
    assert time.monotonic() - started < LONGEST
    assert caught.value.reason is reason
    assert page.url in str(caught.value)
    assert piece((await renderer.render(page_of("<p>next"))).layout, "next")


async def test_pictures_of_too_much_are_left_out_and_the_layout_kept(renderer, site, monkeypatch):
    found = await rendered(renderer, "<div style='width:50000px;height:50000px'>x</div>")
    assert found.layout.page.height >= 50_000
    assert found.picture is not None
    bomb = png(5_000, 5_000)
    assert len(bomb) < 3_000_000
    site.page("/bomb.png", bomb, "Content-Type: image/png")
    page = page_of("<img src=/bomb.png><p>x", site.url("/page"))
    found = await renderer.render(page)
    assert found.layout.page.height < 5_000
    assert piece(found.layout, "x")
    monkeypatch.setattr(page_rendering, "DRAWING_TIME", 0.0)
    found = await rendered(renderer, "<p>x")
    assert found.picture is None
    assert piece(found.layout, "x")
    monkeypatch.undo()
    assert (await renderer.render(page_of("<p>next"))).picture is not None


@pytest.mark.parametrize(
    "markup",
    [b"<p>x" * 100_000, b"<div>" * 1_000 + b"x", b"<p title='" + b"x" * 9_000_000 + b"'>x"],
    ids=["nodes", "levels", "an attribute"],
)
async def test_pages_too_large(renderer, markup):
    await refused(renderer, parse_page(markup, ADDRESS), AnswerReason.TOO_LARGE)


async def test_more_memory_or_time_than_is_given(renderer, monkeypatch):
    await renderer.render(page_of("<p>the browser runs"))
    monkeypatch.setattr(renderer_module, "MAX_MEMORY", 1_000_000)
    with pytest.raises(RenderingError) as caught:
        await renderer.render(page_of("<p>x", ADDRESS))
    assert caught.value.reason is AnswerReason.TOO_LARGE
    assert ADDRESS in str(caught.value)
    monkeypatch.undo()
    assert piece((await renderer.render(page_of("<p>next"))).layout, "next")
    monkeypatch.setattr(renderer_module, "RENDERING_TIME", 3.0)
    await renderer.render(page_of("<p>the browser runs"))
    rules = "".join(
        f"i:nth-last-child({n}n of :has(+ i + b)){{left:{n}px}}" for n in range(1, 1_500)
    )
    page = page_of(f"<style>{rules}</style>{'<i>x</i><b>y</b>' * 12_000}", ADDRESS)
    await refused(renderer, page, AnswerReason.NO_ANSWER)


async def test_files_without_end(renderer, site):
    site.handlers["/slow.css"] = hang
    site.page("/large.css", b" " * 4_000_000, "Content-Type: text/css")
    many = "".join(f"<img src=/i{number}.png>" for number in range(300))
    page = page_of(
        f"<link rel=stylesheet href=/slow.css><link rel=stylesheet href=/large.css>{many}<p>x",
        site.url("/page"),
    )
    started = time.monotonic()
    found = await renderer.render(page)
    assert time.monotonic() - started < LONGEST
    assert piece(found.layout, "x")
    assert len(site.requests) <= 250


@pytest.mark.parametrize(("markup", "shown"), CASES["much_asked"])
async def test_markup_that_asks_for_much_is_laid_out(renderer, markup, shown):
    found = await rendered(renderer, markup)
    assert found.layout.page.width > 0
    if shown:
        assert found.picture is not None
        assert piece(found.layout, shown).box.height > 0
