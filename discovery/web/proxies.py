"""Proxies by which sites are asked: of HTTP or SOCKS, such as Tor's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from aiohttp_socks import ProxyConnectionError, ProxyError, ProxyTimeoutError
from python_socks import parse_proxy_url

SETTING = "PROXIES"
# In place of a proxy: the sites are asked by nobody else.
DIRECT = "direct"
PROXY_ERRORS = (ProxyError, ProxyConnectionError, ProxyTimeoutError)


class ProxiesError(ValueError):
    """What was given for a proxy is none."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """The address of a proxy for each end of host names; under "" that for all others."""

    by_end: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, entries: Iterable[str]) -> "Proxies":
        """Read entries `PROXY` and `SITE=PROXY`, or `SITE=direct`. Raises `ProxiesError`.

        >>> proxies = Proxies.parse(["socks5://127.0.0.1:9050", "a.example=direct"])
        >>> proxies.of("www.b.example"), proxies.of("www.a.example")
        ('socks5://127.0.0.1:9050', '')
        """
        by_end = {}
        for number, entry in enumerate(entries, 1):
            site, _, proxy = entry.partition("=")
            if not proxy or "://" in site:
                # Its password may have the sign.
                site, proxy = "", entry
            told = f"{SETTING}: its entry {number}"
            by_end[site.strip().lower().strip(".")] = read_proxy(proxy, told, bool(site))
        return cls(by_end)

    def of(self, host: str) -> str:
        """Return the proxy by which `host` is asked; empty: it is asked directly."""
        end = host.lower().rstrip(".")
        while end and end not in self.by_end:
            end = end.partition(".")[2]
        return self.by_end.get(end, "")


def read_proxy(text: str, what: str, may_be_direct: bool = True) -> str:
    """Return the proxy that `what` is, empty for "direct". Raises `ProxiesError` where it is none.

    >>> read_proxy("direct", "It"), read_proxy("socks5://127.0.0.1:9050", "It")
    ('', 'socks5://127.0.0.1:9050')
    """
    if text == DIRECT and may_be_direct:
        return ""
    try:
        parse_proxy_url(text)
    except (ValueError, TypeError):
        # Any part of what is typed may be of a password: nothing of it is repeated.
        raise ProxiesError(
            f"{what} is no proxy such as socks5://127.0.0.1:9050 or "
            "http://name:password@proxy.example:3128."
        ) from None
    return text


HIDDEN = "***"


def shown_proxy(proxy: str) -> str:
    """Return a proxy as it may be shown.

    >>> shown_proxy("http://name:pass@word@proxy.example:3128")
    'http://name:***@proxy.example:3128'
    """
    kind, _, place = proxy.rpartition("://")
    user, _, host = place.rpartition("@")
    return f"{kind}://{user.partition(':')[0]}:{HIDDEN}@{host}" if user else proxy
