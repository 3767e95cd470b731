"""Pages that look well and are not: other queries' records, claims that do not hold, page 1 again."""

from collections.abc import Callable
from dataclasses import replace

from evaluation.engines.faults.fault import Ask, Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, no_results, results
from evaluation.engines.faults.sites.contents import FoundPage
from evaluation.engines.faults.sites.design import EngineDesign

# What is asked for is not what is answered; a person sees that one way or another.
NOT_ASKED = broken("query_ignored other_query not_understood constraints start_page")
CLAIM = broken("claims_matches_shows_none")
NONE_SHOWN = broken("claims_matches_shows_none not_understood contradiction constraints")


def answer_to(query: Callable[[Exchange], str], echo: bool) -> Callable[[Exchange], Reply]:
    """Return the answer to another query, with the query asked in the search box or the other."""

    def make(exchange: Exchange) -> Reply:
        other = exchange.find(query(exchange))
        if echo:
            other = replace(other, query=exchange.search.query)
        return exchange.page(exchange.design.answer(other))

    return make


def nothing_known(_found: FoundPage) -> FoundPage:
    """Return that no record is true."""
    return _found.showing()


def previous(exchange: Exchange) -> str:
    """Return the query asked before this one, another word for the first."""
    queries = exchange.memory.queries
    return queries[-2] if len(queries) > 1 and queries[-2] != queries[-1] else "opera"


def popular(exchange: Exchange) -> Reply:
    """Return the same list whatever is asked, in the markup of records."""
    design = exchange.design
    rows = design.rows(exchange.find("hotel"))
    return exchange.message(design.listing(rows))


def popular_with_claim(exchange: Exchange) -> Reply:
    """Return the same list, said to be the results of the query."""
    listed = replace(exchange.find("hotel"), query=exchange.search.query)
    return exchange.page(exchange.design.answer(listed))


def main(make: Callable[[EngineDesign, FoundPage], str]) -> Callable[[Exchange], Reply]:
    """Return a page with another main part where something was found."""

    def reply(exchange: Exchange) -> Reply:
        if not exchange.search.records:
            return exchange.healthy
        return exchange.message(make(exchange.design, exchange.search))

    return reply


def first_page_again(exchange: Exchange) -> Reply:
    """Return page 1 whatever page is asked for, with its own pager."""
    return exchange.page(exchange.design.answer(exchange.find(exchange.search.query)))


def first_records_again(exchange: Exchange) -> Reply:
    """Return the records of page 1 under the hits line and pager of the page asked for."""
    first = exchange.find(exchange.search.query).records
    return exchange.page(exchange.design.answer(exchange.search.showing(*first)))


def second_as(status: int, html: str) -> Callable[[Exchange], Reply]:
    """Return a failure for further pages, while first pages are well."""

    def make(exchange: Exchange) -> Reply:
        if exchange.search.number == 1:
            return exchange.healthy
        return exchange.message(html, status)

    return make


def by_turns(status: int) -> Callable[[Exchange], Reply]:
    """Return a failure for every second search."""

    def make(exchange: Exchange) -> Reply:
        if exchange.memory.searches % 2:
            return exchange.healthy
        return exchange.message(f"<h1>{status}</h1>", status)

    return make


def with_line(text: str) -> Callable[[Exchange], Reply]:
    """Return the true answer under a line that says how the query was read."""

    def make(exchange: Exchange) -> Reply:
        if not exchange.search.records:
            return exchange.healthy
        line = text.format(query=exchange.search.query)
        return exchange.message(line + exchange.design.results(exchange.search))

    return make


def has_hits(design: EngineDesign) -> bool:
    return design.has_hits_line


def has_pages(design: EngineDesign) -> bool:
    return design.page_parameter is not None


def related(design: EngineDesign, found: FoundPage) -> str:
    """Return a list of other searches and nothing else."""
    links = "".join(
        f"<li><a href='{design.path}?{design.parameter}={word}'>{word}</a></li>"
        for word in ("tango", "opera", "video", "robot", "hotel")
    )
    return f"<h3>{design.wording.search}</h3><ul class='other'>{links}</ul>"


def _fault(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"wrong/{name}", expected, make)


def _untrue(name: str, make: Callable[[Exchange], Reply], expected: Outcomes = NOT_ASKED) -> Fault:
    return replies(f"wrong/{name}", expected, make, shown=nothing_known)


def _claims(name: str, expected: Outcomes, make: Callable[[EngineDesign, FoundPage], str]) -> Fault:
    return replies(f"wrong/{name}", expected, main(make), on=has_hits)


