"""Sites that only their users may search: signed in to, and again when they forget it."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.cache import cache
from django.db import connection

from discovery.connection.description import ConnectionDescription, Login, LoginField
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.login import login_form, login_request
from discovery.engines.registration import register_engine
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import parse_page
from tests.wrappers.learned_engine import answers_of
from tests.wrappers.small_sites.members import Members
from wrappers.engines.answer import Answer
from wrappers.engines.client import open_client
from wrappers.engines.query_session import ask
from wrappers.engines.registry import ready_engine
from wrappers.imports.exporting import NotExportableError, export_engine
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import plan_learning, recheck_connection
from wrappers.learning.work import LEARNING, add_engine
from wrappers.models import LearningJob
from wrappers.monitoring.checking import check_engine
from wrappers.operations.lifecycle import sign_in

pytestmark = pytest.mark.django_db(transaction=True)
ANN = {"secret:user": "ann", "secret:password": "open & shut"}


@pytest.fixture(autouse=True)
def _nothing_refused():
    cache.clear()
    yield
    cache.clear()


def learned(home: str, secrets: dict[str, str] = ANN) -> LearningJob:
    engine = register_engine(home)[0]
    sign_in(engine, f"{home}login", secrets)
    return LEARNING.work_now(LearningJob.objects.latest("pk"), lambda _step: None)


def test_a_site_for_its_users_is_learned_and_searched_as_one(served):
    site = Members()
    home = served(site)
    assert add_engine(home).engine.state == EngineState.BLOCKED
    job = learned(home)
    engine = job.engine
    assert engine.state == EngineState.ACTIVE, (engine.reason, job.log)
    assert len(site.sent) == 1, "one worker signs in once"
    assert engine.connection.login == Login(f"{home}login")
    first, second = answers_of(engine, "crooked", "gilded")
    assert first.kind is second.kind is AnswerKind.RESULTS, first.detail
    assert len(site.sent) == 2, "and so does a process that searches"
    assert set(site.sent) == {site.who}
    stored = json.dumps([job.progress, job.log, engine.description])
    assert "open" not in stored and "member=" not in stored
    site.members.clear()
    assert check_engine(engine).kind == AnswerKind.RESULTS


@async_to_sync
async def asked_while(engine: Engine, between: Callable[[], None], *queries: str) -> list[Answer]:
    """Return the answers to queries of one process; something happens after the first."""
    ready = await sync_to_async(ready_engine)(engine.slug)
    async with open_client() as client:
        answers = [await ask(client, ready, queries[0], deadline=20)]
        between()
        both = (ask(client, ready, query, deadline=20) for query in queries[1:])
        return [*answers, *await asyncio.gather(*both)]


@pytest.mark.parametrize("turned_away", [200, 303, 401, 403])
def test_a_session_that_the_site_forgets_is_made_anew_once(served, turned_away):
    site = Members(turned_away)
    engine = learned(served(site)).engine
    assert engine.state == EngineState.ACTIVE, engine.reason
    site.sent.clear()
    answers = asked_while(engine, site.members.clear, "crooked", "gilded", "crooked")
    assert {each.kind for each in answers} == {AnswerKind.RESULTS}, answers
    assert len(site.sent) == 2, "for both queries that find it forgotten"


def test_who_is_not_let_in_is_told_so_and_does_not_try_on(served):
    site = Members()
    engine = learned(served(site)).engine
    site.sent.clear()
    site.lets_in = False
    site.members.clear()
    for answer in (*answers_of(engine, "crooked", "gilded"), *answers_of(engine, "crooked")):
        assert answer.reason is AnswerReason.LOGIN and answer.kind is AnswerKind.BLOCKED
        assert "asks to sign in again as soon as that is done" in answer.detail
    assert len(site.sent) == 2
    assert check_engine(engine).kind == AnswerKind.BLOCKED
    assert len(site.sent) == 2


def test_a_wrong_password_is_sent_once_and_another_at_once(served):
    site = Members()
    home = served(site)
    for _ in range(2):
        job = learned(home, ANN | {"secret:password": "wrong"})
        assert job.engine.state == EngineState.BLOCKED
        assert "does not take the user and password (status 200)" in job.engine.reason
    assert site.sent == [("ann", "wrong")]
    assert learned(home).engine.state == EngineState.ACTIVE
    assert site.sent[1:] == [site.who]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"method": "get"}, "put the password into an address"),
        ({"action": "http://elsewhere.example/"}, "send the password to another site"),
        ({"turned_away": 404, "form_page": "/nowhere"}, "has no form to sign in by"),
    ],
)
def test_a_password_goes_nowhere_else(served, change, reason):
    site = Members(**change)
    job = learned(served(site))
    assert job.engine.state == EngineState.BLOCKED and reason in job.engine.reason
    assert not site.sent


def test_how_to_sign_in_is_exported_without_who_does(served):
    site = Members()
    home = served(site)
    engine = learned(home).engine
    text = export_engine(engine).to_text()
    assert f"{home}login" in text and "ann" not in text.split('"wrapper"')[0]
    Engine.objects.all().delete()
    import_file(text.encode(), "engine.json")
    imported = Engine.objects.get()
    assert imported.login == Login(f"{home}login") and not imported.secrets
    site.sent.clear()
    job = LEARNING.work_now(plan_learning(imported, enqueue=False), lambda _step: None)
    assert job.outcome == EngineState.BLOCKED, job.log
    assert "no user and password are known" in job.reason and not site.sent
    cache.clear()
    assert learned(home).engine.state == EngineState.ACTIVE


def test_what_a_description_says_gives_no_password_to_another_site(served):
    site, thief = Members(), Members()
    engine = learned(served(site)).engine
    elsewhere = served(thief)
    stolen = replace(
        engine.connection,
        action=f"{elsewhere}find",
        form_page=elsewhere,
        login=Login(f"{elsewhere}login"),
    )
    job = recheck_connection(engine, stolen)
    LEARNING.work_now(job, lambda _step: None)
    assert thief.asked and not thief.sent
    kept = Login(f"{engine.home_url}login", (LoginField("code", "1234"),))
    version = engine.wrapper_versions.in_use()
    version.description = to_xml(replace(engine.connection, login=kept)).decode()
    version.save()
    with pytest.raises(NotExportableError, match="code"):
        export_engine(engine)


def test_fields_are_told_where_the_form_does_not_say_them():
    description = ConnectionDescription(
        template="https://a.example/?q={searchTerms}",
        login=Login("https://a.example/in", (LoginField("who", "{secret:user}"),)),
    )
    assert from_xml(to_xml(description)) == description
    page = parse_page(
        b"<form method=post><input name=pin value=1></form>"
        b"<form method=post action=/go><input name=who><input name=k type=hidden value=7></form>",
        "https://a.example/in",
    )
    form = login_form(description.login, page)
    request = login_request(description.login, form, {"secret:user": "a&b"})
    assert (request.url, request.body) == ("https://a.example/go", b"who=a%26b&k=7")


def test_the_console_takes_who_signs_in_and_shows_nothing_of_it(served, console):
    site = Members()
    home = served(site)
    engine = register_engine(home)[0]
    LEARNING.work_now(plan_learning(engine, enqueue=False), lambda _step: None)
    assert Engine.objects.get().state == EngineState.BLOCKED
    place = ("discovery_engine_change", engine.pk)
    given = {"login_page": f"{home}login", "login_user": "ann"}
    assert "Who signs in has a password." in console.save(*place, **given)
    console.save(*place, **given, login_password=site.who[1])
    job = LearningJob.objects.get(finished_at=None)
    assert "being learned" in console.save(*place, login_page="")
    LEARNING.work_now(job, lambda _step: None)
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE, engine.reason
    page = console.text(*place)
    assert f'value="{home}login"' in page and "open &amp; shut" not in page
    with connection.cursor() as cursor:
        cursor.execute("SELECT secrets FROM discovery_engine")
        assert "open" not in cursor.fetchone()[0]
    # A browser leaves out the first end of line.
    watched = {"watch-0-adaptation": ""}
    console.save(*place, login_user="bob", **watched)
    engine.refresh_from_db()
    assert engine.secrets == ANN | {"secret:user": "bob"}
    console.save(*place, login_page="", **watched)
    engine.refresh_from_db()
    assert engine.secrets == {} and engine.login is None
    assert ready_engine(engine.slug).description.login is None
