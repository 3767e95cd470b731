"""What of an element is its label when trees are matched."""

from collections.abc import Sequence

from lxml.html import HtmlElement
from msgspec import field

from discovery.documents import Document
from discovery.pages import class_names

# Characters of a label; what is longer is data, not a name. Guess.
MAX_LABEL_LENGTH = 200


class LabelOptions(Document, frozen=True):
    """Which attributes tell elements of one tag apart (Ferrara and Baumgartner 2011, section 4).

    The tag always counts. Class names count as a set: their order says nothing.
    """

    with_id: bool = field(default=False, name="id")
    with_class: bool = field(default=False, name="class")
    with_name: bool = field(default=False, name="name")


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
    )


def make_label(
    tag: str,
    options: LabelOptions,
    *,
    own_id: str = "",
    classes: Sequence[str] = (),
    name: str = "",
) -> str:
    """Return the label of an element of that tag and those attributes."""
    label = tag
    if options.with_id and own_id:
        label += f"#{own_id}"
    if options.with_class:
        label += "".join(f".{each}" for each in sorted(set(classes)))
    if options.with_name and name:
        label += f"[{name}]"
    return label[:MAX_LABEL_LENGTH]
