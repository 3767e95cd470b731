"""Every address of the project answers whatever it is asked with a page or a clear refusal."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

pytestmark = pytest.mark.django_db(transaction=True)

HUGE = "9" * 30
# What stands in the place of a variable part of an address; a real row is among them.
PARTS = ("1", HUGE, f"-{HUGE}", "9223372036854775808", "\0", "a" * 3_000, "٣")
VALUES = {"huge": HUGE, "zero byte": "a\0b", "broken": "\ufffd\u202e%zz"}
# Parameters that are read anywhere, or that the console reads on all pages.
PARAMETERS = (
    *("q", "page", "after", "engine", "category", "format", "language", "period", "safe", "p"),
    *("u", "host", "saved", "rule", "reset", "sample", "list", "with", "form", "method", "theme"),
    *("per_page", "blocked", "preferred", "o", "all", "_popup", "_to_field", "e", "term", "next"),
    *("app_label", "model_name", "field_name", "_changelist_filters", "_facets", "action"),
    *("_selected_action", "select_across", "index", "username", "password", "object_id", "_stop"),
    *("addresses", "home_url", "name", "id", "pk", "slug", "csrfmiddlewaretoken"),
)
VARIABLE = re.compile(r"\(\?P<[^>]*>[^)]*\)|<[^>]+>")


def patterns(resolver: Any = None, before: str = "/") -> Iterator[str]:
    for pattern in (resolver or get_resolver()).url_patterns:
        text = before + re.sub(r"^\^|\$$|\\Z", "", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, text)
        elif isinstance(pattern, URLPattern) and "logout" not in text:
            yield text


ADDRESSES = sorted(set(patterns()))


def lookups(model: Any) -> Iterator[str]:
    for field in model._meta.get_fields():
        if getattr(field, "column", None):
            is_date = field.get_internal_type() == "DateTimeField"
            yield f"{field.name}__year" if is_date else field.name


def problem(client: Client, method: str, address: str, form: Any) -> str:
    """Return what is wrong with an answer, "" when it is a page or a refusal."""
    try:
        response = getattr(client, method)(address, form)
    except Exception as error:
        return f"{method} {address[:100]}: {type(error).__name__}: {error}"
    return f"{method} {address[:100]}: 500" if response.status_code == 500 else ""


@pytest.mark.parametrize("part", PARTS, ids=ascii)
def test_variable_parts_of_addresses_may_be_anything(admin_client, version, part):
    variable = [address for address in ADDRESSES if VARIABLE.search(address)]
    assert len(variable) > 50
    found = [
        problem(admin_client, "get", VARIABLE.sub(lambda _: part, address), {})
        for address in variable
    ]
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("value", VALUES)
def test_parameters_may_be_anything(admin_client, client, engines, version, value):
    form = dict.fromkeys(PARAMETERS, [VALUES[value]] * 3)
    found = []
    for address in ADDRESSES:
        shown = VARIABLE.sub(str(version.pk), address)
        who = admin_client if address.startswith("/admin") else client
        found += [problem(who, method, shown, form) for method in ("get", "post")]
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("value", VALUES)
def test_each_parameter_of_a_search_may_be_anything(client, one, value):
    found = [
        problem(client, method, address, {"q": "tree", name: VALUES[value]})
        for address in ("/search", "/api/v1/search", "/preferences", "/suggest")
        for name in ("q", *PARAMETERS[1:16])
        for method in ("get", "post")
    ]
    assert not any(found), "\n".join(filter(None, found))


def test_filters_of_the_console_may_be_anything(admin_client):
    found = [
        problem(admin_client, "get", f"/admin/{name.replace('.', '/')}/", {lookup: HUGE})
        for model in admin.site._registry
        if (name := model._meta.label_lower).split(".")[0] in {"auth", "discovery", "wrappers"}
        for lookup in lookups(model)
    ]
    assert not any(found), "\n".join(filter(None, found))


def test_values_no_row_can_have_and_too_many_parameters_are_refused(admin_client, version, client):
    response = admin_client.get(f"/admin/wrappers/learningjob/?created_at__year={HUGE}")
    assert response.status_code == 400
    assert "This request cannot be read" in response.content.decode()
    many = {f"x{number}": "1" for number in range(2_000)}
    assert client.get("/search", many).status_code == 400
    assert client.post("/search", many).status_code == 400
    assert client.post("/preferences", many).status_code == 400
