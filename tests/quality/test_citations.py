"""What docstrings, comments and docs quote from the papers stands in the papers, word for word.

So do the sections they name. The papers' full texts are in the shared seeds; spaces, hyphens at the
ends of lines and the shapes of quotation marks are as the conversion to text left them and do not
count.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from itertools import chain, groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
FOLDERS = ("discovery", "wrappers", "metasearch", "evaluation")
# How each text at hand is told (words of its own), and the names by which it is cited. One text
# joins three papers (docs/literature.md).
PAPERS = {
    "LOCATING COLLECTIONS OF WEB PAGES": ("Blanco", "INDESIT"),
    "Structure-Driven Crawler Generation": ("Vidal",),
    "Wrapper Format Hypothesis": ("Wu, Meng", "Zhao et al", "ViNTs", "ViDE", "Liu, Meng"),
    "Automatically Adaptable Web Wrappers": ("Ferrara",),
}
# What else has sections: a text that names one of these names its sections.
OTHERS = re.compile(r"RFC|HTML|URL standard|standard|CSS|XML|WHATWG|Cormack|Callan|French|SIGIR")
# Fewer words are a term or an example of a page's text.
LEAST_WORDS = 3
QUOTATION = re.compile(r'[“"]([^“”"]+)[”"]')
SECTION = re.compile(r"\bsections? (\d(?:\.\d)*)(?:(?:,| and| to) (\d(?:\.\d)*))?", re.IGNORECASE)
# "3 CRAWLING FOR STRUCTURE", "3.1 Learning Promising Paths", "4.3.1 Evaluating Similarity".
HEADING = re.compile(r"(?:^|\s)(\d(?:\.\d)+|\d(?=\.? [A-Z]{3}|\. [A-Z]))\.? [A-Z]", re.MULTILINE)
NUMBERED_MARKUP = re.compile(r'refnum="(\d(?:\.\d)*)"')


def folded(text: str) -> str:
    return re.sub(r"[\W_]", "", text.replace("\N{LATIN SMALL LIGATURE FI}", "fi")).casefold()


@cache
def seed(mark: str) -> str:
    for path in sorted(SEEDS.iterdir()):
        text = path.read_text(encoding="utf-8", errors="replace")
        if mark.casefold() in text.casefold():
            return text
    raise AssertionError(f"no text in {SEEDS} holds {mark!r}")


def cited(text: str) -> tuple[str, ...]:
    return tuple(mark for mark, names in PAPERS.items() if any(name in text for name in names))


def passages(path: Path) -> Iterator[str]:
    """Yield the docstrings of a module, and its comments, neighbouring lines as one."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(t.start[0], t.string.lstrip("# ")) for t in tokens if t.type == tokenize.COMMENT]
    for _, lines in groupby(enumerate(comments), key=lambda each: each[1][0] - each[0]):
        yield " ".join(text for _, (_, text) in lines)


def citing() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield every passage that cites a paper: of modules, and of docs paragraph by paragraph.

    So its place, its text, the papers; one that names a section alone speaks of its module's.
    """
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            texts = list(passages(path))
            whole = cited(texts[0])
            for text in texts:
                if papers := cited(text) or (whole if SECTION.search(text) else ()):
                    yield str(path.relative_to(ROOT)), " ".join(text.split()), papers
    for path in sorted((ROOT / "docs").glob("*.md")):
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            if papers := cited(paragraph):
                yield f"docs/{path.name}", " ".join(paragraph.split()), papers


def test_quotations_are_verbatim():
    quoted = [
        (f"{place}: {part!r}", any(folded(part) in folded(seed(mark)) for mark in papers))
        for place, text, papers in citing()
        for quotation in QUOTATION.findall(text)
        for part in re.split(r"…|\.\.\.|\[[^]]*\]", quotation)
        if len(part.split()) >= LEAST_WORDS
    ]
    assert len(quoted) > 10
    wrong = [said for said, is_there in quoted if not is_there]
    assert not wrong, "\n".join(wrong)


def sections(mark: str) -> set[str]:
    """Return the numbers of a paper's sections: before a heading, or in the markup of one."""
    return set(HEADING.findall(seed(mark))) | set(NUMBERED_MARKUP.findall(seed(mark)))


# The three papers of one text, and the sections that are each one's.
OF_PAPERS = {"2": r"Wu, Meng", "3": r"Zhao et al|ViNTs", "4": r"Liu, Meng|ViDE"}


def is_of_paper(number: str, text: str, mark: str) -> bool:
    """Return whether a section is one of the papers that a passage names."""
    named = {first for first, names in OF_PAPERS.items() if re.search(names, text)}
    return number in sections(mark) and (number[0] in named or not named)


def test_sections_exist():
    named = [
        (f"{place}: section {number}: {text[:80]}", is_of_paper(number, text, papers[0]))
        for place, text, papers in citing()
        if len(papers) == 1 and not OTHERS.search(text)
        for number in filter(None, chain.from_iterable(SECTION.findall(text)))
    ]
    assert len(named) > 30
    wrong = [said for said, is_there in named if not is_there]
    assert not wrong, "\n".join(wrong)
