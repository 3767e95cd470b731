"""The cookies of one conversation with one site."""

import re
import time
from collections.abc import Iterable
from email.utils import formatdate
from urllib.parse import unquote

from aiohttp import CookieJar
from multidict import CIMultiDictProxy
from yarl import URL

from discovery.connection.description.wall import KeptCookie
from discovery.web.fetch_error import FetchError
from discovery.web.web_address import web_address

# Cookies of a conversation that are kept for later ones, and characters of each (RFC 6265,
# section 6.1: browsers keep 50 a host, of 4,096).
MAX_KEPT = 50
MAX_LINE = 4_096
_MAX_AGE = re.compile(r";\s*max-age\s*=\s*\"?(-?\d{1,10})\"?\s*(?=;|$)", re.IGNORECASE)
_EXPIRES = re.compile(r";\s*expires\s*=[^;]*", re.IGNORECASE)


class CookieSession:
    """Cookies that one engine set, sent back to it as a browser would; for one event loop.

    An engine's cookies never reach another engine: each conversation has a session of its own.
    `cookies` are those of an earlier conversation. Making one costs nothing until a cookie is set.
    """

    def __init__(self, cookies: Iterable[KeptCookie] = ()) -> None:
        self._jar: CookieJar | None = None
        self._lines: list[tuple[URL, str, float]] = []
        for cookie in cookies:
            self.set(cookie)

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
        if values:
            self._keep_lines(address, values)

    def set(self, cookie: KeptCookie) -> None:
        """Take over a cookie of an earlier conversation; one for no address of the web is left."""
        try:
            self._keep_lines(web_address(cookie.url), (cookie.line,))
        except FetchError:
            return

    def kept(self) -> tuple[KeptCookie, ...]:
        """Return what was set so far, for later conversations; what ends has a date on it."""
        last: dict[tuple[str | None, str], KeptCookie] = {}
        for address, line, at in self._lines:
            key = (address.raw_host, line.partition("=")[0].strip())
            last.pop(key, None)
            last[key] = KeptCookie(str(address.origin()), _dated(line, at))
        return tuple(last.values())

    def _keep_lines(self, address: URL, values: Iterable[str]) -> None:
        if self._jar is None:
            # "Unsafe" keeps the cookies of hosts that are IP addresses too, as browsers do.
            self._jar = CookieJar(unsafe=True, quote_cookie=False)
        now = time.time()
        self._jar.update_cookies_from_headers(list(values), address)
        short = [(address, line, now) for line in values if len(line) <= MAX_LINE]
        self._lines = [*self._lines, *short][-MAX_KEPT:]


def _dated(line: str, at: float) -> str:
    """Return a cookie with the date of its end in place of its age; `at` is when it was set."""
    age = _MAX_AGE.search(line)
    if age is None:
        return line
    date = formatdate(max(0.0, at + int(age[1])), usegmt=True)
    return f"{_EXPIRES.sub('', _MAX_AGE.sub('', line))}; Expires={date}"
