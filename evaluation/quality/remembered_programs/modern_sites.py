"""Pages that scripts have built: utility classes, hashed modules, InstantSearch, Material."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "games",
    "https://www.tablequest.example",
    "/games/{n}/{slug}",
    search="/find?q={q}",
    size=12,
)
def utility_classes(p: ResultPage) -> str:
    """A games' shop in Tailwind: an overlay link without text over each card."""

    def card(h: Hit) -> str:
        picture = (
            f'<img src="/img/{h.number}.avif" alt="" class="h-full w-full object-cover object-center group-hover:opacity-75">'
            if h.image
            else '<div class="h-full w-full bg-slate-200"></div>'
        )
        return f"""<div class="group relative"><div class="aspect-h-1 aspect-w-1 w-full overflow-hidden rounded-md bg-gray-200 lg:h-80">{picture}</div><div class="mt-4 flex justify-between"><div><h3 class="text-sm text-gray-700"><a href="{h.url}"><span aria-hidden="true" class="absolute inset-0"></span>{h.title}</a></h3><p class="mt-1 text-sm text-gray-500">{h.snippet[:70]}</p></div><p class="text-sm font-medium text-gray-900">{f'<s class="text-gray-400">${h.count}</s> ' if p.odd(h) else ""}${h.price}</p></div></div>"""

    body = (
        f'<div class="mt-6 grid grid-cols-1 gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4 xl:gap-x-8">{p.each(card)}</div><div class="flex items-center justify-between border-t border-gray-200 px-4 py-3"><p class="text-sm text-gray-700">Showing <span class="font-medium">1</span> to <span class="font-medium">{len(p.hits)}</span> of <span class="font-medium">{p.total}</span> results</p><nav class="isolate inline-flex -space-x-px rounded-md shadow-sm">{p.pager("<a class=px-4 href=/find?q={q}&page={i}>{i}</a>", "<a aria-current=page class=px-4>{i}</a>")}</nav></div>'
        if p.hits
        else f'<div class="text-center"><h3 class="mt-2 text-sm font-semibold text-gray-900">No games found</h3><p class="mt-1 text-sm text-gray-500">Nothing matches “{p.query}”.</p></div>'
    )
    return f"""<!doctype html><html lang="en"><head><title>Tablequest</title></head><body class="bg-white"><header class="relative bg-white"><p class="flex h-10 items-center justify-center bg-indigo-600 px-4 text-sm font-medium text-white">Get free delivery on orders over $100</p><nav class="mx-auto max-w-7xl px-4"><div class="flex h-16 items-center"><a href="/"><span class="sr-only">Tablequest</span><img class="h-8 w-auto" src="/mark.svg" alt=""></a><div class="ml-8 flex space-x-8">{p.items('<a href="/c/{i}" class="flex items-center text-sm font-medium text-gray-700 hover:text-gray-800">{t}</a>', 5)}</div><a href="/cart" class="group -m-2 flex items-center p-2"><span class="ml-2 text-sm font-medium">0</span></a></div></nav></header>
<main class="mx-auto max-w-7xl px-4"><form action="/find"><input class="w-full rounded-md border-0 py-1.5" name="q" value="{p.query}"></form><h2 class="text-2xl font-bold tracking-tight text-gray-900">Results for {p.query}</h2>{body}<section class="mt-16"><h2 class="text-xl font-bold">Customers also bought</h2><div class="mt-6 grid grid-cols-4 gap-x-6">{p.each(lambda h: f'<div class="group relative"><img src="/img/{h.number}.avif" alt="" class="rounded-md"><h3 class="mt-4 text-sm text-gray-700"><a href="{h.url}"><span class="absolute inset-0"></span>{h.title}</a></h3><p class="text-sm font-medium">${h.price}</p></div>', p.others(4)) if p.hits else ""}</div></section></main><footer class="bg-gray-900"><div class="grid grid-cols-2 gap-8">{p.items('<a href="/help/{i}" class="text-sm leading-6 text-gray-300">{t}</a>', 8)}</div></footer></body></html>"""


