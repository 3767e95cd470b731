"""Which elements of a page a person sees: by markup, by its own styles, by rules kept of others.

Nothing is laid out: of where an element stands it counts only that it is put where no screen is.
Only what is asked about is looked at, and what is around it, so that a page of thousands of
elements costs no more than its records. Learning fetches the style sheets that pages link, and
keeps what searching needs of them; searching fetches nothing.
"""

import re
from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Annotated, Literal, NamedTuple, TypeVar
from urllib.parse import urljoin

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.style_rules import (
    DISPLAYS,
    WINDOW,
    Rule,
    Selector,
    SelectorMatcher,
    applies,
    class_set,
    pixels,
    read_selector,
    read_sheet,
    split_selectors,
    without_a_class,
    without_escapes,
)

# Declarations of one rule, and characters of a value, that are read.
MAX_DECLARATIONS = 4_000
MAX_VALUE = 200
# Pixels to the left or above by which a thing is off the screen: drawers that open wait a few
# hundred beside it. Guess.
OFF_SCREEN = 600.0
# Pixels to the right or below: pages are scrolled down, and read far to the right by nobody. Guess.
FAR_AWAY = 5_000.0
FAINT = 0.05
# Pixels of a blur that leave no letter. Guess.
BLURRED = 20.0
# Per cent of its own size by which a thing is moved off the screen: pictures slide by some. Guess.
MANY_TIMES = 900.0
# A box as small as that shows nothing of what it cuts off: the pixel of "for screen readers only".
SMALL = 1.0
# Characters of the rules kept with a wrapper, of causes, and how many of these.
MAX_KEPT = 12_000
MAX_CAUSE = 300
MAX_CAUSES = 50
# Characters of a page's own style sheets that are read when it is searched, and how many sheets.
# Guess: four times what the longest of 174 real pages has.
MAX_OWN_STYLES = 400_000
MAX_OWN_SHEETS = 40
# Comparisons of elements with parts of selectors on one page; the same while rules are kept, the
# elements that they are tried on, and characters of the sheets of all pages.
MAX_STEPS = 100_000
MAX_KEEPING_STEPS = 500_000
MAX_TRIED = 5_000
MAX_SHEETS_SIZE = 4_000_000
# Characters at the start of a sheet in which imports are looked for: they come first.
MAX_IMPORTS_SIZE = 5_000
# Elements looked at for one that is shown in what is hidden.
MAX_INSIDE = 500
MAX_STYLE_ATTRIBUTE = 2_000
SHEETS_CACHED = 64
# Nothing in them is shown as a part of the page.
_INVISIBLE = frozenset(
    "script style template noscript head title datalist meta link base area param source track "
    "rp noembed noframes option optgroup select textarea canvas video audio iframe".split()
)
# Attributes that may hide what has them.
_ABSENT = frozenset(("hidden", "popover", "style"))
# Tags whose boxes are as large as their text, whatever size is asked for.
_INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code dfn em font i kbd label mark q s samp small span "
    "strike strong sub sup time tt u var td th tr".split()
)
_NO_SIZES = ("inline", "contents", "table-cell", "table-row")
_OUT_OF_FLOW = ("absolute", "fixed")
# Elements that are no records and hold none.
_NO_RECORDS = frozenset(
    "input button select option textarea label img picture svg path use canvas video audio iframe "
    "object embed hr br form fieldset legend meter progress nav header footer html body".split()
)
_SIDES = ("top", "right", "bottom", "left")
_PROPERTIES = frozenset(_SIDES) | frozenset(
    "display visibility opacity filter position transform translate scale clip clip-path overflow "
    "width height max-width max-height min-width min-height padding-top padding-bottom flex-grow "
    "float margin-left margin-top text-indent font-size content-visibility animation-name "
    "zoom transition pointer-events rotate mask-image color".split()
)
_RENAMED = {
    "overflow-x": "overflow", "overflow-y": "overflow", "inline-size": "width",
    "overflow-inline": "overflow", "overflow-block": "overflow", "block-size": "height",
    "max-inline-size": "max-width", "max-block-size": "max-height", "min-inline-size": "min-width",
    "min-block-size": "min-height", "inset-inline-start": "left", "inset-inline-end": "right",
    "inset-block-start": "top", "inset-block-end": "bottom", "animation": "animation-name",
    "-webkit-animation": "animation-name", "flex": "flex-grow", "-webkit-clip-path": "clip-path",
    "-webkit-transform": "transform", "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top", "font": "font-size", "-webkit-transition": "transition",
    "-webkit-filter": "filter", "mask": "mask-image", "-webkit-mask": "mask-image",
    "-webkit-mask-image": "mask-image", "-webkit-text-fill-color": "color",
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?%?")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,80})\s*(?:,([^()]{0,100}))?\)")
_VARIABLE_SET = re.compile(r"(--[\w-]{1,80})\s*:([^;{}]{1,200})")
# How often variables name variables, and how many are kept of a sheet.
MAX_SUBSTITUTIONS = 6
MAX_VARIABLES = 2_000
# Selectors of the whole page, for which sheets set their variables.
_WHOLE_PAGE = frozenset((":root", "html", "body", "*", ":host"))
# Words of a declaration that browsers know; what has others is left out.
_WORDS = {
    "display": DISPLAYS,
    "visibility": frozenset(("visible", "hidden", "collapse")),
    "position": frozenset(("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky")),
}
_OF_ALL = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
# Angles under which what is turned is seen from its edge.
_EDGEWISE = frozenset(("90deg", "-90deg", "270deg", ".25turn", "0.25turn", "100grad"))
# By these an element waits where it stands until a script lets it come. What is not displayed is
# opened by whoever reads, or by nobody.
_WAITING = frozenset("opacity filter visibility transform translate scale clip-path".split())
_MOVED = ("transform", "translate", "scale", "rotate")
# Names that libraries take away, or undo, once they run: of templates (Vue, Alpine, AngularJS), of
# what scrolls into view (WOW, Elementor, ScrollReveal), of pages put together late (AMP, Typekit).
_CLOAK = re.compile(
    r"(?:^|[\s.\[:\\-])(?:(?:v|x|ng|data-ng|ng\\?:)-?cloak|wow|elementor-invisible|load-hidden"
    r"|wf-loading|async-hide)(?![\w-])"
)
_DURATION = re.compile(r"(?:^|\s|,)\d{0,6}\.?\d{0,6}[1-9]\d{0,6}(?:\.\d{0,6})?m?s\b")
_DATA_TYPES = frozenset(("application/ld+json", "application/json", "text/template"))
_FUNCTION = re.compile(r"([a-z0-9-]+)\(([^()]*)\)")
_SEPARATOR = re.compile(r"[\s,]+")
# What `contain` says so that nothing is painted outside.
_PAINTED = frozenset(("paint", "strict", "content"))
_NO_COLOUR = re.compile(
    r"transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00|(?:rgb|hsl)a?\([^()]*[,/]\s*(?:0|\.0+|0\.0*|0%)\s*\)"
)
_COLOUR = re.compile(
    rf"{_NO_COLOUR.pattern}|#[0-9a-f]+|[a-z]+\([^()]*\)|\b(?!to\b|deg\b)[a-z]{{3,20}}\b"
)
_IMPORT = re.compile(
    r"@import\s{1,9}(?:url\(\s{0,9})?[\"']?([^\"')\s;]{1,500})[\"']?\s{0,9}\)?([^;]{0,200});"
)
Declared = tuple[tuple[str, str, bool], ...]
Values = Mapping[str, str]
_T = TypeVar("_T")


