"""Records that no person sees: among, above, below and instead of the true ones.

Hidden is what a browser with scripts, on a screen of usual width, does not show.
"""

from collections.abc import Callable
from dataclasses import replace

from evaluation.engines.faults.families.deceptive.hiding import (
    Way,
    among,
    beside,
    boxes,
    decoy_rows,
    style,
)
from evaluation.engines.faults.fault import (
    Ask,
    Exchange,
    Fault,
    Reply,
    none_of,
    ordinary,
    replies,
    without_decoys,
)
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, no_results, results
from evaluation.engines.faults.sites.contents import FoundPage
from evaluation.engines.faults.sites.design import EngineDesign

WELL = results()
NONE_FOUND = no_results("shown_instead says_nothing_found no_result_page zero_hits")
NONE_SHOWN = blocked("javascript") | broken(
    "claims_matches_shows_none not_understood contradiction constraints"
)
PLACES = ("among", "above", "below", "first")


def no_table(design: EngineDesign) -> bool:
    """Tell designs whose records are boxes: table rows do not shrink, fonts there are absolute."""
    return design.name != "archive"


def of_boxes(design: EngineDesign) -> bool:
    """Tell designs whose records are one element each, in a list of their own."""
    return design.name not in {"archive", "encyclopaedia"}


def _inline(rules: str, more: str = "") -> Way:
    return Way(more=f'style="{rules}" {more}'.strip())


def _class(rules: str, more: str = "", around: str = "{}") -> Way:
    return Way(style(rules), "q7", more, around)


NONE = ".q7{display:none}"
BOX = '<div class="results">{}</div>'

# How single records are hidden that stand among the others.
ROWS: dict[str, tuple[Way, Callable[[EngineDesign], bool]]] = {
    "attribute": (Way(more="hidden"), ordinary),
    "attribute-until-found": (Way(more='hidden="until-found"'), no_table),
    "inline-none": (_inline("display:none"), ordinary),
    "inline-none-in-capitals": (Way(more="STYLE='COLOR:Red;  DISPLAY : NONE !important;'"), ordinary),
    "inline-visibility": (_inline("visibility:hidden"), ordinary),
    "inline-opacity": (_inline("opacity:0"), ordinary),
    "inline-opacity-point": (_inline("pointer-events:none;opacity:.0"), ordinary),
    "inline-left": (_inline("position:absolute;left:-9999px"), ordinary),
    "inline-top": (_inline("position: absolute; top: -5000em"), ordinary),
    "inline-fixed": (_inline("position:fixed;left:300vw;top:0"), ordinary),
    "inline-clip": (_inline("position:absolute;clip:rect(0 0 0 0)"), ordinary),
    "inline-clip-path": (_inline("clip-path:inset(50%)"), no_table),
    "inline-scale": (_inline("transform:scale(0)"), no_table),
    "inline-no-height": (_inline("height:0;overflow:hidden;margin:0;padding:0"), no_table),
    "inline-one-pixel": (_inline("position:absolute;width:1px;height:1px;overflow:hidden"), no_table),
    "inline-font": (_inline("font-size:0;line-height:0"), no_table),
    "inline-aria": (_inline("position:absolute;left:-10000px", 'aria-hidden="true" tabindex="-1"'), ordinary),
    "class-none": (_class(NONE), ordinary),
    "class-of-many": (_class("a{color:#039}\n.x,\n.q7 ,.y{margin:0;\n display : none }\n@font-face{font-family:F;src:url(f.woff)}"), ordinary),
    "class-in-capitals": (Way("<STYLE TYPE='text/css'><!-- .Q7{DISPLAY:NONE} --></STYLE>", "Q7"), ordinary),
    "class-important": (_class(".q7{display:none!important}", 'style="display:block"'), ordinary),
    "class-later": (_class(".q7{display:block}.q7{display:none}"), ordinary),
    "class-later-sheet": (Way(style(".q7{display:block}") + style(NONE), "q7"), ordinary),
    "class-more-specific": (_class("body .q7{display:none}.q7{display:block}"), ordinary),
    "class-nested": (_class(".results .q7{display:none}", around=BOX), boxes),
    "class-nested-in-braces": (_class(".results{color:#222; & .q7{display:none}}", around=BOX), boxes),
    "class-visibility": (_class(".q7{visibility:hidden}"), ordinary),
    "class-opacity": (_class(".q7{opacity:0%}"), ordinary),
    "class-filter": (_class(".q7{filter:opacity(0)}"), ordinary),
    "class-indent": (_class(".q7{text-indent:-9999px;white-space:nowrap;overflow:hidden;height:1px}"), no_table),
    "class-max-height": (_class(".q7{max-height:0;overflow:hidden}"), no_table),
    "class-translate": (_class(".q7{transform:translateX(-500vw)}"), no_table),
    "class-relative": (_class(".q7{position:relative;left:-9999px}"), no_table),
    "class-screen": (_class("@media screen{.q7{display:none}}"), ordinary),
    "class-print-shows": (_class(".q7{display:none}@media print{.q7{display:block}}"), ordinary),
    "class-not-print": (_class("@media not print{.q7{display:none}}"), ordinary),
    "class-wide": (_class("@media only screen and (min-width:320px){.q7{visibility:hidden}}"), ordinary),
    "class-narrow-shows": (_class(".q7{display:none}@media (max-width:400px){.q7{display:block}}"), ordinary),
    "class-supports": (_class("@supports (display:block){.q7{display:none}}"), ordinary),
    "class-layer": (_class("@layer base{.q7{display:none}}"), ordinary),
    "class-variable": (_class(":root{--d:none}.q7{display:var(--d)}"), ordinary),
    "class-escaped": (Way(style(r".u\:off\/x{display:none}"), "u:off/x"), ordinary),
    "class-sr-only": (_class(".q7{position:absolute!important;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);border:0}"), ordinary),
    "class-children": (_class(".q7>*{display:none}"), of_boxes),
    "selector-attribute": (Way(style('[data-kind="7"]{display:none}'), more='data-kind="7"'), ordinary),
    "selector-prefix": (Way(style('[class*="zq-"]{display:none}'), "zq-81f"), ordinary),
    "selector-not": (Way(style("[data-k]:not(.ok){display:none}"), "no", "data-k"), ordinary),
    "selector-is": (Way(style(":is(.q7,.q8){display:none}"), "q8"), ordinary),
    "selector-even": (Way(style(".results>*>:nth-child(even){display:none}"), around=BOX), of_boxes),
}  # fmt: skip

