"""What readers see of sample pages, and which ways of hiding tell nothing of an engine.

A script shows a reader what style sheets hide at first: records that fade in, tabs, lists to open.
Where nearly all that depends on the query is hidden, what hides it is no rule for this engine.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.data.view import DataView
from discovery.pages.page import Page
from discovery.pages.visibility import NO_STYLES, KeptStyles, Visibility, keep_styles, linked_rules
from wrappers.extraction.records.fields import has_address
from wrappers.extraction.records.non_results import links_to_search, search_pages_of
from wrappers.induction.samples.sample import Sample

# Where the hidden addresses that depend on the query are so many times those that are seen, a
# reader cannot see so few. Guess: a record shows one or two, and hides a handful to share it by.
HIDDEN_BY_SEEN = 6
# Fewer say nothing. Guess: a short list.
MIN_HIDDEN = 4
# Share of what is hidden that a cause has to hide to be revealed: decoys are hidden in other ways.
MIN_SHARE = 0.5
# A list in a tab that opens: more causes, one around another, are not written by people. Guess.
ROUNDS = 4
MAX_LINKS = 2_000


def as_seen(samples: Sequence[Sample], styles: KeptStyles = NO_STYLES) -> list[Sample]:
    """Return samples whose pages know what is seen of them; those that do stay as they are.

    `styles` is what is kept of the style sheets that the pages link.
    """
    pages = [each.page for each in samples]
    if not pages or any(page.styles is not None or page.data is not None for page in pages):
        return list(samples)
    for _ in range(ROUNDS):
        causes = _without_meaning(pages, styles)
        if not causes:
            break
        styles = styles.replace(revealed=tuple(sorted({*styles.revealed, *causes})))
    if styles == NO_STYLES:
        return list(samples)
    return [replace(each, page=replace(each.page, styles=styles)) for each in samples]


def as_seen_by_sheets(
    samples: Sequence[Sample],
    style_sheets: Mapping[str, str],
    linking: Sequence[tuple[HtmlElement, str]] = (),
) -> list[Sample]:
    """Return samples with what is seen of them by all the sheets that they link, by address.

    `linking` are the pages (root, base) that name the sheets, where the samples do not.
    """
    pages = linking or [(each.page.root, each.page.base_url) for each in samples]
    rules = tuple(linked_rules(pages, style_sheets))
    return [
        each
        if each.page.data is not None
        else replace(each, seen=Visibility(each.page.root, each.page.styles or NO_STYLES, rules))
        for each in as_seen(samples, keep_styles(rules, [root for root, _ in pages]))
    ]


def no_result_sample(no_result: Page, samples: Sequence[Sample], view: DataView | None) -> Sample:
    """Return the page without results as `samples` are seen and shown."""
    styles = samples[0].page.styles if samples else None
    return Sample(replace(no_result.seen_by(view), styles=styles))


def _without_meaning(pages: Sequence[Page], styles: KeptStyles) -> set[str]:
    """Return the causes that hide nearly all that depends on the query."""
    seen = hidden = 0
    causes: Counter[str] = Counter()
    for page, links in zip(pages, _varying_links(pages), strict=True):
        visibility = page.visibility(styles)
        for elements in links:
            if any(map(visibility.shows, elements)):
                seen += 1
                continue
            hidden += 1
            causes.update(visibility.state(elements[0]).causes)
    if hidden < MIN_HIDDEN or hidden < HIDDEN_BY_SEEN * seen:
        return set()
    # What no script shows (`<template>`) is named by its tag.
    return {
        cause
        for cause, count in causes.items()
        if count >= MIN_SHARE * hidden and not cause.startswith("<")
    }


def _varying_links(pages: Sequence[Page]) -> Iterator[list[list[HtmlElement]]]:
    """Yield for each page the links of each address that is not on all pages.

    Links to the search are left out: they depend on the query and are no results.
    """
    by_page = []
    for page in pages:
        search_pages = search_pages_of(page)
        found: dict[str, list[HtmlElement]] = defaultdict(list)
        for link in islice(page.root.iter("a"), MAX_LINKS):
            attributes = dict(link.items())
            if has_address(attributes) and not links_to_search(attributes, search_pages):
                found[attributes.get("href", "")].append(link)
        by_page.append(found)
    pages_with = Counter(address for found in by_page for address in found)
    for found in by_page:
        yield [
            links
            for address, links in found.items()
            if len(pages) == 1 or pages_with[address] < len(pages)
        ]
