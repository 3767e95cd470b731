"""`manage.py extract_records W.json PAGE`: read a saved result page with a saved wrapper."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from discovery.connection.requests import EngineRequest
from discovery.documents.document import DocumentError
from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    read_file,
    read_page,
)
from discovery.pages.page import NotHtmlError, Page, parse_answer
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.no_result import find_suggestion
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper

# A larger file is no result page.
MAX_FILE_SIZE = 20_000_000


class Command(OutcomeCommand):
    help = "Extract the records of a saved result page with a wrapper."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("wrapper", type=Path, metavar="W.json")
        parser.add_argument("page", type=Path, metavar="PAGE")
        parser.add_argument("--url", default="", help="the address of the page")
        parser.add_argument("--query", help="the query that gave it")

    def handle(self, *args: Any, **options: Any) -> None:
        wrapper = load_wrapper(options["wrapper"])
        try:
            page = read_saved_page(options["page"], options["url"])
        except NotHtmlError as error:
            raise CommandError(f"{type(error).__name__}: {error}", returncode=FAILED) from error
        extraction = wrapper.extract(page, options["query"])
        if not options["json"]:
            for record in extraction.records:
                self.stdout.write(f"{record.title}\t{record.url or ''}")
            return
        suggestion = find_suggestion(page, options["query"] or "")
        judged = classify_answer(page, extraction, query=options["query"])
        document = {
            "records": [record_to_json(record) for record in extraction.records],
            "total": extraction.total,
            "next_page": request_to_json(wrapper.request_after(page)),
            "kind": judged.kind,
            "reason": judged.reason,
            "detail": judged.detail,
        } | ({"suggestion": suggestion} if suggestion else {})
        self.write_outcome(document, "", as_json=True)


def read_saved_page(path: Path, url: str = "") -> Page:
    """Return a page saved. Raises `CommandError`, `NotHtmlError`."""
    return parse_answer(read_page(path, url, MAX_FILE_SIZE, failure=WRONG_CALL), url)


def load_wrapper(path: Path) -> Wrapper:
    data = read_file(path, MAX_FILE_SIZE, failure=WRONG_CALL)
    try:
        return Wrapper.from_text(data)
    except DocumentError as error:
        raise CommandError(f"{path}: {error}", returncode=FAILED) from error


def record_to_json(record: ResultRecord) -> dict[str, Any]:
    fields = record.to_json()
    main = ("url", "title", "snippet")
    return {name: value for name, value in fields.items() if value or name in main}


def request_to_json(request: EngineRequest | None) -> dict[str, Any] | None:
    if request is None:
        return None
    body = None if request.body is None else request.body.decode("latin-1")
    return {"method": request.method, "url": request.url, "body": body}
