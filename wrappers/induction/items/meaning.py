"""The meaning of a column: told by its texts and its names; one or several in a text.

After Liu, Meng, Meng 2010 (ViDE), where composite text is cut at static text.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from wrappers.extraction.items.columns import MAX_PARTS as MAX_COLUMN_PARTS
from wrappers.extraction.items.columns import ItemSplit
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.items.ratings import rating_in
from wrappers.extraction.records.details import (
    byline_in,
    date_in,
    is_address_text,
    price_in,
    size_in,
)
from wrappers.induction.items.columns import Column, kind_by_label

# Share of a column's texts that must be of a type. Guess: some records say "unknown".
MIN_TYPED = 0.6
# A typed text is mostly what it is typed by, and not longer than this (characters). Guesses.
MIN_COVERED = 0.4
MAX_TYPED_LENGTH = 80
# Running text: this many words, or characters in scripts without spaces. Guesses.
MIN_WORDS = 5
MIN_CHARACTERS = 25
# Columns of few different short texts tell of what sort a thing is. Guesses.
MAX_SHARE_OF_SORTS = 0.35
MAX_SORT_LENGTH = 30
MAX_WORDS_OF_SORT = 3
MIN_FOR_SORTS = 6
# Names of people: words of one, characters of one, and the share of a column's texts. Guesses.
WORDS_OF_NAME = range(2, 4)
MAX_NAME_LENGTH = 30
MIN_NAMES = 0.8
# Different ones at least, and the share of them that a first name has not. Guesses.
MIN_PEOPLE = 3
MAX_SHARE_OF_NAME = 0.5
# Numbers say in what order records stand where this share of their steps does, of so many. Guesses.
MIN_IN_ORDER = 0.8
MIN_STEPS = 5
# What parts the names of several people.
_BETWEEN_NAMES = re.compile(r"[,;·]\s|\s&\s")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-])*\Z")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
# What stands beside a date or a size and does not make it something else: the time, brackets.
_BESIDE = re.compile(
    r"\s\([^()]{1,60}\)\Z"
    r"|[T\s]\d{1,2}:\d\d(?::\d\d)?(?:\s?(?:[+-]\d\d:?\d\d|UTC|GMT|Z|[AaPp]\.?[Mm]\b\.?))?"
)
_NUMBER = re.compile(r"\d[\d.,]*")
# One number beside signs or behind a word: "3.", "(score: 90)".
_ONE_NUMBER = re.compile(r"[^#]*#\W*\Z")
# The number of a thing: "r46", "BUG-12".
_CODE = re.compile(r"[^\W\d_]{1,5}[-_#:]?\d{1,9}\Z")
_RATING = re.compile(r"(?:10|\d(?:[.,]\d{1,2})?|\d{1,3}\s?%)\s?(?:\(|\Z)")
_OF_NUMBERS = frozenset(
    (ItemKind.DATE, ItemKind.PRICE, ItemKind.SIZE, ItemKind.NUMBER, ItemKind.RATING)
)
# What markup and labels call things. English, since markup is; one sign among others.
_NAMES: tuple[tuple[ItemKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"(?:^|[^a-z])(?:{words})", re.IGNORECASE))
    for kind, words in (
        (ItemKind.DATE, "date|time|timestamp|published|modified|posted|activity"),
        (ItemKind.PRICE, "price"),
        (ItemKind.AUTHOR, "author|byline|creator|writer|artist|user(?:name)?\\b"),
        (ItemKind.RATING, "rating|ratings|stars?\\b|reviews?\\b"),
        (ItemKind.SIZE, "size|filesize"),
        (ItemKind.ADDRESS, "url|cite\\b|path|breadcrumbs?|permalink|visibleurl"),
        (ItemKind.NUMBER, "score|rank|position|relevance"),
        (ItemKind.TYPE, "type|category|section|format|genre|status"),
        (ItemKind.SNIPPET, "snippet|summary|desc|description|abstract|excerpt|teaser|synopsis"),
    )
)


def typed(text: str) -> ItemKind | None:
    """Return what a short text is by itself: a date, a price, a size, an address, an author.

    >>> typed("3 May 2004"), typed("$ 4.50"), typed("12 bytes"), typed("tea")
    (<ItemKind.DATE: 'date'>, <ItemKind.PRICE: 'price'>, <ItemKind.SIZE: 'size'>, None)
    """
    if len(text) > MAX_TYPED_LENGTH:
        return ItemKind.ADDRESS if " " not in text and is_address_text(text) else None
    whole = _BESIDE.sub("", text).strip() or text
    for kind, find in _TYPES:
        found = find(whole)
        if found and len(found) >= MIN_COVERED * len(whole):
            return kind
    return None


def _date(text: str) -> str:
    return text if _YEAR.match(text) else date_in(text)


def _address(text: str) -> str:
    return text if is_address_text(text) else ""


_TYPES: tuple[tuple[ItemKind, Callable[[str], str]], ...] = (
    (ItemKind.DATE, _date),
    (ItemKind.PRICE, price_in),
    (ItemKind.SIZE, size_in),
    (ItemKind.ADDRESS, _address),
    (ItemKind.AUTHOR, byline_in),
)


def type_of(texts: Sequence[str]) -> ItemKind | None:
    types = [typed(text) for text in texts]
    for kind, _ in _TYPES:
        if types.count(kind) >= MIN_TYPED * len(types):
            return kind
    return None


def kind_of(column: Column, label: str, markup: str) -> ItemKind:
    """Return what a column means, title and snippet aside; `label` is what readers find it called.

    `markup` is what its elements are called.
    """
    bare = [text.removeprefix(column.start).strip(" :\u00a0") or text for text in column.texts]
    kind = type_of(bare)
    labelled = kind_by_label(label) or hint(label)
    if labelled is not None and not may_be(labelled, bare):
        # A description of one word: such a label says nothing.
        label, labelled = "", None
    hinted = labelled or hint(markup)
    if column.is_static:
        # All of a day, or of a size: but a label that has such a word is a label.
        found = kind or (hinted if _NUMBER.search(bare[0]) else None)
        return found if found in _OF_NUMBERS else ItemKind.STATIC
    if kind is not None:
        return kind
    elements = [piece.element for piece in column.pieces]
    # No duration ("PT2H").
    if all(e.tag == "time" and not e.get("datetime", "").startswith("P") for e in elements):
        return ItemKind.DATE
    if byline_in(f"{column.start} Xy"):
        return ItemKind.AUTHOR
    short = median(len(text) for text in bare) <= MAX_TYPED_LENGTH
    if short and sum(rating_in(text) is not None for text in bare) >= MIN_TYPED * len(bare):
        return ItemKind.RATING
    if hinted is not None and (short or hinted is ItemKind.SNIPPET) and may_be(hinted, bare):
        return hinted
    if not label and short and puts_in_order(bare):
        return ItemKind.NUMBER
    if not column.after and are_people(bare):
        return ItemKind.AUTHOR
    if not label and len(bare) >= MIN_FOR_SORTS and _are_sorts(bare):
        return ItemKind.TYPE
    return ItemKind.TEXT


def puts_in_order(texts: Sequence[str]) -> bool:
    """Return whether texts are one number each that says in what order the records stand.

    Positions go up by one, scores go down or up; what is counted ("872", "4:30") does neither.

    >>> puts_in_order(["1.", "2.", "3.", "1.", "2."]), puts_in_order(["(31)", "(9)", "(40)"])
    (True, False)
    """
    forms = {_NUMBER.sub("#", text) for text in texts}
    if len(forms) != 1 or not _ONE_NUMBER.match(forms.pop()):
        return False
    numbers = [float(re.sub(r"\D", "", _NUMBER.findall(text)[0])) for text in texts]
    steps = [after - before for before, after in pairwise(numbers)]
    least = MIN_IN_ORDER * len(steps)
    counts_up = sum(
        step == 1 or after == numbers[0] for step, after in zip(steps, numbers[1:], strict=True)
    )
    if steps and counts_up >= least:
        return len(set(numbers)) > 1
    goes_down, goes_up = sum(step < 0 for step in steps), sum(step > 0 for step in steps)
    return len(steps) >= MIN_STEPS and max(goes_down, goes_up) >= least


def hint(name: str) -> ItemKind | None:
    """Return what a label or class says that something is.

    >>> hint("search-result__date"), hint("col-md-4")
    (<ItemKind.DATE: 'date'>, None)
    """
    return next((kind for kind, names in _NAMES if names.search(name)), None)


def may_be(kind: ItemKind, texts: Sequence[str]) -> bool:
    """Return whether texts can be of a kind at all: numbers where there have to be some.

    >>> may_be(ItemKind.DATE, ["2022-06"]), may_be(ItemKind.DATE, ["r46"])
    (True, False)
    """
    if kind is ItemKind.RATING:
        # How many have rated it is none.
        return all(_RATING.match(text) or rating_in(text) is not None for text in texts)
    codes = sum(_CODE.match(text) is not None for text in texts)
    if kind is ItemKind.DATE and codes >= MIN_TYPED * len(texts):
        return False
    if kind in _OF_NUMBERS:
        with_digits = sum(_NUMBER.search(text) is not None for text in texts)
        return with_digits >= MIN_TYPED * len(texts)
    if kind is ItemKind.SNIPPET:
        return median(len(text) for text in texts) >= MIN_CHARACTERS / 2
    if kind is ItemKind.TYPE:
        return not is_running_text(texts)
    if kind is ItemKind.AUTHOR:
        return median(len(_NUMBER.findall(text)) for text in texts) < 1
    return True


def names_people(text: str) -> bool:
    """Return whether a text has the form of the names of people: two or three words, each capital.

    >>> names_people("Ann Ode, Yann Le Goff"), names_people("Tea and bread")
    (True, False)
    """
    names = [name.split() for name in _BETWEEN_NAMES.split(text) if name.strip()]
    return bool(names) and all(
        len(name) in WORDS_OF_NAME
        and sum(map(len, name)) <= MAX_NAME_LENGTH
        and all(word[0].isupper() and _NAME_WORD.match(word) for word in name)
        for name in names
    )


def are_people(texts: Sequence[str]) -> bool:
    """Return whether most texts have the form of names, of several people called unlike.

    >>> are_people(["Ann Ode", "Bo Li", "Yann Le Goff"]), are_people(["From Spain", "From Mali"])
    (True, False)
    """
    different = {text for text in texts if names_people(text)}
    if len(different) < MIN_PEOPLE or sum(map(names_people, texts)) < MIN_NAMES * len(texts):
        return False
    first_words = Counter(text.split()[0] for text in different)
    return max(first_words.values()) < MAX_SHARE_OF_NAME * len(different)


def _are_sorts(texts: Sequence[str]) -> bool:
    """Return whether texts are few different ones of a word or three, not counts of one thing."""
    forms = {_NUMBER.sub("#", text) for text in texts}
    is_few = len(forms) > 1 and len(set(texts)) <= MAX_SHARE_OF_SORTS * len(texts)
    return is_few and all(
        len(text) <= MAX_SORT_LENGTH and len(text.split()) <= MAX_WORDS_OF_SORT for text in texts
    )


def is_running_text(texts: Sequence[str]) -> bool:
    return (
        median(map(len, texts)) >= MIN_CHARACTERS
        and (
            median(len(text.split()) for text in texts) >= MIN_WORDS
            # Scripts without spaces.
            or sum(not text.isascii() and " " not in text[:20] for text in texts) > len(texts) / 2
        )
    )


def sentence_length(text: str) -> int:
    """Return how many characters of a text are of sentences: names, labels and numbers count not.

    >>> sentence_length("Tea of the year"), sentence_length("Rated: K - English - Words: 20")
    (9, 0)
    """
    return sum(len(word) for word in text.split() if word[0].islower() or not word[0].isascii())


SEPARATORS = (" - ", " – ", " — ", " | ", " · ", " • ", " / ", "; ", " ... ", ", ")
# Share of the texts that must be made alike. Guess.
MIN_SHARE = 0.6
MIN_SPLIT_TEXTS = 3
MAX_PARTS = 6
# Kinds of texts that are typed as a whole and may yet say more: "3 May 2004, 12 kB".
TYPED = frozenset((ItemKind.DATE, ItemKind.SIZE))
# A part is not longer (characters): longer ones are running text. Guess.
MAX_PART_LENGTH = 60


def learn_split(texts: Sequence[str], kind: ItemKind) -> ItemSplit | None:
    if len(texts) < MIN_SPLIT_TEXTS:
        return None
    for separator in SEPARATORS:
        found = _even(texts, separator, kind) or _at_one_end(texts, separator, kind)
        if found is not None:
            return found
    return None


def _even(texts: Sequence[str], separator: str, kind: ItemKind) -> ItemSplit | None:
    """Return the split into as many short parts each, of which most are of a type.

    What is typed as a whole says several things only where each part is of another type.
    """
    cut = [[part.strip() for part in text.split(separator)] for text in texts]
    counts = Counter(len(parts) for parts in cut)
    count, share = counts.most_common(1)[0]
    if not 2 <= count <= MAX_PARTS or share < MIN_SHARE * len(texts):
        return None
    columns = list(zip(*(parts for parts in cut if len(parts) == count), strict=True))
    if any(len(part) > MAX_PART_LENGTH for column in columns for part in column):
        return None
    kinds = [type_of(column) for column in columns]
    if sum(each is not None for each in kinds) * 2 < count:
        return None
    if kind in TYPED and (None in kinds or len(set(kinds)) < count):
        return None
    return ItemSplit(separator, tuple(each or ItemKind.TEXT for each in kinds))


def _at_one_end(texts: Sequence[str], separator: str, kind: ItemKind) -> ItemSplit | None:
    """Return the split of running text from the typed part that most begin or end with."""
    for from_end in (False, True):
        cut = [
            text.rsplit(separator, 1) if from_end else text.split(separator, 1) for text in texts
        ]
        ends = [parts[-1 if from_end else 0].strip() for parts in cut if len(parts) == 2]
        if len(ends) < MIN_SHARE * len(texts):
            continue
        found = type_of(ends)
        if found is not None and found is not kind:
            rest = kind if kind is not ItemKind.STATIC else ItemKind.TEXT
            return ItemSplit(separator, (rest, found) if from_end else (found, rest), from_end)
    return None


# Longer texts are running text (characters). Guess.
MAX_LENGTH = 160
MIN_COMPOSITE_TEXTS = 3
# A word is static if this share of the texts have it; this share must have all in one order. Guess.
MIN_SHARE_OF_WORD = 0.9
MIN_LABELS = 2
# What stands for a date.
_DATE = "\0"
_WORD = re.compile(r"[^\W\d_]{1,20}:?\Z")


def learn_composite(texts: Sequence[str]) -> ItemSplit | None:
    """Return the static words at which texts are cut into author, date and what else they say."""
    if len(texts) < MIN_COMPOSITE_TEXTS or median(map(len, texts)) > MAX_LENGTH:
        return None
    # A date may have static words of its own ("ago", "May").
    dates = map(date_in, texts)
    sentences = [
        (text.replace(date, f" {_DATE} ", 1) if date else text).split()
        for text, date in zip(texts, dates, strict=True)
    ]
    counts = Counter(word for sentence in sentences for word in set(sentence))
    static = {
        word
        for word, count in counts.items()
        if count >= MIN_SHARE_OF_WORD * len(texts) and _WORD.match(word)
    }
    orders = Counter(
        tuple(word for word in sentence if word in static or word == _DATE)
        for sentence in sentences
    )
    order, count = orders.most_common(1)[0]
    if count < MIN_SHARE * len(texts):
        return None
    return _checked(texts, list(_cuts(order)))


def _cuts(order: Sequence[str]) -> Iterator[tuple[str, ItemKind | None]]:
    """Yield the words to cut at, with what follows: labels, those beside a date or an author."""
    before: ItemKind | None = None
    for word, following in pairwise((*order, "")):
        if word == _DATE:
            before = ItemKind.DATE
            continue
        kind: ItemKind | None = None
        if following == _DATE:
            kind = ItemKind.DATE
        elif byline_in(f"{word} Xy"):
            kind = ItemKind.AUTHOR
        if kind is not None or before is not None or word.endswith(":"):
            yield word, kind
        before = kind


def _checked(texts: Sequence[str], cuts: Sequence[tuple[str, ItemKind | None]]) -> ItemSplit | None:
    labels = sum(word.endswith(":") for word, _ in cuts)
    # One label may be several words, of which the last has the colon.
    if all(kind is None for _, kind in cuts) and labels < MIN_LABELS:
        return None
    if not all(text.startswith(f"{cuts[0][0]} ") for text in texts):
        cuts = [("", None), *cuts]
    if not 2 <= len(cuts) <= MAX_COLUMN_PARTS:
        return None
    words = tuple(word for word, _ in cuts)
    guess = ItemSplit(" ", tuple(kind or ItemKind.TEXT for _, kind in cuts), words=words)
    rows = [
        parts
        for text in texts
        if (parts := guess.parts(text))
        and all(part or kind is None for part, (_, kind) in zip(parts, cuts, strict=True))
    ]
    if len(rows) < MIN_SHARE * len(texts):
        return None
    columns = zip(*rows, strict=True)
    return guess.replace(
        kinds=tuple(
            kind or _kind_of(word, [part for part in column if part])
            for (word, kind), column in zip(cuts, columns, strict=True)
        )
    )


def _kind_of(word: str, texts: Sequence[str]) -> ItemKind:
    if not texts:
        return ItemKind.TEXT
    if not word and len(set(texts)) == 1:
        return ItemKind.STATIC
    labelled = kind_by_label(word)
    if labelled is not None and may_be(labelled, texts):
        return labelled
    return type_of(texts) or ItemKind.TEXT
