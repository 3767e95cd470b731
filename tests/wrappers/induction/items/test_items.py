"""Learning the items of records: alignment, meaning, names, and what persons said of them."""

from collections.abc import Callable
from functools import partial

import pytest
from lxml.html import tostring

from discovery.pages import Page, parse_page
from wrappers.extraction import ItemColumn, ItemKind, ItemRules
from wrappers.induction import Sample, keep_items, learn_wrapper

BIRDS = "robin raven heron finch swift eagle stork crane".split()
FISH = "bream perch trout tench roach salmon carp pike".split()


def page_of(names: list[str], record: Callable[[int, str], str]) -> Page:
    """Return a page with a record for each name."""
    records = "".join(record(number, name) for number, name in enumerate(names, start=1))
    return parse_page(
        f"<html><body><h1>Found</h1><dl>{records}</dl></body></html>".encode(),
        "http://search.example/find",
    )


def learned(record: Callable[[int, str], str]) -> ItemRules:
    """Return the items learned from two pages of such records."""
    samples = [Sample(page_of(BIRDS, record), "feathers"), Sample(page_of(FISH, record), "scales")]
    items = learn_wrapper(samples).wrapper.items
    assert items is not None
    return items


def text_of(name: str) -> str:
    """Return running text."""
    return f"All about the {name}, where it lives and what it eats in {len(name)} winters."


def namazu(number: int, name: str) -> str:
    """A record as Namazu shows it: labels in texts, all lines in elements of one kind."""
    date = "" if number == 3 else f"<dd><b>Date</b>: 0{number} Oct 2024</dd>"
    return (
        f"<dt>{number}. <a href='/{name}.html'>The {name}</a> (score: {90 - number})</dt>"
        f"<dd><b>Author</b>: <em>Ann {name.title()}</em></dd>{date}<dd>{text_of(name)}</dd>"
        f"<dd><a href='/{name}.html'>/docs/{name}.html</a> ({number}44,558 bytes)</dd>"
    )


def test_labelled_lines_become_columns_and_the_snippet_is_the_snippet() -> None:
    kinds = [column.kind for column in learned(namazu).columns]
    wanted = [ItemKind.NUMBER, ItemKind.TITLE, ItemKind.NUMBER, ItemKind.AUTHOR, ItemKind.DATE]
    assert kinds == [*wanted, ItemKind.SNIPPET, ItemKind.ADDRESS, ItemKind.SIZE]
    samples = [Sample(page_of(names, namazu), None) for names in (BIRDS, FISH)]
    wrapper = learn_wrapper(samples).wrapper
    for number, record in enumerate(wrapper.records(page_of(FISH[::-1], namazu)), start=1):
        name = FISH[-number]
        assert record.snippet == text_of(name)
        assert record.author == f"Ann {name.title()}"
        assert record.date == ("" if number == 3 else f"0{number} Oct 2024")
        assert record.breadcrumb == f"/docs/{name}.html"


def test_what_some_records_lack_is_optional() -> None:
    mandatory = {column.kind: column.is_mandatory for column in learned(namazu).columns}
    assert mandatory[ItemKind.AUTHOR] and not mandatory[ItemKind.DATE]


def test_a_date_before_the_text_is_cut_off() -> None:
    def record(number: int, name: str) -> str:
        return f"<dt><a href='/{name}'>The {name}</a><dd>{number} May 2004 - {text_of(name)}"

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    assert (first.date, first.snippet) == ("1 May 2004", text_of("bream"))
    assert len(first.items) == 2 and len(first.said) == 3


def test_a_text_that_links_some_of_its_words_is_one_item() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>by <a href='/a'>Ann {name.title()}</a>"
            f" on {number} May 2004"
            f"<p>{text_of(name)} <a href='/x{number}'>{name} more</a> and {name}s"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    text = f"{text_of('bream')} bream more and breams"
    assert [item.value for item in first.items] == [
        "The bream",
        "by Ann Bream on 1 May 2004",
        text,
    ]
    assert (first.author, first.date, first.snippet) == ("Ann Bream", "1 May 2004", text)


