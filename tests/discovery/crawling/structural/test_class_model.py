"""The class of a sample: agreement, families of addresses, similarity, neighbours."""

import numpy as np
import pytest

from discovery.crawling.structural.class_model import (
    ALIKE,
    LISTED,
    ClassModel,
    Evidence,
    choose_class,
    fit_class,
)
from discovery.crawling.structural.url_families import AddressFamily, cut_address, family_table
from discovery.crawling.traversal import Tokens

SITE = "http://site.example"


def page(*tokens: int) -> Tokens:
    return np.array(sorted(tokens), dtype=np.uint32)


def template(kind: int, number: int, blocks: int = 8) -> Tokens:
    """Return a page of a template: its blocks, the site's frame, something of its own."""
    frame = range(1, 20)
    own = {1_000 * kind + block for block in range(blocks) if (number + block) % 4}
    return page(*frame, *own, 100_000 + 100 * kind + number)


def site_of_two(names: tuple[str, str], count: int = 20) -> tuple[list[str], list[Tokens]]:
    addresses = [SITE + name.format(number) for name in names for number in range(count)]
    return addresses, [template(kind, number) for kind in (1, 2) for number in range(count)]


def fitted(
    addresses: list[str], pages: list[Tokens], samples: tuple[int, ...] = (3,)
) -> tuple[ClassModel, set[int]]:
    parts = [cut_address(address) for address in addresses]
    no_sets = np.zeros((0, len(pages)), dtype=np.bool_)
    model = fit_class(Evidence(samples, [pages] * 3, parts, no_sets, True))
    fits = np.array([model.family is not None and model.family.matches_parts(p) for p in parts])
    return model, set(np.flatnonzero(model.members(model.similarity(pages), fits)).tolist())


@pytest.mark.parametrize(
    "names",
    [
        ("/a/x{}.html", "/b/y{}.html"),
        ("/class.K{}.html", "/enum.E{}.html"),
        ("/item.php?id={}", "/list.php?id={}"),
        ("/index.php?do=item&n={}", "/index.php?do=list&n={}"),
        ("/{}/members.html", "/{}/usage.html"),
    ],
)
def test_addresses_and_structure_agree_on_the_class(names: tuple[str, str]) -> None:
    model, members = fitted(*site_of_two(names))
    assert members == set(range(20))
    assert model.is_trusted


def test_a_level_that_is_a_number_is_any_number() -> None:
    addresses = [f"{SITE}/blog/{2019 + n % 4}/{n}/post-{n}.html" for n in range(24)]
    addresses += [f"{SITE}/blog/tags/tag-{n}.html" for n in range(12)]
    pages = [template(1 + (n >= 24), n) for n in range(36)]
    _, members = fitted(addresses, pages)
    assert members == set(range(24))
    # Nothing but the place in the site tells posts from lists.
    model, _ = fitted(addresses, [plain_page(n) for n in range(36)])
    assert str(model.family) == "/blog/#/**/*"
    assert not model.family.matches(f"{SITE}/blog/tags/2019.html")


def test_a_directory_that_stands_everywhere_may_be_left_out() -> None:
    base, packages = "http://a.example/api", ("a", "a/b", "c", "c/d/e", "f")
    own = [f"{base}/{package}/Tree.html" for package in packages]
    uses = [f"{base}/{package}/class-use/Tree.html" for package in packages]
    cut = [cut_address(address) for address in (*own, *uses)]
    table = family_table(cut[0], cut)
    wanted = [True] * len(own) + [False] * len(uses)
    chosen = [str(f) for f, row in zip(table.families, table.matches, strict=True) if f.without]
    assert any(row.tolist() == wanted for row in table.matches)
    assert any("without /class-use/" in each for each in chosen)


def test_pages_made_for_others_are_left_out_by_their_last_words() -> None:
    names = [f"/class{name}{end}.html" for name in "ABCDE" for end in ("", "-members")]
    cut = [cut_address(SITE + name) for name in names]
    table = family_table(cut[0], cut)
    wanted = [not name.endswith("-members.html") for name in names]
    plain = [
        str(family)
        for family, row in zip(table.families, table.matches, strict=True)
        if row.tolist() == wanted
    ]
    assert any(text.endswith("without *-members") for text in plain)


@pytest.mark.parametrize(
    "others",
    [
        [("/INDEX.html", page(1)), ("/COPYING.html", page(2))],
        # Another site on the same host.
        [(f"/other/{n}.html", page(*range(900, 920), 950 + n)) for n in range(25)],
    ],
)
def test_a_kind_is_found_within_what_is_most_of_the_site(others: list[tuple[str, Tokens]]) -> None:
    rest = [template(2, number) for number in range(40)]
    pages = [*(template(1, number) for number in range(12)), *rest]
    addresses = [f"{SITE}/a/k.{number}.html" for number in range(12)]
    addresses += [f"{SITE}/a/o.{number}.html" for number in range(40)]
    addresses += [SITE + path for path, _ in others]
    _, members = fitted(addresses, [*pages, *(each for _, each in others)])
    assert members == set(range(12))


