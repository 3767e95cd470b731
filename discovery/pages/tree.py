"""The tag tree of a page: lines, blocks, what can be seen, and where a refresh leads."""

import re
import sys
from collections.abc import Callable, Iterator
from html import unescape

from lxml.html import HtmlElement

# Tags that begin a new line of the page. Wu, Meng et al. 2003, section 2.6, name
# "<tr> ... <p>, <br>, <table>, <hr>, <LI>, and so on"; the others are today's.
LINE_TAGS = frozenset(
    "tr p br table hr li div dt dd dl ul ol h1 h2 h3 h4 h5 h6 article section header footer main "
    "nav aside form fieldset blockquote pre address center td th caption figure figcaption body "
    "tbody thead tfoot dir menu details summary option".split()
)
_DEFINITION_TAGS = frozenset(("dt", "dd"))
HEADING_TAGS = frozenset("h1 h2 h3 h4 h5 h6".split())
# Elements whose text a reader never sees.
INVISIBLE_TAGS = frozenset("script style template noscript head title select textarea svg".split())
# Signs of no width: soft hyphen, zero width space, (non-)joiners, word joiner, byte order mark.
_UNSEEN_SIGNS = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
# Class names of one element that are read: pages write up to forty.
MAX_CLASS_NAMES = 40


def visible_text(element: HtmlElement, *, most: int | None = None) -> str:
    """Return the text a reader sees in `element`, white space folded, lines joined by a space.

    Only the first `most` elements in it are read, if given.

    >>> from lxml.html import fromstring
    >>> visible_text(fromstring("<div>a<b>b</b><script>x</script><p>c</p></div>"))
    'ab c'
    """
    if not len(element) and element.tag not in INVISIBLE_TAGS:
        # Most links and headings: nothing to walk through.
        return fold_space(element.text or "") if isinstance(element.tag, str) else ""
    return fold_space("".join(text_pieces(element, sys.maxsize if most is None else most)))


def fold_space(text: str) -> str:
    """Return `text` with every run of white space as one space, none at the ends."""
    return " ".join(text.split())


_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def humps_apart(text: str) -> str:
    """Return `text` with the words apart that programmers write as one.

    >>> humps_apart("bufferCount, HTMLElement")
    'buffer Count, HTMLElement'
    """
    return _HUMP.sub(" ", text)


def fold_text(text: str) -> str:
    """Return `text` as texts are compared: without differences of space, case, or what is not seen.

    >>> fold_text("The soft\\u00adware \\u200bof\\ufeff Babel")
    'the software of babel'
    """
    return fold_space(text if text.isascii() else _UNSEEN_SIGNS.sub("", text)).casefold()


def end_definitions(root: HtmlElement) -> None:
    """End each term and definition where the next one begins, as browsers do and libxml2 does not.

    >>> from lxml.html import fromstring, tostring
    >>> page = fromstring("<dl><dd>1<dd>2<b>3</b></dl>")
    >>> end_definitions(page)
    >>> tostring(page)
    b'<dl><dd>1</dd><dd>2<b>3</b></dd></dl>'
    """
    for element in list(root.iter("dt", "dd")):
        around = element.getparent()
        if around is not None and around.tag in _DEFINITION_TAGS:
            last = around
            for node in (element, *element.itersiblings()):
                last.addnext(node)
                last = node


def text_pieces(
    root: HtmlElement, most: int, is_left_out: Callable[[HtmlElement], bool] | None = None
) -> list[str]:
    """Return the pieces of text that a reader sees in `root`, of its first `most` elements.

    In the place of elements that are left out there is a space. Without recursion: pages nest
    thousands deep.
    """
    parts: list[str] = []
    stack: list[HtmlElement | str] = [root]
    while stack and most:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        most -= 1
        tag = node.tag
        if tag in INVISIBLE_TAGS or not isinstance(tag, str):
            continue
        if is_left_out is not None and is_left_out(node):
            parts.append(" ")
            continue
        if tag in LINE_TAGS:
            parts.append(" ")
            stack.append(" ")
        # Most have none, and to ask for their children takes as long as all else.
        for child in node[::-1] if len(node) else ():
            tail = child.tail
            if tail:
                stack.append(tail)
            stack.append(child)
        text = node.text
        if text:
            parts.append(text)
    return parts


