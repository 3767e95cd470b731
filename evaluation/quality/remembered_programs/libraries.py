"""Libraries and archives: Koha, VuFind, DSpace, EPrints, OJS, Blacklight, Invenio, preprints."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "literature",
    "https://catalogue.eastferry.example",
    "/cgi-bin/koha/opac-detail.pl?biblionumber={n}",
    search="/cgi-bin/koha/opac-search.pl?q={q}",
    size=20,
    title="{title} / {author}.",
)
def koha(p: ResultPage) -> str:
    """Koha's OPAC: a table of check box, number, cell of everything, cover."""

    def row(h: Hit) -> str:
        i = (p.number - 1) * 20 + p.place(h) + 1
        out = (
            f'<span class="available"><span class="AvailabilityLabel"><strong>Items available for loan: </strong></span><span class="ItemSummary"><span class="ItemBranch">East Ferry</span> (<span class="ItemCallnumber">82{h.rating}.{h.count}</span>)</span></span>'
            if h.count % 3
            else '<span class="unavailable">Checked out</span>'
        )
        return f"""<tr><td class="selectcol"><input type="checkbox" class="cb" id="bib{h.number}" name="biblionumber" value="{h.number}"></td><td class="numcol">{i}.</td><td class="bibliocol"><div class="coverimages"><a class="p1" href="{h.url}">{f'<img src="/cgi-bin/koha/opac-image.pl?thumbnail=1&amp;biblionumber={h.number}" alt="" class="thumbnail">' if h.image else '<span class="no-image">No cover image available</span>'}</a></div>
<div class="bookcover"></div><a href="{h.url}" class="title">{h.title.rsplit(" / ", 1)[0]}<span class="title_resp_stmt"> / {h.author}.</span></a> <span class="results_summary publisher"><span class="label">by </span><ul class="author"><li><a class="authors-link" href="/cgi-bin/koha/opac-search.pl?q=au:{h.author}">{h.author}</a></li></ul></span><div class="results_material_type"><img src="/opac-tmpl/BK.png" alt="Text"> <span class="label">Material type: </span>Text</div>
<div class="results_summary publisher"><span class="label">Publication details: </span><span class="publisher_name">London : Harrow,</span> <span class="publisher_date">{h.day.year}</span></div>{f'<div class="results_summary summary"><span class="label">Summary: </span>{h.snippet}</div>' if p.odd(h) else ""}<div class="results_summary availability"><span class="label">Availability: </span>{out}</div>
<div class="actions-menu"><span class="actions"><a class="hold" href="/cgi-bin/koha/opac-reserve.pl?biblionumber={h.number}">Place hold</a></span> <span class="actions"><a class="addtocart cart{h.number}" href="#">Add to cart</a></span></div></td></tr>"""

    body = (
        f"""<p id="numresults"><strong>Your search returned {p.total} results.</strong></p><div id="top-pages"><nav class="pagination">{p.pager('<a href="/cgi-bin/koha/opac-search.pl?q={q}&offset={i}0">{i}</a>', '<span class="currentPage">{i}</span>')}</nav></div><form action="/cgi-bin/koha/opac-search.pl" method="get" name="bookbag_form" id="bookbag_form"><div class="selections-toolbar toolbar"><a href="#" id="CheckAll">Select all</a> <a href="#" id="CheckNone">Clear all</a><select name="sort_by" class="resort"><option>Relevance</option></select></div>
<div class="searchresults"><table class="table table-striped"><tbody>{p.each(row)}</tbody></table></div></form>"""
        if p.hits
        else f"<h2>No results found!</h2><p>No results match your search for <span style='font-style:italic'>{p.query}</span> in the catalogue.</p>"
    )

    def facet(name: str) -> str:
        return (
            f'<li id="{name}_id"><h3 id="facet-{name}">{name.title()}</h3><ul>'
            + p.items(
                '<li><span class="facet-label"><a href="/cgi-bin/koha/opac-search.pl?limit='
                + name
                + ':{i}" title="{t}">{t}</a></span> <span class="facet-count"> ({c})</span></li>',
                5,
            )
            + '<li class="showmore"><a href="#">Show more</a></li></ul></li>'
        )

    return f"""<!DOCTYPE html><html lang="en" class="no-js"><head><title>East Ferry catalog › Results of search for '{p.query}'</title></head><body id="results" class="scrollto"><div id="wrapper"><div id="header-region" class="noprint"><nav class="navbar"><a class="navbar-brand" href="/cgi-bin/koha/opac-main.pl">East Ferry Libraries</a><ul id="cart-list"><li><a href="#" id="cartmenulink">Cart</a></li><li><a href="/cgi-bin/koha/opac-shelves.pl">Lists</a></li></ul><ul id="members"><li><a href="/cgi-bin/koha/opac-user.pl">Log in to your account</a></li></ul></nav></div>
<div id="opac-main-search" class="mastheadsearch"><form name="searchform" method="get" action="/cgi-bin/koha/opac-search.pl" id="searchform"><select name="idx"><option value="">Library catalog</option></select><input type="text" id="translControl1" name="q" value="{p.query}"></form><div id="moresearches"><ul><li><a href="/cgi-bin/koha/opac-search.pl?do=1">Advanced search</a></li><li><a href="/cgi-bin/koha/opac-authorities-home.pl">Authority search</a></li><li><a href="/cgi-bin/koha/opac-tags.pl">Tag cloud</a></li></ul></div></div>
<div class="main"><ul class="breadcrumb"><li><a href="/">Home</a></li><li><a href="#">Results of search for '{p.query}'</a></li></ul><div class="container-fluid"><div class="row-fluid"><div class="span2"><div id="search-facets"><h4>Refine your search</h4><ul><li id="availability_facet"><h3>Availability</h3><ul><li><a href="?limit=available">Limit to currently available items.</a></li></ul></li>{facet("authors")}{facet("topics")}</ul></div></div><div class="span10"><div id="userresults" class="maincontent">{body}</div></div></div></div></div></div></body></html>"""


