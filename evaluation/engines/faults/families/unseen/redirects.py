"""Redirects as sites use them day by day: hosts, sessions, languages, cookies; written blind."""

from collections.abc import Callable
from urllib.parse import quote_plus

from evaluation.engines.faults.fault import Exchange, Fault, Header, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, error, results

WELL = results()


def leads(location: str, status: int = 302, *more: Header) -> Callable[[Exchange], Reply]:
    """Return a redirect of searches, once; `{path}`, `{query}` and `{port}` are those of the search.

    What has the parameter `seen`, or another path, is the true answer.
    """

    def make(exchange: Exchange) -> Reply:
        design = exchange.design
        query = exchange.parameters.get(design.parameter, "").strip()
        if not query:
            return exchange.healthy
        if exchange.path != design.path or "seen" in exchange.parameters:
            return exchange.page(design.answer(exchange.find(query)))
        asked = f"{design.parameter}={quote_plus(query, encoding=design.charset, errors='replace')}"
        address = location.format(path=design.path, query=asked, port=exchange.ports[0])
        return Reply(b"", "text/html", status, (("Location", address), *more))

    return make


def cookie_check(exchange: Exchange) -> Reply:
    """Return a redirect to a check and back, then the true answer."""
    asked = exchange.parameters.get(exchange.design.parameter, "").strip()
    if exchange.path == "/cookie-check" and asked:
        parameter, charset = exchange.design.parameter, exchange.design.charset
        back = f"{exchange.design.path}?{parameter}={quote_plus(asked, encoding=charset, errors='replace')}&seen=1"
        return Reply(b"", None, 302, (("Location", back),))
    return leads("/cookie-check?{query}", 302, ("Set-Cookie", "ck=1; Path=/"))(exchange)


def hops(exchange: Exchange) -> Reply:
    """Return four redirects, then the true answer."""
    number = int(exchange.parameters.get("hop", "0"))
    reply = leads(f"{{path}}?{{query}}&hop={number + 1}{'&seen=1' if number == 3 else ''}")
    return reply(exchange)


def leads_to_page(path: str, markup: str, status: int = 200) -> Callable[[Exchange], Reply]:
    """Return a redirect of searches to a page of the site."""

    def make(exchange: Exchange) -> Reply:
        if exchange.path == path:
            return exchange.message(markup, status)
        if exchange.found is None:
            return exchange.healthy
        return Reply(b"", "text/html", 302, (("Location", path),))

    return make


def _redirect(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"unseen-redirect/{name}", expected, make, on_site=True)


FAULTS: tuple[Fault, ...] = (
    _redirect("mobile-host", WELL | error("refused_address"), leads("http://localhost:{port}{path}?{query}&seen=1")),
    _redirect("session", WELL, leads("{path}?{query}&seen=0F3A9C", 302, ("Set-Cookie", "JSESSIONID=0F3A9C"))),
    _redirect("language-path", WELL, leads("/en{path}?{query}", 301)),
    _redirect("trailing-slash", WELL, leads("{path}/?{query}", 301)),
    _redirect("query-only", WELL, leads("?{query}&seen=1")),
    _redirect("fragment", WELL, leads("{path}?{query}&seen=1#results")),
    _redirect("without-scheme", WELL, leads("//127.0.0.1:{port}{path}?{query}&seen=1", 307)),
    _redirect("upper-case-scheme", WELL, leads("HTTP://127.0.0.1:{port}{path}?{query}&seen=1", 308)),
    _redirect("dots", WELL, leads("/old/../found?{query}", 303)),
    _redirect("blanks", WELL, leads("/neue suche?{query}")),
    _redirect("location-twice", WELL | error("redirects protocol"), leads("{path}?{query}&seen=1", 302, ("Location", "/"))),
    _redirect("four-hops", WELL, hops),
    _redirect("cookie-check", WELL, cookie_check),
    _redirect("login-elsewhere", blocked("login"), leads_to_page("/cas/login", "<h2>Central Authentication Service</h2><form method='post'>NetID <input name='n'> Password <input type='password' name='p'><button>LOGIN</button></form>")),
    _redirect("sorry-server", error("maintenance server_error"), leads_to_page("/sorry.html", "<p>The catalogue is being overhauled and will be back on Thursday.</p>", 503)),
    _redirect("denied", blocked("refused"), leads_to_page("/denied", "<h1>You shall not pass</h1><p>Access from your address has been denied.</p>")),
)  # fmt: skip