@lru_cache(maxsize=4_000)
def read_hiding(text: str) -> Declared:
    """Return what of a rule's or a `style` attribute's declarations matters: name, value, strength.

    >>> read_hiding("cursor: help; DISPLAY: none !important; inset: 0 auto")[:2]
    (('display', 'none', True), ('top', '0', False))
    """
    found: list[tuple[str, str, bool]] = []
    own = dict(_VARIABLE_SET.findall(text[:MAX_DECLARATIONS])) if "--" in text else {}
    for part in without_escapes(text[:MAX_DECLARATIONS]).lower().split(";"):
        name, _, value = part.partition(":")
        if "var(" in value and len(value) < MAX_VALUE:
            value = with_variables(value, own)
        value, mark, strength = value.partition("!")
        if (
            len(value) + len(strength) < MAX_VALUE
            and "var(" not in value
            and value.strip()
            and (not mark or strength.strip() == "important")
        ):
            said = _longhands(name.strip(), value.strip())
            found += [(each, its_value, bool(mark)) for each, its_value in said]
    if "background" in text:
        found = list(_on_background(text, found))
    return tuple(found)


def _on_background(
    text: str, found: Iterable[tuple[str, str, bool]]
) -> Iterator[tuple[str, str, bool]]:
    """Yield declarations, with what colour a text has on the background that is said with it.

    Letters of that colour are not seen; those that the background is cut to are.
    """
    said = {
        name.strip(): value.strip()
        for name, _, value in (each.partition(":") for each in text.lower().split(";"))
    }
    background = said.get("background-color", said.get("background"))
    is_cut_to_text = "text" in (said.get("background-clip"), said.get("-webkit-background-clip"))
    for name, value, is_important in found:
        if name == "color" and is_cut_to_text:
            yield name, "seen", is_important
        elif name == "color" and background and said.get("color") == background != "inherit":
            yield name, "transparent", is_important
        else:
            yield name, value, is_important


def with_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return declarations with the values of variables; of an unknown one its second choice.

    >>> with_variables("display:var(--a)", {"--a": "var(--b, x)", "--b": "none"})
    'display:none'
    >>> with_variables("var(--a, block)", {})
    ' block'
    """
    for _ in range(MAX_SUBSTITUTIONS):
        if "var(" not in text:
            break
        text = _VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), text)
    return text


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what one declaration says of the properties that matter."""
    if name in ("inset-inline", "inset-block", "margin-inline", "margin-block"):
        first, *rest = value.split()
        yield from _longhands(f"{name}-start", first)
        yield from _longhands(f"{name}-end", rest[-1] if rest else first)
        return
    if name == "contain" and not _PAINTED.isdisjoint(value.split()):
        yield "overflow", "clip"
        return
    if name == "color":
        # Of colours it matters whether they are none.
        is_none = _NO_COLOUR.fullmatch(value) is not None
        value = value if value in _OF_ALL else "transparent" if is_none else "seen"
    if name in ("inset", "margin", "padding"):
        prefix = "" if name == "inset" else f"{name}-"
        for side, word in zip(_SIDES, _four(value.split()), strict=True):
            if prefix + side in _PROPERTIES:
                yield prefix + side, word
        return
    if name == "font":
        sizes = (word.partition("/")[0] for word in value.split())
        value = next((word for word in sizes if pixels(word) is not None), "")
    elif name == "flex":
        value = value.split()[0] if value[0].isdigit() else ("0" if value == "none" else "1")
    name = _RENAMED.get(name, name)
    known = _WORDS.get(name)
    is_known = known is None or value in _OF_ALL or known.issuperset(value.split())
    if name in _PROPERTIES and value and is_known:
        yield name, value


