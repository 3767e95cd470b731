"""The pages a user sees, and the JSON a program gets."""

import gzip
import json
import re
import zlib
from html import unescape

import pytest
from django.db import connection
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext
from lxml.html import document_fromstring

from discovery.models import Engine
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import failure_of, refused_by_guard
from metasearch.api.search_json import search_document
from metasearch.search.results import EngineAnswer, SearchOutcome
from metasearch.web import results_page
from tests.metasearch.engines import after, answers, crashes, engine, gives, hangs, records
from wrappers.engines.answer import Answer
from wrappers.engines.registry import MAX_NAMED, UnavailableEngine, unavailable_engines
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.usefixtures("short_deadline")


def texts(response, selector):
    root = document_fromstring(response.content.decode())
    return [" ".join(element.text_content().split()) for element in root.find_class(selector)]


def links(response):
    return document_fromstring(response.content.decode()).xpath("//a/@href")


async def test_home_has_the_box_and_counts_the_engines(engines, async_client):
    engines.add("one", gives("one"), "The First")
    engines.add("two", gives("two"), "<b>Second</b>")
    response = await async_client.get("/")
    html = response.content.decode()
    assert response.status_code == 200
    assert "Asks 2 engines" in html
    assert "&lt;b&gt;Second&lt;/b&gt;" in html
    assert 'name="q"' in html


async def test_without_an_engine_or_with_unknown_ones_and_formats_the_pages_say_what_to_do(
    engines, async_client
):
    for address in ("/", "/search?q=x"):
        response = await async_client.get(address)
        assert "There is no engine to ask yet" in response.content.decode()
        assert "/admin/" in links(response)
    assert response.status_code == 503
    for asked, status, error in (
        ("q=x", 503, "There is no engine to ask yet."),
        ("q=x&engine=nobody", 404, "There is no engine 'nobody'."),
    ):
        response = await async_client.get(f"/api/v1/search?{asked}")
        assert (response.status_code, response.json()) == (status, {"error": error})
    response = await async_client.get("/search?q=x&engine=nobody")
    assert response.status_code == 404
    assert texts(response, "notice") == ["Nothing was searched There is no engine 'nobody'."]
    response = await async_client.get("/api/v1/search?q=x&format=xml")
    assert response.status_code == 400 and "error" in response.json()
    response = await async_client.get("/search?q=x&format=xml")
    assert response.status_code == 400
    assert "html, json, rss" in texts(response, "notice")[0]


async def test_results_name_their_engines_and_every_engine_its_answer(engines, async_client):
    engines.add("one", gives("one", *records("a", "b"), total=3400), "First")
    engines.add("two", gives("two", *records("b", "c")), "Second")
    engines.add("empty", gives("empty"), "Third")
    engines.add("late", hangs, "Fourth")
    engines.add("faulty", crashes, "Fifth")
    engines.add(
        "broken",
        answers(Answer("broken", AnswerReason.NOT_UNDERSTOOD, 0.1, "fewer records than ever")),
        "Sixth",
    )
    engines.add(
        "shut", answers(Answer("shut", AnswerReason.LOGIN, 0.1, "the page wants a login")), "Last"
    )
    response = await async_client.get("/search?q=page+b")
    assert response.status_code == 200
    assert texts(response, "result-title") == ["Page b", "Page a", "Page c"]
    assert texts(response, "sources")[0] == "2 2 engines agree Why here?"
    assert texts(response, "sources")[1] == "First Why here?"
    lines = texts(response, "engine")
    assert {re.sub(r"\d+\.\d\d s", "T s", line) for line in lines} == {
        "First T s 2 of 3,400 results",
        "Second T s 2 results",
        "Third T s no results",
        "Fourth T s did not answer in time",
        "Fifth T s could not be asked: an internal error",
        "Sixth T s its page was not understood",
        "Last T s turned us away: it asks for a login",
    }
    (summary,) = texts(response, "summary")
    assert "3 results in" in summary
    assert "3 of 7 engines answered" in summary
    folded = "Without results (5): Fourth, Fifth, Sixth, Last, Third"
    assert texts(response, "fold") == [folded]
    assert "<mark>Page</mark> <mark>b</mark>" in response.content.decode()


@pytest.mark.usefixtures("short_deadline")
async def test_a_slow_engine_is_waited_for_as_long_as_it_may_take(engines, async_client):
    for slug, deadline in (("slow", 5.0), ("late", None)):
        engines.add(slug, after(0.4, gives(slug, *records(slug))), deadline=deadline)
    document = (await async_client.get("/api/v1/search?q=x")).json()
    kinds = {engine["slug"]: engine["kind"] for engine in document["engines"]}
    assert kinds == {"slow": "RESULTS", "late": "TIMEOUT"}


