"""Inputs made up at random: pages as broken as the web's."""

from hypothesis import strategies as st

TAGS = (
    *("p", "div", "br", "hr", "b", "font", "ul", "ol", "li", "dl", "dt", "dd", "h3", "span"),
    *("table", "tr", "td", "th", "tbody", "form", "input", "img", "center", "blockquote", "pre"),
)
_ATTRIBUTES = st.sampled_from(
    ("", ' class="r"', ' width="30%"', " colspan=2", " rowspan=900", ' style="margin-left:2em"')
)
_TEXTS = st.sampled_from(("", " ", "1.", "word", "some longer text", "日本語", "&nbsp;", "<", "\n"))
_LINKS = st.builds('<a href="/{}">{}</a>'.format, st.integers(0, 30), _TEXTS)
_OPENINGS = st.builds("<{}{}>".format, st.sampled_from(TAGS), _ATTRIBUTES)
_CLOSINGS = st.builds("</{}>".format, st.sampled_from(TAGS))
SHORT = st.text(max_size=12)
_PARTS = st.one_of(_OPENINGS, _CLOSINGS, _TEXTS, _LINKS)


def json_values(
    keys: st.SearchStrategy[str] = SHORT, leaves: st.SearchStrategy[object] | None = None
) -> st.SearchStrategy[object]:
    """Return any JSON, with these keys, and among its leaves these."""
    plain = st.none() | st.booleans() | st.integers() | st.floats() | SHORT
    return st.recursive(
        plain if leaves is None else plain | leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
        max_leaves=12,
    )


def html_documents() -> st.SearchStrategy[str]:
    """Return markup in which anything may be missing; parts recur, as in lists of records."""
    part = st.lists(_PARTS, max_size=8).map("".join)
    repeated = st.builds(lambda markup, times: markup * times, part, st.integers(1, 6))
    return st.lists(repeated, max_size=6).map("".join)
