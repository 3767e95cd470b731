"""The features for and against a candidate on one page: small functions, each within [-1, 1].

Bounded throughout: one unbounded ratio can outvote everything else.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from discovery.pages.tree import HEADING_TAGS, LINE_TAGS, neighbours
from wrappers.extraction.hits_line import CONVINCING, HitsReading
from wrappers.induction.features.page_features import (
    LinePlace,
    Measures,
    PageFeatures,
    RecordContent,
    RecordSpan,
    RuleMatch,
)
from wrappers.induction.samples import PageIndex

# Records examined for the features that cost time: more add nothing. Guess. The last of them are
# the list's last: there a rule that finds too much finds the foot of the page.
MAX_RECORDS_EXAMINED = 40
LAST_EXAMINED = 10
# Children of a record's parent looked at. Guess.
MAX_SIBLINGS = 500
CELL_TAGS = ("td", "th")
# Links of a record looked at. Guess.
MAX_LINKS_EXAMINED = 20
# Nodes of a line looked at on either side of a link. Guess.
MAX_NODES = 12


@dataclass
class CandidateFeatures:
    """A candidate's records on a page, seen once for all features."""

    features: PageFeatures
    match: RuleMatch

    @cached_property
    def spans(self) -> Sequence[RecordSpan]:
        spans = self.match.spans
        if len(spans) <= MAX_RECORDS_EXAMINED:
            return spans
        return (*spans[: MAX_RECORDS_EXAMINED - LAST_EXAMINED], *spans[-LAST_EXAMINED:])

    @cached_property
    def records(self) -> list[RecordContent]:
        return [self.features.record(span) for span in self.spans]

    @cached_property
    def count(self) -> int:
        return len(self.match.spans)

    @cached_property
    def titles(self) -> list[str]:
        return [self.features.text(span.title) for span in self.spans]

    @cached_property
    def addresses(self) -> list[str]:
        return [self.features.address_key(span.title) for span in self.spans]

    @cached_property
    def common_shape(self) -> frozenset[str]:
        return Counter(record.shape for record in self.records).most_common(1)[0][0]

    @cached_property
    def characters(self) -> int:
        return sum(span.characters for span in self.match.spans)

    @cached_property
    def lengths(self) -> list[int]:
        return [span.characters for span in self.spans]

    @cached_property
    def plain_lengths(self) -> list[int]:
        return [
            max(0, span.characters - record.link_characters)
            for span, record in zip(self.spans, self.records, strict=True)
        ]

    @cached_property
    def region(self) -> int:
        spans = self.match.spans
        return self.features.index.region_of(spans[0].first, spans[-1].first)

    @cached_property
    def sibling_candidates(self) -> list[int]:
        """Siblings of records with links and of the records' tag that are no records."""
        index = self.features.index
        firsts = {span.first for span in self.match.spans}
        tag = index.elements[self.match.spans[0].first].tag
        parents = {index.parent[first] for first in firsts}
        if len(parents) < self.count:
            parents |= {cell for parent in parents for cell in self._cells_beside(parent)}
        found = []
        for parent in parents:
            for child in islice(index.elements[parent].iterchildren(tag), MAX_SIBLINGS):
                number = index.number.get(child)
                if number is not None and number not in firsts and index.has_link(number):
                    found.append(number)
        return found

    def _cells_beside(self, parent: int) -> list[int]:
        """Return the cells beside a cell: columns of one list."""
        index = self.features.index
        if index.tags[parent] not in CELL_TAGS:
            return []
        row = index.elements[index.parent[parent]]
        return [index.number[c] for c in row.iterchildren(*CELL_TAGS) if c in index.number]


Feature = Callable[[CandidateFeatures], float]


def fmean(values: Iterable[float]) -> float:
    """Return the mean (the standard library's is exact, and thirty times slower)."""
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def share(values: Sequence[object]) -> float:
    """Return the share of true values.

    >>> share([1, 0, 0, 1])
    0.5
    """
    return sum(1 for value in values if value) / len(values) if values else 0.0


def log_scale(value: float, top: float) -> float:
    return min(1.0, math.log1p(max(0.0, value)) / math.log1p(top))


def variation(values: Sequence[float]) -> float:
    """Return the coefficient of variation, at most 1."""
    mean = fmean(values)
    if mean <= 0:
        return 0.0
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return min(1.0, deviation / mean)


def name_of(candidate: CandidateFeatures, number: int) -> tuple[str, tuple[str, ...]]:
    index = candidate.features.index
    return index.tags[number], index.classes[number]


