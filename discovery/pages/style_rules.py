"""Rules of style sheets: cut out of a sheet, read for the screen of a desk, matched with elements.

By hand: tinycss2 takes 2.5 s a megabyte, and a page of today brings a third of one; cssselect2
takes 250 µs to compile a selector, which here takes ten. What selectors (level 3, the common ones
of level 4) match is compared with lxml's by a test.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from lxml.html import HtmlElement

# The window of a laptop: pages made for narrower ones show what they are for elsewhere, or not.
WINDOW = {"width": 1_280.0, "height": 800.0}
# Characters of one sheet that are read: the largest on the shared pages have half as many.
MAX_SHEET = 2_000_000
MAX_RULES = 30_000
# Rules within rules (media queries, layers); deeper ones are left out. No sheet goes beyond three.
MAX_DEPTH = 10
# Selectors that rules within rules stand for, characters of a list that rules stand in: a list in
# a list in a list is not written by people.
MAX_NESTED = 64
MAX_PRELUDE = 4_000
# Sheets whose rules are kept: pages of one site share theirs, and learning reads several.
SHEETS_KEPT = 16
MAX_QUERY = 2_000
# Longer selectors, more parts, deeper nesting: not written by people. Class names of an element.
MAX_SELECTOR = 1_000
MAX_COMPOUNDS = 16
MAX_NESTING = 3
MAX_CLASSES = 40
# Specificity of an id and a class among those of tags, which stay below a thousand.
ID, CLASS, TAG = 1_000_000, 1_000, 1

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?|\\(.)", re.IGNORECASE)


def without_escapes(text: str) -> str:
    """Return what is written in a sheet without comments and escapes.

    >>> without_escapes("dis/* x */play:no\\\\6e e")
    'dis play:none'
    """
    if "/*" in text:
        text = _COMMENT.sub(" ", text)
    return _ESCAPE.sub(_escaped, text) if "\\" in text else text


def _escaped(match: "re.Match[str]") -> str:
    if not match[1]:
        return match[2]
    number = int(match[1], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


_LENGTH = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(%|[a-z]{0,5})")
_PIXELS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "em": 16.0,
    "rem": 16.0, "ex": 8.0, "ch": 8.0, "vw": 12.8, "vh": 8.0, "vmin": 8.0, "vmax": 12.8,
    "dvh": 8.0, "svh": 8.0, "lvh": 8.0, "dvw": 12.8, "%": WINDOW["width"] / 100,
}  # fmt: skip


def pixels(value: str) -> float | None:
    """Return a length in pixels, as far as that can be told without a layout; None for no length.

    >>> pixels("2em"), pixels("50%"), pixels("auto")
    (32.0, 640.0, None)
    """
    if "(" in value:
        return _Calculation(value).result()
    match = _LENGTH.fullmatch(value)
    scale = None if match is None else _PIXELS.get(match[2])
    return None if match is None or scale is None else float(match[1]) * scale


_CALCULATED = re.compile(r"\s*((?:calc|min|max|clamp)?\(|[),*/]|[+-](?=\s)|[+-]?[\d.]+[a-z%]*)\s*")
_FOLD: dict[str, Callable[[Sequence[float]], float]] = {
    "min(": min,
    "max(": max,
    "clamp(": lambda terms: max(terms[0], min(terms[1], terms[-1])),
}
MAX_TERMS = 40


class _Calculation:
    """A value that is calculated: `calc()`, `min()`, `max()`, `clamp()`, in pixels."""

    def __init__(self, written: str) -> None:
        self.left = _CALCULATED.findall(written)[:MAX_TERMS][::-1]
        self.is_whole = _CALCULATED.sub("", written) == ""

    def result(self) -> float | None:
        """Return the value, None for what is none.

        >>> pixels("calc(-100vw - 50px)"), pixels("calc(-1 * 99px)"), pixels("max(1px, 2px * 2)")
        (-1330.0, -99.0, 4.0)
        >>> pixels("calc(1px * )"), pixels("calc(1px / 0)"), pixels("rgb(1, 2)")
        (None, None, None)
        """
        try:
            total = self._sum()
        except (IndexError, ValueError, ZeroDivisionError):
            return None
        return total if self.is_whole and not self.left else None

    def _sum(self) -> float:
        total = self._product()
        while self.left and self.left[-1] in ("+", "-"):
            total += self._product() if self.left.pop() == "+" else -self._product()
        return total

    def _product(self) -> float:
        total = self._term()
        while self.left and self.left[-1] in ("*", "/"):
            total = total * self._term() if self.left.pop() == "*" else total / self._term()
        return total

    def _term(self) -> float:
        token = self.left.pop()
        if not token.endswith("("):
            length = pixels(token)
            if length is None:
                raise ValueError(token)
            return length
        terms = [self._sum()]
        while (end := self.left.pop()) == ",":
            terms.append(self._sum())
        if end != ")":
            raise ValueError(end)
        return _FOLD[token](terms) if token in _FOLD else terms[0]


_FEATURE = re.compile(r"(\bnot\s*\(?)?\(\s*([\w-]+)\s*(?::\s*([^()]{1,40}?)\s*)?\)")
_SIZE = r"[\d.]{1,9}(?:px|em|rem)?"
_RANGE = re.compile(
    rf"\((?:\s*({_SIZE})\s*([<>])=?)?\s*(width|height)\s*(?:([<>])=?\s*({_SIZE})\s*)?\)"
)
# Features with the value that a desktop has.
_DESKTOP = {
    "orientation": "landscape", "hover": "hover", "any-hover": "hover", "pointer": "fine",
    "any-pointer": "fine", "prefers-color-scheme": "light", "scripting": "enabled",
    "prefers-reduced-motion": "no-preference", "display-mode": "browser", "update": "fast",
    "forced-colors": "none", "inverted-colors": "none", "prefers-contrast": "no-preference",
    "prefers-reduced-data": "no-preference", "prefers-reduced-transparency": "no-preference",
    "overflow-block": "scroll", "overflow-inline": "scroll", "dynamic-range": "standard",
    "color-gamut": "srgb", "grid": "0", "monochrome": "0", "scan": "none",
}  # fmt: skip
# What "has" means nothing of.
_ABSENT = ("none", "no-preference", "0")
# Features that are numbers, of such a screen.
_NUMBERS = {
    **WINDOW, "resolution": 1.0, "-webkit-device-pixel-ratio": 1.0, "aspect-ratio": 16 / 10,
    "color": 8.0,
}  # fmt: skip
_OR = re.compile(r",|\s+or\s+(?=\()")
_DOTS = {"dppx": 1.0, "x": 1.0, "dpi": 1 / 96, "dpcm": 2.54 / 96}


@lru_cache(maxsize=1_000)
def applies(query: str) -> bool:
    """Tell whether a list of media queries applies to the screen of a desk, with a mouse.

    >>> applies("screen and (min-width: 60em), print"), applies("print"), applies("")
    (True, False, True)
    """
    query = query[:MAX_QUERY].strip().lower()
    return not query or any(_is_met(part.strip()) for part in _OR.split(query))


def _is_met(query: str) -> bool:
    asked = query.removeprefix("not ").removeprefix("only ").strip()
    medium = asked.partition("(")[0].removesuffix("and ").partition(" ")[0].strip()
    is_met = (
        medium in ("screen", "all", "")
        and all(
            _has_feature(name, value) != bool(no) for no, name, value in _FEATURE.findall(asked)
        )
        and all(
            (not low or _has_feature("min-" + name if sign == "<" else "max-" + name, low))
            and (not high or _has_feature("max-" + name if way == "<" else "min-" + name, high))
            for low, sign, name, way, high in _RANGE.findall(asked)
        )
    )
    return is_met != query.startswith("not ")


def _has_feature(feature: str, value: str) -> bool:
    if feature in _DESKTOP:
        return value == _DESKTOP[feature] or (not value and _DESKTOP[feature] not in _ABSENT)
    name = feature.replace("min-", "", 1).replace("max-", "", 1)
    whole = _NUMBERS.get(name.removeprefix("device-"))
    if whole is None:
        # Browsers' own: of a plain screen.
        return False
    if not value:
        return True
    wanted = _number(value)
    if "min-" in feature:
        return whole >= wanted
    return whole <= wanted if "max-" in feature else whole == wanted


def _number(value: str) -> float:
    """Return the value of a feature: pixels, dots a pixel, or a share ("4/3"); 0 for none.

    >>> _number("30em"), _number("192dpi"), _number("16/8")
    (480.0, 2.0, 2.0)
    """
    head, slash, tail = value.partition("/")
    if slash:
        return (pixels(head.strip()) or 0.0) / (pixels(tail.strip()) or 1.0)
    dots = _LENGTH.fullmatch(value)
    if dots is not None and dots[2] in _DOTS:
        return float(dots[1]) * _DOTS[dots[2]]
    return pixels(value) or 0.0


# A brace, or what may hold one that means nothing. Strings and addresses end with their line.
_TOKEN = re.compile(
    r"[{}]|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|url\(\s*[^\"'\s)][^)\n]*\)?", re.DOTALL
)
# Properties that one maker's browsers alone knew: rules asking for them are not for today's.
_OF_OTHERS = re.compile(r"\(\s*-(?:moz|ms|o)-")
# What rules are for that stand in `@scope`; where that ends is not told.
_SCOPE = re.compile(r"@scope\s*\(([^()]{1,200})\)", re.IGNORECASE)
_DISPLAY = re.compile(r"\(\s*display\s*:([^()]{1,60})\)", re.IGNORECASE)
# Words of `display` that browsers know.
DISPLAYS = frozenset(
    "none block inline flow flow-root flex inline-flex grid inline-grid inline-block table "
    "inline-table table-row table-cell table-row-group table-header-group table-footer-group "
    "table-column table-column-group table-caption list-item contents run-in ruby math "
    "-webkit-box -webkit-flex -webkit-inline-box -ms-flexbox".split()
)
_CONTAINER = re.compile(r"@container\b[^(]*")


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
    """An open brace: whether what is in it counts, for which selectors, the declarations so far.

    `place` is that of its rule, which stands before those within it.
    """

    counts: bool
    selectors: str = ""
    is_layered: bool = False
    declarations: str = ""
    place: int = 0


@lru_cache(maxsize=SHEETS_KEPT)
def read_sheet(text: str) -> tuple[Rule, ...]:
    """Return the rules of a sheet that apply to a screen, in their order.

    What is broken is left out, as browsers do; at most `MAX_SHEET` characters and `MAX_RULES`.

    >>> read_sheet("/* a */ b, i {color: red} @media print {p {display: none}}")
    (Rule(selectors='b, i', declarations='color: red', is_layered=False),)
    >>> [rule.selectors for rule in read_sheet("ul {color: red; &.x {} b, i {}}")]
    ['ul', 'ul.x', 'ul b, ul i']
    """
    text = _COMMENT.sub(" ", text[:MAX_SHEET])
    rules: list[Rule | None] = []
    opened: list[_Block] = []
    start = 0
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            around = opened[-1] if opened else _Block(counts=True)
            # Declarations before it, `@import` and `@charset` end by a semicolon.
            before, _, written = text[start : token.start()].rpartition(";")
            around.declarations += f"{before};" if before and around.selectors else ""
            block = _opened_in(around, written.strip(), len(opened))
            block.place = len(rules)
            opened.append(block)
            if block.counts and block.selectors:
                rules.append(None)
        elif token[0] == "}" and opened:
            block = opened.pop()
            if block.counts and block.selectors:
                written = block.declarations + text[start : token.start()]
                rules[block.place] = Rule(block.selectors, written.strip(), block.is_layered)
                if len(rules) >= MAX_RULES:
                    break
        if token[0] in "{}":
            start = token.end()
    # What is not ended is no rule.
    return tuple(rule for rule in rules if rule is not None)


def _opened_in(around: _Block, written: str, depth: int) -> _Block:
    counts = around.counts and depth < MAX_DEPTH
    if scope := _SCOPE.match(written):
        return _Block(counts, scope[1].strip(), around.is_layered)
    if written.startswith("@"):
        is_layered = around.is_layered or written[: len("@layer")].lower() == "@layer"
        return _Block(counts and _is_entered(written), around.selectors, is_layered)
    if around.selectors and counts:
        own = [each for each in split_selectors(written[:MAX_PRELUDE]) if each]
        above_all = split_selectors(around.selectors[:MAX_PRELUDE])
        written = ", ".join(
            each.replace("&", above).replace(":scope", above)
            if "&" in each or ":scope" in each
            else f"{above} {each}"
            for above, each in islice(((a, e) for a in above_all for e in own), MAX_NESTED)
        )
    return _Block(counts and bool(written), written, around.is_layered)


def _is_entered(at_rule: str) -> bool:
    """Tell whether the rules inside an at-rule count; browsers can all that they ask for."""
    name = at_rule.split("(", 1)[0].split(None, 1)[0].lower()
    if name.startswith("@media"):
        return applies(at_rule[len("@media") :])
    # What is asked of the part of the page around is asked of the window.
    if name.startswith("@container"):
        asked = _CONTAINER.sub("", at_rule.lower(), count=1)
        return "style(" not in at_rule and applies(asked)
    is_negated = " not " in at_rule.replace("(", " ")
    is_known = not _OF_OTHERS.search(at_rule) and not any(
        DISPLAYS.isdisjoint(words.lower().split()) for words in _DISPLAY.findall(at_rule)
    )
    is_asked_of = name == "@supports" and " or " not in at_rule
    return name == "@layer" or (name == "@supports" and (is_known or not is_asked_of) != is_negated)


_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\.)+"
_PART = re.compile(
    rf"(?P<tag>[a-zA-Z](?:[\w-]|\\.)*|\*)|\#(?P<id>{_NAME})|\.(?P<class>{_NAME})"
    r"|\[\s*(?P<attribute>[\w-]+)\s*(?:(?P<operator>[~|^$*]?=)\s*"
    r"(?P<value>\"[^\"]*\"|'[^']*'|[^\]\s\"']+)\s*(?P<flag>[is])?\s*)?\]"
    r"|(?P<colons>::?)(?P<pseudo>[\w-]+)(?:\((?P<argument>(?:[^()]|\([^()]*\))*)\))?"
)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
_NTH = re.compile(r"([+-]?\d{0,4})n\s*(?:([+-])\s*(\d{1,4}))?|([+-]?\d{1,5})")
_BRACKET = re.compile(r"[(),\[\]]")
# Classes that a page has until its scripts run.
_NO_SCRIPTS = frozenset("no-js nojs no-script noscript js-disabled".split())
Test = Callable[["SelectorMatcher", HtmlElement], bool]


@dataclass(slots=True)
class Compound:
    """What one element has to be, a selector without combinators: its names, and all `tests`."""

    tag: str = ""
    identifier: str = ""
    classes: tuple[str, ...] = ()
    tests: list[Test] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Selector:
    """A selector, read from the right.

    `compounds` begin with that of the element itself; `combinators` stand between each and the next
    one. `needs` are the names (`#id`, `.class`, tag) that ancestors of the element must have.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: int
    needs: tuple[str, ...]


