"""The languages of results: their names, and which one a text may be in."""

from functools import lru_cache

from django.utils.translation import get_language_info

# Shorter texts are names and titles, of whatever language.
LEAST_LENGTH = 40
# Characters that are looked at, and texts whose languages are kept: those of a search are merged
# again with each batch of answers.
MAX_LENGTH = 500
KEPT = 4_096
# By how much another language must be the likelier one, as a logarithm. Measured on the samples'
# 307 records in English, German and French: 2 in a hundred of the language asked for are left out,
# 3 of the others are not.
LEAST_LEAD = 10.0


@lru_cache(KEPT)
def may_be_in(language: str, text: str) -> bool:
    """Tell whether a text may be in a language, given by its code; what is short may be.

    Takes a tenth of a millisecond, the first time a second.

    >>> may_be_in("de", "The module provides functions that format the current time")
    False
    >>> may_be_in("de", "json.loads"), may_be_in("xx", "The module provides functions for time")
    (True, True)
    """
    if len(text) < LEAST_LENGTH:
        return True
    from py3langid import rank

    likely = dict(rank(text[:MAX_LENGTH]))
    return language not in likely or max(likely.values()) - likely[language] < LEAST_LEAD


def language_name(code: str, which: str = "name_local") -> str:
    """Return a language's own name, or `which` is asked for; its code if Django does not know it.

    >>> language_name("de"), language_name("xx")
    ('Deutsch', 'xx')
    """
    try:
        return str(get_language_info(code)[which]).capitalize()
    except KeyError:
        return code