def line_place(features: PageFeatures, number: int) -> LinePlace | None:
    """Return how a link, or words around one, stands on its line; None of what is a line itself.

    Nothing else tells records that are bare links from the links of a bar: those share a line.
    """
    index, known = features.index, features.line_places
    if index.tags[number] in LINE_TAGS:
        return None
    if number not in known:
        text_before, link_before = _beside(index, number, ahead=False)
        _, link_behind = _beside(index, number, ahead=True)
        known[number] = not (text_before or link_before), not (link_before or link_behind)
    return known[number]


def _beside(index: PageIndex, link: int, *, ahead: bool) -> tuple[bool, bool]:
    """Return whether there is text, and whether there is a link, on one side of the line."""
    element = index.elements[link]
    in_lines = next(element.iterancestors("pre"), None) is not None
    text = False
    for own, other, around in neighbours(element, MAX_NODES, ahead=ahead):
        if in_lines and "\n" in own:
            own = own.partition("\n")[0] if ahead else own.rpartition("\n")[2]
            return text or bool(own.strip()), False
        text = text or bool(own.strip())
        ends = around if other is None else other
        if ends is None or ends.tag in LINE_TAGS:
            return text, False
        number = None if other is None else index.number.get(other)
        if number is not None:
            if index.has_link(number):
                return text, True
            text = text or index.text_length(number) > 0
    return text, False


def query_in_addresses(candidate: CandidateFeatures) -> float:
    """Titles whose address asks, or begins as the page's own: related searches, filters, pages."""
    words, own = candidate.features.query_words, candidate.features.search_folder
    return share(
        [
            (own and address.startswith(own))
            or any(word in address.partition("?")[2].casefold() for word in words)
            for address in candidate.addresses
        ]
    )


def distinct_addresses(candidate: CandidateFeatures) -> float:
    return len(set(candidate.addresses)) / len(candidate.addresses)


def leads_away(candidate: CandidateFeatures) -> float:
    """Titles that lead to other hosts, or to pages of one host and level like the others."""
    own = candidate.features.own_host
    shapes = [
        (address.partition("/")[0], address.partition("?")[0].count("/"))
        for address in candidate.addresses
    ]
    common = Counter(shapes).most_common(1)[0][0]
    hosts = [candidate.features.host(link) for link in _titles(candidate)]
    return share(
        [
            shape == common or (host and host != own)
            for shape, host in zip(shapes, hosts, strict=True)
        ]
    )


def same_path(candidate: CandidateFeatures) -> float:
    """Titles that differ in nothing but the query part of their address."""
    paths = Counter(address.partition("?")[0] for address in candidate.addresses)
    return paths.most_common(1)[0][1] / len(candidate.addresses) if candidate.count > 1 else 0.0


def linked_elsewhere(candidate: CandidateFeatures) -> float:
    """Titles whose address is linked outside of its record too."""
    counts = candidate.features.address_counts
    inside: Counter[str] = Counter()
    for span in candidate.spans:
        for link in candidate.features.index.links_between(span.first, span.end)[:20]:
            inside[candidate.features.address_key(link)] += 1
    return share([counts[address] > max(1, inside[address]) for address in candidate.addresses])


def links_per_record(candidate: CandidateFeatures) -> float:
    return log_scale(fmean(record.link_count for record in candidate.records) - 1, 20)


def link_count_variation(candidate: CandidateFeatures) -> float:
    return variation([float(record.link_count) for record in candidate.records])


def record_is_link(candidate: CandidateFeatures) -> float:
    return share([span.first == span.title for span in candidate.spans])


def leads_off_site(candidate: CandidateFeatures) -> float:
    """Share of the titles that lead to other hosts than the page's own; no feature by itself."""
    own = candidate.features.own_host
    return share(
        [host and host != own for host in map(candidate.features.host, _titles(candidate))]
    )


def _titles(candidate: CandidateFeatures) -> list[int]:
    return [span.title for span in candidate.spans]


CHROME_TAGS = frozenset("nav header footer aside".split())
CHROME_ROLES = frozenset("navigation banner contentinfo complementary".split())


def region_filled(candidate: CandidateFeatures) -> float:
    """Share of their region's text that the records hold."""
    return min(
        1.0, candidate.characters / (candidate.features.index.text_length(candidate.region) + 1)
    )


def one_parent(candidate: CandidateFeatures) -> float:
    """Records that are siblings: 1 for all of one parent, near 0 for each its own."""
    parents = {candidate.features.index.parent[span.first] for span in candidate.match.spans}
    return 1.0 - (len(parents) - 1) / candidate.count


