import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.requests import wall_step
from discovery.pages.blocked import find_blockage
from discovery.pages.messages import find_message
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import parse_page
from discovery.pages.walls import ConsentPolicy, choose_label, question_of
from tests.cases import cases
from tests.strategies import html_documents

CASES = cases(__file__)

FORM = "<form action=/find><input name=q><input type=submit value=Search></form>"
RECORDS = "".join(
    f"<li><a href=/item/{n}>Record number {n}</a><p>What this record {n} says about it.</p></li>"
    for n in range(30)
)


def kind_of(
    body: str, url: str = "http://a.example/find?q=x", status: int = 200
) -> ObstacleKind | None:
    blockage = find_blockage(parse_page(body.encode(), url, status=status))
    return blockage.kind if blockage is not None else None


@pytest.mark.parametrize(("kind", "body"), CASES["obstacles"])
def test_obstacles_are_told_by_their_pages(kind, body):
    assert kind_of(body) is (ObstacleKind[kind] if kind else None)


def test_obstacles_are_told_by_status_and_address_and_wide_pages_in_time():
    denied = "<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.2d351ab8</p>"
    assert kind_of(denied, status=403) is ObstacleKind.REFUSAL
    consent = (
        "<title>Before you continue</title><p>We use cookies and data to deliver and maintain our "
        "services.</p><form action=/save><button>Reject all</button><button>Accept all</button>"
    )
    assert kind_of(consent, "https://consent.s.example/ml?continue=x") is ObstacleKind.CONSENT
    began = time.process_time()
    fields = b"<div>name <input></div>" * 20_000
    assert find_blockage(parse_page(b"<form>" + fields + b"<input type=password>")) is None
    assert time.process_time() - began < 3


@pytest.mark.parametrize("part", CASES["embedded"])
@pytest.mark.parametrize("records", [RECORDS, "<p>Nothing was found.</p>"])
def test_a_page_that_embeds_such_things_is_a_page(part, records):
    assert kind_of(f"<title>Find</title>{FORM}{part}<ul>{records}</ul>") is None


@settings(max_examples=60, deadline=None)
@given(html_documents())
def test_any_page_is_judged_and_what_blocks_it_put_into_words(markup):
    blockage = find_blockage(parse_page(f"<html>{markup}".encode()))
    assert blockage is None or str(blockage) == f"{blockage.kind} ({blockage.mark})"


SAID = cases(__file__, "messages")


@pytest.mark.parametrize(
    ("kind", "line"), [(kind, line) for kind, lines in SAID.items() for line in lines]
)
def test_what_a_line_says(kind, line):
    message = find_message(["Find", line])
    assert message is not None
    assert (message.kind, message.line) == (ObstacleKind[kind], line)


def test_what_says_nothing_of_the_kind():
    for line in (
        *("Contact us", "Nos horaires d'ouverture", "The gardens of the old town", "Über uns"),
        *("Copyright 2021, all rights reserved", "最新のお知らせ", "О компании"),
    ):
        assert find_message([line]) is None, line


CONSENT, AGE = ObstacleKind.CONSENT, ObstacleKind.AGE
NOTICES = cases(__file__, "cookie_notices")


@pytest.mark.parametrize("language", NOTICES)
def test_a_notice_is_refused_or_accepted_in_each_language(language):
    text, refuse, accept, other = NOTICES[language]
    assert question_of([text]) is CONSENT
    labels = [other, accept, refuse]
    assert choose_label(CONSENT, labels, ConsentPolicy.NECESSARY) == 2
    assert choose_label(CONSENT, labels, ConsentPolicy.ACCEPT) == 1
    assert choose_label(CONSENT, [other, accept], ConsentPolicy.NECESSARY) == 1
    assert choose_label(CONSENT, [other, accept], ConsentPolicy.REFUSE) is None
    assert choose_label(CONSENT, [other], ConsentPolicy.NECESSARY) is None
    assert choose_label(CONSENT, labels, ConsentPolicy.LEAVE) is None


@pytest.mark.parametrize("label", CASES["never_pressed"])
@pytest.mark.parametrize("manner", ConsentPolicy)
def test_what_is_never_pressed(label, manner):
    for kind in (CONSENT, AGE):
        assert choose_label(kind, [label], manner) is None


@pytest.mark.parametrize(("question", "no", "yes"), CASES["questions"])
def test_one_is_old_enough(question, no, yes):
    assert question_of([question]) is AGE
    assert choose_label(AGE, [no, yes], ConsentPolicy.NECESSARY) == 1
    assert choose_label(AGE, [no], ConsentPolicy.NECESSARY) is None


def test_what_is_asked_what_refuses_and_what_is_sent():
    text = "We use cookies and keep them for 18 months. You must be 18 years of age to shop."
    assert question_of([text]) is CONSENT
    assert question_of(["Are you over 18? We use cookies."]) is AGE
    for label in (
        *("Only necessary cookies", "Nur technisch notwendige", "Continue without agreeing"),
        *("Do not accept", "Ich stimme nicht zu", "Non, merci", "Je n'accepte pas"),
        *("Weiter ohne Zustimmung", "Accept only essential cookies", "Solo las necesarias"),
        "不接受",
    ):
        assert choose_label(CONSENT, [label], ConsentPolicy.REFUSE) == 0, label
    markup = (
        "<h1>Cookies</h1><form action=/old><input type=hidden name=t value=x>"
        "<input type=checkbox name=ads checked><input type=checkbox name=stats>"
        "<button name=c value=all>Accept</button>"
        "<button name=c value=no formaction=/no formmethod=post>Reject</button></form>"
    )
    step = wall_step(parse_page(markup.encode(), "http://a.example/"), ConsentPolicy.NECESSARY)
    assert step is not None and step.request is not None
    assert (step.request.method, step.request.url) == ("POST", "http://a.example/no")
    assert step.request.body == b"t=x&ads=on&c=no"


@pytest.mark.parametrize("markup", CASES["no_walls"])
def test_what_is_no_wall(markup):
    page = parse_page(markup.encode(), "http://a.example/")
    assert wall_step(page, ConsentPolicy.NECESSARY) is None


@settings(max_examples=60, deadline=None)
@given(html_documents(), st.sampled_from(ConsentPolicy))
def test_any_page_has_one_step_at_most_that_leads_to_the_web(markup, manner):
    page = parse_page(f"<html><h1>We use cookies</h1>{markup}".encode(), "http://a.example/")
    step = wall_step(page, manner)
    assert (
        step is None
        or step.needs_browser
        or step.cookies
        or (step.request is not None and step.request.url.startswith("http"))
    )
