"""Redesigns made for the benchmark: seeded, alike on all pages, harmless to what records say."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import document_fromstring

from discovery.pages.page import parse_page
from evaluation.quality.record_matching import score_page
from evaluation.quality.redesigned_site import content
from evaluation.quality.redesigns import KINDS, main, redesign_site

WORDS = ("amber", "basalt", "cedar", "delta", "ember", "fjord", "glade", "harbour")
# A record in four templates: list, blocks, table, and one whose records hold lists and tables.
RECORDS = {
    "ul": '<li class="hit n-{i}"><div class="in"><h3><a href="/d/{i}">{t}</a></h3>'
    '<p class="s">{s}</p><span class="date">May {i}</span></div></li>',
    "div": '<div class="hit odd-{i}"><img src="/i/{i}.png"><h3 class="t"><a href="/d/{i}">{t}</a>'
    '</h3><div class="s">{s} <b>{t}</b></div><div class="m"><span>x</span><a href="/c">c</a></div>'
    "</div>",
    "table": '<tr class="hit"><td><a href="/d/{i}">{t}</a></td><td class="s">{s}</td></tr>',
    "section": '<article class="hit"><a href="/d/{i}"><h2>{t}</h2></a><table><tr><td>{s}<td>1'
    '</table><ul><li><a href="/a/{i}">a</a><li>b</ul></article>',
}


def page_of(container, records, query):
    rows = "".join(
        RECORDS[container].format(i=i, t=title, s=snippet)
        for i, (title, snippet) in enumerate(records)
    )
    return (
        f"<html><body class=home><div id=top class='head nav'><ul><li><a href=/>Home</a></ul></div>"
        f"<div id=main class=wrap><div class=col><p class=hits>{len(records)} for {query}</p>"
        f"<{container} class=list id=results>{rows}</{container}></div><div class=side>"
        f"<h4>More</h4><a href=/x>x</a></div></div><footer class=foot>All rights</footer>"
    )


def write_site(folder, container, pages):
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    cases = []
    for number, records in enumerate(pages):
        name = f"{container}-{number}"
        text = page_of(container, records, f"q{number}")
        (folder / "pages" / f"{name}.html").write_text(text, encoding="utf-8")
        root = parse_page(text.encode()).root
        tree = root.getroottree()
        cases.append(
            {
                "id": name,
                "site": container,
                "query": f"q{number}",
                "url": "http://site.example/search",
                "html": f"pages/{name}.html",
                "records": [
                    {
                        "url": f"http://site.example/d/{i}",
                        "title": title,
                        "snippet": snippet,
                        "xpath": tree.getpath(element),
                    }
                    for i, ((title, snippet), element) in enumerate(
                        zip(records, root.find_class("hit"), strict=True)
                    )
                ],
            }
        )
    return cases


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
sites = st.lists(st.lists(st.tuples(texts, texts), min_size=1, max_size=6), min_size=1, max_size=3)


@pytest.mark.parametrize("kind", KINDS)
@given(container=st.sampled_from(sorted(RECORDS)), pages=sites, seed=st.integers(0, 10**6))
def test_records_say_the_same_and_lead_to_the_same(tmp_path_factory, kind, container, pages, seed):
    folder = tmp_path_factory.mktemp("site")
    cases = write_site(folder, container, pages)
    for case, (made, body) in zip(cases, redesign_site(folder, cases, kind, seed), strict=True):
        old = parse_page((folder / case["html"]).read_bytes()).root.getroottree()
        new = parse_page(body).root.getroottree()
        assert made["original"] == case["id"]
        assert len(made["records"]) == len(case["records"])
        for before, after in zip(case["records"], made["records"], strict=True):
            (then,), (now,) = old.xpath(before["xpath"]), new.xpath(after["xpath"])
            (text, links), (new_text, new_links) = content(then), content(now)
            assert Counter(new_text) == Counter(text)
            assert sorted(new_links) == sorted(links)
            if kind not in ("reordered", "everything"):
                assert (new_text, new_links) == (text, links)
            assert {name: after[name] for name in ("url", "title", "snippet")} == {
                name: before[name] for name in ("url", "title", "snippet")
            }
        assert score_page(made, case["records"]).perfect


TWO_PAGES = [[(f"{word} {n}", "some words") for word in WORDS[:4]] for n in range(2)]


@pytest.mark.parametrize("container", RECORDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_makes_one_redesign(tmp_path, kind, container):
    cases = write_site(tmp_path, container, TWO_PAGES)
    made = [redesign_site(tmp_path, cases, kind, seed) for seed in range(8)]
    assert made == [redesign_site(tmp_path, cases, kind, seed) for seed in range(8)]
    assert len({body for (_, body), *_ in made}) > 1


@pytest.mark.parametrize("container", RECORDS)
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"chrome"}))
def test_all_records_of_all_pages_change_alike(tmp_path, kind, container):
    cases = write_site(tmp_path, container, TWO_PAGES)
    for seed in range(5):
        looks = set()
        for case, body in redesign_site(tmp_path, cases, kind, seed):
            tree = document_fromstring(body).getroottree()
            for record in case["records"]:
                (element,) = tree.xpath(record["xpath"])
                looks.add(tuple(node.tag for node in element.iter()))
        assert len(looks) == 1


def test_a_renamed_class_is_gone_everywhere_and_the_structure_stays(tmp_path):
    cases = write_site(tmp_path, "div", TWO_PAGES)
    for case, body in redesign_site(tmp_path, cases, "renamed", 3):
        before = parse_page((tmp_path / f"pages/{case['original']}.html").read_bytes()).root
        after = parse_page(body).root
        assert [node.tag for node in after.iter()] == [node.tag for node in before.iter()]
        assert not after.find_class("hit")


def test_the_command_writes_pages_and_pairs(tmp_path, capsys):
    cases = [
        case
        for container in ("div", "ul")
        for case in write_site(tmp_path, container, [*TWO_PAGES, TWO_PAGES[0]])
    ]
    lines = "".join(json.dumps(case) + "\n" for case in cases)
    (tmp_path / "cases.jsonl").write_text(lines, encoding="utf-8")
    out = tmp_path / "out"
    assert main([str(tmp_path), str(out), "--kinds", "renamed", "swapped"]) == 0
    assert "4 pairs" in capsys.readouterr().out
    written = [json.loads(line) for line in (out / "cases.jsonl").open(encoding="utf-8")]
    assert len(written) == 6 * 3
    assert all((out / case["html"]).is_file() for case in written)
    pairs = json.loads((out / "PAIRS.json").read_text(encoding="utf-8"))
    names = {case["id"] for case in written}
    for pair in pairs:
        assert {*pair["old"], *pair["new"]} <= names
        assert all(name.endswith(f"--{pair['kind']}") for name in pair["new"])
        assert not set(pair["old"]) & set(pair["new"])
    assert [(len(pair["old"]), len(pair["new"])) for pair in pairs] == [
        (2, 2), (1, 2), (1, 2), (2, 1)
    ]  # fmt: skip


def test_the_command_says_when_no_site_has_two_pages(tmp_path, capsys):
    (case,) = write_site(tmp_path, "div", TWO_PAGES[:1])
    (tmp_path / "cases.jsonl").write_text(json.dumps(case), encoding="utf-8")
    assert main([str(tmp_path), str(tmp_path / "out")]) == 1
    assert "0 pairs" in capsys.readouterr().out