def in_chrome(candidate: CandidateFeatures) -> float:
    """Records inside navigation, header, footer or side bar."""
    index = candidate.features.index
    node, depth = candidate.spans[0].first, 0
    while node >= 0 and depth < 40:
        element = index.elements[node]
        if element.tag in CHROME_TAGS or element.get("role") in CHROME_ROLES:
            return 1.0
        node, depth = index.parent[node], depth + 1
    return 0.0


# Other elements compared with the records' markup. Guess.
MAX_OTHERS = 30
# Markup this similar (Jaccard) is that of a record. Guess.
TWIN_SIMILARITY = 0.7


def shape_agreement(candidate: CandidateFeatures) -> float:
    """Similarity (Jaccard) of the records' markup to the commonest markup among them."""
    common = candidate.common_shape
    return fmean(
        len(record.shape & common) / (len(record.shape | common) or 1)
        for record in candidate.records
    )


def missed_twins(candidate: CandidateFeatures) -> float:
    """Siblings, and elements of the same class names elsewhere, in the records' own markup."""
    index, features = candidate.features.index, candidate.features
    # Siblings count that stand on their lines of running text as records do.
    places = {line_place(features, span.first) for span in candidate.spans}
    siblings = candidate.sibling_candidates[:MAX_OTHERS]
    others = {number for number in siblings if line_place(features, number) in places}
    names = Counter(name_of(candidate, span.first) for span in candidate.match.spans)
    name = names.most_common(1)[0][0]
    if name[1]:
        others.update(features.elements_by_name.get(name, ())[: candidate.count + MAX_OTHERS])
    others.difference_update(span.first for span in candidate.match.spans)
    # Runs are compared by the elements that begin them: the others may begin none.
    shapes = (features.shape(span.first, index.end[span.first]) for span in candidate.spans)
    base = Counter(shapes).most_common(1)[0][0]
    twins = 0
    for number in sorted(others)[:MAX_OTHERS]:
        shape = features.shape(number, index.end[number])
        twins += len(shape & base) >= TWIN_SIMILARITY * len(shape | base)
    return log_scale(twins, 5)


def missed_namesakes(candidate: CandidateFeatures) -> float:
    """Elements elsewhere with links, of the records' tag and class names, that are no records."""
    names = Counter(name_of(candidate, span.first) for span in candidate.match.spans)
    name, inside = names.most_common(1)[0]
    if not name[1]:
        return 0.0
    missed = len(candidate.features.elements_by_name.get(name, ())) - inside
    return max(0, missed) / (max(0, missed) + candidate.count)


def nested_records(candidate: CandidateFeatures) -> float:
    spans = candidate.spans
    return share([right.first < left.end for left, right in pairwise(spans)])


EMPHASIS_TAGS = frozenset("b strong em font big i u".split()) | HEADING_TAGS


def distinct_titles(candidate: CandidateFeatures) -> float:
    """Titles differ: an author's name, the same for many records, is none."""
    return len(set(candidate.titles)) / len(candidate.titles)


def query_in_titles(candidate: CandidateFeatures) -> float:
    words = candidate.features.query_words
    return share([any(word in title.casefold() for word in words) for title in candidate.titles])


def words_in_titles(candidate: CandidateFeatures) -> float:
    """Titles of three words and more."""
    return share([title.count(" ") >= 2 for title in candidate.titles])


def title_in_heading(candidate: CandidateFeatures) -> float:
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
    """Titles that stand in the commonest place of their record: tags down to the link."""
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
            for link in index.links_between(span.first, span.end)[:MAX_LINKS_EXAMINED]
            if _markup(candidate, link) == place and index.text_length(link) > 0
        }
        counts.append(len(others - {address}))
    return log_scale(fmean(counts), 10)


def _has_tag_near(candidate: CandidateFeatures, span: RecordSpan, tags: frozenset[str]) -> bool:
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
    index = candidate.features.index
    return (index.depth[link], name_of(candidate, index.parent[link]), index.classes[link])


def two_or_three(candidate: CandidateFeatures) -> float:
    """Two or three records: hardly a regularity."""
    return float(candidate.count <= 3)


def round_number(candidate: CandidateFeatures) -> float:
    """A page size engines use; less, the more of the same kind is left out."""
    return _whole(candidate) if candidate.count in {10, 15, 20, 25, 30, 40, 50, 100} else 0.0


def grid_number(candidate: CandidateFeatures) -> float:
    """A page size of grids of three, four or six columns; less, the more is left out."""
    sizes = {12, 16, 18, 24, 32, 36, 48, 60, 64, 72, 80, 90, 96, 120}
    return _whole(candidate) if candidate.count in sizes else 0.0


