"""Languages as the choices of a form say them: by code (ISO 639, perhaps a region) or by name.

Codes and names, in whatever language, are those of langcodes. It is imported when a form has such
choices: reading its names takes longer than all else of a search's first address.
"""

import re
from functools import lru_cache

# What the CLDR lists as Bokmål and Nynorsk is one language in most forms.
_NORWEGIAN = "no"
_CODE = re.compile(r"(?:lang[_-])?([a-z]{2,3})(?:[_-][a-z]{2,4})?", re.IGNORECASE)


@lru_cache(maxsize=4_096)
def language_meant(value: str, label: str) -> str | None:
    """Return the code (ISO 639-1) of the language that a choice means, None when nothing tells.

    >>> language_meant("1", "deutsch"), language_meant("lang_fr", ""), language_meant("us", "usa")
    ('de', 'fr', None)
    """
    return _language_named(label) or language_coded(value)


@lru_cache(maxsize=4_096)
def language_coded(value: str) -> str | None:
    """Return the code (ISO 639-1) of the language that a code names, None when it is no language's.

    >>> language_coded("ger"), language_coded("pt_BR"), language_coded("us")
    ('de', 'pt', None)
    """
    code = _CODE.fullmatch(value)
    if not code:
        return None
    from langcodes import standardize_tag, tag_is_valid

    short = standardize_tag(code[1]).partition("-")[0]
    return short if len(short) == 2 and tag_is_valid(short) else None


def is_written_language(value: str) -> bool:
    """Tell whether a code is of a language that many pages are written in: one of the CLDR's.

    Codes of other languages are as often those of countries: "ch", "se".
    """
    code = language_coded(value)
    if code is None:
        return False
    from langcodes.language_lists import CLDR_LANGUAGES

    return code in CLDR_LANGUAGES or code == _NORWEGIAN


def _language_named(name: str) -> str | None:
    """Return the code (ISO 639-1) of a language by its name in any language."""
    if not name:
        return None
    from langcodes import find

    try:
        language = find(name).language
    except LookupError:
        return None
    return language if language and len(language) == 2 else None
