"""One fault after the other is put upon the learned engines, and the product asked each time."""

import asyncio
import logging
import statistics
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from evaluation.engines.faults.catalogue import FAULTS
from evaluation.engines.faults.fault import Ask, Fault
from evaluation.engines.faults.installation import Engines, Installation
from evaluation.engines.faults.sites import Design, decoys_of, designs_named, find_page

# What the healthy engines are asked too: two words that all know, and one that nobody knows.
WORDS = ("radio", "linux")
MADE_UP_WORD = "qvzkrwblutx"
# Searches of healthy engines that tell how long one takes.
QUIET_SEARCHES = 7
# Others that are later than this are asked again: it may have been the machine. Seconds.
LATE = 0.05
# Searches tried while the product says that its own machine is overloaded.
OVERLOADED_TRIES = 5
# How known queries are asked before and after: query and page.
KNOWN = ((WORDS[0], 1), (WORDS[1], 1), (WORDS[0], 2), (MADE_UP_WORD, 1))

Answers = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the product showed of one engine's answer.

    `untrue` are addresses shown as results that the engine's page does not give as such, `share`
    the part of the true ones that were shown. Of the `count` records shown `wrong` are untrue,
    `invisible` ones among them, and `misread` have another title.
    """

    design: str
    query: str
    kind: str
    reason: str
    detail: str
    seconds: float
    untrue: tuple[str, ...]
    share: float
    is_right: bool
    count: int = 0
    wrong: int = 0
    invisible: int = 0
    misread: int = 0


@dataclass(slots=True)
class Measurement:
    """One fault: what was shown of it, the harm that it did, and the delay of other engines.

    `check` says what the check did while the fault lasted; `taken_out`: it called an engine BROKEN
    that is not. `delay` is in seconds.
    """

    fault: str
    shown: list[Shown] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)
    delay: float = 0.0
    check: str = ""
    taken_out: bool = False
    seconds: float = 0.0

    @property
    def is_right(self) -> bool:
        return bool(self.shown) and all(shown.is_right for shown in self.shown)

    @property
    def worst(self) -> Shown:
        return next((shown for shown in self.shown if not shown.is_right), self.shown[0])


def question(fault: Fault, turn: int) -> tuple[str, int]:
    match fault.asks:
        case Ask.WORD:
            return WORDS[turn], 1
        case Ask.NOTHING:
            return (MADE_UP_WORD, MADE_UP_WORD[::-1])[turn], 1
        case Ask.SECOND_PAGE:
            return WORDS[turn], 2
        case Ask.LONG_QUERY:
            return "74"[turn] * 260, 1


def judge(
    fault: Fault, design: Design, query: str, page: int, answer: Any, is_after_check: bool = False
) -> Shown:
    urls = [record.url or "" for record in answer.records]
    found = find_page(design.language, query, page)
    titles = {record.url: record.title for record in fault.shown(found).records}
    true = set(titles)
    doubtful = fault.doubtful(found).records
    tolerated = () if fault.check_drops and is_after_check else doubtful
    known = true | {record.url for record in tolerated}
    untrue = tuple(url for url in urls if url not in known)
    hidden = {record.url for record in decoys_of(found)} - true
    misread = fault.titled and sum(
        _folded(record.title or "") != _folded(titles.get(record.url, record.title or ""))
        for record in answer.records
    )
    share = len(true & set(urls)) / len(true) if true else 1.0
    kind, reason = str(answer.kind), str(answer.reason)
    named = (kind, reason) in fault.expected
    if kind == "RESULTS":
        named = named and not untrue and not misread and share >= fault.least
    return Shown(
        design.name, query, kind, reason, answer.detail,
        round(answer.seconds, 3), untrue[:3], round(share, 2), named,
        len(urls), len(untrue), sum(url in hidden for url in untrue), int(misread),
    )  # fmt: skip


def _folded(title: str) -> str:
    """Return a title without what nobody sees of it: formatting characters, kinds of blanks."""
    seen = "".join(sign for sign in title if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).split()).casefold()


class Bed:
    """The learned engines, and what they answer while all are well."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.designs = installation.engines.designs
        self.slugs = installation.slugs
        self.well = {known: self._known(*known) for known in KNOWN}
        searches = [self._search(WORDS[0], 1) for _ in range(QUIET_SEARCHES)]
        # The usual seconds of each engine in a search of all.
        self.quiet: dict[str, float] = {
            slug: statistics.median(answers[slug].seconds for answers in searches)
            for slug in self.slugs
        }

    def measure(self, fault: Fault, is_checked: bool) -> Measurement:
        started = time.monotonic()
        found = Measurement(fault.name)
        places = [place for place, design in enumerate(self.designs) if fault.fits(design)]
        place = places[fault.number % len(places)]
        self.installation.forget_answers()
        self._search_one(fault, place, is_checked, found)
        self.installation.forget_answers()
        self._switch(fault, places)
        query, page = question(fault, 1)
        answers = self._search(query, page, observed=fault.of_line)
        for each in places:
            answer = answers[self.slugs[each]]
            found.shown.append(judge(fault, self.designs[each], query, page, answer))
        if is_checked:
            self._check_one(fault, place, places if fault.of_line else (place,), found)
            self._switch(None, ())
            self.installation.forget_answers()
            self._recover(place, found)
            self.installation.restore()
        found.harm += [
            f"{shown.design} shows {shown.untrue[0]} for {shown.query!r}"
            for shown in found.shown
            if shown.kind == "RESULTS" and shown.untrue
        ]
        found.seconds = round(time.monotonic() - started, 1)
        return found

    def _switch(self, fault: Fault | None, places: Sequence[int]) -> None:
        name = fault.name if fault is not None else None
        self.installation.engines.switch(
            [name if place in places else None for place in range(len(self.designs))]
        )

    def _search_one(self, fault: Fault, place: int, is_checked: bool, found: Measurement) -> None:
        self._switch(fault, (place,))
        query, page = question(fault, 0)
        answers = self._search(query, page, observed=is_checked)
        found.delay = self._delay(answers, place)
        if found.delay > LATE:
            again = self._delay(self._search(query, page), place)
            found.delay = min(found.delay, again)
        answer = answers[self.slugs[place]]
        found.shown.append(judge(fault, self.designs[place], query, page, answer))

    def _check_one(
        self, fault: Fault, place: int, places: Sequence[int], found: Measurement
    ) -> None:
        self._switch(fault, places)
        found.check = self._check(place)
        may_be_broken = "BROKEN" in {kind for kind, _reason in fault.expected}
        found.taken_out = found.check.endswith("BROKEN") and not may_be_broken
        query, page = question(fault, 0)
        answer = self._search(query, page, places=(place,))[self.slugs[place]]
        shown = judge(fault, self.designs[place], query, page, answer, True)
        if shown.kind == "RESULTS" and shown.untrue:
            found.harm.append(f"the check made {shown.design} show {shown.untrue[0]}")

    def _recover(self, place: int, found: Measurement) -> None:
        check = self._check(place)
        if not check.endswith("ACTIVE"):
            found.harm.append(f"well again it stays {check}")
        for (query, page), well in self.well.items():
            before, (after,) = well[place], self._known(query, page, (place,))
            if before != after:
                found.harm.append(f"well again {query!r} page {page} is read otherwise: {after[0]}")

    def _delay(self, answers: Answers, place: int) -> float:
        others = [slug for slug in self.slugs if slug != self.slugs[place]]
        late = (float(answers[slug].seconds) - self.quiet[slug] for slug in others)
        return max([0.0, *late])

    def _check(self, place: int) -> str:
        from discovery.models import Engine
        from wrappers.monitoring.checking import check_engine

        report = check_engine(Engine.objects.get(slug=self.slugs[place]))
        mended = f" mended ({report.strategy})" if report.mended else ""
        return f"{report.kind}{mended} → {report.after}"

    def _search(
        self, query: str, page: int, places: Sequence[int] = (), observed: bool = False
    ) -> Answers:
        from metasearch.search.dispatch import ask_engine
        from wrappers.engines.client import open_client
        from wrappers.engines.registry import ready_engine

        engines = [ready_engine(self.slugs[place]) for place in places or range(len(self.designs))]

        async def search() -> list[Any]:
            async with open_client() as client:
                client.first_pages, client.retry_later = self.installation.remembered
                asking = (ask_engine(client, engine, query, page) for engine in engines)
                return await asyncio.gather(*asking)

        # What fails because this machine is busy tells nothing of the engine: asked again.
        for _ in range(OVERLOADED_TRIES):
            answers = asyncio.run(search())
            if not any(str(answer.reason) == "overloaded" for answer in answers):
                break
        if observed:
            self.installation.seen.record(query, answers)
        return {answer.slug: answer for answer in answers}

    def _known(
        self, query: str, page: int, places: Sequence[int] = ()
    ) -> list[tuple[str, list[str]]]:
        answers = self._search(query, page, places)
        found = [answers[slug] for slug in self.slugs if slug in answers]
        return [(str(each.kind), [record.url or "" for record in each.records]) for each in found]


_beds: list[Bed] = []


def prepare(folder: str, ports: "Queue[int]", designs: Sequence[str]) -> None:
    """Serve and learn engines for this process; they are served until it ends."""
    logging.disable(logging.ERROR)
    engines = Engines(ports.get(), designs_named(designs))
    _beds.append(Bed(Installation(Path(mkdtemp(dir=folder)), engines)))


def measure(name: str, is_checked: bool) -> Measurement:
    return _beds[0].measure(FAULTS[name], is_checked)
