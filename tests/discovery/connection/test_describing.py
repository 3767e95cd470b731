"""What a form sends must be what a browser sends on the Enter key."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from discovery.connection.description import DescriptionError, ParameterRole
from discovery.connection.form_description import describe, describe_template
from discovery.connection.requests import build_request
from discovery.forms.finding import find_forms
from tests.discovery.connection.pages import described, page_of

SENT = [
    # Controls keep their order around the query; two fields may have one name.
    ('<input type=hidden name=a value=1><input name=q><input type=hidden name=b value="">'
     "<input name=author>", [("a", "1"), ("q", "tea"), ("b", ""), ("author", "")]),
    ("<input type=hidden name=q value=site:x><input name=q>", [("q", "site:x"), ("q", "tea")]),
    # Only successful controls are sent.
    ("<input name=q value=old><input type=checkbox name=off value=1>"
     "<input type=checkbox name=on checked><input type=checkbox name=empty value='' checked>"
     "<input type=radio name=where value=here><input type=radio name=where value=there checked>"
     "<input type=radio name=none value=1><input value=nameless><input name=out disabled>"
     "<input type=reset name=r value=Reset><button type=button name=b value=1>Menu</button>"
     "<textarea name=note>line</textarea>",
     [("q", "tea"), ("on", "on"), ("empty", ""), ("where", "there"), ("note", "line")]),
    # Selects send what they show.
    ("<input name=q><select name=first><option>A<option>B</select>"
     "<select name=marked><option>A<option selected>B</select>"
     "<select name=many multiple><option>A<option selected>B<option selected>C</select>"
     "<select name=nothing multiple><option>A</select><select name=empty></select>"
     "<select name=hint><option selected disabled>choose<option>A</select>"
     "<select name=late><option disabled>choose<option>A</select>",
     [("q", "tea"), ("first", "A"), ("marked", "B"), ("many", "B"), ("many", "C"), ("late", "A")]),
    # The first submit button is pressed.
    ("<input name=q><button name=go value=1>Go</button>"
     "<input type=submit name=lucky value=Lucky>", [("q", "tea"), ("go", "1")]),
    ("<input name=q><input type=image name=go src=go.gif>",
     [("q", "tea"), ("go.x", "0"), ("go.y", "0")]),
    ("<input type=image src=go.gif><input name=q>", [("x", "0"), ("y", "0"), ("q", "tea")]),
]  # fmt: skip


@pytest.mark.parametrize(("controls", "pairs"), SENT)
def test_what_a_form_sends(controls, pairs):
    request = build_request(described(f"<form>{controls}</form>"), "tea")
    assert request.method == "GET" and request.body is None
    assert parse_qsl(urlsplit(request.url).query, keep_blank_values=True) == pairs


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
    known = [(each.name, each.value, each.sent) for each in description.parameters]
    assert known == [
        ("in", "a", False),
        ("exact", "1", False),
        ("s", "Search", True),
        ("lucky", "Lucky", False),
    ]
    assert [option.value for option in description.parameters[0].options] == ["a", "b"]


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


def test_file_controls_are_sent_empty_and_isindex_without_its_name():
    form = "<form method=post {}><input name=q><input type=file name=f></form>"
    assert build_request(described(form.format("")), "tea").body == b"q=tea&f="
    body = build_request(described(form.format("enctype=multipart/form-data")), "tea").body or b""
    assert b'name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n' in body
    description = described("<form action=/find><input name=isindex></form>", "isindex")
    url = "http://www.shelf.example/find?green+tea"
    assert build_request(description, "green tea").url == url
    assert description.template == "http://www.shelf.example/find?{searchTerms}"


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
        "<link rel='shortcut icon' href='/i.ico'><form><input name=q></form>"
    )
    description = describe(find_forms(page)[0], "q", page)
    assert description.site_name == "The Shelf"
    assert description.icon == "http://www.shelf.example/i.ico"
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
def test_roles_are_recognised(control, role):
    description = described(f"<form><input name=q>{control}</form>")
    assert description.parameters[0].role == (ParameterRole(role) if role else None)


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
def test_template_that_can_never_be_asked(template):
    with pytest.raises(DescriptionError):
        describe_template(template)
