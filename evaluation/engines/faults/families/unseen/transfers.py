"""Oddities of HTTP, of bodies and of broken-off pages that no other family has, written blind."""

import asyncio
import gzip
import json
import quopri
from collections.abc import Callable

from evaluation.engines.faults.fault import Act, Exchange, Fault, Header, Reply
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, results
from evaluation.engines.faults.sites.design import EngineDesign

WELL = results()
LENIENT = results() | error("protocol")
OTHER = error("not_html")
EITHER = results() | OTHER
HIDDEN = broken("constraints contradiction claims_matches_shows_none not_understood") | blocked(
    "javascript"
)
HOME = error("redirects empty_body") | broken("start_page form_gone query_ignored not_understood")
CUT = results("records records_of_cut_page") | error("cut_short")
CUT_EARLY = CUT | broken("not_understood claims_matches_shows_none contradiction constraints")


def with_headers(*headers: Header) -> Act:
    """Return the true answer with further headers."""

    async def act(exchange: Exchange) -> None:
        await exchange.write(exchange.healthy.with_headers(*headers).wire())

    return act


def head_changed(change: Callable[[bytes], bytes]) -> Act:
    """Return the true answer with the bytes of its head changed."""

    async def act(exchange: Exchange) -> None:
        await exchange.write(change(exchange.healthy.head()) + exchange.healthy.body)

    return act


def after_interim(interim: bytes) -> Act:
    """Return the true answer after an interim one."""

    async def act(exchange: Exchange) -> None:
        await exchange.write(interim)
        await asyncio.sleep(0.05)
        await exchange.write(exchange.healthy.wire())

    return act


def chunked(size: int, extension: bytes, digits: str, trailer: bytes) -> Act:
    """Return the true answer in chunks of a size, written in `digits`, with lines at its end."""

    async def act(exchange: Exchange) -> None:
        body = exchange.healthy.body
        told = [("Transfer-Encoding", "chunked")]
        if trailer:
            told.append(("Trailer", "Server-Timing, X-Checksum"))
        data = Reply(b"", exchange.healthy.content_type, headers=tuple(told)).head()
        for start in range(0, len(body), size):
            part = body[start : start + size]
            data += format(len(part), digits).encode() + extension + b"\r\n" + part + b"\r\n"
        await exchange.write(data + b"0" + extension + b"\r\n" + trailer + b"\r\n")

    return act


async def stutter(exchange: Exchange) -> None:
    """Send the head byte by byte, and the body in four pieces with pauses."""
    head, body = exchange.healthy.head(), exchange.healthy.body
    for place in range(len(head)):
        await exchange.write(head[place : place + 1])
        await asyncio.sleep(0)
    quarter = len(body) // 4 + 1
    for start in range(0, len(body), quarter):
        await exchange.write(body[start : start + quarter])
        await asyncio.sleep(0.05)


def made(make: Callable[[Exchange], Reply]) -> Act:
    """Return the act of a proper reply."""

    async def act(exchange: Exchange) -> None:
        await exchange.write(make(exchange).wire())

    return act


def body_as(change: Callable[[bytes], bytes], content_type: str | None, *headers: Header) -> Act:
    """Return the true answer's bytes changed, under a content type (None: its own)."""
    return made(
        lambda exchange: Reply(
            change(exchange.healthy.body),
            content_type or exchange.healthy.content_type,
            headers=headers,
        )
    )


def fixed(data: str, content_type: str) -> Act:
    """Return the same bytes for every query."""
    return made(lambda _: Reply(data.encode(), content_type))


def page_changed(change: Callable[[str], str], content_type: str | None = None) -> Act:
    """Return the true page with its text changed."""

    def make(exchange: Exchange) -> Reply:
        page = change(exchange.design.answer(exchange.search))
        return Reply(exchange.design.encode(page), content_type or exchange.design.content_type)

    return made(make)


OTHER_CHARSETS = {
    "en": "windows-1250", "de": "iso-8859-15", "fr": "macintosh", "ru": "koi8-r", "ja": "shift_jis", "ar": "windows-1256",
}  # fmt: skip


def other_charset(exchange: Exchange) -> Reply:
    """Return the page in another charset of its language: the header says it, `<meta>` does not."""
    charset = OTHER_CHARSETS[exchange.design.language]
    page = exchange.design.answer(exchange.search)
    name = {"macintosh": "mac-roman"}.get(charset, charset)
    return Reply(page.encode(name, "xmlcharrefreplace"), f"text/html; charset={charset}")


