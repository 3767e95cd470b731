"""Walls that one click passes: what is asked, and which button answers, in many languages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.requests import wall_step
from discovery.pages.messages import ObstacleKind
from discovery.pages.page import parse_page
from discovery.pages.walls import ConsentPolicy, choose_label, question_of
from tests.cases import cases
from tests.strategies import html_documents

CASES = cases(__file__)

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


@pytest.mark.parametrize(
    "label",
    [
        *("Subscribe and reject all", "Reject and pay 2.99", "Log in to accept", "Download", "Buy"),
        *("Newsletter", "Registrieren", "S'abonner", "Accept and install", "Read our policy", ""),
        "We and our 812 friends accept that much is told in a button of very many words " * 2,
    ],
)
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