# How a whole list of them is hidden that stands beside the list of the true ones.
LISTS: dict[str, Way] = {
    "inline-none": Way(around='<div style="display:none">{}</div>'),
    "attribute": Way(around="<section hidden>{}</section>"),
    "class-of-grandparent": Way(style(".z5{visibility:hidden;position:absolute}"), around='<div class="z5"><div><div>{}</div></div></div>'),
    "no-size": Way(around='<div style="width:0;height:0;overflow:hidden">{}</div>'),
    "id-off-left": Way(style("#far{position:absolute;left:-300em}"), around='<div id="far">{}</div>'),
    "opacity": Way(style(".z5{opacity:0;position:absolute;z-index:-1}"), around='<aside class="z5" aria-hidden="true">{}</aside>'),
    "template": Way(around="<template>{}</template>"),
    "noscript": Way(around="<noscript>{}</noscript>"),
    "dialog": Way(around="<dialog>{}</dialog>"),
    "popover": Way(around="<div popover>{}</div>"),
    "print": Way(style(".z5{display:none}@media print{.z5{display:block}}"), around='<div class="z5">{}</div>'),
    "script-text": Way(around='<script type="text/x-template">{}</script>'),
    "inert-clip": Way(style(".z5{clip-path:polygon(0 0,0 0,0 0);position:absolute}"), around='<div class="z5" inert>{}</div>'),
}  # fmt: skip

# Classes of the linked style sheet that the bookshop had since it was learned.
LINKED = {
    "none": Way(cls="oculto"),
    "off-left": Way(cls="lejos"),
    "opacity": Way(cls="velado"),
    "sr-only": Way(cls="sr"),
    "nested": Way(cls="retirado", around='<div class="estante">{}</div>'),
    "print-shows": Way(cls="papel"),
    "screen": Way(cls="pantalla", more='style="display:block"'),
    "two-classes": Way(cls="caja cerrada"),
    "max-height": Way(cls="plegado"),
    "inline-undone-not": Way(cls="oculto", more='style="color:#222;visibility:visible"'),
}
LINKED_LISTS = {
    "parent-none": Way(around='<div class="oculto">{}</div>'),
    "parent-aside": Way(around="<aside>{}</aside>"),
}


def linked(design: EngineDesign) -> bool:
    """Tell designs that have a linked style sheet and hide nothing themselves."""
    return bool(design.style_sheet) and not design.has_decoys


def _fault(
    name: str, make: Callable[[Exchange], Reply], on: Callable[[EngineDesign], bool]
) -> Fault:
    return replies(f"hidden/{name}", WELL, make, on=on)


def _place(name: str, number: int) -> tuple[str, int]:
    """Return where decoys stand, and how many: after each record where their turn hides them."""
    return ("among", 10) if name == "selector-even" else (PLACES[number % 4], 5 + number % 3)