FRAME, BLOCKS = range(1, 20), range(100, 108)


def plain_page(number: int, *marks: int) -> Tokens:
    """Return a page of the one template: blocks it may lack, something of its own, its marks."""
    blocks = (block for block in BLOCKS if (number * number + 3 * block) % 7)
    return np.array(sorted({*FRAME, *blocks, *marks, 100_000 + number}), dtype=np.uint32)


def class_of_first(addresses: list[str], labelled: list[Tokens]) -> ClassModel:
    """Return the class of the first page; structure alone does not tell the pages apart."""
    pages = [plain_page(number) for number in range(len(labelled))]
    parts = [cut_address(SITE + address) for address in addresses]
    no_sets = np.zeros((0, len(pages)), dtype=np.bool_)
    return fit_class(Evidence([0], [pages, pages, labelled], parts, no_sets, True))


@pytest.mark.parametrize(
    ("shared", "blocks", "family"), [(4, 8, "/**/a/*"), (0, 5, "/**/a/struct*")]
)
def test_pages_that_are_left_out_tell_whether_they_are_of_the_class(
    shared: int, blocks: int, family: str
) -> None:
    def pages(kind: int, count: int, own: range, blocks: int = 8) -> list[Tokens]:
        made = (template(kind, number, blocks) for number in range(count))
        return [np.union1d(each, np.array(own, dtype=np.uint32)) for each in made]

    own, elsewhere = pages(1, 40, range(70, 78)), pages(1, 16, range(100, 110), blocks)
    names = [f"/a/{kind}.{n}.html" for kind in ("struct", "enum") for n in range(40)]
    names += [f"/b/struct.{n}.html" for n in range(16)]
    # Enums have something of the structs beside them, or nothing.
    enums = pages(2, 40, range(70, 70 + shared))
    model, _ = fitted([SITE + name for name in names], [*own, *enums, *elsewhere])
    assert str(model.family) == family


def test_a_kind_that_shares_its_template_is_told_by_its_part_of_the_site() -> None:
    addresses = [f"/{part}/x{n}.html" for part in ("ref", "guide", "faq") for n in range(20)]
    model = class_of_first(addresses, [plain_page(n) for n in range(60)])
    assert str(model.family) == "/ref/**/*"
    assert "part of the site" in model.basis


def test_an_index_page_is_of_no_directory_and_numbers_keep_their_places() -> None:
    family = AddressFamily(above=("doc",))
    names = ("index.html", "", "x.html", "more/index.html")
    assert [family.matches(f"{SITE}/doc/{name}") for name in names] == [False, False, True, True]
    shape = AddressFamily(shape="ch#s#.html")
    names = ("ch01s02.html", "ch2s13.html", "ch01.html", "ch01s02a.html")
    assert [shape.matches(f"{SITE}/doc/{name}") for name in names] == [True, True, False, False]
    assert str(shape) == "/**/ch#s#.html"
    parts = [cut_address(f"{SITE}/ch{n}{part}.html") for n in range(9) for part in ("", "s1")]
    assert shape in family_table(parts[1], parts).families


def test_a_chosen_reading_is_all_pages_with_its_addresses_or_those_a_list_names() -> None:
    names, pages = site_of_two(("/{}.html", "/x{}.html"))
    listed = np.array([[n < 20 for n in range(40)]])
    evidence = Evidence([0], [pages] * 3, [*map(cut_address, names)], listed, True)
    model = fit_class(evidence)
    family = AddressFamily(("ref",), (), 1, "x", ".html", "", ("a",), (("a", "1"),), "old")
    within = family.replace(within=family)
    chosen = choose_class(model, within.to_text(), evidence)
    assert chosen.family == within
    assert chosen.members(np.zeros(2), np.array([True, False])).tolist() == [True, False]
    assert choose_class(model, ALIKE, evidence).family is None
    chosen = choose_class(model, LISTED, evidence)
    found = chosen.members(chosen.similarity(pages), np.zeros(40, dtype=np.bool_))
    assert found.tolist() == listed[0].tolist()
    no_list = evidence._replace(link_sets=listed[:0])
    assert choose_class(model, LISTED, no_list) == model
    with pytest.raises(ValueError, match="no address family"):
        choose_class(model, '{"above": 7}', evidence)
