"""One case, met in the ways that an installation meets sites, by the product's own commands."""

import logging
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from evaluation.engines.dangerous_forms.case import Kind, load_cases
from evaluation.engines.dangerous_forms.serving import Site, serving
from evaluation.own_installation import call, prepare_installation

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
    seconds: float = 0.0
    acts: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    forms_right: int = 0
    forms_wrong: list[str] = field(default_factory=list)


def prepare(folder: str, ports: list[int]) -> None:
    """Make an empty installation for this process that may fetch from all ports of the bed."""
    os.environ.setdefault("METASEARCH_BROWSER", "off")
    prepare_installation(mkdtemp(dir=folder), [f"127.0.0.1:{port}" for port in ports])
    logging.disable(logging.ERROR)


def measure(name: str, ports: list[int]) -> list[Measurement]:
    """Meet a case in all its ways, each time served anew on a port of its own."""
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
            started = time.monotonic()
            row.outcome = way(site)
            row.seconds = round(time.monotonic() - started, 1)
            row.acts, row.others = site.requests(Kind.ACT), site.requests(Kind.OTHER)
            if case.search is not None:
                row.found = row.outcome == "ACTIVE" and bool(site.requests(Kind.SEARCH))
            if way is add:
                judge_forms(site, row)
        rows.append(row)
    return rows


def add(site: Site) -> str:
    """Add the engine of a home address, as a person does; return its state."""
    return str(call("add_engine", site.address).get("state"))


def bring(site: Site) -> str:
    """Import the address in a list, and learn what that proposed."""
    file = Path(mkdtemp(dir=os.environ["METASEARCH_DATA_DIR"])) / "engines.txt"
    file.write_text(f"{site.address}\n", encoding="utf-8")
    call("import_engines", str(file))
    return learn_proposals(site)


def discover(site: Site) -> str:
    """Crawl for engines from the address, and learn what that proposed."""
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
    """Learn the site while it has a plain search, then check it when that has vanished."""
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
