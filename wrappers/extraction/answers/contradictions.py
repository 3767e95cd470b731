"""Records that contradict themselves, or what their page says of them."""

import re

from wrappers.extraction.extraction import Extraction

# A range "1-10" with fewer records than this share of it contradicts them; extraction may rightly
# leave out an entry of another kind. Guess.
MIN_SHARE_OF_RANGE = 0.5
# Records with an empty title above this share, or all with one address, are no records. Guess.
MAX_SHARE_UNTITLED = 0.5
# What stands in an address only where bytes between two tags were lost; few have how it begins.
_MARKUP = re.compile(
    r"(?i)(?:<|%3c)/?(?:a|div|h\d|li|p|span|td|tr|article|section)(?=[\s>/]|%20|%3e)"
)


def contradiction_in(extraction: Extraction) -> str | None:
    """Return what speaks against the records of `extraction`, or None."""
    records, hits = extraction.records, extraction.hits
    count = len(records)
    untitled = sum(not record.title.strip() for record in records)
    if untitled > MAX_SHARE_UNTITLED * count:
        return f"{untitled} of {count} records have no title"
    addresses = {record.url for record in records}
    if count > 2 and len(addresses) == 1 and addresses != {None}:
        return f"all {count} records have the same address"
    odd = (url for r in records if (url := r.url or "") and ("<" in url or "%3" in url))
    torn = sum(_MARKUP.search(url) is not None for url in odd)
    if torn:
        return f"the addresses of {torn} of {count} records hold markup: a part of the page is lost"
    shown = hits.shown if hits is not None else None
    if shown and count < MIN_SHARE_OF_RANGE * shown:
        return f"the page says it shows {shown} matches, {count} records were found"
    if extraction.total == 0:
        return f"the hits line says 0, {count} records were found"
    return None
