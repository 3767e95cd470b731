"""The form changed: parameters renamed, another method, a token, the search moved elsewhere."""

from collections.abc import Callable
from urllib.parse import quote_plus

from evaluation.engines.faults.families.pages import login_form
from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, results

NEW_PATH = "/search/v2"
LOST = error("client_error") | broken("form_gone")
IGNORED = broken("start_page form_gone query_ignored not_understood")
TOKEN = error("client_error engine_message") | blocked("refused")


def home_with(exchange: Exchange, **changes: str) -> str:
    """Return the home page with parts of its form replaced."""
    design = exchange.design
    html = design.home()
    if "path" in changes:
        html = html.replace(f'action="{design.path}"', f'action="{changes["path"]}"')
        html = html.replace(f"action='{design.path}'", f"action='{changes['path']}'")
    if "parameter" in changes:
        html = html.replace(f'name="{design.parameter}"', f'name="{changes["parameter"]}"')
        html = html.replace(f"name='{design.parameter}'", f"name='{changes['parameter']}'")
    return html


def renamed_parameter(exchange: Exchange) -> Reply:
    """Return the home page for the old parameter, results for the new one."""
    design = exchange.design
    new = exchange.parameters.get("suchwort", "").strip()
    if exchange.path == design.path and new:
        return exchange.page(
            design.answer(exchange.find(new)).replace(
                f'name="{design.parameter}"', 'name="suchwort"'
            )
        )
    return exchange.page(home_with(exchange, parameter="suchwort"))


def moved(status: int, tells: bool) -> Callable[[Exchange], Reply]:
    """Return the search at a new path; the old one answers `status`, the home page may tell."""

    def make(exchange: Exchange) -> Reply:
        design = exchange.design
        query = exchange.parameters.get(design.parameter, "").strip()
        if exchange.path == NEW_PATH and query:
            return exchange.page(design.answer(exchange.find(query)))
        if exchange.path == design.path:
            if status in {301, 308}:
                asked = quote_plus(query, encoding=design.charset, errors="replace")
                location = f"{NEW_PATH}?{design.parameter}={asked}"
                return Reply(b"", None, status, (("Location", location),))
            return exchange.message(f"<h1>{status}</h1>", status)
        return exchange.page(home_with(exchange, path=NEW_PATH)) if tells else exchange.healthy

    return make


def needs_token(status: int, main: str) -> Callable[[Exchange], Reply]:
    """Return a refusal of every search, because something is missing that the form has not."""

    def make(exchange: Exchange) -> Reply:
        return exchange.message(main, status)

    return make


def search_gone(exchange: Exchange) -> Reply:
    """Return the site without any search: its form is gone and the path is not found."""
    html = exchange.design.frame(exchange.design.start())
    before, _, rest = html.partition("<form")
    return exchange.page(
        before + rest.partition("</form>")[2], 200 if exchange.path == "/" else 404
    )


def behind_login(exchange: Exchange) -> Reply:
    """Return a login wall for everything but the home page."""
    if exchange.path == "/":
        return exchange.healthy
    return exchange.message(login_form(exchange.design.language))


def _fault(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"form/{name}", expected, make, on_site=True)


FAULTS: tuple[Fault, ...] = (
    _fault("parameter-renamed", IGNORED, renamed_parameter),
    _fault("moved-301", results(), moved(301, tells=True)),
    _fault("moved-308", results(), moved(308, tells=True)),
    _fault("moved-404", LOST, moved(404, tells=True)),
    _fault("moved-410", LOST, moved(410, tells=True)),
    _fault("moved-404-untold", LOST, moved(404, tells=False)),
    _fault("search-gone", LOST | broken("not_understood"), search_gone),
    _fault("behind-login", blocked("login"), behind_login),
    replies("form/method-not-allowed", LOST, needs_token(405, "<h1>405</h1>")),
    replies("form/token-403", TOKEN, needs_token(403, "<h1>403</h1><p>CSRF verification failed. Request aborted.</p>")),
    replies("form/token-419", TOKEN, needs_token(419, "<h1>419</h1><p>Page Expired</p>")),
    replies("form/token-200", error("engine_message client_error"), needs_token(200, "<div class='error'>Invalid security token. Please reload the page and try again.</div>")),
    replies("form/token-400", error("client_error engine_message"), needs_token(400, "<p>Bad request: missing parameter 'token'.</p>")),
    replies("form/referer-403", TOKEN, needs_token(403, "<p>Direct access is not allowed.</p>")),
    replies("form/cookies-needed", error("engine_message") | blocked("refused login consent javascript robot_check"), needs_token(200, "<h2>Cookies required</h2><p>Your browser does not accept cookies. Please enable cookies and try again.</p>")),
    replies("form/too-long-414", error("client_error"), needs_token(414, "<h1>414</h1>")),
)  # fmt: skip
