"""Small advertisements: jobs, homes, things on sale, in cards and rows."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "jobs",
    "https://www.hirewell.example",
    "https://www.hirewell.example/viewjob?jk={n}a7",
    search="/jobs?q={q}&l=",
    size=15,
)
def job_board(p: ResultPage) -> str:
    """A job board: tables within cards, sponsored jobs as the others are, attributes as chips."""

    def card(h: Hit, sponsored: bool = False) -> str:
        salary = (
            f'<div class="metadata salary-snippet-container css-5zy3wz eu4oa1w0"><div data-testid="attribute_snippet_testid" class="css-1cvvo1b eu4oa1w0">${h.count},000 - ${h.count + 20},000 a year</div></div>'
            if h.count % 2
            else ""
        )
        lines = "".join(f"<li>{line}.</li>" for line in h.snippet.rstrip(".").split(". "))
        badge = '<div class="sponsoredGray"><span>Sponsored</span></div>' if sponsored else ""
        kind = "sponsoredJob" if sponsored else "result"
        return f"""<li class="css-5lfssm eu4oa1w0"><div class="cardOutline tapItem dd-privacy-allow {kind} job_{h.number} css-1c0u3fm eu4oa1w0"><div class="slider_container css-8xisqv eu4oa1w0"><div class="slider_item css-kyg8or"><div class="job_seen_beacon"><table class="mainContentTable css-131ju4w eu4oa1w0" role="presentation"><tbody><tr><td class="resultContent css-1qwrrf0 eu4oa1w0"><div class="css-dekpa e37uo190"><h2 class="jobTitle jobTitle-newJob css-198pbd eu4oa1w0" tabindex="-1">{'<div class="new">new</div>' if p.hits and not sponsored and p.odd(h) else ""}<a id="job_{h.number}" data-jk="{h.number}" role="button" class="jcs-JobTitle css-jspxzf eu4oa1w0" href="{h.url}"><span title="{h.title}" id="jobTitle-{h.number}">{h.title}</span></a></h2></div><div class="company_location css-17fky0v e37uo190"><div class="css-1afmp4o e37uo190"><span data-testid="company-name" class="css-63koeb eu4oa1w0">{h.author.split()[-1]} Ltd</span><a class="ratingLink" href="/cmp/{h.count}"><span class="ratingNumber">{h.rating}.0</span></a><div data-testid="text-location" class="css-1p0sjhy eu4oa1w0">{h.category.title()}</div></div></div><div class="jobMetaDataGroup css-pj786l eu4oa1w0">{salary}</div></td></tr></tbody></table><div class="underShelfFooter"><div class="heading6 tapItem-gutter css-1rgici5"><div class="css-9446fg eu4oa1w0"><ul style="list-style-type:circle">{lines}</ul></div></div><span class="date">Posted {h.rating} days ago</span>{badge}<button aria-label="save job" class="css-5ppl7y">Save job</button></div></div></div></div></div></li>"""

    paid = [
        card(h, sponsored=True)
        for h in p.ads(2, "https://www.hirewell.example/pagead/clk?mo=r&ad={n}")
    ]
    other = '<li class="css-5lfssm eu4oa1w0"><div id="mosaic-afterTenthJobResult" class="mosaic-zone"><div class="mosaic"></div></div></li>'
    rows = [card(h) for h in p.hits]
    body = (
        f'<div class="jobsearch-JobCountAndSortPane"><div class="jobsearch-JobCountAndSortPane-jobCount"><span>{p.total} jobs</span></div><div class="jobsearch-ResultsList-sort"><span>Sort by: </span><span>relevance</span> - <a href="?sort=date">date</a></div></div><div id="mosaic-provider-jobcards" class="mosaic mosaic-provider-jobcards"><ul class="css-zu9cdh eu4oa1w0">{paid[0]}{"".join(rows[:9])}{other}{"".join(rows[9:])}{paid[1]}</ul></div><nav role="navigation" aria-label="pagination" class="css-jbuxu0"><ul class="css-1g90gv6">{p.pager("<li class=css-227srf><a data-testid=pagination-page class=css-163rxa6 href=/jobs?q={q}&start={i}0>{i}</a></li>", "<li class=css-227srf><a aria-current=page class=css-1o4hd0d>{i}</a></li>")}</ul></nav>'
        if rows
        else f'<div class="jobsearch-NoResult-messageContainer"><p class="jobsearch-NoResult-messageHeader">The search <b>{p.query} jobs</b> did not match any jobs</p><ul><li>Try more general keywords</li><li>Check your spelling</li></ul></div>'
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>{p.query} jobs | Hirewell</title></head><body><div id="gnav"><nav class="gnav"><a href="/" class="gnav-Logo">Hirewell</a><ul><li><a href="/companies">Company reviews</a></li><li><a href="/salaries">Find salaries</a></li><li><a href="/account">Sign in</a></li><li><a href="/employers">Employers / Post Job</a></li></ul></nav></div><form id="jobsearch" action="/jobs"><input name="q" value="{p.query}"><input name="l"></form><div class="yosegi-FilterPill-container"><button class="yosegi-FilterPill-pillLabel">Date posted</button><ul class="yosegi-FilterPill-dropdownList">{p.items('<li class="yosegi-FilterPill-dropdownListItem"><a class="yosegi-FilterPill-dropdownListItemLink" href="?fromage={i}">{t} ({c})</a></li>', 5)}</ul></div>
<main role="main"><div class="jobsearch-LeftPane">{body}</div><div class="jobsearch-RightPane"><section><h2>People also searched:</h2><ul>{p.items('<li><a href="/q-{t}-jobs.html">{t}</a></li>', 6)}</ul></section></div></main><footer class="gnav-footer"><a href="/hire">Hiring Lab</a> <a href="/browse">Browse Jobs</a> <a href="/privacy">Privacy</a></footer></body></html>"""


