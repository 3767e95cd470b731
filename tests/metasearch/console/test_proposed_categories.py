"""Categories are proposed to the operator, who puts engines under them by one action."""

from typing import Any

import pytest
from django.urls import reverse
from lxml.html import document_fromstring

from discovery.models import Engine
from metasearch.models import StoredProfile
from metasearch.search import engine_profiles
from tests.metasearch.search.test_engine_profiles import store_collection_engine
from tests.wrappers.stored_engine import result_page, store_engine

LIST = "admin:metasearch_storedprofile_changelist"
HEAD = b"<html><head><meta name=description content='Class reference of a library'></head>"


@pytest.fixture
def proposals(db: Any) -> Engine:
    pages = {
        word: result_page(word, "function").replace(b"<html>", HEAD)
        for word in ("vector", "template")
    }
    engine = store_engine(pages).engine
    Engine.objects.filter(pk=engine.pk).update(name="C++ programming", categories="C++")
    store_collection_engine("mine", ["One page", "Another page"])
    assert engine_profiles.profile_engines() == 2
    return engine


def test_the_operator_sees_what_engines_say_of_themselves_and_puts_them_under_it(
    proposals, admin_client
):
    profile = StoredProfile.objects.get(engine=proposals)
    assert profile.proposed_categories() == ("Software",)
    assert {"programming", "class", "library"} <= set(profile.subjects[0])
    assert StoredProfile.objects.get(engine__slug="mine").subjects == []
    page = document_fromstring(admin_client.get(reverse(LIST)).content).text_content()
    assert "C++ programming" in page
    assert "programming, class" in page
    assert "mine" not in page
    profile = StoredProfile.objects.get(engine=proposals)
    version = Engine.objects.get(pk=proposals.pk).version
    for _ in range(2):
        admin_client.post(
            reverse(LIST), {"action": "put_under_proposed", "_selected_action": profile.pk}
        )
    engine = Engine.objects.get(pk=proposals.pk)
    assert (engine.categories, engine.version) == ("C++, Software", version + 2)
    listed = admin_client.get(f"{reverse(LIST)}?categories=none").content
    assert b"C++ programming" not in listed
