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
    assert {page: list(store[page]) for page in store} == graph
    assert len(store) == len(graph)
    assert "http://a.example/10" not in store
