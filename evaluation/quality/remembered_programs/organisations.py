"""Offices and firms: a government's site, an intranet's table, Solr's own browser, a museum."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "law",
    "https://www.service.example",
    "/guidance/{slug}-{n}",
    search="/search/all?keywords={q}&order=relevance",
    size=20,
)
def government(p: ResultPage) -> str:
    """A page as GOV.UK's: a finder with a document list, metadata as lists within each document."""

    def document(h: Hit) -> str:
        parts = "".join(
            f'<li class="gem-c-document-list-child"><a class="gem-c-document-list-child__heading gem-c-document-list-child__link" href="{h.url}/{t.replace(" ", "-")}">{t.capitalize()}</a><p class="gem-c-document-list-child__description">{p.wording.sentence(p.chance)}</p></li>'
            for t in p.terms(3)
        )
        meta = (
            f'<ul class="gem-c-document-list__item-metadata"><li class="gem-c-document-list__attribute">Document type: Guidance</li><li class="gem-c-document-list__attribute">Organisation: Department of {h.category.title()}</li><li class="gem-c-document-list__attribute">Updated: <time datetime="{h.day}">{p.long_day(h)}</time></li></ul>'
            if h.image
            else ""
        )
        return f"""<li class="gem-c-document-list__item"><div class="gem-c-document-list__item-title"><a class="govuk-link gem-c-document-list__item-link" href="{h.url}" data-ga4-ecommerce-path="{h.url}">{h.title}</a></div>{f'<p class="gem-c-document-list__item-description">{h.snippet}</p>' if h.snippet else ""}{meta}{f'<ul class="gem-c-document-list__children">{parts}</ul>' if p.odd(h) else ""}</li>"""

    body = (
        f'<ul class="gem-c-document-list gem-c-document-list--no-underline">{p.each(document)}</ul><nav class="gem-c-pagination" aria-label="Pagination"><ul class="gem-c-pagination__list"><li class="gem-c-pagination__item gem-c-pagination__item--next"><a href="/search/all?keywords={p.query}&page={p.number + 1}" class="govuk-link gem-c-pagination__link" rel="next"><span class="gem-c-pagination__link-title">Next page</span><span class="gem-c-pagination__link-label">{p.number + 1} of {p.total // 20}</span></a></li></ul></nav>'
        if p.hits
        else '<div class="no-results govuk-body"><p class="no-results__title">There are no matching results.</p><p>Improve your search results by:</p><ul class="govuk-list govuk-list--bullet"><li>removing filters</li><li>double-checking your spelling</li><li>using fewer keywords</li></ul></div>'
    )
    return f"""<!DOCTYPE html><html lang="en" class="govuk-template"><head><title>{p.query} - Search - SERVICE.EXAMPLE</title></head><body class="govuk-template__body"><div id="global-cookie-message" class="gem-c-cookie-banner govuk-cookie-banner"><div class="govuk-cookie-banner__message"><h2>Cookies on SERVICE.EXAMPLE</h2><p>We use some essential cookies.</p><button class="govuk-button">Accept additional cookies</button><a class="govuk-link" href="/help/cookies">View cookies</a></div></div><a href="#content" class="govuk-skip-link">Skip to main content</a>
<header class="gem-c-layout-super-navigation-header"><a href="/">SERVICE</a><nav><ul class="gem-c-layout-super-navigation-header__navigation-second-items">{p.items('<li class="gem-c-layout-super-navigation-header__dropdown-list-item"><a class="govuk-link" href="/browse/{i}">{t}</a></li>', 12)}</ul></nav></header><div class="govuk-width-container"><div class="govuk-breadcrumbs"><ol class="govuk-breadcrumbs__list"><li class="govuk-breadcrumbs__list-item"><a class="govuk-breadcrumbs__link" href="/">Home</a></li></ol></div>
<main id="content"><h1 class="gem-c-title__text">Search</h1><form method="get" action="/search/all"><input name="keywords" value="{p.query}" type="search" class="gem-c-search__item"><div class="facets"><div class="app-c-option-select"><h2>Topic</h2><select><option>All topics</option></select></div><div class="app-c-option-select"><h2>Content type</h2>{p.items('<div class="govuk-checkboxes__item"><input type="checkbox" id="c{i}"><label class="govuk-label" for="c{i}">{t}</label></div>', 5)}</div></div></form><div class="js-live-search-results-block"><h2 class="result-info__header">{p.total} results</h2><div class="subscription-links"><a class="govuk-link" href="/email-alert">Get emails</a> <a class="govuk-link" href="/search/all.atom">Subscribe to feed</a></div><div class="finder-results js-finder-results">{body}</div></div></main></div>
<footer class="govuk-footer"><div class="govuk-footer__navigation"><div class="govuk-footer__section"><h2>Topics</h2><ul class="govuk-footer__list">{p.items('<li class="govuk-footer__list-item"><a class="govuk-footer__link" href="/browse/{i}">{t}</a></li>', 10)}</ul></div></div></footer></body></html>"""


