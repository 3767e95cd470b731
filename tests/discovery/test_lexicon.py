"""The files of the languages: their form, what they lack, and that a new one is read."""

import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from shutil import copytree

import pytest

from discovery.lexicon.words import FOLDER, languages, lexicon
from tests.programs import run_python

CODES = sorted(path.stem for path in FOLDER.glob("*.json"))
# The readers of these sections use `str.casefold`; the others `str.lower`, or ignore case.
CASE_FOLDED = {"hits_line", "no_result", "pager", "walls", "choices", "sayings"}
# Patterns are compared with the text of pages as it is written.
PATTERNS = {"forms", "controls", "dates", "records", "subjects"}
# Lists of which a word may stand in one only: it would say two things.
EXCLUSIVE = (
    ("pager", ("next_words", "more_words")),
    ("pager", ("next_signs", "more_signs")),
    ("hits_line", ("hit_stems", "page_stems", "time_stems")),
    ("hits_line", ("page_signs", "time_signs")),
    ("probing", ("general", "function")),
)
# A language that hits lines are read in has all of these.
REQUIRED = ("forms", "pager", "hits_line", "no_result", "probing")
# What is known to be lacking: nobody has written it yet.
LACKING = {
    "bg": {"probing"}, "bn": {"no_result", "probing"}, "ca": {"no_result", "probing"},
    "et": {"probing"}, "eu": {"probing"}, "hr": {"probing"}, "lt": {"probing"}, "lv": {"probing"},
    "sk": {"probing"}, "sl": {"probing"}, "sq": {"no_result", "pager", "probing"},
    "sr": {"probing"}, "sw": {"no_result", "probing"}, "ta": {"no_result", "probing"},
}  # fmt: skip
# A language that nobody speaks: its words are in no other file.
MADE_UP = {
    "forms": {"search_words": ["qvestu"], "search_marks": ["qvestu"], "search_links": ["qvestu"]},
    "pager": {"next_words": ["plifar"], "more_words": ["moruz"]},
    "hits_line": {"hit_stems": ["gvodit"], "of_words": ["ekde"]},
    "no_result": {"nothing_words": ["nenjo"], "suggesting": ["ĉu vi volis"]},
    "sayings": {"rate_limit": [[["tro da"], ["demandoj"]]]},
    "dates": {"months": ["jzn"]},
    "records": {"bylines": ["farde"], "advertisement_labels": ["reklzm"]},
}
READERS = """
import sys
from pathlib import Path
from discovery.lexicon import words
words.FOLDER = Path(sys.argv[1])
from discovery.forms.classification import rank_search_forms
from discovery.pages.messages import find_message
from discovery.pages.page import parse_page
from wrappers.extraction.hits_line import counts_hits
from wrappers.extraction.hits_line import CONVINCING, read_line, says_no_results
from wrappers.extraction.no_result import find_suggestion
from wrappers.extraction.paging import read_label
from wrappers.extraction.records.details import date_in
form = "<form action=/x method=post><p>Qvestu<input name=zz><button>Qvestu</button></form>"
page = parse_page(f"<p>ĉu vi volis: maple</p>{form}".encode(), url="http://a.example/")
print(len(rank_search_forms(page)))
print(read_label("plifar") and read_label("plifar").kind.name)
print(read_label("moruz") and read_label("moruz").kind.name)
print(counts_hits("230 gvoditaj"), read_line("230 gvoditaj")[0].score >= CONVINCING)
print(says_no_results("nenjo gvodita"))
print(find_suggestion(page, "mapel"))
print(date_in("3. jzneo 2004"))
print((message := find_message(["Tro da demandoj."])) and message.kind.name)
print(sorted({"langcodes", "py3langid"} & set(sys.modules)))
"""


def file_of(code: str) -> dict[str, dict[str, object]]:
    """Return a language's file as it is written; raises ValueError for a key written twice."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len({key for key, _ in pairs}) == len(pairs), f"{code}: a key twice"
        return dict(pairs)

    text = (FOLDER / f"{code}.json").read_text(encoding="utf-8")
    return json.loads(text, object_pairs_hook=once)


def lists_in(value: object, name: str = "") -> Iterator[tuple[str, list[str]]]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from lists_in(entry, f"{name}.{key}".strip("."))
    elif isinstance(value, list) and value and isinstance(value[0], list):
        for entry in value:
            yield from lists_in(entry, name)
    elif isinstance(value, list):
        yield name, value


@pytest.mark.parametrize("code", CODES)
def test_a_file_has_known_sections_and_lists_alone_and_no_word_stands_twice(code):
    # Reading checks it: an unknown key or another type raises ValidationError.
    assert code in languages()
    assert re.fullmatch(r"[a-z]{2}|any", code)
    content = file_of(code)
    assert all(content.values()), "an empty section"
    for section, names in EXCLUSIVE:
        part = content.get(section, {})
        for one, other in combinations(names, 2):
            both = set(part.get(one, ())) & set(part.get(other, ()))  # type: ignore[call-overload]
            assert not both, f"{section}: {both} in {one} and {other}"
    # All are written as their readers fold.
    for name, words in lists_in(content):
        assert len(set(words)) == len(words), f"{name}: {[w for w in words if words.count(w) > 1]}"
        assert words or name.startswith(("sayings", "choices")), f"{name} is empty"
        section = name.partition(".")[0]
        for word in words:
            assert unicodedata.normalize("NFC", word) == word, f"{name}: {word}"
            if section in CASE_FOLDED:
                assert word == word.casefold(), f"{name}: {word}"
            elif section in PATTERNS:
                assert not re.compile(word).fullmatch(""), f"{name}: {word}"
            else:
                assert word == word.lower(), f"{name}: {word}"
    for name, sayings in content.get("sayings", {}).items():
        assert isinstance(sayings, list)
        written = [json.dumps(saying) for saying in sayings]
        assert len(set(written)) == len(written), name


def test_what_languages_lack_is_listed_and_no_list_is_empty():
    lacking = {
        code: missing
        for code in CODES
        if code != "any"
        and "hits_line" in file_of(code)
        and (missing := set(REQUIRED) - file_of(code).keys())
    }
    assert lacking == LACKING
    every = lexicon()
    for section in every.__struct_fields__:
        part = getattr(every, section)
        names = getattr(part, "__struct_fields__", ())
        assert all(getattr(part, name) for name in names), section


def recognised(folder: Path) -> list[str]:
    return run_python("-c", READERS, str(folder)).stdout.splitlines()


def test_a_language_is_added_by_adding_a_file(tmp_path):
    folder = copytree(FOLDER, tmp_path / "languages")
    nothing = ["0", "None", "None", "False False", "False", "None", "", "None", "[]"]
    assert recognised(folder) == nothing
    (folder / "qq.json").write_text(json.dumps(MADE_UP), encoding="utf-8")
    assert recognised(folder) == [
        *("1", "NEXT", "MORE", "True True", "True", "maple", "3. jzneo 2004", "RATE_LIMIT", "[]")
    ]
