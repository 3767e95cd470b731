"""The records of this site: phrases of Django's user interface in several languages."""

import gettext
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

from django.utils.text import slugify

from samples.catalogue import Catalogue
from samples.records import Record

LIBRARY = "django"
# Language codes of the catalogues and the languages' names as this site writes them.
LANGUAGES = {
    "de": "tedesco",
    "es": "spagnolo",
    "fr": "francese",
    "it": "italiano",
    "nl": "olandese",
    "pt": "portoghese",
}
# The languages quoted in results.
QUOTED_LANGUAGES = ("italiano", "francese", "tedesco")
# A phrase of fewer letters is an abbreviation or a format.
MIN_LETTERS = 4
MAX_TITLE_LENGTH = 100
MAX_SLUG_LENGTH = 50
_CONTEXT_END = "\x04"
_LETTER = re.compile(r"[^\W\d_]")


@cache
def catalogue() -> Catalogue:
    """Return the phrases of all catalogues, each once, in the order of the alphabet."""
    records: dict[str, Record] = {}
    library = _library_folder()
    for folder in (library / "conf" / "locale", *sorted(library.glob("contrib/*/locale"))):
        for phrase, translations in _read_translations(folder).items():
            records.setdefault(phrase, _make_record(phrase, folder.parent.name, translations))
    return Catalogue(sorted(records.values(), key=lambda record: record.title.casefold()))


def snippet(record: Record, query: str) -> str:
    """Return the paragraph below a result's title."""
    return " · ".join(filter(None, map(record.fact, QUOTED_LANGUAGES)))


def _library_folder() -> Path:
    spec = importlib.util.find_spec(LIBRARY)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def _read_translations(folder: Path) -> dict[str, dict[str, str]]:
    """Return the phrases of one `locale` folder, and what each is called in which language."""
    phrases: dict[str, dict[str, str]] = {}
    for code, language in LANGUAGES.items():
        for path in sorted((folder / code / "LC_MESSAGES").glob("*.mo")):
            for phrase, translation in _read_catalogue(path):
                phrases.setdefault(phrase, {}).setdefault(language, translation)
    return phrases


def _read_catalogue(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the phrases of a compiled catalogue and their translations, plurals left out."""
    with path.open("rb") as file:
        # There is no public way to list a catalogue; Django's own translations do the same.
        messages: dict[str | tuple[str, int], str] = vars(gettext.GNUTranslations(file))["_catalog"]
    for key, translation in messages.items():
        identifier, number = key if isinstance(key, tuple) else (key, 0)
        phrase = " ".join(identifier.rpartition(_CONTEXT_END)[2].split())
        if number == 0 and len(_LETTER.findall(phrase)) >= MIN_LETTERS:
            yield phrase, " ".join(translation.split())


def _make_record(phrase: str, section: str, translations: dict[str, str]) -> Record:
    slug = slugify(phrase)[:MAX_SLUG_LENGTH].strip("-")
    title = phrase
    if len(title) > MAX_TITLE_LENGTH:
        title = f"{title[:MAX_TITLE_LENGTH].rpartition(' ')[0]} …"
    return Record(
        # The checksum tells apart phrases that differ in signs only.
        path=f"/frasi/{slug}-{crc32(phrase.encode()):08x}",
        title=title,
        text=" ".join([phrase, *translations.values()]),
        section=section,
        facts=(("inglese", phrase), *translations.items()),
    )
