"""All lists of sample pages, for a person to choose from."""

import pytest

from discovery.pages.page import parse_page
from wrappers.induction.pipeline import propose_wrappers
from wrappers.induction.samples import EqualPagesError, Sample

PAGE = """<html><body><ul class=nav>{nav}</ul><div id=main>{records}</div>
<div class=also>{also}</div></body></html>"""


def sample(*words: str) -> Sample:
    """Return a result page with a menu, records, and a list of related searches."""
    nav = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("home", "help", "about"))
    records = "".join(
        f"<div class=hit><h3><a href=/doc/{word}>{word} in full</a></h3><p>All about {word} here."
        for word in words
    )
    also = "".join(f"<span><a href='/s?q={word}+x'>{word} x</a></span>" for word in words)
    body = PAGE.format(nav=nav, records=records, also=also).encode()
    return Sample(parse_page(body, "http://a.example/s?q=x"), words[0])


SAMPLES = [sample("tea", "cup", "pot", "leaf"), sample("oak", "elm", "ash", "yew", "fir")]


def test_the_records_come_first_and_the_menu_is_there_too() -> None:
    lists = [
        [record.title for record in learned.wrapper.extract(SAMPLES[0].page).records]
        for learned in propose_wrappers(SAMPLES)
    ]
    assert lists[0] == ["tea in full", "cup in full", "pot in full", "leaf in full"]
    assert ["home", "help", "about"] in lists
    assert ["tea x", "cup x", "pot x", "leaf x"] in lists
    assert len({tuple(titles) for titles in lists}) == len(lists), "none twice"
    with pytest.raises(EqualPagesError):
        propose_wrappers([SAMPLES[0], SAMPLES[0]])
