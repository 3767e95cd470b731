"""Fixed parts: what an engine shows whatever it is asked.

"All URLs on the result page [of the impossible query] are useless in terms of document retrieval.
They are recorded and easily excluded from result pages for other queries." (Wu, Meng et al. 2003,
section 2.6, step 1.) What is recorded here is the region, not the addresses: boxes of popular or
recommended things change with every page, their place does not. Details ours.
"""

from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import class_names
from discovery.pages.urls import unwrap_redirect
from wrappers.extraction.records.fields import address_of
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.element_groups import around_all, compact_steps

# Of the records on the sample pages at least this share must stand outside the fixed parts: the
# list of results is the page's largest. Guess.
MIN_SHARE_KEPT = 0.5
# A region this high up is the page.
PAGE_TAGS = frozenset({"html", "body"})


def fixed_regions(
    wrapper: Wrapper, samples: Sequence[Page], no_result: Page
) -> tuple[ElementKey, ...]:
    """Return keys of the regions whose "records" `wrapper` also finds on the no-result page.

    Empty when there are none, or when no key tells them from the region of the results.
    """
    starts = wrapper.record_starts(no_result)
    known = frozenset(record.url for record in wrapper.records(no_result))
    keys: list[ElementKey] = []
    for region in _regions(starts):
        key = next(
            (key for key in _keys_of(region) if _leaves_results(wrapper, key, samples, known)), None
        )
        if key is not None:
            keys.append(key)
    return tuple(dict.fromkeys(keys))


def _regions(starts: Sequence[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield the regions of the records: what they all stand in, else what each stands in."""
    if not starts:
        return
    common = around_all(starts)
    if common is not None and common.tag not in PAGE_TAGS:
        yield common
        return
    for parent in dict.fromkeys(start.getparent() for start in starts):
        if parent is not None and parent.tag not in PAGE_TAGS:
            yield parent


def _keys_of(region: HtmlElement) -> Iterator[ElementKey]:
    """Yield ways to find a region again: by its id, by its classes, by its place on the page."""
    for element in (region, *region.iterancestors()):
        if element.tag in PAGE_TAGS or not is_plain_tag(str(element.tag)):
            break
        name = element.get("id")
        if name and is_plain_name(name):
            yield ElementKey((SelectorStep(str(element.tag), id=name),))
        classes = tuple(name for name in class_names(element) if is_plain_name(name))
        if classes:
            yield ElementKey((SelectorStep(str(element.tag), classes),))
    if all(is_plain_tag(str(each.tag)) for each in (region, *region.iterancestors())):
        yield ElementKey(compact_steps(region, number_all=True), rooted=True)


def _leaves_results(
    wrapper: Wrapper, key: ElementKey, samples: Sequence[Page], known: frozenset[str | None]
) -> bool:
    """Tell whether a region holds something on the sample pages, and most records are outside.

    A mere place on the page may hold results where there are some and a menu where there are none.
    It counts only if nothing is in it but what is `known` from the no-result page.
    """
    inside = outside = 0
    for page in samples:
        regions = set(key.find(page.root))
        for nodes in wrapper.record_nodes(page):
            start = nodes.elements[0]
            if regions.isdisjoint((start, *start.iterancestors())):
                outside += 1
            else:
                inside += 1
                address = address_of(nodes.title_attributes, page.base_url)
                if key.rooted and (address is None or unwrap_redirect(address) not in known):
                    return False
    return inside > 0 and outside >= MIN_SHARE_KEPT * (inside + outside)
