"""Tiny pages for the tests of forms."""

from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.pages.page import Page, parse_page

URL = "http://site.example/dir/page.html?x=1"


def page_of(markup: str, url: str = URL) -> Page:
    return parse_page(markup.encode(), url, "text/html; charset=utf-8")


def forms_of(markup: str, url: str = URL) -> tuple[SearchForm, ...]:
    return find_forms(page_of(markup, url))


def form_of(markup: str, url: str = URL) -> SearchForm:
    (form,) = forms_of(markup, url)
    return form
