"""Answers that lead elsewhere: in circles, home, to walls, to addresses that are not for us."""

from collections.abc import Callable
from urllib.parse import quote_plus

from evaluation.engines.faults.families.pages import consent_page, login_page, robot_page
from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, results

# Where redirects lead that stay on the site.
TARGET = "/moved/here"

# What a redirect that stays on the site finds at its target.
Target = Callable[[Exchange], Reply]


def moved(exchange: Exchange, location: str, status: int = 302) -> Reply:
    """Return a redirect."""
    return Reply(b"", "text/html", status, (("Location", location),))


def leads_to(location: str, status: int = 302) -> Callable[[Exchange], Reply]:
    """Return a redirect of searches to a fixed address; `{host}` and `{next}` are hosts."""

    def make(exchange: Exchange) -> Reply:
        if exchange.found is None:
            return exchange.healthy
        hosts = {"host": exchange.host, "next": f"127.0.0.1:{exchange.ports[1]}"}
        return moved(exchange, location.format(**hosts), status)

    return make


def leads_on(
    target: Target, status: int = 302, keeps_query: bool = False
) -> Callable[[Exchange], Reply]:
    """Return a redirect of searches to a page of the site that `target` makes."""

    def make(exchange: Exchange) -> Reply:
        if exchange.path == TARGET:
            return target(exchange)
        if exchange.found is None:
            return exchange.healthy
        design = exchange.design
        asked = quote_plus(exchange.search.query, encoding=design.charset, errors="replace")
        query = f"?{design.parameter}={asked}" if keeps_query else ""
        return moved(exchange, f"{TARGET}{query}", status)

    return make


def answer_moved(exchange: Exchange) -> Reply:
    """Return the true answer at the new address."""
    query = exchange.parameters.get(exchange.design.parameter, "")
    return exchange.page(exchange.design.answer(exchange.find(query)))


def not_found(exchange: Exchange) -> Reply:
    """Return the site's page for addresses that are none."""
    return exchange.message("<h1>404</h1>", 404)


def ever_longer(exchange: Exchange) -> Reply:
    """Return a redirect to an address that grows with each."""
    number = int(exchange.parameters.get("n", "0")) + 1
    return moved(exchange, f"/moved/{number}?n={number}")


def back_and_forth(exchange: Exchange) -> Reply:
    """Return a redirect between two addresses."""
    return moved(exchange, "/moved/b" if exchange.path == "/moved/a" else "/moved/a")


def to_itself(exchange: Exchange) -> Reply:
    """Return a redirect to where the search is."""
    return (
        moved(exchange, exchange.path)
        if exchange.path == exchange.design.path
        else exchange.healthy
    )


def without_location(status: int, main: str | None) -> Callable[[Exchange], Reply]:
    """Return a redirect that names no address, with a body."""

    def make(exchange: Exchange) -> Reply:
        if main is None:
            return Reply(b"", "text/html", status)
        if not main:
            return exchange.page(exchange.design.answer(exchange.search), status)
        return exchange.message(main, status)

    return make


def forwards(markup: str, in_chrome: bool = False) -> Callable[[Exchange], Reply]:
    """Return a page whose markup forwards to the home page."""

    def make(exchange: Exchange) -> Reply:
        if in_chrome:
            return exchange.message(markup)
        return exchange.page(f"<html><head>{markup}</head><body></body></html>")

    return make


def _fault(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"redirect/{name}", expected, make, on_site=True)


def _searches(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"redirect/{name}", expected, make)


CIRCLES = error("redirects")
REFUSED = error("refused_address")
NO_ADDRESS = error("refused_address bad_address redirects")
GONE = error("client_error") | broken("form_gone not_understood start_page")
# A page that only forwards, by markup or script, shows nothing by itself.
FORWARDED = (
    error("redirects engine_message empty_body")
    | broken("not_understood start_page form_gone")
    | blocked("javascript")
)

