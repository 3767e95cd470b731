"""Read, update and compile the catalogues with Babel, so that no machine needs gettext's tools."""

import io
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

from tests.programs import ROOT

DOMAIN = "django"
# What a call of gettext looks like, and which of its arguments are messages.
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    "pgettext": ((1, "c"), 2),
}
SOURCES = (("metasearch", "*.py"), ("templates/metasearch", "*.html"))
LONE_TEMPLATES = ("base.html", "400.html", "404.html", "500.html", "503.html")


def languages() -> list[str]:
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def po_path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / to_locale(language) / "LC_MESSAGES" / f"{DOMAIN}.po"


def source_files() -> Iterator[Path]:
    for folder, pattern in SOURCES:
        yield from sorted((ROOT / folder).rglob(pattern))
    yield from (ROOT / "templates" / name for name in LONE_TEMPLATES)


def source_catalog() -> Catalog:
    catalog = Catalog(project="Metasearch", charset="utf-8")
    for path in source_files():
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            # Django's own way: a template becomes text that looks like a program.
            text = templatize(text, origin=str(path))
        name = path.relative_to(ROOT).as_posix()
        found = extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS, comment_tags=())
        for _, message, _, context in found:
            if message and message != ("", ""):
                catalog.add(message, locations=[(name, None)], context=context)
    return catalog


def read_catalog(language: str) -> Catalog:
    """Return the catalogue of a language as it is kept, an empty one when there is none."""
    path = po_path(language)
    if not path.exists():
        name = Locale.parse(to_locale(language)).english_name
        return Catalog(
            locale=to_locale(language),
            domain=DOMAIN,
            header_comment=f"# {name} texts of Metasearch.",
            project="Metasearch",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=to_locale(language), domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update(language: str) -> Catalog:
    """Bring a language's catalogue up to date with the source and write it, compiled as well."""
    catalog = read_catalog(language)
    # Without the date of the run, which would change the file each time.
    catalog.update(source_catalog(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.revision_date = catalog.creation_date
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
    path.with_suffix(".mo").write_bytes(compiled(read_catalog(language)))
    return catalog
