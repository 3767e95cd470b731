"""Pages that are heavy to read: many shapes of one answer, each as large as is asked for.

Every shape is an answer of the simple engine, with records that their wrapper finds,
and a load. A half of the shapes is held out: nothing was measured on them while bounds were chosen.
"""

from collections.abc import Callable
from itertools import count, islice

from evaluation.speed.engines import simple_page

QUERY = "river"
_RECORD = (
    '<div class="hit"><h3><a href="https://h{n}.example/river/{n}">River {n}</a></h3>'
    "<p>A <b>river</b> and {n} stones</p><span>h{n}.example</span></div>"
)

Shape = Callable[[int], bytes]


def repeated(piece: str) -> Shape:
    """Return the shape of one piece over and over, `{n}` in it counted."""

    def make(size: int) -> bytes:
        if "{n}" not in piece:
            return page((piece * (size // len(piece) + 1))[:size].encode())
        pieces = (piece.replace("{n}", str(number)) for number in count())
        return page("".join(islice(pieces, size // (len(piece) + 2) + 1)).encode())

    return make


def within(start: str, piece: str, end: str) -> Shape:
    """Return the shape of pieces in one element."""

    def make(size: int) -> bytes:
        times = max(1, size // len(piece))
        return page(f"{start}{piece * times}{end}".encode())

    return make


def nested(start: str, inner: str = "x", end: str = "") -> Shape:
    """Return the shape of one element in another, and so on."""

    def make(size: int) -> bytes:
        depth = max(1, size // len(start + end))
        return page(f"{start * depth}{inner}{end * depth}".encode())

    return make


def page(load: bytes, records: int = 10) -> bytes:
    """Return an answer of records with a load behind them."""
    own = simple_page(QUERY)
    head, _, _ = own.partition(b'<div class="hit">')
    hits = "".join(_RECORD.replace("{n}", str(number)) for number in range(records)).encode()
    return head + hits + b"</div><div id=load>" + load + b"</div></body></html>"


def bare(load: bytes) -> bytes:
    return b"<html><head><title>river</title></head><body>" + load + b"</body></html>"


def without_records(shape: Shape) -> Shape:
    """Return a shape without its records."""

    def make(size: int) -> bytes:
        made = shape(size)
        return bare(made.partition(b"<div id=load>")[2])

    return make


def records(size: int) -> bytes:
    return page(b"", size // len(_RECORD) + 1)


def record_of(piece: str) -> Shape:
    """Return the shape of one record that holds pieces over and over."""

    def make(size: int) -> bytes:
        head, mark, tail = page(b"").partition(b"<p>A <b>")
        return head + (piece * (size // len(piece))).encode() + mark + tail

    return make


def title(size: int) -> bytes:
    return page(b"").replace(b"<title>", b"<title>" + b"river " * (size // 6), 1)


def utf_16(size: int) -> bytes:
    return b"\xff\xfe" + repeated("<b>x</b>")(size // 2).decode("ascii").encode("utf-16-le")


def undeclared_charset(size: int) -> bytes:
    return page("Ñandú größer día ".encode("latin-1") * (size // 17))


def attributes(size: int) -> bytes:
    """Tags with as many attributes as are read."""
    names = " ".join(f"a{number}=1" for number in range(15_000))
    tag = f"<i {names}>x</i>".encode()
    return page(tag * max(1, size // len(tag)))


def few_attributes(size: int) -> bytes:
    tag = f"<i {' '.join(f'a{number}=1' for number in range(100))}>x</i>".encode()
    return page(tag * max(1, size // len(tag)))


def mixed_lines(size: int) -> bytes:
    return page("".join(f"<p>w{n}ord of {n} x" for n in range(size // 20)).encode())


KNOWN: dict[str, Shape] = {
    "short tags": repeated("<b>x</b>"),
    "tags never closed": repeated("<b>x"),
    "lines": repeated("<p>x"),
    "line breaks": repeated("x<br>"),
    "links": repeated("<a href=/s/{n}>some {n}</a> "),
    "links about the query": repeated("<a href=/s/{n}>river {n}</a> "),
    "deep blocks": nested("<div>"),
    "deep blocks closed": nested("<div>", "x", "</div>"),
    "deep marks": nested("<b><i>"),
    "one line": repeated("river and stone "),
    "one word": repeated("riverstone"),
    "table rows": repeated("<tr><td>{n}<td>x"),
    "numbers": repeated("<p>1-10 of {n} results"),
    "hits lines in one block": repeated("1-10 of {n} results<br>"),
    "nothing found": repeated("<p>Nothing found for river."),
    "records": records,
    "lines without records": without_records(repeated("<p>x")),
    "tags without records": without_records(repeated("<b>x</b>")),
    "links without records": without_records(repeated("<a href=/s/{n}>river {n}</a> ")),
    "numbers without records": without_records(repeated("<p>1-10 of {n} results")),
    "nothing found without records": without_records(repeated("<p>Nothing found for {n}.")),
    "one line without records": without_records(repeated("river 7 of ")),
    "one record of many tags": record_of("<b>x</b>"),
    "one record of many links": record_of("<a href=/x>x</a>"),
    "entities": repeated("&amp;"),
    "comments": repeated("<!-- x -->"),
    "attributes": attributes,
    "tags of attributes": few_attributes,
    "different lines": mixed_lines,
    "different lines without records": without_records(mixed_lines),
    "options": within("<select>", "<option>x", "</select>"),
    "forms": repeated("<form action=/f{n}><input name=q><input type=submit></form>"),
}
HELD_OUT: dict[str, Shape] = {
    "title": title,
    "one script": within("<script>", "var a=1;", "</script>"),
    "scripts": repeated("<script>a</script>"),
    "refreshes": repeated("<meta http-equiv=refresh content=1>"),
    "base addresses": repeated("<base href=/x{n}/>"),
    "NUL characters": repeated("\0"),
    "marks of direction": repeated("\u200f"),
    "white space": repeated("  \n"),
    "one attribute": within("<p title='", "river ", "'>x</p>"),
    "one address": within("<a href='/s?q=", "river+", "'>river</a>"),
    "classes": within("<p class='", "a b ", "'>x</p>"),
    "tags of classes": repeated("<p class='a b c d e f g h i j k'>x"),
    "identifiers": repeated("<p id=i{n}>x"),
    "headings": repeated("<h3><a href=/h{n}>x</a></h3>"),
    "pictures": repeated("<img src=/p{n}.png alt=river>"),
    "frames": repeated("<iframe src=/f{n}></iframe>"),
    "unknown tags": repeated("<x{n}>y</x{n}>"),
    "nested records": nested('<div class="hit"><h3><a href=/n>n</a></h3>', "x"),
    "nested tables": nested("<table><tr><td>"),
    "nested lists": nested("<ul><li>", "x"),
    "pager": repeated("<a href='/search?q=river&p={n}'>{n}</a> "),
    "labels": repeated("<p>Sponsored"),
    "scripted links": repeated("<a href=\"javascript:__doPostBack('a','{n}')\">{n}</a>"),
    "inputs": repeated("<input name=i{n}>"),
    "dates": record_of("3 May 2004, 12:30 "),
    "one record of one line": record_of("river and stone "),
    "half sentences": repeated("<p>did you mean rivers {n}"),
    "definition lists": repeated("<dt>x<dd>y"),
    "undeclared charset": undeclared_charset,
    "two bytes a character": utf_16,
    "cut characters": repeated("\ufffd"),
    "Chinese": repeated("河流石頭約 {n} 件"),
    "sections": repeated("<section><h2>River</h2><p>x</p></section>"),
    "text areas": repeated("<textarea>x</textarea>"),
    "processing instructions": repeated("<?x y?>"),
    "letters of two cases": repeated("\u0130\u1e9e"),
    "links in links": nested("<a href=/s?q=river>river ", "x"),
    "marks without records": without_records(nested("<font size=1>", "x")),
    "scripted without records": without_records(repeated("<h3 data-url=/x{n}>x</h3>")),
    "labels without records": without_records(repeated("<li>0 results <a href=/a>Ad</a>")),
    "pictures without records": without_records(repeated("<img src=/p{n}.png>")),
    "links without text": repeated("<a href=/s/{n}></a>"),
}
SHAPES: dict[str, Shape] = KNOWN | HELD_OUT
