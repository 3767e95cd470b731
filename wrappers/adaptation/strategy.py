"""The strategies of adaptation."""

from enum import StrEnum


class Strategy(StrEnum):
    """How the records are found again on redesigned pages."""

    CLUSTERED = "clustered"  # clustered tree matching with the tree-grams
    BIGRAM = "bigram"  # bigrams of trees: parts of a record may have changed places
    JARO_WINKLER = "jaro_winkler"  # Jaro–Winkler over trees: levels may have come and gone
    ATTRIBUTES = "attributes"  # class names, ids and other names that are still in use
    ORACLE = "oracle"  # records that the same queries once gave, found in the new answers
    LEARN_ANEW = "learn_anew"  # nothing of the old structure is asked for