@program(
    "en",
    "housing",
    "https://homes.keyhole.example",
    "/property/{n}",
    search="/for-sale?where={q}",
    size=20,
    title="{title}",
)
def property_cards(p: ResultPage) -> str:
    """Homes made with utility classes alone: price first, a linked picture series, an agent's link."""

    def card(h: Hit) -> str:
        pictures = (
            "".join(
                f'<a href="{h.url}" class="block w-full shrink-0 snap-center"><img class="h-56 w-full object-cover" src="/p/{h.number}-{n}.webp" alt="" loading="lazy"></a>'
                for n in range(1 + h.rating)
            )
            if h.image
            else '<div class="flex h-56 items-center justify-center bg-gray-100 text-gray-400">No photo</div>'
        )
        featured = (
            '<span class="absolute left-2 top-2 rounded bg-amber-400 px-2 text-xs font-semibold">Featured</span>'
            if p.odd(h)
            else ""
        )
        return f"""<div class="relative flex flex-col overflow-hidden rounded-lg border border-gray-200 bg-white shadow-sm"><div class="flex snap-x overflow-x-auto">{pictures}</div>{featured}<div class="flex flex-1 flex-col gap-1 p-4"><p class="text-xl font-bold text-gray-900">£{h.count},500</p><a href="{h.url}" class="text-base font-medium text-blue-700 hover:underline">{h.title}</a><div class="flex gap-3 text-sm text-gray-600"><span>{h.rating} bed</span><span>{1 + h.rating // 2} bath</span><span>{h.count + 40} sq ft</span></div>{f'<p class="line-clamp-2 text-sm text-gray-500">{h.snippet}</p>' if h.snippet else ""}<div class="mt-auto flex items-center justify-between pt-3 text-xs text-gray-500"><span>Added on {h.day:%d/%m/%Y}</span><a href="/agents/{h.count % 20}" class="underline">{h.author.split()[-1]} Estates</a><button class="rounded-full p-1" aria-label="Save">♡</button></div></div></div>"""

    body = (
        f'<div class="mb-4 flex items-center justify-between"><h1 class="text-lg font-semibold">{p.total} homes for “{p.query}”</h1><select class="rounded border-gray-300 text-sm"><option>Newest</option><option>Lowest price</option></select></div><div class="grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3">{p.each(card)}</div><nav class="mt-8 flex justify-center gap-1">{p.pager("<a class=rounded href=/for-sale?where={q}&page={i}>{i}</a>", "<span class=font-bold>{i}</span>")}</nav>'
        if p.hits
        else '<div class="py-24 text-center"><h2 class="text-lg font-medium">We could not find any homes</h2><p class="mt-2 text-sm text-gray-500">Try widening your search.</p></div>'
    )
    return f"""<!doctype html><html lang="en" class="h-full"><head><title>Homes | Keyhole</title></head><body class="h-full bg-gray-50 antialiased"><header class="sticky top-0 z-10 border-b bg-white"><div class="mx-auto flex max-w-7xl items-center gap-6 px-4 py-3"><a href="/" class="text-lg font-black">Keyhole</a><nav class="hidden gap-4 text-sm md:flex"><a href="/for-sale" class="text-blue-700">Buy</a><a href="/to-rent">Rent</a><a href="/valuations">Valuations</a><a href="/mortgages">Mortgages</a></nav><a href="/login" class="ml-auto text-sm">Sign in</a></div></header><div class="mx-auto flex max-w-7xl gap-8 px-4 py-6"><aside class="hidden w-56 shrink-0 lg:block"><h2 class="text-sm font-semibold">Features</h2><div class="mt-2 space-y-1">{p.items('<a class="flex justify-between text-sm text-gray-600" href="?f={i}"><span>{t}</span><span class="text-gray-400">{c}</span></a>', 10)}</div></aside><main class="flex-1">{body}</main></div><section class="bg-white py-8"><div class="mx-auto grid max-w-7xl grid-cols-4 gap-2 px-4 text-sm">{p.items('<a href="/areas/{i}" class="text-gray-600 hover:underline">Homes with {t}</a>', 12)}</div></section></body></html>"""


