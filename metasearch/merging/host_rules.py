"""Hosts that a user wants to see first, or never."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

# What a preferred host's pages gain: as much as a match of the whole query. Guess.
PREFERRED_FACTOR = 2.0


@dataclass(frozen=True, slots=True)
class HostRules:
    """Preferred and blocked hosts in lower case, without `www.`; each stands for its subdomains.

    Where there are `only`, all others are blocked.
    """

    preferred: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()

    def factor(self, url: str) -> float:
        """Return what the score of a page is multiplied by: 0 for a blocked one.

        The closest rule counts, so that one subdomain can be preferred of a blocked domain.

        >>> rules = HostRules(frozenset({"docs.a.example"}), frozenset({"a.example"}))
        >>> [rules.factor(f"https://{host}/") for host in ("www.docs.a.example", "x.a.example")]
        [2.0, 0.0]
        >>> [HostRules(only=frozenset({"a.example"})).factor(f"https://{host}/") for host in
        ...  ("docs.a.example", "b.example")]
        [1.0, 0.0]
        """
        if not (self.preferred or self.blocked or self.only):
            return 1.0
        if self.only and self.only.isdisjoint(domains(url)):
            return 0.0
        for host in domains(url):
            if host in self.blocked:
                return 0.0
            if host in self.preferred:
                return PREFERRED_FACTOR
        return 1.0


def domains(url: str) -> Iterator[str]:
    """Yield the host of an address and the domains above it, the closest first.

    Where the address names a port, each comes with it first.

    >>> list(domains("https://docs.a.example/x"))
    ['docs.a.example', 'a.example', 'example']
    >>> list(domains("http://a.example:8080/x"))
    ['a.example:8080', 'a.example', 'example:8080', 'example']
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return
    labels = host.split(".")
    for place in range(len(labels)):
        domain = ".".join(labels[place:])
        if port is not None:
            yield f"{domain}:{port}"
        yield domain