@lru_cache(maxsize=20_000)
def read_selector(text: str, nesting: int = 0) -> Selector | None:
    """Return one selector; None for what is none, and for what never matches a page at rest.

    >>> read_selector("ul.menu > li").combinators, read_selector("a:hover"), read_selector("a ! b")
    (('>',), None, None)
    """
    compounds: list[Compound] = []
    combinators: list[str] = []
    specificity = position = 0
    while len(compounds) < MAX_COMPOUNDS and len(text) <= MAX_SELECTOR:
        compound, start = Compound(), position
        while match := _PART.match(text, position):
            weight = _added(compound, match, nesting, is_first=position == start)
            if weight is None:
                return None
            specificity += weight
            position = match.end()
        if position == start:
            return None
        compounds.insert(0, compound)
        if position == len(text):
            needs = tuple(_needs(compounds, combinators))
            return Selector(tuple(compounds), tuple(combinators), specificity, needs)
        combined = _COMBINATOR.match(text, position)
        if combined is None:
            return None
        combinators.insert(0, combined[1] or " ")
        position = combined.end()
    return None


def without_a_class(selector: Selector) -> Iterator[Selector]:
    """Yield a selector without one of its classes, each in turn; never without any name or test.

    >>> [each.compounds[0].classes for each in without_a_class(read_selector(".a.b"))]
    [('b',), ('a',)]
    """
    for place, compound in enumerate(selector.compounds):
        is_named = bool(compound.tag or compound.identifier or compound.tests)
        if len(compound.classes) < (2 - is_named if place == 0 else 1):
            continue
        for name in compound.classes:
            rest = replace(compound, classes=tuple(c for c in compound.classes if c != name))
            compounds = (*selector.compounds[:place], rest, *selector.compounds[place + 1 :])
            yield replace(selector, compounds=compounds, needs=())