@program(
    "en",
    "films",
    "https://watchlist.projector.example",
    "/title/{n}",
    search="/find/?q={q}&s=tt",
    size=25,
    title="{title}",
    sentences=(1, 1),
)
def hashed_modules(p: ResultPage) -> str:
    """A film database of CSS modules and styled components: titles, years and cast as flat lists."""

    def item(h: Hit) -> str:
        poster = (
            f'<img alt="{h.author} in {h.title} ({h.day.year})" class="ipc-image" loading="lazy" src="/images/{h.number}.jpg">'
            if h.image
            else '<div class="ipc-media__icon"><svg></svg></div>'
        )
        rating = (
            f'<span class="Rating_star__x9F2a" aria-label="rating: {h.rating}"><svg></svg>{h.rating}.{h.count % 10}</span>'
            if h.count % 3
            else ""
        )
        return f"""<li class="ListItem_root__3kFq1 sc-bdvvtL eXamP{h.rating}"><div class="Poster_wrap__Zq02s"><a class="Lockup_overlay__1nB9c" href="{h.url}/?ref_=fn_i_{p.place(h)}" aria-label="View title page for {h.title}"></a><div class="ipc-media">{poster}</div></div><div class="ListItem_content__aa81K"><a class="ListItem_title__p0Gx2" role="button" tabindex="0" href="{h.url}">{h.title}</a><ul class="Inline_list__8Yt1d" role="presentation"><li><span>{h.day.year}</span></li>{"<li><span>TV Series</span></li>" if p.odd(h) else ""}</ul><ul class="Inline_list__8Yt1d"><li><span>{h.author}, {p.wording.language.people[h.count % 10]}</span></li></ul>{rating}</div></li>"""

    section = f'<section class="Section_section__7s1Lz"><div class="SectionTitle_wrap__2hh1A"><h3 class="SectionTitle_text__9bZ">Titles</h3></div><div><ul class="List_list__QwE12" role="presentation">{p.each(item)}</ul></div><button class="SeeMore_button__0cY1p"><span>More matches</span></button></section>'
    body = (
        section
        if p.hits
        else f'<section class="Section_section__7s1Lz"><div class="Empty_text__77q">No results found for "{p.query}"</div></section>'
    )
    return f"""<!DOCTYPE html><html lang="en-US"><head><title>Find - Projector</title></head><body><div id="__next"><nav id="header" class="NavBar_bar__1qTt3"><a href="/" class="NavBar_logo__3fE">Projector</a><div class="Drawer_panel__8sJk1">{p.items('<a class="NavLink_link__Hh2b1" href="/genre/{i}"><span class="NavLink_text__k1">{t}</span></a>', 12)}</div><form class="Suggest_form__9d" action="/find"><input name="q" value="{p.query}"></form><a class="NavBar_sign__5a" href="/signin">Sign In</a></nav><main class="Page_main__22kLp"><div class="Page_grid__aX"><section class="Page_left__Pp1"><h1 class="PageTitle_text__4aX">Search "{p.query}"</h1><div class="Chips_row__0Z"><a class="Chip_chip__1b" href="?s=tt">Titles</a><a class="Chip_chip__1b" href="?s=nm">People</a><a class="Chip_chip__1b" href="?s=ep">Episodes</a><a class="Chip_chip__1b" href="?s=kw">Keywords</a></div>{body}</section><aside class="Page_right__Xx2"><h3>More to explore</h3><div class="Promo_list__q1">{p.each(lambda h: f'<div class="Promo_card__m"><a href="/list/{h.number}"><img src="/pr/{h.number}.jpg" alt=""></a><a class="Promo_title__b" href="/list/{h.number}">{h.title}</a><div>{h.snippet[:60]}</div></div>', p.others(3))}</div></aside></div></main><footer class="Footer_root__1a">{p.items('<a class="Footer_link__c" href="/f/{i}">{t}</a>', 6)}</footer></div></body></html>"""