@program(
    "en",
    "tools",
    "https://northvale.swapmeet.example",
    "https://northvale.swapmeet.example/tls/d/{slug}/{n}.html",
    search="/search/sss?query={q}",
    size=30,
    sentences=(1, 1),
)
def classifieds(p: ResultPage) -> str:
    """Rows as Craigslist's: date, linked title, price twice, what is near added to few results."""

    def row(h: Hit, near: bool = False) -> str:
        price = f'<span class="result-price">${h.price.split(".")[0]}</span>' if h.count % 5 else ""
        image = (
            f'<a href="{h.url}" class="result-image gallery" data-ids="1:{h.number}">{price}</a>'
            if h.image
            else f'<a href="{h.url}" class="result-image gallery empty"></a>'
        )
        nearby = (
            '<span class="nearby" title="southport">(spt &gt; Southport)</span>'
            if near
            else f'<span class="result-hood"> ({h.category.title()})</span>'
            if h.count % 3
            else ""
        )
        return f"""<li class="result-row" data-pid="{h.number}">{image}<div class="result-info"><span class="icon icon-star" role="button"><span class="screen-reader-text">favorite this post</span></span><time class="result-date" datetime="{h.day} 10:22">{h.day:%b} {h.day.day}</time><h3 class="result-heading"><a href="{h.url}" data-id="{h.number}" class="result-title hdrlnk">{h.title}</a></h3><span class="result-meta">{price}{nearby}<span class="result-tags">{'<span class="pictag">pic</span>' if h.image else ""}</span><span class="banish icon icon-trash" role="button"><span class="screen-reader-text">hide this posting</span></span></span></div></li>"""

    rows = p.each(row)
    if 0 < len(p.hits) < 5:
        p.excused += p.related(4, "https://southport.swapmeet.example/tls/d/{slug}/{n}.html")
        near = p.each(lambda h: row(h, near=True), p.excused)
        rows += f'<h4 class="ban nearby"><span class="bantext">Few local results found. Here are some from nearby areas.</span></h4>{near}'
    count = f'<div class="paginator buttongroup firstpage"><span class="resulttotal"><span class="rangeFrom">1</span> - <span class="rangeTo">{len(p.hits)}</span> / <span class="totalcount">{p.total}</span></span><a href="/search/sss?s=120&query={p.query}" class="button next" title="next page">next &gt;</a></div>'
    body = (
        f'{count}<ul class="rows" id="search-results">{rows}</ul>{count}'
        if p.hits
        else '<div class="alert alert-sm alert-warning">Nothing found for that search.<br>(All words must match.)</div>'
    )
    return f"""<!DOCTYPE html><html class="no-js"><head><title>northvale for sale "{p.query}" - swapmeet</title></head><body class="search en desktop"><header class="global-header wide"><a class="header-logo" name="logoLink" href="/">SM</a><nav class="breadcrumbs-container"><ul class="breadcrumbs"><li class="crumb area"><a href="/">northvale</a></li><li class="crumb section"><a href="/search/sss">for sale</a></li></ul></nav><div class="userlinks"><ul class="user-actions"><li class="user post"><a href="/post">post</a></li><li class="user account"><a href="/login">account</a></li></ul></div></header><form id="searchform" action="/search/sss"><div class="querybox"><input name="query" value="{p.query}"></div><div class="search-options"><ul class="categories">{p.items('<li><a class="catlink" href="/search/{i}">{t}</a></li>', 10)}</ul><div class="searchgroup"><label><input type="checkbox" name="srchType"> search titles only</label></div></div></form><div class="sortby"><div class="dropdown-list"><a href="?sort=date">newest</a><a href="?sort=pricedsc">$$$ &rarr; $</a></div></div><div class="content">{body}</div><footer class="global-footer"><ul class="clfooter"><li>&copy; swapmeet</li><li><a href="/help">help</a></li><li><a href="/safety">safety</a></li><li><a href="/privacy">privacy</a></li></ul></footer></body></html>"""


