"""Words of several languages: what made-up results are written in."""

import json
from pathlib import Path

# The languages written without blanks between words.
UNSPACED = frozenset({"zh", "ja"})
WORDS: dict[str, tuple[str, ...]] = {
    code: tuple(" ".join(lines).split())
    for code, lines in json.loads(
        Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
    ).items()
}


def space_of(language: str) -> str:
    return "" if language in UNSPACED else " "