def _whole(candidate: CandidateFeatures) -> float:
    """Return how far the records are all there are of one kind: 15 of 17 are no page size."""
    return (1.0 - missed_twins(candidate)) * max(0.0, 2 * title_place_agreement(candidate) - 1)


def agrees_with_range(candidate: CandidateFeatures) -> float:
    """The hits line says "1–10" and there are ten records; negative if it says otherwise."""
    return count_agreement(candidate.features.hits_readings, candidate.count)


def query_in_records(candidate: CandidateFeatures) -> float:
    return share([record.asks_query for record in candidate.records])


def plain_text_length(candidate: CandidateFeatures) -> float:
    """Records with much text outside of links, up to 400 characters."""
    return log_scale(fmean(candidate.plain_lengths), 400)


def with_plain_text(candidate: CandidateFeatures) -> float:
    """Records with at least 20 characters outside of links: a snippet, a price, a date."""
    return share([length >= 20 for length in candidate.plain_lengths])


def length_variation(candidate: CandidateFeatures) -> float:
    return variation([length + 1.0 for length in candidate.lengths])


def prices_or_dates(candidate: CandidateFeatures) -> float:
    return share([record.has_price_or_date for record in candidate.records])


def count_agreement(readings: Sequence[HitsReading], count: int) -> float:
    """Return how well `count` records agree with what the page's lines say, from -1 to 1.

    1: a convincing line shows a range of exactly so many, or says it is all there is. 0: the page
    says nothing. Below 0: a convincing range says another number.

    >>> from wrappers.extraction.hits_line import read_line
    >>> readings = read_line("1-10 of 200 results")
    >>> count_agreement(readings, 10), count_agreement(readings, 3), count_agreement([], 3)
    (1.0, -0.7, 0.0)
    """
    convincing = [reading for reading in readings if reading.score >= CONVINCING]
    if not convincing:
        return 0.0
    shown = {reading.line.shown for reading in convincing} - {None}
    if count in shown:
        return 1.0
    totals = {r.line.total for r in convincing if r.line.total is not None}
    if shown:
        largest = max(number for number in shown if number is not None)
        return -min(1.0, abs(largest - count) / max(largest, count, 1))
    if count in totals:
        return 0.8
    return -0.5 if totals and count > max(totals) else 0.0


ABSOLUTE: tuple[Feature, ...] = (
    two_or_three,
    round_number,
    grid_number,
    agrees_with_range,
    query_in_records,
    plain_text_length,
    with_plain_text,
    length_variation,
    prices_or_dates,
    query_in_addresses,
    distinct_addresses,
    leads_away,
    same_path,
    linked_elsewhere,
    links_per_record,
    link_count_variation,
    record_is_link,
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
    shape_agreement,
    missed_twins,
    missed_namesakes,
    nested_records,
    region_filled,
    one_parent,
    in_chrome,
)
# Quantities compared with the largest among the page's candidates.
RELATIVE: tuple[tuple[str, Feature], ...] = (
    ("relative_plain_text", lambda candidate: float(sum(candidate.plain_lengths))),
    (
        "relative_title_text",
        lambda candidate: float(sum(min(len(t), 150) for t in candidate.titles)),
    ),
    (
        "relative_query_records",
        lambda candidate: float(sum(r.asks_query for r in candidate.records)),
    ),
)
FEATURE_NAMES: tuple[str, ...] = (
    *(function.__name__ for function in ABSOLUTE),
    *(name for name, _ in RELATIVE),
)


def compute_features(features: PageFeatures, matches: Sequence[RuleMatch]) -> list[list[float]]:
    """Return the features of each of a page's candidates, in the order of `FEATURE_NAMES`."""
    measured = [_compute_measures(features, match) for match in matches]
    columns = zip(*(relative for _, relative in measured), strict=True)
    tops = [max(column) or 1.0 for column in columns]
    return [
        [*absolute, *(value / top for value, top in zip(relative, tops, strict=True))]
        for absolute, relative in measured
    ]


def _compute_measures(features: PageFeatures, match: RuleMatch) -> Measures:
    key = (match.outcome, match.spans[-1].end)
    measures = features.measures.get(key)
    if measures is None:
        candidate = CandidateFeatures(features, match)
        measures = (
            tuple(function(candidate) for function in ABSOLUTE),
            tuple(function(candidate) for _, function in RELATIVE),
        )
        features.measures[key] = measures
    return measures