FAULTS = (
    _fault("to-itself", CIRCLES, to_itself),
    _fault("back-and-forth", CIRCLES, back_and_forth),
    _fault("ever-longer", CIRCLES, ever_longer),
    _searches("to-home", broken("start_page form_gone query_ignored"), leads_to("/")),
    _searches("to-home-301", broken("start_page form_gone query_ignored"), leads_to("http://{host}/", 301)),
    _fault("to-login", blocked("login"), leads_on(login_page)),
    _fault("to-robot-check", blocked("robot_check"), leads_on(robot_page)),
    _fault("to-consent", blocked("consent"), leads_on(consent_page)),
    _fault("to-404", GONE, leads_on(not_found)),
    _fault("to-new-path-301", results(), leads_on(answer_moved, 301, keeps_query=True)),
    _fault("to-new-path-302", results(), leads_on(answer_moved, 302, keeps_query=True)),
    _fault("to-new-path-303", results(), leads_on(answer_moved, 303, keeps_query=True)),
    _fault("to-new-path-307", results(), leads_on(answer_moved, 307, keeps_query=True)),
    _fault("to-new-path-308", results(), leads_on(answer_moved, 308, keeps_query=True)),
    _fault("to-new-path-query-lost", broken("start_page not_understood query_ignored form_gone"),
           leads_on(lambda exchange: exchange.page(exchange.design.home()))),
    _searches("to-link-local", REFUSED, leads_to("http://169.254.169.254/latest/meta-data/")),
    _searches("to-private-10", REFUSED, leads_to("http://10.0.0.1/admin")),
    _searches("to-private-192", REFUSED, leads_to("http://192.168.1.1/")),
    _searches("to-loopback", REFUSED, leads_to("http://127.0.0.1:22/")),
    _searches("to-loopback-v6", REFUSED, leads_to("http://[::1]:8080/")),
    _searches("to-mapped-v6", REFUSED, leads_to("http://[::ffff:10.0.0.1]/")),
    _searches("to-number", NO_ADDRESS, leads_to("http://2130706433/")),
    _searches("to-user-and-password", REFUSED, leads_to("http://admin:secret@{next}/")),
    _searches("to-file", NO_ADDRESS, leads_to("file:///etc/passwd")),
    _searches("to-javascript", NO_ADDRESS, leads_to("javascript:alert(1)")),
    _searches("to-data", NO_ADDRESS, leads_to("data:text/html,<h1>hello</h1>")),
    _searches("to-mailto", NO_ADDRESS, leads_to("mailto:webmaster@example.org")),
    _searches("to-app", NO_ADDRESS, leads_to("intent://search#Intent;scheme=app;end")),
    _searches("to-no-host", NO_ADDRESS | error("dns") | broken("start_page"), leads_to("http:///search")),
    _searches("to-open-bracket", NO_ADDRESS, leads_to("http://[::1/")),
    _searches("to-port-99999", NO_ADDRESS, leads_to("http://search.example:99999/")),
    _searches("to-unknown-name", error("dns"), leads_to("http://search.no-such-name.invalid/")),
    _searches("to-label-too-long", error("dns bad_address"), leads_to(f"http://{'a' * 70}.invalid/")),
    _searches("to-https", error("tls connection protocol"), leads_to("https://{host}/")),
    _searches("to-other-site", broken("start_page not_understood form_gone"), leads_to("http://{next}/")),
    _searches("300-with-choices", broken("not_understood form_gone") | error("client_error redirects engine_message"),
              without_location(300, '<h2>Multiple choices</h2><p><a href="/a">one</a> <a href="/b">two</a></p>')),
    _searches("302-without-location", error("redirects empty_body protocol"), without_location(302, None)),
    _searches("301-without-location", error("redirects empty_body protocol"), without_location(301, None)),
    _searches("302-with-results", results() | error("redirects protocol"), without_location(302, "")),
    _searches("305-use-proxy", error("redirects empty_body protocol client_error"), without_location(305, None)),
    _searches("meta-refresh-home", FORWARDED, forwards('<meta http-equiv="refresh" content="0; url=/">')),
    _searches("meta-refresh-itself", FORWARDED, forwards('<meta http-equiv="refresh" content="5">')),
    _searches("script-redirect", FORWARDED, forwards('<script>location.href = "/";</script>')),
    _searches("script-redirect-in-chrome", FORWARDED,
              forwards('<p>…</p><script>window.location.replace("/");</script>', in_chrome=True)),
    _searches("form-that-submits-itself", FORWARDED,
              forwards('<form id="f" method="post" action="/go"><input type="hidden" name="t" value="1">'
                       "</form><script>document.forms[0].submit()</script>")),
)  # fmt: skip
