"""True records that a careless rule would take for hidden: a person sees all of them."""

import re
from collections.abc import Callable
from dataclasses import replace

from evaluation.engines.faults.families.deceptive.hiding import Way, boxes, shown, style
from evaluation.engines.faults.fault import Ask, Exchange, Fault, Reply, replies, without_decoys
from evaluation.engines.faults.outcomes import Outcomes, no_results, results
from evaluation.engines.faults.sites.design import EngineDesign

WELL = results()
NONE = ".k3{display:none}"
REVEAL = "<script>addEventListener('load',()=>document.querySelectorAll('.k3').forEach(e=>e.classList.add('in')))</script>"
TABS = "<script>function show(n){for(const p of document.querySelectorAll('.pane'))p.style.display=p.id==n?'block':'none'}for(const t of document.querySelectorAll('[data-tab]'))t.onclick=()=>show(t.dataset.tab);show('all')</script>"


def _class(rules: str, more: str = "", around: str = "{}", head: str = "") -> Way:
    return Way(style(rules) + head, "k3", more, around)


WAYS: dict[str, Way] = {
    "shown-later": _class(f"{NONE}.k3{{display:revert}}"),
    "shown-in-later-sheet": Way(style(NONE) + style(".k3{display:revert}"), "k3"),
    "shown-by-specific": _class("body .k3{display:revert}.k3{display:none}"),
    "shown-by-important": _class(".k3{display:revert!important}.k3{display:none}"),
    "shown-inline": _class(NONE, 'style="display:revert"'),
    "shown-on-screen": _class(f"{NONE}@media screen{{.k3{{display:revert}}}}"),
    "elsewhere": _class("aside .k3,#popup .k3{display:none}"),
    "elsewhere-child": _class("body>.k3{display:none}"),
    "attribute-undone": _class("[hidden].k3{display:revert}", "hidden"),
    "attribute-undone-list": Way(style("#list[hidden]{display:block!important}"), around='<div id="list" hidden>{}</div>'),
    "second-class": _class(".k3.gone,.gone{display:none}"),
    "not-gone": Way(style(".k3:not(.in-stock){display:none}"), "k3 in-stock"),
    "prefix-differs": _class(".k{display:none}.k3x{display:none}.-k3{display:none}"),
    "comment": _class("/* .k3{display:none} */.k3{margin:0}"),
    "string": _class(".k3::before{content:'.k3{display:none}'}"),
    "invalid-value": _class(".k3{display:nonee}.k3{display none}.k3{-display:none}"),
    "pseudo-element": _class(".k3::after{display:none}.k3:hover .tip{visibility:hidden}.k3:empty{display:none}.k3:target{opacity:0}"),
    "print": _class("@media print{.k3{display:none}}"),
    "narrow": _class("@media (max-width:420px){.k3{display:none}}"),
    "speech": _class("@media speech{.k3{display:none}}"),
    "supports-not": _class("@supports not (display:block){.k3{display:none}}"),
    "print-sheet": Way("<style media='print'>.k3{display:none}</style>", "k3"),
    "noscript-sheet": Way("<noscript><style>.k3{display:none}</style></noscript>", "k3"),
    "no-js": Way("<script>document.documentElement.className='js'</script><style>.no-js .k3{display:none}</style>", "k3"),
    "template-sheet": Way(f"<template>{style(NONE)}</template>", "k3"),
    "not-css": Way("<style type='text/less'>.k3{display:none}</style>", "k3"),
    "child-visible": Way(around='<div style="visibility:hidden"><div style="visibility:visible">{}</div></div>'),
    "almost-opaque": _class(".k3{opacity:.85;text-indent:-9px;left:-4px;position:relative;clip:auto}"),
    "overflow-visible": Way(around='<div style="height:0;overflow:visible">{}</div>'),
    "scrolls": Way(around='<div style="max-height:60vh;overflow:auto;position:relative">{}</div>'),
    "centred": Way(around='<div style="position:absolute;left:50%;margin-left:-400px;width:800px">{}</div>'),
    "content-visibility": _class(".k3{content-visibility:auto;contain-intrinsic-size:0 120px}"),
    "aria-hidden": Way(more='aria-hidden="true"'),
    "reveals": _class(".k3{opacity:0;transition:opacity .4s}.k3.in{opacity:1}", head=REVEAL),
    "reveals-moving": Way(style(".js-reveal{opacity:0;transform:translateY(40px);transition:all .6s}.js-reveal.in{opacity:1;transform:none}") + REVEAL, "k3 js-reveal"),
    "reveal-without-script": Way(style(".js-reveal{visibility:hidden}") + "<noscript><style>.js-reveal{visibility:visible}</style></noscript><script src='/reveal.js'></script>", "js-reveal"),
    "fades-in": _class("@keyframes f{from{opacity:0}to{opacity:1}}.k3{opacity:0;animation:f .8s .2s forwards}"),
    "aos": Way(style("[data-aos]{opacity:0;transition-property:opacity}[data-aos].aos-animate{opacity:1}") + "<script src='/aos.js'></script><script>AOS.init()</script>", more='data-aos="fade-up"'),
    "lazy-class": Way(style(".lazyload{opacity:0}.lazyloaded{opacity:1;transition:opacity .3s}") + "<script src='/lazysizes.min.js' async></script>", "lazyload"),
    "cloak": Way(style("[v-cloak]{display:none}") + "<script src='/vue.js'></script>", around="<div id='app' v-cloak>{}</div><script>new Vue({el:'#app'})</script>"),
    "cloak-alpine": Way(style("[x-cloak]{display:none!important}") + "<script defer src='/alpine.js'></script>", around="<div x-data x-cloak>{}</div>"),
    "anti-flicker": Way("<style>.async-hide{opacity:0!important}</style><script>(function(d){d.className+=' async-hide';setTimeout(function(){d.className=''},900)})(document.documentElement)</script>"),
    "body-hidden": Way("<style>body{visibility:hidden}</style><script>onload=function(){document.body.style.visibility='visible'}</script>"),
    "frame-guard": Way("<style id='guard'>body{display:none!important}</style><script>if(self===top){document.getElementById('guard').remove()}else{top.location=self.location}</script>"),
    "amp-boilerplate": Way("<style amp-boilerplate>body{-webkit-animation:-amp-start 8s steps(1,end) 0s 1 normal both;animation:-amp-start 8s steps(1,end) 0s 1 normal both}@keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style><noscript><style amp-boilerplate>body{animation:none}</style></noscript>"),
    "tab-inline": Way(around=f"<ul><li data-tab=all>1</li><li data-tab=new>2</li></ul><div id='all' class='pane' style='display:none'>{{}}</div><div id='new' class='pane' style='display:none'></div>{TABS}"),
    "tab-class": Way(style(".tab-pane{display:none}.tab-pane.active{display:block}"), around="<div class='tab-content'><div class='tab-pane active' id='t1'>{}</div><div class='tab-pane' id='t2'><p>…</p></div></div>"),
    "tab-fade-show": Way(style(".fade:not(.show){opacity:0}.fade{transition:opacity .15s}"), around="<div class='fade show'>{}</div>"),
    "details-open": Way(style("details>summary{display:none}"), around="<details open><summary>1</summary>{}</details>"),
    "accordion": Way(around="<details class='group'><summary>2009 – 2025</summary>{}</details>"),
    "dialog-open": Way(around="<dialog open style='position:static'>{}</dialog>"),
    "collapsed-table-class": _class(".k3{visibility:visible;border-collapse:collapse}.collapse{visibility:collapse}.k3.collapse.show{visibility:visible}"),
}  # fmt: skip

