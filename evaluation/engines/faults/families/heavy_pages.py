"""Pages that take long to read: tags, links and nesting by the hundred thousand, one long line."""

from collections.abc import Callable
from functools import cache

from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, broken, error, results, timeout

# Too much may be read all the same, or named as too much; the others must not wait for it.
TOO_MUCH = timeout("too_heavy") | error("too_large not_html")
READ = TOO_MUCH | results()
NONE = TOO_MUCH | broken() | error("engine_message")


@cache
def filler(kind: str) -> str:
    """Return the heavy part of a page."""
    return {
        "tags": "<b>x</b>" * 300_000,
        "links": "".join(f'<a href="/l/{n}">{n}</a> ' for n in range(100_000)),
        "links-abroad": "".join(
            f'<p><a href="https://h{n}.example/">{n}</a></p>' for n in range(60_000)
        ),
        "nested": "<div>" * 30_000 + "x" + "</div>" * 30_000,
        "nested-inline": "<b><i>" * 20_000 + "x",
        "line": "word " * 600_000,
        "long-word": "w" * 3_000_000,
        "table": "<table>" + "<tr><td>1</td><td>2</td></tr>" * 60_000 + "</table>",
        "attributes": "<div " + " ".join(f"a{n}=1" for n in range(30_000)) + ">x</div>",
        "attribute-long": f'<div data-x="{"y" * 2_500_000}">x</div>',
        "entities": "&amp;&lt;&copy;" * 200_000,
        "comments": "<!-- c -->" * 200_000,
        "scripts": "<script>var a=1;</script>" * 60_000,
        "options": "<select>" + "<option>a" * 150_000 + "</select>",
        "forms": "<form><input name=a><input name=b></form>" * 30_000,
        "breaks": "<br>" * 400_000,
        "unclosed": "<p><li><td>" * 80_000,
        "style": "<style>" + ".a{color:red}" * 150_000 + "</style>",
        "numbers": " ".join(map(str, range(300_000))),
        "classes": "".join(f'<i class="c{n} d{n % 7} e">x</i>' for n in range(80_000)),
    }[kind]


KINDS = (
    "tags links links-abroad nested nested-inline line long-word table attributes attribute-long "
    "entities comments scripts options forms breaks unclosed style numbers classes"
).split()


def above_records(kind: str) -> Callable[[Exchange], Reply]:
    """Return the answer with a heavy part above the records."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        main = design.results(found) if found.records else design.nothing(found.query)
        return exchange.message(f"<div>{filler(kind)}</div>{main}")

    return make


def below_records(kind: str) -> Callable[[Exchange], Reply]:
    """Return the answer with a heavy part at its end."""

    def make(exchange: Exchange) -> Reply:
        page = exchange.design.answer(exchange.search)
        return exchange.page(page.replace("</body>", f"{filler(kind)}</body>"))

    return make


def alone(kind: str) -> Callable[[Exchange], Reply]:
    """Return a page that is nothing but heavy."""

    def make(exchange: Exchange) -> Reply:
        return exchange.page(f"<html><body>{filler(kind)}</body></html>")

    return make


def _fault(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"heavy/{name}", expected, make)


FAULTS = (
    *(_fault(f"{kind}-above", READ | broken(), above_records(kind)) for kind in KINDS),
    *(_fault(f"{kind}-below", READ | broken(), below_records(kind)) for kind in KINDS[::2]),
    *(_fault(f"{kind}-alone", NONE, alone(kind)) for kind in KINDS[1::2]),
)  # fmt: skip
