"""String similarity, for leaves: nodes that show no tree structure of their own."""

from rapidfuzz.distance import Indel

# Characters compared; what differs further on makes no title or label another. Guess.
MAX_LENGTH = 1_000


def text_similarity(left: str, right: str) -> float:
    """Return 1 − insertions and deletions of letters / letters of both, from 0 to 1.

    Case and runs of white space do not count (Ferrara and Baumgartner 2011, section 4, rely on
    string similarity for leaves and name no measure).

    >>> text_similarity("Next page", "next  page"), round(text_similarity("Next", "Text"), 2)
    (1.0, 0.75)
    """
    first, second = (" ".join(text[:MAX_LENGTH].split()).casefold() for text in (left, right))
    return float(Indel.normalized_similarity(first, second))
