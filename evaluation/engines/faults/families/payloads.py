"""Bodies that are no page, or a page in bytes of another kind than they are said to be."""

import gzip
import json
import random
import zlib
from collections.abc import Callable

from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, broken, error, results

EMPTY = error("empty_body")
OTHER = error("not_html")
NOTE = error("not_html engine_message")
_RANDOM = random.Random(7).randbytes(6_000)
PADDING = b"<!-- " + b"padding " * 600_000 + b"-->"
ZERO_PAGE = "<html><head><title>Search</title></head><body></body></html>"


def body(data: bytes, content_type: str | None = "text/html") -> Callable[[Exchange], Reply]:
    """Return answers of fixed bytes."""

    def make(_exchange: Exchange) -> Reply:
        return Reply(data, content_type)

    return make


def labelled(content_type: str | None, *headers: tuple[str, str]) -> Callable[[Exchange], Reply]:
    """Return the true answer under another content type; `{charset}` is its own."""

    def make(exchange: Exchange) -> Reply:
        label = content_type and content_type.format(charset=exchange.design.charset)
        return Reply(exchange.healthy.body, label, 200, headers)

    return make


def rewritten(
    change: Callable[[bytes], bytes], content_type: str | None = None
) -> Callable[[Exchange], Reply]:
    """Return the true answer with its bytes changed."""

    def make(exchange: Exchange) -> Reply:
        healthy = exchange.healthy
        return Reply(change(healthy.body), content_type or healthy.content_type)

    return make


def recoded(
    charset: str, label: str | None = None, meta: bool = True
) -> Callable[[Exchange], Reply]:
    """Return the true answer in another charset, declared as `label`; without its `<meta>` or with."""

    def make(exchange: Exchange) -> Reply:
        page = exchange.design.answer(exchange.search)
        if not meta:
            page = page.replace("charset", "data-was")
        return Reply(page.encode(charset, "xmlcharrefreplace"), label or "text/html")

    return make


def as_json(exchange: Exchange) -> Reply:
    """Return the records as JSON."""
    hits = [{"title": record.title, "url": record.url} for record in exchange.search.records]
    return Reply(
        json.dumps({"total": exchange.search.total, "hits": hits}).encode(), "application/json"
    )


def as_feed(content_type: str) -> Callable[[Exchange], Reply]:
    """Return the records as an RSS feed."""

    def make(exchange: Exchange) -> Reply:
        items = "".join(
            f"<item><title>{record.title}</title><link>{record.url}</link><description>"
            f"{record.snippet}</description></item>"
            for record in exchange.search.records
        )
        feed = f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Search</title><link>/</link>{items}</channel></rss>'
        return Reply(feed.encode(), content_type)

    return make


def sprinkle(data: bytes, with_: bytes) -> bytes:
    """Return a page with bytes put in before every paragraph and row."""
    return (
        data.replace(b"<p", with_ + b"<p")
        .replace(b"<tr", with_ + b"<tr")
        .replace(b"<li", with_ + b"<li")
    )


def _fault(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"payload/{name}", expected, make)


