"""The template of a page class: the class names, lines and labels that its pages share."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from discovery.pages.page import Page
from discovery.pages.tree import class_names
from wrappers.extraction.page_class.page_lines import PageLine

# A line on at least this share of the pages, in the same place, is the template's. Guess: data
# repeats ("English", "in stock") on fewer pages than that.
TEMPLATE_SHARE = 0.6
# A class name on fewer pages than this share is the page's own.
CLASS_SHARE = 0.2
# A place of labels: nearly all of its lines recur on other pages. Guess.
LABEL_LINES_SHARE = 0.9
# Differing texts that a place of labels has at least; fewer are constants or values.
MIN_LABELS = 2
# A beginning of lines is a label when so many pages have it, with differing ends.
MIN_PART_SHARE = 0.2
MAX_CONSTANTS = 5_000


def template_classes(pages: Sequence[Page]) -> frozenset[str]:
    """Return the class names that recur: those of one page would make its places its own."""
    counts = Counter(
        name
        for page in pages
        for name in {name for node in page.root.iter("*") for name in class_names(node)}
    )
    least = max(2, CLASS_SHARE * len(pages)) if len(pages) > 1 else 1
    return frozenset(name for name, count in counts.items() if count >= least)


def constant_lines(pages: Sequence[Sequence[PageLine]]) -> frozenset[tuple[str, str]]:
    """Return the lines of the template: the same text in the same place on most pages."""
    if len(pages) < 2:
        return frozenset()
    counts = Counter(
        pair for lines in pages for pair in {(line.place, line.text) for line in lines}
    )
    least = max(2, TEMPLATE_SHARE * len(pages))
    # Those on most pages first, so that a bound loses the least.
    return frozenset(pair for pair, count in counts.most_common(MAX_CONSTANTS) if count >= least)


def find_label_places(
    pages: Sequence[Sequence[PageLine]], constants: frozenset[tuple[str, str]]
) -> frozenset[str]:
    """Return the places where every line is a label: nearly all of their texts recur.

    Labels of optional fields are on few pages, too few for constants; their place tells.
    """
    if len(pages) < 2:
        return frozenset()
    pages_with: Counter[tuple[str, str]] = Counter()
    occurrences: Counter[str] = Counter()
    long_places = {line.place for lines in pages for line in lines if not line.is_short}
    for lines in pages:
        pages_with.update({(line.place, line.text) for line in lines})
        occurrences.update(line.place for line in lines)
    recurring: Counter[str] = Counter()
    texts: defaultdict[str, set[str]] = defaultdict(set)
    fixed: Counter[str] = Counter()
    for lines in pages:
        for line in lines:
            if pages_with[line.place, line.text] > 1:
                recurring[line.place] += 1
                texts[line.place].add(line.text)
                fixed[line.place] += (line.place, line.text) in constants
    return frozenset(
        place
        for place, count in recurring.items()
        if place not in long_places
        and len(texts[place]) >= MIN_LABELS
        # Values of few kinds recur too: a label's place has constants among its lines.
        and fixed[place]
        and count >= LABEL_LINES_SHARE * occurrences[place]
    )


def naming_parts(
    pages: Sequence[Sequence[PageLine]],
    constants: frozenset[tuple[str, str]],
    label_places: frozenset[str],
) -> frozenset[tuple[str, str]]:
    """Return the beginnings of lines that name the rest: they recur, what follows differs."""
    ends: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    counts: Counter[tuple[str, str]] = Counter()
    for lines in pages:
        met = set()
        for line in lines:
            if line.place in label_places or (line.place, line.text) in constants:
                continue
            for part in line.parts:
                ends[line.place, part].add(line.text)
                met.add((line.place, part))
        counts.update(met)
    least = max(2, MIN_PART_SHARE * len(pages))
    return frozenset(
        pair for pair, count in counts.items() if count >= least and len(ends[pair]) > 1
    )
