"""The engines that a list proposes, and what in it cannot be used."""

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from discovery.connection.description import (
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    check_size,
)
from discovery.connection.encodings import DEFAULT_CHARSET, FormEntry, web_charset
from discovery.connection.form_description import site_root
from discovery.connection.requests import build_request, request_entries
from discovery.connection.url_template import check_askable
from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.pages.tree import fold_space
from discovery.pages.urls import comparison_key, resolve_url

# The largest public lists: 13,500 bangs in 3 MB. Beyond these, someone wants to fill the memory.
MAX_LIST_BYTES = 8_000_000
MAX_ENTRIES = 50_000


class EngineListError(ValueError):
    """A file is no list of engines as a whole."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class EngineProposal:
    """An engine that a list proposes, with the line it stands in (from 1).

    `description` is None for one known by the address of its site alone. `selectors` are told by
    lists of engines that are read by XPath. `wanted`: how much the list's makers or users want it.
    `category` is the tab it belongs under. `file` is the engine file that it is, with all that is
    known of it. What the list does not say is 0, empty or None.
    """

    line: int
    name: str
    home_url: str
    description: ConnectionDescription | None = None
    selectors: ResultSelectors | None = None
    wanted: int = 0
    scheme_is_assumed: bool = False
    category: str = ""
    language: str = ""
    file: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class RejectedEntry:
    line: int
    reason: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class EngineList:
    """What a file holds, in its order; `format` names its format for people."""

    format: str
    proposals: tuple[EngineProposal, ...]
    rejected: tuple[RejectedEntry, ...]


def engine_key(description: ConnectionDescription) -> str:
    """Return a key under which descriptions of one engine are equal: host and template.

    Scheme, `www.`, order of parameters and the like do not count (`comparison_key`); neither does
    whether it was described by form or by template. Raises `DescriptionError` for an address that
    cannot be read.
    """
    if description.action and description.tokens:
        # What a visit alone is given tells no engines apart.
        parameters = tuple(each for each in description.parameters if not each.token)
        description = replace(description, template="", parameters=parameters)
    by_template = bool(description.template)
    url = description.template if by_template else description.action
    sent = [FormEntry(each.name, each.value) for each in description.parameters if each.sent]
    if description.action:
        sent = [] if by_template else request_entries(description, SEARCH_TERMS)
    try:
        key = comparison_key(url.replace(SEARCH_TERMS, "searchTerms"))
    except ValueError as error:
        raise DescriptionError(f"{url[:200]!r} is no address") from error
    entries = sorted(f"{entry.name}={entry.value}" for entry in sent)
    return "\n".join([key, *entries, *filter(None, [description.body])])


MAX_NAME_LENGTH = 200
MAX_HOME_LENGTH = 2_000
# What a database column holds.
MAX_WANTED = 2_000_000_000
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}", re.ASCII)
_BARE_HOST = re.compile(
    r"[^\s/:@?#.]{1,63}(?:\.[^\s/:@?#.]{1,63}){1,20}(?::[0-9]{1,5})?(?:[/?].*)?"
)


def propose(line: int, description: ConnectionDescription, name: str) -> EngineProposal:
    """Raises `DescriptionError` for a description that asks nobody."""
    check_text(description.template)
    check_size(description)
    check_askable(description)
    try:
        build_request(description, "query")
    except ValueError as error:
        raise DescriptionError(f"no request can be made of it: {error}") from error
    host = urlsplit(description.template).netloc
    if "{" in host:
        raise DescriptionError("the query stands in the host name")
    if "@" in host:
        raise DescriptionError("the template carries a user name")
    name = clean_name(name) or host.removeprefix("www.")
    home_url = description.home_url or site_root(description.template)
    description = replace(description, site_name=name, home_url=home_url)
    return EngineProposal(line, name, home_url, description)


def known_charset(label: str) -> str:
    """Return a charset by its name on the web. Raises `DescriptionError`."""
    charset = web_charset(label or DEFAULT_CHARSET)
    if charset is None:
        raise DescriptionError(f"{label[:100]!r} is no charset of the web")
    return charset


def propose_by_address(line: int, text: str, name: str) -> EngineProposal:
    """Raises `DescriptionError`."""
    check_text(text)
    address = complete_address(text)
    if address is None:
        what = "no http or https address" if text.strip() else "there is no address in the entry"
        raise DescriptionError(what)
    name = clean_name(name) or (urlsplit(address).hostname or "").removeprefix("www.")
    return EngineProposal(line, name, address, scheme_is_assumed="://" not in text)


def complete_address(text: str) -> str | None:
    """Return `text` as an http(s) address, by https where only a host is told; None if it is none.

    >>> complete_address("a.example/x"), complete_address("mailto:a@b.example")
    ('https://a.example/x', None)
    """
    text = text.strip()
    if "://" not in text and _BARE_HOST.fullmatch(text):
        text = f"https://{text}"
    address = resolve_url("", text) if "://" in text else None
    if address is None or len(address) > MAX_HOME_LENGTH or "@" in urlsplit(address).netloc:
        return None
    # A host alone is the root of its site.
    return address if urlsplit(address).path else site_root(address)


def clean_name(name: str) -> str:
    """Return a name on one line, without characters that are no text, cut to what is stored."""
    visible = (" " if unicodedata.category(each)[0] == "C" else each for each in name[:1_000])
    return fold_space("".join(visible))[:MAX_NAME_LENGTH].strip()


def check_text(text: str) -> None:
    if any(unicodedata.category(each) in {"Cc", "Cs"} for each in text.strip()):
        raise DescriptionError("control characters in the address")


def read_wanted(value: Any) -> int:
    """Return a whole number from whatever a list says; 0 for what is none.

    >>> read_wanted("17"), read_wanted(2.5), read_wanted(-3), read_wanted(None)
    (17, 2, 0, 0)
    """
    if isinstance(value, str):
        value = int(value) if re.fullmatch(r"[0-9]{1,12}", value.strip(), re.ASCII) else 0
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return 0
    return min(max(int(value), 0), MAX_WANTED)


def read_language(text: str) -> str:
    """Return the tag of a language, empty for what is none."""
    return text.strip() if _LANGUAGE.fullmatch(text.strip()) else ""