def _four(words: Sequence[_T]) -> Sequence[_T]:
    """Return the values for top, right, bottom and left that one to four stand for."""
    return (*words, words[1]) if len(words) == 3 else (tuple(words) * 4)[:4]


def is_extreme(name: str, value: str) -> bool:
    """Tell whether a declaration may hide something, alone or with others.

    >>> is_extreme("display", "none"), is_extreme("left", "10px"), is_extreme("left", "-999em")
    (True, False, True)
    """
    match name:
        case "display":
            return value == "none"
        case "visibility" | "content-visibility":
            return value in ("hidden", "collapse")
        case "opacity":
            return _is_faint(value)
        case "filter":
            return any(
                (pixels(by.strip()) or 0.0) >= BLURRED if n == "blur" else _is_faint(by)
                for n, by in _FUNCTION.findall(value)
                if n in ("opacity", "blur")
            )
        case "mask-image":
            return value.partition("(")[0].endswith("gradient") and _is_clear(value)
        case "color":
            return value == "transparent"
        case "transform" | "translate" | "scale" | "rotate":
            return _is_moved(name, value)
        case "clip" | "clip-path":
            return _is_cut(value)
        case "width" | "height" | "max-width" | "max-height":
            return _is_small(value)
        case "left" | "right" | "top" | "bottom" | "margin-left" | "margin-top" | "text-indent":
            return _is_away(name, value)
        case "font-size":
            return _is_small(value)
        case "zoom":
            return _is_faint(value)
    return False


def hiding_property(values: Values, tag: str) -> str:
    """Return the property by which an element and all in it are not shown, empty if they are.

    `values` are those that the cascade leaves. What is inherited (`visibility`, `font-size`) is no
    matter of the element alone.

    >>> hiding_property({"position": "absolute", "left": "-9999px"}, "li")
    'left'
    >>> hiding_property({"left": "-9999px"}, "li"), hiding_property({"height": "0"}, "li")
    ('', '')
    """
    wanted = ["display"]
    if values.get("content-visibility") == "hidden":
        wanted.append("content-visibility")
    # What fades in is there for a person.
    if values.get("animation-name", "none").split()[0] == "none":
        wanted += ["opacity", "filter", "mask-image", *_MOVED, "zoom"]
    position = values.get("position", "static")
    wanted += ["clip", "clip-path"] if position in _OUT_OF_FLOW else ["clip-path"]
    wanted += _SIDES if position in (*_OUT_OF_FLOW, "relative") else ()
    wanted += ["margin-left", "margin-top", "text-indent"]
    found = (name for name in wanted if name in values and is_extreme(name, values[name]))
    return next(found, "") or _smallness(values, tag, position)


def _smallness(values: Values, tag: str, position: str) -> str:
    """Return the property by which an element has no room for what it holds, and cuts it off."""
    # What scrolls in a box without size is seen by nobody, either.
    if values.get("overflow", "visible") in ("visible", *_OF_ALL):
        return ""
    if position not in _OUT_OF_FLOW and values.get("float", "none") == "none":
        display = values.get("display", "")
        # A row or column shares its room out to what grows.
        grows = (pixels(values.get("flex-grow", "0")) or 0.0) > 0.0
        if grows or (display in _NO_SIZES if display else tag in _INLINE_TAGS):
            return ""
    for name in ("height", "width"):
        least = values.get(f"min-{name}", "0")
        if least not in ("auto", "0") and not _is_small(least):
            continue
        # Within the padding there is room: boxes of a fixed proportion show all there.
        paddings = (pixels(values.get(f"padding-{side}", "0")) for side in ("top", "bottom"))
        if name == "height" and any((padding or 0.0) > SMALL for padding in paddings):
            continue
        for asked in (name, f"max-{name}"):
            if asked in values and _is_small(values[asked]):
                return asked
    return ""


def _is_faint(value: str) -> bool:
    if "(" in value:
        share = pixels(value)
        return share is not None and share < FAINT
    if _NUMBER.fullmatch(value) is None:
        return False
    return float(value.rstrip("%")) / (100 if value.endswith("%") else 1) < FAINT


def _is_small(value: str) -> bool:
    length = pixels(value)
    return length is not None and length <= SMALL


