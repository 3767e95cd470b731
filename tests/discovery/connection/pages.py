"""Pages written for the tests of connection."""

from discovery.connection.description import ConnectionDescription
from discovery.connection.form_description import describe
from discovery.forms.finding import find_forms
from discovery.pages.page import Page, parse_page

ADDRESS = "http://www.shelf.example/books/index.html"


def page_of(html: str, url: str = ADDRESS, charset: str = "utf-8") -> Page:
    return parse_page(html.encode(charset), url, f"text/html; charset={charset}")


def described(
    form: str, query_field: str = "q", url: str = ADDRESS, charset: str = "utf-8"
) -> ConnectionDescription:
    page = page_of(form, url, charset)
    return describe(find_forms(page)[0], query_field, page)