def mime_archive(data: bytes) -> bytes:
    """Return a page as a browser saves it with all its parts."""
    head = (
        b"From: <Saved by Blink>\r\nSubject: Search\r\nMIME-Version: 1.0\r\nContent-Type: "
        b'multipart/related; type="text/html"; boundary="--MB--x1"\r\n\r\n----MB--x1\r\n'
        b"Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    )
    return head + quopri.encodestring(data) + b"\r\n----MB--x1--\r\n"


def linked_data(exchange: Exchange) -> Reply:
    """Return the site's chrome with the results for machines only."""
    items = [
        {"@type": "ListItem", "position": n + 1, "url": record.url, "name": record.title}
        for n, record in enumerate(exchange.search.records)
    ]
    data = json.dumps(
        {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": items}
    )
    return exchange.message(f'<script type="application/ld+json">{data}</script><div></div>')  # fmt: skip


def amp(html: str) -> str:
    """Return a page as an accelerated one."""
    return html.replace("<html", "<html amp", 1).replace(
        "</head>", '<script async src="https://cdn.ampproject.org/v0.js"></script></head>', 1
    )


def records_as_xml(exchange: Exchange) -> Reply:
    """Return the records as XML that a style sheet would make a page of."""
    rows = "".join(
        f"<doc><uri>{record.url}</uri><head>{record.title}</head></doc>"
        for record in exchange.search.records
    )
    xml = f'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/r.xsl"?><answer>{rows}</answer>'
    return Reply(xml.encode(), "text/xml")


def fragment(exchange: Exchange) -> Reply:
    """Return the records' markup in JSON, as a script asks for it."""
    rows = exchange.design.rows(exchange.search)
    return Reply(json.dumps({"ok": True, "html": "".join(rows)}).encode(), "application/json")


def lines_shortened(head: bytes) -> bytes:
    return head.replace(b"\r\n", b"\n")


def speaks(language: str) -> Callable[[EngineDesign], bool]:
    return lambda design: design.language == language


def _http(name: str, expected: Outcomes, act: Act, least: float = 1.0) -> Fault:
    return Fault(f"unseen-http/{name}", expected, act, least=least)


def _body(name: str, expected: Outcomes, act: Act) -> Fault:
    return Fault(f"unseen-payload/{name}", expected, act)


def _cut(name: str, expected: Outcomes, change: Callable[[bytes], bytes]) -> Fault:
    return Fault(f"unseen-cut/{name}", expected, body_as(change, None), least=0.0)


PROXY_ERROR = b"<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>openresty</center></body></html>"
EVENTS = 'event: hit\ndata: {"n": 1}\n\nevent: end\ndata: {}\n\n'

FAULTS: tuple[Fault, ...] = (
    _http("early-hints", WELL, after_interim(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as=style\r\nLink: </b.js>; rel=preload\r\n\r\n")),
    _http("processing", WELL, after_interim(b"HTTP/1.1 102 Processing\r\n\r\n")),
    _http("trailers", WELL, chunked(900, b"", "x", b"Server-Timing: db;dur=53\r\nX-Checksum: 5d41402a\r\n")),
    _http("chunk-extensions", WELL, chunked(64, b' ; sig="a;b\\"c" ;last', "X", b"")),
    _http("chunk-zeros", LENIENT, chunked(5000, b"", "08x", b"")),
    _http("content-location", WELL, with_headers(("Content-Location", "/index.en.html"), ("Vary", "*"), ("Link", '</print>; rel="canonical"'))),
    _http("refresh-itself", WELL, with_headers(("Refresh", "300"))),
    _http("refresh-home", WELL | HOME, with_headers(("Refresh", "0; url=/"))),
    _http("retry-after-well", WELL, with_headers(("Retry-After", "120"), ("X-RateLimit-Remaining", "0"))),
    _http("types-alike", WELL, head_changed(lambda head: head.replace(b"\r\n", b"\r\nContent-Type: text/html\r\n", 1))),
    _http("types-differ", EITHER, head_changed(lambda head: head.replace(b"\r\n", b"\r\nContent-Type: text/plain\r\n", 1))),
    _http("status-in-lower-case", LENIENT, head_changed(lambda head: head.replace(b"HTTP/1.1 200 Status", b"http/1.1 200 ok"))),
    _http("names-in-lower-case", WELL, head_changed(lambda head: head.replace(b"Content-Type", b"content-type").replace(b"Content-Length", b"content-length"))),
    _http("bare-line-feeds", LENIENT, head_changed(lines_shortened)),
    _http("folded-header", LENIENT, head_changed(lambda head: head.replace(b"\r\n", b"\r\nX-Note: one\r\n\ttwo\r\n", 1))),
    _http("encoded-twice-said", LENIENT | OTHER, body_as(lambda data: gzip.compress(gzip.compress(data)), None, ("Content-Encoding", "gzip, gzip"))),
    _http("x-gzip", WELL, body_as(gzip.compress, None, ("Content-Encoding", "X-GZIP"))),
    _http("gzip-members", WELL | error("cut_short protocol"), body_as(lambda data: gzip.compress(data[:999]) + gzip.compress(data[999:]), None, ("Content-Encoding", "gzip"))),
    _http("stutters", WELL, stutter),
    _http("robots-none", WELL, with_headers(("X-Robots-Tag", "noindex, nofollow"), ("Content-Security-Policy", "sandbox"))),
    _body("linked-data-only", HIDDEN, made(linked_data)),
    _body("xhtml", WELL, page_changed(lambda html: '<?xml version="1.0" encoding="utf-8"?>' + html.replace("<html", '<html xmlns="http://www.w3.org/1999/xhtml"', 1))),
    _body("prefixed-tags", EITHER | broken(), page_changed(lambda html: html.replace("</", "</h:").replace("<", "<h:").replace("<h:/h:", "</h:").replace("<h:!", "<!"))),
    _body("utf-7", EITHER | broken(), made(lambda exchange: Reply(exchange.design.answer(exchange.search).encode("utf-7"), "text/html; charset=utf-7"))),
    _body("marks-in-the-middle", WELL, body_as(lambda data: data.replace(b"<body", b"\xef\xbb\xbf<body").replace(b"<form", b"\xef\xbb\xbf<form"), None)),
    _body("amp", WELL, page_changed(amp)),
    _body("web-archive", EITHER, body_as(mime_archive, "multipart/related")),
    _body("web-archive-as-message", EITHER, body_as(mime_archive, "message/rfc822")),
    _body("page-in-xml", EITHER, body_as(lambda data: b"<?xml version='1.0'?><reply><![CDATA[" + data + b"]]></reply>", "text/xml")),
    _body("markup-in-json", OTHER, made(fragment)),
    _body("records-and-style-sheet", OTHER, made(records_as_xml)),
    _body("events", OTHER, fixed(EVENTS, "text/event-stream")),
    _body("bibtex", OTHER, fixed("@book{a1,\n title = {Radio},\n year = {1999}\n}\n" * 9, "application/x-bibtex")),
    _body("wml", OTHER | broken("not_understood"), fixed('<?xml version="1.0"?><wml><card id="a"><p>1. Radio</p></card></wml>', "text/vnd.wap.wml")),
    _body("headers-twice", WELL, body_as(lambda data: b"Content-type: text/html\nX-Cgi: 1\n\n" + data, None)),
    _body("other-charset-said", WELL, made(other_charset)),
    Fault("unseen-payload/mail-charset", WELL, made(lambda exchange: Reply(exchange.design.answer(exchange.search).encode("iso-2022-jp", "xmlcharrefreplace"), "text/html; charset=ISO-2022-JP")), on=speaks("ja")),
    _cut("in-a-tag", CUT, lambda data: data[: data.rindex(b"href=", 0, len(data) * 7 // 10) + 12]),
    _cut("proxy-gives-up", CUT_EARLY | error("server_error"), lambda data: data[: len(data) * 6 // 10] + PROXY_ERROR),
    _cut("beginning-lost", CUT_EARLY, lambda data: data[len(data) * 4 // 10 :]),
    _cut("middle-lost", CUT_EARLY, lambda data: data[: len(data) * 4 // 10] + data[len(data) * 6 // 10 :]),
    _cut("closed-by-a-filter", CUT_EARLY, lambda data: data[: len(data) // 2] + b"</body></html>"),
    Fault("unseen-cut/sum-wrong", CUT | error("protocol"), body_as(lambda data: gzip.compress(data)[:-8] + b"\1\2\3\4\5\6\7\x08", None, ("Content-Encoding", "gzip")), least=0.0),
)  # fmt: skip
