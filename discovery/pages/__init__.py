"""Pages: bytes to a parsed page, its tag tree, its addresses."""

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
    WINDOW_WIDTH,
    Box,
    Font,
    Layout,
    Piece,
    PieceKind,
    StoredLayout,
    bounding_box,
    estimate_layout,
    wanted_style_sheets,
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
from discovery.pages.segmentation import VisualBlock, segment_page
from discovery.pages.styles import KeptStyles, Visibility, keep_styles
from discovery.pages.tracking import without_tracking
from discovery.pages.tree import (
    HEADING_TAGS,
    INVISIBLE_TAGS,
    LINE_TAGS,
    MAX_CLASS_NAMES,
    class_names,
    elements_in_order,
    fold_space,
    tag_path,
    visible_text,
)
from discovery.pages.urls import (
    ascii_url,
    comparison_key,
    hides_host,
    query_pairs,
    resolve_url,
    unwrap_redirect,
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
    "ascii_url",
    "asks_for_birthday",
    "asks_for_password",
    "bounding_box",
    "choose_label",
    "class_names",
    "comparison_key",
    "elements_in_order",
    "estimate_layout",
    "find_blockage",
    "find_challenge_mark",
    "find_index",
    "find_message",
    "find_view",
    "fold_space",
    "hides_host",
    "is_heavy",
    "is_markup",
    "is_shown_title",
    "keep_styles",
    "main_text",
    "may_be_data",
    "parse_answer",
    "parse_page",
    "query_pairs",
    "question_of",
    "read_index",
    "resolve_url",
    "safe_xml_parser",
    "segment_page",
    "site_question",
    "tag_path",
    "unwrap_redirect",
    "visible_text",
    "wall_controls",
    "wanted_style_sheets",
    "without_tracking",
]
