"""What the pages of remembered programs are said to show stands on them."""

import json
from pathlib import Path
from urllib.parse import urljoin

from lxml import etree

from evaluation.quality.record_matching import unwrap
from evaluation.quality.remembered_programs.__main__ import HALVES, VOLUMES, main


def test_true_records_stand_on_their_pages(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    sites: dict[str, set[str]] = {}
    for half in HALVES:
        folder = tmp_path / half
        for line in (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            sites.setdefault(half, set()).add(case["site"])
            markup = (folder / case["html"]).read_bytes()
            assert b"INVALID" not in markup, case["id"]
            page = etree.fromstring(markup, etree.HTMLParser(encoding="utf-8"))
            hrefs = {unwrap(urljoin(case["url"], href)) for href in page.xpath("//a/@href")}
            text = " ".join("".join(page.itertext()).split())
            records = case["records"] + case["ads"]
            assert case["no_result"] == (not records)
            for record in records:
                assert unwrap(record["url"]) in hrefs, case["id"]
                assert record["title"] in text, case["id"]
    assert [len(sites[half]) for half in HALVES] == [80, 80]
    assert not set.intersection(*sites.values())


def test_a_volume_s_halves_are_the_same_without_the_other(tmp_path: Path) -> None:
    assert main([str(tmp_path / "all")]) == 0
    for volume in VOLUMES:
        alone = tmp_path / str(volume)
        assert main([str(alone), "--volume", str(volume)]) == 0
        for half in HALVES:
            lines = (alone / half / "cases.jsonl").read_text(encoding="utf-8").splitlines()
            all_lines = (tmp_path / "all" / half / "cases.jsonl").read_text(encoding="utf-8")
            assert set(lines) <= set(all_lines.splitlines())
