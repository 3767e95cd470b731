"""Cells of tables that spreadsheets read."""

import pytest

from wrappers.items.exporting import escape_cell


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "\u3000＝1"),
        *(
            "＝HYPERLINK(1)",
            "＋1",
            "－1",
            "＠SUM(A1)",
            "﹢1",
            "﹣1",
            "﹦1",
            "﹫x",
            "⁼1",
            "⁺1",
            "₌1",
        ),
        *("₌1", "−1", "\ufeff=1", "\u200b=1", "\u202e=1", "\u2060\u3000＝1", "\x00=1", "\tplain"),
    ],
)
def test_no_cell_is_a_formula(text: str) -> None:
    assert escape_cell(text) == f"'{text}"
    for other in ("", "plain", "a=1", "３", "’t", " plain", "全角＝", "#1"):
        assert escape_cell(other) == other