@program(
    "en",
    "company",
    "https://intranet.ostrander.example",
    "/docs/view.aspx?id={n}",
    search="/search/results.aspx?k={q}",
    size=15,
)
def intranet_table(p: ResultPage) -> str:
    """A grid of ASP.NET: generated ids, post-back links, documents with owner and version."""

    def row(h: Hit) -> str:
        i = p.place(h) + 2
        return f"""<tr class="{"gridAlt" if i % 2 else "gridRow"}"><td><img src="/img/{"pdf" if h.image else "docx"}.gif" alt="{"PDF" if h.image else "Word"}"></td><td><a id="ctl00_main_gv_ctl{i:02d}_lnk" href="{h.url}">{h.title}</a></td><td>{h.category.title()}</td><td>{h.author}</td><td align="right">{h.day:%d/%m/%Y}</td><td align="right">{h.rating}.{h.count % 4}</td><td><a href="javascript:__doPostBack('ctl00$gv','Lock${h.number}')">Check out</a></td><td>{"<b>Draft</b>" if p.odd(h) else "&nbsp;"}</td></tr>"""

    heads = "".join(
        f"<th scope=col><a href=\"javascript:__doPostBack('ctl00$gv','Sort${n}')\">{n}</a></th>"
        for n in ("Type", "Title", "Department", "Owner", "Modified", "Version", "Action", "Status")
    )
    pager = p.pager(
        "<td><a href=\"javascript:__doPostBack('ctl00$gv','Page${i}')\">{i}</a></td>",
        "<td><span>{i}</span></td>",
    )
    foot = (
        f'<tr class="pgr"><td colspan="8"><table border="0"><tr>{pager}</tr></table></td></tr>'
        if pager
        else ""
    )
    body = (
        f'<span id="ctl00_main_lblCount">{p.total} documents</span><div><table class="grid" cellspacing="0" rules="all" border="1" id="ctl00_main_gv" style="border-collapse:collapse;"><tr class="gridHead">{heads}</tr>{p.each(row)}{foot}</table></div>'
        if p.hits
        else '<div><table class="grid" id="ctl00_main_gv"><tr><td colspan="8">No documents match your search.</td></tr></table></div>'
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Document search</title></head><body><form name="aspnetForm" method="post" action="results.aspx?k={p.query}" id="aspnetForm"><div><input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUKMTY{p.total}"></div><div id="top"><a href="/default.aspx"><img src="/img/logo.gif" alt="Ostrander"></a><span>Welcome, guest</span></div>
<table id="ctl00_menu" class="menu"><tr>{p.items('<td><a class="menu_1" href="/sites/{i}/">{t}</a></td>', 7)}</tr></table><div id="left"><div class="panel"><h3>Quick links</h3><table id="ctl00_dl">{p.items('<tr><td><a href="/forms/{i}.doc">{t} form</a></td></tr>', 6)}</table></div><div class="panel"><h3>Phone book</h3><input type="text" name="ctl00$pb"><input type="submit" value="Go"></div></div><div id="main"><h2>Document search</h2><input name="ctl00$main$k" type="text" value="{p.query}"><input type="submit" value="Search">{body}</div><div id="foot">For internal use only. <a href="mailto:it@ostrander.example">IT helpdesk</a></div></form></body></html>"""


@program(
    "en",
    "tools",
    "http://search.workshop.example:8983",
    "http://search.workshop.example/manuals/{n}.html",
    search="/solr/techproducts/browse?q={q}",
)
def solr_velocity(p: ResultPage) -> str:
    """Solr's /browse: documents of fields in lines, facets as lists, a debug link each."""

    def document(h: Hit) -> str:
        return f"""<div class="result-document"><div class="result-title"><a href="{h.url}" target="_blank"><b>{p.mark(h.title, "em")}</b></a> <span class="mlt"><a href="/solr/techproducts/browse?mlt=true&q=id:{h.number}">More Like This</a></span></div><div>Id: {h.number}</div><div>Price: ${h.price}</div>{f"<div>Features: {p.mark(h.snippet, 'em')}</div>" if h.snippet else ""}<div>In Stock: {"true" if h.image else "false"}</div><div><a href="#" onclick="toggle('{h.number}')">toggle explain</a><pre style="display:none">{h.rating}.{h.number} = weight(text:{p.query} in {h.count})</pre></div></div>"""

    body = (
        f'<div class="pagination"><span><span class="results-found">{p.total}</span> results found in {p.total % 9} ms Page <span class="page-num">{p.number}</span> of <span class="page-count">{p.total // 10 + 1}</span></span></div><div class="results">{p.each(document)}</div><div class="pagination">{p.pager("<a href=/solr/techproducts/browse?q={q}&start={i}0>{i}</a>", "<b>{i}</b>")}</div>'
        if p.hits
        else '<div class="pagination"><span class="results-found">0</span> results found in 1 ms</div><div class="results"></div>'
    )
    return f"""<html><head><title>Solritas</title></head><body><div id="admin"><a href="/solr/#/techproducts">Solr Admin</a></div><div id="head"><a href="/solr/techproducts/browse?"><img src="/solr/img/solr.svg" id="logo" title="Solr"></a></div><div class="tabs-bar"><span>Type of Search:</span><span class="tab selected">Simple</span><span class="tab"><a href="?queryOpts=spatial">Spatial</a></span><span class="tab"><a href="?queryOpts=group">Group By</a></span></div><div class="query-boxes"><form id="query-form" action="/solr/techproducts/browse" method="GET"><div class="inputs"><span>Find:</span><input type="text" id="q" name="q" value="{p.query}"><input type="submit" id="querySubmit"></div></form></div>
<div class="facets"><div class="navigators"><h2 class="facet-heading">Field Facets</h2><span class="facet-field">cat</span><ul>{p.items("<li><a href='/solr/techproducts/browse?q=x&fq=cat:{i}'>{t}</a> ({c})</li>", 8)}</ul><span class="facet-field">manu_exact</span><ul>{p.items("<li><a href='?fq=manu:{i}' title='{t}'>{t} inc.</a> ({c})</li>", 6)}</ul><h2>Range Facets</h2><ul><li><a href="?fq=price:[0+TO+50]">0 - 50</a> (3)</li><li><a href="?fq=price:[50+TO+100]">50 - 100</a> (2)</li></ul></div></div>{body}<div id="footer"><hr><div>Options: <a href="?debugQuery=true">enable debug</a> - <a href="?annotateBrowse=true">annotate</a> - <a href="?wt=xml">XML results</a></div><div>Documentation: <a href="https://lucene.example/solr">Solr Home Page</a>, <a href="https://wiki.example/solr">Solr Wiki</a></div></div></body></html>"""


@program(
    "en",
    "museum",
    "https://collections.harrowgate.example",
    "/objects/{n}/{slug}",
    search="/search/objects?q={q}",
    size=24,
    title="{title}",
)
def collection_grid(p: ResultPage) -> str:
    """A museum's objects: pictures with captions of term and value, some without picture."""

    def item(h: Hit) -> str:
        image = (
            f'<img src="/iiif/{h.number}/full/!300,300/0/default.jpg" alt="{h.title}" loading="lazy">'
            if h.image
            else '<div class="no-image">Image not yet digitised</div>'
        )
        return f"""<figure class="object-grid__item{" object-grid__item--wide" if p.odd(h) else ""}"><a class="object-grid__link" href="{h.url}"><div class="object-grid__image">{image}</div></a><figcaption><a href="{h.url}"><h3 class="object-grid__title">{h.title}</h3></a><dl class="object-grid__facts"><dt>Maker</dt><dd><a href="/people/{h.count}">{h.author}</a></dd>{f"<dt>Date</dt><dd>about {h.day.year - 300}</dd>" if h.count % 3 else ""}<dt>Place</dt><dd><a href="/places/{h.rating}">{h.category.title()}</a></dd><dt>Accession number</dt><dd>{h.day.year}.{h.number}</dd></dl></figcaption></figure>"""

    body = (
        f'<div class="results-header"><p role="status">{p.total} objects</p><ul class="view-toggle"><li><a href="?view=grid" aria-current="true">Grid</a></li><li><a href="?view=list">List</a></li></ul></div><div class="object-grid">{p.each(item)}</div><nav class="pages">{p.pager("<a href=/search/objects?q={q}&page={i}>{i}</a>", "<span aria-current=page>{i}</span>")}</nav>'
        if p.hits
        else f'<p class="empty">No objects match “{p.query}”. You could search <a href="/search/archives?q={p.query}">our archives</a> instead.</p>'
    )
    return f"""<!doctype html><html lang="en"><head><title>Search our collection | Harrowgate Museum</title></head><body><header class="masthead"><a href="/">Harrowgate Museum</a><nav><ul><li><a href="/visit">Visit</a></li><li><a href="/exhibitions">Exhibitions</a></li><li><a href="/collection">Collection</a></li><li><a href="/shop">Shop</a></li></ul></nav></header><main><h1>Search our collection</h1><form action="/search/objects"><input name="q" value="{p.query}"></form><ul class="tabs"><li><a href="/search/objects?q={p.query}">Objects</a></li><li><a href="/search/people?q={p.query}">People</a></li><li><a href="/search/stories?q={p.query}">Stories</a></li></ul><div class="layout"><aside class="filters"><h2>Filter</h2><details open><summary>Category</summary><ul>{p.items('<li><a href="?category={i}">{t} <span>{c}</span></a></li>', 8)}</ul></details></aside><section>{body}</section></div><section class="stories"><h2>Stories you may like</h2>{p.each(lambda h: f'<article class="story-card"><a href="{h.url}"><img src="/s/{h.number}.jpg" alt=""><h3>{h.title}</h3></a><p>{h.snippet[:80]}</p></article>', p.others(3, "/stories/{slug}"))}</section></main><footer><ul><li><a href="/press">Press</a></li><li><a href="/hire">Venue hire</a></li></ul></footer></body></html>"""
