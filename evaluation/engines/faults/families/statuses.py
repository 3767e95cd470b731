"""Every status of failure, with bodies of all kinds, and what else such answers say."""

from collections.abc import Callable

from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, results, timeout

CLIENT = error("client_error")
SERVER = error("server_error")
GONE = CLIENT | broken("form_gone")
REFUSED = blocked("refused")

# What each status is rightly called, whatever the body says.
STATUSES: dict[int, Outcomes] = {
    400: CLIENT,
    401: blocked("login refused"),
    402: blocked("refused login"),
    403: REFUSED,
    404: GONE,
    405: GONE,
    406: CLIENT,
    407: CLIENT | REFUSED,
    408: CLIENT | timeout("no_answer"),
    409: CLIENT,
    410: GONE,
    413: CLIENT,
    414: CLIENT,
    415: CLIENT,
    418: CLIENT | REFUSED,
    419: CLIENT | REFUSED,
    421: CLIENT,
    422: CLIENT,
    425: CLIENT,
    426: CLIENT,
    428: CLIENT,
    429: blocked("rate_limited"),
    431: CLIENT,
    444: CLIENT,
    451: REFUSED,
    499: CLIENT,
    500: SERVER,
    501: SERVER,
    502: SERVER,
    503: SERVER | error("maintenance"),
    504: SERVER,
    505: SERVER,
    507: SERVER,
    508: SERVER,
    509: SERVER | blocked("rate_limited"),
    511: blocked("login refused"),
    520: SERVER,
    521: SERVER,
    522: SERVER,
    523: SERVER,
    524: SERVER,
    525: SERVER,
    526: SERVER,
    530: SERVER,
    598: SERVER,
    999: REFUSED | CLIENT | SERVER,
}


def _empty(_exchange: Exchange, _status: int) -> tuple[bytes, str]:
    return b"", "text/html"


def _plain(_exchange: Exchange, status: int) -> tuple[bytes, str]:
    return f"{status} Error".encode(), "text/plain"


def _json(_exchange: Exchange, status: int) -> tuple[bytes, str]:
    return f'{{"status":{status},"error":"request failed"}}'.encode(), "application/json"


def _bare_page(_exchange: Exchange, status: int) -> tuple[bytes, str]:
    page = f"<html><head><title>{status}</title></head><body><center><h1>{status}</h1></center><hr><center>nginx</center></body></html>"
    return page.encode(), "text/html"


def _in_chrome(exchange: Exchange, status: int) -> tuple[bytes, str]:
    reply = exchange.message(f"<h1>{status}</h1><p>{exchange.design.words(8)}.</p>")
    return reply.body, str(reply.content_type)


def _normal(exchange: Exchange, _status: int) -> tuple[bytes, str]:
    return exchange.healthy.body, str(exchange.healthy.content_type)


BODIES = {
    "empty": _empty,
    "plain": _plain,
    "json": _json,
    "page": _bare_page,
    "chrome": _in_chrome,
}


def with_status(
    status: int, body: Callable[[Exchange, int], tuple[bytes, str]]
) -> Callable[[Exchange], Reply]:
    """Return answers of a status with a body of some kind."""

    def make(exchange: Exchange) -> Reply:
        data, content_type = body(exchange, status)
        return Reply(data, content_type, status)

    return make


def coming_back(status: int, when: str) -> Callable[[Exchange], Reply]:
    """Return answers that ask to come back later."""

    def make(exchange: Exchange) -> Reply:
        return exchange.message(f"<h1>{status}</h1>", status, ("Retry-After", when))

    return make


def asking_for(status: int, header: str, value: str) -> Callable[[Exchange], Reply]:
    """Return answers with a header that says what is missing."""

    def make(exchange: Exchange) -> Reply:
        return Reply(b"", "text/html", status, ((header, value),))

    return make


# Statuses that engines send most; of the others a page and the records alone.
COMMON = frozenset({400, 401, 403, 404, 405, 410, 429, 451, 500, 502, 503, 504})

# With an empty body nothing but the status can be told, and that there is nothing else.
EMPTY = error("empty_body")

FAULTS: tuple[Fault, ...] = (
    *(
        replies(
            f"status/{status}-{name}",
            expected | EMPTY if name == "empty" and status in {404, 410} else expected,
            with_status(status, body),
        )
        for status, expected in STATUSES.items()
        for name, body in BODIES.items()
        if status in COMMON or name == "chrome"
    ),
    *(
        # The records are there and true; that the engine says otherwise may count for more.
        replies(f"status/{status}-with-results", expected | results(), with_status(status, _normal))
        for status, expected in STATUSES.items()
    ),
    *(
        replies(f"status/{status}-come-back-{name}", expected, coming_back(status, when))
        for status, expected in ((429, blocked("rate_limited")), (503, STATUSES[503]))
        for name, when in (
            ("30", "30"),
            ("date", "Wed, 21 Oct 2037 07:28:00 GMT"),
            ("past", "Wed, 21 Oct 1998 07:28:00 GMT"),
            ("huge", "9" * 40),
            ("negative", "-5"),
            ("words", "soon, please"),
        )
    ),
    replies(
        "status/401-basic",
        STATUSES[401],
        asking_for(401, "WWW-Authenticate", 'Basic realm="members"'),
    ),
    replies("status/405-allow", GONE, asking_for(405, "Allow", "POST, OPTIONS")),
    replies("status/200-moved-by-header", error("empty_body"), asking_for(200, "Location", "/")),
    replies("status/201-with-results", results(), with_status(201, _normal)),
    replies("status/202-empty", error("empty_body"), with_status(202, _empty)),
    replies("status/203-with-results", results(), with_status(203, _normal)),
    replies("status/206-whole", results() | CLIENT, with_status(206, _normal)),
    replies("status/299-with-results", results(), with_status(299, _normal)),
    replies("status/600-with-results", results() | SERVER | error("protocol"), with_status(600, _normal)),
)  # fmt: skip
