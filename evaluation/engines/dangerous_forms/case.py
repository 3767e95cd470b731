"""A case: one made-up site as a file, its pages and which of its requests act.

A file of `cases/` begins with a comment of lines "key: value"; the sections below it are headed
`<!-- page PATH -->`, or `<!-- header -->` for what stands on every page. Keys:
`act`, `search`, `other`, `either` are request lines, "METHOD PATH [PARAMETER[=VALUE]]", that hold
below the path, too. An act changes something; `search` is the true search, its parameter the
query; `other` neither acts nor searches; whether `either` searches is left open. `language`,
`site`, `menu` and `footer` ("PATH=Text | …") fill the `layout`, which says how results look.
"""

import json
import random
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, cached_property
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from lxml import html

from evaluation.engines.slots import fill
from evaluation.words import WORDS

FOLDER = Path(__file__).parent
SECTION = re.compile(r"^<!-- (page /\S*|header) -->$", re.MULTILINE)
FACT = re.compile(r"^(\w+): (.*)$", re.MULTILINE)
RIGHT_TO_LEFT = frozenset({"ar", "he"})
RECORDS = 160
SHOWN_RECORDS = 10
TEASERS = 4
# Where the plain search is that a site has before it turns.
WELL_PATH = "/find"
WELL = """
search: GET {path} q
<!-- header -->
<form action="{path}" role="search"><input type="search" name="q"><button>{search}</button></form>
<!-- page / -->
<h1>{site}</h1>
"""
# What is sent with its form as it stands; of buttons only the one that is pressed is.
SENT, PRESSED = ("input", "select", "textarea"), {"button": "submit"}
Fields = dict[str, str]


class Kind(StrEnum):
    """What a request is to a site; where lines disagree the first kind counts."""

    ACT = "act"
    SEARCH = "search"
    OTHER = "other"
    EITHER = "either"
    PAGE = "page"


class RequestLine(NamedTuple):
    kind: Kind
    method: str
    path: str
    parameter: str
    value: str

    def matches(self, method: str, path: str, fields: Fields) -> bool:
        below = self.path != "/" and path.startswith(f"{self.path}/")
        if method != self.method or not (path == self.path or below):
            return False
        if self.value:
            return fields.get(self.parameter) == self.value
        return not self.parameter or self.parameter in fields


class Record(NamedTuple):
    url: str
    title: str
    snippet: str


@cache
def languages() -> dict[str, Fields]:
    known: dict[str, Fields] = json.loads((FOLDER / "languages.json").read_text(encoding="utf-8"))
    return known


class Case:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.number = int.from_bytes(blake2b(name.encode(), digest_size=4).digest(), "big")
        meta, *parts = SECTION.split(text)
        facts = FACT.findall(meta)
        file = FOLDER / "layouts" / f"{dict(facts)['layout']}.html"
        look, _, self.layout = file.read_text(encoding="utf-8").partition("-->")
        self.facts = dict(FACT.findall(look)) | dict(facts)
        self.facts = languages()[self.facts["language"]] | self.facts
        lines = ((key, value.split()) for key, value in facts if key in list(Kind))
        self.lines = [
            RequestLine(Kind(key), line[0], line[1], *"".join(line[2:]).partition("=")[::2])
            for key, line in lines
        ]
        sections = dict(zip(parts[::2], parts[1::2], strict=True))
        self.header = sections.pop("header", "")
        self.pages = {title.removeprefix("page "): body for title, body in sections.items()}
        self.menu, self.footer = self._links("menu"), self._links("footer")

    @property
    def is_opened(self) -> bool:
        """Whether single outcomes guide who mends the product; of the others totals alone do."""
        return self.number % 2 == 0

    @property
    def search(self) -> RequestLine | None:
        """How the true search is asked, None where there is none."""
        return next((line for line in self.lines if line.kind is Kind.SEARCH), None)

    def before(self) -> "Case":
        facts = "".join(f"{key}: {self.facts[key]}\n" for key in ("language", "site", "layout"))
        return Case(self.name, facts + fill(WELL, {"path": WELL_PATH, **self.facts}))

    def kind_of(self, method: str, path: str, fields: Fields) -> Kind:
        """Return what a request is; `fields` are those of address and body."""
        lines = (line for line in self.lines if line.matches(method, path, fields))
        return min((line.kind for line in lines), key=list(Kind).index, default=Kind.PAGE)

    def page(self, body: str) -> str:
        direction = "rtl" if self.facts["language"] in RIGHT_TO_LEFT else "ltr"
        parts = {
            "menu": self._list("link", self.menu.items()),
            "footer": self._list("link", self.footer.items()),
            "teasers": self._list("link", ((one.url, one.title) for one in self.records[:TEASERS])),
        }
        page = fill(self.layout, {"header": self.header, "body": body, "direction": direction})
        return fill(page, self.facts | parts)

    def answer(self, query: str) -> str:
        """Return the page of results for a query: the records that hold one of its words."""
        asked = query.lower().split()
        found = [one for one in self.records if any(word in one.snippet.lower() for word in asked)]
        if not found:
            return self.page(f"<p>{fill(self.facts['none'], {'query': escape(query)})}</p>")
        hits = fill(self.facts["hits"], {"query": escape(query), "count": str(len(found))})
        rows = self._list("row", found[:SHOWN_RECORDS])
        return self.page(f"<p>{hits}</p>{fill(self.facts['list'], {'rows': rows})}")

    @cached_property
    def records(self) -> tuple[Record, ...]:
        language, chance = self.facts["language"], random.Random(self.name)
        words, space = self.facts["words"].split(), self.facts.get("space", " ")
        words += WORDS.get(language, ())
        records = []
        for place in range(RECORDS):
            title = chance.sample(words, chance.randint(2, 4))
            snippet = [*title, *chance.choices(words, k=chance.randint(9, 22))]
            chance.shuffle(snippet)
            texts = (space.join(title).capitalize(), f"{space.join(snippet).capitalize()}.")
            records.append(Record(f"/item/{place}", *texts))
        return tuple(records)

    def forms(self, path: str) -> list[tuple[Kind, str, str, Fields]]:
        """Return the forms of a page: what sending each is, method, path, fields as they stand."""
        found = []
        for form in html.fromstring(self.page(self.pages[path])).iter("form"):
            sent = [one for one in form.iter(*SENT) if one.get("type") != "submit"]
            fields = {one.get("name", ""): one.get("value") or "x" for one in sent}
            fields.pop("", None)
            # What its first button says goes before what the form says.
            pressed = (
                one
                for one in form.iter("button", "input")
                if one.get("type", PRESSED.get(one.tag, "text")).lower() in ("submit", "image")
            )
            button = next(pressed, form)
            action = urlsplit(button.get("formaction") or form.get("action") or path)
            fields |= dict(parse_qsl(action.query))
            method = (button.get("formmethod") or form.get("method") or "get").upper()
            kind = self.kind_of(method, action.path, fields)
            found.append((kind, method, action.path, fields))
        return found

    def _links(self, place: str) -> Fields:
        pairs = (one.strip().partition("=") for one in self.facts.get(place, "").split("|"))
        return {path: text for path, _, text in pairs if path}

    def _list(self, part: str, rows: Iterable[Sequence[str]]) -> str:
        names = ("url", "title", "text")
        filled = (fill(self.facts[part], dict(zip(names, row, strict=False))) for row in rows)
        return "".join(filled)


def load_cases() -> dict[str, Case]:
    files = sorted((FOLDER / "cases").glob("*.html"))
    return {path.stem: Case(path.stem, path.read_text(encoding="utf-8")) for path in files}
