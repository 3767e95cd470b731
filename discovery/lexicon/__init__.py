"""The words of the web's languages: every word list that the product reads pages with.

Each module holds the words of one use, and only data: the code that reads them is named here.

| Module | What the words are for | Reader |
|---|---|---|
| `form_words` | what a form is for | `discovery/forms/cues.py` |
| `control_words` | what a control of a form selects | `discovery/connection/form_description/` |
| `link_words` | links to a search page | `discovery/crawling/links/search_links.py` |
| `blocking_marks` | robot checks, consent, login | `discovery/pages/blocked.py` |
| `login_words` | logins, subscriptions, in a line of text | `discovery/pages/messages.py` |
| `message_words` | limits of requests, in a line of text | `discovery/pages/messages.py` |
| `wall_words` | robot checks, consent, age, in a line of text | `discovery/pages/messages.py` |
| `refusal_words` | refusals of addresses and countries | `discovery/pages/messages.py` |
| `gone_words` | pages and sites that are gone, stale forms | `discovery/pages/messages.py` |
| `outage_words` | maintenance, failing programs | `discovery/pages/messages.py` |
| `complaint_words` | what is wrong with a query | `discovery/pages/messages.py` |
| `hits_words` | hits lines, "no results" | `wrappers/extraction/hits_line/` |
| `pager_words` | "next page", "more" | `wrappers/extraction/paging/pager_labels.py` |
| `suggestion_words` | "did you mean" | `wrappers/extraction/no_result/suggestion.py` |
| `date_words` | dates of records | `wrappers/extraction/records/dates.py` |
| `record_words` | prices, bylines, advertisements | `wrappers/extraction/records/` |
| `probing_words` | words to ask an engine for | `wrappers/induction/probing/` |
| `subject_words` | what a site is about | `metasearch/brokering/subjects.py` |

To add a language, say Turkish, add its words to these modules, one by one:

1. Read the comment above a list. It says whether the entries are whole words, beginnings of words
   (stems), or signs that are found anywhere in a text without spaces.
2. Write the words as the readers see them: lower case, and case folded where the comment says so.
   `"İleri".lower()` has a dot too many: write "ileri", as most pages do. In `subject_words`,
   accents are left out as well ("kitaplari").
3. Add them to the line of a related language, or on a line of their own. The order of words in a
   set or pattern means nothing. The order of the keys of a table may; its comment says so.
4. In `probing_words` the tables have the language's code (ISO 639-1) as their key: "tr".
5. Run `pytest tests/discovery/test_lexicon.py`, and the tests of the reader with a page of that
   language added.

No list has to be complete. Every reader knows the other signs of a page (the markup, the address,
the numbers) and takes the words as one sign more.
"""

from discovery.lexicon.blocking_marks import (
    APP_ROOTS,
    CHALLENGE_PAGE_MARKS,
    CHALLENGE_PART_MARKS,
    CHALLENGE_WORDS,
    CONSENT_WORDS,
    LOGIN_WORDS,
    REFUSING_WORDS,
    SCRIPT_WORDS,
)
from discovery.lexicon.complaint_words import COMPLAINT_SAYINGS, TOO_MANY_SAYINGS
from discovery.lexicon.control_words import (
    CONTROL_LABELS,
    CONTROL_NAMES,
    EVERYTHING_CHOICE,
    LANGUAGE_CODES,
    LANGUAGE_NAMES,
    PERIOD_CHOICE,
    PERIOD_LABELS,
    PERIOD_VALUE,
    SAFE_SEARCH_CHOICE,
    SAFE_SEARCH_PROOF,
    SAFE_SEARCH_WORDS,
    THREE_LETTER_CODES,
    USUAL_PERIOD_NUMBERS,
)
from discovery.lexicon.date_words import (
    AGO_WORDS,
    CALENDAR_DATE,
    DATE_SIGN,
    MONTH_PREFIX,
    MONTH_STEMS,
    NAMED_DATE,
    RELATIVE_DATE,
)
from discovery.lexicon.gone_words import PAGE_GONE_SAYINGS, SITE_GONE_SAYINGS, TOKEN_SAYINGS
from discovery.lexicon.hits_words import (
    HIT_SIGNS,
    HIT_STEMS,
    MULTIPLIERS,
    NOTHING_SIGNS,
    NOTHING_STEMS,
    NOTHING_WORDS,
    OF_WORDS,
    PAGE_SIGNS,
    PAGE_STEMS,
    RANGE_WORDS,
    TIME_SIGNS,
    TIME_STEMS,
)
from discovery.lexicon.link_words import SEARCH_LINK_WORDS
from discovery.lexicon.login_words import LOGIN_SAYINGS
from discovery.lexicon.message_words import RATE_LIMIT_SAYINGS
from discovery.lexicon.outage_words import (
    MAINTENANCE_SAYINGS,
    PROGRAM_FAULT_SAYINGS,
    SERVER_FAULT_SAYINGS,
)
from discovery.lexicon.pager_words import (
    ARROW_SIGNS,
    MORE_SIGNS,
    MORE_WORDS,
    NEXT_SIGNS,
    NEXT_WORDS,
    PAGER_FILLER_WORDS,
)
from discovery.lexicon.probing_words import (
    FALLBACK_LANGUAGE,
    FUNCTION_WORDS,
    GENERAL_WORDS,
    NAVIGATION_WORDS,
)
from discovery.lexicon.record_words import (
    ADVERTISEMENT_LABEL,
    AUTHOR_MARKS,
    BESIDE_AUTHOR_MARKS,
    BYLINE,
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    FILE_SIZE,
    PRICE,
)
from discovery.lexicon.refusal_words import REFUSAL_SAYINGS
from discovery.lexicon.subject_words import CATEGORIES
from discovery.lexicon.suggestion_words import SUGGESTING_WORDS
from discovery.lexicon.wall_words import CONSENT_SAYINGS, ROBOT_CHECK_SAYINGS

