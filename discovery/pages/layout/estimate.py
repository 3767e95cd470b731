"""An estimate of a page's layout from its markup and style sheets, where no browser renders it.

The rules are those of CSS 2.2, flexible boxes and grids, as far as they decide where things stand:
the cascade, blocks with margins that collapse, lines, floats, tables, rows and columns, what is out
of the flow. Texts are as wide as their characters are on average; images whose size nobody gives
are taken for icons. Style sheets that are not given do not count, so a page may come out as the
one column that its markup is.
"""

from collections.abc import Mapping

from discovery.pages.layout.blocks import Blocks
from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Place, run
from discovery.pages.layout.intrinsic import measure
from discovery.pages.layout.items import item_tree
from discovery.pages.layout.layout import Layout
from discovery.pages.layout.placing import Placing
from discovery.pages.page import Page
from discovery.pages.styles import Window, style_page, wanted_sheets

# The width of a window when the pages of ViNTs were rendered (2005): 1024 × 768 was the norm.
WINDOW_WIDTH = 1024.0
NO_SHEETS: Mapping[str, str] = {}


def wanted_style_sheets(page: Page, style_sheets: Mapping[str, str] = NO_SHEETS) -> list[str]:
    """Return the addresses of the external style sheets that `estimate_layout` lacks.

    `style_sheets` are those there are. What sheets import is known once these are there.
    """
    window = Window(WINDOW_WIDTH)
    return list(wanted_sheets(page.root, page.base_url, style_sheets, window))


def estimate_layout(page: Page, style_sheets: Mapping[str, str] = NO_SHEETS) -> Layout:
    """Return the estimated layout of `page`, in a window of `WINDOW_WIDTH` pixels.

    Reads `<style>` elements, style attributes, and `style_sheets`: the texts of external style
    sheets by their absolute addresses, as far as somebody has fetched them. Broken sheets are
    ignored.
    """
    top = style_page(page.root, page.base_url, style_sheets, Window(WINDOW_WIDTH))
    root, items = item_tree(top)
    measure(items)
    engine = Blocks(WINDOW_WIDTH)
    frame = run(engine.lay(root, WINDOW_WIDTH, Place(Floats()), WINDOW_WIDTH))
    placing = Placing(WINDOW_WIDTH)
    placing.place(frame, 0.0, 0.0)
    placing.place_out(engine.out)
    return placing.layout(items)
