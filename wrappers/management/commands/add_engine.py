"""`manage.py add_engine URL`: from the address of a site to a learned engine."""

from argparse import ArgumentParser
from typing import Any

from discovery.collections.crawls import SampleError, prepare_collection
from discovery.engines.registration import AddressError
from discovery.management.command_line import WRONG_CALL, OutcomeCommand, failing, prepare_database
from discovery.models import Collection, Engine, EngineState
from wrappers.collections.collection_jobs import collect_now
from wrappers.learning.work import add_engine
from wrappers.management.commands.learn_wrapper import add_inducers_option
from wrappers.models import LearningJob
from wrappers.operations.lifecycle import sample_to_collect


class Command(OutcomeCommand):
    help = "Find a site's search form, learn to ask it and to read its answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("url", help="the address of the site")
        parser.add_argument(
            "--collect",
            action="store_true",
            help="where the site cannot be asked, collect its pages and search these",
        )
        add_inducers_option(parser)

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        prepare_database()
        with failing(WRONG_CALL, AddressError):
            job = add_engine(url, self.report, options["inducers"])
        outcome = outcome_of(job)
        if options["collect"] and outcome["sample"]:
            outcome |= self.collect(job.engine, outcome["sample"])
        self.write_outcome(outcome, as_text(outcome), options["json"])
        if outcome["state"] != EngineState.ACTIVE:
            raise SystemExit(1)

    def collect(self, engine: Engine, sample: str) -> dict[str, Any]:
        wanted = Collection(samples=[sample], entry_url=engine.home_url)
        with failing(WRONG_CALL, AddressError, SampleError):
            collection = collect_now(prepare_collection(wanted), self.report_pages)
        collected = Engine.objects.filter(collection=collection).first()
        if collected is None:
            return {"reason": f"{engine.reason} Collecting its pages failed: {collection.reason}"}
        return {"slug": collected.slug, "state": collected.state, "reason": collection.reason}

    def report_pages(self, crawl: Collection) -> None:
        self.stderr.write(f"collect: {crawl.found} pages, {crawl.downloads} downloads")


def outcome_of(job: LearningJob) -> dict[str, Any]:
    engine = job.engine
    version = engine.wrapper_versions.in_use()
    return {
        "slug": engine.slug,
        "state": engine.state,
        "reason": job.reason,
        "home_url": engine.home_url,
        "steps": job.log,
        "wrapper": version
        and {"formula": version.formula, "support": version.support, "inducer": version.inducer},
        "sample": sample_to_collect(engine),
        "always_answers": version and version.no_result is None,
    }


def as_text(outcome: dict[str, Any]) -> str:
    lines = [f"{outcome['slug']}: {outcome['state']}", outcome["reason"]]
    if outcome["sample"] and outcome["state"] != EngineState.ACTIVE:
        lines.append("Its pages can be collected and searched: add_engine --collect.")
    if outcome["wrapper"]:
        lines.append(f"wrapper ({outcome['wrapper']['inducer']}): {outcome['wrapper']['formula']}")
    return "\n".join(lines)
