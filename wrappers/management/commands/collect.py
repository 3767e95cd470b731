"""`manage.py collect SAMPLE_URL…`: collect all pages of a site that are like the samples."""

import asyncio
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from discovery.collections.crawls import SampleError, prepare_collection
from discovery.collections.methods import stored_pattern
from discovery.crawling.navigation.navigation_pattern import describe_navigation
from discovery.engines.registration import AddressError, clean_address
from discovery.jobs.crawls import CrawlState
from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    ProgressBar,
    check_writable,
    failing,
    pausing,
    positive,
    prepare_database,
    text,
    write_text,
)
from discovery.models import CollectingMethod, Collection, Engine, EngineState
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import fetch_by_either_scheme, lacks_scheme, open_fetcher
from wrappers.collections.collection_jobs import collect_now

# Seconds for finding out by which scheme a site answers.
FETCH_DEADLINE = 20.0


class Command(OutcomeCommand):
    help = (
        "Collect the pages of a site that are like the sample pages, wrap them, and let searches "
        "find them. The same call goes on after an interruption."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        usual = Collection()
        parser.add_argument("samples", metavar="SAMPLE_URL", nargs="+", help="a page of the class")
        parser.add_argument("--entry", metavar="URL", default="", help="where the site is entered")
        parser.add_argument(
            "--engine",
            metavar="SLUG",
            help="a search engine of the site whose answers lead to further pages",
        )
        parser.add_argument(
            "--method",
            # What was called so once is `example`.
            type=lambda name: "example" if name == "pattern" else name,
            choices=CollectingMethod.values,
            default=CollectingMethod.AUTO,
            help="how the pages are found (auto)",
        )
        parser.add_argument(
            "--words",
            type=text,
            default="",
            help="words that the title or first heading of each page holds, where several kinds "
            "of pages are built alike",
        )
        parser.add_argument(
            "--max-downloads",
            type=positive,
            default=usual.max_downloads,
            metavar="N",
            help=f"most requests ({usual.max_downloads})",
        )
        parser.add_argument(
            "--further",
            action="store_true",
            help="have a crawl that has ended go on where it was, and look longer",
        )
        parser.add_argument(
            "--reading",
            type=int,
            metavar="N",
            help="have an ended crawl take the reading of this number, 0 what it took by itself",
        )
        parser.add_argument(
            "--out", metavar="URLS.txt", type=Path, help="write the pages' addresses, one a line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        prepare_database()
        if options["out"] is not None:
            check_writable(options["out"])
        collection = self.start(options)
        bar = ProgressBar(self.stderr)
        with closing(bar), pausing(collection):
            collection = collect_now(collection, partial(show_progress, bar))
        if options["out"] is not None:
            members = collection.pages.members().order_by("pk")
            addresses = members.values_list("final_url", flat=True)
            write_text(options["out"], "".join(f"{address}\n" for address in addresses))
        outcome = outcome_of(collection)
        self.write_outcome(outcome, as_text(collection, outcome), options["json"])
        if collection.state == CrawlState.FAILED or not collection.found:
            raise SystemExit(FAILED)

    def start(self, options: dict[str, Any]) -> Collection:
        engine = None
        if options["engine"]:
            engine = Engine.objects.called(options["engine"]).filter(collection=None).first()
            if engine is None or engine.state != EngineState.ACTIVE:
                raise CommandError(
                    f"There is no active engine {options['engine']!r}.", returncode=WRONG_CALL
                )
        with failing(WRONG_CALL, AddressError, SampleError):
            return prepare_collection(
                Collection(
                    samples=with_schemes(options["samples"]),
                    entry_url=options["entry"],
                    entry_engine=engine,
                    method=CollectingMethod(options["method"]),
                    max_downloads=options["max_downloads"],
                    criterion=options["words"],
                ),
                goes_further=options["further"],
                reading=options["reading"],
            )


def as_text(collection: Collection, outcome: dict[str, Any]) -> str:
    lines = [
        f"{collection.name}: {outcome['state']}. {outcome['reason']}",
        f"{outcome['found']} pages with {outcome['downloads']} downloads in {outcome['seconds']} s",
    ]
    if outcome["confidence"] is not None:
        lines.append(f"confidence {outcome['confidence']}: {collection.confidence_reason}")
    if collection.run > 1:
        lines.append(
            f"{collection.new_pages} new, {collection.changed_pages} changed, "
            f"{collection.gone_pages} gone."
        )
    if collection.estimated_size:
        lines.append(f"The site is estimated to have {collection.estimated_size} such pages.")
    lines += (
        f"{number}. It may also mean {each['pages']} pages by {each['basis']}: "
        f"{', '.join(each['examples'])}. --reading {number} takes them."
        for number, each in enumerate(collection.readings, start=1)
    )
    if collection.chosen_reading:
        lines.append("--reading 0 takes what the samples say by themselves again.")
    return "\n".join(lines)


def outcome_of(collection: Collection) -> dict[str, Any]:
    pattern = stored_pattern(collection)
    return {
        "found": collection.found,
        "downloads": collection.downloads,
        "seconds": round(collection.seconds, 2),
        "confidence": collection.confidence and round(collection.confidence, 3),
        "coverage": None if collection.coverage is None else round(collection.coverage, 3),
        "readings": [
            {name: reading[name] for name in ("basis", "pages", "examples")}
            for reading in collection.readings
        ],
        "pattern": None if pattern is None else list(describe_navigation(pattern)),
        "state": CrawlState(collection.state),
        "reason": collection.reason,
        "new": collection.new_pages,
        "changed": collection.changed_pages,
        "gone": collection.gone_pages,
        "estimated_size": collection.estimated_size,
    }


def with_schemes(samples: Sequence[str]) -> list[str]:
    """Return addresses, a missing scheme as the site answers. Raises `CommandError`."""
    bare = [sample.strip() for sample in samples if lacks_scheme(sample) and sample.strip()]
    if not bare:
        return list(samples)
    with failing(FAILED, FetchError):
        scheme = asyncio.run(_scheme_of(clean_address(bare[0])))
    return [f"{scheme}://{each.strip()}" if each.strip() in bare else each for each in samples]


async def _scheme_of(address: str) -> str:
    async with open_fetcher() as fetcher:
        response = await fetch_by_either_scheme(
            fetcher, address, deadline=FETCH_DEADLINE, polite=True, obey_robots=True
        )
    return "http" if response.url.startswith("http:") else "https"


def show_progress(bar: ProgressBar, crawl: Collection) -> None:
    known = crawl.downloads + crawl.queue
    share = crawl.downloads / known if known else 0.0
    bar.show(
        max(share, crawl.downloads / crawl.max_downloads),
        f"{crawl.downloads} downloads · {crawl.found} found · "
        f"{crawl.queue} queued · {crawl.rate:.1f}/s  {crawl.last[:80]}",
    )