def _is_away(name: str, value: str) -> bool:
    """Tell whether a position is off every screen."""
    length = pixels(value)
    if length is None:
        return False
    if value.endswith(("%", "vw", "vh")) and name in _SIDES:
        screen = pixels("100vh" if value.endswith("vh") else "100vw") or 0.0
        # Pages are scrolled down by screens, not sideways.
        # A share is one of what stands around.
        most = screen if value.endswith("vw") else 1.5 * screen
        return length <= -screen or (name in ("left", "right") and length >= most)
    if name == "text-indent" and value.endswith("%"):
        return abs(length) >= WINDOW["width"]
    return length <= -OFF_SCREEN or length >= FAR_AWAY


def _is_moved(name: str, value: str) -> bool:
    """Tell whether a transformation leaves nothing, or moves all off the screen."""
    said = _FUNCTION.findall(value) if name == "transform" else [(name, value)]
    return any(_leaves_nothing(function, written.strip()) for function, written in said)


def _leaves_nothing(function: str, written: str) -> bool:
    """Tell whether one function of a transformation does."""
    words = [word for word in _SEPARATOR.split(written) if word]
    if function in ("rotatex", "rotatey", "rotate3d") or (function == "rotate" and len(words) > 1):
        is_in_plane = words[:1] == ["z"] or words[:2] == ["0", "0"]
        return not _EDGEWISE.isdisjoint(words[-1:]) and not is_in_plane
    if function == "matrix":
        return _is_flat(words) or any(_is_away("translate", word) for word in words[4:])
    if function == "matrix3d":
        return _is_flat([*words[:2], *words[4:6], "0", "0"]) if len(words) == 16 else False
    if function.startswith("scale"):
        return any(map(_is_faint, words[:2]))
    return function.startswith("translate") and any(
        abs(float(word[:-1])) >= MANY_TIMES
        if word.endswith("%") and _NUMBER.fullmatch(word)
        else _is_away("translate", word)
        for word in words[:2]
    )


def _is_flat(words: list[str]) -> bool:
    """Tell whether a matrix leaves no area.

    >>> _is_flat(["0", "0", "0", "0", "0", "0"]), _is_flat(["1", "0", "0", "1", "9", "9"])
    (True, False)
    """
    if len(words) != 6 or not all(map(_NUMBER.fullmatch, words)):
        return False
    a, b, c, d = (float(word.rstrip("%")) for word in words[:4])
    return a * d - b * c == 0.0


def _is_cut(value: str) -> bool:
    """Tell whether a clip leaves nothing.

    >>> _is_cut("rect(0, 0, 0, 0)"), _is_cut("rect(1px 1px 1px 1px)"), _is_cut("inset(50%)")
    (True, True, True)
    >>> _is_cut("rect(0 100px 50px 0)"), _is_cut("circle(50%)"), _is_cut("circle(0)")
    (False, False, True)
    """
    match = _FUNCTION.match(value)
    if match is None:
        return False
    words = [w for w in _SEPARATOR.split(match[2].partition("round")[0].strip()) if w]
    lengths = [pixels(word) for word in words]
    known = [length for length in lengths if length is not None]
    if match[1] in ("circle", "ellipse"):
        until = words.index("at") if "at" in words else len(words)
        return any(length is not None and length <= SMALL for length in lengths[:until])
    if match[1] == "rect":
        # The edges of the thing itself: nothing to the left and above, all else beyond.
        ends = (0.0, float("inf"), float("inf"), 0.0)
        lengths = [
            end if word == "auto" else length
            for word, length, end in zip(words, lengths, ends, strict=False)
        ]
        known = [length for length in lengths if length is not None]
    if not known or len(known) < len(words):
        return False
    if match[1] == "polygon":
        return _area(known) <= SMALL
    if match[1] == "xywh":
        return len(known) == 4 and min(known[2:]) <= SMALL
    top, right, bottom, left = _four(known[:4])
    if match[1] == "rect":
        return len(known) == 4 and (bottom - top <= SMALL or right - left <= SMALL)
    whole = WINDOW["width"]
    return match[1] == "inset" and (top + bottom >= whole or left + right >= whole)


def _area(ends: Sequence[float]) -> float:
    """Return the area of a polygon, given x and y of each of its corners."""
    corners = list(zip(ends[::2], ends[1::2], strict=False))
    pairs = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return abs(sum(x * below - right * y for (x, y), (right, below) in pairs)) / 2


def _is_clear(gradient: str) -> bool:
    """Tell whether a gradient has no colour but none."""
    colours = _COLOUR.findall(gradient.partition("(")[2])
    return bool(colours) and all(map(_NO_COLOUR.fullmatch, colours))


Cause = Annotated[str, Meta(max_length=MAX_CAUSE)]


class KeptStyles(Document, frozen=True, dict=True):
    """What is kept of the style sheets that an engine's pages link: the rules that hide and show.

    `sheet` are these rules as a style sheet. `revealed` are the causes of hiding that tell nothing,
    for all records have them: a script shows what they hide.
    """

    version: Literal[1] = 1
    sheet: Annotated[str, Meta(max_length=2 * MAX_KEPT)] = ""
    revealed: Annotated[tuple[Cause, ...], Meta(max_length=MAX_CAUSES)] = ()

    @cached_property
    def rules(self) -> "RuleIndex":
        """The rules of the sheet, read once."""
        return RuleIndex(hiding_rules(self.sheet))


NO_STYLES = KeptStyles()