def split_selectors(text: str) -> list[str]:
    """Return the selectors of a list.

    >>> split_selectors("a, b:not(.c, .d)")
    ['a', 'b:not(.c, .d)']
    """
    parts: list[str] = []
    depth = start = 0
    for bracket in _BRACKET.finditer(text):
        if bracket[0] != ",":
            depth += 1 if bracket[0] in "([" else -1
        elif depth == 0:
            parts.append(text[start : bracket.start()].strip())
            start = bracket.end()
    return [*parts, text[start:].strip()]


def _needs(compounds: list[Compound], combinators: list[str]) -> Iterator[str]:
    is_above = False
    for compound, combinator in zip(compounds[1:], combinators, strict=True):
        is_above = is_above or combinator in " >"
        if is_above and combinator in " >":
            yield from (f".{name}" for name in compound.classes)
            if compound.identifier:
                yield f"#{compound.identifier}"
            elif compound.tag and not compound.classes:
                yield compound.tag


def _added(
    compound: Compound, match: "re.Match[str]", nesting: int, *, is_first: bool
) -> int | None:
    """Add a part to what an element has to be; return its specificity, None if it never matches."""
    if tag := match["tag"]:
        compound.tag = "" if tag == "*" else tag.lower()
        return (0 if tag == "*" else TAG) if is_first else None
    if name := without_escapes(match["id"] or ""):
        is_other = compound.identifier not in ("", name)
        compound.identifier = name
        return None if is_other else ID
    if name := match["class"]:
        if name.lower() in _NO_SCRIPTS:
            return None
        compound.classes = (*compound.classes, without_escapes(name))
        return CLASS
    if name := match["attribute"]:
        value = (match["value"] or "").strip("\"'")
        operator = match["operator"] or ""
        in_any_case = match["flag"] == "i"
        compound.tests.append(partial(_has_attribute, name.lower(), operator, value, in_any_case))
        return CLASS
    name, argument = match["pseudo"].lower(), match["argument"]
    if match["colons"] == "::":
        return None
    if argument is None or name.startswith("nth-"):
        test = _STATES.get(name) if argument is None else _nth(name, argument.strip().lower())
        if test is None:
            return None
        compound.tests.append(test)
        return CLASS
    if (
        name not in ("not", "is", "where", "matches", "-webkit-any", "has")
        or nesting >= MAX_NESTING
    ):
        return None
    if name == "has":
        return _add_has(compound, argument, nesting)
    inner = (read_selector(part, nesting + 1) for part in split_selectors(argument))
    known = [selector for selector in inner if selector is not None]
    compound.tests.append(partial(_is_any, known, is_wanted=name != "not"))
    return 0 if name == "where" else max((selector.specificity for selector in known), default=0)


