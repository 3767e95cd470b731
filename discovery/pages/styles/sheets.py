"""Style sheets cut into rules: selectors and declarations as texts, media queries decided.

Cut here by one regular expression. The libraries at hand build an object for every token: tinycss2
takes 2.5 s a megabyte, and a page of today brings a third of a megabyte, most of it for elements
that it does not have. So rules are read further only when their names occur on the page.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from discovery.pages.styles.media import applies

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


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: `selectors` (a list, by commas) and `declarations`, both as written."""

    selectors: str
    declarations: str


@lru_cache(maxsize=SHEETS_KEPT)
def read_sheet(text: str, window_width: float) -> tuple[Rule, ...]:
    """Return the rules of a sheet that apply to a screen, in their order.

    What is broken is left out, as browsers do; at most `MAX_SHEET` characters and `MAX_RULES`.

    >>> read_sheet("/* a */ b, i {color: red} @media print {p {display: none}}", 1024)
    (Rule(selectors='b, i', declarations='color: red'),)
    """
    text = _COMMENT.sub(" ", text[:MAX_SHEET])
    rules: list[Rule] = []
    # What each open brace stands for: rules that apply, rules that do not, declarations (a text).
    opened: list[bool | str] = []
    start = 0
    for token in _TOKEN.finditer(text):
        brace = token[0]
        if brace == "{":
            # `@import` and `@charset` end by a semicolon.
            written = text[start : token.start()].rpartition(";")[2].strip()
            if opened and opened[-1] is not True:
                opened.append(False)
            elif written.startswith("@"):
                opened.append(len(opened) < MAX_DEPTH and _is_entered(written, window_width))
            else:
                opened.append(written)
            start = token.end()
        elif brace == "}":
            kind = opened.pop() if opened else False
            if isinstance(kind, str):
                rules.append(Rule(kind, text[start : token.start()]))
                if len(rules) >= MAX_RULES:
                    break
            start = token.end()
    return tuple(rules)


def _is_entered(at_rule: str, window_width: float) -> bool:
    """Tell whether the rules inside an at-rule count."""
    name = at_rule.split(None, 1)[0].lower()
    if name.startswith("@media"):
        return applies(at_rule[len("@media") :], window_width)
    return name in _GROUPS and " not " not in at_rule.replace("(", " ")
