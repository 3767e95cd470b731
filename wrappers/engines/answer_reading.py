"""Answers read without stopping the event loop: light pages on it, heavy ones in a process.

What a page costs is told from its bytes, then from what its wrapper finds, then from what is needed
to judge it. Measured with `python -m evaluation.speed.event_loop`.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from lxml import etree
from lxml.html import HtmlElement

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.connection.form_tokens import FormGoneError, fresh_values
from discovery.connection.requests import EngineRequest
from discovery.pages.decoding import may_be_data
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page, PageTooHeavyError, is_heavy
from discovery.web.local_delay import LocalDelay, Stage
from discovery.web.response import Response
from wrappers.engines.page_processes import PageProcesses, ProcessEndedError
from wrappers.extraction.answers.classifying import AnswerReader, ReadAnswer
from wrappers.extraction.answers.obstacles import Classification, find_obstacle
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.paging import Following

# Seconds of processor time that one page may take: the heaviest real ones need a tenth of it.
READING_SECONDS = 5.0
# Bytes and tags of a page parsed on the event loop: 95 % of 586 real pages have less of both.
MAX_BYTES = 400_000
MAX_TAGS = 6_000
# Values of data that are shown on the event loop: each makes some three tags.
MAX_VALUES = MAX_TAGS // 3
# Tags of a page that is looked through line by line on the event loop.
MAX_TAGS_LOOKED_THROUGH = 800
# Comparisons of its lines with those of known pages that hold the query.
MAX_COMPARISONS = 50_000
# Records read on the event loop, and elements in them that are read however they are nested.
MAX_RECORDS = 150
MAX_ELEMENTS = 300
# Levels of elements in a record of more: those of real records nest about fifteen.
MAX_DEPTH = 25

_count_inside = cast("Callable[[HtmlElement], float]", etree.XPath("count(descendant::*)"))
_is_deep = etree.XPath(f"boolean({'/'.join('*' * MAX_DEPTH)})")


class _TooHeavyHereError(Exception):
    """The records of a page take too long for the event loop."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """The reading of one engine's pages, before `until` (monotonic seconds).

    `owner` names the engine, `lost` is told of the wait for a turn. Raises `NotHtmlError`, of it
    `PageTooHeavyError` for what cannot be read in time.
    """

    processes: PageProcesses
    owner: str
    until: float
    lost: LocalDelay | None = None

    async def answer(
        self, reader: AnswerReader, response: Response, query: str, number: int
    ) -> tuple[ReadAnswer, Page | None]:
        """Return what `response`, page `number` of the answer to `query`, says.

        The page goes with it, but a heavy one.
        """
        assert self.lost is not None
        async with self.lost.turn():
            reading = await _read_here(reader, response, query, number)
        if reading is not None:
            return reading
        self.lost.stage = Stage.READING
        asked = {"query": query, "number": number, "is_cut": response.is_cut}
        told = await self.ask_process("read", response, reader=reader.to_json(), **asked)
        return ReadAnswer.from_json(told), None

    async def following(
        self, wrapper: Wrapper, response: Response, page: Page | None, query: str, number: int
    ) -> EngineRequest | None:
        """Return the request for the page after page `number`."""
        if page is not None and response.body.count(b"<") <= MAX_TAGS_LOOKED_THROUGH:
            return Following.of(wrapper, page, query, number).request
        asked = {"query": query, "number": number}
        told = await self.ask_process("following", response, wrapper=wrapper.to_json(), **asked)
        return Following.from_json(told).request

    async def fresh_values(
        self, description: ConnectionDescription, response: Response
    ) -> dict[str, str] | Classification:
        """Return what a form page gives out anew, or what it is instead of that page.

        Raises `FormGoneError`, too.
        """
        if not is_heavy(response.body, response.content_type, MAX_BYTES, MAX_TAGS_LOOKED_THROUGH):
            page = response.parse()
            return find_obstacle(page) or fresh_values(description, page)
        written = to_xml(description).decode()
        answer = await self.ask_process("fresh_values", response, description=written)
        if "reason" in answer:
            return Classification(AnswerReason[answer["reason"].upper()], answer["detail"])
        values: dict[str, str] = answer["values"]
        return values

    async def text(self, response: Response) -> tuple[str, str]:
        """Return title and main text."""
        answer = await self.ask_process("text", response)
        return answer["title"], answer["text"]

    async def opened(self, response: Response, query: str) -> ResultRecord | None:
        """Return a page opened in place of a list as the record of itself (`opened_page`)."""
        answer = await self.ask_process("opened", response, query=query)
        record = answer["record"]
        return None if record is None else ResultRecord.from_json(record)

    async def ask_process(self, task: str, response: Response, **asked: Any) -> dict[str, Any]:
        document = {
            "task": task,
            "url": response.url,
            "content_type": response.content_type,
            "status": response.status,
            **asked,
        }
        try:
            future = self.processes.submit(
                self.owner, document, response.body, READING_SECONDS, self.until
            )
            answer = await asyncio.wrap_future(future)
        except ProcessEndedError as error:
            raise PageTooHeavyError(str(error)) from error
        match answer.get("problem"):
            case "too_heavy":
                raise PageTooHeavyError(answer["detail"])
            case "not_html":
                raise NotHtmlError(answer["detail"])
            case "form_gone":
                raise FormGoneError(answer["detail"])
        return answer


async def _read_here(
    reader: AnswerReader, response: Response, query: str, number: int
) -> tuple[ReadAnswer, Page] | None:
    """Return what a light page says, None for a heavy one; others have their turn meanwhile."""
    body = response.body
    tags = body.count(b"<")
    if is_heavy(body, response.content_type, MAX_BYTES, MAX_TAGS) or (
        may_be_data(body) and body.count(b",") > MAX_VALUES
    ):
        return None
    page = reader.wrapper.parse(body, response.url, response.content_type, response.status)
    if page.data is not None:
        # What it says has no tags of its own but those of the page that shows it.
        tags = int(_count_inside(page.root))
    if tags > MAX_TAGS_LOOKED_THROUGH:
        await asyncio.sleep(0)
    try:
        extraction = reader.wrapper.extract(
            page, query, inspect=lambda elements: _inspect(elements, tags)
        )
    except _TooHeavyHereError:
        return None
    if tags > MAX_TAGS_LOOKED_THROUGH:
        await asyncio.sleep(0)
    is_looked_through = reader.is_judged_by_lines(page, extraction)
    if is_looked_through and (
        tags > MAX_TAGS_LOOKED_THROUGH or tags * reader.echoes > MAX_COMPARISONS
    ):
        return None
    return reader.answer(page, query, extraction, number, is_cut=response.is_cut), page


def _inspect(elements: Sequence[HtmlElement], tags: int) -> None:
    if len(elements) > MAX_RECORDS:
        raise _TooHeavyHereError
    inside = sum(_count_inside(element) for element in elements)
    if inside > tags or (inside > MAX_ELEMENTS and any(map(_is_deep, elements))):
        raise _TooHeavyHereError
