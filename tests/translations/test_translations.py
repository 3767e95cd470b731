"""The translations are whole, current, and cannot break a page."""

import re
import string
from operator import attrgetter

import pytest
from django.conf import settings
from django.utils import translation
from lxml.html import document_fromstring

from metasearch.web.middleware import accepted_language
from tests.metasearch.conftest import ReadingClient
from tests.metasearch.engines import gives, install, records
from tests.translations.catalogues import compiled, languages, po_path, read_catalog, source_catalog

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")


def forms(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else texts


def placeholders(text: str) -> set[str]:
    fields = {name for _, name, _, _ in string.Formatter().parse(PLACEHOLDER.sub("", text)) if name}
    return {*PLACEHOLDER.findall(text), *fields, *re.findall(r"<[^>]*>", text)}


@pytest.mark.parametrize("language", languages())
def test_the_compiled_catalogue_is_that_of_the_text(language):
    """When this fails: make translations."""
    assert po_path(language).with_suffix(".mo").read_bytes() == compiled(read_catalog(language))


@pytest.mark.parametrize("language", languages())
def test_every_text_is_translated(language):
    """When this fails: make translations, then fill in what it names."""
    catalog = read_catalog(language)
    wanted = [message.id for message in source_catalog() if message.id]
    missing = [
        each for each in wanted if each not in catalog or not all(forms(catalog[each].string))
    ]
    assert not missing


@pytest.mark.parametrize("language", languages())
def test_translations_hold_the_same_placeholders_and_tags(language):
    for message in filter(attrgetter("id"), read_catalog(language)):
        # A plural form may leave the number out: "one engine".
        allowed = set().union(*map(placeholders, forms(message.id)))
        for text in forms(message.string):
            assert placeholders(text) <= allowed, text
        if isinstance(message.id, str) and message.string:
            assert placeholders(message.string) == allowed, message.string


@pytest.mark.parametrize(
    ("header", "language"),
    [
        *(("", "en"), ("de-AT,de;q=0.9", "de"), ("tlh, fr;q=0.5", "fr"), ("ar-EG", "ar")),
        *(("*", "en"), ("x" * 10_000, "en"), ("en;q=0.1, de;q=0.9", "de")),
    ],
)
def test_the_browser_says_the_language(header, language):
    assert accepted_language(header) == language


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
async def test_pages_stand_in_the_language_asked_for(language, monkeypatch):
    engines = install(monkeypatch)
    engines.add("one", gives("one", *records("a")), "First")
    engines.add("two", gives("two"), "Second")
    client = ReadingClient()
    for address in ("/", "/search?q=x", "/search?q=", "/preferences", "/help", "/nowhere"):
        response = await client.get(address, headers={"accept-language": language})
        root = document_fromstring(response.content.decode())
        assert root.get("lang") == language
        assert root.get("dir") == ("rtl" if language == "ar" else "ltr")
        with translation.override(language):
            skip = translation.gettext("Skip to the content")
        assert root.find_class("skip-link")[0].text_content() == skip
        assert (response["Content-Language"], "Accept-Language" in response["Vary"]) == (
            language,
            True,
        )
    assert translation.get_language() == settings.LANGUAGE_CODE