TRAP = "<p>Did you mean <a href='{path}?{parameter}=opera'>opera</a>?</p>"
FAULTS: tuple[Fault, ...] = (
    _untrue("fixed-query-echoed", answer_to(lambda _: "opera", echo=False)),
    _untrue("fixed-query-as-asked", answer_to(lambda _: "opera", echo=True)),
    _untrue("previous-query-echoed", answer_to(previous, echo=False)),
    _untrue("previous-query-as-asked", answer_to(previous, echo=True)),
    _untrue("query-cut-to-a-letter", answer_to(lambda _: "tango hotel", echo=True)),
    _untrue("popular-list", popular),
    _untrue("popular-list-as-results", popular_with_claim),
    _untrue("home-page", lambda exchange: exchange.page(exchange.design.home()), broken("start_page query_ignored form_gone")),
    _untrue("home-page-with-query", lambda exchange: exchange.message(exchange.design.start()), broken("start_page query_ignored form_gone not_understood")),
    _untrue("nothing-for-words", lambda exchange: exchange.message(exchange.design.nothing(exchange.search.query)), no_results()),
    _untrue("nothing-of-other-query", lambda exchange: exchange.page(exchange.design.answer(exchange.find("qqxzvw"))),
            no_results() | broken("other_query query_ignored")),
    _claims("claims-and-shows-none", CLAIM, lambda design, found: design.results(found, rows=[])),
    _claims("claims-89-and-shows-none", CLAIM, lambda design, found: design.hits_line(design.hits_text(found, 89))),
    _claims("claims-and-shows-nothing-page", CLAIM | broken("contradiction"), lambda design, found: design.hits_line(design.hits_text(found)) + design.nothing(found.query)),
    _claims("claims-0-and-shows-records", broken("contradiction"), lambda design, found: design.results(found, hits=design.hits_text(replace(found, total=0), 0))),
    _claims("claims-millions", results(), lambda design, found: design.results(found, hits=design.hits_text(found, 98_000_000))),
    replies("wrong/lists-nothing-without-hits-line", broken(), main(lambda design, found: design.listing([])), on=lambda design: not design.has_hits_line),
    _untrue("related-searches-only", main(related), broken() | no_results("says_nothing_found")),
    _untrue("nothing-and-suggestion", lambda exchange: exchange.message(exchange.design.nothing(exchange.search.query) + TRAP.format(path=exchange.design.path, parameter=exchange.design.parameter)), no_results()),
    _fault("corrected", results(), with_line("<p>Showing results for <b>{query}</b>. Search instead for <a href='/x'>{query}s</a></p>")),
    _fault("did-you-mean", results(), with_line("<p>Did you mean <a href='/x'>{query}s</a>?</p>")),
    _fault("few-shown-note", results(), with_line("<p>Some results were removed. No results were found in the archive.</p>")),
    replies("wrong/half-of-the-records", results("records records_of_cut_page") | broken("contradiction constraints claims_matches_shows_none"),
                 main(lambda design, found: design.results(found, rows=design.rows(found)[:4])), least=0.4),
    replies("wrong/second-page-is-first", broken("same_page_again"), first_page_again, asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/second-page-has-first-records", broken("same_page_again"), first_records_again, asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/second-page-404", error("client_error") | broken("form_gone") | no_results("past_last_page"), second_as(404, "<h1>404</h1>"), asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/second-page-500", error("server_error"), second_as(500, "<h1>500</h1>"), asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/second-page-403", blocked("refused"), second_as(403, "<h1>403</h1>"), asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/second-page-needs-login", blocked("login"), second_as(200, "<h1>Log in</h1><form action='/login' method='post'><input name='u'><input type='password' name='p'><button>Log in</button></form>"), asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/second-page-empty-list", no_results("past_last_page zero_hits no_result_page says_nothing_found") | broken("claims_matches_shows_none not_understood"),
            lambda exchange: exchange.healthy if exchange.search.number == 1 else exchange.message(exchange.design.listing([])), asks=Ask.SECOND_PAGE, shown=nothing_known, on=has_pages),
    replies("wrong/fails-by-turns-500", results() | error("server_error"), by_turns(500)),
    replies("wrong/fails-by-turns-403", results() | blocked("refused"), by_turns(403)),
    replies("wrong/fails-by-turns-429", results() | blocked("rate_limited"), by_turns(429)),
    replies("wrong/made-up-word-finds-popular", broken("query_ignored other_query not_understood constraints"), popular_with_claim, asks=Ask.NOTHING, shown=nothing_known),
    replies("wrong/made-up-word-home-page", broken("start_page query_ignored") | no_results("nothing_to_ask"), lambda exchange: exchange.page(exchange.design.home()), asks=Ask.NOTHING, shown=nothing_known),
    replies("wrong/made-up-word-500", error("server_error"), lambda exchange: exchange.healthy if exchange.search.records else exchange.message("<h1>500</h1>", 500), asks=Ask.NOTHING),
    replies("wrong/made-up-word-404", no_results() | error("client_error") | broken("form_gone"), lambda exchange: exchange.healthy if exchange.search.records else exchange.message("<h1>404</h1>", 404), asks=Ask.NOTHING),
)  # fmt: skip
