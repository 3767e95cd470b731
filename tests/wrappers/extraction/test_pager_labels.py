import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wrappers.extraction.paging import LabelKind, number_changes, read_label, same_site
from wrappers.induction.paging import keeps_query

NEXT = [
    *("Next", "next >>", "Next 15", "Next page »", "NEXT »", "Next 10 results"),
    *("Go to the next page", "Weiter", "nächste Seite", "Suivant", "Page suivante"),
    *("Siguiente »", "Próxima página", "Successiva", "Volgende", "Nästa sida", "Neste side"),
    *("Seuraava sivu", "Следующая", "Далее", "Następna strona", "Další", "Következő oldal"),
    *("Sonraki sayfa", "Επόμενη", "次へ", "次の20件", "下一页", "下一頁", "다음", "التالي"),
    *("הבא", "Trang tiếp", "Berikutnya", "ถัดไป", "अगला"),
]
NUMBERS = ["2", "[2]", "(2)", "Page 2", "Go to page 2", "Seite 2", "·2·"]
MORE = ["More results", "Show more", "Mehr Ergebnisse", "もっと見る"]


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        *((text, LabelKind.NEXT, None) for text in NEXT),
        *((text, LabelKind.NUMBER, 2) for text in NUMBERS),
        *((text, LabelKind.SIGN, None) for text in (">", "»", "›", "→", ">>", "▶")),
        *((text, LabelKind.MORE, None) for text in MORE),
    ],
)
def test_labels_in_many_languages(text, kind, number):
    label = read_label(text)
    assert label is not None
    assert label.kind is kind
    assert number is None or label.number == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "Next month", "Next article: How to swim", "« Previous", "<", "2017", "Relevance"),
        *("The next generation", "Sort by date", "Home", "1999", "Nextel phones", "10 items"),
        *("Weiterbildung", "a" * 100, "Learn more about cookies"),
    ],
)
def test_other_labels_are_none_of_a_pager(text):
    assert read_label(text) is None


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_label_whatever_the_space_around_it_or_none(text):
    assert read_label(f" {text} ") == read_label(text)
    assert keeps_query("http://a.example/" + text.replace("[", ""), text) in (True, False)


@pytest.mark.parametrize(
    ("current", "target", "parameter", "number"),
    [
        ("/s?q=a", "/s?q=a&page=2", "page", 2),
        ("/s?q=a&page=2", "/s?q=a&page=3", "page", 3),
        ("/s?q=a", "/s?q=a&start=10&num=10", "start", 10),
        ("/s?q=a", "/s?q=a&filter_page=2", "filter_page", 2),
        ("/s?q=a", "/s?size=50&from=51&q=a", "from", 51),
        ("/s/a", "/s/a/2", "", 2),
        ("/s/a/2", "/s/a/3", "", 3),
        ("/?s=a", "/page/2/?s=a", "", 2),
        ("/s/a.html", "/s/a-2.html", "", 2),
        ("/s/a/index.html", "/s/a/index2.html", "", 2),
    ],
)
def test_what_counts_the_pages(current, target, parameter, number):
    step = number_changes(f"http://a.example{current}", f"http://a.example{target}")[0]
    assert (step.parameter, step.number) == (parameter, number)


@pytest.mark.parametrize("target", ["&sort=date", "&page=0", "&facetFilter=2", "/about"])
def test_nothing_counts_on(target):
    target = target if target.startswith("/") else f"/s?q=a{target}"
    assert number_changes("http://a.example/s?q=a", f"http://a.example{target}") == []


def test_sites_and_queries():
    assert same_site("http://www.a.example/x", "https://a.example/y")
    assert not same_site("http://a.example/", "http://b.example/")
    assert keeps_query("http://a.example/search/blue-cheese/2", "Blue cheese")
    assert not keeps_query("http://a.example/search?q=blue", "red")
    assert keeps_query("http://a.example/s?words=%93%FA%96%7B;page=2", "日本", "shift_jis")