@program(
    "de",
    "technik_de",
    "https://katalog.uni-lindau.example",
    "/Record/{n}",
    search="/Search/Results?lookfor={q}&type=AllFields",
    size=20,
)
def vufind(p: ResultPage) -> str:
    """VuFind with Bootstrap: a form round the list, saved-record tools in each result."""

    def record(h: Hit) -> str:
        i = (p.number - 1) * 20 + p.place(h) + 1
        return f"""<li id="result{p.place(h)}" class="result ajaxItem"><input type="hidden" value="{h.number}" class="hiddenId"><div class="checkbox"><label><input type="checkbox" name="ids[]" value="Solr|{h.number}" class="checkbox-select-item"></label></div><div class="record-number">{i}</div>
<div class="media"><div class="media-left small"><a href="{h.url}" class="recordcover"><img src="/Cover/Show?size=small&recordid={h.number}" alt="{"Titelbild" if h.image else "Kein Bild"}"></a></div><div class="media-body"><div class="result-body"><h2><a href="{h.url}" class="title getFull" data-view="full">{p.mark(h.title, "span", "hl") if h.count % 2 else h.title}</a></h2>
<div>von <a href="/Author/Home?author={h.author}">{h.author}</a> Veröffentlicht: {h.day.year}</div>{f'<div class="result-previous"><b>Inhalt:</b> <span>...{p.mark(h.snippet, "span", "hl")}...</span></div>' if h.count % 2 else ""}<div class="callnumAndLocation ajax-availability hidden"><strong class="hideIfDetailed">Signatur:</strong> <span class="callnumber">TK {h.number}</span></div>{f'<div><a href="https://doi.example/10.1/{h.number}" class="fulltext" target="new"><i class="fa fa-external-link"></i> Online-Zugang</a></div>' if p.odd(h) else ""}
<span class="format book">{"Buch" if h.rating > 2 else "Aufsatz"}</span></div><div class="result-links hidden-print"><div class="savedLists alert alert-info hidden"><strong>Gespeichert in:</strong></div><a href="{h.url}/Save" data-lightbox class="save-record">Zu den Favoriten</a> <a href="/QRCode/Show?text={h.number}" class="qrcodeLink">QR-Code anzeigen</a></div></div></div></li>"""

    body = (
        f"""<div class="search-header hidden-print"><div class="search-stats">Treffer <strong>1</strong> - <strong>{len(p.hits)}</strong> von <strong>{p.total}</strong> für Suche '<strong>{p.query}</strong>', Suchdauer: 0,04s</div><div class="search-controls"><form class="search-sort"><select name="sort"><option>Relevanz</option></select></form></div></div>
<form id="search-cart-form" method="post" name="bulkActionForm" action="/MyResearch/Home"><div class="bulkActionButtons"><input type="submit" value="Drucken"></div><ol class="record-list" start="1">{p.each(record)}</ol></form><ul class="pagination">{p.pager('<li><a href="?lookfor={q}&page={i}">{i}</a></li>', '<li class="active"><span>{i}</span></li>')}</ul><div class="searchtools hidden-print"><strong>Suchoptionen:</strong> <a href="?view=rss">RSS-Feed</a> <a href="/Search/Email">Suche mailen</a></div>"""
        if p.hits
        else f'<p class="error">Zu <strong>{p.query}</strong> wurde nichts gefunden.</p><div class="alert alert-info">Alternative Suchbegriffe: {p.items("<a href=/Search/Results?lookfor={t}>{t}</a>", 3)}</div>'
    )
    return f"""<!DOCTYPE html><html lang="de"><head><title>Suchergebnisse - {p.query}</title></head><body class="template-dir-search template-name-results"><header class="hidden-print"><div class="container navbar"><a class="navbar-brand" href="/">Katalog</a><ul class="nav navbar-nav"><li id="cart-summary"><a id="cartItems" href="/Cart/Home">Ausgewählt: 0</a></li><li id="loginOptions"><a href="/MyResearch/Home">Login</a></li></ul></div><form id="searchForm" class="searchForm" action="/Search/Results"><input name="lookfor" value="{p.query}"><select name="type"><option>Alle Felder</option></select></form></header>
<div class="breadcrumbs"><ul class="breadcrumb"><li>Suche: {p.query}</li></ul></div><div role="main" class="main template-name-results"><div class="container sidebar-right"><div class="mainbody right">{body}</div><div class="sidebar right hidden-print" id="search-sidebar"><h2>Suche einschränken</h2><div class="facet-group" id="side-panel-format"><button class="title">Format</button><div class="collapse in">{p.items('<a href="?filter[]=format:{i}" class="js-facet-item facet"><span class="text">{t}</span> <span class="badge">{c}</span></a>', 6)}</div></div></div></div></div><footer><p><a href="/Search/History">Suchverlauf</a></p></footer></body></html>"""


