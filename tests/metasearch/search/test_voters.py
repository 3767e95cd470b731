"""An engine that is known twice is one vote."""

from dataclasses import replace

from discovery.connection.description import ConnectionDescription
from metasearch.search.dispatch import merge_answers
from metasearch.search.engine_profiles import EngineChooser
from metasearch.search.voters import voter_of
from tests.metasearch.engines import engine
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.extraction.records.record import ResultRecord

RECORDS = (ResultRecord("https://x.example/", "A"), ResultRecord("https://y.example/", "B"))


def asked_at(slug: str, action: str) -> ReadyEngine:
    description = ConnectionDescription(action=action, query_field="q")
    return replace(engine(slug), description=description)


def answer(slug: str) -> Answer:
    return Answer(slug, AnswerReason.RECORDS, 0.1, records=RECORDS)


def test_engines_asked_alike_are_one_vote() -> None:
    once = asked_at("votes-home", "https://a.example/find")
    twice = asked_at("votes-search", "http://www.a.example/find/")
    other = asked_at("votes-other", "https://b.example/find")
    assert voter_of(once) == voter_of(twice) != voter_of(other)
    results = merge_answers(
        (once, twice, other), tuple(answer(each.slug) for each in (once, twice, other)), "a"
    )
    assert [[each.slug for each in result.engines] for result in results] == [
        ["votes-home", "votes-other"],
        ["votes-home", "votes-other"],
    ]
    alone = merge_answers((once, other), (answer(once.slug), answer(other.slug)), "a")
    assert [result.score for result in results] == [result.score for result in alone]


def test_engines_without_an_address_vote_each() -> None:
    assert voter_of(engine("votes-a")) != voter_of(engine("votes-b"))


async def test_an_engine_known_twice_is_asked_once() -> None:
    once = asked_at("asked-home", "https://a.example/find")
    twice = asked_at("asked-search", "http://www.a.example/find/")
    other = asked_at("asked-other", "https://b.example/find")
    assert await EngineChooser().choose((once, twice, other), "a") == (once, other)
