"""Write made-up result pages: `python -m evaluation.training.synthetic_engines FOLDER [--engines N]`.

Every page template is given to several engines of different languages and page sizes, each with a
few result pages. `evaluation.quality.extraction` and `fit_candidate_ranking` read the folder like
any other. The same folder comes out each time. `--bare` writes lists of links of hand-made sites.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from evaluation.training.synthetic_engines import (
    bare_lists,
    nineties,
    twenty_tens,
    two_thousands,
)
from evaluation.training.synthetic_engines.results import Answer, Hit, make_answer
from evaluation.training.synthetic_engines.words import LANGUAGES

TEMPLATES: tuple[Callable[[Answer], str], ...] = (
    *nineties.TEMPLATES,
    *two_thousands.TEMPLATES,
    *twenty_tens.TEMPLATES,
)
# Pages of each engine: the last ones have no result.
PAGES, PAGES_WITHOUT_RESULT = 3, 2
SIZES = (10, 10, 10, 10, 20, 15, 25, 12, 7, 30)
# Hand-made sites show all matches on one page, as many as there are.
BARE_SIZES = tuple(range(4, 61))


def make_cases(
    folder: Path,
    engines: int,
    templates: Sequence[Callable[[Answer], str]] = TEMPLATES,
    sizes: Sequence[int] = SIZES,
) -> list[dict[str, Any]]:
    """Write the pages of `engines` engines a template; return their cases."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    cases = []
    for place, template in enumerate(templates):
        for copy in range(engines):
            number = 1 + place + copy * len(templates)
            style = random.Random(f"{number} engine")
            size = style.choice(sizes)
            language = style.choice(("en", "en", "en", *LANGUAGES))
            for page in range(PAGES + PAGES_WITHOUT_RESULT):
                # The last page with results is short: few matches.
                own = random.Random(f"{number} {page}")
                shown = own.randint(2, size) if page == 2 else size
                if sizes is BARE_SIZES:
                    shown = own.choice(sizes)
                shown = 0 if page >= PAGES else shown
                answer = make_answer(number, page, shown, language)
                name = f"{template.__name__}-{copy}-{page}"
                html = template(answer)
                (folder / "pages" / f"{name}.html").write_text(html, encoding="utf-8")
                cases.append(
                    case_of(answer, template.__name__, f"{template.__name__}-{copy}", name)
                )
    return cases


def case_of(answer: Answer, layout: str, template: str, name: str) -> dict[str, Any]:
    """Return the truth of a page in the format of the benchmarks' cases."""
    return {
        "id": name,
        "site": layout,
        "template": template,
        "query": answer.query,
        "url": f"http://{answer.host}/search?q={answer.query.replace(' ', '+')}",
        "html": f"pages/{name}.html",
        "lang": answer.language.code,
        "no_result": not answer.hits,
        "records": [
            _row(hit) | {"url": answer.targets.get(hit.url, hit.url)} for hit in answer.hits
        ],
        "optional_records": [_row(hit) for hit in answer.used_extra],
        "ads": [_row(hit) for hit in answer.used_ads],
    }


def _row(hit: Hit) -> dict[str, str]:
    return {"url": hit.url, "title": hit.title, "snippet": hit.snippet}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--engines", type=int, default=2, help="engines a template")
    parser.add_argument("--bare", action="store_true", help="bare lists of hand-made sites instead")
    options = parser.parse_args(arguments)
    templates, sizes = (bare_lists.TEMPLATES, BARE_SIZES) if options.bare else (TEMPLATES, SIZES)
    cases = make_cases(options.folder, options.engines, templates, sizes)
    with (options.folder / "cases.jsonl").open("w", encoding="utf-8") as lines:
        for case in cases:
            lines.write(json.dumps(case, ensure_ascii=False) + "\n")
    print(f"{len(cases)} pages of {len(templates)} templates in {options.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
