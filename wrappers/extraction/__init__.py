"""Wrappers: what they are, how they read a page, how they are kept."""

from wrappers.extraction.answer import AnswerKind, judge_answer
from wrappers.extraction.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.constraints_json import (
    ConstraintsFormatError,
    constraints_from_json,
    constraints_to_json,
)
from wrappers.extraction.constraints_learning import learn_constraints
from wrappers.extraction.data_type import DataType
from wrappers.extraction.fields import (
    TitleKind,
    TitleRule,
    address_of,
    choose_title_link,
    has_address,
    has_word,
    in_heading,
    is_link,
    scripted_address,
)
from wrappers.extraction.hits_line import (
    HitsLineRule,
    HitsSample,
    count_agreement,
    learn_hits_line,
    read_hits_lines,
)
from wrappers.extraction.hits_reading import HitsLine, HitsReading, read_line
from wrappers.extraction.intruders import (
    advertisement_signs,
    leads_back,
    says_advertisement,
    search_pages_of,
    without_intruders,
)
from wrappers.extraction.json_format import (
    WrapperFormatError,
    wrapper_from_json,
    wrapper_to_json,
)
from wrappers.extraction.next_page import NextPageRule, NextSample, learn_next_page
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.page_class_wrapper import (
    DataLine,
    PageClassField,
    PageClassFormatError,
    PageClassWrapper,
    bare_title,
    clean_label,
    name_of_place,
)
from wrappers.extraction.page_item import PageItem
from wrappers.extraction.page_lines import PageLine, page_lines
from wrappers.extraction.place import RuleFormatError
from wrappers.extraction.reading import title_text
from wrappers.extraction.record import ResultRecord, SubLink
from wrappers.extraction.selector import (
    ElementKey,
    SelectorError,
    Step,
    is_plain_name,
    is_plain_tag,
    nodes_before,
)
from wrappers.extraction.selector_export import selectors_of, selectors_to_yaml
from wrappers.extraction.shape import RecordShape
from wrappers.extraction.suggestion import find_suggestion
from wrappers.extraction.text_lines import WORD_PATTERN, TextLine, text_lines
from wrappers.extraction.violation import Rule, Violation, violations
from wrappers.extraction.wrapper import (
    MAX_RECORDS,
    MAX_RUN_LENGTH,
    Extent,
    Extraction,
    RecordNodes,
    RecordRule,
    Wrapper,
)

__all__ = [
    "MAX_RECORDS",
    "MAX_RUN_LENGTH",
    "NO_CONSTRAINTS",
    "WORD_PATTERN",
    "AnswerKind",
    "ConstraintsFormatError",
    "DataLine",
    "DataType",
    "ElementKey",
    "Extent",
    "Extraction",
    "HitsLine",
    "HitsLineRule",
    "HitsReading",
    "HitsSample",
    "IntegrityConstraints",
    "NextPageRule",
    "NextSample",
    "NoResultSignature",
    "PageClassField",
    "PageClassFormatError",
    "PageClassWrapper",
    "PageItem",
    "PageLine",
    "RecordNodes",
    "RecordRule",
    "RecordShape",
    "ResultRecord",
    "Rule",
    "RuleFormatError",
    "SelectorError",
    "Step",
    "SubLink",
    "TextLine",
    "TitleKind",
    "TitleRule",
    "Violation",
    "Wrapper",
    "WrapperFormatError",
    "address_of",
    "advertisement_signs",
    "bare_title",
    "choose_title_link",
    "clean_label",
    "constraints_from_json",
    "constraints_to_json",
    "count_agreement",
    "find_suggestion",
    "has_address",
    "has_word",
    "in_heading",
    "is_link",
    "is_plain_name",
    "is_plain_tag",
    "judge_answer",
    "leads_back",
    "learn_constraints",
    "learn_hits_line",
    "learn_next_page",
    "name_of_place",
    "nodes_before",
    "page_lines",
    "read_hits_lines",
    "read_line",
    "says_advertisement",
    "scripted_address",
    "search_pages_of",
    "selectors_of",
    "selectors_to_yaml",
    "text_lines",
    "title_text",
    "violations",
    "without_intruders",
    "wrapper_from_json",
    "wrapper_to_json",
]