@program(
    "de",
    "wohnen_de",
    "https://www.dachboden24.example",
    "/expose/{n}",
    search="/Suche/mieten?text={q}",
    size=20,
)
def rental_listing(p: ResultPage) -> str:
    """Flats to let: `article`s with criteria as definition lists, the agent's mark in each."""

    def entry(h: Hit) -> str:
        picture = (
            f'<a href="{h.url}" class="slick-slide"><img class="gallery__image" src="/pic/{h.number}.jpg" alt="Objektbild"></a>'
            if h.image
            else '<div class="gallery__placeholder"></div>'
        )
        new = '<span class="result-list-entry__new-flag">NEU</span>' if h.count % 4 == 0 else ""
        return f"""<li class="result-list__listing{" result-list__listing--xl" if p.odd(h) else ""}" data-id="{h.number}"><article data-item="result" data-obid="{h.number}" class="result-list-entry"><div class="result-list-entry__gallery-container">{picture}</div><div class="result-list-entry__data-container"><a href="{h.url}" class="result-list-entry__brand-title-container"><h2 class="result-list-entry__brand-title font-h6 font-ellipsis">{new}{h.title}</h2></a><button class="result-list-entry__map-link link-text-secondary"><div class="font-ellipsis">{h.category}, Neustadt</div></button>
<div class="result-list-entry__criteria"><div class="grid grid-flex"><dl class="result-list-entry__primary-criterion"><dd class="font-nowrap font-line-xs">{h.count + 300} €</dd><dt class="font-s onlyLarge">Kaltmiete</dt></dl><dl class="result-list-entry__primary-criterion"><dd class="font-nowrap">{40 + h.count % 80} m²</dd><dt>Wohnfläche</dt></dl><dl class="result-list-entry__primary-criterion"><dd>{h.rating}</dd><dt>Zi.</dt></dl></div></div><ul class="result-list-entry__secondary-criteria">{"".join(f"<li>{t}</li>" for t in h.tags)}</ul><div class="result-list-entry__realtor"><a href="/anbieter/{h.count % 30}" title="{h.author}">{h.author}</a></div><a class="contact-btn" href="{h.url}#kontakt">Anbieter kontaktieren</a></div></article></li>"""

    body = (
        f'<div class="result-list-header"><h1><span data-is24-qa="resultlist-resultCount">{p.total}</span> Wohnungen</h1><select><option>Standardsortierung</option><option>Preis</option></select></div><ul id="resultListItems" class="result-list border-top">{p.each(entry)}</ul><div class="reactPagination"><ul class="pagination">{p.pager("<li class=p-items><a href=/Suche/mieten?text={q}&pagenumber={i}>{i}</a></li>", "<li class=p-active><a>{i}</a></li>")}</ul></div>'
        if p.hits
        else '<div class="no-results"><h3>Leider keine Treffer</h3><p>Für Ihre Suche wurden keine Angebote gefunden. Legen Sie einen Suchauftrag an.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="de"><head><title>Wohnung mieten | Dachboden24</title></head><body><div id="consent"><p>Wir und unsere Partner verwenden Cookies.</p><button>Alle akzeptieren</button><a href="/cookie-einstellungen">Einstellungen</a></div><header><a href="/"><img src="/logo.svg" alt="Dachboden24"></a><ul class="topnavigation">{p.items('<li class="topnavigation__item"><a href="/ratgeber/{i}">{t}</a></li>', 8)}</ul><a href="/anmelden">Anmelden</a></header><main><form action="/Suche/mieten"><input name="text" value="{p.query}"></form>{body}<section class="recommendations"><h2>Das könnte Sie auch interessieren</h2><ul class="recommendation-list">{p.each(lambda h: f'<li class="recommendation-card"><a href="{h.url}"><img src="/pic/{h.number}s.jpg" alt=""><h3>{h.title}</h3><span>{h.count} €</span></a></li>', p.others(4)) if p.hits else ""}</ul></section></main><footer><ul><li><a href="/impressum">Impressum</a></li><li><a href="/datenschutz">Datenschutz</a></li></ul></footer></body></html>"""
