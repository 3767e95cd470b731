"""The cookies of one conversation with one site."""

from urllib.parse import unquote

from aiohttp import CookieJar
from multidict import CIMultiDictProxy
from yarl import URL


class CookieSession:
    """Cookies that one engine set, sent back to it as a browser would; for one event loop.

    An engine's cookies never reach another engine: each conversation has a session of its own.
    Making one costs nothing until a cookie is set.
    """

    def __init__(self) -> None:
        self._jar: CookieJar | None = None

    def __len__(self) -> int:
        return 0 if self._jar is None else len(self._jar)

    def header(self, address: URL) -> str | None:
        """Return the value of the `Cookie` header for a request of `address`, if any."""
        if self._jar is None:
            return None
        cookies = self._jar.filter_cookies(address).values()
        return "; ".join(f"{cookie.key}={cookie.coded_value}" for cookie in cookies) or None

    def value(self, address: URL, name: str) -> str:
        """Return the value of the cookie of this name for `address`, unescaped; empty without."""
        cookies = {} if self._jar is None else self._jar.filter_cookies(address)
        return unquote(cookies[name].value) if name in cookies else ""

    def keep(self, address: URL, headers: CIMultiDictProxy[str]) -> None:
        """Take over the cookies that the answer from `address` sets."""
        values = headers.getall("Set-Cookie", ())
        if not values:
            return
        if self._jar is None:
            # "Unsafe" keeps the cookies of hosts that are IP addresses too, as browsers do.
            self._jar = CookieJar(unsafe=True, quote_cookie=False)
        self._jar.update_cookies_from_headers(values, address)
