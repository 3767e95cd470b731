"""`manage.py add_engine URL`: from the address of a site to a learned engine."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from discovery.collections.crawls import CollectionRequest, SampleError, prepare_collection
from discovery.collections.page_rows import CollectingProgress
from discovery.engines.registration import AddressError
from discovery.management.command_line import WRONG_CALL, prepare_database
from discovery.models import Engine, EngineState
from wrappers.collections.collection_jobs import collect_now
from wrappers.models import LearningJob
from wrappers.operations.lifecycle import add_engine, sample_to_collect


class Command(BaseCommand):
    """Register a site and learn it in the foreground; exit code 1 when it does not end ACTIVE."""

    help = "Find a site's search form, learn to ask it and to read its answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("url", help="the address of the site")
        parser.add_argument(
            "--collect",
            action="store_true",
            help="where the site cannot be asked, collect its pages and search these",
        )
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        """Learn and print the outcome; progress goes to standard error."""
        prepare_database()
        try:
            job = add_engine(url, self.report)
        except AddressError as error:
            raise CommandError(str(error), returncode=WRONG_CALL) from error
        outcome = outcome_of(job)
        if options["collect"] and outcome["sample"]:
            outcome |= self.collect(job.engine, outcome["sample"])
        self.stdout.write(as_json(outcome) if options["json"] else as_text(outcome))
        if outcome["state"] != EngineState.ACTIVE:
            raise SystemExit(1)

    def collect(self, engine: Engine, sample: str) -> dict[str, Any]:
        """Collect the pages like `sample`; return what then stands in the outcome."""
        wanted = CollectionRequest(samples=(sample,), entry_url=engine.home_url)
        try:
            collection = collect_now(prepare_collection(wanted), self.report_pages)
        except (AddressError, SampleError) as error:
            raise CommandError(str(error), returncode=WRONG_CALL) from error
        collected = Engine.objects.filter(collection=collection).first()
        if collected is None:
            return {"reason": f"{engine.reason} Collecting its pages failed: {collection.reason}"}
        return {"slug": collected.slug, "state": collected.state, "reason": collection.reason}

    def report_pages(self, progress: CollectingProgress) -> None:
        """Show how far a collection has come."""
        self.stderr.write(f"collect: {progress.found} pages, {progress.downloads} downloads")

    def report(self, step: dict[str, Any]) -> None:
        """Show a step that is done."""
        self.stderr.write(f"{step['name']:<15} {step['seconds']:6.2f} s  {step['outcome']}")
        self.stderr.flush()


def outcome_of(job: LearningJob) -> dict[str, Any]:
    """Return how learning ended, as the command's JSON has it."""
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


def as_json(outcome: dict[str, Any]) -> str:
    """Return an outcome for programs."""
    return json.dumps(outcome, ensure_ascii=False, indent=1)


def as_text(outcome: dict[str, Any]) -> str:
    """Return an outcome for people."""
    lines = [f"{outcome['slug']}: {outcome['state']}", outcome["reason"]]
    if outcome["sample"] and outcome["state"] != EngineState.ACTIVE:
        lines.append("Its pages can be collected and searched: add_engine --collect.")
    if outcome["wrapper"]:
        lines.append(f"wrapper ({outcome['wrapper']['inducer']}): {outcome['wrapper']['formula']}")
    return "\n".join(lines)
