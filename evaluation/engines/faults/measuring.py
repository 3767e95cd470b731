"""One fault after the other is put upon the learned engines, and the product asked each time.

usage: python -m evaluation.engines.faults.measuring FIRST_PORT [DESIGN …]

Each line on standard input names a fault, with "checked" after it where the engine is checked with
it, too. A line of JSON answers it.
"""

import asyncio
import json
import logging
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from evaluation.engines.faults.catalogue import FAULTS
from evaluation.engines.faults.fault import Fault
from evaluation.engines.faults.installation import Installation, served_engines
from evaluation.engines.faults.measurement import (
    MADE_UP_WORD,
    WORDS,
    Measurement,
    judge,
    question,
)
from evaluation.engines.faults.sites import designs_named

# Searches of healthy engines that tell how long one takes.
QUIET_SEARCHES = 7
# Others that are later than this are asked again: it may have been the machine. Seconds.
LATE = 0.05
# Searches tried while the product says that its own machine is overloaded.
OVERLOADED_TRIES = 5
# How known queries are asked before and after: query and page.
KNOWN = ((WORDS[0], 1), (WORDS[1], 1), (WORDS[0], 2), (MADE_UP_WORD, 1))

Answers = dict[str, Any]


class Bed:
    """The learned engines, and what they answer while all are well."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.designs = installation.engines.designs
        self.slugs = installation.slugs
        self.well = {known: self._known(*known) for known in KNOWN}
        self.quiet = self._quiet_seconds()

    def measure(self, fault: Fault, is_checked: bool) -> Measurement:
        """Return what the product makes of a fault: searches, a check, and the time after it."""
        started = time.monotonic()
        found = Measurement(fault.name)
        places = [place for place, design in enumerate(self.designs) if fault.fits(design)]
        place = places[fault.number % len(places)]
        self.installation.forget_answers()
        self._search_one(fault, place, is_checked, found)
        self.installation.forget_answers()
        self._search_all(fault, places, found)
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
        """Search all engines while one has the fault: what it is called, whom it delays."""
        self._switch(fault, (place,))
        query, page = question(fault, 0)
        answers = self._search(query, page, observed=is_checked)
        found.delay = self._delay(answers, place)
        if found.delay > LATE:
            again = self._delay(self._search(query, page), place)
            found.delay = min(found.delay, again)
        self._judge(fault, place, query, page, answers, found)

    def _search_all(self, fault: Fault, places: Sequence[int], found: Measurement) -> None:
        """Search while all engines have the fault that can: the same in all designs."""
        self._switch(fault, places)
        query, page = question(fault, 1)
        answers = self._search(query, page, observed=fault.of_line)
        for place in places:
            self._judge(fault, place, query, page, answers, found)

    def _check_one(
        self, fault: Fault, place: int, places: Sequence[int], found: Measurement
    ) -> None:
        """Check the engine while the fault lasts; what it shows afterwards must be true too."""
        self._switch(fault, places)
        found.check = self._check(place)
        found.taken_out = found.check.endswith("BROKEN") and not fault.may_be_broken
        query, page = question(fault, 0)
        answer = self._search(query, page, places=(place,))[self.slugs[place]]
        shown = judge(fault, self.designs[place], query, page, answer, _addresses(answer), True)
        if shown.kind == "RESULTS" and shown.untrue:
            found.harm.append(f"the check made {shown.design} show {shown.untrue[0]}")

    def _recover(self, place: int, found: Measurement) -> None:
        """Check the engine when it is well again: it must be used and read as before."""
        check = self._check(place)
        if not check.endswith("ACTIVE"):
            found.harm.append(f"well again it stays {check}")
        for (query, page), well in self.well.items():
            before, after = well[place], self._known_of(place, query, page)
            if before != after:
                found.harm.append(f"well again {query!r} page {page} is read otherwise: {after[0]}")

    def _judge(
        self, fault: Fault, place: int, query: str, page: int, answers: Answers,
        found: Measurement,
    ) -> None:  # fmt: skip
        answer = answers[self.slugs[place]]
        found.shown.append(
            judge(fault, self.designs[place], query, page, answer, _addresses(answer))
        )

    def _delay(self, answers: Answers, place: int) -> float:
        """Return by how much the slowest of the other engines was later than usual."""
        others = [slug for slug in self.slugs if slug != self.slugs[place]]
        late = (float(answers[slug].seconds) - self.quiet[slug] for slug in others)
        return max([0.0, *late])

    def _check(self, place: int) -> str:
        """Check an engine, and mend it where needed; return what happened."""
        from discovery.models import Engine
        from wrappers.monitoring import check_engine

        report = check_engine(Engine.objects.get(slug=self.slugs[place]))
        mended = f" mended ({report.strategy})" if report.mended else ""
        return f"{report.kind}{mended} → {report.after}"

    def _search(
        self, query: str, page: int, places: Sequence[int] = (), observed: bool = False
    ) -> Answers:
        """Search through the product; return the answers by slug."""
        from metasearch.search import ask_engines
        from wrappers.engines import open_client, ready_engine

        engines = [ready_engine(self.slugs[place]) for place in places or range(len(self.designs))]

        async def search() -> list[Any]:
            async with open_client() as client:
                client.first_pages, client.retry_later = self.installation.remembered
                return [answer async for answer in ask_engines(client, engines, query, page)]

        # What fails because this machine is busy tells nothing of the engine: asked again.
        for _ in range(OVERLOADED_TRIES):
            answers = asyncio.run(search())
            if not any(str(answer.reason) == "overloaded" for answer in answers):
                break
        if observed:
            self.installation.seen.record(query, answers)
        return {answer.slug: answer for answer in answers}

    def _known(self, query: str, page: int) -> list[tuple[str, list[str]]]:
        """Return kind and addresses of what each healthy engine answers."""
        answers = self._search(query, page)
        return [(str(answers[slug].kind), _addresses(answers[slug])) for slug in self.slugs]

    def _known_of(self, place: int, query: str, page: int) -> tuple[str, list[str]]:
        answer = self._search(query, page, places=(place,))[self.slugs[place]]
        return str(answer.kind), _addresses(answer)

    def _quiet_seconds(self) -> dict[str, float]:
        """Return the usual seconds of each engine in a search of all."""
        searches = [self._search(WORDS[0], 1) for _ in range(QUIET_SEARCHES)]
        return {
            slug: statistics.median(answers[slug].seconds for answers in searches)
            for slug in self.slugs
        }


def _addresses(answer: Any) -> list[str]:
    return [record.url or "" for record in answer.records]


def main() -> None:
    """Learn the engines, then measure the faults named on standard input."""
    first_port = int(sys.argv[1])
    logging.disable(logging.ERROR)
    designs = designs_named(sys.argv[2:])
    with served_engines(first_port, designs) as engines, tempfile.TemporaryDirectory() as folder:
        bed = Bed(Installation(Path(folder), engines))
        print("ready", flush=True)
        for line in sys.stdin:
            name, *checked = line.split()
            print(json.dumps(asdict(bed.measure(FAULTS[name], bool(checked)))), flush=True)


if __name__ == "__main__":
    main()