ATOM = b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Search</title><entry><title>a</title><id>urn:1</id></entry></feed>'
OTHERS = {
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n" + _RANDOM, "application/pdf"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + _RANDOM, "image/png"),
    "jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF" + _RANDOM, "image/jpeg"),
    "gif": (b"GIF89a\x01\0\x01\0\x80\0\0" + _RANDOM, "image/gif"),
    "webp": (b"RIFF\x24\0\0\0WEBPVP8 " + _RANDOM, "image/webp"),
    "ico": (b"\0\0\x01\0\x01\0\x10\x10" + _RANDOM, "image/x-icon"),
    "svg": (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text>search</text></svg>', "image/svg+xml"),
    "zip": (b"PK\x03\x04\x14\0\0\0\x08\0" + _RANDOM, "application/zip"),
    "gzip-file": (gzip.compress(_RANDOM), "application/gzip"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\x04" + _RANDOM, "application/x-7z-compressed"),
    "mp4": (b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2" + _RANDOM, "video/mp4"),
    "mp3": (b"ID3\x04\0\0\0\0\0\x23TSSE" + _RANDOM, "audio/mpeg"),
    "woff": (b"wOFF\0\x01\0\0" + _RANDOM, "font/woff"),
    "exe": (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff" + _RANDOM, "application/octet-stream"),
    "doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + _RANDOM, "application/msword"),
    "rtf": (b"{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Times;}}\\f0 Search results\\par }", "application/rtf"),
    "wasm": (b"\0asm\x01\0\0\0" + _RANDOM, "application/wasm"),
    "sqlite": (b"SQLite format 3\0" + _RANDOM, "application/octet-stream"),
    "css": (b"body{margin:0;padding:0}\n.hit{color:#333}\n" * 40, "text/css"),
    "javascript": (b"(function(){'use strict';var a=1;function b(){return a}window.s=b})();\n" * 30, "application/javascript"),
    "csv": (b"title;url\r\n" + b"a;https://a.example/1\r\n" * 30, "text/csv"),
    "json-array": (b"[1, 2, 3]", "application/json"),
    "json-string": (b'"error"', "application/json"),
    "json-lines": (b'{"a": 1}\n{"a": 2}\n', "application/x-ndjson"),
    "jsonp": (b'callback({"hits": []});', "application/javascript"),
    "atom": (ATOM, "application/atom+xml"),
    "soap": (b'<?xml version="1.0"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body/></soap:Envelope>', "text/xml"),
    "opensearch": (b'<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>A</ShortName></OpenSearchDescription>', "application/xml"),
    "calendar": (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "text/calendar"),
    "yaml": (b"openapi: 3.0.0\ninfo:\n  title: Search\n", "application/yaml"),
}  # fmt: skip

LABELS = (
    "hex",
    "zlib",
    "punycode",
    "utf-7",
    "none",
    "x-unknown",
    "base64",
    "unicode_escape",
    "idna",
    "rot13",
    "",
)

FAULTS: tuple[Fault, ...] = (
    _fault("empty", EMPTY, body(b"")),
    _fault("empty-without-type", EMPTY, body(b"", None)),
    _fault("white-space", EMPTY, body(b" \r\n\t \n" * 20)),
    _fault("bom-only", EMPTY, body(b"\xef\xbb\xbf")),
    _fault("bom-16-only", EMPTY, body(b"\xff\xfe")),
    _fault("empty-page", EMPTY, body(ZERO_PAGE.encode())),
    _fault("empty-tags", EMPTY, body(b"<html></html>")),
    _fault("doctype-only", EMPTY, body(b"<!DOCTYPE html>")),
    _fault("comment-only", EMPTY, body(b"<!-- served by web3 -->")),
    _fault("nuls-only", EMPTY | OTHER, body(b"\0" * 2_000)),
    _fault("random-as-html", OTHER, body(_RANDOM)),
    _fault("zeros-and-random", OTHER, body(b"\0\0\0\1" + _RANDOM, None)),
    *(_fault(f"{name}-declared", OTHER, body(data, kind)) for name, (data, kind) in OTHERS.items()),
    *(_fault(f"{name}-as-html", OTHER | (error("engine_message") if kind.startswith("text/") or name in {"json-lines", "json-string", "yaml", "rtf"} else OTHER),
             body(data)) for name, (data, kind) in OTHERS.items()),
    _fault("json-results", OTHER, as_json),
    _fault("rss-results", OTHER, as_feed("application/rss+xml")),
    _fault("rss-results-as-html", OTHER, as_feed("text/html")),
    _fault("json-error", NOTE, body(b'{"error": {"code": 17, "message": "index not ready"}}', "application/json")),
    _fault("xml-error", NOTE, body(b'<?xml version="1.0"?><error><code>17</code><message>index not ready</message></error>', "application/xml")),
    _fault("plain-message", NOTE, body(b"The index is not ready. Try again later.", "text/plain")),
    _fault("plain-ok", NOTE | EMPTY, body(b"OK", "text/plain")),
    _fault("php-source", NOTE | error("server_error empty_body") | broken("not_understood"), body(b"<?php\nrequire 'db.php';\n$q = $_GET['q'];\necho search($q);\n?>\n")),
    _fault("template-source", NOTE | broken("not_understood"), body(b"<html><body>{% for hit in hits %}<p>{{ hit.title }}</p>{% endfor %}</body></html>")),
    _fault("mhtml", OTHER | broken("not_understood"), body(b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>a</p>\r\n--x--", "multipart/related")),
    _fault("base64-body", NOTE | broken("not_understood"), body(b"PGh0bWw+PGJvZHk+PHA+c2VhcmNoPC9wPjwvYm9keT48L2h0bWw+" * 40)),
    _fault("zlib-undeclared", OTHER, rewritten(zlib.compress)),
    _fault("as-plain-text", results() | OTHER, labelled("text/plain; charset={charset}")),
    _fault("as-octets", results() | OTHER, labelled("application/octet-stream")),
    _fault("as-pdf", results() | OTHER, labelled("application/pdf")),
    _fault("as-xhtml", results(), labelled("application/xhtml+xml; charset={charset}")),
    _fault("without-type", results(), labelled(None)),
    _fault("type-garbage", results(), labelled("text/html;;; charset ==")),
    _fault("type-empty", results(), labelled("")),
    _fault("as-attachment", results(), labelled("text/html; charset={charset}", ("Content-Disposition", "attachment; filename=a.html"))),
    *(_fault(f"label-{label or 'empty'}", results(), labelled(f"text/html; charset={label}")) for label in LABELS),
    _fault("said-utf-8", results(), labelled("text/html; charset=utf-8")),
    _fault("said-latin-1", results(), labelled("text/html; charset=iso-8859-1")),
    _fault("now-utf-8", results(), recoded("utf-8", "text/html; charset=utf-8", meta=False)),
    _fault("now-utf-8-unsaid", results(), recoded("utf-8", meta=False)),
    _fault("now-utf-8-bom", results(), recoded("utf-8-sig")),
    _fault("now-utf-16-bom", results(), recoded("utf-16", "text/html; charset=utf-16")),
    _fault("now-utf-16-le-said", results(), recoded("utf-16-le", "text/html; charset=utf-16le")),
    _fault("now-utf-16-be-said", results(), recoded("utf-16-be", "text/html; charset=utf-16be")),
    _fault("now-utf-32-bom", results() | OTHER, recoded("utf-32")),
    _fault("now-ascii", results(), recoded("ascii", "text/html; charset=us-ascii")),
    _fault("now-gb18030", results(), recoded("gb18030", "text/html; charset=gb18030", meta=False)),
    _fault("nuls-inside", results(), rewritten(lambda data: sprinkle(data, b"\0\0"))),
    _fault("controls-inside", results(), rewritten(lambda data: sprinkle(data, b"\x01\x02\x1f\x7f"))),
    _fault("bad-bytes-inside", results(), rewritten(lambda data: sprinkle(data, b"\xff\xfe\x80"))),
    _fault("xml-declaration", results(), rewritten(lambda data: b'<?xml version="1.0"?>\n' + data)),
    _fault("no-head", results(), rewritten(lambda data: data[data.index(b"<body"):])),
    _fault("crlf-and-blank-lines", results(), rewritten(lambda data: b"\r\n" * 400 + data)),
    _fault("upper-case-doctype-twice", results(), rewritten(lambda data: b"<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>" + data)),
    _fault("page-of-5-mb", results(), rewritten(lambda data: data + PADDING)),
    _fault("page-of-9-mb", error("too_large"), rewritten(lambda data: data + PADDING * 2)),
    _fault("9-mb-of-text", error("too_large"), body(b"<p>" + b"words and more " * 620_000)),
)  # fmt: skip
