"""`manage.py learn_wrapper PAGE… --out W.json`: from saved result pages to a wrapper."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    check_writable,
    write_text,
)
from discovery.pages.page import NotHtmlError
from wrappers.induction.candidates.inducers import InducerName
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample
from wrappers.management.commands.extract_records import read_saved_page


def add_inducers_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--inducers",
        nargs="+",
        type=InducerName,
        choices=list(InducerName),
        default=(),
        help="let these alone propose wrappers (default: those that fit the pages)",
    )


class Command(OutcomeCommand):
    help = "Learn a wrapper from saved result pages of one search engine."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
        parser.add_argument("--no-result", type=Path, help="the page of a query without results")
        parser.add_argument(
            "--query", action="append", default=[], help="query of each page, in their order"
        )
        parser.add_argument("--url", action="append", default=[], help="address of each page")
        parser.add_argument("--out", type=Path, required=True, help="where the wrapper goes (JSON)")
        add_inducers_option(parser)

    def handle(self, *args: Any, pages: list[Path], **options: Any) -> None:
        queries, urls = options["query"], options["url"]
        if len(queries) > len(pages) or len(urls) > len(pages):
            raise CommandError(
                "There are more queries or addresses than pages.", returncode=WRONG_CALL
            )
        try:
            check_writable(options["out"])
            samples = [
                Sample(
                    read_saved_page(path, urls[place] if place < len(urls) else ""),
                    queries[place] if place < len(queries) else None,
                )
                for place, path in enumerate(pages)
            ]
            no_result = options["no_result"] and read_saved_page(options["no_result"])
            learned = learn_wrapper(samples, no_result, options["inducers"])
        except (InductionError, NotHtmlError) as error:
            raise CommandError(f"{type(error).__name__}: {error}", returncode=FAILED) from error
        document = json.dumps(learned.wrapper.to_json(), ensure_ascii=False, indent=1)
        write_text(options["out"], document + "\n")
        formula = learned.wrapper.formula
        outcome = {"formula": formula, "support": learned.support, "inducer": learned.inducer}
        self.write_outcome(outcome, formula, options["json"])
        self.stderr.write(f"{learned.inducer}, support {learned.support} of {len(pages)} pages")