@program(
    "fr",
    "livres_fr",
    "https://www.pageblanche.example",
    "/livre/{n}-{slug}",
    search="/recherche?query={q}",
    size=20,
)
def instant_search(p: ResultPage) -> str:
    """A bookshop with Algolia's widgets: `ais-Hits-item`s, refinement lists, statistics."""

    def hit(h: Hit) -> str:
        cover = (
            f'<img src="/couv/{h.number}.jpg" alt="{h.title}" width="90">'
            if h.image
            else '<span class="hit-cover hit-cover--none">Couverture indisponible</span>'
        )
        ribbon = '<span class="hit-ribbon">Coup de cœur</span>' if p.odd(h) else ""
        return f"""<li class="ais-Hits-item"><article class="hit"><a class="hit-link" href="{h.url}"><header class="hit-image-container">{cover}{ribbon}</header></a><div class="hit-info-container"><p class="hit-category">{h.category.capitalize()}</p><h1 class="hit-title"><a href="{h.url}">{p.mark(h.title, "mark", "ais-Highlight-highlighted")}</a></h1><p class="hit-author">de <a href="/auteur/{h.count}">{h.author}</a></p>{f'<p class="hit-description"><span class="ais-Snippet">{p.mark(h.snippet, "mark", "ais-Snippet-highlighted")}</span></p>' if h.snippet else ""}<footer><p><span class="hit-em">€</span> <strong>{h.price.replace(".", ",")}</strong> <span class="hit-rating">{h.rating}/5</span></p><button class="hit-buy">Ajouter au panier</button></footer></div></article></li>"""

    refine = '<li class="ais-RefinementList-item"><div><label class="ais-RefinementList-label"><input type="checkbox" class="ais-RefinementList-checkbox" value="{t}"><span class="ais-RefinementList-labelText">{t}</span><span class="ais-RefinementList-count">{c}</span></label></div></li>'
    body = (
        f'<div class="ais-Hits"><ol class="ais-Hits-list">{p.each(hit)}</ol></div><div class="ais-Pagination"><ul class="ais-Pagination-list">{p.pager("<li class=ais-Pagination-item><a class=ais-Pagination-link href=/recherche?query={q}&page={i}>{i}</a></li>", "<li class=ais-Pagination-item--selected><a>{i}</a></li>")}</ul></div>'
        if p.hits
        else '<div class="ais-Hits ais-Hits--empty"><p class="hits-empty-state-title">Désolé, aucun résultat ne correspond à votre recherche.</p><p>Essayez de retirer des filtres.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="fr"><head><title>Recherche — Page blanche</title></head><body><div id="root"><header class="header"><p class="header-logo"><a href="/">Page blanche</a></p><div class="ais-SearchBox"><form role="search" class="ais-SearchBox-form"><input type="search" class="ais-SearchBox-input" value="{p.query}"></form></div><nav class="header-nav"><ul>{p.items('<li><a href="/rayon/{i}">{t}</a></li>', 7)}</ul></nav></header><main class="container"><div class="container-wrapper"><section class="container-filters"><div class="ais-Panel"><div class="ais-Panel-header">Rayon</div><div class="ais-HierarchicalMenu"><ul class="ais-HierarchicalMenu-list">{p.items('<li class="ais-HierarchicalMenu-item"><a class="ais-HierarchicalMenu-link" href="/recherche/{i}"><span class="ais-HierarchicalMenu-label">{t}</span><span class="ais-HierarchicalMenu-count">{c}</span></a></li>', 8)}</ul></div></div><div class="ais-Panel"><div class="ais-Panel-header">Éditeur</div><ul class="ais-RefinementList-list">{p.items(refine, 6)}</ul></div></section></div><section class="container-results"><div class="ais-Stats"><span class="ais-Stats-text">{p.total} résultats trouvés en 3ms</span></div><div class="ais-SortBy"><select class="ais-SortBy-select"><option>Pertinence</option></select></div>{body}</section></main><footer class="footer"><a href="/cgv">CGV</a> <a href="/livraison">Livraison</a></footer></div></body></html>"""


@program(
    "pt",
    "tienda_pt",
    "https://www.lojadolago.example",
    "https://www.lojadolago.example/produto/{n}/{slug}",
    search="/busca/{q}?o=1",
    size=24,
)
def material_cards(p: ResultPage) -> str:
    """A department store in Material's classes: papers, typography, sponsored products among them."""

    def card(h: Hit, paid: bool = False) -> str:
        parcels = (
            f'<span class="MuiTypography-root MuiTypography-caption css-1ycm1wz">em até {h.rating}x sem juros</span>'
            if h.count % 3
            else ""
        )
        label = (
            '<span class="MuiChip-label MuiChip-labelSmall css-1pjtbja">Patrocinado</span>'
            if paid
            else ""
        )
        cover = (
            f'<img class="MuiCardMedia-root MuiCardMedia-media MuiCardMedia-img css-fw6r9l" src="/im/{h.number}.jpg" alt="{h.title}">'
            if h.image
            else '<div class="MuiSkeleton-root css-1f00"></div>'
        )
        return f"""<div class="MuiGrid-root MuiGrid-item MuiGrid-grid-xs-6 MuiGrid-grid-md-3 css-w6eakb"><div class="MuiPaper-root MuiPaper-elevation MuiPaper-rounded MuiPaper-elevation1 MuiCard-root css-bhp9pd" data-product="{h.number}"><a class="MuiTypography-root MuiTypography-inherit MuiLink-root MuiLink-underlineNone css-1sdxpya" href="{h.url}">{cover}{label}<div class="MuiCardContent-root css-1qw96cp"><h2 class="MuiTypography-root MuiTypography-body2 css-68o8xu">{h.title}</h2><p class="MuiTypography-root css-9l3uo3">R$ {h.price.replace(".", ",")}</p>{parcels}</div></a><div class="MuiCardActions-root css-3zukih"><button class="MuiButtonBase-root MuiIconButton-root css-1yxmbwk" aria-label="favoritar"></button></div></div></div>"""

    paid = [
        card(h, paid=True)
        for h in p.ads(2, "https://www.lojadolago.example/patrocinado/clique?ad={n}")
    ]
    rows = [card(h) for h in p.hits]
    body = (
        f'<div class="MuiGrid-root MuiGrid-container css-1d3bbye">{"".join(paid[:1] + rows[:6] + paid[1:] + rows[6:])}</div><nav class="MuiPagination-root css-1oj2twp"><ul class="MuiPagination-ul css-wjh20t">{p.pager("<li><a class=MuiPaginationItem-root href=/busca/{q}?p={i}>{i}</a></li>", "<li><a class=Mui-selected>{i}</a></li>")}</ul></nav>'
        if rows
        else f'<div class="MuiBox-root css-1gcd"><h5 class="MuiTypography-h5">Não encontramos “{p.query}”</h5><p>Verifique se você digitou corretamente.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="pt-BR"><head><title>{p.query} | Loja do Lago</title></head><body><div id="root"><header class="MuiPaper-root MuiAppBar-root css-hip9hq"><div class="MuiToolbar-root"><a class="MuiLink-root" href="/">Loja do Lago</a><form action="/busca"><input class="MuiInputBase-input" name="q" value="{p.query}"></form></div><div class="MuiTabs-flexContainer css-k008qs">{p.items('<a class="MuiButtonBase-root MuiTab-root css-1h9z7r5" href="/departamento/{i}">{t}</a>', 9)}</div></header><div class="MuiContainer-root css-1qsxih2"><nav class="MuiBreadcrumbs-root"><ol class="MuiBreadcrumbs-ol"><li class="MuiBreadcrumbs-li"><a class="MuiLink-root" href="/">Início</a></li><li class="MuiBreadcrumbs-separator">/</li><li class="MuiBreadcrumbs-li">{p.query}</li></ol></nav><div class="MuiGrid-root MuiGrid-container"><aside class="MuiGrid-item css-side"><div class="MuiAccordion-root"><div class="MuiAccordionSummary-content">Marca</div><ul class="MuiList-root">{p.items('<li class="MuiListItem-root"><a class="MuiListItemButton-root" href="?marca={i}"><span class="MuiListItemText-primary">{t}</span></a></li>', 8)}</ul></div></aside><main class="MuiGrid-item"><h1 class="MuiTypography-h6">{p.query} <small>({p.total} produtos)</small></h1>{body}</main></div></div><footer><ul class="MuiList-root">{p.items('<li class="MuiListItem-root"><a class="MuiLink-root" href="/ajuda/{i}">{t}</a></li>', 5)}</ul></footer></div></body></html>"""
