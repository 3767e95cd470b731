"""Search result records: their elements found, read, and told from what is none."""

from wrappers.extraction.records.advertisement_links import advertisement_signs
from wrappers.extraction.records.dates import date_in
from wrappers.extraction.records.details import (
    byline_in,
    is_address_text,
    price_in,
    size_in,
)
from wrappers.extraction.records.fields import (
    TitleKind,
    TitleRule,
    address_of,
    choose_title_link,
    has_address,
    has_word,
    is_link,
    scripted_address,
)
from wrappers.extraction.records.headings import common_heading, heading_above
from wrappers.extraction.records.item_fields import KINDS_OF_FIELDS
from wrappers.extraction.records.non_results import (
    leads_to,
    links_to_search,
    numbers_of_results,
    says_advertisement,
    search_pages_of,
)
from wrappers.extraction.records.reading import read_records
from wrappers.extraction.records.record import DETAILS, ResultRecord
from wrappers.extraction.records.selector import (
    MAX_PARTS,
    ElementKey,
    SelectorError,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
    nodes_before,
)
from wrappers.extraction.records.shape import RecordShape
from wrappers.extraction.records.title_places import TitlePlace, TitlePlaces
from wrappers.extraction.records.titles import is_called_title, title_text

__all__ = [
    "DETAILS",
    "KINDS_OF_FIELDS",
    "MAX_PARTS",
    "ElementKey",
    "RecordShape",
    "ResultRecord",
    "SelectorError",
    "SelectorStep",
    "TitleKind",
    "TitlePlace",
    "TitlePlaces",
    "TitleRule",
    "address_of",
    "advertisement_signs",
    "byline_in",
    "choose_title_link",
    "common_heading",
    "date_in",
    "has_address",
    "has_word",
    "heading_above",
    "is_address_text",
    "is_called_title",
    "is_link",
    "is_plain_name",
    "is_plain_tag",
    "leads_to",
    "links_to_search",
    "nodes_before",
    "numbers_of_results",
    "price_in",
    "read_records",
    "says_advertisement",
    "scripted_address",
    "search_pages_of",
    "size_in",
    "title_text",
]
