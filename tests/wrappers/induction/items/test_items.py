"""Learning the items of records: alignment, meaning, names, and what persons said of them."""

from collections.abc import Callable

import pytest
from lxml.html import tostring

from discovery.pages.page import Page, parse_page
from wrappers.extraction.items.columns import ItemColumn, ItemRules
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.items.sample import keep_items
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

BIRDS = "robin raven heron finch swift eagle stork crane".split()
FISH = "bream perch trout tench roach salmon carp pike".split()


def page_of(names: list[str], record: Callable[[int, str], str]) -> Page:
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


def wrapper_of(record: Callable[[int, str], str]) -> Wrapper:
    return learn_wrapper([Sample(page_of(n, record), None) for n in (BIRDS, FISH)]).wrapper


def first_of(record: Callable[[int, str], str]) -> ResultRecord:
    """Return the first record of a page of such records, read as was learned from two of them."""
    return wrapper_of(record).records(page_of(FISH, record))[0]


DAYS = ("yesterday", "today", "on Monday")


def written(markup: str) -> Callable[[int, str], str]:
    """Return what writes a record: a term that names it, and `markup` filled in."""

    def filled(number: int, name: str) -> str:
        return f"<dt><a href='/{name}'>The {name}</a><dd>" + fill(markup, number, name)

    return filled


def fill(text: str, n: int = 1, x: str = "bream") -> str:
    odd, day = n * 37 % 11, DAYS[n % 3]
    return text.format(n=n, x=x, t=x.title(), text=text_of(x), odd=odd, day=day)


def namazu(number: int, name: str) -> str:
    """A record as Namazu shows it: labels in texts, all lines in elements of one kind."""
    date = "" if number == 3 else f"<dd><b>Date</b>: 0{number} Oct 2024</dd>"
    return (
        f"<dt>{number}. <a href='/{name}.html'>The {name}</a> (score: {90 - number})</dt>"
        f"<dd><b>Author</b>: <em>Ann {name.title()}</em></dd>{date}<dd>{text_of(name)}</dd>"
        f"<dd><a href='/{name}.html'>/docs/{name}.html</a> ({number}44,558 bytes)</dd>"
    )


def test_labelled_lines_become_columns_and_the_snippet_is_the_snippet() -> None:
    columns = learned(namazu).columns
    wanted = [ItemKind.NUMBER, ItemKind.TITLE, ItemKind.NUMBER, ItemKind.AUTHOR, ItemKind.DATE]
    assert [column.kind for column in columns] == [
        *wanted, ItemKind.SNIPPET, ItemKind.ADDRESS, ItemKind.SIZE,
    ]  # fmt: skip
    mandatory = {column.kind: column.is_mandatory for column in columns}
    assert mandatory[ItemKind.AUTHOR] and not mandatory[ItemKind.DATE], "some records lack it"
    read = wrapper_of(namazu).records(page_of(FISH[::-1], namazu))
    for number, record in enumerate(read, start=1):
        name = FISH[-number]
        assert record.snippet == text_of(name)
        assert record.author == f"Ann {name.title()}"
        assert record.date == ("" if number == 3 else f"0{number} Oct 2024")
        assert record.breadcrumb == f"/docs/{name}.html"


@pytest.mark.parametrize(
    ("markup", "fields", "values"),
    [
        # A date before the text, a size beside a date.
        ("{n} May 2004 - {text}", {"date": "{n} May 2004", "snippet": "{text}"}, None),
        ("{text}</dd><dd class=d>0{n}/03/19, {n}246 bytes</dd>",
         {"date": "0{n}/03/19", "size": "{n}246 bytes"}, None),
        # A text that links some of its words is one item; lists and amounts are not.
        ("<p>by <a href='/a'>Ann {t}</a> on {n} May 2004"
         "<p>{text} <a href='/x{n}'>{x} more</a> and {x}s",
         {"author": "Ann {t}", "date": "{n} May 2004", "snippet": "{text} {x} more and {x}s"},
         ["by Ann {t} on {n} May 2004", "{text} {x} more and {x}s"]),
        *(("<p>{text}</p><p>" + markup, {}, ["{text}", *values]) for markup, values in (
            ("<em>({x}s in <a href='/{x}#{n}'>the <b>{x}</b> age</a>)</em>",
             ["({x}s in the {x} age"]),
            ("by <a href='/a'>{t} Ode</a> and <a href='/b'>{t} Li</a>", ["by {t} Ode and {t} Li"]),
            ("the <a href='/a{n}'>{x}</a> eats and the <a href='/b{n}'>{x} cat</a> hunts it {n} "
             "times", ["the {x} eats and the {x} cat hunts it {n} times"]),
            ("see <a href='/a{n}'>{x} tanks</a> <a href='/b{n}'>{x} food</a>",
             ["see {x} tanks", "{x} food"]),
            ("<b>$1{n}.50</b><s>$2{n}.50</s>", ["$1{n}.50", "$2{n}.50"]),
            ("<b>$</b><b>1{n}</b><b>50</b>", ["$1{n}50"]),
            # Links divided by signs stay apart; lines of one text are one.
            ("<a href='/{x}s'>{x}s</a>, <a href='/t{n}'>{n} tanks</a></p>"
             "<p>Filed under <a href='/f{n}'>{x} food</a>",
             ["{x}s", "{n} tanks", "Filed under {x} food"]),
            ("Near the {x} lane<br>{t} Town", ["Near the {x} lane {t} Town"]),
        )),
        ("All about the {x} and where the {x} lives in summer<br>and what it eats in the long "
         "winters of the {x} ...", {},
         ["All about the {x} and where the {x} lives in summer and what it eats in the long "
          "winters of the {x} ..."]),
        # What a wrong decoding left is repaired.
        ("<p>CafÃ© â€” {text}</p><div class=author>by RenÃ© {t}</div>",
         {"snippet": "Café — {text}", "author": "René {t}"}, None),
    ],
)  # fmt: skip
def test_texts_are_items_and_fields(
    markup: str, fields: dict[str, str], values: list[str] | None
) -> None:
    first = first_of(written(markup))
    assert {name: getattr(first, name) for name in fields} == {
        name: fill(value) for name, value in fields.items()
    }
    if values is not None:
        assert [item.value for item in first.items] == ["The bream", *map(fill, values)]


