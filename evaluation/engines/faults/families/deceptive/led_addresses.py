"""Addresses people are led to: fragments that count, names before a host, no address at all."""

from collections.abc import Callable
from dataclasses import replace

from evaluation.engines.faults.fault import Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import results
from evaluation.engines.faults.sites.contents import FoundPage, Record

WELL = results()
Change = Callable[[FoundPage], FoundPage]


def with_addresses(change: Callable[[Record, int], str], every: int = 1) -> Change:
    """Return a change of the address of every n-th record."""

    def changed(found: FoundPage) -> FoundPage:
        return found.showing(
            *(
                record if place % every else replace(record, url=change(record, place))
                for place, record in enumerate(found.records)
            )
        )

    return changed


def shown_with(change: Change) -> Callable[[Exchange], Reply]:
    """Return the answer with changed records."""

    def make(exchange: Exchange) -> Reply:
        if not exchange.search.records:
            return exchange.healthy
        return exchange.page(exchange.design.answer(change(exchange.search)))

    return make


def but_every(count: int) -> Change:
    """Return all records but every n-th, which need not be shown."""
    return lambda found: found.showing(*(r for n, r in enumerate(found.records) if n % count))


def _number(record: Record) -> str:
    return record.url.rpartition("/")[2]


# Addresses that differ by their fragment alone.
FRAGMENTS: dict[str, Callable[[Record, int], str]] = {
    "route": lambda record, _: f"https://www.app.example/#/page/{_number(record)}",
    "bang": lambda record, _: f"https://www.app.example/start#!{_number(record)}",
    "route-with-query": lambda record, n: (
        f"https://www.app.example/?lang=xx#/doc?id={_number(record)}&v={n}"
    ),
    "post": lambda record, _: f"https://forum.example/topic.php?t=512#post{_number(record)}",
    "anchor": lambda record, n: (
        f"https://manual.example/handbook.html#Chapter-{n}-{_number(record)}"
    ),
    "anchor-of-two": lambda record, n: (
        f"https://manual.example/part{n % 2}.html#sec-{_number(record)}"
    ),
}
# What an address says before its host, which is evil.example in all.
USER_INFO = {
    "bank": "http://bank.example@evil.example/login/{n}",
    "bank-and-port": "https://www.bank.example:443@evil.example/{n}",
    "escaped": "https://www.bank.example%2Faccount%2F@evil.example/{n}",
    "empty-password": "https://support.bank.example:@evil.example/a/{n}",
}
NO_ADDRESS = {
    "javascript": "javascript:alert({n})",
    "data": "data:text/html;base64,PGI+{n}",
    "blanks-javascript": " java\tscript:alert({n})",
    "vbscript": "VbScript:msgbox({n})",
}


def _user_info(name: str, address: str) -> Fault:
    """Return a fault with user info in every fifth address: dropped, or shown with its host."""

    def spoofed(record: Record, _place: int) -> str:
        return address.format(n=_number(record))

    def plain(record: Record, place: int) -> str:
        before, _, after = spoofed(record, place).partition("@")
        return f"{before.partition('://')[0]}://{after}"

    fault = replies(
        f"address/user-info-{name}",
        WELL,
        shown_with(with_addresses(spoofed, 5)),
        shown=but_every(5),
    )
    return replace(fault, doubtful=with_addresses(plain, 5))


def _no_address(name: str, address: str) -> Fault:
    """Return a fault with every fifth address one that leads to no page: dropped."""
    change = with_addresses(lambda record, _: address.format(n=_number(record)), 5)
    return replies(f"address/{name}", WELL, shown_with(change), shown=but_every(5))


FAULTS: tuple[Fault, ...] = (
    *(
        replies(
            f"address/fragment-{name}",
            WELL,
            shown_with(with_addresses(change)),
            shown=with_addresses(change),
        )
        for name, change in FRAGMENTS.items()
    ),
    *(_user_info(name, address) for name, address in USER_INFO.items()),
    *(_no_address(name, address) for name, address in NO_ADDRESS.items()),
)
