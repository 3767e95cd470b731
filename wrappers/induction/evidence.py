"""The evidence for and against a candidate on one page: small functions, each within [-1, 1].

Bounded throughout: one unbounded ratio can outvote everything else. `RELATIVE` evidence is
compared among the candidates of a page: its value over the largest there.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from discovery.pages import HEADING_TAGS
from wrappers.extraction import count_agreement
from wrappers.induction.instance import Instance, RecordSpan
from wrappers.induction.page_facts import Measures, PageFacts, RecordFacts

# Records looked at for the evidence that costs time: more add nothing. Guess.
MAX_RECORDS_LOOKED_AT = 40
MAX_SIBLINGS = 500
# Other elements compared with the records' markup. Guess.
MAX_OTHERS = 30
# Markup this similar (Jaccard) is that of a record; less than that is something else's. Guesses.
TWIN_SIMILARITY = 0.7
ODD_SIMILARITY = 0.35
CHROME_TAGS = frozenset("nav header footer aside form".split())
EMPHASIS_TAGS = frozenset("b strong em font big i u".split()) | HEADING_TAGS
_NUMBER_ONLY = re.compile(r"[\W\d_]*\Z")
_PRICE = re.compile(r"[$€£¥₹₽]\s?\d|\d\s?(?:[$€£¥₹₽]|USD|EUR|GBP|kr\b|zł)")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\bago\b")
_LEADING_NUMBER = re.compile(r"\W{0,2}(\d{1,4})\b")


@dataclass
class Look:
    """A candidate's records on a page, seen once for all evidence."""

    facts: PageFacts
    instance: Instance

    @cached_property
    def spans(self) -> Sequence[RecordSpan]:
        """The records looked at."""
        return self.instance.spans[:MAX_RECORDS_LOOKED_AT]

    @cached_property
    def records(self) -> list[RecordFacts]:
        """What they hold."""
        return [self.facts.record(span) for span in self.spans]

    @cached_property
    def count(self) -> int:
        """How many records there are."""
        return len(self.instance.spans)

    @cached_property
    def titles(self) -> list[str]:
        """The titles' texts."""
        return [self.facts.text(span.title) for span in self.spans]

    @cached_property
    def addresses(self) -> list[str]:
        """Keys of the titles' addresses."""
        return [self.facts.address_key(span.title) for span in self.spans]

    @cached_property
    def common_shape(self) -> frozenset[str]:
        """The commonest markup of a record."""
        return Counter(record.shape for record in self.records).most_common(1)[0][0]

    @cached_property
    def characters(self) -> int:
        """Visible characters of all records."""
        return sum(span.characters for span in self.instance.spans)

    @cached_property
    def lengths(self) -> list[int]:
        """Visible characters of each record."""
        return [span.characters for span in self.spans]

    @cached_property
    def plain_lengths(self) -> list[int]:
        """Characters of each record outside of its links."""
        return [
            max(0, span.characters - record.link_characters)
            for span, record in zip(self.spans, self.records, strict=True)
        ]

    @cached_property
    def region(self) -> int:
        """The deepest element that holds all records."""
        index = self.facts.index
        node = index.parent[self.instance.spans[0].first]
        last = self.instance.spans[-1].first
        while node > 0 and index.end[node] <= last:
            node = index.parent[node]
        return max(node, 0)


Evidence = Callable[[Look], float]


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
    """Return log(1 + value) / log(1 + top), at most 1."""
    return min(1.0, math.log1p(max(0.0, value)) / math.log1p(top))


def variation(values: Sequence[float]) -> float:
    """Return the coefficient of variation, at most 1."""
    mean = fmean(values)
    if mean <= 0:
        return 0.0
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return min(1.0, deviation / mean)


def number_of_records(look: Look) -> float:
    """Many records, on a logarithmic scale up to 50."""
    return log_scale(look.count, 50)


def two_or_three(look: Look) -> float:
    """Two or three records: hardly a regularity."""
    return float(look.count <= 3)


def more_than_hundred(look: Look) -> float:
    """More records than all but a few pages show."""
    return float(look.count > 100)


def round_number(look: Look) -> float:
    """A page size engines use."""
    return float(look.count in {10, 15, 20, 25, 30, 40, 50, 100})