@pytest.mark.parametrize(
    ("markup", "values"),
    [
        ("<em>({x}s in <a href='/{x}#{n}'>the <b>{x}</b> age</a>)</em>", ["({x}s in the {x} age"]),
        ("by <a href='/a'>{t} Ode</a> and <a href='/b'>{t} Li</a>", ["by {t} Ode and {t} Li"]),
        ("the <a href='/a{n}'>{x}</a> eats and the <a href='/b{n}'>{x} cat</a> hunts it {n} times",
         ["the {x} eats and the {x} cat hunts it {n} times"]),
        ("see <a href='/a{n}'>{x} tanks</a> <a href='/b{n}'>{x} food</a>",
         ["see {x} tanks", "{x} food"]),
        ("<b>$1{n}.50</b><s>$2{n}.50</s>", ["$1{n}.50", "$2{n}.50"]),
        ("<b>$</b><b>1{n}</b><b>50</b>", ["$1{n}50"]),
    ],
)  # fmt: skip
def test_texts_that_link_words_are_one_and_lists_and_amounts_are_not(
    markup: str, values: list[str]
) -> None:
    def said(form: str, number: int, name: str) -> str:
        return form.format(n=number, x=name, t=name.title())

    def record(number: int, name: str) -> str:
        return (
            f"<dt><h3><a href='/{name}'>The {name}</a></h3></dt><dd><p>{text_of(name)}</p>"
            f"<p>{said(markup, number, name)}</p></dd>"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    assert [i.value for i in first.items][2:] == [said(each, 1, "bream") for each in values]


def test_links_to_the_pages_of_people_say_who_wrote_and_shared_words_are_no_names() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>{text_of(name)}</p><p>From {name.title()}"
            f"<p><a href='/benutzer/{name}s'>{name}s</a><p><a href='/like/{name}s'>{name}ish</a>"
        )

    kinds = {column.example: column.kind for column in learned(record).columns}
    assert kinds["robins"] is ItemKind.AUTHOR
    assert kinds["robinish"] is ItemKind.TEXT
    assert kinds["From Robin"] is ItemKind.TEXT


def test_classes_do_not_make_running_text_a_type() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><span class='doc-section'>"
            f"{text_of(name)} {text_of(name)}<br>Of its young {number} a year live on.</span>"
        )

    assert {column.kind for column in learned(record).columns} == {
        ItemKind.TITLE,
        ItemKind.SNIPPET,
    }


def test_links_divided_by_signs_stay_apart() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>{text_of(name)}</p>"
            f"<p><a href='/{name}s'>{name}s</a>, <a href='/t{number}'>{number} tanks</a></p>"
            f"<p>Filed under <a href='/f{number}'>{name} food</a></p>"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    values = [item.value for item in first.items]
    assert values[2:] == ["breams", "1 tanks", "Filed under bream food"]


def test_lines_of_one_text_are_one_item() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>{text_of(name)}</p>"
            f"<p>Near the {name} lane<br>{name.title()} Town</p>"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    assert first.items[-1].value == "Near the bream lane Bream Town"


def test_static_repeated_and_introducing_texts() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>{text_of(name)}</p><b>The {name}</b>"
            f"<div>by <a href='/by/{name}'>Ann {name.title()}</a></div><i>Read more</i></dd>"
        )

    columns = {column.example: column for column in learned(record).columns}
    assert columns["Read more"].kind is ItemKind.STATIC
    assert columns["by"].is_joined
    assert [c.is_hidden for c in learned(record).columns].count(True) == 1
    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    assert first.author == "Ann Bream"
    assert "by Ann Bream" in [item.value for item in first.items]


def test_names_that_a_person_gave_are_kept_when_items_are_learned_anew() -> None:
    def redesigned(number: int, name: str) -> str:
        return namazu(number, name).replace("<dd>", "<dd><span>").replace("</dd>", "</span></dd>")

    before = learned(namazu)
    author = next(n for n, c in enumerate(before.columns) if c.kind is ItemKind.AUTHOR)
    changed: ItemColumn = before.columns[author].replace(
        label="written by", is_hidden=True, by_person=True
    )
    known = before.replace(
        columns=(*before.columns[:author], changed, *before.columns[author + 1 :])
    )
    for again in (learned(namazu), learned(redesigned)):
        kept = [column for column in keep_items(again, known).columns if column.by_person]
        assert [(c.label, c.is_hidden, c.start) for c in kept] == [("written by", True, "Author:")]