@dataclass(frozen=True, slots=True)
class HidingRule:
    """One selector, as written and as read, with what of its declarations matters."""

    text: str
    selector: Selector
    declared: Declared
    is_layered: bool
    number: int
    hides: bool


def hiding_rules(sheet: str, first: int = 0) -> Iterator[HidingRule]:
    """Yield the rules of a sheet that may hide or show, numbered from `first`."""
    rules = read_sheet(sheet)
    variables = _variables(rules) if "var(" in sheet else {}
    for number, rule in enumerate(rules, start=first):
        # What a rule sets itself counts there.
        said = rule.declarations
        own = dict(_VARIABLE_SET.findall(said)) if "var(" in said and "--" in said else {}
        declared = read_hiding(with_variables(said, {**variables, **own} if own else variables))
        hides = any(is_extreme(name, value) for name, value, _ in declared)
        for text in split_selectors(rule.selectors) if declared else ():
            selector = read_selector(text)
            if selector is not None:
                yield HidingRule(text, selector, declared, rule.is_layered, number, hides)


def _variables(rules: Iterable[Rule]) -> dict[str, str]:
    """Return the variables that a sheet sets for the whole page."""
    found: dict[str, str] = {}
    for rule in rules:
        if "--" in rule.declarations and _WHOLE_PAGE & set(split_selectors(rule.selectors)):
            for name, value in _VARIABLE_SET.findall(rule.declarations):
                found[name] = value.strip()
                if len(found) >= MAX_VARIABLES:
                    return found
    return found


class RuleIndex:
    """Rules by what is rarest in the part of their selectors that names the element itself."""

    def __init__(self, rules: Iterable[HidingRule]) -> None:
        """Take rules in the order of their sheet."""
        self._by_name: dict[str, list[HidingRule]] = defaultdict(list)
        self._rules = tuple(rules)
        for rule in self._rules:
            own = rule.selector.compounds[0]
            last_class = f".{own.classes[-1]}" if own.classes else own.tag
            self._by_name[f"#{own.identifier}" if own.identifier else last_class].append(rule)

    def of_names(self, names: Iterable[str]) -> Iterator[HidingRule]:
        """Yield the rules for elements of these names: tag, `#id`, `.class`."""
        for name in names:
            yield from self._by_name.get(name, ())

    @cached_property
    def revealing(self) -> Mapping[str, Sequence[Selector]]:
        """By property what is shown once a script gives an element, or one around it, a class.

        The selectors are those of rules that show, each without one of its classes.
        """
        found: dict[str, list[Selector]] = defaultdict(list)
        for rule in self._rules:
            shown = {name for name, value, _ in rule.declared if not is_extreme(name, value)}
            for name in shown & _WAITING:
                found[name] += without_a_class(rule.selector)
        return found


@lru_cache(maxsize=SHEETS_CACHED)
def _own_rules(sheet: str) -> RuleIndex:
    """Return the rules of a sheet that pages have in them: those of a site are alike."""
    return RuleIndex(hiding_rules(sheet))


class _Candidates(NamedTuple):
    """Rules that may hold for elements of some names, each with the number of its sheet."""

    rules: tuple[tuple[int, HidingRule], ...]
    hiding: tuple[HidingRule, ...]


class State(NamedTuple):
    """What hides an element: causes that hide all in it, and those that what is in it may undo."""

    removed: tuple[str, ...] = ()
    invisible: str = ""
    sizeless: str = ""
    colourless: str = ""

    @property
    def is_seen(self) -> bool:
        """Whether a person sees text that stands here."""
        return not any(self)

    @property
    def is_rendered(self) -> bool:
        """Whether it is part of the page: what is transparent or off the screen may come."""
        removed = any(each.endswith("{display}") or each.startswith("<") for each in self.removed)
        return not (removed or self.invisible)

    @property
    def causes(self) -> tuple[str, ...]:
        """All that hides it: rules as they are written, each with its property."""
        return (*self.removed, *filter(None, (self.invisible, self.sizeless, self.colourless)))


_SEEN = State()