def agrees_with_range(look: Look) -> float:
    """The hits line says "1–10" and there are ten records; negative if it says otherwise."""
    return count_agreement(look.facts.hits_readings, look.count)


def query_in_records(look: Look) -> float:
    """Records that hold a word of the query."""
    return share([record.asks_query for record in look.records])


def query_in_titles(look: Look) -> float:
    """Titles that hold a word of the query."""
    words = look.facts.query_words
    return share([any(word in title.casefold() for word in words) for title in look.titles])


def query_in_addresses(look: Look) -> float:
    """Titles that link to a search for the query: related searches, filters, pages."""
    words = look.facts.query_words
    queries = [address.partition("?")[2].casefold() for address in look.addresses]
    return share([any(word in query for word in words) for query in queries])


def distinct_addresses(look: Look) -> float:
    """Titles lead to different pages."""
    return len(set(look.addresses)) / len(look.addresses)


def distinct_titles(look: Look) -> float:
    """Titles differ."""
    return len(set(look.titles)) / len(look.titles)


def web_addresses(look: Look) -> float:
    """Titles that are ordinary links."""
    return share([look.facts.address(span.title) for span in look.spans])


def leads_away(look: Look) -> float:
    """Titles that lead to other hosts, or to pages of one host and level like the others."""
    own = look.facts.own_host
    shapes = [
        (address.partition("/")[0], address.partition("?")[0].count("/"))
        for address in look.addresses
    ]
    common = Counter(shapes).most_common(1)[0][0]
    hosts = [look.facts.host(link) for link in _titles(look)]
    return share(
        [
            shape == common or (host and host != own)
            for shape, host in zip(shapes, hosts, strict=True)
        ]
    )


def same_path(look: Look) -> float:
    """Titles that differ in nothing but the query part of their address."""
    paths = Counter(address.partition("?")[0] for address in look.addresses)
    return paths.most_common(1)[0][1] / len(look.addresses) if look.count > 1 else 0.0


def to_site_top(look: Look) -> float:
    """Titles that lead to a host's first page or first level: navigation."""
    levels = [address.partition("?")[0].rstrip("/").count("/") for address in look.addresses]
    own = look.facts.own_host
    hosts = map(look.facts.host, _titles(look))
    return share([level <= 1 and host == own for level, host in zip(levels, hosts, strict=True)])


def linked_elsewhere(look: Look) -> float:
    """Titles whose address is linked outside of its record too."""
    counts = look.facts.address_counts
    inside: Counter[str] = Counter()
    for span in look.spans:
        for link in look.facts.index.links_between(span.first, span.end)[:20]:
            inside[look.facts.address_key(link)] += 1
    return share([counts[address] > max(1, inside[address]) for address in look.addresses])


def titles_without_words(look: Look) -> float:
    """Titles of digits and signs alone: page numbers."""
    return share([_NUMBER_ONLY.match(title) for title in look.titles])


def title_length(look: Look) -> float:
    """Long titles, on a logarithmic scale up to 80 characters."""
    return log_scale(fmean(len(title) for title in look.titles), 80)


def overlong_titles(look: Look) -> float:
    """Titles longer than any title: whole cards, paragraphs."""
    return share([len(title) > 200 for title in look.titles])


def title_variation(look: Look) -> float:
    """Titles differ in length."""
    return variation([len(title) + 1.0 for title in look.titles])


def words_in_titles(look: Look) -> float:
    """Titles of three words and more."""
    return share([title.count(" ") >= 2 for title in look.titles])


def title_in_heading(look: Look) -> float:
    """Titles that stand in a heading or hold one."""
    return share([_has_tag_near(look, span, HEADING_TAGS) for span in look.spans])


def title_emphasised(look: Look) -> float:
    """Titles in bold, large or heading type."""
    return share([_has_tag_near(look, span, EMPHASIS_TAGS) for span in look.spans])


def title_first(look: Look) -> float:
    """Share of a record's text that stands before its title."""
    index = look.facts.index
    return fmean(
        min(1.0, (index.text_before[span.title] - span.characters_before) / (span.characters + 1))
        for span in look.spans
    )


def title_share(look: Look) -> float:
    """Share of a record's text that is its title."""
    return fmean(
        min(1.0, len(title) / (span.characters + 1))
        for title, span in zip(look.titles, look.spans, strict=True)
    )