@program(
    "en",
    "biology",
    "https://dspace.kestrel.example",
    "/handle/1842/{n}",
    search="/discover?query={q}",
    size=10,
)
def dspace(p: ResultPage) -> str:
    """DSpace 6 with Mirage 2: artifact descriptions, filters and sort options as hidden lists."""

    def item(h: Hit) -> str:
        return f"""<div class="row ds-artifact-item{" clearfix" if p.place(h) % 2 else ""}"><div class="col-sm-3 hidden-xs"><div class="thumbnail artifact-preview"><a class="image-link" href="{h.url}"><img alt="Thumbnail" class="img-responsive" src="{f"/bitstream/{h.number}.pdf.jpg" if h.image else "data:image/gif;base64,R0lGODlh"}"></a></div></div><div class="col-sm-9 artifact-description"><a href="{h.url}"><h4>{p.mark(h.title, "span", "highlight")}<span class="Z3988" title="ctx_ver=Z39.88-2004&amp;rft_id={h.number}">&nbsp;</span></h4></a>
<div class="artifact-info"><span class="author h4"><small><span>{h.author}</span>; <span>Lee, K.</span></small></span> <span class="publisher-date h4"><small>(<span class="publisher">Kestrel University</span>, <span class="date">{h.day}</span>)</small></span></div>{f'<div class="artifact-abstract">{p.mark(h.snippet, "em", "highlight")} ...</div>' if h.snippet else ""}</div></div>"""

    body = (
        f"""<div id="aspect_discovery_SimpleSearch_div_search-results" class="ds-static-div primary"><div class="pagination-simple clearfix top"><p class="pagination-info">Now showing items 1-{len(p.hits)} of {p.total}</p><ul class="previous-next"><li class="next-page-link"><a class="glyphicon glyphicon-chevron-right" href="?page=2&query={p.query}">Next</a></li></ul></div>
<div class="page-header"><ul class="gear-selection dropdown-menu"><li class="gear-head first">Sort Options:</li><li class="gear-option gear-option-selected"><a href="?sort_by=score">Relevance</a></li><li class="gear-option"><a href="?sort_by=dc.title_sort">Title Asc</a></li><li class="gear-option"><a href="?sort_by=dc.date">Issue Date Desc</a></li><li class="gear-head">Results Per Page:</li><li class="gear-option"><a href="?rpp=5">5</a></li><li class="gear-option"><a href="?rpp=10">10</a></li></ul></div>{p.each(item)}</div>"""
        if p.hits
        else '<p class="ds-paragraph lead">Your search query returned no results.</p>'
    )
    return f"""<!DOCTYPE html><html><head><title>Search</title></head><body><header><div class="navbar navbar-default"><a href="/" class="navbar-brand"><img src="/themes/Mirage2/logo.svg"></a><ul class="nav navbar-nav pull-right"><li><form><button class="navbar-link">Login</button></form></li></ul></div></header><div class="trail-wrapper"><ul class="breadcrumb"><li><i class="glyphicon glyphicon-home"></i> <a href="/">DSpace Home</a></li><li class="active">Search</li></ul></div>
<div class="container" id="main-container"><div class="row"><div class="col-md-9 main-content"><h2 class="ds-div-head page-header first-page-header">Search</h2><div class="ds-static-div primary"><form class="ds-interactive-div discover-search-box" action="discover" method="get"><select name="scope"><option>All of DSpace</option></select><input class="ds-text-field form-control" name="query" type="text" value="{p.query}"></form></div>{body}</div>
<div class="col-md-3" id="sidebar"><div id="ds-options"><h2 class="ds-option-set-head h6">Browse</h2><div class="ds-option-set list-group"><a class="list-group-item active"><span class="h5 list-group-item-heading h5">All of DSpace</span></a><a href="/community-list" class="list-group-item ds-option">Communities &amp; Collections</a><a href="/browse?type=dateissued" class="list-group-item ds-option">By Issue Date</a><a href="/browse?type=author" class="list-group-item ds-option">Authors</a></div><h2 class="h6">Discover</h2><div id="aspect_discovery_Navigation_list_discovery" class="ds-option-set list-group"><a class="list-group-item active">Subject</a>{p.items('<a href="/discover?filter={i}" class="list-group-item ds-option">{t} ({c})</a>', 9)}<a href="/search-filter?field=subject" class="list-group-item ds-option">... View More</a></div></div></div></div></div><footer class="hidden-print">DSpace software &copy; <a href="http://www.duraspace.example">DuraSpace</a></footer></body></html>"""


