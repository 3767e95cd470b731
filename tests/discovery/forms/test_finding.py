"""Forms of a page: which there are, where they go, whose control is whose."""

import json
import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from discovery.forms.classification import classify, rank_search_forms
from discovery.forms.finding import (
    MAX_FIELDS,
    MAX_FORMS,
    MAX_PSEUDO_FORMS,
    find_forms,
    find_forms_as_browser,
)
from discovery.forms.form import FieldOption
from discovery.forms.second_reading import MAX_ELEMENTS, MAX_MARKS, MAX_OPEN, read_again
from discovery.management.commands import find_forms as command
from discovery.pages.decoding import MAX_TAGS
from tests.cases import cases
from tests.discovery.forms.pages import form_of, forms_of, page_of
from tests.programs import run_python
from tests.small_server import Reply

CASES = cases(__file__)

# Each form by the names of its controls, pseudo-forms too.


@pytest.mark.parametrize(("markup", "owned"), CASES["owned"])
def test_whose_control_is_whose(markup, owned):
    found = forms_of(markup)
    assert [form.index for form in found] == list(range(len(found)))
    names = [" ".join(field.name for field in form.fields) for form in found]
    assert names == (owned.split(";") if owned != "none" else [])


def test_pseudo_forms_come_last_and_words_are_of_no_other_form():
    found = forms_of("<input name=loose><form id=a><input name=x></form>")
    assert [(form.pseudo, form.marks) for form in found] == [(False, "a"), (True, "loose")]
    assert (found[1].action, found[1].method) == ("http://site.example/dir/page.html?x=1", "get")
    _, form = forms_of(
        "<form><input name=a>other</form><h2>Find it</h2><script>var x</script><style>p{}</style>"
        "<form id=f class=g><b>Here</b> <input name=q> please<option>no</option></form><p>After"
    )
    assert form.text_before == "Find it"
    assert form.text.startswith("Here please")
    assert form.text_after == "After"
    assert form.marks == "f g"


@pytest.mark.parametrize(("action", "address"), CASES["actions"])
def test_action_is_resolved_or_is_none(action, address):
    assert form_of(f'<form action="{action}"><input name=q></form>').action == (address or None)


def test_where_and_how_a_form_is_sent():
    base = '<base href="http://other.example/b/">'
    assert form_of(f"{base}<form><input name=q></form>").action == (
        "http://site.example/dir/page.html?x=1"
    )
    assert form_of(f"{base}<form action=s><input name=q></form>").action == (
        "http://other.example/b/s"
    )
    plain = form_of("<form><input name=q></form>")
    assert (plain.method, plain.enctype) == ("get", "application/x-www-form-urlencoded")
    assert plain.charset == "utf-8"
    full = form_of(
        '<form method=" POST" enctype=Multipart/Form-Data accept-charset="nonsense, ISO-8859-1">'
        "<input name=q></form>"
    )
    assert (full.method, full.enctype) == ("post", "multipart/form-data")
    assert full.charset == "cp1252"
    odd = form_of("<form method=dialog enctype=odd><input name=q></form>")
    assert (odd.method, odd.enctype) == ("get", "application/x-www-form-urlencoded")
    form = form_of(
        "<form action=/a method=get><input name=q>"
        "<button type=button formaction=/no>x</button>"
        "<button formaction=/b formmethod=post>Search</button>"
        "<button formaction=/c>c</button></form>"
    )
    assert (form.action, form.method) == ("http://site.example/b", "post")


@pytest.mark.parametrize(("markup", "landmark"), CASES["landmarks"])
def test_search_landmark(markup, landmark):
    assert form_of(markup).search_landmark is landmark


def field_of(markup):
    return form_of(f"<form>{markup}</form>").fields[-1]


@pytest.mark.parametrize(("markup", "kind"), CASES["kinds"])
def test_kind(markup, kind):
    assert field_of(markup).kind == kind


@pytest.mark.parametrize(("markup", "value"), CASES["values"])
def test_value(markup, value):
    assert field_of(markup).value == value


def test_states_marks_and_custom_elements():
    field = field_of(
        "<select name=q><option value='' label=All><option value=de selected>Deutsch</select>"
    )
    assert field.options == (FieldOption("", "All"), FieldOption("de", "Deutsch", True))
    field = field_of("<input type=radio name=a value=1 checked required>")
    assert (field.checked, field.required, field.multiple) == (True, True, False)
    for hiding in ("style='DISPLAY : none'", "style=visibility:hidden", "hidden"):
        assert field_of(f"<input name=q {hiding}>").concealed
    assert not field_of("<input name=q style='display:block'>").concealed
    text = field_of("<input name=q id=box class='a b' src=no onclick=no>")
    assert text.marks == "box a b q"
    button = field_of("<input type=image id=go src=/img/search.gif onclick=doSearch()>")
    assert button.marks == "go /img/search.gif doSearch()"
    form = form_of(
        "<form><el-input name=q placeholder=Words><i>x</i></el-input><sl-input></sl-input>"
        "<md-outlined-text-field name=place type=number></md-outlined-text-field>"
        "<el-button type=primary>Find</el-button><x-icon name=z></x-icon></form>"
    )
    assert [(field.name, field.kind, field.label) for field in form.fields] == [
        ("q", "text", ""),
        ("place", "number", ""),
        ("", "submit", "Find"),
    ]