def title_is_first_link(look: Look) -> float:
    """Titles that are the first link of their record, or lead where it leads."""
    facts = look.facts
    return share(
        [
            facts.address_key(facts.index.links_between(span.first, span.end)[0]) == address
            for span, address in zip(look.spans, look.addresses, strict=True)
            if facts.index.links_between(span.first, span.end)
        ]
    )


def title_is_longest_link(look: Look) -> float:
    """Titles that are the longest link text of their record."""
    facts = look.facts
    return share(
        [
            len(title) >= max(map(facts.index.text_length, _links(facts, span)), default=0)
            for span, title in zip(look.spans, look.titles, strict=True)
        ]
    )


def text_length(look: Look) -> float:
    """Records with much text, on a logarithmic scale up to 600 characters."""
    return log_scale(fmean(look.lengths), 600)


def plain_text_length(look: Look) -> float:
    """Records with much text outside of links, up to 400 characters."""
    return log_scale(fmean(look.plain_lengths), 400)


def with_plain_text(look: Look) -> float:
    """Records with at least 20 characters outside of links: a snippet, a price, a date."""
    return share([length >= 20 for length in look.plain_lengths])


def length_variation(look: Look) -> float:
    """Records differ in length."""
    return variation([length + 1.0 for length in look.lengths])


