"""What a form sends must be what a browser sends on the Enter key."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.connection.description import (
    ConnectionDescription,
    DescriptionError,
    Parameter,
    ParameterOption,
    ParameterRole,
    query_slot,
)
from discovery.connection.form_description import (
    describe,
    describe_template,
    offered,
    says_all,
    with_choices,
)
from discovery.connection.form_tokens import (
    FormGoneError,
    changing_parameters,
    fresh_values,
    looks_like_token,
    settle_tokens,
)
from discovery.connection.network_capture import describe_request
from discovery.connection.requests import EngineRequest, build_request
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.pages.page import parse_page
from tests.cases import cases
from tests.discovery.connection.pages import described, page_of

CASES = cases(__file__)


@pytest.mark.parametrize(("controls", "pairs"), CASES["sent"])
def test_what_a_form_sends(controls, pairs):
    request = build_request(described(f"<form>{controls}</form>"), "tea")
    assert request.method == "GET" and request.body is None
    assert [*map(list, parse_qsl(urlsplit(request.url).query, keep_blank_values=True))] == pairs


def test_form_of_the_digest():
    """Action, method and parameters of a plain form (Wu, Meng et al. 2003, section 2.5)."""
    description = described(
        '<title>Shelf</title><form action="/find" method="get"><input name="q">'
        '<input type="hidden" name="db" value="all"><input type="submit" value="Go"></form>'
    )
    assert description.action == "http://www.shelf.example/find"
    assert description.site_name == "Shelf"
    assert description.home_url == "http://www.shelf.example/"
    assert description.template == "http://www.shelf.example/find?q={searchTerms}&db=all"
    request = build_request(description, "black tea")
    assert request.url == "http://www.shelf.example/find?q=black+tea&db=all"


def test_unsent_controls_are_described_all_the_same():
    description = described(
        "<form><input name=q><input type=radio name=in value=a><input type=radio name=in value=b>"
        "<input type=checkbox name=exact value=1><input type=submit name=s value=Search>"
        "<input type=submit name=lucky value=Lucky></form>"
    )
    known = [(each.name, each.value, each.sent) for each in description.parameters[1:]]
    assert known == [
        ("in", "a", False),
        ("exact", "1", False),
        ("s", "Search", True),
        ("lucky", "Lucky", False),
    ]
    assert [option.value for option in description.parameters[1].options] == ["a", "b"]


@pytest.mark.parametrize(("action", "expected"), CASES["actions"])
def test_get_replaces_the_query_string_of_the_action(action, expected):
    description = described(f"<form action='{action}'><input name=q></form>")
    assert build_request(description, "tea").url == expected


def test_action_and_query_string():
    base = "<base href='http://base.example/x/'>"
    with_action = described(f"{base}<form action=find><input name=q></form>")
    without = described(f"{base}<form><input name=q></form>")
    assert with_action.action == "http://base.example/x/find"
    assert without.action == "http://www.shelf.example/books/index.html"
    description = described("<form method=post action='/find?db=1'><input name=q></form>")
    request = build_request(description, "tea & milk")
    assert (request.method, request.url) == ("POST", "http://www.shelf.example/find?db=1")
    assert request.body == b"q=tea+%26+milk"
    assert request.content_type == "application/x-www-form-urlencoded"
    assert description.template == ""


def test_file_controls_are_sent_empty():
    form = "<form method=post {}><input name=q><input type=file name=f></form>"
    assert build_request(described(form.format("")), "tea").body == b"q=tea&f="
    body = build_request(described(form.format("enctype=multipart/form-data")), "tea").body or b""
    assert b'name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n' in body


def test_charset_and_button_decide_what_is_sent_and_where():
    form = "<form {}><input name=q value='ж'></form>"
    assert described(form.format(""), charset="windows-1251").charset == "windows-1251"
    assert described(form.format("accept-charset=koi8-r"), charset="utf-8").charset == "koi8-r"
    assert described(form.format("accept-charset=rot13"), charset="utf-8").charset == "utf-8"
    description = described(
        "<form accept-charset='shift_jis utf-8'><input name=q>"
        "<input type=hidden name=_charset_></form>"
    )
    assert build_request(description, "茶").url.endswith("?q=%92%83&_charset_=shift_jis")
    description = described(
        "<form action=/a><input name=q>"
        "<button formaction=/b formmethod=post formenctype=text/plain>Go</button></form>"
    )
    assert description.action.endswith("/b")
    request = build_request(description, "tea")
    assert (request.body, request.content_type) == (b"q=tea\r\n", "text/plain")


HIDDEN = "".join(f"<input type=hidden name=h{n} value={'x' * 200}>" for n in range(5_000))
OPTIONS = "".join(f"<option value={n:0900}>" for n in range(1_500))


@pytest.mark.parametrize(
    ("form", "query_field", "reason"),
    [
        *((f"<form action='{action}'><input name=q>", "q", "action") for action in (
            "javascript:go()", "mailto:me@a.example", "data:text/html,x", "http://a.example:99999",
        )),
        *(("<form><input name=q><input>", name, "no field named") for name in ("", "other")),
        (f"<form><input name=q>{HIDDEN}", "q", "too large"),
        (f"<form><input name=q><select name=s>{OPTIONS}</select>", "q", "characters"),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_cannot_be_sent_is_refused(form, query_field, reason):
    with pytest.raises(DescriptionError, match=reason):
        described(f"{form}</form>", query_field)


def test_what_stands_around_a_form_and_a_template_alone_describe_an_engine():
    page = page_of(
        "<html lang='pt_BR'><meta property='og:site_name' content=' The  Shelf '>"
        "<form><input name=q></form>"
    )
    description = describe(find_forms(page)[0], "q", page)
    assert description.site_name == "The Shelf"
    assert description.language == "pt-BR"
    description = describe_template("https://a.example/find/{searchTerms}?x=1")
    assert description.site_name == "a.example"
    assert description.home_url == "https://a.example/"
    assert build_request(description, "a/b c").url == "https://a.example/find/a%2Fb%20c?x=1"


@pytest.mark.parametrize(
    ("title", "name"),
    [("Find books | Shelf", "Shelf"), ("Books, books", "Books, books"), ("", "shelf.example")],
)
def test_site_name_out_of_the_title(title, name):
    assert described(f"<title>{title}</title><form><input name=q></form>").site_name == name


@pytest.mark.parametrize(("control", "role"), CASES["roles"])
def test_roles_are_recognised(control, role):
    description = described(f"<form><input name=q>{control}</form>")
    assert description.parameters[1].role == (ParameterRole(role) if role else None)


@pytest.mark.parametrize("template", CASES["never_asked"])
def test_template_that_can_never_be_asked(template):
    with pytest.raises(DescriptionError):
        describe_template(template)


NARROWED = (
    "<form action=/find><input name=q><select name={name}><option value=0>{all}</option>"
    "<option value=img selected>Images</option><option value=txt>Texts</option></select></form>"
)


def chosen(address: str, name: str = "in", every: str = "Everything") -> str:
    page = parse_page(NARROWED.format(name=name, all=every).encode(), address)
    (form,) = find_forms(page)
    _, parameter = describe(form, "q", page).parameters
    return parameter.value


@pytest.mark.parametrize(("address", "name", "every", "kept"), CASES["narrowed"])
def test_what_is_asked_for(address, name, every, kept):
    assert chosen(address, name, every) == kept


def test_all_in_many_languages():
    for label in (
        *("All", "alle Bereiche", "Tous les champs", "Все разделы", "すべて", "全部分类", "الكل"),
    ):
        assert says_all(ParameterOption("7", label))
    for label in ("Allier", "Todd", "Kaikkonen", "Tuttle"):
        assert not says_all(ParameterOption("7", label))


WITH_TOKEN = (
    "<form method=post action='/find{session}'><input name=q>"
    "<input type=hidden name=csrf_token value={token}>"
    "<input type=hidden name=cx value=0176abc9de8f2a1b4c5d6e7f8091a2b3>"
    "<input type=hidden name=lang value=en></form>"
)
LOGIN = "<form method=post action=/login><input name=user><input type=password name=p></form>"


def form(html: str) -> SearchForm:
    return find_forms(page_of(html))[0]


TOKENS = CASES["tokens"]
SETTINGS = CASES["settings"]


@pytest.mark.parametrize(("name", "value"), TOKENS + SETTINGS)
def test_tokens_by_their_shape(name, value):
    assert looks_like_token(name, value) is ([name, value] in TOKENS)


def test_what_changes_between_visits_or_is_named_so_is_a_token():
    first, second = (
        form(WITH_TOKEN.format(token=token, session="")) for token in ("abcdef1", "abcdef2")
    )
    assert changing_parameters(first, second) == {"csrf_token"}
    assert changing_parameters(first, first) == frozenset()
    html = WITH_TOKEN.format(token="abcdef1", session="")
    description = described(html)
    assert description.tokens == ("csrf_token",)
    settled = settle_tokens(description, form(html), form(html))
    assert settled.tokens == ("csrf_token",)
    changed = form(html.replace("value=en", "value=ru"))
    assert set(settle_tokens(description, form(html), changed).tokens) == {"csrf_token", "lang"}


def test_fresh_values_and_addresses_replace_the_stored_ones():
    description = described(WITH_TOKEN.format(token="abcdef1", session=""))
    assert description.needs_form_page
    now = page_of(LOGIN + WITH_TOKEN.format(token="newtoken2", session=""))
    fresh = fresh_values(description, now)
    assert fresh["csrf_token"] == "newtoken2"
    body = build_request(description, "tea", fresh).body or b""
    assert b"q=tea&csrf_token=newtoken2&" in body
    assert b"lang=en" in body
    description = described(WITH_TOKEN.format(token="abcdef1", session=";jsessionid=AAA"))
    assert description.action_changes
    now = page_of(WITH_TOKEN.format(token="abcdef1", session=";jsessionid=BBB"))
    request = build_request(description, "tea", fresh_values(description, now))
    assert request.url.endswith("/find;jsessionid=BBB")


def test_a_form_without_tokens_needs_no_page_and_one_that_is_gone_is_told():
    description = described("<form><input name=q><input type=hidden name=a value=b></form>")
    assert not description.needs_form_page
    assert fresh_values(description, page_of(LOGIN)) == {}
    description = described(WITH_TOKEN.format(token="abcdef1", session=""))
    with pytest.raises(FormGoneError, match="no longer"):
        fresh_values(description, page_of(LOGIN))


LANGUAGE, DATE, SAFE = ParameterRole.LANGUAGE, ParameterRole.DATE, ParameterRole.SAFE_SEARCH


def control(name, role, *options, value=""):
    choices = tuple(ParameterOption(*option) for option in options)
    return Parameter(name, value, "select", choices, role=role)


def engine(*parameters):
    return ConnectionDescription(
        action="https://a.example/find", parameters=(query_slot("q"), *parameters)
    )


ENGINE = engine(
    control("hl", LANGUAGE, ("", "Any"), ("lang_de", "German"), ("2", "Français"), ("pt-BR", "x")),
    control("when", DATE, ("", "Any time"), ("86400", "Past 24 hours"), ("qdr:w", ""), ("y", "")),
    control("safe", SAFE, ("0", "Off"), ("1", "Moderate"), ("2", "Strict"), value="1"),
    control("cat", ParameterRole.CATEGORY, ("de", "German")),
)


def test_what_is_offered():
    assert offered(ENGINE) == {
        LANGUAGE: ("de", "fr", "pt"),
        DATE: ("day", "week", "year"),
        SAFE: ("off", "moderate", "strict"),
    }
    assert offered(engine()) == {}


@pytest.mark.parametrize(
    ("choices", "sent"),
    [
        ({}, "hl=&when=&safe=1"),
        ({LANGUAGE: "fr"}, "hl=2&when=&safe=1"),
        ({LANGUAGE: "de", DATE: "day", SAFE: "strict"}, "hl=lang_de&when=86400&safe=2"),
        ({DATE: "week", SAFE: "off"}, "hl=&when=qdr%3Aw&safe=0"),
        ({LANGUAGE: "ja", DATE: "month"}, "hl=&when=&safe=1"),
    ],
)
def test_the_request_carries_what_is_chosen_and_offered(choices, sent):
    url = build_request(with_choices(ENGINE, choices), "x").url
    assert url == f"https://a.example/find?q=x&{sent}&cat="


@pytest.mark.parametrize(("label", "value", "meant"), CASES["periods"])
def test_periods(label, value, meant):
    found = offered(engine(control("t", DATE, (value, label))))
    assert found == ({DATE: (meant,)} if meant else {})


@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from([LANGUAGE, DATE, SAFE]))
def test_no_choice_raises_and_what_is_offered_can_be_chosen(value, label, role):
    description = engine(control("x", role, (value, label)))
    for found, values in offered(description).items():
        chosen = with_choices(description, {found: values[0]})
        assert chosen.parameters[1].value == value


@pytest.mark.parametrize("space", ["%20", "+"])
def test_a_query_in_the_address_of_a_captured_post_is_sent_as_it_was(space: str) -> None:
    seen = EngineRequest("POST", f"http://a.example/s?q=sea{space}fish&n=1&r=a%26b")
    asked = describe_request(seen, "sea fish")
    request = build_request(asked, "r&b 50%")
    assert parse_qsl(urlsplit(request.url).query) == [("q", "r&b 50%"), ("n", "1"), ("r", "a&b")]
