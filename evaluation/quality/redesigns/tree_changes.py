"""Changes of trees that keep every text and every link."""

from collections.abc import Sequence

from lxml.html import HtmlElement

# A block inside of these would be moved out of them when the page is read again.
_INLINE_ONLY = frozenset("p h1 h2 h3 h4 h5 h6 pre address dt button label font".split())


def wrap(elements: Sequence[HtmlElement], wrapper: HtmlElement) -> HtmlElement:
    """Put consecutive siblings, and what stands between them, into `wrapper`; return it."""
    first, last = elements[0], elements[-1]
    parent = first.getparent()
    tail, last.tail = last.tail, None
    parent.insert(parent.index(first), wrapper)
    wrapper.extend(elements)
    wrapper.tail = tail
    return wrapper


def wrap_content(element: HtmlElement, wrapper: HtmlElement) -> HtmlElement:
    """Put all that stands in `element` into `wrapper`; return it."""
    wrapper.text, element.text = element.text, None
    wrapper.extend(tuple(element))
    element.append(wrapper)
    return wrapper


def reorder(element: HtmlElement, children: Sequence[HtmlElement]) -> None:
    """Give `element`, which has no text of its own, its children in another order."""
    tails = [child.tail for child in element]
    for child in children:
        element.append(child)
    for child, tail in zip(children, tails, strict=True):
        child.tail = tail


def takes_blocks(element: HtmlElement) -> bool:
    """Tell whether a block may stand in an element, as pages are read."""
    return not any(node.tag in _INLINE_ONLY for node in (element, *element.iterancestors()))
