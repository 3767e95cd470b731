"""Ranked lists written short, for the tests of merging."""

from metasearch.merging.duplicates import MergedResult, RankedList
from wrappers.extraction.records.record import ResultRecord


def ranked_list(slug: str, *urls: str) -> RankedList:
    return RankedList(slug, tuple(ResultRecord(url=url, title=url) for url in urls))


def letters(slug: str, pages: str) -> RankedList:
    return ranked_list(slug, *(f"https://site.example/{page}" for page in pages))


def order(results: tuple[MergedResult, ...]) -> str:
    return "".join(result.url[-1] for result in results)


def found_by(result: MergedResult) -> list[tuple[str, int]]:
    return [(engine.slug, engine.position) for engine in result.engines]
