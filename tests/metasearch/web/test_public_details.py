"""What went wrong inside is for operators: the public is told in words of ours."""

import pytest

from discovery.web.fetch_error import failure_of, refused_by_guard
from metasearch.api.search_json import search_document
from metasearch.management.commands.search import progress_line
from metasearch.search.dispatch import EngineAnswer, SearchOutcome
from tests.metasearch.engines import answers, engine
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.kinds import AnswerReason

INSIDE = (
    (
        AnswerReason.REFUSED_ADDRESS,
        str(refused_by_guard("a private address", "10.1.2.3:8080", "http://10.1.2.3:8080/")),
    ),
    (
        AnswerReason.CONNECTION,
        str(failure_of(OSError(111, "refused by 10.1.2.3"), "http://x/", "x")),
    ),
    (AnswerReason.INTERNAL, 'File "/srv/metasearch/wrappers/asking.py", line 7, KeyError'),
    (AnswerReason.ENGINE_MESSAGE, "Warning: fopen(/var/www/db.php) failed in /var/www/x.php"),
    (AnswerReason.ROBOT_CHECK, "METASEARCH_ALLOWED_PRIVATE_HOSTS"),
)
SECRETS = ("10.1.2.3", "METASEARCH_", "/srv/", "/var/www", "KeyError")


@pytest.mark.parametrize(("reason", "detail"), INSIDE)
@pytest.mark.parametrize("form", ["html", "json", "rss", "atom", "csv"])
async def test_the_public_is_told_no_details(async_client, engines, reason, detail, form):
    engines.add("one", answers(Answer("one", reason, 0.1, detail=detail)))
    for path in (f"/search?q=tree&format={form}", f"/api/v1/search?q=tree&format={form}"):
        text = (await async_client.get(path)).content.decode()
        assert not [secret for secret in SECRETS if secret in text]


@pytest.mark.parametrize(("reason", "detail"), INSIDE)
def test_operators_are_told_all(reason, detail):
    answer = Answer("one", reason, 0.1, detail=detail)
    assert detail[:200] in progress_line(answer)
    outcome = SearchOutcome("tree", 1, (EngineAnswer(engine("one"), answer),), (), 0.1)
    told = search_document(outcome, is_public=False)["engines"][0]["detail"]
    assert told == detail
    public = search_document(outcome)["engines"][0]["detail"]
    assert public
    assert public != detail
