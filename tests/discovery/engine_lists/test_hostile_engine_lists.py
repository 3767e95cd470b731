"""Files that want to do harm: a clear error each, quickly and in little memory."""

import json
import tracemalloc
from time import process_time

import pytest

from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import MAX_LIST_BYTES, EngineListError

# Generous: a busy machine is slow, what these files try takes for ever.
SECONDS = 20.0
MEGABYTES = 400


def refused(data: bytes, filename: str = "") -> str:
    """Return why a file is refused; none may take long or much memory."""
    started = process_time()
    tracemalloc.start()
    try:
        with pytest.raises(EngineListError) as caught:
            read_engine_list(data, filename)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES * 1_000_000
    finally:
        tracemalloc.stop()
    assert process_time() - started < SECONDS
    return str(caught.value)


def test_a_hundred_megabytes() -> None:
    assert "allowed" in refused(b"x" * 100_000_000)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\xff\xfe\n\0", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "line 3: the file is no text"),
        (b"mozLz40\0abc", "unpack"),
        (b"[1, 2", "no JSON"),
        (b'{"a": "b', "no JSON"),
        (b'[{"u": "https://a.example/?q={{{s}}}"}] []', "no JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" + b"9" * 10_000 + b"]", "no JSON"),
        (b'["' + b'\\"' * 3_000_000, "no JSON"),
        (b"<a>" * 100_000, "XML"),
        (b"<html></html>", "no list of engines"),
        (b"engines: [" + b"[" * 100_000, "nested too deeply"),
        (b"engines:\n- {a: *unknown}", "line 2: no YAML"),
        (b"engines: 7\nengine: x", "no list 'engines'"),
        (b"engines:\n\t- x", "no YAML"),
        (b"engines: \x01", "no YAML"),
        (b'name,url\n"a,https://a.example/\nb,c\n', "line 2: no table"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, word: str) -> None:
    assert word in refused(data)


def test_too_many_entries() -> None:
    assert "more than" in refused(b"[" + b"0," * 60_000 + b"0]")
    assert "more than" in refused(b"a.example\n" * 60_000)
    with pytest.raises(EngineListError, match="larger"):
        read_engine_list(b"engines:\n" + b"- [a]\n" * 250_000)


def test_entities_are_never_expanded() -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = f'<!DOCTYPE o [<!ENTITY a0 "ha">{laughs}]><opml><body>&a11;</body></opml>'
    refused(text.encode())
    outside = '<!DOCTYPE o [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml>&x;</opml>'
    assert "DOCTYPE" in refused(outside.encode())


def test_aliases_are_never_copied_out() -> None:
    bomb = "a0: &a0 {k: v}\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 40)
    )
    found = read_engine_list(f"{bomb}engines:\n- *a39\n- {{name: *a39}}\n".encode(), "s.yml")
    assert not found.proposals
    assert len(found.rejected) == 2
    merged = "m0: &m0 {k: v}\n" + "".join(
        f"m{n}: &m{n} {{<<: *m{n - 1}, k{n}: v}}\n" for n in range(1, 3_000)
    )
    started = process_time()
    read_engine_list(f"{merged}engines: [*m2999]\n".encode(), "s.yml")
    assert process_time() - started < SECONDS


def test_tags_of_yaml_make_no_objects() -> None:
    text = "engines:\n- !!python/object/apply:os.system [echo hurt]\n- !!binary abc\n"
    found = read_engine_list(text.encode(), "s.yml")
    assert len(found.rejected) == 2


@pytest.mark.parametrize(
    "xpath",
    [
        "//a[" * 200 + "1" + "]" * 200,
        "(" * 900 + "1" + ")" * 900,
        "//*" * 400,
        "re:test(., '(a+)+$')",
        "document('file:///etc/passwd')",
        "//a\0",
        "$x",
    ],
)
def test_selectors_from_outside_are_bounded_or_refused(xpath: str) -> None:
    entry = {"name": "x", "search_url": "https://a.example/?q={query}", "url_xpath": xpath,
             "title_xpath": "//a"}  # fmt: skip
    text = "engines:\n- " + json.dumps(entry, ensure_ascii=True)
    found = read_engine_list(text.encode(), "s.yml")
    assert len(found.proposals) + len(found.rejected) == 1
    for proposal in found.proposals:
        # Unknown functions and variables compile; evaluated, they are errors.
        assert proposal.selectors
        assert len(proposal.selectors.url) <= 1_000


def test_long_values_are_refused_or_cut() -> None:
    long = "x" * 1_000_000
    entries = [
        {"s": long, "u": "https://a.example/?q={{{s}}}"},
        {"s": "b", "u": f"https://a.example/{long}?q={{{{{{s}}}}}}"},
        {"s": "c", "u": "https://c.example/?q={{{s}}}", "d": long},
    ]
    data = json.dumps(entries).encode()
    assert len(data) < MAX_LIST_BYTES
    found = read_engine_list(data)
    assert [len(proposal.name) for proposal in found.proposals] == [200, 1]
    assert [len(entry.excerpt) < 200 for entry in found.rejected] == [True]
