"""Speed of a search: ten unlike engines at once, beside the bare cost in the same run.

usage: python -m evaluation.speed.search_speed [--json FILE] [--reading]

Every query is new, so that nothing is answered from memory. Reading, too, stands beside its bare
cost, parsing, page by page of the same ten engines, both in processor time: other programs matter
less. `--reading` measures nothing else.
"""

import asyncio
import json
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import aiohttp
import lxml.html

from evaluation.own_installation import free_ports, prepare_installation, running, wait_for
from evaluation.printing import command_line, print_rows, write_figures
from evaluation.speed.engines import ENGINES, RECORDS, WORDS, no_result_page, result_page

if TYPE_CHECKING:
    from discovery.models import Engine
    from discovery.pages.page import Page
    from wrappers.extraction.records.record import ResultRecord
    from wrappers.induction.pipeline import LearnedWrapper

WARM_UP = 20
SEARCHES = 100
# Pages of each engine that are parsed and read.
READINGS = 40


def install_engines(folder: str, first_port: int, left_out: Collection[int] = ()) -> None:
    """Put ten engines, learned from their pages, into an empty installation."""
    homes = [f"http://127.0.0.1:{first_port + number}/" for number in range(ENGINES)]
    prepare_installation(folder, [urlsplit(home).netloc for home in homes])
    for number, home in enumerate(homes):
        if number not in left_out:
            install_engine(number, home, *learn_furnished(number))


def install_engine(
    number: int, home: str, learned: "LearnedWrapper", signature: dict[str, Any]
) -> "Engine":
    from discovery.models import Engine, EngineState
    from wrappers.models import WrapperVersion

    asked = (
        f'<connection xmlns="urn:metasearch:connection:1"><site/><form action="{home}search"/>'
        '<parameters><query name="q"/></parameters></connection>'
    )
    engine = Engine.objects.create(
        slug=f"engine-{number}", name=f"Engine {number}", home_url=home, version=1,
        state=EngineState.ACTIVE, description=asked,
    )  # fmt: skip
    WrapperVersion.objects.create(
        engine=engine, number=1, is_active=True, description=engine.description,
        wrapper=learned.wrapper.to_json(), no_result=signature, formula=learned.wrapper.formula,
        inducer=learned.inducer, support=learned.support, reason="benchmark",
    )  # fmt: skip
    return engine


def learn(
    results: Callable[[str, int], bytes], nothing: Callable[[str], bytes]
) -> tuple["LearnedWrapper", dict[str, Any]]:
    """Return what is learned from four result pages and two no-result pages, and the signature.

    `results` makes the page of a query, given its number, too.
    """
    from discovery.pages.page import parse_page
    from wrappers.induction.no_result import learn_no_result_signature
    from wrappers.induction.pipeline import learn_wrapper
    from wrappers.induction.samples import Sample

    home = "http://a.example/search"
    found = [(parse_page(results(word, place), home), word) for place, word in enumerate(WORDS[:4])]
    empty = [(parse_page(nothing(word), home), word) for word in ("zxqv", "qvzx")]
    learned = learn_wrapper([Sample(*pair) for pair in found], empty[0][0])
    return learned, learn_no_result_signature(empty, found).to_json()


def learn_furnished(engine: int) -> tuple["LearnedWrapper", dict[str, Any]]:
    return learn(partial(result_page, engine), partial(no_result_page, engine))


async def bare_search(session: aiohttp.ClientSession, first_port: int, query: str) -> None:
    async def one(port: int) -> None:
        async with session.get(f"http://127.0.0.1:{port}/search?q={query}") as response:
            lxml.html.fromstring(await response.read())

    await asyncio.gather(*(one(first_port + number) for number in range(ENGINES)))


def timed(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    started = clock()
    action()
    return (clock() - started) * 1000


def measure_searches(first_port: int, web_port: int) -> tuple[float, float]:
    """Return the median milliseconds of a JSON search and of the bare cost, taken in turn."""
    searches, bare = [], []

    async def open_session() -> aiohttp.ClientSession:
        return aiohttp.ClientSession()

    def searched_bare(query: str) -> None:
        runner.run(bare_search(session, first_port, query))

    with asyncio.Runner() as runner:
        session = runner.run(open_session())
        for number in range(WARM_UP + SEARCHES):
            query = f"{WORDS[number % len(WORDS)]}{number}"
            address = f"http://127.0.0.1:{web_port}/api/v1/search?q={query}"
            search = timed(partial(read_search, address))
            alone = timed(partial(searched_bare, query))
            if number >= WARM_UP:
                searches.append(search)
                bare.append(alone)
        runner.run(session.close())
    return statistics.median(searches), statistics.median(bare)


def read_search(address: str) -> None:
    """Search once; insist on all engines' records."""
    with urllib.request.urlopen(address, timeout=30) as response:
        document = json.load(response)
    kinds = [engine["kind"] for engine in document["engines"]]
    assert kinds == ["RESULTS"] * ENGINES, document["engines"]


def measure_reading() -> tuple[float, float]:
    """Return the median processor milliseconds of reading ten pages and, in turn, parsing them."""
    from discovery.pages.page import parse_page

    wrappers = [learn_furnished(engine)[0].wrapper for engine in range(ENGINES)]

    def parse(bodies: list[bytes]) -> list["Page"]:
        return [parse_page(body, "http://a.example/search") for body in bodies]

    def read(pages: list["Page"], word: str) -> list[tuple["ResultRecord", ...]]:
        pairs = zip(wrappers, pages, strict=True)
        return [wrapper.extract(page, word).records for wrapper, page in pairs]

    readings, parsings = [], []
    for number in range(READINGS):
        # Other pages each time: what is kept of one must not answer for the next.
        word = WORDS[number % len(WORDS)]
        bodies = [result_page(engine, word, number) for engine in range(ENGINES)]
        parsings.append(timed(partial(parse, bodies), time.process_time))
        pages = parse(bodies)
        readings.append(timed(partial(read, pages, word), time.process_time))
        assert all(len(records) == RECORDS for records in read(pages, word))
    return statistics.median(readings), statistics.median(parsings)


def measure_search() -> dict[str, float]:
    engines_port = free_ports(ENGINES + 1)
    web_port = engines_port + ENGINES
    programs = (
        ("evaluation.speed.engines", str(engines_port)),
        ("metasearch.processes.serving", str(web_port)),
    )
    with tempfile.TemporaryDirectory() as folder:
        install_engines(folder, engines_port)
        with running(*programs):
            wait_for(f"http://127.0.0.1:{web_port}/")
            search, bare = measure_searches(engines_port, web_port)
    return {"search_ms": search, "bare_ms": bare, "search_to_bare": search / bare}


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("--reading", action="store_true", help="measure nothing but reading")
    arguments = parser.parse_args()
    figures = {} if arguments.reading else measure_search()
    reading, parsing = measure_reading()
    figures |= {"reading_ms": reading, "parsing_ms": parsing}
    figures["reading_to_parsing"] = reading / parsing
    title = "aims: search_to_bare ≤ 2.3, reading_to_parsing ≤ 1.2"
    print_rows({name: {"": value} for name, value in figures.items()}, title)
    write_figures(arguments.json, figures)


if __name__ == "__main__":
    main()