class Visibility:
    """What a person sees of one page."""

    def __init__(
        self,
        root: HtmlElement,
        styles: KeptStyles = NO_STYLES,
        linked: Sequence[HidingRule] = (),
    ) -> None:
        """Read the page's own style sheets; `styles` are kept of those that it links.

        While learning all rules of these are at hand, `linked`.
        """
        self._root = root
        own = tuple(map(_own_rules, own_sheets(root)))
        kept = (styles.rules,) if styles.sheet else ()
        self._indexes: Sequence[RuleIndex] = (*((RuleIndex(linked),) if linked else kept), *own)
        self._revealed = frozenset(styles.revealed)
        self._matcher = SelectorMatcher(MAX_STEPS)
        self._candidates: dict[Hashable, _Candidates] = {}
        self._names: dict[HtmlElement, frozenset[str]] = {}
        self._states: dict[HtmlElement, State] = {}

    def shows(self, element: HtmlElement) -> bool:
        """Tell whether a person sees an element, or anything in it that is hidden with it."""
        state = self.state(element)
        if state.is_seen or state.removed:
            return state.is_seen
        inside = islice(element.iterdescendants(), MAX_INSIDE)
        return any(self.state(each).is_seen for each in inside if isinstance(each.tag, str))

    def may_hide(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """Tell whether an element of these attributes may be hidden in one that is seen."""
        if tag in _INVISIBLE or tag == "dialog" or not _ABSENT.isdisjoint(attributes):
            return True
        return bool(self._rules_for(tag, attributes.get("id"), attributes.get("class")).hiding)

    def hidden_elements(self, root: HtmlElement) -> Iterator[HtmlElement]:
        """Yield the elements in `root` that are not shown, those in them left out."""
        waiting = [root]
        while waiting:
            element = waiting.pop()
            if not self.shows(element):
                yield element
            else:
                waiting += [child for child in reversed(element) if isinstance(child.tag, str)]

    def state(self, element: HtmlElement) -> State:
        """Return what hides an element, by itself or around it."""
        for each in reversed(_up_to(self._states, element)):
            around = each.getparent()
            state = _SEEN if around is None else self._states[around]
            self._states[each] = self._inside(state, each)
        return self._states[element]

    def _inside(self, around: State, element: HtmlElement) -> State:
        tag, get = element.tag, element.get
        if tag in _INVISIBLE or not isinstance(tag, str):
            return around._replace(removed=(*around.removed, f"<{tag}>"))
        if tag in _WHOLE_PAGE:
            # Who serves a page shows it: what hides it as a whole is undone by its script.
            return around
        found = self._rules_for(tag, get("id"), get("class"))
        style = get("style")
        own = read_hiding(style[:MAX_STYLE_ATTRIBUTE]) if style else ()
        is_absent = (
            get("hidden") is not None
            or get("popover") is not None
            or (tag == "dialog" and get("open") is None)
        )
        # Most are said nothing of, and are seen as what they stand in.
        if not (found.rules or own or is_absent):
            # Links have a colour of their own.
            return around._replace(colourless="") if around.colourless and tag == "a" else around
        # In what is hidden so that it can be undone, all that is said counts.
        if not (any(around[1:]) or is_absent) and not (
            any(is_extreme(name, value) for name, value, _ in own)
            or any(self._matches(rule, element) for rule in found.hiding)
        ):
            return around
        values = self._cascade(element, found.rules, own, is_absent=is_absent)
        return self._judged(around, element, values)

    def _rules_for(self, tag: str, identifier: str | None, names: str | None) -> _Candidates:
        """Return the rules whose last part may name an element."""
        found = self._candidates.get((tag, identifier, names))
        if found is None:
            wanted = ["", tag, *(f".{name}" for name in dict.fromkeys((names or "").split()))]
            wanted += [f"#{identifier}"] if identifier else []
            rules = tuple(
                (number, rule)
                for number, index in enumerate(self._indexes)
                for rule in index.of_names(wanted)
            )
            found = _Candidates(rules, tuple(rule for _, rule in rules if rule.hides))
            self._candidates[tag, identifier, names] = found
        return found

    def _matches(self, rule: HidingRule, element: HtmlElement) -> bool:
        """Tell whether a rule holds for an element; of none once the page took too many steps."""
        return (
            self._matcher.steps > 0
            and self._names_around(element).issuperset(rule.selector.needs)
            and self._matcher.matches(rule.selector, element)
        )

    def _names_around(self, element: HtmlElement) -> frozenset[str]:
        """Return the tags, `#id`s and `.class`es of all that an element stands in."""
        for each in reversed(_up_to(self._names, element)):
            around = each.getparent()
            if around is None:
                self._names[each] = frozenset()
                continue
            own = [around.tag, f"#{around.get('id', '')}"]
            own += [f".{name}" for name in around.get("class", "").split()]
            self._names[each] = self._names[around].union(own)
        return self._names[element]

    def _cascade(
        self,
        element: HtmlElement,
        rules: Iterable[tuple[int, HidingRule]],
        own: Declared,
        *,
        is_absent: bool,
    ) -> dict[str, tuple[str, str]]:
        """Return the value of each property that is declared, with the cause that declares it."""
        # Strength, then property, value and cause; of equal ones the last counts.
        said: list[tuple[tuple[int, ...], str, str, str]] = []
        if is_absent:
            said.append(((-1,), "display", "none", "[hidden]"))
        for sheet, rule in rules:
            if self._matches(rule, element):
                place = (rule.selector.specificity, sheet, rule.number)
                for name, value, is_important in rule.declared:
                    layer = rule.is_layered if is_important else not rule.is_layered
                    said.append(((2 * is_important, layer, *place), name, value, rule.text))
        for name, value, is_important in own:
            said.append(((3 if is_important else 1,), name, value, "[style]"))
        said.sort(key=lambda each: each[0])
        return {name: (value, f"{cause}{{{name}}}"[-MAX_CAUSE:]) for _, name, value, cause in said}

    def _judged(
        self, around: State, element: HtmlElement, values: dict[str, tuple[str, str]]
    ) -> State:
        """Return the state of an element of these values, causes that tell nothing left out."""
        removed, invisible, sizeless, colourless = around
        plain = {name: value for name, (value, _) in values.items()}
        while name := hiding_property(plain, element.tag):
            cause = values[name][1]
            if not (cause in self._revealed or self._comes(element, name, values)):
                removed = (*removed, cause)
                break
            del plain[name]
        if element.tag == "a" and "color" not in values:
            colourless = ""
        for name in ("visibility", "font-size", "color"):
            value, cause = values.get(name, ("inherit", ""))
            if value in ("inherit", "unset"):
                continue
            hides = is_extreme(name, value) and not (
                cause in self._revealed or self._comes(element, name, values)
            )
            if name == "visibility":
                invisible = cause if hides else ""
            elif name == "color":
                colourless = cause if hides else ""
            elif hides or value.endswith("rem") or not value.endswith(("%", "em")):
                # Sizes that are shares of nothing are nothing.
                sizeless = cause if hides else ""
        return State(removed, invisible, sizeless, colourless)

    def _comes(
        self, element: HtmlElement, name: str, values: Mapping[str, tuple[str, str]]
    ) -> bool:
        """Tell whether a script shows what a property hides, by what the page's sheets say.

        They say how it comes: by a transition or from a place near by, under another class, without
        scripts as it is.
        """
        if not self._has_scripts:
            return False
        if _CLOAK.search(values[name][1]) or self._is_shown_without_scripts(element, name):
            return True
        said = {each: values.get(each, ("", ""))[0] for each in ("position", "pointer-events")}
        if name not in _WAITING or said["position"] in _OUT_OF_FLOW:
            return False
        return (
            (said["pointer-events"] != "none" and _is_moving(name, values))
            or ":not(" in values[name][1]
            or any(
                self._matcher.steps > 0 and self._matcher.matches(selector, element)
                for index in self._indexes
                for selector in index.revealing.get(name, ())
            )
        )

    @cached_property
    def _has_scripts(self) -> bool:
        return any(each.get("type") not in _DATA_TYPES for each in self._root.iter("script"))

    def _is_shown_without_scripts(self, element: HtmlElement, name: str) -> bool:
        """Tell whether a sheet for browsers without scripts shows what a property hides."""
        return any(
            said == name and not is_extreme(said, value)
            for rule in self._without_scripts
            if self._matcher.matches(rule.selector, element)
            for said, value, _ in rule.declared
        )

    @cached_property
    def _without_scripts(self) -> Sequence[HidingRule]:
        sheets = (style.text or "" for style in self._root.iterfind(".//noscript//style"))
        return [rule for sheet in islice(sheets, MAX_OWN_SHEETS) for rule in hiding_rules(sheet)]


def _is_moving(name: str, values: Mapping[str, tuple[str, str]]) -> bool:
    """Tell whether a thing comes by a transition, or from near by, said with what hides it."""
    rule = values[name][1].rpartition("{")[0]
    for each in ("transition", *_MOVED):
        value, cause = values.get(each, ("", ""))
        if each == name or not value or cause.rpartition("{")[0] != rule:
            continue
        if each == "transition" and _DURATION.search(value):
            return True
        if each != "transition" and value != "none" and not is_extreme(each, value):
            return True
    return False


def _up_to(known: Container[HtmlElement], element: HtmlElement) -> list[HtmlElement]:
    """Return an element and those around it, up to the first that is known."""
    above: list[HtmlElement] = []
    node: HtmlElement | None = element
    while node is not None and node not in known:
        above.append(node)
        node = node.getparent()
    return above


def own_sheets(root: HtmlElement) -> list[str]:
    """Return the style sheets that stand in a page, those for other media left out.

    What is written for browsers without scripts often hides all.
    """
    sheets: list[str] = []
    left = MAX_OWN_STYLES
    for element in islice(root.iter("style"), MAX_OWN_SHEETS):
        text = (element.text or "")[:left]
        is_unread = next(element.iterancestors("noscript", "template"), None) is not None
        is_unread = is_unread or element.get("type", "text/css").lower() not in ("", "text/css")
        if text and not is_unread and applies(element.get("media") or ""):
            sheets.append(text)
            left -= len(text)
    return sheets


def wanted_sheets(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str]
) -> Iterator[str]:
    """Yield the addresses of the sheets that a page links and that are not among `style_sheets`.

    Those that sheets import are known when these are given.
    """
    seen = {"", *style_sheets}
    for address, text in _named_sheets(root, base_url):
        text = style_sheets.get(address) if text is None else text
        for each in [address] if text is None else _imported(text, address):
            if each not in seen:
                seen.add(each)
                yield each


