"""Sites whose home page is not where they are searched: it leads on, or has another form."""

import time

from tests.cases import cases
from tests.small_server import Reply, Request, Site
from tests.wrappers.small_sites.always_answering import Found, as_list, engine
from tests.wrappers.small_sites.things import THINGS, matching


def nothing_or_matching(query: str) -> Found:
    found = matching(query)
    return Found(found) if found else Found((), "<p>Sorry, nothing was found.</p>", matched=False)


ENGINE = engine(nothing_or_matching, as_list)


def behind(home: str) -> Site:
    """Return the engine with its start page at `/in`, and `home` and a dead search elsewhere."""

    def answer(request: Request) -> Reply:
        if request.path == "/":
            return Reply(home)
        if request.path == "/old":
            return Reply("<html lang=en><title>The house of things</title><body>")
        return ENGINE(Request("/", request.fields) if request.path == "/in" else request)

    return answer


LEADS_ON = cases(__file__)["leads_on"]


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
