"""Learning the items of records: alignment, meaning, names, titles, ratings."""

import re

import pytest
from lxml import html

from discovery.pages.page import Page, parse_page
from tests.cases import cases
from wrappers.extraction.items.columns import ItemColumn, ItemRules
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.items.ratings import RatingSigns, SignKind
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.items.ratings import learn_rating
from wrappers.induction.items.sample import keep_items
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

CASES = cases(__file__)
BIRDS = "robin raven heron finch swift eagle stork crane".split()
FISH = "bream perch trout tench roach salmon carp pike".split()


DAYS = ("yesterday", "today", "on Monday")
PEOPLE = ("Anna Orlova", "Yann Le Goff", "Jürgen Weiß", "Inès Roux", "Lucy Fenwick")
WRITERS = ("Ann Ode", "bob", "Carl Heron Fry", "dora99 x", "Eve")
DEFINED = "<h1>Found</h1><dl>{}</dl>"


def page_of(names: list[str], record: str, around: str = DEFINED) -> Page:
    """Return a page of records: each a term that names it and this markup, or all by itself."""
    term = (
        "" if record.startswith(("<dt>", "<li>", "<tr>")) else "<dt><a href='/{x}'>The {x}</a><dd>"
    )
    records = "".join(fill(term + record, n, name) for n, name in enumerate(names, start=1))
    return parse_page(around.replace("{}", records).encode(), "http://search.example/find")


def wrapper_of(record: str, around: str = DEFINED) -> Wrapper:
    """Return what is learned from two pages of such records."""
    return learn_wrapper([Sample(page_of(n, record, around), None) for n in (BIRDS, FISH)]).wrapper


def learned(record: str, around: str = DEFINED) -> ItemRules:
    return wrapper_of(record, around).items


def first_of(record: str, around: str = DEFINED) -> ResultRecord:
    """Return the first record of a page of such records, read as was learned from two of them."""
    return wrapper_of(record, around).records(page_of(FISH, record, around))[0]


def fill(text: str, n: int = 1, x: str = "bream") -> str:
    """Fill in number and name; what stands in brackets is left out of the third record."""
    text = re.sub(r"\[(.*?)\]", "" if n == 3 else r"\1", text)
    running = f"All about the {x}, where it lives and what it eats in {len(x)} winters."
    return text.format(
        n=n, x=x, t=x.title(), text=running, odd=n * 37 % 11, day=DAYS[n % 3], who=PEOPLE[n % 5],
        writer=WRITERS[n % 5], ab="AB"[n % 2], stars=n % 5 + 1, count=n * 7,
    )  # fmt: skip


# As Namazu shows them: labels in texts, all lines in elements of one kind.
NAMAZU = (
    "<dt>{n}. <a href='/{x}.html'>The {x}</a> (score: 9{n})</dt><dd><b>Author</b>: <em>Ann {t}</em>"
    "</dd>[<dd><b>Date</b>: 0{n} Oct 2024</dd>]<dd>{text}</dd>"
    "<dd><a href='/{x}.html'>/docs/{x}.html</a> ({n}44,558 bytes)</dd>"
)


def test_labelled_lines_become_columns_and_the_snippet_is_the_snippet():
    columns = learned(NAMAZU).columns
    wanted = [ItemKind.NUMBER, ItemKind.TITLE, ItemKind.NUMBER, ItemKind.AUTHOR, ItemKind.DATE]
    assert [column.kind for column in columns] == [
        *wanted, ItemKind.SNIPPET, ItemKind.ADDRESS, ItemKind.SIZE,
    ]  # fmt: skip
    mandatory = {column.kind: column.is_mandatory for column in columns}
    assert mandatory[ItemKind.AUTHOR] and not mandatory[ItemKind.DATE], "some records lack it"
    read = wrapper_of(NAMAZU).records(page_of(FISH[::-1], NAMAZU))
    for number, record in enumerate(read, start=1):
        said = (record.snippet, record.author, record.date, record.breadcrumb)
        wanted = ("{text}", "Ann {t}", "[0{n} Oct 2024]", "/docs/{x}.html")
        assert said == tuple(fill(text, number, FISH[-number]) for text in wanted)


