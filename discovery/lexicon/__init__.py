"""The words of the web's languages: all that the product reads pages with, one file a language.

`languages/de.json` holds the words of German; `languages/any.json` the signs, units and names of
software that belong to no language. `words.py` says what each section is for and how its entries
are matched. Marks of markup and of vendors are no words: they stand in `blocking_marks.py`, names
of keys that programs send in `data_keys.py`.

To add a language, say Turkish, write `languages/tr.json`: a part of the sections, each with a part
of its lists. Words that languages share stand in the file of each. Then run
`pytest tests/discovery/test_lexicon.py`, which names what is written wrongly, and what the language
lacks of the sections that every larger language has.

No list has to be complete. Every reader knows the other signs of a page (the markup, the address,
the numbers) and takes the words as one sign more.
"""

from discovery.lexicon.blocking_marks import APP_ROOTS, CHALLENGE_PAGE_MARKS, CHALLENGE_PART_MARKS
from discovery.lexicon.data_keys import DATA_KEYS
from discovery.lexicon.reading import any_of, any_text, languages, lexicon
from discovery.lexicon.words import Period, Role, SafeLevel, Sayings

__all__ = [
    "APP_ROOTS",
    "CHALLENGE_PAGE_MARKS",
    "CHALLENGE_PART_MARKS",
    "DATA_KEYS",
    "Period",
    "Role",
    "SafeLevel",
    "Sayings",
    "any_of",
    "any_text",
    "languages",
    "lexicon",
]
