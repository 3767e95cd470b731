r"""Addresses grouped so that each group has one pattern (Vidal et al. 2006, section 4.3, Fig. 4).

The expression for the addresses of a group: section 4.3.2. An address is cut into levels by `/`,
the host being the first.

The regex tree (definition 3): siblings are disjoint, a parent is the union of its children. Its
leaves cut an address into tokens; the deepest common ancestor of the leaves of some tokens is the
expression for all of them. Fig. 6 of the paper is lost; the leaves are those that Fig. 8 shows.
Letters of either case are one leaf: `Chaves` is one token. The ancestor of a letter and a digit is
`\w`, so that the underscore stands below it.

The paper groups addresses that differ in at most K = 2 levels (section 4.3.1). On sites whose pages
all lie in one folder every two pages are similar; on sites of many folders one class falls into
dozens of groups. Here a group is divided where the description is shorter (minimum description
length, Rissanen 1978): each pattern costs something, and so does each address it takes in that is
none of the group's. Measured: to part by K as well, 0, 2 or 50, changes no pattern. Details ours.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile, zip_longest
from typing import Any

import re2

# The leaves of the tree, and its inner nodes: one for words, one for all.
LEAVES = {
    "letters": "[a-zA-Z]+",
    "digits": "[0-9]+",
    "underscore": "_+",
    # What stands for characters beyond ASCII, escaped or not. Ours: the paper's sites have none.
    "foreign": r"(?:%[0-9a-fA-F]{2}|[^\x00-\x7f])+",
    # Signs of ASCII, none of which is a token of another leaf: siblings are disjoint.
    "delimiter": r"[\x00-.:-@\[-^`\{-\x7f]+",
}
WORD, ANY = r"\w+", r"[^/]+"
_OF_WORDS = frozenset({"letters", "digits", "underscore"})

# The leaves as one expression: a delimiter is a token by itself.
_TOKEN = re.compile(
    rf"(?P<foreign>{LEAVES['foreign']})|(?P<letters>{LEAVES['letters']})"
    rf"|(?P<digits>{LEAVES['digits']})|(?P<underscore>_)|(?P<delimiter>.)",
    re.ASCII | re.DOTALL,
)
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")


def tokenize(text: str) -> tuple[str, ...]:
    """Cut `text` into its leftmost largest substrings that match a leaf (Fig. 7, `Tokenize`).

    >>> tokenize("Chaves:Silvio_8")
    ('Chaves', ':', 'Silvio', '_', '8')
    >>> tokenize("%C3%BCber.htm")
    ('%C3%BC', 'ber', '.', 'htm')
    """
    return tuple(match[0] for match in _TOKEN.finditer(text))


def token_regex(tokens: Sequence[str | None]) -> str:
    r"""Return the expression for the tokens of one position, None where an address has none.

    Fig. 7, `TokenRegex`: the token when all are equal, else the deepest common ancestor of their
    leaves; a `*` where one is missing.

    >>> token_regex(["8", "D", None]), token_regex(["Silvio", "Sergio"])
    ('\\w*', '[a-zA-Z]+')
    >>> token_regex(["_", "_", None]), token_regex(["ab", None]), token_regex([".", "."])
    ('_*', '(?:ab)*', '\\.')
    """
    present = {token for token in tokens if token is not None}
    if not present:
        return ""
    constant = len(present) == 1
    pattern = escape(present.pop()) if constant else common_ancestor(present)
    return optional(pattern, constant) if None in tokens else pattern


def escape(text: str) -> str:
    r"""Return the expression that matches just `text`, escaping no more than it must.

    >>> escape("a-b.html?x=1")
    'a-b\\.html\\?x=1'
    """
    return _SPECIAL.sub(r"\\\g<0>", text)


def optional(pattern: str, constant: bool) -> str:
    r"""Return the expression for `pattern` or nothing, written as the paper does.

    >>> optional("[0-9]+", False), optional(r"\.", True), optional("html", True)
    ('[0-9]*', '\\.*', '(?:html)*')
    """
    if not constant and pattern.endswith("+"):
        return pattern[:-1] + "*"
    return pattern + "*" if len(pattern.removeprefix("\\")) == 1 else f"(?:{pattern})*"


def common_ancestor(tokens: Iterable[str]) -> str:
    """Return the expression of the deepest node above the leaves of all `tokens`."""
    leaves = {str(match.lastgroup) for match in map(_TOKEN.match, tokens) if match}
    if len(leaves) == 1:
        return LEAVES[leaves.pop()]
    return WORD if leaves <= _OF_WORDS else ANY


# Longest expression that is compiled, and the memory a compiled one may take. Guesses: patterns of
# real sites have some hundred characters.
MAX_PATTERN_LENGTH = 2_000
_MAX_MEMORY = 4 << 20


class UnsafePatternError(ValueError):
    """An expression that is too long, or none at all."""


def address_levels(url: str) -> tuple[str, ...]:
    """Return the levels of an address: host, folders, and the last with its parameters.

    >>> address_levels("http://a.example/b/c.cgi?d=/e")
    ('a.example', 'b', 'c.cgi?d=/e')
    """
    path, mark, query = url.partition("://")[2].partition("?")
    levels = path.split("/")
    return (*levels[:-1], levels[-1] + mark + query)


def url_pattern(urls: Sequence[str]) -> str:
    r"""Return the expression for similar addresses (Fig. 7, `URLPattern`).

    >>> url_pattern([f"http://a.example/b/{name}.html" for name in ("C_1", "D_2", "Ee")])
    'http://a\\.example/b/[a-zA-Z]+_*[0-9]*\\.html'
    """
    schemes = {url.partition("://")[0] for url in urls}
    scheme = schemes.pop() if len(schemes) == 1 else "https?"
    columns = zip_longest(*(address_levels(url) for url in urls), fillvalue="")
    return f"{scheme}://" + "/".join(level_pattern(column) for column in columns)


def level_pattern(level: Sequence[str]) -> str:
    r"""Return the expression for what stands in one level: p · x1 · x2 … · s.

    p and s are the common prefix and suffix, cut at the ends of tokens: half a word that two names
    happen to share (`Sergio`, `Silvio`) says nothing. That is ours.

    >>> level_pattern(["Sergio.html", "Silvio.html"])
    '[a-zA-Z]+\\.html'
    """
    if len(set(level)) == 1:
        return escape(level[0])
    prefix, infixes, suffix = _cut_ends(level)
    return escape(prefix) + "".join(map(token_regex, zip_longest(*infixes))) + escape(suffix)


def open_level(level: Sequence[str]) -> str:
    r"""Return the expression for a level that begins and ends as all of `level` do.

    >>> open_level(["a_1.html", "a_b_c.html"])
    'a_[^/]*\\.html'
    """
    if len(set(level)) == 1:
        return escape(level[0])
    prefix, _, suffix = _cut_ends(level)
    return f"{escape(prefix)}[^/]*{escape(suffix)}"


def _cut_ends(level: Sequence[str]) -> tuple[str, list[tuple[str, ...]], str]:
    rows = [tokenize(text) for text in level]
    head = _shared_start(rows)
    tail = _shared_start([row[head:][::-1] for row in rows])
    infixes = [row[head : len(row) - tail] for row in rows]
    return "".join(rows[0][:head]), infixes, "".join(rows[0][len(rows[0]) - tail :])


def _shared_start(rows: Sequence[Sequence[str]]) -> int:
    """Return how many tokens (of strings: characters) all rows begin with."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip_longest(*rows)))


