"""What the pages of remembered programs are said to show stands on them."""

import json
from pathlib import Path
from urllib.parse import urljoin

from lxml import etree

from evaluation.quality.record_matching import unwrap
from evaluation.quality.remembered_programs.__main__ import HALVES, main


def test_true_records_stand_on_their_pages(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    sites: dict[str, set[str]] = {}
    for half in HALVES:
        folder = tmp_path / half
        for line in (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            sites.setdefault(half, set()).add(case["site"])
            parser = etree.HTMLParser(encoding="utf-8")
            page = etree.fromstring((folder / case["html"]).read_bytes(), parser)
            hrefs = {unwrap(urljoin(case["url"], href)) for href in page.xpath("//a/@href")}
            text = " ".join("".join(page.itertext()).split())
            records = case["records"] + case["ads"]
            assert case["no_result"] == (not records)
            for record in records:
                assert unwrap(record["url"]) in hrefs, case["id"]
                assert record["title"] in text, case["id"]
    assert all(len(sites[half]) == 29 for half in HALVES)
    assert not set.intersection(*sites.values())
