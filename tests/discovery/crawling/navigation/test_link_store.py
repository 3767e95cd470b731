import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.crawling.navigation.target_pages import GraphLink, LinkStore

addresses = st.integers(0, 9).map("http://a.example/{}".format)
links = st.builds(GraphLink, addresses, st.integers(0, 0xFFFFFFFF))


@given(st.dictionaries(addresses, st.lists(links)))
def test_a_store_keeps_what_it_is_given(graph: dict[str, list[GraphLink]]) -> None:
    store = LinkStore()
    for page, its_links in graph.items():
        store.put(page, its_links)
    again = LinkStore.from_json(json.loads(json.dumps(store.to_json())))
    for each in (store, again):
        assert {page: list(each[page]) for page in each} == graph
        assert len(each) == len(graph)
    assert "http://a.example/10" not in again


@pytest.mark.parametrize(
    "change",
    [
        {"links": ["AAAA"]},
        {"links": ["AAAAAA=="]},
        {"links": ["AQAAAAAAAAA="]},
        {"links": []},
        {"pages": [7]},
        {"pages": [-1]},
    ],
)
def test_links_to_nowhere_are_refused(change: dict[str, Any]) -> None:
    good: dict[str, Any] = {
        "addresses": ["http://a.example/"],
        "pages": [0],
        "links": ["AAAAAAAAAAA="],
    }
    assert len(LinkStore.from_json(good)) == 1
    with pytest.raises(ValueError, match=r".+"):
        LinkStore.from_json({**good, **change})