def _add_has(compound: Compound, argument: str, nesting: int) -> int | None:
    """Add `:has()`; what stands beside is not looked for."""
    inside: list[tuple[Selector, bool]] = []
    for part in split_selectors(argument):
        selector = read_selector(part.removeprefix(">").strip(), nesting + 1)
        if selector is not None:
            inside.append((selector, part.startswith(">")))
    if not inside:
        return None
    compound.tests.append(partial(_holds, inside))
    return max(selector.specificity for selector, _ in inside)


def _holds(
    inside: list[tuple[Selector, bool]], matcher: "SelectorMatcher", element: HtmlElement
) -> bool:
    for each in element.iterdescendants():
        if matcher.steps <= 0:
            return False
        if not isinstance(each.tag, str):
            continue
        is_child = each.getparent() is element
        if any((is_child or not child) and matcher.matches(one, each) for one, child in inside):
            return True
    return False


def _is_any(
    selectors: list[Selector], matcher: "SelectorMatcher", element: HtmlElement, is_wanted: bool
) -> bool:
    return any(matcher.matches(each, element) for each in selectors) == is_wanted


def _has_attribute(
    name: str,
    operator: str,
    wanted: str,
    in_any_case: bool,
    matcher: "SelectorMatcher",
    element: HtmlElement,
) -> bool:
    value: str | None = element.get(name)
    if value is None or not operator:
        return value is not None
    if in_any_case:
        value, wanted = value.casefold(), wanted.casefold()
    if operator in ("=", "|="):
        return value == wanted or (operator == "|=" and value.startswith(f"{wanted}-"))
    if operator == "~=":
        return wanted in value.split()
    if operator == "^=":
        return bool(wanted) and value.startswith(wanted)
    return bool(wanted) and (value.endswith(wanted) if operator == "$=" else wanted in value)


