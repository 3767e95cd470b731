"""The console's page on which a person names the items of records."""

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from tests.wrappers.stored_engine import store_engine
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import WrapperVersion
from wrappers.operations.correction import CorrectionError, ItemChange, change_items

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> WrapperVersion:
    """An engine in use with two stored pages."""
    return store_engine()


def items_address(version: WrapperVersion) -> str:
    return reverse("admin:discovery_engine_items", args=[version.engine_id])


def test_a_click_on_an_item_leads_to_its_column(
    admin_client: Client, version: WrapperVersion
) -> None:
    page = html.fromstring(admin_client.get(items_address(version)).content)
    assert page.xpath("//input[@name='label-0']/@value") == ["title"]
    frame = html.fromstring(admin_client.get(page.xpath("//iframe/@src")[0]).content)
    links = frame.xpath("//a[@data-list='2']")
    assert len(links) == 8 and links[0].text == "2 snippet"
    again = html.fromstring(admin_client.get(links[0].get("href").partition("#")[0]).content)
    assert again.xpath("//li[@aria-current]/@id") == ["column-1"]


def test_what_a_person_says_becomes_a_version_that_reads_so(
    admin_client: Client, version: WrapperVersion
) -> None:
    admin_client.post(items_address(version), {"label-0": "title", "kind-0": "title"})
    assert version.engine.wrapper_versions.count() == 1, "nothing was changed"
    form = {"label-0": "title", "kind-0": "title", "label-1": "About", "kind-1": "author"}
    admin_client.post(items_address(version), form)
    active = version.engine.wrapper_versions.get(is_active=True)
    assert (active.number, active.reason) == (2, "items named by admin")
    assert active.samples.count() == 2
    record = Wrapper.from_json(active.wrapper).records(active.samples.all()[0].page())[0]
    assert (record.snippet, record.author) == ("", "All of vector, number 0.")
    assert [item.label for item in record.items] == ["title", "About"]


def test_an_old_wrapper_gets_items_by_being_named(
    admin_client: Client, version: WrapperVersion
) -> None:
    del version.wrapper["items"]
    version.save()
    page = html.fromstring(admin_client.get(items_address(version)).content)
    assert page.xpath("//input[@name='label-1']/@value") == ["snippet"]


def test_two_items_of_one_name_are_refused(version: WrapperVersion) -> None:
    with pytest.raises(CorrectionError, match="Two items are called"):
        change_items(version.engine, {1: ItemChange("title", ItemKind.TEXT, False)}, "ada")
    with pytest.raises(CorrectionError, match="needs a name"):
        change_items(version.engine, {1: ItemChange(" ", ItemKind.TEXT, False)}, "ada")
