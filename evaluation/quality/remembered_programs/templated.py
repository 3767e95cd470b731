"""The later volumes: programs whose pages are templates of Django's language, a file each.

The first line of `templates/VOLUME/NAME.html` is JSON in a comment: what `programs.program` is given.
Templates see the page as `p`, its records as `hits`, the one that looks otherwise as `odd`.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from django.template import Context, Engine, Library
from django.template.base import Template as DjangoTemplate

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import Program, Template, program

TEMPLATES = Path(__file__).parent / "templates"


def _mark(context: Context, text: str, tag: str = "b", css: str = "") -> str:
    """Return the text with the query's words emphasised."""
    marked: str = context["p"].mark(text, tag, css)
    return marked


def _pager(context: Context, pattern: str, current: str, most: int = 8) -> str:
    """Return links to further pages round the current one."""
    links: str = context["p"].pager(pattern, current, most)
    return links


def _items(context: Context, pattern: str, count: int) -> str:
    """Return the pattern filled for terms of the site: facets, categories."""
    filled: str = context["p"].items(pattern, count)
    return filled


def _nav(pattern: str, texts: str) -> str:
    """Return the site's own links: the pattern filled for each of the texts (`{t}`, address `{a}`)."""
    return "\n".join(
        pattern.format(t=text, a=f"/{_slug(text) or f'n{place}'}", i=place)
        for place, text in enumerate(texts.split("|"), 1)
    )


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _pick(number: int, texts: str) -> str:
    """Return one of the texts, the same for the same number."""
    choices = texts.split("|")
    return choices[int(number) % len(choices)]


def _ads(context: Context, count: int, link: str = "https://{other}/offer/{n}?src=ad") -> list[Hit]:
    """Return advertisements, noted as shown."""
    ads: list[Hit] = context["p"].ads(count, link)
    return ads


def _others(context: Context, count: int, link: str = "", name: str = "others") -> list[Hit]:
    """Return entries that are the same on each page of the site."""
    others: list[Hit] = context["p"].others(count, link, name)
    return others


def _excused(context: Context, count: int, link: str = "") -> list[Hit]:
    """Return entries of a box beside the results that may be read as results or not."""
    page: ResultPage = context["p"]
    near = page.related(count if page.hits else 0, link)
    page.excused += near
    return near


def _sentence(context: Context) -> str:
    """Return a sentence of the site."""
    page: ResultPage = context["p"]
    return page.wording.sentence(page.chance)


def _long_day(context: Context, hit: Hit) -> str:
    """Return a record's date with the name of the month."""
    day: str = context["p"].long_day(hit)
    return day


def _grouped(context: Context, attribute: str) -> list[tuple[object, list[Hit]]]:
    """Return the records in groups by an attribute; the page shows them in this order."""
    page: ResultPage = context["p"]
    page.hits = tuple(sorted(page.hits, key=lambda hit: str(getattr(hit, attribute))))
    groups: dict[object, list[Hit]] = {}
    for hit in page.hits:
        groups.setdefault(getattr(hit, attribute), []).append(hit)
    return list(groups.items())


def _strftime(day: date, pattern: str) -> str:
    """Return a date in the format."""
    return day.strftime(pattern)


def _host(url: str) -> str:
    """Return the host of an address."""
    return url.split("/")[2] if "//" in url else ""


def _bare(url: str) -> str:
    """Return an address as it is shown: without protocol and last slash."""
    return url.partition("://")[2].removesuffix("/")


def _comma(price: str) -> str:
    """Return a price with a decimal comma."""
    return price.replace(".", ",")


def _engine() -> Engine:
    library = Library()
    for tag in (_mark, _pager, _items, _ads, _others, _excused, _sentence, _long_day, _grouped):
        library.simple_tag(tag, takes_context=True, name=tag.__name__.removeprefix("_"))
    for plain in (_nav, _pick):
        library.simple_tag(plain, name=plain.__name__.removeprefix("_"))
    filters: dict[str, Callable[..., str]] = {
        "day": _strftime,
        "host": _host,
        "bare": _bare,
        "comma": _comma,
    }
    for name, function in filters.items():
        library.filter(name, function)
    engine = Engine(autoescape=False, string_if_invalid="INVALID %s")
    engine.template_builtins.append(library)
    return engine


def _rendering(compiled: DjangoTemplate, name: str) -> Template:
    def render(page: ResultPage) -> str:
        odd = next((hit for hit in page.hits if page.odd(hit)), None)
        start = (page.number - 1) * len(page.hits)
        values = {
            "p": page,
            "q": page.query,
            "hits": page.hits,
            "odd": odd,
            "start": start,
            "end": start + len(page.hits),
            "total": page.total,
        }
        return compiled.render(Context(values, autoescape=False, use_l10n=False))

    render.__name__ = name
    return render


def read_programs(volume: str) -> Iterator[Program]:
    """Yield the programs of a volume."""
    engine = _engine()
    for path in sorted((TEMPLATES / volume).glob("*.html")):
        head, _, markup = path.read_text(encoding="utf-8").partition("\n")
        settings = json.loads(head.removeprefix("{#").removesuffix("#}"))
        if "sentences" in settings:
            settings["sentences"] = tuple(settings["sentences"])
        make: Callable[[Template], Program] = program(**settings)
        yield make(_rendering(engine.from_string(markup), path.stem))
