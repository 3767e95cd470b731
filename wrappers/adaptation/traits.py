"""Traits of records that outlive a redesign: what they say and where they lead, not their markup.

Meng et al. 2003 observed this (SG-WRAM; in Ferrara and Baumgartner 2011, section 2). Even
substantial changes of pages preserve syntactic features of data items, such as patterns and
lengths, and hyperlinks. Details ours.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from discovery.documents.document import Document, Share
from wrappers.extraction.records.titles import title_text
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import RuleMatch

# Records of a page looked at. Guess: more add nothing.
MAX_RECORDS = 40
# Forms of addresses that are kept, the commonest first. Guess.
MAX_FORMS = 12
MAX_FORM_LENGTH = 120
# For each trait, the difference at which nothing of the agreement is left, and its weight. Lengths
# and numbers are compared as logarithms to base 2. Guesses: pages of one engine differ by about a
# third of it; which link is the title is what redesigns most often make doubtful.
TOLERANCES: dict[str, tuple[float, float]] = {
    "number": (2.5, 1.0),
    "title_length": (1.5, 3.0),
    "title_words": (1.5, 1.0),
    "titles_with_digits": (1.0, 1.0),
    "titles_with_capitals": (1.0, 1.0),
    "links_before_title": (2.5, 1.0),
    "text_length": (2.5, 1.0),
    "links": (2.5, 1.0),
    "pictures": (1.0, 1.0),
    "prices_or_dates": (1.0, 1.0),
    "levels": (3.0, 1.0),
}
FORMS_WEIGHT = 1.0
# No mean of a logarithm, and no number of levels, is greater. Guess.
_Number = Annotated[float, Meta(ge=0, le=1_000)]
_Form = Annotated[str, Meta(max_length=200)]
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"\w+")


class RecordTraits(Document, frozen=True):
    """What the records of some pages are like on average.

    `number` of records a page, characters and words of titles, links before the title, characters
    and links of whole records are means of log2(1 + n). The others but `levels`, those of the
    titles' addresses, are shares of records. `forms` are the addresses' forms with their shares.
    """

    number: _Number
    title_length: _Number
    title_words: _Number
    titles_with_digits: _Number
    titles_with_capitals: _Number
    links_before_title: _Number
    text_length: _Number
    links: _Number
    pictures: _Number
    prices_or_dates: _Number
    levels: _Number
    forms: Annotated[tuple[tuple[_Form, Share], ...], Meta(max_length=MAX_FORMS)]


def traits_of(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> RecordTraits | None:
    """Return the traits of the records on pages; None where there are no records."""
    seen = [(features, span) for features, match in pages for span in match.spans[:MAX_RECORDS]]
    if not seen:
        return None
    records = [features.record(span) for features, span in seen]
    titles = [title_text(features.index.elements[span.title]) for features, span in seen]
    forms = [_form_of_link(features, span.title) for features, span in seen]
    return RecordTraits(
        number=_mean_log([len(match.spans) for _, match in pages if match.spans]),
        title_length=_mean_log([len(title) for title in titles]),
        title_words=_mean_log([len(_WORDS.findall(title)) for title in titles]),
        titles_with_digits=_share([_DIGITS.search(title) is not None for title in titles]),
        titles_with_capitals=_share([title[:1].isupper() for title in titles]),
        links_before_title=_mean_log(
            [len(features.index.links_between(span.first, span.title)) for features, span in seen]
        ),
        text_length=_mean_log([len(record.text) for record in records]),
        links=_mean_log([record.link_count for record in records]),
        pictures=_share([record.has_picture for record in records]),
        prices_or_dates=_share([record.has_price_or_date for record in records]),
        levels=sum(form.count("/") for form in forms) / len(forms),
        forms=tuple(
            (form, count / len(forms)) for form, count in Counter(forms).most_common(MAX_FORMS)
        ),
    )


def _form_of_link(features: PageFeatures, link: int) -> str:
    """Return the form of a link's address: where it leads, by which path, asking for what.

    Pages of one kind share it: `own/news/*/*?id`, `other`.
    """
    address = features.address(link)
    if not address:
        return ""
    if features.host(link) != features.own_host:
        return "other"
    path, _, query = features.address_key(link).partition("?")
    levels = path.split("/")[1:]
    start = _DIGITS.sub("0", levels[0]) if len(levels) > 1 else "*"
    names = sorted({pair.partition("=")[0] for pair in query.split("&")} - {""})[:3]
    form = "/".join(("own", start, *("*" for _ in levels[1:]))) + f"?{'&'.join(names)}"
    return form[:MAX_FORM_LENGTH]


def agreement(past: RecordTraits, present: RecordTraits) -> float:
    """Return how far records agree with those of the past, from 0 to 1: the mean over traits."""
    total = FORMS_WEIGHT * form_agreement(past, present)
    for name, (tolerance, weight) in TOLERANCES.items():
        difference = abs(getattr(past, name) - getattr(present, name))
        total += weight * max(0.0, 1.0 - difference / tolerance)
    return total / (FORMS_WEIGHT + math.fsum(weight for _, weight in TOLERANCES.values()))


def form_agreement(past: RecordTraits, present: RecordTraits) -> float:
    """Return the share of addresses that have the same forms, in the same shares."""
    before = dict(past.forms)
    return min(1.0, sum(min(share, before.get(form, 0.0)) for form, share in present.forms))


def _mean_log(numbers: Sequence[int]) -> float:
    """Return the mean of log2(1 + n).

    >>> _mean_log([1, 7])
    2.0
    """
    return sum(math.log2(1 + number) for number in numbers) / len(numbers)


def _share(flags: Sequence[bool]) -> float:
    """Return the share of true values."""
    return sum(flags) / len(flags)
