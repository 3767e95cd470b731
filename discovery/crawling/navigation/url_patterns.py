"""Patterns of addresses: which are similar, and the expression for those (Vidal et al. 2006).

Sections 4.3.1 and 4.3.2. An address is cut into levels by `/`, the host being the first.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile, zip_longest
from typing import Any

import re2

from discovery.crawling.navigation.regex_tree import MANY, escape, token_regex, tokenize

# Levels in which similar addresses may differ (paper, section 4.3.1).
MAX_DIFFERING_LEVELS = 2
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


def are_similar(url: str, other: str) -> bool:
    """Tell whether two addresses are similar (section 4.3.1, `URLsim`).

    They have as many levels, the same first level, and differ in at most K = 2 of the others.

    >>> are_similar("http://a.example/b/c/d", "http://a.example/b/x/y")
    True
    >>> are_similar("http://a.example/b/c", "http://b.example/b/c")
    False
    """
    left, right = address_levels(url), address_levels(other)
    if len(left) != len(right) or left[0] != right[0]:
        return False
    return sum(a != b for a, b in zip(left, right, strict=True)) <= MAX_DIFFERING_LEVELS


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

    p and s are the common prefix and suffix. Those of few addresses are cut at the ends of tokens:
    half a word that two names happen to share (`Sergio`, `Silvio`) says nothing. That is ours.

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
    """Return the common prefix, the tokens between, the common suffix."""
    if len(level) >= MANY:
        head = _shared_start(level)
        tail = _shared_start([text[head:][::-1] for text in level])
        infixes = [tokenize(text[head : len(text) - tail]) for text in level]
        return level[0][:head], infixes, level[0][len(level[0]) - tail :]
    rows = [tokenize(text) for text in level]
    head = _shared_start(rows)
    tail = _shared_start([row[head:][::-1] for row in rows])
    infixes = [row[head : len(row) - tail] for row in rows]
    return "".join(rows[0][:head]), infixes, "".join(rows[0][len(rows[0]) - tail :])


def _shared_start(rows: Sequence[Sequence[str]]) -> int:
    """Return how many tokens (of strings: characters) all rows begin with.

    >>> _shared_start([("a", "-", "b"), ("a", "-"), ("a", "-", "c")])
    2
    """
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
