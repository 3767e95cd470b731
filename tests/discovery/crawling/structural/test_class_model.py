"""The class of a sample: agreement, families of addresses, similarity, neighbours."""

import numpy as np
import pytest

from discovery.crawling.structural.class_model import Evidence, fit_class
from discovery.crawling.structural.page_store import Tokens
from discovery.crawling.structural.url_families import cut_address, family_table

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


def fitted(addresses: list[str], pages: list[Tokens], samples: tuple[int, ...] = (3,)) -> object:
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


def test_families_generalise_directories_names_and_parameters() -> None:
    sample = cut_address(f"{SITE}/doc/a/class.Window.html?v=1&lang=en")
    others = [
        *(f"{SITE}/doc/b/class.Button.html?v=1&lang=de", f"{SITE}/doc/a/enum.Align.html?v=1"),
        *(f"{SITE}/blog/class.Window.html", f"{SITE}/"),
    ]
    cut = [sample, *map(cut_address, others)]
    table = family_table(sample, cut)
    assert table.matches[:, 0].all()
    sets = {tuple(np.flatnonzero(row).tolist()) for row in table.matches}
    assert {(0,), (0, 1)} <= sets
    for family, row in zip(table.families, table.matches, strict=True):
        for place, address in enumerate(others, start=1):
            assert family.matches(address) == row[place]


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
