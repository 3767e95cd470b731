"""What of an element is its label when trees are matched."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement
from msgspec import field

from discovery.documents.document import Document
from discovery.pages.tree import class_names

# Characters of a label; what is longer is data, not a name. Guess.
MAX_LABEL_LENGTH = 200
_DIGITS = re.compile(r"\d+")


class LabelOptions(Document, frozen=True):
    """Which attributes tell elements of one tag apart (Ferrara and Baumgartner 2011, section 4).

    The tag always counts. Class names count as a set: their order says nothing. `with_target` is
    for the type-specific attributes (section 3.1), `href` of links and `src` of images: the
    form of the address counts (`target_form`), since no two records lead to one.
    """

    with_id: bool = field(default=False, name="id")
    with_class: bool = field(default=False, name="class")
    with_name: bool = field(default=False, name="name")
    with_target: bool = field(default=False, name="target")


def label_of(element: HtmlElement, options: LabelOptions) -> str:
    """Return the label of an element.

    >>> from lxml.html import fromstring
    >>> label_of(fromstring('<p id="a" class="y x">'), LabelOptions(with_id=True, with_class=True))
    'p#a.x.y'
    """
    return make_label(
        str(element.tag),
        options,
        own_id=element.get("id", ""),
        classes=class_names(element) if options.with_class else (),
        name=element.get("name", ""),
        target=target_form(element) if options.with_target else "",
    )


def target_form(element: HtmlElement) -> str:
    """Return the form of the address that an element links to or shows, empty if it does neither.

    It is the host, the folder and the names of the parameters, numbers as one sign.

    >>> from lxml.html import fromstring
    >>> target_form(fromstring('<a href="/book/17/moby-dick?lang=en">')), target_form(
    ...     fromstring("<p>"))
    ('/book/#/?lang', '')
    """
    address = element.get("href") or element.get("src") or ""
    if not address:
        return ""
    try:
        parts = urlsplit(address.strip()[:MAX_LABEL_LENGTH])
        names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    except ValueError:
        return ""
    folder = _DIGITS.sub("#", parts.path.rpartition("/")[0])
    return f"{parts.netloc}{folder}/{'?' if names else ''}{'&'.join(names)}"


def make_label(
    tag: str,
    options: LabelOptions,
    *,
    own_id: str = "",
    classes: Sequence[str] = (),
    name: str = "",
    target: str = "",
) -> str:
    """Return the label of an element of that tag and those attributes."""
    label = tag
    if options.with_id and own_id:
        label += f"#{own_id}"
    if options.with_class:
        label += "".join(f".{each}" for each in sorted(set(classes)))
    if options.with_name and name:
        label += f"[{name}]"
    if options.with_target and target:
        label += f"({target})"
    return label[:MAX_LABEL_LENGTH]