@lru_cache(maxsize=4_096)
def compile_pattern(pattern: str) -> Any:
    """Return an expression compiled so that it matches in linear time, whatever it is.

    Raises `UnsafePatternError` for one that is too long or malformed.

    >>> bool(compile_pattern("(a+)+b").fullmatch("a" * 10_000))
    False
    """
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise UnsafePatternError(f"a pattern of {len(pattern)} characters")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        raise UnsafePatternError(f"no pattern: {pattern[:80]!r}") from error


@dataclass(frozen=True, slots=True)
class AddressGroup:
    """Similar addresses, their pattern, and the known addresses that it takes in besides."""

    pattern: str
    members: tuple[str, ...]
    others: tuple[str, ...] = ()


# What a pattern costs, in addresses taken in by mistake. Guess: three pages too many are a price
# for knowing the pages to come, and four pages named one by one cost more than their pattern.
PATTERN_COST = 3
# Ways of dividing that are tried: parts of more than one address, and tokens from either end.
# Bounds of time.
_MAX_PARTS = 40
_MAX_TOKEN_POSITIONS = 5
# Known addresses of other pages that patterns are weighed against; more say no more. Guess.
_MAX_OUTSIDE = 3_000

_Key = Callable[[str], Hashable]


def group_addresses(
    addresses: Iterable[str], others: Iterable[str] = ()
) -> tuple[AddressGroup, ...]:
    """Group `addresses`, which no pattern may stand for together with many of the `others`.

    The largest group comes first. Every address is in one group.

    >>> pages = [f"http://a.example/{name}.html" for name in ("class.A", "class.B", "class.C")]
    >>> group_addresses(pages)[0].pattern
    'http://a\\\\.example/class\\\\.[a-zA-Z]+\\\\.html'
    """
    members = sorted(set(addresses))
    outside = sorted(set(others) - set(members))
    outside = outside[:: 1 + len(outside) // _MAX_OUTSIDE]
    groups: list[AddressGroup] = []
    for host in _partition(members, lambda url: address_levels(url)[0]):
        groups.extend(_divide(_make_group(host, outside)))
    return tuple(sorted(groups, key=lambda group: (-len(group.members), group.pattern)))


def joined_pattern(
    urls: Sequence[str], last_level: Callable[[Sequence[str]], str] = level_pattern
) -> str:
    r"""Return the expression for addresses of any depth: what they begin with, and the last level.

    >>> joined_pattern(["http://a.example/b/c/d.html", "http://a.example/b/e.html"])
    'http://a\\.example/b/(?:[^/]+/)*[a-zA-Z]+\\.html'
    """
    rows = [address_levels(url) for url in urls]
    shared = 0
    while len({row[shared : shared + 1] for row in rows}) == 1 and all(
        len(row) > shared + 1 for row in rows
    ):
        shared += 1
    scheme = urls[0].partition("://")[0]
    stem = url_pattern(["/".join([f"{scheme}:/", *rows[0][:shared]])])
    depths = {len(row) - shared - 1 for row in rows}
    between = "(?:[^/]+/)*" if len(depths) > 1 else "[^/]+/" * depths.pop()
    return f"{stem}/{between}{last_level([row[-1] for row in rows])}"


def _divide(group: AddressGroup) -> list[AddressGroup]:
    """Divide a group, and its parts again, as long as that lowers the cost."""
    if not group.others or len(group.members) == 1:
        return [group]
    best = [group]
    for parts in sorted(_divisions(group.members), key=len):
        # Many parts cost more than they can save: they need not be weighed.
        if PATTERN_COST * len(parts) < cost_of(best):
            divided = [_make_group(part, group.others) for part in parts]
            best = min(best, divided, key=cost_of)
    return best if len(best) == 1 else [piece for part in best for piece in _divide(part)]


def cost_of(groups: Iterable[AddressGroup]) -> int:
    return sum(PATTERN_COST + len(group.others) for group in groups)


def _make_group(members: Sequence[str], outside: Sequence[str]) -> AddressGroup:
    if len(members) == 1:
        # Its pattern is the address itself, which is none of the others.
        return AddressGroup(url_pattern(members), tuple(members))
    depths = {len(address_levels(url)) for url in members}
    pattern = url_pattern(members) if len(depths) == 1 else joined_pattern(members)
    try:
        matches = compile_pattern(pattern).fullmatch
    except UnsafePatternError:
        # A pattern that is too long to be used takes in everything.
        return AddressGroup(joined_pattern(members), tuple(members), tuple(outside))
    return AddressGroup(pattern, tuple(members), tuple(url for url in outside if matches(url)))


def _divisions(members: Sequence[str]) -> Iterator[list[list[str]]]:
    """Yield the ways to divide addresses: by their depth, by a level, by a token of the last one,
    into singles."""
    yield _partition(members, lambda url: len(address_levels(url)))
    rows = {url: address_levels(url) for url in members}
    tokens = {url: tokenize(levels[-1]) for url, levels in rows.items()}
    cuts: list[tuple[Mapping[str, Sequence[str]], int]] = []
    cuts += [(rows, place) for place in range(1, min(map(len, rows.values())))]
    cuts += [(tokens, place) for place in range(_MAX_TOKEN_POSITIONS)]
    cuts += [(tokens, -1 - place) for place in range(_MAX_TOKEN_POSITIONS)]
    for pieces, place in cuts:
        keys = {url: pieces[url][place : place + 1 or None] for url in members}
        parts = _partition(members, keys.__getitem__)
        if 1 < len(parts) < len(members) and sum(len(each) > 1 for each in parts) <= _MAX_PARTS:
            yield parts
    yield [[url] for url in members]


def _partition(members: Sequence[str], key: _Key) -> list[list[str]]:
    parts: dict[Hashable, list[str]] = defaultdict(list)
    for url in members:
        parts[key(url)].append(url)
    return list(parts.values())