@pytest.mark.parametrize(("markup", "fields", "values"), CASES["texts"])
def test_texts_are_items_and_fields(markup, fields, values):
    first = first_of(markup)
    assert {name: getattr(first, name) for name in fields} == {
        name: fill(value) for name, value in fields.items()
    }
    if values:
        assert [item.value for item in first.items] == ["The bream", *map(fill, values)]


@pytest.mark.parametrize(("markup", "kinds"), CASES["meanings"])
def test_what_texts_mean(markup, kinds):
    found = {column.example: column.kind for column in learned(markup).columns}
    for text, kind in kinds.items():
        assert found[fill(text, 1, "robin")].name == kind


def test_classes_do_not_make_running_text_a_type():
    text = "<span class='doc-section'>{text} {text}<br>Of its young {n} a year live on.</span>"
    columns = learned(text).columns
    assert {column.kind for column in columns} == {ItemKind.TITLE, ItemKind.SNIPPET}


def test_static_repeated_and_introducing_texts():
    record = (
        "<p>{text}</p><b>The {x}</b><div>by <a href='/by/{x}'>Ann {t}</a></div><i>Read more</i>"
    )
    columns = {column.example: column for column in learned(record).columns}
    assert columns["Read more"].kind is ItemKind.STATIC
    assert columns["by"].is_joined
    assert [c.is_hidden for c in learned(record).columns].count(True) == 1
    first = first_of(record)
    assert first.author == "Ann Bream"
    assert "by Ann Bream" in [item.value for item in first.items]


def test_names_that_a_person_gave_are_kept_when_items_are_learned_anew():
    redesigned = NAMAZU.replace("<dd>", "<dd><span>").replace("</dd>", "</span></dd>")
    before = learned(NAMAZU)
    author = next(n for n, c in enumerate(before.columns) if c.kind is ItemKind.AUTHOR)
    changed: ItemColumn = before.columns[author].replace(
        label="written by", is_hidden=True, by_person=True
    )
    known = before.replace(
        columns=(*before.columns[:author], changed, *before.columns[author + 1 :])
    )
    for again in (learned(NAMAZU), learned(redesigned)):
        kept = [column for column in keep_items(again, known).columns if column.by_person]
        assert [(c.label, c.is_hidden, c.start) for c in kept] == [("written by", True, "Author:")]


def test_of_a_text_shown_twice_the_one_that_is_seen_stays():
    link = "<a href='/{x}.html'>The {x}</a>"
    record = (
        f"<dt><span class=small>{link}</span><b class=large>{link}</b></dt><dd>"
        "<div class=small>Tap here</div>{text}<button><i>Buy</i></button></dd>"
    )
    # A layout that hides the results themselves hides nothing.
    for hidden, values in ((".small", []), ("dl", ["Tap here"])):
        around = f"<head><style>{hidden}{{display:none}}</style></head>{DEFINED}"
        shown = {item.value for item in first_of(record, around).items}
        assert shown == {"The bream", fill("{text}"), "Buy", *values}


# As wikis and shops show them: sizes with remarks, times, names of people, counts.
WIKI = (
    "<dt><a href='/k/{x}-{n}/'>The {x}<br><small>/k/{x}-{n}</small></a><dd><p class=s>{text}"
    "<p class=d>{n} kB ({n}44 words) - Thu, 0{n} Oct 2024 12:10:00 +0000"
    "<p class=w>{who}, Ann Ode<p class=y>20{n}7<p class=v>{n}81 views</dd>"
)


