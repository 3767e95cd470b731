"""The picture of a page, where the browser does not draw it at once."""

import base64
from typing import Any

import pytest

from discovery.pages.layout import Box
from discovery.web.rendering import renderer
from discovery.web.rendering.devtools_tab import BrowserRefusalError


class BusyTab:
    """A tab that refuses to draw a number of times."""

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals

    async def send(self, method: str, _wanted: object) -> dict[str, Any]:
        assert method == "Page.captureScreenshot"
        if self.refusals:
            self.refusals -= 1
            raise BrowserRefusalError("Unable to capture screenshot")
        return {"data": base64.b64encode(b"drawn").decode()}


@pytest.mark.parametrize(("refusals", "picture"), [(0, b"drawn"), (1, b"drawn"), (2, None)])
async def test_a_picture_is_asked_for_again_and_no_more(
    monkeypatch: pytest.MonkeyPatch, refusals: int, picture: bytes | None
) -> None:
    monkeypatch.setattr(renderer, "REDRAWING_TIME", 0)
    notes: list[str] = []
    drawn = await renderer._picture(BusyTab(refusals), Box(0, 0, 9, 9), notes)  # type: ignore[arg-type]
    assert drawn == picture
    assert len(notes) == (picture is None)
