import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.crawling.navigation.url_patterns import (
    MAX_PATTERN_LENGTH,
    UnsafePatternError,
    address_levels,
    are_similar,
    compile_pattern,
    level_pattern,
    tokenize,
    url_pattern,
)

DBLP = "http://www.informatik.uni-trier.de/ley/db/indices/a-tree/"
# Fig. 8 (a) of Vidal et al. 2006.
FIGURE_8 = (
    DBLP + "c/Chaves:Silvio_8=.html",
    DBLP + "u/Ugher:Mangabeira_D=.html",
    DBLP + "m/Mendes:Sergio.html",
)
segments = st.text(alphabet="abzAZ019-_.=~%é", min_size=1, max_size=12)
addresses = st.lists(segments, min_size=1, max_size=4).map(
    lambda parts: "http://a.example/" + "/".join(parts)
)


def test_figure_8_level_6() -> None:
    assert level_pattern(["c", "u", "m"]) == "[a-zA-Z]+"


def test_figure_8_level_7() -> None:
    level = [address_levels(url)[-1] for url in FIGURE_8]
    assert tokenize("Chaves:Silvio_8=") == ("Chaves", ":", "Silvio", "_", "8", "=")
    # The figure has no column for the "=" that its addresses end with.
    assert level_pattern(level) == r"[a-zA-Z]+:[a-zA-Z]+_*\w*=*\.html"


def test_figure_8_is_one_pattern() -> None:
    pattern = url_pattern(FIGURE_8)
    assert pattern.startswith(r"http://www\.informatik\.uni-trier\.de/ley/db/indices/a-tree/[a-z")
    compiled = compile_pattern(pattern)
    assert all(compiled.fullmatch(url) for url in FIGURE_8)
    assert compiled.fullmatch(DBLP + "w/Wu:Clement.html")
    assert not compiled.fullmatch(DBLP + "index.html")


def test_similarity_allows_two_levels() -> None:
    assert are_similar(FIGURE_8[0], FIGURE_8[1])
    assert not are_similar("http://a.example/b/c/d/e", "http://a.example/x/y/z/e")
    assert not are_similar("http://a.example/b/c", "http://a.example/b/c/d")


@given(st.lists(addresses, min_size=1, max_size=6))
def test_a_pattern_matches_what_it_was_made_from(urls: list[str]) -> None:
    similar = [url for url in urls if len(address_levels(url)) == len(address_levels(urls[0]))]
    compiled = compile_pattern(url_pattern(similar))
    assert all(compiled.fullmatch(url) for url in similar)


@given(st.lists(addresses, min_size=1, max_size=6))
def test_the_order_of_addresses_does_not_matter(urls: list[str]) -> None:
    similar = [url for url in urls if len(address_levels(url)) == len(address_levels(urls[0]))]
    assert url_pattern(similar) == url_pattern(similar[::-1])


@pytest.mark.parametrize("pattern", ["(", "a" * (MAX_PATTERN_LENGTH + 1), r"(?=a)", r"(a)\1"])
def test_unsafe_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(UnsafePatternError):
        compile_pattern(pattern)
