"""What a sample stands for where kinds share a template."""

import numpy as np
import pytest

from discovery.crawling.structural.class_model import (
    ClassModel,
    Evidence,
    choice_of,
    choose_class,
    fit_class,
)
from discovery.crawling.structural.page_classifier import is_unusual
from discovery.crawling.structural.page_store import Tokens, learn_vocabulary
from discovery.crawling.structural.readings import (
    beginnings,
    find_marks,
    marked_families,
    read_place,
)
from discovery.crawling.structural.url_families import AddressFamily, cut_address

SITE = "http://site.example"
FRAME, BLOCKS = range(1, 20), range(100, 108)


def page(number: int, *marks: int) -> Tokens:
    """Return a page of the one template: blocks it may lack, something of its own, its marks."""
    blocks = (block for block in BLOCKS if (number * number + 3 * block) % 7)
    return np.array(sorted({*FRAME, *blocks, *marks, 100_000 + number}), dtype=np.uint32)


def fitted(addresses: list[str], labelled: list[Tokens]) -> ClassModel:
    """Return the class of the first page; structure alone does not tell the pages apart."""
    pages = [page(number) for number in range(len(labelled))]
    parts = [cut_address(SITE + address) for address in addresses]
    no_sets = np.zeros((0, len(pages)), dtype=np.bool_)
    return fit_class(Evidence([0], [pages, pages, labelled], parts, no_sets, True))


def test_a_kind_that_shares_its_template_is_told_by_a_mark() -> None:
    # Only a link to the hub, 900, tells the first ten pages from the others.
    pages = [page(n, 900 if n < 10 else 901) for n in range(40)]
    ref, wider = (AddressFamily(above=(name,)) for name in ("ref", "doc"))
    known = {count: np.arange(40) < count for count in (10, 30)}
    families = [(wider, known[30]), (ref, known[10])]
    marks = find_marks(pages[0], pages)
    assert marked_families(families, marks, np.ones(40)) == [ref]
    parts = [cut_address(f"{SITE}/{'ref' if n < 10 else 'guide'}/x{n}.html") for n in range(40)]
    first, second = read_place([ref], parts[:1], parts, None)
    assert (first.family, second.family) == (ref, ref)
    assert first.quality > second.quality


def test_without_a_mark_it_is_told_by_its_part_of_the_site() -> None:
    addresses = [f"/{part}/x{n}.html" for part in ("ref", "guide", "faq") for n in range(20)]
    model = fitted(addresses, [page(n) for n in range(60)])
    assert str(model.family) == "/ref/**/*"
    assert "part of the site" in model.basis


def test_what_begins_like_the_sample_is_a_reading() -> None:
    names = ["lang_a", "lang_b", "lang_c", "lang_d", "lang_e", "pragma", "faq", "news_1"]
    parts = [cut_address(f"{SITE}/doc/{name}.html") for name in names]
    assert [str(family) for family in beginnings(parts[:1], parts)] == ["/**/lang_*", "/**/lang*"]
    # All samples have to begin so.
    assert beginnings([parts[0], parts[5]], parts) == []
    pages = [cut_address(f"{SITE}/list?kind={n % 2}&id={n}") for n in range(12)]
    assert [str(family) for family in beginnings(pages[:1], pages)] == ["/**/*?id=*&kind=0"]


def test_a_chosen_reading_is_all_pages_with_its_addresses() -> None:
    addresses = [f"/{part}/x{n}.html" for part in ("ref", "guide", "faq") for n in range(20)]
    model = fitted(addresses, [page(n) for n in range(60)])
    family = AddressFamily(("ref",), (), 1, "x", ".html", "", ("a",), (("a", "1"),), "old")
    within = family.replace(within=family)
    chosen = choose_class(model, choice_of(within))
    assert chosen.family == within
    assert chosen.members(np.zeros(2), np.array([True, False])).tolist() == [True, False]
    assert choose_class(model, choice_of(None)).family is None
    with pytest.raises(ValueError, match="no address family"):
        choose_class(model, '{"above": 7}')


def test_a_sample_unlike_its_class_is_noticed() -> None:
    pages = [page(number) for number in range(30)]
    bare = np.array([1, 2, 3], dtype=np.uint32)
    vocabulary = learn_vocabulary([*pages, bare], np.ones(31))
    assert is_unusual(vocabulary, bare, pages)
    assert not is_unusual(vocabulary, pages[4], pages)
