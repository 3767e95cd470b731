"""The records of this site: articles about the language, and about each module.

The language's come from the manual that `help()` shows.
"""

import re
from collections.abc import Iterator
from functools import cache
from pydoc_data.topics import topics
from urllib.parse import quote

from samples.catalogue import Catalogue, Record
from samples.standard_library import DocumentedObject, documented_objects, plain_text

LANGUAGE = "Language"
MODULES = "Modules"
# Members of a module named at the end of its article.
NAMED_MEMBERS = 40
# Shorter sections are no article.
MIN_LENGTH = 120
_HEADING = re.compile(r"^(?P<title>\S.*)\n(?P<mark>[*=~-])(?P=mark){2,}[ ]*$", re.MULTILINE)
# Marks of the manual's source for emphasis, and quotes around names.
_MARKS = re.compile(r"\*\*?(?=\w)|(?<=[\w:.])\*\*?")
# A line drawn below a heading or between paragraphs.
_RULER = re.compile(r"^[ ]*[=~*-]{3,}[ ]*$", re.MULTILINE)


@cache
def catalogue() -> Catalogue:
    articles: dict[str, Record] = {}
    for record in (*_language_articles(), *_module_articles()):
        articles.setdefault(record.path, record)
    return Catalogue(articles.values())


def article_path(name: str) -> str:
    """Return the address of an article by its name there, the title without spaces.

    >>> article_path("Calls")
    '/wiki/Calls'
    """
    return f"/wiki/{quote(name, safe='')}"


def paragraphs(record: Record) -> list[tuple[bool, str]]:
    pieces = [piece for piece in re.split(r"\n\s*\n", record.fact("Source")) if piece.strip()]
    return [(piece.startswith("   "), piece.rstrip("\n")) for piece in pieces]


def _language_articles() -> Iterator[Record]:
    for name in sorted(topics):
        headings = list(_HEADING.finditer(topics[name]))
        for heading, following in zip(headings, [*headings[1:], None], strict=True):
            end = following.start() if following else len(topics[name])
            source = topics[name][heading.end() : end].strip("\n")
            if len(source) >= MIN_LENGTH:
                yield _make_record(_clean(heading["title"]), source, LANGUAGE)


def _module_articles() -> Iterator[Record]:
    members: dict[str, list[DocumentedObject]] = {}
    for documented in documented_objects().values():
        members.setdefault(documented.module, []).append(documented)
    for name, parts in members.items():
        own = next((each for each in parts if each.kind == "module"), None)
        named = [each.title.removeprefix(f"{name}.") for each in parts if each.kind != "module"]
        contents = ", ".join(named[:NAMED_MEMBERS])
        introduction = own.documentation.strip() if own else f"A module named {name}."
        yield _make_record(
            f"Module {name}", f"{introduction}\n\nAmong its contents: {contents}.", MODULES
        )


def _make_record(title: str, source: str, section: str) -> Record:
    text = plain_text(_clean(_RULER.sub("", source)))
    return Record(
        path=article_path(re.sub("[ /]", "_", title)),
        title=title,
        text=text,
        section=section,
        facts=(
            ("Source", source),
            ("Words", f"{len(text.split()):,}"),
            ("Bytes", str(len(text.encode()))),
        ),
    )


def _clean(text: str) -> str:
    return _MARKS.sub("", text.replace('"', ""))