async def test_the_json_has_exactly_the_documented_shape(engines, async_client):
    engines.add("one", gives("one", *records("a", "b"), total=34))
    engines.add("two", gives("two", *records("b")))
    engines.add("late", hangs)
    response = await async_client.get("/api/v1/search?q=x")
    document = response.json()
    assert response["Content-Type"] == "application/json"
    seconds = [engine.pop("seconds") for engine in document["engines"]]
    details = [engine.pop("detail") for engine in document["engines"]]
    scores = [result.pop("score") for result in document["results"]]
    assert scores == sorted(scores, reverse=True) and scores[-1] > 0
    undated = {"date": "", "published": None, "thumbnail": "", "items": []}
    assert seconds[:2] == [0.012, 0.012]
    assert seconds[2] >= 0.2
    one, two, slow = (
        {"slug": slug, "bang": slug, "name": slug.title()} for slug in ("one", "two", "late")
    )
    state = {"state": "ACTIVE"}
    read = {"kind": "RESULTS", "reason": "records"}
    late = {"kind": "TIMEOUT", "reason": "no_answer"}
    assert details == ["2 of 34 results", "1 result", "did not answer in time"]
    assert document == {
        "query": "x",
        "engines": [
            {**one, **state, **read, "count": 2, "total": 34},
            {**two, **state, **read, "count": 1, "total": None},
            {**slow, **state, **late, "count": 0, "total": None},
        ],
        "results": [
            {"url": f"https://site.example/{name}", "title": f"Page {name}"}
            | {"snippet": f"About {name}.", "engines": found, **undated}
            for name, found in (
                ("b", [{"slug": "two", "position": 1}, {"slug": "one", "position": 2}]),
                ("a", [{"slug": "one", "position": 1}]),
            )
        ],
    }


async def test_post_searches_like_get_without_a_token(one):
    client = AsyncClient(enforce_csrf_checks=True)
    response = await client.post("/search", {"q": "x", "page": "2", "format": "json"})
    assert response.status_code == 200
    assert one.asked == [("one", "x", 2)]
    assert not response.cookies


async def test_a_chosen_engine_answers_whatever_its_state(one, async_client):
    one.add("sick", gives("sick", *records("b", "c", "b")), state="BROKEN")
    response = await async_client.get("/api/v1/search?q=x&engine=sick")
    document = response.json()
    assert [result["url"][-1] for result in document["results"]] == ["b", "c", "b"]
    assert [engine["state"] for engine in document["engines"]] == ["BROKEN"]
    page = await async_client.get("/search?q=x&engine=sick")
    assert "(state: broken)" in texts(page, "engine")[0]
    assert "/search?q=x" in links(page)


async def test_several_chosen_engines_are_merged_and_kept_while_paging(engines, async_client):
    for slug in ("one", "two", "three"):
        engines.add(slug, gives(slug, *records("a")))
    response = await async_client.get("/search?q=x&engine=one&engine=three&engine=one&page=2")
    assert [slug for slug, _, _ in engines.asked] == ["one", "three"]
    assert "/search?q=x&engine=one&engine=three&page=3&seen=1" in links(response)
    assert "/search?q=x&engine=one&engine=three" in links(response)
    hidden = document_fromstring(response.content.decode()).xpath("//input[@name='engine']/@value")
    assert hidden == ["one", "three"]


async def test_next_only_when_something_came_previous_from_the_second_page(one, async_client):
    first = links(await async_client.get("/search?q=x"))
    assert "/search?q=x&page=2&seen=1" in first
    page = await async_client.get("/search?q=x&page=2&seen=20")
    assert {"/search?q=x", "/search?q=x&page=3&seen=21"} <= set(links(page))
    assert texts(page, "current-page") == ["Page 2 · results 21 to 21"]
    # An address of an earlier version says no more than it knows.
    page = await async_client.get("/search?q=x&page=2")
    assert texts(page, "current-page") == ["Page 2"]
    one.behaviours["one"] = gives("one")
    last = links(await async_client.get("/search?q=x&page=3&seen=40"))
    assert "/search?q=x&page=2&seen=20" in last
    assert not [link for link in last if "page=4" in link]
    one.behaviours["one"] = gives("one", *records("a"))
    past = links(await async_client.get("/search?q=x&page=100"))
    assert not [link for link in past if "page=101" in link]


async def test_nothing_found_says_whether_everybody_was_heard(engines, async_client):
    engines.add("one", gives("one"))
    response = await async_client.get("/search?q=%3Ci%3E")
    (notice,) = texts(response, "notice")
    assert notice.startswith("Nothing found for “<i>” Every engine answered")
    engines.add("two", hangs)
    response = await async_client.get("/search?q=x")
    assert "But 1 engine could not be used" in texts(response, "notice")[0]


