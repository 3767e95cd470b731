import time

import pytest
from hypothesis import given, settings

from discovery.pages.blocked import find_blockage
from discovery.pages.messages import ObstacleKind
from discovery.pages.page import parse_page
from tests.strategies import html_documents

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


SIGN_IN = "<form><input name=user><input type=password name=p></form>"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (ObstacleKind.CAPTCHA,
         "<title>Just a moment...</title><h1>a.example</h1><p>Checking your browser before "
         "accessing.</p><script>window._cf_chl_opt={cvId:'3'}</script>"),
        (ObstacleKind.CAPTCHA,
         "<p id=cmsg>Please enable JS and disable any ad blocker</p><script>var dd={'host':"
         "'geo.captcha-delivery.com'}</script><script src=https://ct.captcha-delivery.com/c.js>"
         "</script>"),
        (ObstacleKind.CAPTCHA,
         "<title>Unusual traffic</title><p>Our systems have detected unusual traffic from your "
         "network.</p><form><div class=g-recaptcha></div><input name=captcha></form>"),
        (ObstacleKind.CAPTCHA,
         "<title>Verificación</title><p>Hemos detectado tráfico inusual. Confirme: no soy un "
         "robot</p><div class=h-captcha></div>"),
        (ObstacleKind.CAPTCHA,
         "<title>Ой!</title><h1>Подтвердите, что запросы, отправленные вами, не робот</h1>"
         "<form action=/showcaptcha><input name=rep_captcha></form>"),
        (ObstacleKind.CAPTCHA, "<title>百度安全验证</title><div>百度安全验证</div>"),
        *((ObstacleKind.LOGIN, title + SIGN_IN)
          for title in ("<title>Sign in</title>", "<h1>Anmelden</h1>", "<title>ログイン</title>")),
        # Shells for a script.
        *((ObstacleKind.JAVASCRIPT, body) for body in (
            "<div id=root></div><script src=/static/js/main.js></script>",
            "<noscript>You need to enable JavaScript to run this app.</noscript><div id=main></div>"
            "<script src=app.js></script>",
            "<noscript>Bitte aktivieren Sie JavaScript.</noscript><p>Laden<script>go()</script>",
            "<script>document.location = '/x'</script>",
        )),
        # Without text or script it is none.
        (None, "<p></p>"),
        (None, "<frameset><frame src=a.html></frameset>"),
    ],
)  # fmt: skip
def test_obstacles_are_told_by_their_pages(kind, body):
    assert kind_of(body) is kind


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


@pytest.mark.parametrize(
    "part",
    [
        "<form action=/login><input name=user><input type=password name=p></form>",
        "<div class=cookie-banner><h2>We value your privacy</h2><button>Accept all</button></div>",
        "<form action=/comment><textarea></textarea><div class=g-recaptcha></div></form>",
        "<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>",
        "<noscript>Please enable JavaScript</noscript><script src=x.js></script>",
        "<p>Just a moment: how to tell whether you are a robot, and other unusual traffic</p>",
    ],
)
@pytest.mark.parametrize("records", [RECORDS, "<p>Nothing was found.</p>"])
def test_a_page_that_embeds_such_things_is_a_page(part, records):
    assert kind_of(f"<title>Find</title>{FORM}{part}<ul>{records}</ul>") is None


@settings(max_examples=60, deadline=None)
@given(html_documents())
def test_any_page_is_judged_and_what_blocks_it_put_into_words(markup):
    blockage = find_blockage(parse_page(f"<html>{markup}".encode()))
    assert blockage is None or str(blockage) == f"{blockage.kind} ({blockage.mark})"
