"""A form is asked for all there is, although a link to a part of it was followed."""

import pytest

from discovery.connection.description import ParameterOption
from discovery.connection.form_description import describe, says_all
from discovery.forms.finding import find_forms
from discovery.pages.page import parse_page

FORM = (
    "<form action=/find><input name=q><select name={name}><option value=0>{all}</option>"
    "<option value=img selected>Images</option><option value=txt>Texts</option></select></form>"
)


def chosen(address: str, name: str = "in", every: str = "Everything") -> str:
    page = parse_page(FORM.format(name=name, all=every).encode(), address)
    (form,) = find_forms(page)
    (parameter,) = describe(form, "q", page).parameters
    return parameter.value


@pytest.mark.parametrize(
    ("address", "name", "every", "kept"),
    [
        # What the link chose is widened, what the site itself chose is kept.
        ("http://s.example/find?in=img", "in", "Everything", "0"),
        ("http://s.example/", "in", "Everything", "img"),
        ("http://s.example/find?in=txt", "in", "Everything", "img"),
        # There is no choice for all; how results are shown narrows nothing.
        ("http://s.example/find?in=img", "in", "Sounds", "img"),
        ("http://s.example/find?sort=img", "sort", "Everything", "img"),
    ],
)
def test_what_is_asked_for(address, name, every, kept):
    assert chosen(address, name, every) == kept


def test_all_in_many_languages():
    for label in (
        *("All", "alle Bereiche", "Tous les champs", "Все разделы", "すべて", "全部分类", "الكل"),
    ):
        assert says_all(ParameterOption("7", label))
    for label in ("Allier", "Todd", "Kaikkonen", "Tuttle"):
        assert not says_all(ParameterOption("7", label))
