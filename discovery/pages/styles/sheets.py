"""Style sheets cut into rules: selectors and declarations as texts, media queries decided.

Cut here by one regular expression. The libraries at hand build an object for every token: tinycss2
takes 2.5 s a megabyte, and a page of today brings a third of a megabyte, most of it for elements
that it does not have. So rules are read further only when their names occur on the page.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from discovery.pages.styles.media import applies
from discovery.pages.styles.selectors import split_selectors

# Characters of one sheet that are read: the largest on the shared pages have half as many.
MAX_SHEET = 2_000_000
MAX_RULES = 30_000
# Rules within rules (media queries, layers); deeper ones are left out. No sheet goes beyond three.
MAX_DEPTH = 10
# Sheets whose rules are kept: pages of one site share theirs, and learning reads several.
SHEETS_KEPT = 16
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
# A brace, or what may hold one that means nothing. Strings and addresses end with their line.
_TOKEN = re.compile(
    r"[{}]|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|url\(\s*[^\"'\s)][^)\n]*\)?", re.DOTALL
)
# Groups of rules that apply whatever they ask for, as current browsers can all of it.
_GROUPS = ("@supports", "@layer")
# Properties that one maker's browsers alone knew: rules asking for them are not for today's.
_OF_OTHERS = re.compile(r"\(\s*-(?:moz|ms|o)-")
# What rules are for that stand in `@scope`; where that ends is not told.
_SCOPE = re.compile(r"@scope\s*\(([^()]{1,200})\)", re.IGNORECASE)
_CONTAINER = re.compile(r"@container\b[^(]*")
# Selectors that rules within rules stand for: a list in a list in a list is not written by people.
MAX_NESTED = 64
# Characters of a list of selectors that rules stand in.
MAX_PRELUDE = 4_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: `selectors` (a list, by commas) and `declarations`, both as written.

    Of rules within rules the selectors are those they stand for. What `is_layered` gives way to
    all that is not.
    """

    selectors: str
    declarations: str
    is_layered: bool = False


@dataclass(slots=True)
class _Block:
    """An open brace: whether what is in it counts, for which selectors, the declarations so far."""

    counts: bool
    selectors: str = ""
    is_layered: bool = False
    declarations: str = ""


@lru_cache(maxsize=SHEETS_KEPT)
def read_sheet(text: str, window_width: float) -> tuple[Rule, ...]:
    """Return the rules of a sheet that apply to a screen, in their order.

    What is broken is left out, as browsers do; at most `MAX_SHEET` characters and `MAX_RULES`.

    >>> read_sheet("/* a */ b, i {color: red} @media print {p {display: none}}", 1024)
    (Rule(selectors='b, i', declarations='color: red', is_layered=False),)
    >>> [rule.selectors for rule in read_sheet("ul {color: red; &.x {} b, i {}}", 1024)]
    ['ul', 'ul.x', 'ul b, ul i']
    """
    text = _COMMENT.sub(" ", text[:MAX_SHEET])
    rules: list[Rule] = []
    # Places in `rules` of those that are open: a rule stands before those within it.
    places: list[int] = []
    opened: list[_Block] = []
    start = 0
    for token in _TOKEN.finditer(text):
        brace = token[0]
        if brace == "{":
            around = opened[-1] if opened else _Block(counts=True)
            # Declarations before it, `@import` and `@charset` end by a semicolon.
            before, _, written = text[start : token.start()].rpartition(";")
            around.declarations += f"{before};" if before and around.selectors else ""
            block = _opened_in(around, written.strip(), len(opened), window_width)
            opened.append(block)
            places.append(len(rules))
            if block.counts and block.selectors:
                rules.append(Rule(block.selectors, "", block.is_layered))
            start = token.end()
        elif brace == "}":
            if opened:
                block, place = opened.pop(), places.pop()
                if block.counts and block.selectors:
                    written = block.declarations + text[start : token.start()]
                    rules[place] = Rule(block.selectors, written.strip(), block.is_layered)
                    if len(rules) >= MAX_RULES:
                        break
            start = token.end()
    # What is not ended is no rule.
    unended = {place for block, place in zip(opened, places, strict=True) if block.selectors}
    return tuple(rule for place, rule in enumerate(rules) if place not in unended)


def _opened_in(around: _Block, written: str, depth: int, window_width: float) -> _Block:
    """Return the block that `written` opens."""
    counts = around.counts and depth < MAX_DEPTH
    is_layered = around.is_layered
    if scope := _SCOPE.match(written):
        return _Block(counts, scope[1].strip(), is_layered)
    if written.startswith("@"):
        counts = counts and _is_entered(written, window_width)
        is_layered = is_layered or written[: len("@layer")].lower() == "@layer"
        return _Block(counts, around.selectors, is_layered)
    if around.selectors and counts:
        written = _nested(around.selectors, written)
    return _Block(counts and bool(written), written, is_layered)


def _nested(around: str, inner: str) -> str:
    """Return the selectors that those of a rule within a rule stand for."""
    own = split_selectors(inner[:MAX_PRELUDE])
    above_all = split_selectors(around[:MAX_PRELUDE])
    pairs = islice(((above, each) for above in above_all for each in own if each), MAX_NESTED)
    return ", ".join(
        each.replace("&", above).replace(":scope", above)
        if "&" in each or ":scope" in each
        else f"{above} {each}"
        for above, each in pairs
    )


def _is_entered(at_rule: str, window_width: float) -> bool:
    """Tell whether the rules inside an at-rule count."""
    name = at_rule.split("(", 1)[0].split(None, 1)[0].lower()
    if name.startswith("@media"):
        return applies(at_rule[len("@media") :], window_width)
    # What is asked of the part of the page around is asked of the window.
    if name.startswith("@container"):
        asked = _CONTAINER.sub("", at_rule.lower(), count=1)
        return "style(" not in at_rule and applies(asked, window_width)
    return (
        name in _GROUPS
        and " not " not in at_rule.replace("(", " ")
        and _OF_OTHERS.search(at_rule) is None
    )