@pytest.mark.parametrize(
    ("markup", "kinds"),
    [
        # Shared words are no names.
        ("<p>{text}</p><p>From {t}", {"From {t}": ItemKind.TEXT}),
        # Markup says what is a time and who an author; a duration is no date.
        ("<p>{text}</p><time datetime='2026-11-0{n}'>{day}</time>"
         "<b><time datetime='PT{n}H'>{n} h</time></b><i><a rel=author href='/by/{x}'>{x}</a></i>",
         {"{day}": ItemKind.DATE, "{n} h": ItemKind.TEXT, "{x}": ItemKind.AUTHOR}),
        # Numbers that put records in no order are none.
        ("<b>{n}.</b> <i>({odd})</i><p>{text}</p>",
         {"{n}.": ItemKind.NUMBER, "({odd})": ItemKind.TEXT}),
    ],
)  # fmt: skip
def test_what_texts_mean(markup: str, kinds: dict[str, ItemKind]) -> None:
    found = {column.example: column.kind for column in learned(written(markup)).columns}
    for text, kind in kinds.items():
        assert found[fill(text, 1, "robin")] is kind


def test_classes_do_not_make_running_text_a_type() -> None:
    text = "<span class='doc-section'>{text} {text}<br>Of its young {n} a year live on.</span>"
    columns = learned(written(text)).columns
    assert {column.kind for column in columns} == {ItemKind.TITLE, ItemKind.SNIPPET}


def test_static_repeated_and_introducing_texts() -> None:
    record = written(
        "<p>{text}</p><b>The {x}</b><div>by <a href='/by/{x}'>Ann {t}</a></div><i>Read more</i>"
    )
    columns = {column.example: column for column in learned(record).columns}
    assert columns["Read more"].kind is ItemKind.STATIC
    assert columns["by"].is_joined
    assert [c.is_hidden for c in learned(record).columns].count(True) == 1
    first = first_of(record)
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
    # A layout that hides the results themselves hides nothing.
    for hidden, values in ((".small", []), ("dl", ["Tap here"])):
        samples = [Sample(with_sheet(names, hidden), None) for names in (BIRDS, FISH)]
        first = learn_wrapper(samples).wrapper.records(with_sheet(FISH, hidden))[0]
        assert {item.value for item in first.items} == {
            "The bream", text_of("bream"), "Buy", *values,
        }  # fmt: skip


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
    record = wrapper_of(wiki).records(page_of(FISH, wiki))[1]
    assert (record.size, record.date) == ("2 kB", "02 Oct 2024")
    assert record.author == "Jürgen Weiß, Ann Ode"
    assert record.breadcrumb == "/k/perch-2"


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


NAMES = ("Ann Ode", "bob", "Carl Heron Fry", "dora99 x", "Eve")


def records_with(sentence: str) -> list[ResultRecord]:
    """Return the records read where each has a title and a sentence of its own, and no text."""

    def record(number: int, name: str) -> str:
        said = sentence.format(name=NAMES[number % 5], day=number + 3, count=number * 7)
        return f"<li><a href='/{name}.html'>The {name} of the year</a><p>{said}</p></li>"

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    return list(learn_wrapper(samples).wrapper.records(page_of(FISH[::-1], record)))


def test_a_sentence_says_who_and_when_and_is_no_snippet() -> None:
    read = records_with("Submitted by {name} on Thu, {day} May 2012 - 12:30 in garden news")
    assert [each.author for each in read[:2]] == ["bob", "Carl Heron Fry"]
    assert [each.date for each in read[:2]] == ["4 May 2012", "5 May 2012"]
    assert {each.snippet for each in read} == {""}


def test_labels_within_a_text_say_what_follows_them() -> None:
    read = records_with("Chapters: {count} - Words: 2,{count}1 - Author: {name} - State: open")
    assert read[1].author == "Carl Heron Fry"
    said = {item.label: item.bare for item in read[1].said if item.kind is ItemKind.TEXT}
    assert said["Words"] == "2,141"
    assert said["State"] == "open"


def test_prose_that_mentions_dates_stays_a_snippet() -> None:
    read = records_with("In {day} gardens {name} saw {count} of them, each in another kind of tree")
    assert all(each.snippet and not each.date and not each.author for each in read)