@program(
    "en",
    "history",
    "https://eprints.moorgate.example",
    "https://eprints.moorgate.example/{n}/",
    search="/cgi/search/simple?q={q}",
    size=20,
    title="{title}.",
)
def eprints(p: ResultPage) -> str:
    """EPrints 3: citations in a table, the title in italics after the authors."""

    def cite(h: Hit) -> str:
        i = (p.number - 1) * 20 + p.place(h) + 1
        last, first = h.author.split()[-1], h.author.split()[0]
        return f"""<tr class="ep_search_result"><td style="padding: 1em 0.5em"><span class="ep_search_result_number">{i}.</span></td><td style="padding: 1em"><span class="person_name">{last}, {first}</span> ({h.day.year}) <a href="{h.url}"><em>{h.title}</em></a> {f"Journal of Local Studies, {h.rating} ({h.count % 4}). pp. {h.count}-{h.count + 12}. ISSN 0042-{h.number % 9999:04d}" if h.count % 3 else "PhD thesis, Moorgate."}</td><td style="padding: 1em" align="center">{f'<a href="{h.url}1/main.pdf" class="ep_document_link"><img class="ep_doc_icon" src="{h.url}1.hassmallThumbnailVersion/main.pdf" alt="[img]"></a>' if h.image else ""}</td></tr>"""

    pages = f'<div class="ep_search_controls"><div>Displaying results <span class="ep_search_control_range">1</span> to <span>{len(p.hits)}</span> of <span>{p.total}</span>. <a href="/cgi/search/simple?refine=1">Refine search</a> | <a href="/cgi/search/simple">New search</a></div><span class="ep_search_control"><a href="?off=20">Next</a></span> {p.pager("<a href=/cgi/search/simple?search_offset={i}>{i}</a> |", "<strong>{i}</strong> |")}</div>'
    body = (
        f'<div class="ep_search_desc">Order the results: <select name="order"><option>by year (most recent first)</option></select></div><form><p>Export {p.total} results as <select><option>BibTeX</option></select></p></form>{pages}<div class="ep_paginate_list"><div class="ep_search_results"><table>{p.each(cite)}</table></div></div>{pages}'
        if p.hits
        else '<div class="ep_msg_warning"><p>Search has no matches.</p></div>'
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Search results for {p.query} - Moorgate Eprints</title></head><body><div class="ep_tm_header ep_noprint"><div class="ep_tm_logo"><a href="/"><img src="/images/sitelogo.png"></a></div><ul class="ep_tm_menu"><li><a href="/">Home</a></li><li><a href="/information.html">About</a></li><li><a href="/view/year/">Browse by Year</a></li><li><a href="/view/subjects/">Browse by Subject</a></li><li><a href="/view/divisions/">Browse by Division</a></li></ul><table class="ep_tm_searchbar"><tr><td><ul class="ep_tm_key_tools"><li><a href="/cgi/users/home">Login</a></li></ul></td><td><form action="/cgi/search"><input name="q" class="ep_tm_searchbarbox" type="text" value="{p.query}"></form></td></tr></table></div>
<div id="page"><h1 class="ep_tm_pagetitle">Search results for {p.query}</h1>{body}</div><div class="ep_tm_footer ep_noprint"><div>Moorgate Eprints is powered by <em><a href="http://eprints.example/software/">EPrints 3</a></em></div></div></body></html>"""


@program(
    "pt",
    "noticias_pt",
    "https://revistas.campomaior.example",
    "https://revistas.campomaior.example/index.php/rcm/article/view/{n}",
    search="/index.php/rcm/search/search?query={q}",
    size=25,
)
def journal_system(p: ResultPage) -> str:
    """Open Journal Systems 3: article summaries with cover, authors, pages and galleys."""

    def summary(h: Hit) -> str:
        pages = f'<div class="pages">{h.count}-{h.count + 14}</div>' if h.image else ""
        return f"""<li><div class="obj_article_summary"><h3 class="title"><a id="article-{h.number}" href="{h.url}">{h.title}{'<span class="subtitle">Resenha</span>' if p.odd(h) and False else ""}</a></h3><div class="meta"><div class="authors">{h.author}</div>{pages}<div class="published">{h.day}</div></div>{f'<ul class="galleys_links"><li><a class="obj_galley_link pdf" href="{h.url}/{h.count}" aria-labelledby="article-{h.number}">PDF</a></li></ul>' if h.count % 4 else ""}</div></li>"""

    body = (
        f'<ul class="search_results">{p.each(summary)}</ul><div class="cmp_pagination">1 - {len(p.hits)} de {p.total} itens {p.pager("<a href=?query={q}&searchPage={i}>{i}</a>", "<strong>{i}</strong>")} <a href="?searchPage=2">&gt;</a></div>'
        if p.hits
        else '<span role="status"><div class="cmp_notification notice">Nenhum Resultado</div></span>'
    )
    return f"""<!DOCTYPE html><html lang="pt-BR"><head><title>Buscar | Revista Campo Maior</title></head><body class="pkp_page_search pkp_op_search"><div class="pkp_structure_page"><header class="pkp_structure_head"><div class="pkp_site_name"><a href="/index.php/rcm/index" class="is_text">Revista Campo Maior</a></div><nav class="pkp_site_nav_menu"><ul id="navigationPrimary" class="pkp_navigation_primary pkp_nav_list"><li><a href="/index.php/rcm/issue/current">Atual</a></li><li><a href="/index.php/rcm/issue/archive">Arquivos</a></li><li><a href="/index.php/rcm/about">Sobre</a></li></ul></nav></header>
<div class="pkp_structure_content has_sidebar"><div class="pkp_structure_main" role="main"><div class="page page_search"><nav class="cmp_breadcrumbs"><ol><li><a href="/index.php/rcm/index">Início</a><span class="separator">/</span></li><li class="current"><span>Buscar</span></li></ol></nav><h1>Buscar</h1><form class="cmp_form" method="get" action="/index.php/rcm/search/search"><div class="search_input"><label class="pkp_screen_reader">Pesquisar termo</label><input type="text" id="query" name="query" value="{p.query}" class="query"></div><fieldset class="search_advanced"><legend>Filtros avançados</legend><input name="authors"></fieldset><div class="submit"><button class="submit" type="submit">Buscar</button></div></form><h2 class="pkp_screen_reader">Resultados da busca</h2>{body}</div></div>
<div class="pkp_structure_sidebar left" role="complementary"><div class="pkp_block block_information"><h2 class="title">Informações</h2><div class="content"><ul><li><a href="/index.php/rcm/information/readers">Para Leitores</a></li><li><a href="/index.php/rcm/information/authors">Para Autores</a></li></ul></div></div><div class="pkp_block"><h2 class="title">Mais lidos</h2><ul class="most_read">{p.each(lambda h: f'<li class="most_read_article"><div class="most_read_article_title"><a href="{h.url}">{h.title}</a></div><div class="most_read_article_journal"><span class="fa fa-eye"></span> {h.count}</div></li>', p.others(5))}</ul></div></div></div><div class="pkp_structure_footer_wrapper"><a href="https://pkp.example/ojs">OJS</a></div></div></body></html>"""


@program(
    "en",
    "music",
    "https://search.harpandreed.example",
    "/catalog/{n}",
    search="/catalog?q={q}&search_field=all_fields",
    size=10,
)
def blacklight(p: ResultPage) -> str:
    """Blacklight 7: documents with counters, terms and descriptions as `dl`, facets as cards."""

    def doc(h: Hit) -> str:
        i = (p.number - 1) * 10 + p.place(h) + 1
        more = (
            '<dt class="blacklight-language col-md-3">Language:</dt><dd class="col-md-9 blacklight-language">English</dd>'
            if h.image
            else ""
        )
        return f"""<article data-document-id="{h.number}" data-document-counter="{i}" itemscope itemtype="http://schema.org/Thing" class="document blacklight-book document-position-{i}"><div class="document-main-section"><header class="documentHeader row"><h3 class="index_title document-title-heading col-sm-9 col-lg-10"><span class="document-counter">{i}. </span><a data-context-href="/catalog/{h.number}/track?counter={i}" href="{h.url}">{h.title}</a></h3><div class="index-document-functions col-sm-3 col-lg-2"><form class="bookmark-toggle" action="/bookmarks/{h.number}" method="post"><input type="submit" value="Bookmark" class="bookmark-add btn btn-sm"></form></div></header>
<dl class="document-metadata dl-invert row"><dt class="blacklight-author_tsim col-md-3">Author:</dt><dd class="col-md-9 blacklight-author_tsim">{h.author}</dd><dt class="blacklight-format col-md-3">Format:</dt><dd class="col-md-9 blacklight-format">{"Score" if h.rating > 2 else "Recording"}</dd>{more}<dt class="blacklight-published col-md-3">Published:</dt><dd class="col-md-9">{h.day.year}</dd></dl></div></article>"""

    body = (
        f"""<div id="sortAndPerPage" class="sort-pagination d-md-flex justify-content-between"><div class="pagination-search-widgets"><div class="page-links"><strong>1</strong> - <strong>{len(p.hits)}</strong> of <strong>{p.total}</strong> | <a rel="next" href="/catalog?page=2&q={p.query}">Next &raquo;</a></div></div><div class="search-widgets"><div id="sort-dropdown" class="btn-group sort-dropdown"><div class="dropdown-menu"><a class="dropdown-item" href="?sort=score">relevance</a><a class="dropdown-item" href="?sort=year">year</a><a class="dropdown-item" href="?sort=author">author</a></div></div></div></div><h2 class="sr-only">Search Results</h2><div id="documents" class="documents-list">{p.each(doc)}</div><div class="row record-padding"><nav class="pagination"><ul class="pagination">{p.pager('<li class="page-item"><a class="page-link" href="/catalog?page={i}&q={q}">{i}</a></li>', '<li class="page-item active"><span class="page-link">{i}</span></li>')}</ul></nav></div>"""
        if p.hits
        else '<h2>No results found for your search</h2><div id="documents" class="noresults"><h3>Try modifying your search</h3><ul><li>Use fewer keywords to start, then refine your search using the links on the left.</li></ul></div>'
    )
    return f"""<!DOCTYPE html><html class="no-js" lang="en"><head><title>{p.query} - Harp and Reed</title></head><body class="blacklight-catalog blacklight-catalog-index"><nav id="skip-link"><a href="#search_field" class="element-invisible">Skip to search</a><a href="#documents" class="element-invisible">Skip to first result</a></nav><header><nav class="navbar navbar-expand-md navbar-dark bg-dark topbar"><a class="mb-0 navbar-brand navbar-logo" href="/">Harp and Reed</a><ul class="navbar-nav"><li class="nav-item"><a class="nav-link" href="/bookmarks">Bookmarks <span class="badge badge-secondary">0</span></a></li><li class="nav-item"><a class="nav-link" href="/search_history">History</a></li></ul></nav><div class="navbar-search"><form class="search-query-form" action="/catalog"><input name="q" value="{p.query}"></form></div></header>
<main id="main-container" class="container"><div class="row"><section id="content" class="col-lg-9 order-last"><div id="appliedParams" class="clearfix constraints-container"><a class="catalog_startOverLink btn" href="/catalog">Start Over</a><span class="btn-group applied-filter constraint query"><span class="constraint-value"><span class="filter-value">{p.query}</span></span><a class="btn remove" href="/catalog"><span class="sr-only">Remove constraint</span></a></span></div>{body}</section>
<section id="sidebar" class="page-sidebar col-lg-3"><div id="facets" class="facets sidenav"><h2 class="facets-heading">Limit your search</h2><div class="card facet-limit blacklight-format"><h3 class="card-header facet-field-heading"><button class="btn">Subject</button></h3><div class="card-body"><ul class="facet-values list-unstyled">{p.items('<li><span class="facet-label"><a class="facet-select" rel="nofollow" href="/catalog?f[s][]={i}">{t}</a></span><span class="facet-count">{c}</span></li>', 8)}</ul></div></div></div></section></div></main><footer></footer></body></html>"""
