"""Sites whose home page is not where they are searched: it leads on, or has another form."""

import html
import re
import time

from tests.cases import cases
from tests.small_server import Reply, Request, Site
from tests.wrappers.small_sites.always_answering import Found, as_list, engine
from tests.wrappers.small_sites.things import THINGS, matching


def _find(query: str) -> Found:
    found = matching(query)
    return Found(found) if found else Found((), "<p>Sorry, nothing was found.</p>", matched=False)


ENGINE = engine(_find, as_list)


def behind(home: str) -> Site:
    """Return the engine with its start page at `/in`, and `home` in its old place."""

    def answer(request: Request) -> Reply:
        if request.path == "/":
            return Reply(home)
        return ENGINE(Request("/", request.fields) if request.path == "/in" else request)

    return answer


def beside(form: str, path: str, answered: "dict[str, str] | None" = None) -> Site:
    """Return the engine linked from a home page with another form, which `path` answers."""

    def answer(request: Request) -> Reply:
        head = "<html lang=en><title>The house of things</title><body>"
        if request.path == "/":
            links = "<a href=/in>The whole cabinet</a> <a href=/about>About</a>"
            return Reply(f"{head}<h1>The house of things</h1>{form}<p>{links}</p>")
        if request.path == path:
            asked = request.fields.get("sql") or request.fields.get("q") or ""
            return Reply(f"{head}{_refuse(asked) if answered is None else answered.get(asked, '')}")
        return ENGINE(Request("/", request.fields) if request.path == "/in" else request)

    return answer


def _refuse(asked: str) -> str:
    if re.match(r"(?i)\s*select\b", asked):
        rows = "".join(f"<tr><td>{t.number}<td>{t.title}" for t in THINGS[:5])
        return f"<table>{rows}</table>"
    return f"<p>SQL error: near “{html.escape(asked)}”: syntax error</p>"


CASES = cases(__file__)
LEADS_ON = CASES["leads_on"]
OTHER_FORMS = {
    "SQL": beside(CASES["forms"]["sql"], "/query"),
    "a search that never finds": beside(CASES["forms"]["search"], "/old", {}),
}


def slow(seconds: float) -> Site:
    def answer(request: Request) -> Reply:
        time.sleep(seconds)
        return engine(lambda _: Found((), "<p>Nothing.</p>"), as_list)(request)

    return answer


def by_its_scripts(request: Request) -> Reply:
    """A page that is searched by its own script: it is the same whatever is asked."""
    form = "<form action=/><input type=search name=q><button>Search</button></form>"
    links = "".join(f"<li><a href={t.address}>{t.title}</a>" for t in THINGS[:6])
    script = "<script src=/search-index.js></script>"
    if request.path == "/":
        return Reply(f"<html lang=en><title>Guide</title><body>{form}<ul>{links}</ul>{script}")
    number = request.path.rpartition("/")[2]
    if request.path.startswith("/thing/") and number.isdigit() and 0 < int(number) <= len(THINGS):
        thing = THINGS[int(number) - 1]
        more = f"<a href=/thing/{thing.number % len(THINGS) + 1}>Next</a>"
        body = f"<article><h1>{thing.title}</h1><p>{thing.text}</p></article>{more}"
        return Reply(f"<html lang=en><title>{thing.title}</title><body>{form}{body}{script}")
    return Reply("<h1>Not found</h1>", 404)
