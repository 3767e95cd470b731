"""The words in and around a control or a form, gathered within bounds whatever the page's size."""

from collections.abc import Iterator
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from discovery.forms.form import control_tag
from discovery.pages.tree import HEADING_TAGS, INVISIBLE_TAGS, LINE_TAGS, fold_space

# Nodes looked at for one piece of text: for a label or neighbour, for a whole form. Steps taken
# from an element in search of its neighbours' words. Guesses: bounds against hostile pages.
MAX_NODES = 60
MAX_FORM_NODES = 400
MAX_STEPS = 12
# Attributes in which an author names a thing: hardly ever shown, nearly always telling.
MARK_ATTRIBUTES = ("id", "class", "name", "itemprop")
# Longer attribute values are data, not names.
MAX_ATTRIBUTE_LENGTH = 200
# Ancestors whose marks still speak of a form: more distant ones frame the whole page. Guess.
CONTEXT_DEPTH = 3
_FRAME_TAGS = frozenset({"body", "html"})


def leading_text(element: HtmlElement, limit: int, max_nodes: int = MAX_NODES) -> str:
    """Return the first `limit` characters of the text a reader sees in `element`.

    No more than `max_nodes` nodes are looked at.

    >>> from lxml.html import fromstring
    >>> leading_text(fromstring("<div>Find <b>a book</b><p>or a film</p></div>"), 11)
    'Find a book'
    """
    parts: list[str] = []
    length = 0
    for piece in islice(_text_pieces(element), max_nodes):
        parts.append(piece)
        length += len(piece.strip())
        if length >= limit:
            break
    return fold_space("".join(parts))[:limit]


def _text_pieces(element: HtmlElement) -> Iterator[str]:
    """Yield the visible text of `element` piece by piece, "" for nodes that have none."""
    if element.tag in INVISIBLE_TAGS:
        return
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in walk:
        if event == "start":
            if node is not element and (node.tag in INVISIBLE_TAGS or control_tag(node)):
                walk.skip_subtree()
                continue
            yield f" {node.text or ''}" if node.tag in LINE_TAGS else node.text or ""
        elif node is not element:
            yield f" {node.tail or ''}" if node.tag in LINE_TAGS else node.tail or ""


def text_before(element: HtmlElement, limit: int) -> str:
    """Return the nearest text before `element`, at most `limit` characters of its end.

    The search ends at the first words found, at another control and at the element's form.

    >>> from lxml.html import fromstring
    >>> row = fromstring("<form><td><b>Words</b>:</td><td><input></td></form>")
    >>> text_before(row.find(".//input"), 50)
    'Words:'
    """
    node = element
    text = ""
    for _ in range(MAX_STEPS):
        previous = node.getprevious()
        if previous is None:
            parent = node.getparent()
            if parent is None:
                break
            text = (parent.text or "") + text
            if text.strip() or parent.tag == "form":
                break
            node = parent
            continue
        if _holds_control(previous):
            text = (previous.tail or "") + text
            break
        text = f"{leading_text(previous, limit)}{previous.tail or ''}{text}"
        if text.strip() and previous.tag in LINE_TAGS:
            break
        node = previous
    return fold_space(text)[-limit:]


def text_after(element: HtmlElement, limit: int) -> str:
    """Return the nearest text after `element`, at most `limit` characters of its beginning.

    >>> from lxml.html import fromstring
    >>> row = fromstring("<p><input type=radio> all <i>words</i><br><input></p>")
    >>> text_after(row.find("input"), 50)
    'all words'
    """
    node = element
    text = node.tail or ""
    for _ in range(MAX_STEPS):
        following = node.getnext()
        if following is None:
            parent = node.getparent()
            if parent is None or text.strip() or parent.tag in _FRAME_TAGS:
                break
            text += parent.tail or ""
            node = parent
            continue
        if _holds_control(following) or (text.strip() and following.tag in LINE_TAGS):
            break
        text += leading_text(following, limit) + (following.tail or "")
        node = following
    return fold_space(text)[:limit]


def _holds_control(element: HtmlElement) -> bool:
    """Whether `element` is a control or a form or holds one, as far as a bounded look tells."""
    nodes = islice(element.iter(), MAX_NODES)
    return any(control_tag(node) or node.tag == "form" for node in nodes)


def marks(element: HtmlElement, *more: str) -> str:
    """Return what the author of a page calls `element`: its naming attributes and `more`.

    >>> from lxml.html import fromstring
    >>> marks(fromstring("<div id=top class='box search' title=x>"), "title")
    'top box search x'
    """
    values = (element.get(name, "")[:MAX_ATTRIBUTE_LENGTH] for name in (*MARK_ATTRIBUTES, *more))
    return fold_space(" ".join(value for value in values if value))


def headings(form: HtmlElement, limit: int) -> tuple[str, ...]:
    """Return the headings of `form`: those in it, and one right before it or what it begins.

    >>> from lxml.html import fromstring
    >>> page = fromstring("<div><h2>Close</h2><div><form><h3>Now</h3></form></div></div>")
    >>> headings(page.find(".//form"), 20)
    ('Close', 'Now')
    """
    found = []
    node = form
    for _ in range(CONTEXT_DEPTH):
        previous = node.getprevious()
        if previous is not None:
            found += [previous] if previous.tag in HEADING_TAGS else []
            break
        parent = node.getparent()
        if parent is None or (parent.text or "").strip():
            break
        node = parent
    within = (node for node in islice(form.iter(), MAX_FORM_NODES) if node.tag in HEADING_TAGS)
    return tuple(leading_text(node, limit) for node in (*found, *within))


def context_marks(element: HtmlElement) -> str:
    """Return the marks of what `element` stands in, the nearest first, without the page's frame."""
    ancestors = islice(element.iterancestors(), CONTEXT_DEPTH)
    names = (marks(ancestor) for ancestor in ancestors if ancestor.tag not in _FRAME_TAGS)
    return " ".join(name for name in names if name)


def in_search_landmark(element: HtmlElement) -> bool:
    """Whether `element` is or stands near within `role=search` or `<search>` (ARIA landmarks).

    >>> from lxml.html import fromstring
    >>> in_search_landmark(fromstring("<div role=search><form></form></div>").find("form"))
    True
    """
    near = (element, *islice(element.iterancestors(), CONTEXT_DEPTH))
    return any(
        node.tag == "search" or "search" in node.get("role", "").lower().split() for node in near
    )
