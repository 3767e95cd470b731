"""Where a page leads on by a refresh, as browsers follow it (HTML standard, "refresh")."""

import re
from html import unescape

# Seconds after which a refresh leads on, at most: pages of news refresh themselves.
MAX_WAIT = 15.0
# A page that only leads on is short (bytes) and has few links. Guesses.
MAX_BYTES = 20_000
MAX_LINKS = 3
# Characters of a refresh.
MAX_LENGTH = 4_000
_REFRESH = re.compile(r"^\s*([\d.]*)\s*[;,]?\s*(?:url\s*=\s*)?['\"]?(.*?)['\"]?\s*$", re.I | re.S)
# What a browser with scripts does not read.
_UNREAD = re.compile(r"(?is)<!--.*?-->|<(noscript|script|style|template)\b.*?</\1\s*>")
_META = re.compile(r"(?i)<meta\b[^>]{0,4000}>")
_ATTRIBUTE = re.compile(r"""(?i)\b(http-equiv|content)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""")


def refresh_target(refresh: str) -> str | None:
    """Return the address in a refresh that a reader need not wait for.

    >>> refresh_target("0; url='/results?n=7'"), refresh_target("300"), refresh_target("99;url=/a")
    ('/results?n=7', None, None)
    """
    found = _REFRESH.match(refresh[:MAX_LENGTH])
    return found[2] if found and found[2] and _seconds(found[1]) <= MAX_WAIT else None


def refresh_of(body: bytes, header: str | None) -> str | None:
    """Return where an answer leads that only leads on, by its header or a tag; else None.

    >>> refresh_of(b"<meta http-equiv=refresh content='1;url=/b?x=1&amp;y=2'>", None)
    '/b?x=1&y=2'
    >>> refresh_of(b"<noscript><meta http-equiv=refresh content='0;url=/b'></noscript>", None)
    """
    if len(body) > MAX_BYTES or body.count(b"<a ") > MAX_LINKS:
        return None
    target = refresh_target(header) if header else None
    if target is not None or b"efresh" not in body.replace(b"EFRESH", b"efresh"):
        return target
    for tag in _META.findall(_UNREAD.sub("", body.decode("utf-8", "replace"))):
        said = {name.lower(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(tag)}
        if said.get("http-equiv", "").strip().lower() == "refresh":
            return refresh_target(unescape(said.get("content", "")))
    return None


def _seconds(text: str) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return MAX_WAIT