def test_what_stands_beside_dates_and_sizes_names_of_people_and_counts():
    kinds = [column.kind for column in learned(WIKI).columns]
    assert kinds == [
        *(ItemKind.TITLE, ItemKind.ADDRESS, ItemKind.SNIPPET, ItemKind.TEXT, ItemKind.AUTHOR),
        *(ItemKind.DATE, ItemKind.TEXT),
    ]
    record = wrapper_of(WIKI).records(page_of(FISH, WIKI))[1]
    assert (record.size, record.date) == ("2 kB", "02 Oct 2024")
    assert record.author == "Jürgen Weiß, Ann Ode"
    assert record.breadcrumb == "/k/perch-2"


def test_the_headings_of_a_table_name_its_columns():
    head = "<tr><th colspan=2>Thema<th>Verfasst von<th>Antworten<th>Rubrik"
    record = "<tr><td><a href='/{x}'>The {x}</a><td>{text}<td>{who}<td>{odd}<td>{ab}"
    columns = learned(record, f"<table>{head}{{}}</table>").columns
    assert [(column.label, column.kind) for column in columns] == [
        ("Thema", ItemKind.TITLE),
        ("Thema 2", ItemKind.SNIPPET),
        ("Verfasst von", ItemKind.AUTHOR),
        ("Antworten", ItemKind.TEXT),
        ("Rubrik", ItemKind.TYPE),
    ]


def test_terms_name_their_definitions_and_attributes_their_elements():
    record = (
        "<p>{text}</p><dl>[<dt>Größe<dd>{n} of 9]<dt>Herkunft<dd>{x}land</dl>"
        "<i title='Autor'>{x}1</i></dd>"
    )
    columns = {column.label: column for column in learned(record).columns}
    assert columns["Größe"].kind is ItemKind.SIZE
    assert columns["Herkunft"].after == "Herkunft"
    assert columns["Herkunft"].kind is ItemKind.TEXT


def test_a_rating_that_no_text_says_is_an_item_of_its_own():
    record = "<p>{text}</p><i class='stars' aria-label='{stars} out of 5 stars'></i> <b>({odd})</b>"
    wrapper = wrapper_of(record)
    changed = wrapper.items.columns[-1].replace(label="stars", by_person=True)
    kept = keep_items(
        wrapper.items, wrapper.items.replace(columns=(*wrapper.items.columns[:-1], changed))
    )
    assert kept.columns[-1] == changed
    first = wrapper.records(page_of(FISH, record))[0]
    assert first.rating == "2/5"
    assert [item.bare for item in first.items if item.kind is ItemKind.RATING] == ["2/5"]


def records_with(sentence: str) -> list[ResultRecord]:
    """Return the records read where each has a title and a sentence of its own, and no text."""
    record = f"<li><a href='/{{x}}.html'>The {{x}} of the year</a><p>{sentence}</p></li>"
    return list(wrapper_of(record, "{}").records(page_of(FISH[::-1], record, "{}")))


def test_a_sentence_says_who_and_when_and_is_no_snippet():
    read = records_with("Submitted by {writer} on Thu, {n} May 2012 - 12:30 in garden news")
    assert [each.author for each in read[:2]] == ["bob", "Carl Heron Fry"]
    assert [each.date for each in read[:2]] == ["1 May 2012", "2 May 2012"]
    assert {each.snippet for each in read} == {""}


def test_labels_within_a_text_say_what_follows_them():
    read = records_with("Chapters: {count} - Words: 2,{count}1 - Author: {writer} - State: open")
    assert read[1].author == "Carl Heron Fry"
    said = {item.label: item.bare for item in read[1].said if item.kind is ItemKind.TEXT}
    assert said["Words"] == "2,141"
    assert said["State"] == "open"


def test_prose_that_mentions_dates_stays_a_snippet():
    read = records_with("In {n} gardens {writer} saw {count} of them, each in another kind of tree")
    assert all(each.snippet and not each.date and not each.author for each in read)


WHO = "Ann Ode,Ian Low,Eva Hill,Tom Bell,Kim Ray,Leo Fox,May Dunn,Sam Pool".split(",")
STATES = "Open Closed Solved".split()
TITLE = "Where the quiet {name} lives"
TEXT = "<p>All about a {name}, and more of it. It has a <i>{query}</i> of its own.</p>"


