"""Engines of the web and of literature: a plain one, one with answers, a metasearch, preprints, PubMed."""

from urllib.parse import quote

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "music",
    "https://html.duckpond.example",
    "https://{other}/{year}/{slug}",
    search="/html/?q={q}",
    size=25,
)
def plain_web(p: ResultPage) -> str:
    """A page without scripts as DuckDuckGo's: redirector links, address and snippet linked too."""

    def link(h: Hit) -> str:
        return f"//duckpond.example/l/?uddg={quote(h.url, safe='')}&amp;rut=9c{h.number}"

    def result(h: Hit, ad: bool = False) -> str:
        host = h.url.split("/")[2]
        snippet = (
            f'<a class="result__snippet" href="{link(h)}">{p.mark(h.snippet)}</a>'
            if h.snippet
            else ""
        )
        badge = '<button class="badge--ad">Ad</button>' if ad else ""
        return f"""<div class="result results_links results_links_deep {"result--ad" if ad else "web-result"}"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="{link(h)}">{h.title}</a>{badge}</h2>
<div class="result__extras"><div class="result__extras__url"><span class="result__icon"><a rel="nofollow" href="{link(h)}"><img class="result__icon__img" width="16" height="16" alt="" src="//icons.duckpond.example/ip3/{host}.ico"></a></span> <a class="result__url" href="{link(h)}">{h.url.removeprefix("https://")}</a></div></div>{snippet}<div class="clear"></div></div></div>"""

    ads = p.each(lambda h: result(h, ad=True), p.ads(1))
    nothing = '<div class="no-results">No results.</div>'
    forward = (
        '<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn btn--alt" value="Next"><input type="hidden" name="s" value="30"></form></div>'
        if p.total > len(p.hits)
        else ""
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html><head><title>{p.query} at Duckpond</title></head><body><div><div id="header" class="header cw"><div class="header__logo-wrap"><a class="header__logo" href="/html/" title="Duckpond">Duckpond</a></div><form name="x" class="header__form" action="/html/" method="post"><div class="search search--header"><input name="q" class="search__input" id="search_form_input_homepage" type="text" value="{p.query}"><input name="b" id="search_button_homepage" class="search__button" type="submit"></div>
<div class="frm__select"><select class="" name="kl"><option value="">All Regions</option><option value="de-de">Germany</option></select></div></form></div><div class="serp__results"><div id="links" class="results">{ads}{p.each(result) or nothing}{forward}<div class="feedback-btn"><a rel="nofollow" href="//duckpond.example/feedback.html" target="_new">Feedback</a></div></div></div></div></body></html>"""


@program(
    "en",
    "health",
    "https://www.bingle.example",
    "https://{other}/{slug}",
    search="/search?q={q}&form=QBLH",
)
def web_with_answers(p: ResultPage) -> str:
    """A page as Bing's: `li.b_algo` among advertisements, an answer, questions and news."""

    def result(h: Hit) -> str:
        deep = "".join(
            f'<li><h3 class="deeplink_title"><a href="{h.url}/{t.replace(" ", "-")}">{t.title()}</a></h3><p>{p.wording.sentence(p.chance)}</p></li>'
            for t in p.terms(4)
        )
        date = (
            f'<span class="news_dt">{h.day:%b %d, %Y}</span>&nbsp;&#0183;&#32;'
            if h.count % 3 == 0
            else ""
        )
        return f"""<li class="b_algo" data-id iid="SERP.{h.number}"><div class="b_tpcn"><a class="tilk" href="{h.url}" aria-label="{h.url.split("/")[2]}"><div class="tpic"><div class="wr_fav"><img src="/th?id={h.number}" alt=""></div></div><div class="tptxt"><div class="tptt">{h.author}</div><div class="tpmeta"><div class="b_attribution"><cite>{h.url.replace("/", " › ")}</cite></div></div></div></a></div>
<h2><a href="{h.url}" h="ID=SERP,{h.count}.1">{p.mark(h.title, "strong")}</a></h2><div class="b_caption"><p class="b_lineclamp3">{date}{p.mark(h.snippet, "strong")}</p></div>{f'<ul class="b_vList b_deeplinks_block">{deep}</ul>' if p.odd(h) else ""}</li>"""

    def ad(h: Hit) -> str:
        return f"""<li><div class="sb_add sb_adTA"><h2><a href="{h.url}">{h.title}</a></h2><div class="b_caption"><div class="b_attribution"><span class="b_adSlug">Ad</span><cite>{h.url.split("/")[2]}</cite></div><p>{h.snippet}</p></div></div></li>"""

    ads = f'<li class="b_ad b_adTop"><ul>{p.each(ad, p.ads(2))}</ul></li>' if p.hits else ""
    asked = "".join(
        f'<div class="df_qntext"><a href="/search?q={t}">What helps against {t}?</a></div>'
        for t in p.terms(4)
    )
    answer = (
        f'<li class="b_ans"><div class="b_rs"><h2>People also ask</h2>{asked}</div></li>'
        if p.hits
        else ""
    )
    rows = [result(h) for h in p.hits]
    body = (
        "\n".join([*rows[:2], answer, *rows[2:]])
        if rows
        else f'<li class="b_no"><h1>There are no results for <strong>{p.query}</strong></h1><ul><li>Check your spelling or try different keywords</li></ul></li>'
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>{p.query} - Search</title></head><body class="b_respl"><header id="b_header"><a class="b_logoArea" href="/">Bingle</a><form action="/search" id="sb_form"><input id="sb_form_q" name="q" type="search" value="{p.query}"></form><nav class="b_scopebar"><ul><li id="b-scopeListItem-web" class="b_active"><a href="/search?q={p.query}">All</a></li><li><a href="/images/search?q={p.query}">Images</a></li><li><a href="/videos/search?q={p.query}">Videos</a></li><li><a href="/maps?q={p.query}">Maps</a></li><li><a href="/news/search?q={p.query}">News</a></li></ul></nav></header>
<div id="b_content"><main aria-label="Search Results"><div id="b_tween"><span class="sb_count">About {p.total},000 results</span><span class="ftrB"><a class="ftrH">Any time</a></span></div><ol id="b_results">{ads}{body}<li class="b_pag"><nav><ul class="sb_pagF">{p.pager('<li><a class="b_widePag sb_bp" href="/search?q={q}&amp;first={i}1" aria-label="Page {i}">{i}</a></li>', '<li><a class="sb_pagS sb_pagS_bp b_widePag sb_bp">{i}</a></li>')}</ul></nav></li></ol></main>
<aside aria-label="Additional Results"><ol id="b_context"><li class="b_ans"><div class="b_rich"><h2>Related searches</h2><ul class="b_vList">{p.items('<li><a href="/search?q={t}"><strong>{t}</strong> at home</a></li>', 8)}</ul></div></li></ol></aside></div><footer id="b_footer"><ul><li><a href="/privacy">Privacy and Cookies</a></li><li><a href="/legal">Legal</a></li></ul></footer></body></html>"""


@program(
    "de",
    "verein_de",
    "https://suche.freinetz.example",
    "https://{other}/{slug}",
    search="/search?q={q}",
)
def metasearch(p: ResultPage) -> str:
    """SearXNG's simple theme: articles with linked address lines, engines and a cached link."""

    def result(h: Hit) -> str:
        parts = h.url.removeprefix("https://").split("/")
        crumbs = "".join(f'<span class="url_i2"> › {part}</span>' for part in parts[1:])
        image = (
            f'<a href="{h.url}" rel="noreferrer"><img class="thumbnail" src="/image_proxy?url={h.number}" title="{h.title}" loading="lazy"></a>'
            if p.odd(h)
            else ""
        )
        date = (
            f'<time class="published_date" datetime="{h.day}">{h.day:%d.%m.%Y}</time>'
            if h.count % 3 == 0
            else ""
        )
        content = (
            f'<p class="content">{p.mark(h.snippet, "span", "highlight")}</p>'
            if h.snippet
            else '<p class="content empty_element">Für dieses Ergebnis ist keine Beschreibung verfügbar.</p>'
        )
        return f"""<article class="result result-default category-general"><a href="{h.url}" class="url_header" rel="noreferrer"><div class="url_wrapper"><span class="url_o1"><span class="url_i1">https://{parts[0]}</span></span>{crumbs}</div></a>{image}<h3><a href="{h.url}" rel="noreferrer">{p.mark(h.title, "span", "highlight")}</a></h3>{date}{content}<div class="engines"><span>mojeek</span><span>brave</span><a href="https://web.archive.example/web/{h.url}" class="cache_link" rel="noreferrer">Cache</a></div><div class="break"></div></article>"""

    answers = (
        f'<div id="answers"><h4 class="title">Antworten :</h4><div class="answer"><span>{p.wording.sentence(p.chance, p.query)}</span><a href="https://wiki.example/{p.query}" class="answer-url">wiki.example</a></div></div>'
        if p.hits and p.number == 1
        else ""
    )
    nothing = '<div class="dialog-error-block" role="alert"><p><strong>Entschuldigung!</strong></p><p>Es wurden keine Ergebnisse gefunden. Sie können versuchen:</p><ul><li>Ändern Sie die Suchanfrage.</li><li>Wählen Sie andere Suchmaschinen.</li></ul></div>'
    forward = (
        '<nav id="pagination"><form method="post" action="/search" class="next_page"><input type="hidden" name="pageno" value="2"><button role="link" type="submit">nächste Seite</button></form></nav>'
        if p.total > len(p.hits)
        else ""
    )
    return f"""<!DOCTYPE html><html class="no-js theme-auto center-alignment-no" lang="de"><head><title>{p.query} - Freinetz</title></head><body class="results_endpoint"><main id="main_results" class="results-tabs"><nav id="links_on_top"><a href="/info/de/about" class="link_on_top_about">Über</a><a href="/preferences" class="link_on_top_preferences">Einstellungen</a></nav><form id="search" method="post" action="/search"><div id="search_header"><a id="search_logo" href="/"><span>Freinetz</span></a><div id="search_view"><div class="search_box"><input id="q" name="q" type="text" value="{p.query}"></div></div>
<div class="search_categories"><div id="categories_container">{p.items('<button type="submit" name="category_{i}" class="category category_button"><div class="category_name">{t}</div></button>', 6)}</div></div></div></form><div id="results"><div id="sidebar"><div id="suggestions"><details class="sidebar-collapsible"><summary class="title">Vorschläge</summary><div class="wrapper">{p.items('<form method="post" action="/search"><input type="hidden" name="q" value="{t}"><input type="submit" class="suggestion" value="&bull; {t} Antrag"></form>', 5) if p.hits else ""}</div></details></div><div id="search_url"><div class="selectable_url"><pre>https://suche.freinetz.example/search?q={p.query}</pre></div></div></div>
{answers}<div id="urls" role="main">{p.each(result) or nothing}</div><div id="backToTop"><a href="#">Zum Anfang</a></div>{forward}</div></main><footer><p>Läuft mit <a href="https://searx.example">SearXNG</a> - <a href="/stats">Statistiken</a></p></footer></body></html>"""


@program(
    "en",
    "physics",
    "https://preprints.example",
    "https://preprints.example/abs/{year}.{n}",
    search="/search/?query={q}&searchtype=all",
    size=25,
    sentences=(3, 6),
)
def preprint_server(p: ResultPage) -> str:
    """A page as arXiv's: the number of a paper is its link, its title is none."""

    def result(h: Hit) -> str:
        name, authors = (
            h.url.rsplit("/", 1)[1],
            [h.author, "K. Lindqvist", "A. Sato"][: 1 + h.count % 3],
        )
        linked = ", ".join(
            f'<a href="/search/?searchtype=author&amp;query={a}">{a}</a>' for a in authors
        )
        tags = "".join(
            f'<span class="tag is-small {"is-link" if not i else "is-grey"} tooltip" data-tooltip="{t.title()}">{t[:4]}.{t[-2:]}</span>'
            for i, t in enumerate((h.category, *h.tags))
        )
        comment = (
            f'<p class="comments is-size-7"><span class="has-text-black-bis has-text-weight-semibold">Comments:</span> <span class="has-text-grey-dark mathjax">{h.count % 30} pages, {h.rating} figures</span></p>'
            if h.count % 2
            else ""
        )
        return f"""<li class="arxiv-result"><div class="is-marginless"><p class="list-title is-inline-block"><a href="{h.url}">arXiv:{name}</a> <span>&nbsp;[<a href="https://preprints.example/pdf/{name}">pdf</a>, <a href="https://preprints.example/format/{name}">other</a>]&nbsp;</span></p><div class="tags is-inline-block">{tags}</div></div>
<p class="title is-5 mathjax">{p.mark(h.title, "span", "search-hit mathjax")}</p><p class="authors"><span class="has-text-black-bis has-text-weight-semibold">Authors:</span> {linked}</p>
<p class="abstract mathjax"><span class="search-hit">Abstract</span>: <span class="abstract-short has-text-grey-dark mathjax" id="{name}-abstract-short" style="display: inline;">&hellip;{p.mark(h.snippet[:120], "span", "search-hit mathjax")}&hellip; <a class="is-size-7" style="white-space: nowrap;" onclick="x()">&#9661; More</a></span><span class="abstract-full has-text-grey-dark mathjax" id="{name}-abstract-full" style="display: none;">{p.mark(h.snippet, "span", "search-hit mathjax")} <a class="is-size-7" style="white-space: nowrap;" onclick="y()">&#9651; Less</a></span></p>
<p class="is-size-7"><span class="has-text-black-bis has-text-weight-semibold">Submitted</span> {p.long_day(h)}; <span class="has-text-black-bis has-text-weight-semibold">originally announced</span> {h.day:%B %Y}.</p>{comment}</li>"""

    body = (
        f'<h1 class="title is-clearfix">Showing 1&ndash;{len(p.hits)} of {p.total} results for all: <span class="mathjax">{p.query}</span></h1>'
        if p.hits
        else f'<h1 class="title is-clearfix">Sorry, your query for all: <span class="mathjax">{p.query}</span> produced no results</h1>'
    )
    nav = (
        f'<nav class="pagination is-small is-centered breathe-horizontal" role="navigation"><a href="" class="pagination-previous is-invisible">Previous</a><a href="/search/?start=25" class="pagination-next">Next</a><ul class="pagination-list">{p.pager("<li><a href=/search/?query={q}&start={i} class=pagination-link>{i}</a></li>", "<li><a class=pagination-link is-current>{i}</a></li>")}</ul></nav>'
        if p.total > len(p.hits)
        else ""
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>Search | Preprints</title></head><body><header><a href="#main-container" class="is-sr-only">Skip to main content</a><div class="attribution level is-marginless"><div class="level-left"><a class="level-item" href="https://college.example/">College</a></div><div class="level-right"><p class="sponsors level-item">We gratefully acknowledge support from <a href="/donate">member institutions</a>.</p></div></div><div class="identity level is-marginless"><a href="/">Preprints</a><form class="level-item mini-search" method="GET" action="/search"><input class="input is-small" name="query"><p class="help"><a href="/help">Help</a> | <a href="/search/advanced">Advanced Search</a></p></form></div><div class="container"><div class="user-tools is-size-7"><a href="/login">Login</a></div></div></header>
<main class="container" id="main-container"><div class="level is-marginless"><div class="level-left">{body}</div></div><div class="content"><form method="GET" action="/search/"><input class="input is-medium" name="query" value="{p.query}"><select name="searchtype"><option>All fields</option></select></form>{'<ol class="breathe-horizontal" start="1">' + p.each(result) + "</ol>" + nav if p.hits else '<p>Please check your spelling or try the <a href="/search/advanced">advanced search</a>.</p>'}<div class="is-hidden-tablet"><span class="help">Search v0.5.6 released 2020-02-24</span></div></div></main>
<footer><div class="columns"><ul class="nav-spaced"><li><a href="/about">About</a></li><li><a href="/help">Help</a></li><li><a href="/contact">Contact</a></li><li><a href="/subscribe">Subscribe</a></li></ul></div></footer></body></html>"""


@program("en", "biology", "https://medbase.example", "/{n}/", search="/?term={q}", title="{title}.")
def citation_database(p: ResultPage) -> str:
    """A page as PubMed's: citations with check boxes, actions hidden in each, filters at the left."""

    def result(h: Hit) -> str:
        i = (p.number - 1) * 10 + p.place(h) + 1
        free = (
            '<span class="free-resources spaced-citation-item citation-part">Free PMC article.</span>'
            if h.image
            else ""
        )
        kind = (
            '<span class="publication-type spaced-citation-item citation-part">Review.</span>'
            if p.odd(h)
            else ""
        )
        text = (
            f'<div class="docsum-snippet"><div class="full-view-snippet">{p.mark(h.snippet)}</div><div class="short-view-snippet">{p.mark(h.snippet[:80])} …</div></div>'
            if h.snippet
            else ""
        )
        journal = f"J {h.category.title()}. {h.day:%Y %b %d};{h.rating}({h.count % 9}):{h.count}-{h.count + 9}. doi: 10.1{h.number}/x."
        return f"""<article class="full-docsum" data-rel-pos="{i}"><div class="item-selector-wrap selectors-and-actions first-selector"><input class="search-result-selector" type="checkbox" id="select-{h.number}" value="{h.number}"><label class="search-result-position" for="select-{h.number}"><span class="position-number">{i}</span></label><div class="result-actions-bar side-bar"><div class="cite dropdown-block"><button class="cite-search-result trigger result-action-trigger">Cite</button></div><div class="share dropdown-block"><button class="share-search-result trigger">Share</button></div></div></div>
<div class="docsum-wrap"><div class="docsum-content"><a class="docsum-title" href="{h.url}" data-ga-category="result_click">{p.mark(h.title)}</a><div class="docsum-citation full-citation"><span class="docsum-authors full-authors">{h.author}, Lee K, Adler R.</span><span class="docsum-authors short-authors">{h.author}, et al.</span> <span class="docsum-journal-citation full-journal-citation">{journal}</span><span class="docsum-journal-citation short-journal-citation">J {h.category.title()}. {h.day.year}.</span> <span class="citation-part">PMID: <span class="docsum-pmid">{h.number}</span></span> {free}{kind}</div>{text}</div>
<div class="result-actions-bar bottom-bar"><div class="cite dropdown-block"><button class="cite-search-result">Cite</button></div><div class="share"><button>Share</button><div class="dropdown"><ul class="social-buttons"><li><a class="social-button twitter" href="https://chirp.example/share?url=https://medbase.example/{h.number}/">Twitter</a></li><li><a class="permalink-button" href="/{h.number}/">Permalink</a></li></ul></div></div></div></div></article>"""

    body = (
        f'<div class="search-results-chunks"><div class="search-results-chunk results-chunk" data-page-number="{p.number}">{p.each(result)}</div></div><div class="search-results-paginator"><button class="load-button next-results-button">Show more</button><div class="page-number-wrapper"><label>Page</label><input type="number" value="{p.number}"><label class="of-total-pages">of {p.total // 10}</label></div><a class="button-wrapper next-page-btn" href="/?term={p.query}&amp;page={p.number + 1}">Next page</a></div>'
        if p.hits
        else '<div class="single-result-redirect-message usa-alert"><em class="altered-search-explanation query-error-message">Your search was processed without automatic term mapping because it retrieved zero results.</em><span class="val">No results were found.</span></div>'
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>{p.query} - Search Results - MedBase</title></head><body class="search-page"><section class="usa-banner"><header class="usa-banner-header"><p>An official website of the government</p><button class="usa-banner-button">Here's how you know</button></header></section><header class="ncbi-header"><div class="usa-logo"><a href="/">MedBase</a></div><a id="account_login" class="usa-button header-button" href="/account/">Log in</a></header><div class="search-page-form"><form class="search-form" action="/"><input type="search" name="term" value="{p.query}" class="term-input"></form><div class="search-input-links"><a href="/advanced/">Advanced</a><a href="#">Create alert</a><a href="/rss/">Create RSS</a><a href="/help/">User Guide</a></div></div>
<main class="search-page"><div class="inner-wrap"><aside class="sidebar-filters"><h3>My custom filters</h3><div class="results-by-year"><h3>Results by year</h3><table><thead><tr><th>Year</th><th>Number of Results</th></tr></thead><tbody>{"".join(f"<tr><td>{y}</td><td>{y % 37}</td></tr>" for y in range(2012, 2022))}</tbody></table></div><div class="choice-group"><h3 class="title">Text availability</h3><ul class="items">{p.items('<li><input type="checkbox" id="f{i}"><label for="f{i}">{t}</label></li>', 5)}</ul></div></aside><section class="search-results" id="search-results"><div class="top-pagination"><div class="results-amount"><h3><span class="value">{p.total}</span> results</h3></div></div>{body}</section></div></main>
<footer class="ncbi-footer"><ul>{p.items('<li><a href="/footer/{i}">{t}</a></li>', 7)}</ul></footer></body></html>"""
