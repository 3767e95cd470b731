"""Pages: bytes to a parsed page, its tag tree, its addresses."""

from discovery.pages.acts import (
    address_acts,
    insists_on_act,
    link_acts,
    parameter_acts,
    says_act,
    says_search,
)
from discovery.pages.blocked import (
    Blockage,
    asks_for_password,
    find_blockage,
    find_challenge_mark,
)
from discovery.pages.data import (
    DataView,
    IndexView,
    SiteIndex,
    find_index,
    find_view,
    is_shown_title,
    read_index,
    safe_xml_parser,
)
from discovery.pages.formats import BLANK, is_markup, may_be_data
from discovery.pages.layout import (
    Box,
    Font,
    Layout,
    Piece,
    PieceKind,
    StoredLayout,
    bounding_box,
)
from discovery.pages.main_text import main_text
from discovery.pages.messages import Message, ObstacleKind, SayingFinder, find_message
from discovery.pages.page import (
    NotHtmlError,
    Page,
    PageTooHeavyError,
    is_heavy,
    parse_answer,
    parse_page,
)
from discovery.pages.refresh import refresh_of, refresh_target
from discovery.pages.segmentation import VisualBlock, segment_page
from discovery.pages.style_rules import WINDOW_WIDTH
from discovery.pages.tracking import without_tracking
from discovery.pages.tree import (
    HEADING_TAGS,
    INVISIBLE_TAGS,
    LINE_TAGS,
    MAX_CLASS_NAMES,
    class_names,
    elements_in_order,
    fold_space,
    fold_text,
    tag_path,
    visible_text,
)
from discovery.pages.urls import (
    ascii_url,
    comparison_key,
    hides_host,
    query_pairs,
    resolve_url,
    route_of,
    unwrap_redirect,
)
from discovery.pages.visibility import (
    KeptStyles,
    Visibility,
    keep_styles,
    linked_rules,
    wanted_sheets,
)
from discovery.pages.wall_controls import wall_controls
from discovery.pages.wall_labels import WallManner, choose_label
from discovery.pages.wall_questions import asks_for_birthday, question_of, site_question

__all__ = [
    "BLANK",
    "HEADING_TAGS",
    "INVISIBLE_TAGS",
    "LINE_TAGS",
    "MAX_CLASS_NAMES",
    "WINDOW_WIDTH",
    "Blockage",
    "Box",
    "DataView",
    "Font",
    "IndexView",
    "KeptStyles",
    "Layout",
    "Message",
    "NotHtmlError",
    "ObstacleKind",
    "Page",
    "PageTooHeavyError",
    "Piece",
    "PieceKind",
    "SayingFinder",
    "SiteIndex",
    "StoredLayout",
    "Visibility",
    "VisualBlock",
    "WallManner",
    "address_acts",
    "ascii_url",
    "asks_for_birthday",
    "asks_for_password",
    "bounding_box",
    "choose_label",
    "class_names",
    "comparison_key",
    "elements_in_order",
    "find_blockage",
    "find_challenge_mark",
    "find_index",
    "find_message",
    "find_view",
    "fold_space",
    "fold_text",
    "hides_host",
    "insists_on_act",
    "is_heavy",
    "is_markup",
    "is_shown_title",
    "keep_styles",
    "link_acts",
    "linked_rules",
    "main_text",
    "may_be_data",
    "parameter_acts",
    "parse_answer",
    "parse_page",
    "query_pairs",
    "question_of",
    "read_index",
    "refresh_of",
    "refresh_target",
    "resolve_url",
    "route_of",
    "safe_xml_parser",
    "says_act",
    "says_search",
    "segment_page",
    "site_question",
    "tag_path",
    "unwrap_redirect",
    "visible_text",
    "wall_controls",
    "wanted_sheets",
    "without_tracking",
]