def titled_page(names: list[str], record: str, query: str) -> Page:
    """Return a page of a table where a record consists of cells, else of a list with texts."""
    rows = "".join(
        (f"<tr>{record}</tr>" if record.startswith("<td>") else f"<li>{record}{TEXT}</li>").format(
            title=TITLE.format(name=name), name=name, query=query, number=len(name) * 7 + n,
            state=STATES[n % 3], some="<b class=flag>New</b>" if n % 3 else "", person=WHO[n],
        )
        for n, name in enumerate(names)
    )  # fmt: skip
    around = "<table id=r>{}</table>" if record.startswith("<td>") else "<ul>{}</ul>"
    body = f"<html><body><h1>Found</h1>{around.format(rows)}</body></html>"
    return parse_page(body.encode(), "http://search.example/find")


def learned_titles(record: str) -> Wrapper:
    """Return what is learned from two pages of such records."""
    asked = ((BIRDS, "nest"), (FISH, "fin"))
    return learn_wrapper(
        [Sample(titled_page(n, record, query), query) for n, query in asked]
    ).wrapper


@pytest.mark.parametrize(("record", "title"), CASES["names"])
def test_what_names_the_records_is_their_title(record, title):
    read = learned_titles(record).records(titled_page(FISH[::-1], record, "gill"))[0]
    assert read.title == title.format(name="pike", number=28)
    assert read.url is not None and read.url.endswith("/pike")
    if title == TITLE:
        assert read.title not in read.snippet
        assert [i.value for i in read.items if i.kind is ItemKind.TITLE] == [read.title]


@pytest.mark.parametrize(("inner", "label"), CASES["labels"])
def test_a_label_is_no_part_of_the_title(inner, label):
    row = "<a href='/{name}'>" + inner + "</a>"
    record = learned_titles(row).records(titled_page(FISH[::-1], row, "gill"))[1]
    assert record.title == TITLE.format(name="carp")
    assert any(item.value.startswith(label) for item in record.items)


@pytest.mark.parametrize("inner", CASES["stressed"])
def test_what_is_stressed_or_names_the_thing_stays(inner):
    row = "<a href='/{name}'>" + inner + "</a>"
    page = titled_page(FISH[::-1], row, "gill")
    for record, link in zip(learned_titles(row).records(page), page.root.iter("a"), strict=True):
        assert record.title == " ".join(link.text_content().split())


VALUES = (4, 2, 5, 3, 1, 4)


def trees(before: str, star: str, between: str, lacking: str, after: str) -> list[RecordTree]:
    """Return records that show the ratings of `VALUES` in a shape."""
    words = ("One", "Two", "Three", "Four", "Five")
    trees = []
    for n in VALUES:
        shown = f"{before}{star * n}{between}{lacking * (5 - n)}{after}"
        shown = shown.format(n=n, percent=n * 20, word=words[n - 1])
        record = html.fromstring(f"<li><a href=/{n}>Tea {n}</a>{shown}</li>")
        trees.append(RecordTree([record], 100))
    return trees


@pytest.mark.parametrize("shape", CASES["ratings"].values(), ids=CASES["ratings"])
def test_a_rating_is_read_however_it_is_shown(shape):
    records = trees(*shape)
    signs = learn_rating(records)
    read = [signs.read(tree) for tree in records]
    assert [found and found[1] for found in read] == [f"{n}/5" for n in VALUES]


@pytest.mark.parametrize("shape", CASES["no_ratings"].values(), ids=CASES["no_ratings"])
def test_what_only_looks_like_a_rating_is_none(shape):
    assert learn_rating(trees(*shape)) is None


def test_nobody_has_rated_what_has_no_stars():
    signs = RatingSigns(SignKind.TEXT, "i", attribute="title")
    assert not signs.read(RecordTree([html.fromstring("<p><i title='0.0 out of 5 stars'>")], 10))
