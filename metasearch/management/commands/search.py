"""`manage.py search`: ask the engines from the shell."""

import asyncio
import json
from argparse import ArgumentParser
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand, CommandError

from discovery.management.command_line import FAILED, WRONG_CALL, prepare_database
from metasearch.api.search_json import search_document
from metasearch.presentation.labels import answer_detail, describe_answer, format_seconds
from metasearch.presentation.presenter import (
    MAX_SNIPPET_LENGTH,
    MAX_TITLE_LENGTH,
    why_nobody_is_asked,
)
from metasearch.search.highlighting import clean_text
from metasearch.search.preferences import SearchLink
from metasearch.search.results import SearchOutcome, search_whole
from metasearch.search.search_request import QueryForm, SearchRequest, understand_search
from metasearch.search.service import SearchService, current_service
from wrappers.engines.answer import Answer
from wrappers.engines.client import open_client
from wrappers.engines.registry import NotReadyError


class Command(BaseCommand):
    help = "Ask all active engines, or one of any state, and show what they find."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", help="what to look for; !engine and site: as on the page")
        parser.add_argument(
            "--engine", metavar="SLUG", help="ask this engine only; its records in page order"
        )
        parser.add_argument("--page", default="1", metavar="N", help="page of results, from 1")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        form = QueryForm(
            {
                "q": options["query"],
                "page": options["page"],
                "engine": [options["engine"]] if options["engine"] else [],
            }
        )
        if not form.is_valid():
            raise CommandError(form.first_error(), returncode=WRONG_CALL)
        prepare_database()
        service = current_service()
        asked = self.understood(service, form.link())
        outcome = asyncio.run(self.search(service, asked))
        answers = [answered.answer for answered in outcome.answers]
        service.observation.record(outcome.query, asked.relevant_answers(answers))
        if options["json"]:
            self.stdout.write(json.dumps(search_document(outcome, is_public=False), indent=2))
        else:
            self.print_results(outcome)

    def understood(self, service: SearchService, link: SearchLink) -> SearchRequest:
        try:
            # On this thread, whose connection to the database is the command's.
            asked = async_to_sync(understand_search)(service, link, viewer=None)
        except NotReadyError as error:
            raise CommandError(str(error), returncode=FAILED) from error
        for bang in asked.parsed_query.uncalled:
            self.stderr.write(
                f"No engine is called {bang}: it is left out. In quotes it is searched for."
            )
        if not asked.engines:
            words, has_engines = async_to_sync(why_nobody_is_asked)(service, "")
            hint = "" if has_engines else " Add one: manage.py add_engine URL"
            raise CommandError(words + hint, returncode=FAILED)
        return asked

    async def search(self, service: SearchService, asked: SearchRequest) -> SearchOutcome:
        self.stderr.write(f"asking {len(asked.engines)} engine(s) …")
        async with open_client() as client:
            return await search_whole(
                service, client, asked, lambda answer: self.stderr.write(progress_line(answer))
            )

    def print_results(self, outcome: SearchOutcome) -> None:
        if not outcome.results:
            self.stdout.write("Nothing found.")
        bangs = {each.engine.slug: each.engine.bang for each in outcome.answers}
        for number, result in enumerate(outcome.results, start=1):
            sources = ", ".join(
                f"{bangs[engine.slug] or engine.slug} {engine.position}"
                for engine in result.engines
            )
            self.stdout.write(f"{number:>3}. {clean_text(result.title, MAX_TITLE_LENGTH)}")
            self.stdout.write(f"     {result.url or '(no address)'}  [{sources}]")
            if result.snippet:
                self.stdout.write(f"     {clean_text(result.snippet, MAX_SNIPPET_LENGTH)}")


def progress_line(answer: Answer) -> str:
    detail = answer_detail(answer)
    reason = f" ({detail})" if detail else ""
    return f"  {answer.slug}: {describe_answer(answer)}{reason}, {format_seconds(answer.seconds)}"
