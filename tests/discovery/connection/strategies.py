"""Descriptions of every shape, for property tests."""

from hypothesis import strategies as st

from discovery.connection.description import (
    BrowserSearch,
    ConnectionDescription,
    FreshValue,
    Header,
    KeptCookie,
    PageCursor,
    PageNumber,
    PagePath,
    PagingRule,
    Parameter,
    ParameterOption,
    ParameterRole,
    PassedWall,
    query_slot,
)

# Any text at all: control characters, halves of surrogate pairs, non-characters, backslashes.
TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=()), st.sampled_from("\\u0<&\"'\t\r\n\0\ufffe\ud800")
    ),
    max_size=12,
)
NAMES = TEXTS.filter(bool)
ADDRESSES = st.sampled_from(
    ["http://a.example/", "https://b.example:8443/x?y=1&z=<\"'>", "http://c.example/é/%20"]
)
PARAMETERS = st.builds(
    Parameter,
    name=NAMES,
    value=TEXTS,
    kind=st.sampled_from(["hidden", "select", "radio", "checkbox", "submit", "text", "image"]),
    options=st.lists(st.builds(ParameterOption, TEXTS, TEXTS), max_size=3).map(tuple),
    label=TEXTS,
    sent=st.booleans(),
    role=st.none() | st.sampled_from(ParameterRole),
    token=st.booleans(),
)
NUMBERS = st.builds(
    PageNumber,
    parameter=NAMES,
    first=st.integers(-10, 10),
    step=st.integers(0, 100),
    pattern=st.sampled_from(["{page}", "p-{page}"]),
)
WALLS = st.builds(
    PassedWall, st.sampled_from(["consent", "age", "region", "language"]), TEXTS, ADDRESSES
)
COOKIES = st.builds(KeptCookie, ADDRESSES, NAMES)
HEADERS = st.sampled_from([Header("Accept", "a/b; {json:searchTerms}"), Header("X-A", "b")])
FRESH = st.builds(FreshValue, st.just("one"), ADDRESSES, TEXTS, TEXTS, TEXTS, TEXTS)
CURSORS = st.just(PageCursor("/after", "/page/end"))
RULES = st.builds(PagingRule, cursor=CURSORS) | st.builds(
    PagingRule,
    numbers=st.lists(NUMBERS, min_size=1, max_size=3).map(tuple),
    method=st.sampled_from(["", "get", "post"]),
    origin=st.just("") | ADDRESSES,
    path=st.none() | st.builds(PagePath, TEXTS, st.integers(0, 9), st.integers(0, 9)),
    added=st.lists(st.tuples(TEXTS, TEXTS), max_size=2).map(tuple),
    dropped=st.lists(TEXTS, max_size=2).map(tuple),
)


@st.composite
def descriptions(draw: st.DrawFn) -> ConnectionDescription:
    parameters = draw(st.lists(PARAMETERS, max_size=4).map(tuple))
    place = draw(st.integers(0, len(parameters)))
    query = query_slot(
        draw(NAMES), draw(st.sampled_from(["{searchTerms}", "in:all {searchTerms}"]))
    )
    form_page = draw(st.just("") | ADDRESSES)
    return ConnectionDescription(
        site_name=draw(TEXTS),
        home_url=draw(st.just("") | ADDRESSES),
        form_page=form_page,
        action=draw(ADDRESSES),
        method=draw(st.sampled_from(["get", "post"])),
        enctype=draw(
            st.sampled_from(
                ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]
            )
        ),
        charset=draw(st.sampled_from(["utf-8", "shift_jis", "windows-1251"])),
        parameters=(*parameters[:place], query, *parameters[place:]),
        template=draw(TEXTS),
        action_changes=draw(st.booleans()),
        session_required=draw(st.booleans()),
        in_browser=draw(st.sampled_from(BrowserSearch)) if form_page else BrowserSearch.NO,
        paging=draw(st.none() | RULES),
        walls=draw(st.lists(WALLS, max_size=2).map(tuple)),
        exact=draw(st.booleans()),
        body=draw(TEXTS).replace("{", ""),
        headers=draw(st.lists(HEADERS, max_size=2, unique=True).map(tuple)),
        fresh=draw(st.lists(FRESH, max_size=1).map(tuple)),
        cookies=draw(st.lists(COOKIES, max_size=2).map(tuple)),
        language=draw(TEXTS),
        suggestions=draw(st.sampled_from(["", "http://a.example/?s={searchTerms}"])),
    )