NOTHING_TYPED = "Type what you are looking for."
BAD_QUERIES = [
    ({}, NOTHING_TYPED),
    *(({"q": marks}, NOTHING_TYPED) for marks in ("", " \t ", "???", "…", "+++", "« »", "-")),
    ({"q": "x" * 10_000}, "too long: 10000 characters, and 500"),
    ({"q": "ab" * 5_000 + "\0"}, "too long"),
    ({"q": "a\0b"}, "control character (U+0000)"),
    ({"q": "a\x1bb"}, "control character (U+001B)"),
    ({"q": "x", "page": "0"}, "Pages are counted from 1."),
    ({"q": "x", "page": "-3"}, "Pages are counted from 1."),
    ({"q": "x", "page": "9" * 5_000}, "page"),
    ({"q": "x", "page": "two"}, "The page must be a whole number."),
    ({"q": "x", "page": "101"}, "Pages after 100 are not asked for."),
    ({"q": "x", "engine": [f"e{n}" for n in range(60)]}, "at most 50 engines"),
]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("data", "message"), BAD_QUERIES)
async def test_bad_input_gets_a_sentence(one, async_client, data, message, method):
    send = getattr(async_client, method)
    page = await send("/search", data)
    assert page.status_code == 400
    assert message in texts(page, "notice")[0]
    answer = await send("/search", {**data, "format": "json"})
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert message in answer.json()["error"]
    assert one.asked == []


HOSTILE = ResultRecord(
    url="https://evil.example/<script>/\u202egpj.exe?x=\"onclick='1'",
    title="</title><script>alert(1)</script>\u202e" + "x" * 1_000_000,
    snippet="<img src=x onerror=alert(1)> \u2067 \0 \x1b[31m" + "\u0300" * 10_000,
)


async def test_hostile_records_are_text(engines, async_client):
    engines.add("one", gives("one", HOSTILE, ResultRecord("javascript:alert(1)", "Click me")))
    engines.add("two", gives("two", ResultRecord(None, "")), "<script>alert(2)</script>\u202e")
    response = await async_client.get("/search", {"q": "<script>alert(3)</script> \u2066onerror"})
    html = response.content.decode()
    assert response.status_code == 200
    assert len(html) < 20_000
    root = document_fromstring(html)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\0\x1b]", root.text_content())
    assert [script.get("src") for script in root.iter("script")] == [
        "/static/metasearch/shortcuts.js",
        "/static/metasearch/suggestions.js",
        "/static/metasearch/results.js",
    ]
    assert root.xpath("//main//img") == []
    assert [href for href in links(response) if not href.startswith(("/", "https:", "#"))] == []
    assert not root.xpath("//@*[starts-with(name(), 'on')] | //@style")
    assert "<script>alert(3)</script>" in unescape(html)
    assert texts(response, "result-title").count("(no title)") == 1


async def test_hostile_records_in_json_are_only_data(engines, async_client):
    engines.add("one", gives("one", HOSTILE, ResultRecord("https://a.example/", "\ud800")))
    response = await async_client.get("/api/v1/search?q=x")
    assert json.loads(response.content)["results"][0]["snippet"] == HOSTILE.snippet
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/", "/search?q=x", "/search", "/nowhere"])
async def test_pages_need_no_inline_code_no_cookie_and_nobody_else(one, async_client, address):
    response = await async_client.get(address)
    root = document_fromstring(response.content.decode())
    assert not root.xpath("//style | //@style | //script[not(@src)]")
    loaded = root.xpath("//img/@src | //script/@src | //link/@href")
    assert loaded
    assert all(url.startswith("/static/") or url == "/opensearch.xml" for url in loaded)
    assert not response.cookies
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert root.get("lang") == "en"
    assert root.xpath("//main[@id='content']")


async def test_faults_and_unknown_addresses_get_the_error_page(
    engines, async_client, monkeypatch, caplog
):
    response = await async_client.get("/nowhere")
    assert response.status_code == 404
    assert "There is no such page" in texts(response, "notice")[0]
    assert (await async_client.put("/search?q=x")).status_code == 405
    assert (await async_client.post("/")).status_code == 405
    assert (await async_client.head("/")).status_code == 200

    async def fail():
        raise ZeroDivisionError

    monkeypatch.setattr(engines, "ready", fail)
    async_client.raise_request_exception = False
    response = await async_client.get("/search?q=x")
    assert response.status_code == 500
    assert "Something went wrong here" in texts(response, "notice")[0]


MANY = 500


