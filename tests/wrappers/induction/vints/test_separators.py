"""Prefix and separators (section 3.5): the running example, the three cases, compact prefixes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.wrappers.induction.vints.tag_paths import parse_path
from wrappers.induction.vints.content_lines import format_path
from wrappers.induction.vints.initial_wrappers import (
    common_ending,
    compact_prefix,
    differences,
    maximum_common_prefix,
    separations,
)

PREFIX = "<HTML>C<HEAD>S<BODY>C<IMG>S<CENTER>S<HR>S<B>S<HR>S"
# "The tag paths for the second, third and fourth records"
RUNNING_EXAMPLE = [parse_path(PREFIX + "<DL>S" * count) for count in (1, 2, 3)]


def paths(*rests: str) -> list[tuple[object, ...]]:
    return [parse_path(PREFIX + rest) for rest in rests]


def found(*rests: str, inside: tuple[str, ...] = ()) -> list[tuple[str, set[str], bool]]:
    return [
        (
            format_path(each.prefix).removeprefix(PREFIX),
            {format_path(separator) for separator in each.separators},
            each.leads,
        )
        for each in separations(paths(*rests), lambda _: inside)
    ]


def test_the_maximum_common_prefix_of_the_running_example() -> None:
    assert format_path(maximum_common_prefix(RUNNING_EXAMPLE)) == PREFIX + "<DL>S"


def test_the_diffs_of_the_running_example() -> None:
    rests = [path[len(maximum_common_prefix(RUNNING_EXAMPLE)) :] for path in RUNNING_EXAMPLE]
    assert differences(rests) == (parse_path("<DL>S"), parse_path("<DL>S"))


def test_prefix_and_separator_of_the_running_example() -> None:
    (separation,) = separations(RUNNING_EXAMPLE)
    assert format_path(separation.prefix) == PREFIX
    assert separation.separators == {parse_path("<DL>S")}


def test_paths_down_to_the_first_line_give_the_same() -> None:
    # p_i is a suffix of p_(i+1): what leads down into the record is common to the ends.
    deep = paths(*("<DL>S" * count + "<DL>C<DT>C" for count in (0, 1, 2)))
    (separation,) = separations(deep)
    assert format_path(separation.prefix) == PREFIX
    assert separation.separators == {parse_path("<DL>S")}


def test_an_additional_separator_holds_what_diff_holds() -> None:
    # <P> stands where a record does, after a Diff, and has inside what Diff consists of.
    rests = ["<DL>S<DL>S<P>S" + "<DL>S" * count for count in (1, 2, 3)]
    assert found(*rests, inside=("dl",)) == [("", {"<DL>S", "<P>S"}, False)]
    assert found(*rests, inside=("ul",)) == [("<DL>S<DL>S<P>S", {"<DL>S"}, False)]


def test_case_1_no_common_suffix() -> None:
    assert common_ending([parse_path("<A>S<P>S"), parse_path("<A>S<HR>S")]) is None


def test_case_2_a_suffix_that_occurs_once_in_each_diff() -> None:
    first, second = "<A>S<BR>S<BR>S", "<A>S<BR>S<A>S<BR>S<BR>S"
    assert common_ending([parse_path(first), parse_path(second)]) == parse_path("<BR>S<BR>S")
    ending = found("", first, first + second)[0]
    assert ending == ("", {"<BR>S<BR>S"}, False)


def test_case_2_takes_diffs_off_the_prefix() -> None:
    first, second = "<A>S<P>S<HR>S", "<A>S<HR>S"
    ending = found(second + first, second + first + first, second + first + first + second)[0]
    assert ending == ("", {"<HR>S"}, False)


def test_case_3_all_suffixes_recur() -> None:
    assert common_ending([parse_path("<TR>S<TR>S"), parse_path("<TR>S<TR>S<TR>S")]) is None


def test_records_that_only_begin_alike_are_led_by_their_separator() -> None:
    first, second = "<H3>S<P>S<P>S", "<H3>S<P>S"
    assert found("", first, first + second) == [("", {"<H3>S"}, True)]


def test_two_records_at_one_place_are_not_separated() -> None:
    assert separations(paths("<P>S", "<P>S", "<P>S<P>S")) == ()


def test_records_at_different_depths_are_not_separated() -> None:
    assert separations(paths("<P>S", "<P>S<DIV>C<P>S", "<P>S<DIV>C<P>S<P>S")) == ()


def test_the_compact_prefix_of_the_paper() -> None:
    compact = compact_prefix(parse_path(PREFIX), frozenset((parse_path("<DL>S"),)))
    assert format_path(compact) == "<HTML>C<BODY>C"


def test_the_compact_prefix_keeps_what_tells_sub_trees_apart() -> None:
    path = parse_path("<HTML>C<HEAD>S<BODY>C<P>S<TABLE>S<HR>S<TABLE>C<TR>S<B>S")
    separators = frozenset((parse_path("<TR>S"),))
    written = "<HTML>C<BODY>C<TABLE>S<TABLE>C<TR>S"
    assert format_path(compact_prefix(path, separators)) == written


siblings = st.lists(st.sampled_from(["<A>S", "<BR>S", "<P>S"]), min_size=1, max_size=5)


@given(st.lists(siblings, min_size=2, max_size=4), siblings)
@settings(max_examples=80, deadline=None)
def test_separators_occur_in_every_diff(diffs: list[list[str]], before: list[str]) -> None:
    so_far = "".join(before)
    rests = [so_far]
    for diff in diffs:
        so_far += "".join(diff)
        rests.append(so_far)
    for separation in separations(paths(*rests)):
        written = [format_path(separator) for separator in separation.separators]
        assert format_path(separation.prefix).startswith(PREFIX)
        for diff in diffs:
            assert any(separator in "".join(diff) for separator in written)