def neighbours(
    element: HtmlElement, most: int, *, ahead: bool
) -> Iterator[tuple[str, HtmlElement | None, HtmlElement | None]]:
    """Yield what stands behind an element, or before it: a text, and the element beyond it.

    Where there is none it goes on beside what they stand in, which is the third. `most` steps.
    """
    node: HtmlElement | None = element
    for _ in range(most):
        if node is None:
            return
        around = node.getparent()
        if ahead:
            text, other = node.tail, node.getnext()
        else:
            other = node.getprevious()
            before = other if other is not None else around
            text = None if before is None else before.text if other is None else before.tail
        yield text or "", other, around
        node = other if other is not None else around


def tag_path(element: HtmlElement) -> tuple[str, ...]:
    """Return the tags from the root down to `element`."""
    path = [str(ancestor.tag) for ancestor in element.iterancestors()]
    return (*reversed(path), str(element.tag))


def class_names(element: HtmlElement) -> tuple[str, ...]:
    return tuple(element.get("class", "").split(None, MAX_CLASS_NAMES)[:MAX_CLASS_NAMES])


def elements_in_order(root: HtmlElement) -> Iterator[HtmlElement]:
    return (node for node in root.iter() if isinstance(node.tag, str))


# Seconds after which a refresh leads on, at most: pages of news refresh themselves.
MAX_WAIT = 15.0
# A page that only leads on is short (bytes) and has few links. Guesses.
MAX_BYTES = 20_000
MAX_LINKS = 3
# Characters of a refresh.
MAX_LENGTH = 4_000
_REFRESH = re.compile(r"^\s*([\d.]*)\s*[;,]?\s*(?:url\s*=\s*)?['\"]?(.*?)['\"]?\s*$", re.I | re.S)
# What a browser with scripts does not read.
_UNREAD = re.compile(r"(?is)<!--.*?-->|<(noscript|script|style|template)\b.*?</\1\s*>")
_META = re.compile(r"(?i)<meta\b[^>]{0,4000}>")
_ATTRIBUTE = re.compile(r"""(?i)\b(http-equiv|content)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""")


def read_refresh(refresh: str) -> tuple[float, str] | None:
    """Return a refresh that a reader need not wait for: seconds, address (none: the page's own).

    >>> read_refresh("0; url='/results?n=7'"), read_refresh("300"), read_refresh("0")
    ((0.0, '/results?n=7'), None, (0.0, ''))
    """
    found = _REFRESH.match(refresh[:MAX_LENGTH])
    if found is None or not any(found.groups()) or (seconds := _seconds(found[1])) > MAX_WAIT:
        return None
    return seconds, found[2]


def refresh_of(body: bytes, header: str | None) -> tuple[float, str] | None:
    """Return the refresh of an answer that only leads on, by its header or a tag; else None.

    >>> refresh_of(b"<meta http-equiv=refresh content='1;url=/b?x=1&amp;y=2'>", None)
    (1.0, '/b?x=1&y=2')
    >>> refresh_of(b"<noscript><meta http-equiv=refresh content='0;url=/b'></noscript>", None)
    """
    if len(body) > MAX_BYTES or body.count(b"<a ") > MAX_LINKS:
        return None
    target = read_refresh(header) if header else None
    if target is not None or b"efresh" not in body.replace(b"EFRESH", b"efresh"):
        return target
    for tag in _META.findall(_UNREAD.sub("", body.decode("utf-8", "replace"))):
        said = {name.lower(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(tag)}
        if said.get("http-equiv", "").strip().lower() == "refresh":
            return read_refresh(unescape(said.get("content", "")))
    return None


def _seconds(text: str) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return MAX_WAIT
