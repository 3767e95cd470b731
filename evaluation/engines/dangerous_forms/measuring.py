"""One case, met in the ways that an installation meets sites, by the product's own commands."""

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qsl, urlsplit

from evaluation.engines.dangerous_forms.case import WELL_PATH, Case, Fields, Kind, load_cases
from evaluation.own_installation import call, prepare_installation
from evaluation.served import served_pages


class Site:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.log: list[tuple[Kind, str]] = []
        self.address = ""

    def requests(self, kind: Kind) -> list[str]:
        return [line for logged, line in self.log if logged is kind]

    def answer(self, method: str, target: str, body: str) -> tuple[int, str]:
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
    site = Site(case)
    with served_pages(site.answer, port) as address:
        site.address = f"{address}/"
        yield site


# Slices of learning that imported and discovered engines are given, so that the bed ends.
MOST_SLICES = 20


@dataclass(slots=True)
class Measurement:
    """What one way of meeting a case came to; `found` is None where it has no true search.

    Requests are counted by what they are to the site. Forms are judged once, with `add_engine`.
    """

    case: str
    is_opened: bool
    way: str
    found: bool | None = None
    outcome: str = ""
    acts: list[str] = field(default_factory=list)
    forms_right: int = 0
    forms_wrong: list[str] = field(default_factory=list)


def prepare(folder: str, ports: list[int]) -> None:
    """Make an empty installation for this process that may fetch from all ports of the bed."""
    os.environ.setdefault("METASEARCH_BROWSER", "off")
    prepare_installation(mkdtemp(dir=folder), [f"127.0.0.1:{port}" for port in ports])
    logging.disable(logging.ERROR)


def measure(name: str, ports: list[int]) -> list[Measurement]:
    case = load_cases()[name]
    ways = [add]
    if case.number // 2 % 3 == 0:
        ways += [bring, discover]
    elif case.search is None:
        ways.append(turn)
    rows = []
    for way, port in zip(ways, ports, strict=False):
        row = Measurement(name, case.is_opened, way.__name__)
        with serving(case, port) as site:
            row.outcome = way(site)
            row.acts = site.requests(Kind.ACT)
            if case.search is not None:
                row.found = row.outcome == "ACTIVE" and bool(site.requests(Kind.SEARCH))
            if way is add:
                judge_forms(site, row)
        rows.append(row)
    return rows


def add(site: Site) -> str:
    return str(call("add_engine", site.address).get("state"))


def bring(site: Site) -> str:
    file = Path(mkdtemp(dir=os.environ["METASEARCH_DATA_DIR"])) / "engines.txt"
    file.write_text(f"{site.address}\n", encoding="utf-8")
    call("import_engines", str(file))
    return learn_proposals(site)


def discover(site: Site) -> str:
    call("discover_engines", site.address)
    return learn_proposals(site)


def learn_proposals(site: Site) -> str:
    """Do what the task worker does with proposals; return the state of the site's engine."""
    from discovery.models import Engine
    from wrappers.models import LearningJob
    from wrappers.tasks import tend_proposals, work_on_learning

    tend_proposals()
    for _ in range(MOST_SLICES):
        job = LearningJob.objects.unfinished().first()
        if job is None:
            break
        work_on_learning(job.pk)
    engine = Engine.objects.filter(home_url__startswith=site.address).first()
    return str(engine.state) if engine is not None else "no engine"


def turn(site: Site) -> str:
    dangerous, site.case = site.case, site.case.before()
    learned = call("add_engine", site.address)
    site.case = dangerous
    site.log.clear()
    if learned.get("state") != "ACTIVE":
        return "never ACTIVE"
    return str(call("check_engine", learned["slug"]).get("after"))


def judge_forms(site: Site, row: Measurement) -> None:
    """Compare what `find_forms` says of each form of the site's pages with what it is."""
    for page in site.case.pages:
        if not (forms := site.case.forms(page)):
            continue
        verdicts = call("find_forms", site.address.rstrip("/") + page)["forms"]
        said = {verdict["index"]: verdict["is_search"] for verdict in verdicts}
        for index, (kind, method, path, _) in enumerate(forms):
            if kind is Kind.EITHER:
                continue
            if said.get(index, False) is (kind is Kind.SEARCH):
                row.forms_right += 1
            else:
                row.forms_wrong.append(f"{page}: {method} {path} is {kind}")
