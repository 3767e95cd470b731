"""What a form sends must be what a browser sends on the Enter key."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from discovery.connection import (
    DescriptionError,
    ParameterRole,
    build_request,
    describe,
    describe_template,
)
from discovery.forms import find_forms
from tests.discovery.connection.pages import described, page_of


def sent(form: str, query: str = "tea", query_field: str = "q") -> list[tuple[str, str]]:
    """Return the pairs that a GET form sends."""
    request = build_request(described(form, query_field), query)
    assert request.method == "GET" and request.body is None
    return parse_qsl(urlsplit(request.url).query, keep_blank_values=True)


def test_form_of_the_digest() -> None:
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


def test_controls_keep_their_order_around_the_query() -> None:
    assert sent(
        '<form><input type=hidden name=a value=1><input name=q><input type=hidden name=b value="">'
        "<input name=author></form>"
    ) == [("a", "1"), ("q", "tea"), ("b", ""), ("author", "")]


def test_only_successful_controls_are_sent() -> None:
    assert sent(
        "<form><input name=q value=old><input type=checkbox name=off value=1>"
        "<input type=checkbox name=on checked><input type=checkbox name=empty value='' checked>"
        "<input type=radio name=where value=here><input type=radio name=where value=there checked>"
        "<input type=radio name=none value=1><input value=nameless><input name=out disabled>"
        "<input type=reset name=r value=Reset><button type=button name=b value=1>Menu</button>"
        "<textarea name=note>line</textarea></form>"
    ) == [("q", "tea"), ("on", "on"), ("empty", ""), ("where", "there"), ("note", "line")]


def test_selects_send_what_they_show() -> None:
    assert sent(
        "<form><input name=q><select name=first><option>A<option>B</select>"
        "<select name=marked><option>A<option selected>B</select>"
        "<select name=many multiple><option>A<option selected>B<option selected>C</select>"
        "<select name=nothing multiple><option>A</select><select name=empty></select>"
        "<select name=hint><option selected disabled>choose<option>A</select>"
        "<select name=late><option disabled>choose<option>A</select></form>"
    ) == [
        ("q", "tea"),
        ("first", "A"),
        ("marked", "B"),
        ("many", "B"),
        ("many", "C"),
        ("late", "A"),
    ]


def test_unsent_controls_are_described_all_the_same() -> None:
    description = described(
        "<form><input name=q><input type=radio name=in value=a><input type=radio name=in value=b>"
        "<input type=checkbox name=exact value=1><input type=submit name=s value=Search>"
        "<input type=submit name=lucky value=Lucky></form>"
    )
    known = [(each.name, each.value, each.sent) for each in description.parameters]
    assert known == [
        ("in", "a", False),
        ("exact", "1", False),
        ("s", "Search", True),
        ("lucky", "Lucky", False),
    ]
    assert [option.value for option in description.parameters[0].options] == ["a", "b"]


def test_first_submit_button_is_pressed() -> None:
    assert sent(
        "<form><input name=q><button name=go value=1>Go</button>"
        "<input type=submit name=lucky value=Lucky></form>"
    ) == [("q", "tea"), ("go", "1")]
    assert sent("<form><input name=q><input type=image name=go src=go.gif></form>") == [
        ("q", "tea"),
        ("go.x", "0"),
        ("go.y", "0"),
    ]
    assert sent("<form><input type=image src=go.gif><input name=q></form>") == [
        ("x", "0"),
        ("y", "0"),
        ("q", "tea"),
    ]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("", "http://www.shelf.example/books/index.html?q=tea"),
        ("find?old=1#top", "http://www.shelf.example/books/find?q=tea"),
        ("//other.example", "http://other.example?q=tea"),
        ("/sök", "http://www.shelf.example/s%C3%B6k?q=tea"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/?q=tea"),
    ],
)
def test_get_replaces_the_query_string_of_the_action(action: str, expected: str) -> None:
    description = described(f"<form action='{action}'><input name=q></form>")
    assert build_request(description, "tea").url == expected


def test_action_starts_from_the_base_but_no_action_is_the_page_itself() -> None:
    base = "<base href='http://base.example/x/'>"
    with_action = described(f"{base}<form action=find><input name=q></form>")
    without = described(f"{base}<form><input name=q></form>")
    assert with_action.action == "http://base.example/x/find"
    assert without.action == "http://www.shelf.example/books/index.html"


def test_post_keeps_the_query_string_of_the_action() -> None:
    description = described("<form method=post action='/find?db=1'><input name=q></form>")
    request = build_request(description, "tea & milk")
    assert (request.method, request.url) == ("POST", "http://www.shelf.example/find?db=1")
    assert request.body == b"q=tea+%26+milk"
    assert request.content_type == "application/x-www-form-urlencoded"
    assert description.template == ""


def test_file_controls_are_sent_empty() -> None:
    form = "<form method=post {}><input name=q><input type=file name=f></form>"
    assert build_request(described(form.format("")), "tea").body == b"q=tea&f="
    body = build_request(described(form.format("enctype=multipart/form-data")), "tea").body or b""
    assert b'name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n' in body


def test_isindex_is_sent_without_its_name() -> None:
    description = described("<form action=/find><input name=isindex></form>", "isindex")
    url = "http://www.shelf.example/find?green+tea"
    assert build_request(description, "green tea").url == url
    assert description.template == "http://www.shelf.example/find?{searchTerms}"


def test_charset_field_tells_the_charset() -> None:
    description = described(
        "<form accept-charset='shift_jis utf-8'><input name=q>"
        "<input type=hidden name=_charset_></form>"
    )
    assert build_request(description, "茶").url.endswith("?q=%92%83&_charset_=shift_jis")


def test_charset_of_the_form_else_of_the_page() -> None:
    form = "<form {}><input name=q value='ж'></form>"
    assert described(form.format(""), charset="windows-1251").charset == "windows-1251"
    assert described(form.format("accept-charset=koi8-r"), charset="utf-8").charset == "koi8-r"
    assert described(form.format("accept-charset=rot13"), charset="utf-8").charset == "utf-8"


def test_pair_of_fields_with_one_name() -> None:
    assert sent("<form><input type=hidden name=q value=site:x><input name=q></form>") == [
        ("q", "site:x"),
        ("q", "tea"),
    ]


def test_button_decides_where_the_form_goes() -> None:
    description = described(
        "<form action=/a><input name=q>"
        "<button formaction=/b formmethod=post formenctype=text/plain>Go</button></form>"
    )
    assert description.action.endswith("/b")
    request = build_request(description, "tea")
    assert (request.body, request.content_type) == (b"q=tea\r\n", "text/plain")


@pytest.mark.parametrize(
    "action",
    ["javascript:go()", "mailto:me@a.example", "data:text/html,x", "http://a.example:99999"],
)
def test_action_that_is_no_web_address_is_refused(action: str) -> None:
    with pytest.raises(DescriptionError, match="action"):
        described(f"<form action='{action}'><input name=q></form>")


@pytest.mark.parametrize("query_field", ["", "other"])
def test_query_field_must_be_sendable(query_field: str) -> None:
    with pytest.raises(DescriptionError, match="no field named"):
        described("<form><input name=q><input></form>", query_field)


def test_a_megabyte_of_hidden_fields_is_refused() -> None:
    many = "".join(f"<input type=hidden name=h{n} value={'x' * 200}>" for n in range(5_000))
    with pytest.raises(DescriptionError, match="too large"):
        described(f"<form><input name=q>{many}</form>")


def test_options_beyond_measure_are_refused() -> None:
    options = "".join(f"<option value={n:0900}>" for n in range(1_500))
    with pytest.raises(DescriptionError, match="characters"):
        described(f"<form><input name=q><select name=s>{options}</select></form>")


def test_page_tells_icon_and_language() -> None:
    page = page_of(
        "<html lang='pt_BR'><meta property='og:site_name' content=' The  Shelf '>"
        "<link rel='shortcut icon' href='/i.ico'><form><input name=q></form>"
    )
    description = describe(find_forms(page)[0], "q", page)
    assert description.site_name == "The Shelf"
    assert description.icon == "http://www.shelf.example/i.ico"
    assert description.language == "pt-BR"


@pytest.mark.parametrize(
    ("title", "name"),
    [("Find books | Shelf", "Shelf"), ("Books, books", "Books, books"), ("", "shelf.example")],
)
def test_site_name_out_of_the_title(title: str, name: str) -> None:
    assert described(f"<title>{title}</title><form><input name=q></form>").site_name == name


@pytest.mark.parametrize(
    ("control", "role"),
    [
        ("<select name=a><option value=en>English<option value=de>Deutsch</select>", "language"),
        ("<label for=i>Sprache</label><select id=i name=x><option>1<option>2</select>", "language"),
        (
            "<select name=x><option value=''>Any<option value=1>Past week<option value=2>Past year"
            "</select>",
            "date",
        ),
        (
            "<input type=radio name=x value=0>Off<input type=radio name=x value=1>Moderate"
            "<input type=radio name=x value=2>Strict",
            "safe-search",
        ),
        ("<select name='search[category]'><option>Tea<option>Pots</select>", "category"),
        ("<select name=n><option>10<option>20</select> results per page", "page-size"),
        ("<input type=hidden name=sortBy value=rank>", "sort"),
        ("<input type=hidden name=submitted value=1>", None),
    ],
)
def test_roles_are_recognised(control: str, role: str | None) -> None:
    description = described(f"<form><input name=q>{control}</form>")
    assert description.parameters[0].role == (ParameterRole(role) if role else None)


def test_engine_known_by_template_alone() -> None:
    description = describe_template("https://a.example/find/{searchTerms}?x=1")
    assert description.site_name == "a.example"
    assert description.home_url == "https://a.example/"
    assert build_request(description, "a/b c").url == "https://a.example/find/a%2Fb%20c?x=1"


@pytest.mark.parametrize(
    "template",
    [
        "",
        "ftp://a.example/{searchTerms}",
        "https://a.example/",
        "https://a.example/#q={searchTerms}",
        "https://{searchTerms}/",
        "https://{searchTerms}.a.example/",
        "https://a.example/?q={searchTerms}&lat={geo:lat}",
        "javascript:alert('{searchTerms}')",
    ],
)
def test_template_that_can_never_be_asked(template: str) -> None:
    with pytest.raises(DescriptionError):
        describe_template(template)
