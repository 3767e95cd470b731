"""Compare extracted records with true ones: by address (redirectors unwrapped), else by title.

The rules are those of the scorer that comes with the data; a CI check holds both to the same
figures. So they are kept apart from the product's own handling of addresses.
"""

import base64
import binascii
import contextlib
import html
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

Record = Mapping[str, Any]
Case = Mapping[str, Any]

_MAX_UNWRAPPED = 3
_TARGET_PARAMETERS = (
    "url q u to uddg target dest destination redirect redirect_url redir rurl ru link href r goto "
    "site lu adurl out"
).split()
_REDIRECTOR_PATH = re.compile(
    r"/url$|/url\?|/l/?$|/link$|/link\?|/redir|/redirect|/r/?$|/go/?$|/out/?$|/click|/clk|/ck/a$"
    r"|/aclk$|/imgres$|/interstitial$|/confirmed_redirect|/exit",
    re.IGNORECASE,
)
_YAHOO = (
    re.compile(r"/RU=([^/]+)/R[KOSV]="),
    re.compile(r"\*\*?(https?(?::|%3a)(?://|%2f%2f).*)$", re.IGNORECASE),
)
_ARCHIVED = re.compile(r"https?://web\.archive\.org/web/\d+[a-z_]*/(https?:.*)$", re.IGNORECASE)
_WEB_ADDRESS = re.compile(r"(https?:)?//", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageScore:
    """True positives, false positives, false negatives of one page; titles and snippets equal."""

    hits: int
    extra: int
    missed: int
    titles_right: int
    titles: int
    snippets_right: int
    snippets: int

    @property
    def perfect(self) -> bool:
        return not self.extra and not self.missed


def unwrap(address: str, depth: int = 0) -> str:
    """Return the target of an obvious redirector's address, else the address."""
    if depth > _MAX_UNWRAPPED:
        return address
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    if "yahoo" in parts.netloc:
        for pattern in _YAHOO:
            if match := pattern.search(address):
                return unwrap(unquote(match[1]), depth + 1)
    if match := _ARCHIVED.match(address):
        return unwrap(match[1], depth + 1)
    if not parts.query:
        return address
    try:
        pairs = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return address
    values: dict[str, str] = {}
    for name, value in pairs:
        values.setdefault(name.lower(), value)
    target = _target(parts.path, values)
    return address if target is None else unwrap(target, depth + 1)


def _target(path: str, values: Mapping[str, str]) -> str | None:
    if path.endswith("/ck/a") and values.get("u", "").startswith("a1"):
        coded = values["u"][2:]
        try:
            text = base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
        except (binascii.Error, ValueError):
            text = ""
        if re.match(r"https?://", text):
            return text
    if _REDIRECTOR_PATH.search(path):
        for name in _TARGET_PARAMETERS:
            value = values.get(name, "")
            if _WEB_ADDRESS.match(value):
                return "http:" + value if value.startswith("//") else value
    return None


def comparable_address(address: str | None, base: str | None = None) -> str | None:
    """Return an address without scheme, `www.`, default port, last slash and fragment."""
    if not address:
        return None
    address = html.unescape(address.strip())
    if base:
        with contextlib.suppress(ValueError):
            address = urljoin(base, address)
    address = unwrap(address).split("#", 1)[0]
    address = re.sub(r"^[a-z][a-z0-9+.-]*:", "", address, flags=re.IGNORECASE).lstrip("/")
    host, slash, rest = address.partition("/")
    if "?" in host:
        host, query = host.split("?", 1)
        slash, rest = "/", "?" + query
    host = re.sub(r":(80|443)$", "", host.lower().split("@")[-1])
    host = re.sub(r"^www\.", "", host)
    return (host + slash + unquote(rest)).replace(" ", "+").rstrip("/") or None


def comparable_text(text: str | None) -> str | None:
    """Return a text without case, white space, width forms and a last ellipsis."""
    if not text:
        return None
    folded = unicodedata.normalize("NFKC", html.unescape(text)).casefold()
    folded = re.sub(r"(\.\.\.|…)+\s*$", "", folded)
    return re.sub(r"\s+", "", folded) or None


def match_records(
    true: Sequence[Record], extracted: Sequence[Record], base: str | None
) -> list[tuple[int, int]]:
    """Match one to one, greedily in page order: same address and title, address, title alone."""
    true_urls = [comparable_address(record.get("url"), base) for record in true]
    urls = [comparable_address(record.get("url"), base) for record in extracted]
    true_titles = [comparable_text(record.get("title")) for record in true]
    titles = [comparable_text(record.get("title")) for record in extracted]

    def same_url(i: int, j: int) -> bool:
        return true_urls[i] is not None and true_urls[i] == urls[j]

    def same_title(i: int, j: int) -> bool:
        return true_titles[i] is not None and true_titles[i] == titles[j]

    rounds: tuple[Callable[[int, int], bool], ...] = (
        lambda i, j: same_url(i, j) and same_title(i, j),
        same_url,
        lambda i, j: (true_urls[i] is None or urls[j] is None) and same_title(i, j),
    )
    open_true, open_extracted = list(range(len(true))), list(range(len(extracted)))
    pairs = []
    for fits in rounds:
        for i in tuple(open_true):
            j = next((j for j in open_extracted if fits(i, j)), None)
            if j is not None:
                open_true.remove(i)
                open_extracted.remove(j)
                pairs.append((i, j))
    return pairs


def score_page(case: Case, extracted: Sequence[Record]) -> PageScore:
    """Score the records extracted from one page against its truth.

    True records marked `optional`, and `optional_records`, are neither demanded nor punished; where
    `gold` is "at-least" extra records are not counted.
    """
    base = case.get("url")
    true = case.get("records") or []
    pairs = match_records(true, extracted, base)
    found = {i for i, _ in pairs}
    used = {j for _, j in pairs}
    demanded = [i for i, record in enumerate(true) if not record.get("optional")]
    rest = [record for j, record in enumerate(extracted) if j not in used]
    excused = match_records(case.get("optional_records") or [], rest, base) if rest else []
    extra = 0 if case.get("gold") == "at-least" else len(rest) - len(excused)
    titled = [(i, j) for i, j in pairs if comparable_text(true[i].get("title"))]
    snippeted = [(i, j) for i, j in pairs if comparable_text(true[i].get("snippet"))]
    return PageScore(
        hits=sum(1 for i in demanded if i in found),
        extra=extra,
        missed=sum(1 for i in demanded if i not in found),
        titles_right=sum(
            comparable_text(true[i].get("title")) == comparable_text(extracted[j].get("title"))
            for i, j in titled
        ),
        titles=len(titled),
        snippets_right=sum(
            _same_snippet(true[i].get("snippet"), extracted[j].get("snippet")) for i, j in snippeted
        ),
        snippets=len(snippeted),
    )


def _same_snippet(true: str | None, extracted: str | None) -> bool:
    wanted, found = comparable_text(true), comparable_text(extracted)
    if not wanted or not found:
        return False
    return wanted in found or (found in wanted and 2 * len(found) > len(wanted))


def is_scored(case: Case) -> bool:
    return not (case.get("js_only") or case.get("blocked") or case.get("unsure"))