def _nth(name: str, said: str) -> Test | None:
    """Return the test of `:nth-child()` and its like: at place step·n + offset, n ≥ 0."""
    match = _NTH.fullmatch({"odd": "2n+1", "even": "2n"}.get(said, said))
    if match is None or name.removeprefix("nth-").removeprefix("last-") not in ("child", "of-type"):
        return None
    step, offset = 0, int(match[4] or 0)
    if not match[4]:
        step = int(match[1] + "1") if match[1] in ("", "+", "-") else int(match[1])
        offset = int(match[3] or 0) * (-1 if match[2] == "-" else 1)
    return partial(_is_at, step, offset, "type" in name, "last" in name)


def _is_at(
    step: int,
    offset: int,
    of_type: bool,
    from_end: bool,
    matcher: "SelectorMatcher",
    element: HtmlElement,
) -> bool:
    distance = matcher.place(element, of_type=of_type, from_end=from_end) - offset
    return distance % step == 0 and distance // step >= 0 if step else distance == 0


def _is_link(matcher: "SelectorMatcher", element: HtmlElement) -> bool:
    return element.tag in ("a", "area") and element.get("href") is not None


def _is_enabled(matcher: "SelectorMatcher", element: HtmlElement) -> bool:
    controls = "button input select textarea option optgroup fieldset"
    return element.tag in controls.split() and element.get("disabled") is None