__all__ = [
    "ADVERTISEMENT_LABEL",
    "AGO_WORDS",
    "APP_ROOTS",
    "ARROW_SIGNS",
    "AUTHOR_MARKS",
    "BESIDE_AUTHOR_MARKS",
    "BYLINE",
    "CALENDAR_DATE",
    "CATEGORIES",
    "CHALLENGE_PAGE_MARKS",
    "CHALLENGE_PART_MARKS",
    "CHALLENGE_WORDS",
    "COMPLAINT_SAYINGS",
    "CONSENT_SAYINGS",
    "CONSENT_WORDS",
    "CONTROL_LABELS",
    "CONTROL_NAMES",
    "CURRENCY_NAMES",
    "CURRENCY_SIGNS",
    "DATE_SIGN",
    "EVERYTHING_CHOICE",
    "FALLBACK_LANGUAGE",
    "FILE_SIZE",
    "FUNCTION_WORDS",
    "GENERAL_WORDS",
    "HIT_SIGNS",
    "HIT_STEMS",
    "LANGUAGE_CODES",
    "LANGUAGE_NAMES",
    "LOGIN_SAYINGS",
    "LOGIN_WORDS",
    "MAINTENANCE_SAYINGS",
    "MONTH_PREFIX",
    "MONTH_STEMS",
    "MORE_SIGNS",
    "MORE_WORDS",
    "MULTIPLIERS",
    "NAMED_DATE",
    "NAVIGATION_WORDS",
    "NEXT_SIGNS",
    "NEXT_WORDS",
    "NOTHING_SIGNS",
    "NOTHING_STEMS",
    "NOTHING_WORDS",
    "OF_WORDS",
    "PAGER_FILLER_WORDS",
    "PAGE_GONE_SAYINGS",
    "PAGE_SIGNS",
    "PAGE_STEMS",
    "PERIOD_CHOICE",
    "PERIOD_LABELS",
    "PERIOD_VALUE",
    "PRICE",
    "PROGRAM_FAULT_SAYINGS",
    "RANGE_WORDS",
    "RATE_LIMIT_SAYINGS",
    "REFUSAL_SAYINGS",
    "REFUSING_WORDS",
    "RELATIVE_DATE",
    "ROBOT_CHECK_SAYINGS",
    "SAFE_SEARCH_CHOICE",
    "SAFE_SEARCH_PROOF",
    "SAFE_SEARCH_WORDS",
    "SCRIPT_WORDS",
    "SEARCH_LINK_WORDS",
    "SERVER_FAULT_SAYINGS",
    "SITE_GONE_SAYINGS",
    "SUGGESTING_WORDS",
    "THREE_LETTER_CODES",
    "TIME_SIGNS",
    "TIME_STEMS",
    "TOKEN_SAYINGS",
    "TOO_MANY_SAYINGS",
    "USUAL_PERIOD_NUMBERS",
]
