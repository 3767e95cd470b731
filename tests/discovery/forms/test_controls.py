"""Controls of a form: kind, value, options, and what is written about them."""

import pytest

from discovery.forms.form import FieldOption
from tests.discovery.forms.pages import form_of


def field_of(markup):
    return form_of(f"<form>{markup}</form>").fields[-1]


@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        ("<input name=q>", "text"),
        ("<input type=TEXT name=q>", "text"),
        ("<input type=nonsense name=q>", "text"),
        ("<input type=search name=q>", "search"),
        ("<input type=hidden name=q>", "hidden"),
        ("<textarea name=q></textarea>", "textarea"),
        ("<select name=q></select>", "select"),
        ("<button name=q>x</button>", "submit"),
        ("<button type=nonsense name=q>x</button>", "submit"),
        ("<button type=button name=q>x</button>", "button"),
        ("<input type=image name=q>", "image"),
    ],
)
def test_kind(markup, kind):
    assert field_of(markup).kind == kind


@pytest.mark.parametrize(
    ("markup", "value"),
    [
        ("<input name=q value=' a\tb '>", " a\tb "),
        ("<input name=q>", ""),
        ("<input type=checkbox name=q>", "on"),
        ("<input type=checkbox name=q value=''>", ""),
        ("<textarea name=q>\n a &amp; b\n</textarea>", " a & b\n"),
        ("<select name=q><option>one  two<option value=2>x</select>", "one two"),
        ("<select name=q><option value=1>a<option value=2 selected>b</select>", "2"),
        ("<select name=q><option value=1 disabled>a<option value=2>b</select>", "2"),
        ("<select name=q multiple><option value=1>a</select>", ""),
        ("<select name=q><optgroup label=g><option value=3>c</optgroup></select>", "3"),
        ("<select name=q><optgroup disabled><option>c</optgroup><option>d</select>", "d"),
        ("<select name=q><option disabled selected value=0>choose<option value=1>a</select>", ""),
        ("<select name=q></select>", ""),
    ],
)
def test_value(markup, value):
    assert field_of(markup).value == value


def test_options_and_states():
    field = field_of(
        "<select name=q><option value='' label=All><option value=de selected>Deutsch</select>"
    )
    assert field.options == (FieldOption("", "All"), FieldOption("de", "Deutsch", True))
    field = field_of("<input type=radio name=a value=1 checked required>")
    assert (field.checked, field.required, field.multiple) == (True, True, False)
    for hiding in ("style='DISPLAY : none'", "style=visibility:hidden", "hidden"):
        assert field_of(f"<input name=q {hiding}>").concealed
    assert not field_of("<input name=q style='display:block'>").concealed


@pytest.mark.parametrize(
    ("markup", "label"),
    [
        ("<label for=i>Words</label><p>no</p><input id=i name=q>", "Words"),
        ("<label>Words <input name=q></label>", "Words"),
        ("<p>no</p><input name=q aria-label=Words>", "Words"),
        ("<input name=q title=Words>", "Words"),
        ("Words: <input name=q>", "Words:"),
        ("<table><tr><th>Words</th><td><input name=q></td></tr></table>", "Words"),
        ("Place <input name=p> Words <input name=q>", "Words"),
        ("<input name=p> <input name=q>", ""),
        ("<script>var Words</script><input name=q>", ""),
        ("no<br><input type=radio name=q> all <i>words</i><br>no", "all words"),
        ("<button name=q><span>Go</span> on</button>", "Go on"),
        ("<input type=image name=q alt=Find>", "Find"),
        ("<input type=submit name=q value=Find>", "Find"),
        ("words <input type=hidden name=q>", ""),
    ],
)
def test_label(markup, label):
    assert field_of(markup).label == label


def test_marks_are_names_and_for_buttons_picture_and_script():
    text = field_of("<input name=q id=box class='a b' src=no onclick=no>")
    assert text.marks == "box a b q"
    button = field_of("<input type=image id=go src=/img/search.gif onclick=doSearch()>")
    assert button.marks == "go /img/search.gif doSearch()"
