"""`manage.py find_forms`: what each form of a page is taken for, and why."""

import asyncio
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from discovery.forms.classification import FormVerdict, classify
from discovery.forms.finding import find_forms_as_browser
from discovery.forms.form import SearchForm
from discovery.management.command_line import FAILED, WRONG_CALL, OutcomeCommand, read_page
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page, PageTooHeavyError, parse_page
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import (
    MAX_BODY_BYTES,
    fetch_by_either_scheme,
    lacks_scheme,
    open_fetcher,
)

FETCH_DEADLINE = 20.0
# How saved pages are called.
FILE_NAME = re.compile(r"\.(?:x?html?|xml|txt|mhtml?)$", re.IGNORECASE)
# Where a file without --url is taken to come from (RFC 2606: this name never exists).
UNKNOWN_ADDRESS = "http://page.invalid/"


class Command(OutcomeCommand):
    help = "Show what each form of a page is taken for, and by which signs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("page", metavar="FILE_OR_URL", help="an HTML file or a web address")
        parser.add_argument("--url", help="the address that a file was saved from")

    def handle(self, *args: Any, **options: Any) -> None:
        place = options["page"]
        is_address = "://" in place or (is_host(place) and not Path(place).exists())
        if is_address and options["url"]:
            raise CommandError("--url goes with a file.", returncode=WRONG_CALL)
        if "://" in place and not place.lower().startswith(("http://", "https://")):
            raise CommandError(f"{place} is no http or https address.", returncode=WRONG_CALL)
        page = self.fetch_page(place) if is_address else self.read_page(place, options["url"])
        classified = [(form, classify(form)) for form in find_forms_as_browser(page)]
        forms = [form_document(form, verdict) for form, verdict in classified]
        self.write_outcome({"forms": forms}, as_text(classified), options["json"], indent=2)

    def fetch_page(self, address: str) -> Page:
        self.stderr.write(f"fetching {address} …")
        try:
            return asyncio.run(fetch_page(address))
        except FetchError as error:
            wrong = error.reason is AnswerReason.BAD_ADDRESS
            raise CommandError(str(error), returncode=WRONG_CALL if wrong else FAILED) from error
        except NotHtmlError as error:
            raise CommandError(f"{address}: {error}", returncode=FAILED) from error

    def read_page(self, name: str, url: str | None) -> Page:
        body = read_page(name, url, MAX_BODY_BYTES)
        try:
            return parse_page(body, url or UNKNOWN_ADDRESS)
        except PageTooHeavyError as error:
            raise CommandError(f"{name}: {error}", returncode=FAILED) from error
        except NotHtmlError as error:
            raise CommandError(f"{name} holds no HTML", returncode=FAILED) from error


def as_text(classified: list[tuple[SearchForm, FormVerdict]]) -> str:
    lines = [] if classified else ["The page has no form."]
    for form, verdict in sorted(classified, key=lambda pair: -pair[1].score):
        kind = "search form" if verdict.is_search else "no search form"
        field = f", query field {verdict.query_field!r}" if verdict.query_field else ""
        lines += (
            f"{form.index:>3}. {verdict.score:+5.1f} {kind}{field}",
            f"     {form.method.upper()} {form.action or '(no web address)'}",
            f"     {'; '.join(_signs(verdict))}",
        )
    return "\n".join(lines)


def is_host(place: str) -> bool:
    """Tell whether what was typed begins as a host does, and not as a saved page is called.

    >>> [is_host(place) for place in ("a.example/x", "127.0.0.1:80", "page.html", "/a.example")]
    [True, True, False, False]
    """
    first = re.split("[/:?]", place, maxsplit=1)[0]
    return "." in first.strip(".") and not FILE_NAME.search(first) and place[0] not in "./"


async def fetch_page(address: str) -> Page:
    async with open_fetcher() as fetcher:
        if lacks_scheme(address):
            response = await fetch_by_either_scheme(
                fetcher, f"https://{address}", deadline=FETCH_DEADLINE
            )
        else:
            response = await fetcher.fetch(address, deadline=FETCH_DEADLINE)
    kind = (response.content_type or "text/html").lower()
    if not kind.startswith("text/") and "html" not in kind:
        raise NotHtmlError(f"no web page but {kind}")
    return response.parse()


def _signs(verdict: FormVerdict) -> list[str]:
    return [*(["sending it would do something"] if verdict.acts else []), *verdict.cues]


def form_document(form: SearchForm, verdict: FormVerdict) -> dict[str, Any]:
    return {
        "index": form.index,
        "is_search": verdict.is_search,
        "score": verdict.score,
        "query_field": verdict.query_field,
        "cues": _signs(verdict),
    }
