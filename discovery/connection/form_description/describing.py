"""From a form on a page to the description of how its engine is asked.

Wu, Meng et al. 2003, section 2.5, step 2: extract the form's parameters and attributes.
"""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from discovery.connection.description.charsets import DEFAULT_CHARSET, web_charset
from discovery.connection.description.description import (
    ConnectionDescription,
    DescriptionError,
    check_size,
)
from discovery.connection.description.url_template import check_template, decode_braces
from discovery.connection.form_description.controls import describe_controls, query_field_position
from discovery.connection.form_description.narrowing import without_narrowing
from discovery.connection.form_description.site import site_icon, site_language, site_root
from discovery.connection.form_description.site import site_name as name_of
from discovery.connection.form_description.tokens import carries_session
from discovery.connection.requests.request import result_page_template
from discovery.forms.classification import FormVerdict, rank_search_forms
from discovery.forms.form import SearchForm
from discovery.pages.page import Page


def describe(form: SearchForm, query_field: str, page: Page) -> ConnectionDescription:
    """Return how the engine behind `form` of `page` is asked through `query_field`.

    `home_url` becomes the root of the page's site. Raises `DescriptionError` for a form that only
    a script can send, that has no such field, or that is larger than a description may be.
    """
    if form.action is None:
        raise DescriptionError("the form's action is no http or https address")
    if form.truncated:
        raise DescriptionError("the form is too large to be described whole")
    place = query_field_position(form.fields, query_field) if query_field else None
    if place is None:
        raise DescriptionError(f"the form has no field named {query_field[:100]!r} to be sent")
    parameters, position = describe_controls(form, place)
    description = ConnectionDescription(
        site_name=name_of(page),
        home_url=site_root(page.url),
        form_page=page.url,
        action=form.action,
        method=form.method,
        enctype=form.enctype,
        charset=web_charset(form.charset) or web_charset(page.charset) or DEFAULT_CHARSET,
        query_field=query_field,
        query_position=position,
        parameters=without_narrowing(parameters, page.url),
        action_changes=carries_session(form.action),
        icon=site_icon(page),
        language=site_language(page),
    )
    check_size(description)
    return replace(description, template=result_page_template(description))


def described_forms(page: Page) -> Iterator[tuple[SearchForm, FormVerdict, ConnectionDescription]]:
    """Yield the page's search forms that can be described, best first."""
    for form, verdict in rank_search_forms(page):
        if verdict.query_field is None:
            continue
        try:
            description = describe(form, verdict.query_field, page)
        except DescriptionError:
            continue
        yield form, verdict, description


def describe_template(
    template: str, *, site_name: str = "", home_url: str = ""
) -> ConnectionDescription:
    """Return how an engine is asked that is known by a URL template alone.

    Without `site_name` the host is the name, without `home_url` its root is the home. Raises
    `DescriptionError`.
    """
    cleaned = decode_braces(template.strip())
    check_template(cleaned)
    return ConnectionDescription(
        site_name=site_name or (urlsplit(cleaned).hostname or ""),
        home_url=home_url or site_root(cleaned),
        template=cleaned,
    )
