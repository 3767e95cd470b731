"""The regex tree: which regular expression stands for some tokens of addresses (Vidal et al. 2006).

Section 4.3.2, definition 3: a tree of regular expressions, siblings disjoint, a parent the union of
its children. Its leaves cut an address into tokens; the deepest common ancestor of the leaves of
some tokens is the expression for all of them. Fig. 6 of the paper is lost; the leaves are those
that Fig. 8 shows. Letters of either case are one leaf: `Chaves` is one token. The ancestor of a
letter and a digit is `\\w`, so that the underscore stands below it. Where many tokens agree in
case, that is kept (ours, and no node of the tree): `GAction` and `GCancellable` are objects,
`licence` is not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RegexNode:
    """A node of the regex tree: an expression, and the nodes whose union it is.

    The leaf of a delimiter has none of its own: it is the delimiter itself.
    """

    pattern: str
    children: tuple["RegexNode", ...] = ()


LETTERS = RegexNode("[a-zA-Z]+")
DIGITS = RegexNode("[0-9]+")
UNDERSCORE = RegexNode("_+")
WORD = RegexNode(r"\w+", (LETTERS, DIGITS, UNDERSCORE))
# What stands for characters beyond ASCII, escaped or not. Ours: the paper's sites have none.
FOREIGN = RegexNode(r"(?:%[0-9a-fA-F]{2}|[^\x00-\x7f])+")
# Signs of ASCII, none of which is a token of another leaf: siblings are disjoint.
DELIMITERS = RegexNode(r"[\x00-.:-@\[-^`\{-\x7f]+")
ANY = RegexNode(r"[^/]+", (WORD, FOREIGN, DELIMITERS))

# Letters of one case, the narrowest first, and from how many tokens on that is no chance. Guess.
CASES = (RegexNode("[a-z]+"), RegexNode("[A-Z]+"), RegexNode("[A-Z][a-zA-Z]*"))
MANY = 20

# The leaves as one expression: a delimiter is a token by itself.
_TOKEN = re.compile(
    rf"(?P<foreign>{FOREIGN.pattern})|(?P<letters>{LETTERS.pattern})|(?P<digits>{DIGITS.pattern})"
    r"|(?P<underscore>_)|(?P<delimiter>.)",
    re.ASCII | re.DOTALL,
)
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_LEAVES = {
    "foreign": FOREIGN,
    "letters": LETTERS,
    "digits": DIGITS,
    "underscore": UNDERSCORE,
    "delimiter": DELIMITERS,
}


def tokenize(text: str) -> tuple[str, ...]:
    """Cut `text` into its leftmost largest substrings that match a leaf (Fig. 7, `Tokenize`).

    >>> tokenize("Chaves:Silvio_8")
    ('Chaves', ':', 'Silvio', '_', '8')
    >>> tokenize("%C3%BCber.htm")
    ('%C3%BC', 'ber', '.', 'htm')
    """
    return tuple(match[0] for match in _TOKEN.finditer(text))


def token_regex(tokens: Iterable[str | None]) -> str:
    r"""Return the expression for the tokens of one position, None where an address has none.

    Fig. 7, `TokenRegex`: the token when all are equal, else the deepest common ancestor of their
    leaves; a `*` where one is missing.

    >>> token_regex(["8", "D", None]), token_regex(["Silvio", "Sergio"])
    ('\\w*', '[a-zA-Z]+')
    >>> token_regex(["_", "_", None]), token_regex(["ab", None]), token_regex([".", "."])
    ('_*', '(?:ab)*', '\\.')
    """
    given = list(tokens)
    present = {token for token in given if token is not None}
    if not present:
        return ""
    constant = len(present) == 1
    if constant:
        pattern = escape(next(iter(present)))
    else:
        node = common_ancestor(present)
        many = len(given) - given.count(None) >= MANY
        pattern = (_case_of(present) if many and node is LETTERS else node).pattern
    return pattern if None not in given else optional(pattern, constant)


def _case_of(words: Iterable[str]) -> RegexNode:
    """Return the narrowest expression for words of letters.

    >>> _case_of({"Abc", "DEF"}).pattern, _case_of({"Abc", "x"}).pattern
    ('[A-Z][a-zA-Z]*', '[a-zA-Z]+')
    """
    fitting = (case for case in CASES if all(re.fullmatch(case.pattern, word) for word in words))
    return next(fitting, LETTERS)


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


def leaf_of(token: str) -> RegexNode:
    """Return the leaf that a token matches. Raises `ValueError` for an empty one.

    >>> leaf_of("abc").pattern
    '[a-zA-Z]+'
    """
    match = _TOKEN.match(token)
    if match is None or match.lastgroup is None:
        raise ValueError("an empty token")
    return _LEAVES[match.lastgroup]


def common_ancestor(tokens: Iterable[str]) -> RegexNode:
    """Return the deepest node that is an ancestor of the leaves of all `tokens`.

    >>> common_ancestor(["a", "1"]) is WORD, common_ancestor(["a", "-"]) is ANY
    (True, True)
    """
    leaves = {leaf_of(token) for token in tokens}
    node = ANY
    while True:
        below = next((child for child in node.children if leaves <= _below(child)), None)
        if below is None:
            return node
        node = below


def _below(node: RegexNode) -> set[RegexNode]:
    """Return the leaves under a node, itself when it is one."""
    if not node.children:
        return {node}
    return set().union(*(_below(child) for child in node.children))