def test_what_a_wrong_decoding_left_is_repaired() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>CafÃ© â€” {text_of(name)}</p>"
            f"<div class=author>by RenÃ© {name.title()}</div></dd>"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    assert first.snippet == f"Café — {text_of('bream')}"
    assert first.author == "René Bream"


def test_running_text_that_is_broken_into_lines_is_one_item() -> None:
    def record(number: int, name: str) -> str:
        half = f"where the {name} lives in summer<br>and what it eats in the long"
        text = f"All about the {name} and {half} winters of the {name} ..."
        return f"<dt><a href='/{name}'>The {name}</a><dd>{text}</dd>"

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(page_of(FISH, record))[0]
    assert first.snippet.endswith("in summer and what it eats in the long winters of the bream ...")
    assert len(first.items) == 2


def test_who_provides_the_search_is_no_item() -> None:
    def record(number: int, name: str, host: str = "provider.example") -> str:
        sign = f"<p><a href='http://{host}/search'>Provided by us</a></p>"
        return f"<dt><a href='/{name}'>The {name}</a><dd><div>{text_of(name)}</div>{sign}</dd>"

    signs = [column for column in learned(record).columns if column.kind is ItemKind.STATIC]
    assert [column.is_hidden for column in signs] == [True]
    own = learned(partial(record, host="search.example"))
    assert [c.is_hidden for c in own.columns if c.kind is ItemKind.STATIC] == [False]


def titled_twice(number: int, name: str) -> str:
    """A record with a title for small screens and one for large ones."""
    link = f"<a href='/{name}.html'>The {name}</a>"
    return (
        f"<dt><span class=small>{link}</span><b class=large>{link}</b></dt>"
        f"<dd><div class=small>Tap here</div>{text_of(name)}<button><i>Buy</i></button></dd>"
    )


def with_sheet(names: list[str], selector: str) -> Page:
    """Return a page whose style sheet hides a class."""
    page = page_of(names, titled_twice)
    source = tostring(page.root).replace(
        b"<body>", f"<head><style>{selector}{{display:none}}</style></head><body>".encode()
    )
    return parse_page(source, "http://search.example/find")


def test_of_a_text_shown_twice_the_one_that_is_seen_stays() -> None:
    samples = [Sample(with_sheet(names, ".small"), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(with_sheet(FISH, ".small"))[0]
    assert [item.value for item in first.items] == ["The bream", text_of("bream"), "Buy"]


def test_a_layout_that_hides_the_results_themselves_hides_nothing() -> None:
    samples = [Sample(with_sheet(names, "dl"), None) for names in (BIRDS, FISH)]
    first = learn_wrapper(samples).wrapper.records(with_sheet(FISH, "dl"))[0]
    assert {"The bream", text_of("bream"), "Buy"} <= {item.value for item in first.items}


def wiki(number: int, name: str) -> str:
    """A record as wikis and shops show it: sizes with remarks, times, names of people, counts."""
    who = ("Anna Orlova", "Yann Le Goff", "Jürgen Weiß", "Inès Roux", "Lucy Fenwick")[number % 5]
    return (
        f"<dt><a href='/k/{name}-{number}/'>The {name}<br><small>/k/{name}-{number}</small></a>"
        f"<dd><p class=s>{text_of(name)}<p class=d>{number} kB ({number}44 words) - "
        f"Thu, 0{number} Oct 2024 12:10:00 +0000<p class=w>{who}, Ann Ode"
        f"<p class=y>20{number}7<p class=v>{number}81 views</dd>"
    )


def test_what_stands_beside_dates_and_sizes_names_of_people_and_counts() -> None:
    kinds = [column.kind for column in learned(wiki).columns]
    assert kinds == [
        *(ItemKind.TITLE, ItemKind.ADDRESS, ItemKind.SNIPPET, ItemKind.TEXT, ItemKind.AUTHOR),
        *(ItemKind.DATE, ItemKind.TEXT),
    ]
    samples = [Sample(page_of(names, wiki), None) for names in (BIRDS, FISH)]
    record = learn_wrapper(samples).wrapper.records(page_of(FISH, wiki))[1]
    assert (record.size, record.date) == ("2 kB", "02 Oct 2024")
    assert record.author == "Jürgen Weiß, Ann Ode"
    assert record.breadcrumb == "/k/perch-2"


def test_a_size_beside_a_date_is_cut_off() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name}</a></dt><dd>{text_of(name)}</dd>"
            f"<dd class=d>0{number}/03/19, {number}246 bytes</dd>"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    for number, read in enumerate(
        learn_wrapper(samples).wrapper.records(page_of(FISH, record)), start=1
    ):
        assert (read.date, read.size) == (f"0{number}/03/19", f"{number}246 bytes")


def test_the_headings_of_a_table_name_its_columns() -> None:
    people = ("ann", "bo", "cy")

    def record(number: int, name: str) -> str:
        return (
            f"<tr><td><a href='/{name}'>The {name}</a><td>{text_of(name)}"
            f"<td>{people[number % 3]}<td>{number * 37 % 11}<td>{'AB'[number % 2]}"
        )

    head = "<tr><th colspan=2>Thema<th>Verfasst von<th>Antworten<th>Rubrik"
    pages = [
        parse_page(
            f"<table>{head}{''.join(record(n, name) for n, name in enumerate(names))}".encode(),
            "http://search.example/find",
        )
        for names in (BIRDS, FISH)
    ]
    items = learn_wrapper([Sample(page, None) for page in pages]).wrapper.items
    assert items is not None
    assert [(column.label, column.kind) for column in items.columns] == [
        ("Thema", ItemKind.TITLE),
        ("Thema 2", ItemKind.SNIPPET),
        ("Verfasst von", ItemKind.AUTHOR),
        ("Antworten", ItemKind.TEXT),
        ("Rubrik", ItemKind.TYPE),
    ]


def test_terms_name_their_definitions_and_attributes_their_elements() -> None:
    def record(number: int, name: str) -> str:
        size = "" if number == 2 else f"<dt>Größe<dd>{number} of 9"
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>{text_of(name)}</p><dl>{size}"
            f"<dt>Herkunft<dd>{name}land</dl><i title='Autor'>{name}1</i></dd>"
        )

    columns = {column.label: column for column in learned(record).columns}
    assert columns["Größe"].kind is ItemKind.SIZE
    assert columns["Herkunft"].after == "Herkunft"
    assert columns["Herkunft"].kind is ItemKind.TEXT