@pytest.mark.parametrize(("markup", "label"), CASES["labels"])
def test_label(markup, label):
    assert field_of(markup).label == label


BOX = "<form action=/search><input name=q><input type=submit value=Search></form>"


def test_much_is_read_and_what_is_too_much_is_cut_and_said_so():
    cart = "<form action=/cart/add><input name=qty><button>Add to cart</button></form>"
    page = page_of(cart * 150 + BOX + cart * 50)
    assert len(find_forms(page)) == 201
    assert [form.index for form, _ in rank_search_forms(page)] == [150]
    hidden = f"<input type=hidden name=state value={'x' * 10_000}>" * 100
    form = form_of(f"<form action=/search>{hidden}<input name=q><button>Search</button></form>")
    assert form.truncated
    assert sum(len(field.value) for field in form.fields) < 600_000
    verdict = classify(form)
    assert not verdict.is_search
    assert verdict.query_field == "q"
    assert "too large to be read whole" in verdict.cues
    form = form_of(
        f"<form><input type=hidden name=state value={'x' * 100_000}><input name=q></form>"
    )
    assert not form.truncated
    assert len(form.fields[0].value) == 100_000


@pytest.mark.parametrize(
    "markup",
    [
        BOX * 5_000,
        "<div><form><input name=q>" * 5_000,
        "<form><table><tr><td>" * 5_000 + "<input name=q>",
        "<form>" + "<input name=q>" * 30_000,
        "<div><input name=q>" * 10_000,
        "<form>" + "<select name=s>" * 3_000 + "<option>x" * 10_000,
        "<form>" + "<label>word<input name=q>" * 10_000,
        "<form>" + ("<i>" * 70 + "</i>" * 70) * 2_000 + "<input name=q>" * 2_000,
        "<fieldset disabled>" * 10_000 + "<input name=q>",
        f"<form action='{'a/' * 500_000}' class='{'search ' * 100_000}'><input name=q>",
        f"<form><input name=q placeholder='{'a' * 500_000}'>{'search ' * 100_000}",
        f"<form><input name='{'[' * 200_000}'>{'&#x202e;' * 1000}",
        "<form accept-charset='" + ", " * 100_000 + "'><input name=q>",
        # As much as the second reading reads.
        "<div>" * (MAX_OPEN - 10) + "</x>" * (MAX_MARKS - 1_000) + "<form><input name=q>",
        "".join(f"<b id={n}>" for n in range(100)) + "<p>x" * 19_000 + "<form><input name=q>",
        ("&amp;" + "x" * 26) * (MAX_MARKS - 1_000) + "<form><input name=q>",
        ("a" * 25 + "</a>") * (MAX_MARKS - 1_000) + "<form><input name=q>",
        "<a><div>" * 90 + "</a>" * (MAX_MARKS - 1_000) + "<form><input name=q>",
        "<table><form><tr><td><input name=q></table>" * 3_000,
        "<table>" + "<b>x<tr>" * 10_000 + "<form><input name=q>",
    ],
    ids=range(20),
)
def test_bounds(markup):
    page = page_of(markup)
    started = time.process_time()
    found = find_forms(page)
    rank_search_forms(page)
    # Each takes below half a second; a quadratic step would take minutes.
    assert time.process_time() - started < 15
    assert len(found) <= MAX_FORMS + MAX_PSEUDO_FORMS
    assert all(len(form.fields) <= MAX_FIELDS for form in found)


def read(markup, find=find_forms_as_browser):
    """Return path and names of each form, the path of a pseudo-form as ""."""
    return [
        ["" if form.pseudo else form.action.rpartition("/")[2], [f.name for f in form.fields]]
        for form in find(page_of(markup))
    ]


@pytest.mark.parametrize(("markup", "forms"), CASES["forms"])
def test_forms_are_those_of_the_standard(markup, forms):
    assert read(markup) == forms


def test_the_second_reading_gives_what_the_first_loses_and_keeps_all_else(monkeypatch):
    markup = f"<div><form action=/s><input type=hidden name=site></div>{BOX[21:]}"
    assert read(markup, find_forms) == [["s", ["site"]], ["", ["q"]]]
    assert read(markup) == [["s", ["site", "q", ""]]]
    [(form, verdict)] = rank_search_forms(page_of(markup))
    assert verdict.query_field == "q"
    assert len(form.fields) == 3
    markup = (
        "<p>Before <form action=/s method=post id=main title='Find &amp; see'><label for=q>Search"
        "</label><input id=q name=q value='a\x01b' data-é=1><x:y></x:y><select name=s><option>1"
        "<option selected>2</select></form><!-- out --> after<form>"
    )
    first, second = (find(page_of(markup))[0] for find in (find_forms, find_forms_as_browser))
    for name in ("action", "method", "marks", "text", "text_before", "text_after", "charset"):
        assert getattr(first, name) == getattr(second, name), name
    assert [field.name for field in second.fields] == ["q", "s"]
    assert second.fields[0].label == "Search"
    assert second.fields[1].options == first.fields[1].options
    monkeypatch.setattr("discovery.forms.second_reading.read_again", lambda page: pytest.fail())
    assert read(BOX * 3) == [["search", ["q", ""]]] * 3


