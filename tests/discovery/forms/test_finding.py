"""Forms of a page: which there are, where they go, whose control is whose."""

import pytest

from tests.discovery.forms.pages import form_of, forms_of

# Each form by the names of its controls, pseudo-forms too.
OWNED = [
    ("<input name=loose><form id=a><input name=x></form><div><form id=b><input name=y></form></div>"
     "<form id=c></form>", "x;y;;loose"),
    # Tied by the form attribute; one that names nothing counts as none.
    ("<input name=before form=s><form id=s><input name=q></form>"
     "<form id=t><input name=r form=s></form><button form=s name=go>Go</button>",
     "before q r go;"),
    ('<form id=""><input name=q form=nowhere><input name=r form=""></form>', "q r"),
    # Of forms in forms the innermost owns a control; one left open owns what follows.
    ("<form id=o><input name=a><div><form id=i><input name=b></form></div></form>", "a;b"),
    ("<table><tr><td><div><form action=/s></div></td><td><input name=q></td></tr></table>"
     "<input type=submit name=go><form action=/t><input name=r></form><button name=b>b</button>",
     "q go;r"),
    # Disabled controls are left out.
    ("<form><input name=a disabled><fieldset disabled><fieldset><input name=b></fieldset>"
     "</fieldset><input name=c><select name=d disabled><option>1</select></form>", "c"),
    # A pseudo-form takes the button beside its text input; check boxes and buttons make none.
    ("<div><p><input name=q placeholder=Search></p><button name=go>Go</button></div>"
     "<div><input type=search name=r></div>", "q go;r"),
    ("<input type=checkbox name=a><button>b</button><select name=c></select>", None),
    # What a custom element sends outside a form is not known.
    ("<el-input name=q></el-input><el-button>Find</el-button>", None),
]  # fmt: skip


@pytest.mark.parametrize(("markup", "owned"), OWNED)
def test_whose_control_is_whose(markup, owned):
    found = forms_of(markup)
    assert [form.index for form in found] == list(range(len(found)))
    names = [" ".join(field.name for field in form.fields) for form in found]
    assert names == ([] if owned is None else owned.split(";"))


def test_pseudo_forms_come_last_and_send_to_the_page_itself():
    found = forms_of("<input name=loose><form id=a><input name=x></form>")
    assert [(form.pseudo, form.marks) for form in found] == [(False, "a"), (True, "loose")]
    assert (found[1].action, found[1].method) == ("http://site.example/dir/page.html?x=1", "get")


@pytest.mark.parametrize(
    ("action", "address"),
    [
        ("/find", "http://site.example/find"),
        ("find.php?lang=en", "http://site.example/dir/find.php?lang=en"),
        ("?x=2", "http://site.example/dir/page.html?x=2"),
        ("//other.example/s#top", "http://other.example/s"),
        (" /a\nb ", "http://site.example/ab"),
        ("", "http://site.example/dir/page.html?x=1"),
        ("#", "http://site.example/dir/page.html?x=1"),
        ("javascript:search()", None),
        ("mailto:someone@site.example", None),
        ("data:text/html,hello", None),
        ("http://[broken", None),
        ("ftp://site.example/", None),
    ],
)
def test_action_is_resolved_or_is_none(action, address):
    assert form_of(f'<form action="{action}"><input name=q></form>').action == address


def test_no_action_means_the_page_itself_whatever_the_base():
    base = '<base href="http://other.example/b/">'
    assert form_of(f"{base}<form><input name=q></form>").action == (
        "http://site.example/dir/page.html?x=1"
    )
    assert form_of(f"{base}<form action=s><input name=q></form>").action == (
        "http://other.example/b/s"
    )


def test_method_encoding_and_charset():
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


def test_the_button_that_enter_presses_may_send_elsewhere():
    form = form_of(
        "<form action=/a method=get><input name=q>"
        "<button type=button formaction=/no>x</button>"
        "<button formaction=/b formmethod=post>Search</button>"
        "<button formaction=/c>c</button></form>"
    )
    assert (form.action, form.method) == ("http://site.example/b", "post")


@pytest.mark.parametrize(
    ("markup", "landmark"),
    [
        ("<form role=search><input name=q></form>", True),
        ("<search><form><input name=q></form></search>", True),
        ('<div role="Search"><p><form><input name=q></form></div>', True),
        ("<div role=navigation><form><input name=q></form></div>", False),
    ],
)
def test_search_landmark(markup, landmark):
    assert form_of(markup).search_landmark is landmark


def test_words_around_a_form_do_not_come_from_scripts_styles_or_other_forms():
    _, form = forms_of(
        "<form><input name=a>other</form><h2>Find it</h2><script>var x</script><style>p{}</style>"
        "<form id=f class=g><b>Here</b> <input name=q> please<option>no</option></form><p>After"
    )
    assert form.text_before == "Find it"
    assert form.text.startswith("Here please")
    assert form.text_after == "After"
    assert form.marks == "f g"


def test_custom_elements_of_a_form_are_controls():
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
