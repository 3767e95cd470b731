"""Pages made to hold up a browser: bounded, named, and the next page is rendered."""

import time

import pytest

from discovery.pages.page import Page, parse_page
from discovery.web.fetch_error import FetchFailure
from discovery.web.rendering import page_rendering
from discovery.web.rendering import renderer as renderer_module
from discovery.web.rendering.rendered_page import RenderedPage, RenderingError
from discovery.web.rendering.renderer import Renderer
from tests.discovery.web.hostile_server import hang
from tests.discovery.web.rendering.test_rendering import page_of, piece, png

pytestmark = pytest.mark.timed

ADDRESS = "http://a.example/hostile"
# Seconds that nothing may take longer than, on a machine with other things to do.
LONGEST = 60.0


async def rendered(renderer: Renderer, markup: str) -> RenderedPage:
    started = time.monotonic()
    found = await renderer.render(page_of(markup, ADDRESS))
    assert time.monotonic() - started < LONGEST
    return found


async def refused(renderer: Renderer, page: Page, reason: FetchFailure) -> None:
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
    await refused(renderer, parse_page(markup, ADDRESS), FetchFailure.TOO_LARGE)


async def test_more_memory_or_time_than_is_given(renderer, monkeypatch):
    await renderer.render(page_of("<p>the browser runs"))
    monkeypatch.setattr(renderer_module, "MAX_MEMORY", 1_000_000)
    with pytest.raises(RenderingError) as caught:
        await renderer.render(page_of("<p>x", ADDRESS))
    assert caught.value.reason is FetchFailure.TOO_LARGE
    assert ADDRESS in str(caught.value)
    monkeypatch.undo()
    assert piece((await renderer.render(page_of("<p>next"))).layout, "next")
    monkeypatch.setattr(renderer_module, "RENDERING_TIME", 3.0)
    await renderer.render(page_of("<p>the browser runs"))
    rules = "".join(
        f"i:nth-last-child({n}n of :has(+ i + b)){{left:{n}px}}" for n in range(1, 1_500)
    )
    page = page_of(f"<style>{rules}</style>{'<i>x</i><b>y</b>' * 12_000}", ADDRESS)
    await refused(renderer, page, FetchFailure.TIMEOUT)


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


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        # Without scripts nobody can draw on it: it takes no memory, and no place.
        ("<canvas width=32767 height=32767></canvas><p>x", "x"),
        ("<p style='width:1e9px;height:1e9px;margin:1e9px'>x<p style='font-size:1e9px'>y", "x"),
        (
            "<style>@font-face{font-family:f;src:url(/none.woff);font-display:block}"
            "p{font-family:f,'No Such Font'}</style><p>text",
            "text",
        ),
        (
            "<body onload='alert(1);print();open(\"/\")'><script>while(true){alert(1)}</script>"
            "<a href=/f download autofocus>f</a><marquee>runs</marquee><dialog open>x</dialog>"
            "<meta http-equiv=refresh content='0;url=data:application/zip,x'><p>y",
            "x",
        ),
        # No pages.
        *((f"<html>{text}", "") for text in ("", "\x00", "<plaintext><p>x", "<xmp><p>x</xmp>")),
        *((f"<html>{text}", "") for text in ("<svg>", "<frameset><frame src=/>")),
    ],
)
async def test_markup_that_asks_for_much_is_laid_out(renderer, markup, shown):
    found = await rendered(renderer, markup)
    assert found.layout.page.width > 0
    if shown:
        assert found.picture is not None
        assert piece(found.layout, shown).box.height > 0