def _all(*tests: Test) -> Test:
    return lambda matcher, element: all(test(matcher, element) for test in tests)


_FIRST: Test = partial(_is_at, 0, 1, False, False)
_LAST: Test = partial(_is_at, 0, 1, False, True)
_FIRST_OF_TYPE: Test = partial(_is_at, 0, 1, True, False)
_LAST_OF_TYPE: Test = partial(_is_at, 0, 1, True, True)
# Of a page that nobody touches: of others (`:hover`) nothing is in the state.
_STATES: dict[str, Test] = {
    "first-child": _FIRST,
    "last-child": _LAST,
    "only-child": _all(_FIRST, _LAST),
    "first-of-type": _FIRST_OF_TYPE,
    "last-of-type": _LAST_OF_TYPE,
    "only-of-type": _all(_FIRST_OF_TYPE, _LAST_OF_TYPE),
    "root": lambda _, element: element.getparent() is None,
    "empty": lambda _, element: len(element) == 0 and not element.text,
    "link": _is_link,
    "any-link": _is_link,
    "checked": lambda _, element: element.get("checked") is not None,
    "disabled": lambda _, element: element.get("disabled") is not None,
    "enabled": _is_enabled,
}


@lru_cache(maxsize=10_000)
def class_set(names: str) -> frozenset[str]:
    return frozenset(names.split(None, MAX_CLASSES)[:MAX_CLASSES])


class SelectorMatcher:
    """Tells which elements of one page selectors match, in bounded time."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self._places: dict[HtmlElement, int] = {}

    def matches(self, selector: Selector, element: HtmlElement) -> bool:
        """Tell whether a selector matches; False once the page has taken too many steps."""
        if not self._is(selector.compounds[0], element):
            return False
        # Places to go on from: which part is next, and below or beside which element.
        trials = [(1, element)]
        while trials:
            part, here = trials.pop()
            if part == len(selector.compounds):
                return True
            compound, combinator = selector.compounds[part], selector.combinators[part - 1]
            other = _next(here, combinator)
            while other is not None:
                if self.steps <= 0:
                    return False
                if self._is(compound, other):
                    # If the rest fails from here, the next one up is tried; two descendant
                    # combinators in a row need not: the nearest leaves the most room.
                    further = selector.combinators[part : part + 1]
                    if combinator in " ~" and further and further[0] != combinator:
                        trials.append((part, other))
                    trials.append((part + 1, other))
                    break
                other = _next(other, combinator) if combinator in " ~" else None
        return False

    def _is(self, compound: Compound, element: HtmlElement) -> bool:
        self.steps -= 1
        return (
            (not compound.tag or compound.tag == element.tag)
            and (not compound.identifier or compound.identifier == element.get("id"))
            and (
                not compound.classes
                or class_set(element.get("class", "")).issuperset(compound.classes)
            )
            and all(test(self, element) for test in compound.tests)
        )

    def place(self, element: HtmlElement, *, of_type: bool, from_end: bool) -> int:
        if of_type:
            others = [each.tag for each in element.itersiblings(preceding=not from_end)]
            self.steps -= len(others)
            return 1 + others.count(element.tag)
        around: Any = element.getparent()
        if around is None:
            return 1
        if element not in self._places:
            self._places.update((each, place) for place, each in enumerate(around, 1))
        place = self._places[element]
        return len(around) - place + 1 if from_end else place


def _next(element: HtmlElement, combinator: str) -> HtmlElement | None:
    return element.getparent() if combinator in " >" else element.getprevious()
