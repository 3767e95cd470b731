"""Learning where records show a rating without a text of their own that says it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from wrappers.extraction.items.ratings import (
    RatingSigns,
    SignKind,
    names_of,
    number_of,
    numbers_of_names,
    rating_in,
    said_at,
    share_of,
    signs_in,
    speaks_of_rating,
)
from wrappers.extraction.record_tree import RecordTree

# Records that must have the rating, as a share of them, and at least; and of those that have it the
# share that must show one alone: a widget to vote by shows all there are. Guesses.
MIN_SHARE = 0.1
MIN_RECORDS = 2
MIN_ALONE = 0.9
# Of several places the one that says it most exactly is taken, if it has as many. Guess.
NEARLY_ALL = 0.8
MAX_LENGTH = 100
MAX_NAME_LENGTH = 60
# Levels around an element whose names count for it.
LEVELS = 2
# Names that markup has for ratings; "start" and "starred" are others. English, since markup is.
_NAMED = re.compile(
    r"(?<![a-z])(?:rating|rated?(?![a-z])|star(?!t|red|board)|scores?(?![a-z])|reviews?(?![a-z]))"
    r"|Rating|Stars?(?![a-z])|[★☆⭐]"
)
_READ = ("aria-label", "title", "alt", "content", "value")
_READ_DATA = re.compile(r"data-[\w-]{0,30}(?:rat|star|score|value|review)", re.IGNORECASE)
_NOT_GIVEN = frozenset(("input", "option", "select", "button", "form"))
_EMPTY = re.compile(
    r"empty|off(?![a-z])|outline|(?<![a-z])o(?![a-z])|gr[ae]y|blank|none|inactive|regular"
    r"|(?<![a-z])far(?![a-z])|border|hollow|white|disabled|unfilled|unchecked|muted|[☆✩✰]",
    re.IGNORECASE,
)
_HALF = re.compile(r"half|[½⯪]", re.IGNORECASE)
_FULL = re.compile(
    r"full|(?<!in)active|(?<!un)checked|filled|selected|(?<![a-z])on(?![a-z])|[★⭐]", re.I
)
# What a plain number may be out of.
_BESTS = (5, 10, 100)

# What one record shows at one place: the numbers, or the rows of stars.
_Shown = dict[RatingSigns, set[float]]


def learn_rating(trees: Sequence[RecordTree]) -> RatingSigns | None:
    """Return where the records show how they are rated, None where no text-less sign does."""
    shown: dict[RatingSigns, list[set[float]]] = defaultdict(list)
    rows: dict[RatingSigns, list[list[str]]] = defaultdict(list)
    for tree in trees:
        own: _Shown = defaultdict(set)
        for signs, value in _signs(tree):
            own[signs].add(value)
        for signs, values in own.items():
            shown[signs].append(values)
        for signs, row in _rows(tree):
            rows[signs].append(row)
    least = max(MIN_RECORDS, MIN_SHARE * len(trees))
    found = [(_learned(signs, values), len(values)) for signs, values in shown.items()]
    found += [(_learned_row(signs, each), len(each)) for signs, each in rows.items()]
    learned = [(signs, count) for signs, count in found if signs is not None and count >= least]
    most = max((count for _, count in learned), default=0)
    kinds = list(SignKind)
    enough = [signs for signs, count in learned if count >= NEARLY_ALL * most]
    return min(enough, key=lambda signs: kinds.index(signs.kind), default=None)


def _signs(tree: RecordTree) -> Iterator[tuple[RatingSigns, float]]:
    """Yield all that may show a rating but rows of stars, with what it shows."""
    for place, attributes in enumerate(tree.attributes):
        tag = tree.tags[place]
        if not attributes or not isinstance(tag, str) or tag in _NOT_GIVEN:
            continue
        names = _names_around(tree, place)
        is_named = _NAMED.search(names) is not None
        read = [name for name in attributes if name in _READ or _READ_DATA.match(name)]
        for name in (*read, ""):
            text = said_at(tree, place, name)
            if not text or len(text) > MAX_LENGTH:
                continue
            rating = rating_in(text)
            if rating is not None and (is_named or speaks_of_rating(text)):
                yield _sign(SignKind.TEXT, tag, attributes, name, best=rating.best), rating.value
            number = number_of(text) if is_named or _NAMED.search(name) else None
            # Not how many there are or could be.
            is_rating = bool(name) and "count" not in name.lower()
            if declared := attributes.get("itemprop", ""):
                is_rating = declared == "ratingValue"
            if number is not None and is_rating:
                yield _sign(SignKind.NUMBER, tag, attributes, name), number
        if not is_named:
            continue
        share = share_of(attributes.get("style", ""))
        if share is not None and share <= 100:
            yield _sign(SignKind.SHARE, tag, attributes, most=100), share
        if _NAMED.search(attributes.get("class", "")):
            for start, number in numbers_of_names(attributes):
                yield _sign(SignKind.NAME, tag, attributes, start), number


def _sign(
    kind: SignKind,
    tag: str,
    attributes: dict[str, str],
    attribute: str = "",
    most: float = 5,
    best: float = 5,
) -> RatingSigns:
    numbered = {start for start, _ in numbers_of_names(attributes)}
    names = [
        name
        for name in names_of(attributes)
        if len(name) <= MAX_NAME_LENGTH
        and not any(name.startswith(n) for n in numbered if n)
        and not list(numbers_of_names({"class": name}))
    ]
    name = next((name for name in reversed(names) if _NAMED.search(name)), "")
    return RatingSigns(kind, tag, name or next(iter(names), ""), attribute, most, best)


def _names_around(tree: RecordTree, place: int) -> str:
    names: list[str] = []
    for _ in range(LEVELS + 1):
        attributes = tree.attributes[place]
        names += names_of(attributes)
        names.append(attributes.get("id", ""))
        place = tree.parents[place]
        if place < 0:
            break
    return " ".join(names)


def _learned(signs: RatingSigns, values: Sequence[set[float]]) -> RatingSigns | None:
    """Return a sign with what its numbers are out of, None where it shows no rating."""
    alone = [next(iter(each)) for each in values if len(each) == 1]
    if len(alone) < MIN_ALONE * len(values):
        return None
    if signs.kind is SignKind.TEXT:
        return signs
    is_declared = signs.name == "ratingValue"
    if len(set(alone)) < 2 and not is_declared:
        return None
    if signs.kind is SignKind.SHARE:
        return signs
    highest = max(alone)
    most = next((best for best in (5, 10, 50, 100) if highest <= best), None)
    if most is None:
        return None
    if signs.kind is SignKind.NAME:
        return signs.replace(most=most, best=10 if most == 10 else 5)
    return signs.replace(most=most, best=most if most in _BESTS else 100)


def _rows(tree: RecordTree) -> Iterator[tuple[RatingSigns, list[str]]]:
    seen: set[RatingSigns] = set()
    for place, tag in enumerate(tree.tags):
        if not isinstance(tag, str) or tag in _NOT_GIVEN:
            continue
        row = signs_in(tree, place)
        is_named = _NAMED.search(_names_around(tree, place)) or any(map(_NAMED.search, row))
        signs = _sign(SignKind.ROW, tag, tree.attributes[place])
        if row and is_named and signs not in seen:
            seen.add(signs)
            yield signs, row


def _learned_row(signs: RatingSigns, rows: Sequence[Sequence[str]]) -> RatingSigns | None:
    """Return a row with its full and half stars, None where they do not differ by record."""
    looks = Counter(chain.from_iterable(rows))
    if len(looks) > 5:
        return None
    full, half = _full_and_half(rows, looks)
    counts = [sum(sign in full for sign in row) for row in rows]
    lengths = {len(row) for row in rows}
    best = 10 if lengths == {10} else 5
    if len(set(counts)) < 2 or max(counts) > best or (len(looks) > 1 and max(lengths) > 2 * best):
        return None
    return signs.replace(best=best, full=tuple(full), half=tuple(half))


def _full_and_half(
    rows: Iterable[Sequence[str]], looks: Iterable[str]
) -> tuple[list[str], list[str]]:
    """Return which stars are full and which half: by their names, else the first of a row are."""
    half = [look for look in looks if _HALF.search(look)]
    others = [look for look in looks if look not in half]
    full = [look for look in others if not _EMPTY.search(look)]
    said = [look for look in full if _FULL.search(look)]
    if len(full) > 1 and said and len(said) < len(full):
        full = said
    if len(full) > 1:
        mixed = next((row for row in rows if len(set(row) & set(full)) > 1), None)
        full = full if mixed is None else [next(look for look in mixed if look in full)]
    return sorted(full), sorted(half)
