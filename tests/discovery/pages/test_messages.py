"""What short texts say, in many languages; what they do not say."""

import pytest

from discovery.pages.messages import ObstacleKind, find_message
from tests.cases import cases

SAID = cases(__file__)


@pytest.mark.parametrize(
    ("kind", "line"), [(kind, line) for kind, lines in SAID.items() for line in lines]
)
def test_what_a_line_says(kind, line):
    message = find_message(["Find", line])
    assert message is not None
    assert (message.kind, message.line) == (ObstacleKind[kind], line)


def test_what_says_nothing_of_the_kind():
    for line in (
        *("Contact us", "Nos horaires d'ouverture", "The gardens of the old town", "Über uns"),
        *("Copyright 2021, all rights reserved", "最新のお知らせ", "О компании"),
    ):
        assert find_message([line]) is None, line