def giant_record(look: Look) -> float:
    """One record is far longer than the others: it swallowed a region."""
    longest = max(look.lengths)
    median = sorted(look.lengths)[len(look.lengths) // 2]
    return min(1.0, max(0.0, math.log((longest + 20) / (median + 20))) / 4)


def empty_records(look: Look) -> float:
    """Records without text."""
    return share([length < 3 for length in look.lengths])


def links_per_record(look: Look) -> float:
    """Many links in a record."""
    return log_scale(fmean(record.link_count for record in look.records) - 1, 20)


def link_count_variation(look: Look) -> float:
    """Records differ in their number of links."""
    return variation([float(record.link_count) for record in look.records])


def shape_agreement(look: Look) -> float:
    """Similarity (Jaccard) of the records' markup to the commonest markup among them."""
    common = look.common_shape
    return fmean(
        len(record.shape & common) / (len(record.shape | common) or 1) for record in look.records
    )


def commonest_shape(look: Look) -> float:
    """Share of the records that have the commonest markup exactly."""
    shapes = Counter(record.shape for record in look.records)
    return shapes.most_common(1)[0][1] / len(look.records)


def rich_shape(look: Look) -> float:
    """Records of many different elements."""
    return log_scale(fmean(len(record.shape) for record in look.records), 40)


def pictures(look: Look) -> float:
    """Records with a picture."""
    return share([record.has_picture for record in look.records])


def prices_or_dates(look: Look) -> float:
    """Records with a price or a date."""
    return share(
        [_PRICE.search(r.text[:2000]) or _DATE.search(r.text[:2000]) for r in look.records]
    )


def numbered(look: Look) -> float:
    """Records that begin with consecutive numbers."""
    numbers = [_LEADING_NUMBER.match(record.text) for record in look.records]
    values = [int(match[1]) if match else -9 for match in numbers]
    steps = [right - left == 1 for left, right in pairwise(values)]
    return share(steps)


def page_share(look: Look) -> float:
    """Share of the page's text that the records hold."""
    return min(1.0, look.characters / (look.facts.index.total_text + 1))


def link_share(look: Look) -> float:
    """Share of the page's links that the records hold."""
    held = sum(len(look.facts.index.links_between(s.first, s.end)) for s in look.instance.spans)
    return min(1.0, held / (len(look.facts.index.links) + 1))


def region_filled(look: Look) -> float:
    """Share of their region's text that the records hold."""
    return min(1.0, look.characters / (look.facts.index.text_length(look.region) + 1))


def region_share(look: Look) -> float:
    """Share of the page's text in the region."""
    return look.facts.index.text_length(look.region) / (look.facts.index.total_text + 1)


def one_parent(look: Look) -> float:
    """Records that are siblings: 1 for all of one parent, near 0 for each its own."""
    parents = {look.facts.index.parent[span.first] for span in look.instance.spans}
    return 1.0 - (len(parents) - 1) / look.count


def untitled_elements(look: Look) -> float:
    """Elements that the key finds but that hold no title link."""
    return look.instance.untitled / (look.instance.untitled + look.count)


def missed_siblings(look: Look) -> float:
    """Siblings of records with links and of the records' tag that are no records."""
    missed = len(_sibling_candidates(look))
    return missed / (missed + look.count)


def missed_twins(look: Look) -> float:
    """Siblings, and elements of the same class names elsewhere, in the records' own markup."""
    index, facts = look.facts.index, look.facts
    others = set(_sibling_candidates(look)[:MAX_OTHERS])
    name = Counter(_name(look, span.first) for span in look.instance.spans).most_common(1)[0][0]
    if name[1]:
        others.update(facts.namesakes.get(name, ())[: look.count + MAX_OTHERS])
    others.difference_update(span.first for span in look.instance.spans)
    base = look.common_shape
    twins = 0
    for number in sorted(others)[:MAX_OTHERS]:
        shape = facts.shape(number, index.end[number])
        twins += len(shape & base) >= TWIN_SIMILARITY * len(shape | base)
    return log_scale(twins, 5)


def odd_records(look: Look) -> float:
    """Records whose markup has little in common with the commonest: a header, a foot."""
    base = look.common_shape
    odd = sum(
        len(record.shape & base) < ODD_SIMILARITY * len(record.shape | base)
        for record in look.records
    )
    return log_scale(odd, 5)


def missed_namesakes(look: Look) -> float:
    """Elements elsewhere with links, of the records' tag and class names, that are no records."""
    names = Counter(_name(look, span.first) for span in look.instance.spans)
    name, inside = names.most_common(1)[0]
    if not name[1]:
        return 0.0
    missed = len(look.facts.namesakes.get(name, ())) - inside
    return max(0, missed) / (max(0, missed) + look.count)


def title_place_agreement(look: Look) -> float:
    """Titles that stand in the commonest place of their record: tags down to the link."""
    index = look.facts.index
    places = Counter(
        (index.depth[span.title] - index.depth[span.first], index.elements[parent].tag)
        for span in look.spans
        for parent in (index.parent[span.title],)
    )
    return places.most_common(1)[0][1] / len(look.spans)


def inner_titles(look: Look) -> float:
    """Further links of a record in the same markup as its title: it may hold several records."""
    index, facts = look.facts.index, look.facts
    counts = []
    for span, address in zip(look.spans, look.addresses, strict=True):
        place = _markup(look, span.title)
        others = {
            facts.address_key(link)
            for link in _links(facts, span)
            if _markup(look, link) == place and index.text_length(link) > 0
        }
        counts.append(len(others - {address}))
    return log_scale(fmean(counts), 10)


def in_chrome(look: Look) -> float:
    """Records inside navigation, header, footer, side bar or form."""
    index = look.facts.index
    node, depth = look.spans[0].first, 0
    while node >= 0 and depth < 40:
        element = index.elements[node]
        if element.tag in CHROME_TAGS - {"form"} or element.get("role") in {
            "navigation",
            "banner",
            "contentinfo",
            "complementary",
        }:
            return 1.0
        node, depth = index.parent[node], depth + 1
    return 0.0


def starts_late(look: Look) -> float:
    """Share of the page's text before the first record."""
    before = look.instance.spans[0].characters_before
    return min(1.0, before / (look.facts.index.total_text + 1))


def nested_records(look: Look) -> float:
    """Records that hold other records."""
    spans = look.spans
    return share([right.first < left.end for left, right in pairwise(spans)])


def record_is_link(look: Look) -> float:
    """Records that are nothing but their link."""
    return share([span.first == span.title for span in look.spans])


def _name(look: Look, number: int) -> tuple[str, tuple[str, ...]]:
    """Return tag and class names of an element."""
    return str(look.facts.index.elements[number].tag), look.facts.index.classes[number]


def _markup(look: Look, link: int) -> tuple[object, ...]:
    """Return depth, parent's and own name of a link."""
    index = look.facts.index
    return (index.depth[link], _name(look, index.parent[link]), index.classes[link])


def _sibling_candidates(look: Look) -> list[int]:
    """Return the siblings of records with links and of the records' tag that are no records."""
    index = look.facts.index
    firsts = {span.first for span in look.instance.spans}
    tag = index.elements[look.instance.spans[0].first].tag
    found = []
    for parent in {index.parent[first] for first in firsts}:
        for child in islice(index.elements[parent].iterchildren(tag), MAX_SIBLINGS):
            number = index.number.get(child)
            if number is not None and number not in firsts and index.has_link(number):
                found.append(number)
    return found


def _titles(look: Look) -> list[int]:
    """Return the numbers of the title links."""
    return [span.title for span in look.spans]


def _links(facts: PageFacts, span: RecordSpan) -> list[int]:
    """Return the first links of a record."""
    return facts.index.links_between(span.first, span.end)[:20]


def _has_tag_near(look: Look, span: RecordSpan, tags: frozenset[str]) -> bool:
    """Return whether the title link stands in, or holds, one of `tags` inside its record."""
    index = look.facts.index
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


ABSOLUTE: tuple[Evidence, ...] = (
    number_of_records,
    two_or_three,
    more_than_hundred,
    round_number,
    agrees_with_range,
    query_in_records,
    query_in_titles,
    query_in_addresses,
    distinct_addresses,
    distinct_titles,
    web_addresses,
    leads_away,
    same_path,
    to_site_top,
    linked_elsewhere,
    titles_without_words,
    title_length,
    overlong_titles,
    title_variation,
    words_in_titles,
    title_in_heading,
    title_emphasised,
    title_first,
    title_share,
    title_is_first_link,
    title_is_longest_link,
    text_length,
    plain_text_length,
    with_plain_text,
    length_variation,
    giant_record,
    empty_records,
    links_per_record,
    link_count_variation,
    shape_agreement,
    commonest_shape,
    rich_shape,
    pictures,
    prices_or_dates,
    numbered,
    page_share,
    link_share,
    region_filled,
    region_share,
    one_parent,
    untitled_elements,
    missed_siblings,
    missed_namesakes,
    missed_twins,
    odd_records,
    title_place_agreement,
    inner_titles,
    in_chrome,
    starts_late,
    nested_records,
    record_is_link,
)
# Quantities compared with the largest among the page's candidates.
RELATIVE: tuple[tuple[str, Callable[[Look], float]], ...] = (
    ("relative_number", lambda look: float(look.count)),
    ("relative_text", lambda look: float(look.characters)),
    ("relative_mean_text", lambda look: min(2000.0, fmean(look.lengths))),
    ("relative_plain_text", lambda look: float(sum(look.plain_lengths))),
    ("relative_title_text", lambda look: float(sum(min(len(t), 150) for t in look.titles))),
    ("relative_query_records", lambda look: float(sum(r.asks_query for r in look.records))),
    ("relative_links", lambda look: float(sum(r.link_count for r in look.records))),
)
EVIDENCE_NAMES: tuple[str, ...] = (
    *(function.__name__ for function in ABSOLUTE),
    *(name for name, _ in RELATIVE),
    *(f"{name}_rank" for name, _ in RELATIVE),
)


def weigh_page(facts: PageFacts, instances: Sequence[Instance]) -> list[list[float]]:
    """Return the evidence for each of a page's candidates, in the order of `EVIDENCE_NAMES`."""
    measured = [_measure(facts, instance) for instance in instances]
    rows = [list(absolute) for absolute, _ in measured]
    columns = [[relative[place] for _, relative in measured] for place in range(len(RELATIVE))]
    for column in columns:
        top = max(column, default=0.0) or 1.0
        for row, value in zip(rows, column, strict=True):
            row.append(value / top)
    for column in columns:
        ranks = _ranks(column)
        for row, rank in zip(rows, ranks, strict=True):
            row.append(rank)
    return rows


def _measure(facts: PageFacts, instance: Instance) -> Measures:
    """Return the absolute evidence and the quantities to compare, worked out once."""
    key = (instance.outcome, instance.spans[-1].end, instance.untitled)
    measures = facts.measures.get(key)
    if measures is None:
        look = Look(facts, instance)
        measures = (
            tuple(function(look) for function in ABSOLUTE),
            tuple(function(look) for _, function in RELATIVE),
        )
        facts.measures[key] = measures
    return measures


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the share of values that each value exceeds.

    >>> _ranks([3.0, 1.0, 2.0])
    [1.0, 0.0, 0.5]
    """
    ordered = sorted(set(values))
    place = {value: position for position, value in enumerate(ordered)}
    top = max(1, len(ordered) - 1)
    return [place[value] / top for value in values]