async def test_engines_that_are_not_asked_are_named(one, async_client):
    one.resting.append(UnavailableEngine("Old Library", "BROKEN"))
    page = (await async_client.get("/search?q=x")).content.decode()
    assert "Not asked at present" in page
    assert "Old Library" in page
    assert "all engines" not in page
    one.resting_count = MANY
    many = (await async_client.get("/search?q=x")).content.decode()
    assert f"Not asked at present ({MANY})" in many
    assert '<a href="/engines">all engines</a>' in many
    one.active.clear()
    response = await async_client.get("/api/v1/search?q=x")
    assert response.status_code == 503
    assert response.json() == {"error": "No engine can be asked now: Old Library (broken)."}


@pytest.mark.django_db
def test_a_few_of_very_many_are_named_and_all_are_counted():
    Engine.objects.bulk_create(
        Engine(slug=f"{state}-{n}".lower(), name=f"{state} {n}", home_url="", state=state)
        for state, count in (("PAUSED", MANY), ("BROKEN", 3), ("PROPOSED", 50))
        for n in range(count)
    )
    with CaptureQueriesContext(connection) as queries:
        found = unavailable_engines()
    assert len(queries) == 2
    assert found.count == MANY + 3
    assert len(found.named) == MAX_NAMED
    assert [engine.state for engine in found.named[:4]] == [*(["BROKEN"] * 3), "PAUSED"]


REFUSED = refused_by_guard("a private address", "10.1.2.3:8080")
INSIDE = (
    (AnswerReason.REFUSED_ADDRESS, str(REFUSED)),
    (AnswerReason.CONNECTION, str(failure_of(OSError(111, "by 10.1.2.3"), "x"))),
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
def test_operators_alone_are_told_all(reason, detail):
    answer = Answer("one", reason, 0.1, detail=detail)
    outcome = SearchOutcome("tree", 1, (EngineAnswer(engine("one"), answer),), (), 0.1)
    assert search_document(outcome, is_public=False)["engines"][0]["detail"] == detail
    assert search_document(outcome)["engines"][0]["detail"] not in ("", detail)


async def test_the_frame_comes_before_any_answer(engines, settings):
    settings.ENGINE_DEADLINE = 0.3
    engines.add("late", hangs, "Late")
    response = await AsyncClient().get("/search?q=x")
    assert response.streaming
    assert response["X-Accel-Buffering"] == "no"
    chunks = aiter(response.streaming_content)
    frame = (await anext(chunks)).decode()
    assert "Asking 1 engine …" in frame
    assert "</main>" not in frame
    assert engines.asked == []
    rest = [chunk.decode() async for chunk in chunks]
    assert "did not answer in time" in rest[0]
    assert rest[-1].rstrip().endswith("</html>")


async def test_every_chunk_can_be_unpacked_when_it_comes(one):
    one.add("two", after(0.05, gives("two", *records("b"))))
    response = await AsyncClient().get("/search?q=x", headers={"accept-encoding": "br, gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response["Vary"]
    unpacker = zlib.decompressobj(31)
    pages = [unpacker.decompress(chunk).decode() async for chunk in response.streaming_content]
    assert "Asking 2 engines …" in pages[0]
    assert "Page a" in pages[1]
    assert "Page b" in pages[2]
    assert unpacker.eof


async def test_a_fault_in_the_middle_is_said_and_the_page_ends_well(
    one, async_client, monkeypatch, caplog
):
    def fail(*arguments):
        raise ZeroDivisionError

    monkeypatch.setattr(results_page, "outcome_of", fail)
    response = await async_client.get("/search?q=private+words")
    assert texts(response, "result-title") == ["Page a"]
    assert "The search broke off here" in texts(response, "notice")[0]
    assert response.content.decode().rstrip().endswith("</html>")
    assert "private" not in caplog.text


STYLE = "/static/metasearch/site.css"


async def body(response) -> bytes:
    if not response.streaming:
        return response.content
    return b"".join([chunk async for chunk in response.streaming_content])


@pytest.mark.parametrize("path", [STYLE, "/help", "/search?q=x"])
async def test_pages_and_styles_are_packed(one, async_client, db, path):
    plain = await async_client.get(path)
    assert "Content-Encoding" not in plain
    packed = await async_client.get(path, headers={"accept-encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "ETag" not in packed
    sent = await body(packed)
    assert packed.get("Content-Length", str(len(sent))) == str(len(sent))
    if path != "/search?q=x":
        assert gzip.decompress(sent) == await body(plain)
    for response in (plain, packed):
        assert "Accept-Encoding" in response["Vary"]


@pytest.mark.parametrize("path", ["/api/v1/search?q=x", "/search?q=x&format=rss", "/admin/login/"])
async def test_answers_for_programs_and_the_console_are_not(one, async_client, db, path):
    response = await async_client.get(path, headers={"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert "Content-Encoding" not in response