def _named_sheets(root: HtmlElement, base_url: str) -> Iterator[tuple[str, str | None]]:
    """Yield the sheets for a screen that a page names: address, text (None where it is linked).

    What is written for browsers without scripts counts if it is linked: sheets that scripts load
    late are named there, too.
    """
    for element in root.iter("style", "link"):
        relation = (element.get("rel") or "").lower().split()
        if not applies(element.get("media") or ""):
            continue
        if element.tag == "style":
            if next(element.iterancestors("noscript"), None) is None:
                yield base_url, element.text or ""
        elif element.get("href") and "stylesheet" in relation and "alternate" not in relation:
            yield _joined(base_url, element.get("href", "")), None


def _imported(text: str, address: str) -> Iterator[str]:
    """Yield the addresses of what a sheet imports for a screen."""
    for href, media in _IMPORT.findall(text[:MAX_IMPORTS_SIZE]):
        if applies(media):
            yield _joined(address, href)


def _joined(base_url: str, href: str) -> str:
    """Return the absolute address of a style sheet, empty for what is none."""
    try:
        return urljoin(base_url, href.strip())
    except ValueError:
        return ""


def _linked_sheets(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str]
) -> Iterator[str]:
    """Yield the sheets that a page links, as far as they are given, what they import before."""
    for address, own in _named_sheets(root, base_url):
        text = style_sheets.get(address, "") if own is None else own
        *imported, text = _with_imports(text, address, style_sheets, {address})
        yield from imported
        if own is None:
            yield text


