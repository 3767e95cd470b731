"""Mutated samples for each parser of what others send: what is raised must be the named error.

usage: python -m tests.fuzzing [--inputs NUMBER] [--only PARSER …] [--seed NUMBER]

The exit code is 1 where another exception came, or an input took longer than `LONGEST`; the input
that did it is printed.
"""

import argparse
import json
import os
import random
import re
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from urllib.parse import parse_qs

import django

from tests.programs import ROOT

# Seconds that one input may take: what is larger is refused before, or read in another process.
LONGEST = 2.0
# Bytes that a mutated input may have.
LONGEST_INPUT = 20_000
# What parsers look for, and what breaks them.
TOKENS = (
    *(b"<", b">", b"</", b"<!--", b"]]>", b"<![CDATA[", b"&", b"&#0;", b"&#xD800;", b"&amp;"),
    *(b"{", b"}", b"[", b"]", b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b":", b",", b"null"),
    *(b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80", b"\r", b"\n"),
    *(b"0", b"-1", b"1e999", b"NaN", b"9" * 400, b"99999-99-99", b"%", b"%00", b"%zz", b"//", b"?"),
    *(b"http://", b"http://[::1", b"http://a:99999/", b"javascript:", b"data:,x", b"..", b"*"),
    *(b"<table>", b"<a href=x>", b"<base href='http://['>", b"<svg>", b"<template>", b"<b>" * 300),
    *(b"User-agent: *", b"Disallow:", b"Crawl-delay: inf", b"!a", b"site:", b"^", b"=", b"\t"),
    *(b"<!DOCTYPE x [<!ENTITY e 'e'>]>", b"xmlns:x='y'", b"- &a [*a]", b"!!python/object:x"),
    *(each.encode() for each in ("\u202e", "ß", "𝔘", "İ", "\x1b[", "(", ")", "+", "$", "|")),
    *(b"[" * 300, b"a" * 500),
)  # fmt: skip


@dataclass(frozen=True)
class Parser:
    """Samples; what is done with each mutant; the errors it may raise, which have names."""

    samples: Sequence[bytes]
    use: Callable[[bytes], object]
    named: tuple[type[Exception], ...] = ()


def mutated(samples: Sequence[bytes], chooser: random.Random) -> bytes:
    data = bytearray(chooser.choice(samples))
    for _ in range(chooser.choice((1, 1, 2, 3, 8))):
        at, length = chooser.randrange(len(data) + 1), chooser.choice((1, 2, 8, 64, 512))
        other = chooser.choice(samples)
        start = chooser.randrange(len(other) + 1)
        match chooser.randrange(6):
            case 0:
                del data[at : at + length]
            case 1:
                data[at:at] = data[at : at + length] * chooser.choice((1, 2, 40))
            case 2:
                data[at : at + length] = chooser.randbytes(min(length, 8))
            case 3:
                data[at:at] = other[start : start + length]
            case 4:
                data[at : at + length] = chooser.choice(TOKENS)
            case _:
                data[at:at] = chooser.choice(TOKENS)
    return bytes(data[:LONGEST_INPUT])


def parsers() -> dict[str, Parser]:
    from django.core.signing import BadSignature

    from discovery.connection.description import DescriptionError
    from discovery.connection.description_xml import from_xml, to_xml
    from discovery.connection.given import read_given, read_openapi
    from discovery.connection.opensearch import read_opensearch
    from discovery.documents.document import DocumentError
    from discovery.engine_lists.list_formats import read_engine_list
    from discovery.engine_lists.proposals import EngineListError
    from discovery.pages.page import NotHtmlError, parse_answer
    from discovery.web.politeness import ROBOT_NAME, parse_robots
    from evaluation.speed.engines import result_page
    from evaluation.speed.search_speed import learn_furnished
    from metasearch.presentation.presenter import read_thumbnail_address, thumbnail_url
    from metasearch.search.answers import calculated
    from metasearch.search.search_request import QueryForm, parse_query
    from metasearch.web.thumbnails import picture_type
    from wrappers.engines.engine_file import EngineFile

    learned = learn_furnished(0)[0].wrapper
    address = "https://a.example/search?q=x"

    def read_page(body: bytes) -> object:
        page = parse_answer(body, address)
        return learned.extract(page, "river"), learned.request_after(page)

    def read_description(data: bytes) -> None:
        description = from_xml(data)
        assert from_xml(to_xml(description)) == description

    def read_robots(data: bytes) -> object:
        rules = parse_robots(data.decode("utf-8", "replace"))
        allowed = rules.can_fetch(address, ROBOT_NAME)
        return allowed, rules.crawl_delay(ROBOT_NAME), list(rules.sitemaps)

    def read_file(data: bytes) -> object:
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return EngineFile.from_json(document)

    def read_picture(data: bytes) -> object:
        return picture_type(data)

    def read_query(data: bytes) -> object:
        text = data.decode("utf-8", "replace")
        form = QueryForm({"q": text, "page": text[:3], "language": text[:5]})
        return parse_query(text, ()), calculated(text), form.is_valid() and form.link()

    lists = ROOT / "tests" / "discovery" / "engine_lists" / "cases"
    xml = re.search(
        "(?s)<connection .*?</connection>",
        (ROOT / "docs" / "connection-description.md").read_text(encoding="utf-8"),
    )[0].encode()  # type: ignore[index]
    opensearch = (lists / "opensearch.xml").read_bytes()
    robots = (
        b"User-agent: *\nDisallow: /private\nAllow: /*.html$\nCrawl-delay: 2\nSitemap: https://a/s",
        b"User-agent: metasearch/1.0\nUser-agent: x\nDisallow: /a%20b\n# c\nDisallow:\n",
    )
    records = (
        b'{"total": 2, "hits": [{"url": "/a", "title": "Tea", "at": "2024-01-02", "n": null}]}',
        b'[{"link": "https://a.example/1", "name": "x", "tags": ["a", "b"], "e": {"f": 1.5}}]',
        b'{"url": "/1", "title": "a"}\n{"url": "/2", "title": "b"}\n',
    )
    feeds = (
        b'<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><item><title>A</title>'
        b"<link>https://a.example/1</link><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>"
        b"<description><![CDATA[<b>x</b>]]></description></item></channel></rss>",
        b'<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title type="html">A'
        b'</title><link href="/1"/><updated>2024-01-01T00:00:00Z</updated><summary>s</summary>'
        b"</entry></feed>",
    )
    given = (
        b"curl 'https://a.example/s?q=tea' -H 'Accept: x' --data-raw '{\"q\": \"tea\"}' -X POST",
        b"https://a.example/s?q=%s&l={language}",
        b"POST https://a.example/s q={searchTerms}&x=1",
    )
    openapi = (
        b'{"openapi": "3.0.0", "servers": [{"url": "/v1"}], "paths": {"/s": {"get": {"parameters": '
        b'[{"name": "q", "in": "query", "schema": {"type": "string"}}], "responses": {}}}}}',
    )
    engine_file = json.dumps(
        {"version": 1, "connection": xml.decode(), "wrapper": learned.to_json(), "name": "A"}
    ).encode()
    pictures = (
        *(b"\x89PNG\r\n\x1a\nIHDR", b"\xff\xd8\xff\xe0JFIF", b"GIF89a", b"RIFFxxxxWEBPVP8 "),
        *(b"\x00\x00\x00\x1cftypavif", b"<svg xmlns='http://www.w3.org/2000/svg' onload='a()'/>"),
    )
    signed = parse_qs(thumbnail_url("https://a.example/p.png").partition("?")[2])["u"][0].encode()
    queries = (
        b"tea !wiki site:a.example -x",
        "20% * 50 für 5 km in miles".encode(),
        b"2^(3+4)*sqrt(2)",
    )
    page = re.sub(rb"(?s)<(script|style).*?</\1>", b"", result_page(0, "river"))
    return {
        "page": Parser([page[:LONGEST_INPUT]], read_page, (NotHtmlError,)),
        "data": Parser(records, read_page, (NotHtmlError,)),
        "feed": Parser(feeds, read_page, (NotHtmlError,)),
        "connection": Parser([xml], read_description, (DescriptionError,)),
        "engine list": Parser(
            [each.read_bytes() for each in lists.iterdir() if "expected" not in each.name],
            read_engine_list,
            (EngineListError,),
        ),
        "engine file": Parser([engine_file], read_file, (DocumentError,)),
        "opensearch": Parser(
            [opensearch], lambda data: read_opensearch(data, address), (DescriptionError,)
        ),
        "given": Parser(
            given, lambda data: read_given(data.decode("utf-8", "replace")), (DescriptionError,)
        ),
        "openapi": Parser(openapi, lambda data: read_openapi(data, address), (DescriptionError,)),
        "robots.txt": Parser(robots, read_robots),
        "picture": Parser(pictures, read_picture),
        "signed address": Parser(
            [signed], lambda data: read_thumbnail_address(data.decode("latin1")), (BadSignature,)
        ),
        "query": Parser(queries, read_query),
    }


def fuzz(name: str, inputs: int, seed: int) -> tuple[str, int, float, list[str]]:
    parser, chooser = parsers()[name], random.Random(f"{seed} {name}")
    faults: dict[str, str] = {}
    slowest, refused = 0.0, 0
    for _ in range(inputs):
        data = mutated(parser.samples, chooser)
        began, fault = time.process_time(), ""
        try:
            parser.use(data)
        except parser.named:
            refused += 1
        except Exception as error:
            frames = reversed(traceback.extract_tb(error.__traceback__)[1:])
            where = (f"{each.filename.removeprefix(str(ROOT))}:{each.lineno}" for each in frames)
            place = " < ".join(where)
            fault = f"{type(error).__name__} at {place}: {error!s:.100}"
        took = time.process_time() - began
        slowest = max(slowest, took)
        fault = fault or (f"took {took:.1f} s" if took > LONGEST else "")
        if fault:
            faults.setdefault(fault.partition(" < ")[0], f"{fault}\n    {data[:1000]!r}")
    return name, refused, slowest, list(faults.values())


def start() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    django.setup()


def main() -> int:
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--inputs", type=int, default=100_000, help="for each parser")
    command.add_argument("--only", nargs="*", default=[])
    command.add_argument("--seed", type=int, default=1)
    options = command.parse_args()
    start()
    names = options.only or list(parsers())
    is_faulty = False
    with ProcessPoolExecutor(2, get_context("spawn"), start) as pool:
        under_way = [pool.submit(fuzz, name, options.inputs, options.seed) for name in names]
        for each in under_way:
            name, refused, slowest, faults = each.result()
            print(f"{name}: {options.inputs:,} inputs, {refused:,} refused by name, slowest "
                  f"{slowest * 1000:.0f} ms, {len(faults)} faults", flush=True)  # fmt: skip
            print(*faults[:20], sep="\n", flush=True)
            is_faulty |= bool(faults)
    return int(is_faulty)


if __name__ == "__main__":
    sys.exit(main())