def instead(way: Way, says_nothing: bool) -> Callable[[Exchange], Reply]:
    """Return hidden decoys only: under a sentence that nothing was found, or a claim of many."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        rows = [way.row(row) for row in decoy_rows(design, found, 10)]
        listing = way.around.replace("{}", design.listing(rows))
        line = design.nothing(found.query) if says_nothing else ""
        if not says_nothing:
            line = design.hits_line(design.hits_text(found)) if design.has_hits_line else ""
        return way.page(exchange, line + listing)

    return make


def _instead(
    name: str, way: Way, says_nothing: bool, asks: Ask = Ask.WORD, on: str = "has_hits_line"
) -> Fault:
    expected: Outcomes = NONE_FOUND if says_nothing else NONE_SHOWN
    return replies(
        f"hidden/{name}", expected, instead(way, says_nothing), shown=none_of, asks=asks,
        on=lambda design: says_nothing or bool(getattr(design, on)),
    )  # fmt: skip


def _decoys(
    name: str, make: Callable[[Exchange], Reply], expected: Outcomes = WELL, asks: Ask = Ask.WORD
) -> Fault:
    """Return a fault of engines whose pages hid records already when they were learned."""
    fault = replies(f"decoys/{name}", expected, make, asks=asks)
    return replace(fault, among=lambda design: design.has_decoys)


def cleared(exchange: Exchange) -> Reply:
    """Return the true records alone: the site hides none any more."""
    design, found = exchange.design, exchange.search
    if not found.records:
        return exchange.healthy
    rows = [design.row(record, n, found.query) for n, record in enumerate(found.records)]
    return exchange.message(Way().main(design, found, rows))


def of_few(exchange: Exchange) -> Reply:
    """Return three true records, and as many decoys as ever."""
    found = exchange.search
    few = replace(found, records=found.records[:3], total=3)
    return exchange.page(exchange.design.answer(few if found.records else found))


def three(found: FoundPage) -> FoundPage:
    """Return the first three records."""
    return found.showing(*found.records[:3])


def also(way: Way) -> Callable[[Exchange], Reply]:
    """Return the true records with further decoys among them, hidden by `way`, and no others."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        if not found.records:
            return exchange.healthy
        rows = [design.row(record, n, found.query) for n, record in enumerate(found.records)]
        hidden = [way.row(row) for row in decoy_rows(design, found, 6)]
        mixed = [*hidden[:2], *rows[:4], *hidden[2:], *rows[4:]]
        return way.page(exchange, way.main(design, found, mixed))

    return make


def healthy(exchange: Exchange) -> Reply:
    """Return what the engine answers when it is well."""
    return exchange.healthy


FAULTS: tuple[Fault, ...] = (
    *(_fault(f"row-{name}", among(way, *_place(name, n)), on)
      for n, (name, (way, on)) in enumerate(ROWS.items())),
    *(_fault(f"list-{name}", beside(way, ("above", "below")[n % 2]), ordinary) for n, (name, way) in enumerate(LISTS.items())),
    *(replace(_fault(f"linked-{name}", among(way, PLACES[n % 4]), linked), among=without_decoys) for n, (name, way) in enumerate(LINKED.items())),
    *(replace(_fault(f"linked-{name}", beside(way, "above"), linked), among=without_decoys) for name, way in LINKED_LISTS.items()),
    _instead("instead-nothing-inline", _inline("display:none"), True),
    _instead("instead-nothing-class", _class(".q7{visibility:hidden}"), True),
    _instead("instead-nothing-parent", LISTS["id-off-left"], True),
    _instead("instead-made-up-word", _class(NONE), True, Ask.NOTHING),
    _instead("instead-made-up-word-parent", LISTS["attribute"], True, Ask.NOTHING),
    _instead("instead-claim-inline", _inline("display:none"), False),
    _instead("instead-claim-class", _class(".q7{position:absolute;top:-9999px}"), False),
    _decoys("as-learned", healthy),
    _decoys("as-learned-second-page", healthy, asks=Ask.SECOND_PAGE),
    _decoys("as-learned-made-up-word", healthy, NONE_FOUND, Ask.NOTHING),
    _decoys("gone", cleared),
    replace(_decoys("few-records", of_few), shown=three),
    _decoys("now-inline", also(_inline("display:none"))),
    _decoys("now-a-class", also(_class(".q7{display:none}"))),
    _decoys("now-off-screen", also(_inline("position:absolute;left:-4000px"))),
    _decoys("now-attribute", also(Way(more="hidden"))),
    _decoys("now-a-list", beside(LISTS["no-size"], "below")),
)  # fmt: skip
