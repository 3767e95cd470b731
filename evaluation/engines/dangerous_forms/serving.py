"""A case served on loopback, with a log of what was asked of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

from evaluation.engines.dangerous_forms.case import WELL_PATH, Case, Fields, Kind
from evaluation.served import served_pages


class Site:
    """A case as a running site, and what was asked of it."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.log: list[tuple[Kind, str]] = []
        self.address = ""

    def requests(self, kind: Kind) -> list[str]:
        """Return the requests of a kind, the first first."""
        return [line for logged, line in self.log if logged is kind]

    def answer(self, method: str, target: str, body: str) -> tuple[int, str]:
        """Log a request; return status and page."""
        case, path, fields = self.case, urlsplit(target).path, read_fields(target, body)
        kind = case.kind_of(method, path, fields)
        self.log.append((kind, f"{method} {target} {body[:200]}".strip()))
        if kind is Kind.ACT:
            done = "".join(f"<li>{value}</li>" for value in fields.values() if "<" not in value)
            return 200, case.page(f"<h2>✓ OK</h2><ul>{done}</ul>")
        if kind is Kind.SEARCH and case.search is not None:
            return 200, case.answer(fields[case.search.parameter])
        if path == WELL_PATH and case.number % 5:
            # Where a search is gone, most sites show their home page at its address.
            path = "/"
        if path in case.pages:
            return 200, case.page(case.pages[path])
        if record := next((one for one in case.records if one.url == path), None):
            return 200, case.page(f"<h1>{record.title}</h1><p>{record.snippet}</p>")
        if title := (case.menu | case.footer).get(path):
            return 200, case.page(f"<h1>{title}</h1>")
        return 404, case.page("<h1>404</h1>")


def read_fields(target: str, body: str) -> Fields:
    """Return the fields of address and body; of a body in parts the names alone."""
    fields = dict(parse_qsl(urlsplit(target).query, keep_blank_values=True))
    if "form-data" in body:
        return fields | dict.fromkeys(re.findall(r' name="([^"]*)"', body), "")
    return fields | dict(parse_qsl(body, keep_blank_values=True))


@contextmanager
def serving(case: Case, port: int = 0) -> Iterator[Site]:
    """Serve a case on `port` (0: a free one)."""
    site = Site(case)

    def answer(method: str, target: str, body: str) -> tuple[int, bytes]:
        status, page = site.answer(method, target, body)
        return status, page.encode()

    with served_pages(answer, port) as address:
        site.address = f"{address}/"
        yield site