def _with_imports(
    text: str, address: str, style_sheets: Mapping[str, str], seen: set[str]
) -> Iterator[str]:
    """Yield a sheet, those that it imports before it, each once."""
    for inner in _imported(text, address):
        if inner in style_sheets and inner not in seen:
            seen.add(inner)
            yield from _with_imports(style_sheets[inner], inner, style_sheets, seen)
    yield text


# How much a kept rule matters, in this order; of others nothing is kept.
_OF_PAGES_HIDING, _OF_PAGES, _PLAIN_HIDING, _HIDING, _BESIDE_HIDING, _STRONG, _OTHER = range(7)


def keep_styles(linked: Iterable[HidingRule], roots: Iterable[HtmlElement]) -> KeptStyles:
    """Return what is kept of the rules that the pages of these `roots` link.

    Rules that hide are kept for elements that were on no page yet, too: a decoy comes another day.
    Of rules that show, those that may overrule one that hides.
    """
    rules = [rule for rule in linked if rule.selector.compounds[0].tag not in _NO_RECORDS]
    matched = _matched(rules, roots)
    hiding = {
        name
        for rule in rules
        if rule.hides
        for name in (*rule.selector.compounds[0].classes, rule.selector.compounds[0].identifier)
    } - {""}
    keys = tuple({rule.text for rule in rules if rule.hides and rule.text.startswith("[")})
    ranked = sorted((_rank(rule, matched, hiding, keys), rule.number, rule.text) for rule in rules)
    # What other rules say matters where one that hides says the same; a sheet may show, too, what
    # an attribute hides.
    named = {name for rule in rules if rule.hides for name, _, _ in rule.declared} | {"display"}
    written = {(rule.number, rule.text): _written(rule, named) for rule in rules}
    chosen: set[tuple[int, str]] = set()
    left = MAX_KEPT
    for rank, number, name in ranked:
        size = len(written[number, name])
        if rank != _OTHER and 0 < size < left:
            left -= size + 1
            chosen.add((number, name))
    return KeptStyles(sheet="\n".join(text for key, text in written.items() if key in chosen))


def linked_rules(
    pages: Iterable[tuple[HtmlElement, str]], style_sheets: Mapping[str, str]
) -> Iterator[HidingRule]:
    """Yield the rules of all sheets that are linked, those of each once."""
    seen = {""}
    left, number = MAX_SHEETS_SIZE, 0
    for root, base_url in pages:
        for text in _linked_sheets(root, base_url, style_sheets):
            if text in seen or left <= 0:
                continue
            seen.add(text)
            left -= len(text)
            for rule in hiding_rules(text, number):
                number = rule.number + 1
                yield rule


def _matched(rules: Iterable[HidingRule], roots: Iterable[HtmlElement]) -> set[int]:
    """Return (by `id`) the rules that hold for links of the pages, or what they stand in."""
    index = RuleIndex(rules)
    found: set[int] = set()
    for root in roots:
        matcher, tried = SelectorMatcher(MAX_KEEPING_STEPS), set[HtmlElement]()
        for link in islice(root.iter("a"), MAX_TRIED):
            for node in _up_to(tried, link)[: MAX_TRIED - len(tried)]:
                tried.add(node)
                classes = class_set(node.get("class", ""))
                names = ["", node.tag, *(f".{name}" for name in classes), f"#{node.get('id', '')}"]
                for rule in index.of_names(names):
                    if id(rule) not in found and matcher.matches(rule.selector, node):
                        found.add(id(rule))
    return found


def _rank(rule: HidingRule, matched: set[int], hiding: set[str], keys: tuple[str, ...]) -> int:
    """Return how much a rule matters, the least number most.

    `hiding` are the names, `keys` the selectors by attributes, of what rules hide.
    """
    own = rule.selector.compounds[0]
    if id(rule) in matched:
        return _OF_PAGES_HIDING if rule.hides else _OF_PAGES
    if rule.hides:
        is_plain = len(rule.selector.compounds) == 1 and not own.tests
        return _PLAIN_HIDING if is_plain else _HIDING
    if not hiding.isdisjoint((*own.classes, own.identifier)) or rule.text.startswith(keys):
        return _BESIDE_HIDING
    return _STRONG if any(is_important for *_, is_important in rule.declared) else _OTHER


def _written(rule: HidingRule, named: Container[str]) -> str:
    """Return a rule as it is kept: what it says of the properties `named`; empty if nothing."""
    declared = "".join(
        f"{name}:{value}{'!important' if is_important else ''};"
        for name, value, is_important in rule.declared
        if name in named
    )
    text = f"{rule.text}{{{declared}}}" if declared else ""
    return f"@layer{{{text}}}" if text and rule.is_layered else text