CAPITALS = Way(style(".K3{display:none}"), "k3")

LINKED: dict[str, Way] = {
    "opened": Way(cls="caja abierta"),
    "narrow": Way(cls="ancho"),
    "outside": Way(cls="retirado"),
    "reveals": Way("<script>document.documentElement.className='js';addEventListener('load',()=>document.querySelectorAll('.aparece').forEach(e=>e.classList.add('listo')))</script>", "aparece"),
    "undone-inline": Way(cls="oculto", more='style="display:block"'),
    "undone-in-page": Way(style(".ficha.oculto{display:block}"), "oculto"),
}  # fmt: skip


def more_button(exchange: Exchange) -> Reply:
    """Return the second half of the records behind a button."""
    design, found = exchange.design, exchange.search
    if not found.records:
        return exchange.healthy
    way = Way(style(".rest{display:none}") + "<script>more.onclick=()=>document.body.classList.add('all')</script>", "rest")  # fmt: skip
    rows = design.rows(found)
    rows = [*rows[:5], *(way.row(row) for row in rows[5:])]
    return way.page(exchange, way.main(design, found, rows) + "<button id=more>+ 5</button>")


def labels(exchange: Exchange) -> Reply:
    """Return records with labels for screen readers, and pictures that fade in, inside them."""
    head = style(".vh{position:absolute;left:-9999px}.lazy{opacity:0}")
    page = exchange.design.answer(exchange.search)
    label = r'\1<span class="vh">· </span><img class="lazy" alt="" src="data:," data-src="/t.jpg">'
    page = re.sub(
        r"((?:</h3>|</h2>|<br>|</dt><dd>|<p class=\"honbun\">|<div class=\"about\">))", label, page
    )
    return exchange.page(page.replace("</head>", f"{head}</head>", 1))  # fmt: skip


def linked(design: EngineDesign) -> bool:
    """Tell designs that have a linked style sheet and hide nothing themselves."""
    return bool(design.style_sheet) and not design.has_decoys


def has_pages(design: EngineDesign) -> bool:
    """Tell designs with more than one page of results."""
    return design.page_parameter is not None


def any_design(_design: EngineDesign) -> bool:
    """Take all designs."""
    return True


def healthy(exchange: Exchange) -> Reply:
    """Return what the engine answers when it is well."""
    return exchange.healthy


def _fault(
    name: str, make: Callable[[Exchange], Reply], expected: Outcomes = WELL, asks: Ask = Ask.WORD
) -> Fault:
    return replace(
        replies(f"visible/{name}", expected, make, asks=asks), titled=True, among=without_decoys
    )


FAULTS: tuple[Fault, ...] = (
    _fault("well", healthy),
    replace(_fault("well-second-page", healthy, asks=Ask.SECOND_PAGE), on=has_pages),
    _fault("well-made-up-word", healthy, no_results(), Ask.NOTHING),
    *(replace(_fault(name, shown(way)), on=boxes if way.is_box else any_design) for name, way in WAYS.items()),
    # Without a document type names of classes are the same in capitals.
    replace(_fault("capitals-differ", shown(CAPITALS)), on=lambda design: design.name != "archive"),
    *(replace(_fault(f"linked-{name}", shown(way)), on=linked) for name, way in LINKED.items()),
    replace(_fault("more-button", more_button), least=0.5),
    _fault("labels", labels),
)  # fmt: skip
