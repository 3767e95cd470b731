"""A list of engines from a file: what it proposes, and what in it cannot be used."""

from dataclasses import dataclass, replace

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.form_data import FormEntry
from discovery.connection.requests.request import form_entries
from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.pages.urls import comparison_key

# The largest public lists: 13,500 bangs in 3 MB. Beyond these, someone wants to fill the memory.
MAX_LIST_BYTES = 8_000_000
MAX_ENTRIES = 50_000


class EngineListError(ValueError):
    """A file is no list of engines as a whole: `reason` says why, `line` where, if known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class EngineProposal:
    """An engine that a list proposes, with the line it stands in (from 1).

    `description` is None for one known by the address of its site alone. `selectors` are told by
    lists of engines that are read by XPath. `wanted`: how much the list's makers or users want it,
    0 where the list does not say. `scheme_is_assumed`: it does not say that the address is https.
    `category` is the tab it belongs under, `language` the code of its language, both empty where
    the list does not say.
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


@dataclass(frozen=True, slots=True)
class RejectedEntry:
    """An entry that cannot be used: its line, why, and how it begins."""

    line: int
    reason: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class EngineList:
    """What a file holds, in its order; `format` names its format for people."""

    format: str
    proposals: tuple[EngineProposal, ...]
    rejected: tuple[RejectedEntry, ...]


def check_entry_count(count: int) -> None:
    """Raise `EngineListError` when a list has more entries than any honest one."""
    if count > MAX_ENTRIES:
        raise EngineListError(f"more than {MAX_ENTRIES:,} entries")


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
    sent: list[FormEntry] = []
    if not by_template:
        sent = form_entries(description, SEARCH_TERMS)
    elif not description.action:
        sent = [FormEntry(each.name, each.value) for each in description.parameters if each.sent]
    try:
        key = comparison_key(url.replace(SEARCH_TERMS, "searchTerms"))
    except ValueError as error:
        raise DescriptionError(f"{url[:200]!r} is no address") from error
    entries = sorted(f"{entry.name}={entry.value}" for entry in sent)
    return "\n".join([key, *entries, *filter(None, [description.body])])