def test_markup_says_what_is_a_time_and_who_an_author() -> None:
    days = ("yesterday", "today", "on Monday")

    def record(number: int, name: str) -> str:
        return (
            f"<dt><a href='/{name}'>The {name} and its winter quarters</a>"
            f"<dd><p>{text_of(name)}</p>"
            f"<time datetime='2026-11-0{number}'>{days[number % 3]}</time>"
            f"<b><time datetime='PT{number}H'>{number} h</time></b>"
            f"<i><a rel=author href='/by/{name}'>{name}</a></i>"
        )

    kinds = {column.example: column.kind for column in learned(record).columns}
    assert kinds["today"] is ItemKind.DATE
    assert kinds["1 h"] is not ItemKind.DATE
    assert kinds["robin"] is ItemKind.AUTHOR


def test_numbers_that_put_records_in_no_order_are_none() -> None:
    def record(number: int, name: str) -> str:
        return (
            f"<dt><b>{number}.</b> <a href='/{name}'>The {name}</a> <i>({number * 37 % 11})</i>"
            f"<dd>{text_of(name)}</dd>"
        )

    kinds = {column.example: column.kind for column in learned(record).columns}
    assert kinds["1."] is ItemKind.NUMBER
    assert kinds["(4)"] is ItemKind.TEXT


def test_a_rating_that_no_text_says_is_an_item_of_its_own() -> None:
    def record(number: int, name: str) -> str:
        stars = number % 5 + 1
        return (
            f"<dt><a href='/{name}'>The {name}</a><dd><p>{text_of(name)}</p>"
            f"<i class='stars' aria-label='{stars} out of 5 stars'></i> <b>({number * 37 % 11})</b>"
        )

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    wrapper = learn_wrapper(samples).wrapper
    assert wrapper.items is not None
    changed = wrapper.items.columns[-1].replace(label="stars", by_person=True)
    kept = keep_items(
        wrapper.items, wrapper.items.replace(columns=(*wrapper.items.columns[:-1], changed))
    )
    assert kept.columns[-1] == changed
    first = wrapper.records(page_of(FISH, record))[0]
    assert first.rating == "2/5"
    assert [item.bare for item in first.items if item.kind is ItemKind.RATING] == ["2/5"]
