"""Walls: login, consent, age, subscription, bans, limits, and shells that a script would fill."""

from evaluation.engines.faults.families.pages import consent_wall, login_form
from evaluation.engines.faults.families.robot_checks import alone, document, fixed, in_chrome
from evaluation.engines.faults.families.texts import LANGUAGES, SAYINGS
from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken

LOGIN = blocked("login")
CONSENT = blocked("consent")
REFUSED = blocked("refused")
RATED = blocked("rate_limited")
SHELL = blocked("javascript")


def told(what: str, language: str, more: str = "") -> str:
    """Return heading and text of a saying, with markup after it."""
    heading, text = SAYINGS[what][language]
    return f"<h1>{heading}</h1><p>{text}</p>{more}"


def _two_buttons(language: str) -> str:
    yes, no = SAYINGS["choices"][language]
    return f"<form method='post' action='/confirm'><button name='yes'>{yes}</button><button name='no'>{no}</button></form>"


def _said(
    kind: str, what: str, expected: Outcomes, more: str = "", status: int = 200
) -> tuple[Fault, ...]:
    """Return the faults of a saying in every language it is written in: in chrome and alone."""
    return tuple(
        fault
        for language in SAYINGS[what]
        for fault in (
            replies(f"wall/{kind}-in-chrome-{language}", expected, in_chrome(told(what, language, more), status)),
            replies(f"wall/{kind}-alone-{language}", expected, alone(*SAYINGS[what][language], more, status)),
        )
    )  # fmt: skip


# Every other fault of a saying: alone in one half of the languages, in chrome in the other.
def _by_turns(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    return tuple(fault for place, fault in enumerate(faults) if place % 4 in {0, 3})


def shell_in_chrome(exchange: Exchange) -> Reply:
    """Return the site's chrome with an empty place that a script fills with results."""
    return exchange.message(
        '<div id="results" data-query="1"></div><script src="/static/results.js" defer></script>'
    )


def data_in_script(exchange: Exchange) -> Reply:
    """Return the site's chrome with the results as data for a script."""
    rows = ",".join(
        f'{{"t":"{record.title}","u":"{record.url}"}}' for record in exchange.search.records
    )
    return exchange.message(
        f'<div id="app"></div><script>window.__STATE__={{"hits":[{rows}]}}</script>'
    )


SHELLS = {
    "react": document("<title>Search</title>", '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.3f2.js"></script>'),
    "next": document("<title>Search</title>", '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script><script src="/_next/static/chunks/main.js"></script>'),
    "vue": document("<title>app</title>", '<div id="app"></div><script type="module" src="/assets/index.8d1.js"></script>'),
    "angular": document("<title>Portal</title><base href='/'>", '<app-root></app-root><script src="runtime.js" type="module"></script><script src="main.js" type="module"></script>'),
    "svelte": document("<title></title>", '<div style="display: contents" id="svelte"></div><script>import("/_app/immutable/entry/start.js")</script>'),
    "loading": document("<title>Search</title>", '<div class="spinner">Loading…</div><script src="/bundle.js"></script>'),
}  # fmt: skip

FAULTS = (
    *(replies(f"wall/login-in-chrome-{language}", LOGIN, in_chrome(login_form(language))) for language in LANGUAGES),
    *(replies(f"wall/login-alone-{language}", LOGIN, fixed(document(f"<title>{SAYINGS['login'][language][0]}</title>", login_form(language)), 200), on_site=True)
      for language in LANGUAGES[::2]),
    *(replies(f"wall/login-401-{language}", LOGIN | REFUSED, in_chrome(login_form(language), 401)) for language in LANGUAGES[:2]),
    *_by_turns(_said("login-words", "login", LOGIN, '<p><a href="/login">»</a></p>')),
    *_by_turns(_said("session", "session", LOGIN, '<p><a href="/login">»</a></p>')),
    *(replies(f"wall/consent-{language}", CONSENT, fixed(consent_wall(language), 200), on_site=True) for language in LANGUAGES),
    *(replies(f"wall/consent-in-chrome-{language}", CONSENT, in_chrome(told("consent", language, _two_buttons(language))))
      for language in LANGUAGES[::3]),
    *(replies(f"wall/age-{language}", CONSENT, alone(*SAYINGS["age"][language], _two_buttons(language))) for language in SAYINGS["age"]),
    *_by_turns(_said("paywall", "paywall", LOGIN | REFUSED, '<p><a href="/subscribe">»</a></p>')),
    *_by_turns(_said("banned", "banned", REFUSED, status=403)),
    *(replies(f"wall/banned-200-{language}", REFUSED, alone(*SAYINGS["banned"][language])) for language in LANGUAGES[::2]),
    *_by_turns(_said("country", "country", REFUSED)),
    *_by_turns(_said("country-451", "country", REFUSED, status=451)),
    *_by_turns(_said("rate", "rate", RATED)),
    *(replies(f"wall/rate-429-{language}", RATED, in_chrome(told("rate", language), 429)) for language in LANGUAGES[1::3]),
    *_by_turns(_said("quota", "quota", RATED | REFUSED)),
    *_by_turns(_said("script", "script", SHELL)),
    *(replies(f"wall/shell-{name}", SHELL, fixed(html, 200), on_site=True) for name, html in SHELLS.items()),
    replies("wall/shell-in-chrome", SHELL | broken("not_understood"), shell_in_chrome),
    replies("wall/data-in-script", SHELL | broken("not_understood"), data_in_script),
)  # fmt: skip