@given(st.lists(st.sampled_from(["x", "<p>y</p>", "<div><b>z</b></div>", BOX]), max_size=8))
def test_of_well_formed_pages_both_readings_are_one(parts):
    page = page_of("<title>t</title>" + "".join(parts))
    reading = read_again(page)
    assert reading is not None
    assert [form.get("action") for form in reading[0].iter("form")] == [
        form.get("action") for form in page.root.iter("form")
    ]
    assert find_forms_as_browser(page) == find_forms(page)


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * (MAX_OPEN + 50) + BOX + "<form>",
        "<p>" * (MAX_ELEMENTS + 1) + BOX + "<form>",
        "<p><!---->" * MAX_MARKS + BOX + "<form>",
        "x" * 900_000 + BOX + "<form>",
        f"<p {' '.join(f'a{n}=1' for n in range(300))}>{BOX}<form>",
        "".join(f"<html a{n}=1>" for n in range(5_000)) + BOX + "<form>",
    ],
    ids=["deep", "many", "comments", "long", "attributes", "roots"],
)
def test_too_much_work_is_left_to_the_first_reading(markup):
    page = page_of(markup)
    assert read_again(page) is None
    assert find_forms_as_browser(page) == find_forms(page)


def test_the_search_path_does_not_import_it():
    code = (
        "import sys, django; django.setup(); import metasearch.urls; "
        "assert not {'bs4', 'html5lib', 'discovery.forms.second_reading'} & set(sys.modules)"
    )
    run_python("-c", code)


PAGE = (
    "<form action=/login><input name=user><input type=password name=p></form>"
    "<form action=search.php role=search><input name=q><button>Search</button></form>"
    "<input name=loose>"
)


def run(*arguments):
    out = StringIO()
    call_command("find_forms", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def refusal(*arguments):
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    return refused.value.returncode, str(refused.value)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def test_a_file_is_told_in_json_and_in_text_and_may_have_no_form(saved, tmp_path):
    forms = json.loads(run(saved, "--json"))["forms"]
    assert [(form["index"], form["is_search"]) for form in forms] == [
        (0, False),
        (1, True),
        (2, False),
    ]
    assert set(forms[1]) == {"index", "is_search", "score", "query_field", "cues"}
    assert forms[1]["query_field"] == "q"
    assert "form's address speaks of search" in forms[1]["cues"]
    assert forms[1]["score"] > 0 > forms[0]["score"]
    text = run(saved, "--url", "http://site.example/a/b.html")
    assert text.splitlines()[0].endswith("search form, query field 'q'")
    assert "GET http://site.example/a/search.php" in text
    path = tmp_path / "page.html"
    path.write_text("<p>nothing</p>", encoding="utf-8")
    assert json.loads(run(str(path), "--json")) == {"forms": []}
    assert run(str(path)) == "The page has no form.\n"


@pytest.mark.parametrize(
    "arguments", [("ftp://site.example/",), ("http://a.example/", "--url", "x")]
)
def test_a_wrong_call(arguments):
    assert refusal(*arguments)[0] == command.WRONG_CALL


def test_files_that_hold_no_page(tmp_path, monkeypatch):
    empty = tmp_path / "empty.html"
    empty.touch()
    assert refusal(str(tmp_path / "none.html")) == (
        command.FAILED,
        f"{tmp_path / 'none.html'} cannot be read: No such file or directory",
    )
    assert refusal(str(empty)) == (command.FAILED, f"{empty} holds no HTML")
    assert refusal(str(tmp_path))[0] == command.FAILED
    empty.write_text("<b>x</b>" * MAX_TAGS, encoding="utf-8")
    assert "tags" in refusal(str(empty))[1]
    monkeypatch.setattr(command, "MAX_BODY_BYTES", 10)
    empty.write_text(PAGE, encoding="utf-8")
    assert refusal(str(empty))[0] == command.FAILED


def test_a_page_from_the_web(web):
    web[0].pages["/"] = PAGE
    assert f"GET {web[0].address}search.php" in run(web[0].address)
    web[0].pages["/"] = Reply(b"%PDF-1.4", content_type="application/pdf")
    assert "no web page but application/pdf" in refusal(web[0].address)[1]


def test_a_site_that_may_not_be_fetched(settings):
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = []
    code, sentence = refusal("http://127.0.0.1:9/")
    assert code == command.FAILED
    assert "127.0.0.1:9 is not fetched" in sentence
