"""Features of titles: their text, markup and place in the record; each within [-1, 1]."""

from collections import Counter

from discovery.pages.tree import HEADING_TAGS
from wrappers.induction.features.link_lines import line_place
from wrappers.induction.features.record_features import (
    CandidateFeatures,
    Feature,
    first_links,
    fmean,
    log_scale,
    name_of,
    share,
)
from wrappers.induction.features.rule_match import RecordSpan

EMPHASIS_TAGS = frozenset("b strong em font big i u".split()) | HEADING_TAGS


def distinct_titles(candidate: CandidateFeatures) -> float:
    """Titles differ: an author's name, the same for many records, is none."""
    return len(set(candidate.titles)) / len(candidate.titles)


def query_in_titles(candidate: CandidateFeatures) -> float:
    """Titles that hold a word of the query."""
    words = candidate.features.query_words
    return share([any(word in title.casefold() for word in words) for title in candidate.titles])


def words_in_titles(candidate: CandidateFeatures) -> float:
    """Titles of three words and more."""
    return share([title.count(" ") >= 2 for title in candidate.titles])


def title_in_heading(candidate: CandidateFeatures) -> float:
    """Titles that stand in a heading or hold one."""
    return share([_has_tag_near(candidate, span, HEADING_TAGS) for span in candidate.spans])


def title_emphasised(candidate: CandidateFeatures) -> float:
    """Titles in bold, large or heading type."""
    return share([_has_tag_near(candidate, span, EMPHASIS_TAGS) for span in candidate.spans])


def title_first(candidate: CandidateFeatures) -> float:
    """Share of a record's text that stands before its title."""
    index = candidate.features.index
    return fmean(
        min(1.0, (index.text_before[span.title] - span.characters_before) / (span.characters + 1))
        for span in candidate.spans
    )


def title_share(candidate: CandidateFeatures) -> float:
    """Share of a record's text that is its title."""
    return fmean(
        min(1.0, len(title) / (span.characters + 1))
        for title, span in zip(candidate.titles, candidate.spans, strict=True)
    )


def title_is_first_link(candidate: CandidateFeatures) -> float:
    """Titles that are the first link of their record, or lead where it leads."""
    features = candidate.features
    return share(
        [
            features.address_key(features.index.links_between(span.first, span.end)[0]) == address
            for span, address in zip(candidate.spans, candidate.addresses, strict=True)
            if features.index.links_between(span.first, span.end)
        ]
    )


def title_place_agreement(candidate: CandidateFeatures) -> float:
    """Titles that stand in the commonest place of their record: tags down to the link.

    Where a record begins with its link, how that stands on its line belongs to the place.
    """
    index = candidate.features.index
    places = Counter(
        (
            index.depth[span.title] - index.depth[span.first],
            index.elements[parent].tag,
            line_place(candidate.features, span.first),
        )
        for span in candidate.spans
        for parent in (index.parent[span.title],)
    )
    return places.most_common(1)[0][1] / len(candidate.spans)


def inner_titles(candidate: CandidateFeatures) -> float:
    """Further links of a record in the same markup as its title: it may hold several records."""
    index, features = candidate.features.index, candidate.features
    counts = []
    for span, address in zip(candidate.spans, candidate.addresses, strict=True):
        place = _markup(candidate, span.title)
        others = {
            features.address_key(link)
            for link in first_links(features, span)
            if _markup(candidate, link) == place and index.text_length(link) > 0
        }
        counts.append(len(others - {address}))
    return log_scale(fmean(counts), 10)


def _has_tag_near(candidate: CandidateFeatures, span: RecordSpan, tags: frozenset[str]) -> bool:
    """Return whether the title link stands in, or holds, one of `tags` inside its record."""
    index = candidate.features.index
    if any(
        index.elements[n].tag in tags
        for n in range(span.title, min(index.end[span.title], span.title + 10))
    ):
        return True
    node = index.parent[span.title]
    while node >= span.first:
        if index.elements[node].tag in tags:
            return True
        node = index.parent[node]
    return False


def _markup(candidate: CandidateFeatures, link: int) -> tuple[object, ...]:
    """Return depth, parent's and own name of a link."""
    index = candidate.features.index
    return (index.depth[link], name_of(candidate, index.parent[link]), index.classes[link])


TITLE_FEATURES: tuple[Feature, ...] = (
    distinct_titles,
    query_in_titles,
    words_in_titles,
    title_in_heading,
    title_emphasised,
    title_first,
    title_share,
    title_is_first_link,
    title_place_agreement,
    inner_titles,
)
