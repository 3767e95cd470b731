"""Content management systems: WordPress, Drupal, Joomla, TYPO3, a wiki, Ghost-like and Plone-like."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en", "garden", "https://www.slowplot.example", "/{year}/{month:02d}/{slug}/", search="/?s={q}"
)
def wordpress_classic(p: ResultPage) -> str:
    """A blog with a theme of 2011: articles, a sidebar of recent posts, archives and a tag cloud."""

    def post(h: Hit) -> str:
        tags = ", ".join(f'<a href="/tag/{t.replace(" ", "-")}/" rel="tag">{t}</a>' for t in h.tags)
        return f"""<article id="post-{h.number}" class="post-{h.number} post type-post status-publish format-standard hentry category-{h.category.split()[0]}">
<header class="entry-header"><h1 class="entry-title"><a href="{h.url}" title="Permalink to {h.title}" rel="bookmark">{h.title}</a></h1>
<div class="entry-meta"><span class="sep">Posted on </span><a href="{h.url}" title="9:12 am" rel="bookmark"><time class="entry-date" datetime="{h.day}T09:12:00+00:00" pubdate>{p.long_day(h)}</time></a><span class="by-author"> <span class="sep"> by </span> <span class="author vcard"><a class="url fn n" href="/author/{h.author.split()[0].lower()}/" rel="author">{h.author}</a></span></span></div>
<div class="comments-link"><a href="{h.url}#respond" title="Comment on {h.title}"><span class="leave-reply">{"Reply" if not h.count % 3 else h.count % 40}</span></a></div></header>
<div class="entry-summary"><p>{h.snippet} <a href="{h.url}">Continue reading <span class="meta-nav">&rarr;</span></a></p></div>
<footer class="entry-meta"><span class="cat-links"><span class="entry-utility-prep entry-utility-prep-cat-links">Posted in</span> <a href="/category/{h.category.replace(" ", "-")}/" rel="category tag">{h.category}</a></span>
{f'<span class="sep"> | </span><span class="tag-links">Tagged {tags}</span>' if tags else ""}<span class="sep"> | </span><span class="comments-link"><a href="{h.url}#comments">{h.count % 40} Replies</a></span></footer></article>"""

    recent = p.each(lambda h: f'<li><a href="{h.url}">{h.title}</a></li>', p.others(5))
    comments = p.each(
        lambda h: (
            f'<li class="recentcomments">{h.author} on <a href="{h.url}#comment-{h.count}">{h.title}</a></li>'
        ),
        p.others(5, name="comments"),
    )
    body = (
        f"""<header class="page-header"><h1 class="page-title">Search Results for: <span>{p.query}</span></h1></header>
{p.each(post)}<nav id="nav-below"><h3 class="assistive-text">Post navigation</h3><div class="nav-previous"><a href="/page/{p.number + 1}/?s={p.query}"><span class="meta-nav">&larr;</span> Older posts</a></div></nav>"""
        if p.hits
        else """<article id="post-0" class="post no-results not-found"><header class="entry-header"><h1 class="entry-title">Nothing Found</h1></header>
<div class="entry-content"><p>Sorry, but nothing matched your search criteria. Please try again with some different keywords.</p><form method="get" id="searchform" action="/"><input type="text" class="field" name="s" id="s"></form></div></article>"""
    )
    return f"""<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>{p.query} | Search Results | The Slow Plot</title></head>
<body class="search search-{"results" if p.hits else "no-results"} two-column right-sidebar"><div id="page" class="hfeed">
<header id="branding" role="banner"><hgroup><h1 id="site-title"><span><a href="/" rel="home">The Slow Plot</a></span></h1><h2 id="site-description">Notes from a wet allotment</h2></hgroup>
<form method="get" id="searchform" action="/"><label for="s" class="assistive-text">Search</label><input type="text" class="field" name="s" id="s" value="{p.query}"></form>
<nav id="access" role="navigation"><h3 class="assistive-text">Main menu</h3><div class="menu"><ul><li><a href="/">Home</a></li><li class="page_item"><a href="/about/">About</a></li><li class="page_item"><a href="/calendar/">Sowing calendar</a></li></ul></div></nav></header>
<div id="main"><section id="primary"><div id="content" role="main">{body}</div></section>
<div id="secondary" class="widget-area" role="complementary"><aside id="recent-posts-2" class="widget widget_recent_entries"><h3 class="widget-title">Recent Posts</h3><ul>{recent}</ul></aside>
<aside id="recent-comments-2" class="widget widget_recent_comments"><h3 class="widget-title">Recent Comments</h3><ul id="recentcomments">{comments}</ul></aside>
<aside id="archives-2" class="widget widget_archive"><h3 class="widget-title">Archives</h3><ul>{"".join(f'<li><a href="/2021/{m:02d}/">{n} 2021</a></li>' for m, n in enumerate(p.wording.language.months, 1))}</ul></aside>
<aside id="tag_cloud-2" class="widget widget_tag_cloud"><h3 class="widget-title">Tags</h3><div class="tagcloud">{p.items('<a href="/tag/{t}/" class="tag-cloud-link tag-link-{i}" style="font-size: 1{i}pt;" aria-label="{t} ({c} items)">{t}</a>', 12)}</div></aside></div></div>
<footer id="colophon" role="contentinfo"><div id="site-generator"><a href="https://wordpress.org/" rel="generator">Proudly powered by WordPress</a></div></footer></div></body></html>"""


@program(
    "es",
    "noticias_es",
    "https://ladehesa.example",
    "https://ladehesa.example/{slug}/",
    search="/?s={q}",
    size=9,
)
def wordpress_block(p: ResultPage) -> str:
    """A site with a block theme: the query loop of three columns, a pagination block."""

    def post(h: Hit) -> str:
        image = f'<figure style="aspect-ratio:3/2" class="wp-block-post-featured-image"><a href="{h.url}" target="_self"><img width="800" height="533" src="/wp-content/uploads/{h.number}.jpg" class="attachment-post-thumbnail size-post-thumbnail wp-post-image" alt=""></a></figure>'
        return f"""<li class="wp-block-post post-{h.number} post type-post status-publish format-standard {"has-post-thumbnail " if h.image else ""}hentry category-{h.count}">
<div class="wp-block-group is-vertical is-layout-flex wp-container-core-group-is-layout-{h.number % 9}">{image if h.image else ""}
<h2 class="wp-block-post-title has-large-font-size"><a href="{h.url}" target="_self">{h.title}</a></h2>
<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">{h.snippet}</p></div>
<div class="wp-block-template-part"><div class="wp-block-post-date has-small-font-size"><time datetime="{h.day}T10:00:00+02:00"><a href="{h.url}">{p.long_day(h)}</a></time></div></div></div></li>"""

    body = (
        f"""<div class="wp-block-query alignwide is-layout-flow"><ul class="columns-3 wp-block-post-template is-layout-grid">{p.each(post)}</ul>
<nav class="wp-block-query-pagination is-content-justification-space-between" aria-label="Paginación"><div class="wp-block-query-pagination-numbers">{p.pager('<a class="page-numbers" href="/page/{i}/?s={q}">{i}</a>', '<span aria-current="page" class="page-numbers current">{i}</span>')}</div></nav></div>"""
        if p.hits
        else '<div class="wp-block-query"><p>No se encontraron resultados. Prueba con otra búsqueda.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="es"><head><meta charset="UTF-8"><title>Resultados de la búsqueda para «{p.query}» – La Dehesa</title></head><body class="search wp-embed-responsive">
<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group alignwide"><p class="wp-block-site-title"><a href="/" rel="home">La Dehesa</a></p>
<nav class="wp-block-navigation is-responsive"><ul class="wp-block-navigation__container">{p.items('<li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content" href="/tema/{i}/"><span class="wp-block-navigation-item__label">{t}</span></a></li>', 6)}</ul></nav></div></header>
<main class="wp-block-group" id="wp--skip-link--target"><h1 class="wp-block-query-title">Resultados de la búsqueda para: «{p.query}»</h1>
<form role="search" method="get" action="/" class="wp-block-search__button-outside wp-block-search"><label class="wp-block-search__label screen-reader-text" for="s1">Buscar</label><div class="wp-block-search__inside-wrapper"><input class="wp-block-search__input" id="s1" value="{p.query}" type="search" name="s" required><button class="wp-block-search__button" type="submit">Buscar</button></div></form>{body}</main>
<footer class="wp-block-template-part"><div class="wp-block-columns"><div class="wp-block-column"><h3 class="wp-block-heading">Lo último</h3><ul class="wp-block-latest-posts__list wp-block-latest-posts">{p.each(lambda h: f'<li><a class="wp-block-latest-posts__post-title" href="{h.url}">{h.title}</a></li>', p.others(5))}</ul></div>
<div class="wp-block-column"><ul class="wp-block-list"><li><a href="/aviso-legal/">Aviso legal</a></li><li><a href="/cookies/">Política de cookies</a></li></ul></div></div></footer></div></body></html>"""


@program(
    "en",
    "university",
    "https://www.northfell.example",
    "https://www.northfell.example/{slug}",
    search="/search/node/{q}?x=1",
)
def drupal_7(p: ResultPage) -> str:
    """A university with Drupal 7's own search module: `ol.search-results.node-results`."""

    def result(h: Hit) -> str:
        info = f'<p class="search-info">{h.category.title()} - <a href="/users/{h.author.split()[0].lower()}" title="View user profile." class="username">{h.author}</a> - {h.day:%m/%d/%Y} - 14:0{h.rating} - {h.count % 9} comments</p>'
        text = (
            f'<p class="search-snippet">{p.mark(h.snippet, "strong")} ...</p>' if h.snippet else ""
        )
        return f'<li class="search-result">\n<h3 class="title"><a href="{h.url}">{h.title}</a></h3>\n<div class="search-snippet-info">{text}{info}</div></li>'

    body = (
        f'<h2>Search results</h2><ol class="search-results node-results">{p.each(result)}</ol><h2 class="element-invisible">Pages</h2><div class="item-list"><ul class="pager">'
        + p.pager(
            '<li class="pager-item"><a title="Go to page {i}" href="/search/node/{q}?page={i}">{i}</a></li>',
            '<li class="pager-current">{i}</li>',
        )
        + "</ul></div>"
        if p.hits
        else "<h2>Your search yielded no results</h2><ul><li>Check if your spelling is correct.</li><li>Remove quotes around phrases to search for each word individually.</li><li>Consider loosening your query with <em>OR</em>.</li></ul>"
    )
    return f"""<!DOCTYPE html><html lang="en" dir="ltr"><head><title>Search | Northfell University</title></head><body class="html not-front not-logged-in one-sidebar sidebar-first page-search">
<div id="page-wrapper"><div id="page"><div id="header"><div class="section clearfix"><a href="/" title="Home" rel="home" id="logo"><img src="/logo.png" alt="Home"></a><div id="name-and-slogan"><div id="site-name"><strong><a href="/" title="Home" rel="home"><span>Northfell University</span></a></strong></div></div></div></div>
<div id="main-menu" class="navigation"><h2 class="element-invisible">Main menu</h2><ul id="main-menu-links" class="links clearfix"><li class="menu-218 first"><a href="/">Home</a></li><li class="menu-219"><a href="/study">Study</a></li><li class="menu-220"><a href="/research">Research</a></li><li class="menu-221 last"><a href="/contact">Contact</a></li></ul></div>
<div id="main-wrapper" class="clearfix"><div id="main"><div id="breadcrumb"><h2 class="element-invisible">You are here</h2><div class="breadcrumb"><a href="/">Home</a> » <a href="/search">Search</a></div></div>
<div id="content" class="column"><div class="section"><a id="main-content"></a><h1 class="title" id="page-title">Search</h1><div class="tabs"><ul class="tabs primary"><li class="active"><a href="/search/node/{p.query}" class="active">Content</a></li><li><a href="/search/user/{p.query}">Users</a></li></ul></div>
<div class="region region-content"><div id="block-system-main" class="block block-system"><div class="content"><form class="search-form" action="/search/node" method="post" id="search-form"><div class="container-inline"><label for="edit-keys">Enter your keywords </label><input type="text" id="edit-keys" name="keys" value="{p.query}" class="form-text"><input type="submit" value="Search" class="form-submit"></div></form>{body}</div></div></div></div></div>
<div id="sidebar-first" class="column sidebar"><div class="block block-menu"><h2>For students</h2><div class="content"><ul class="menu">{p.items('<li class="leaf"><a href="/students/{i}">{t}</a></li>', 9)}</ul></div></div>
<div id="block-user-login" class="block block-user"><h2>User login</h2><div class="content"><form action="/node?destination=search" method="post"><input type="text" name="name"><input type="password" name="pass"><ul><li class="first"><a href="/user/register">Create new account</a></li><li class="last"><a href="/user/password">Request new password</a></li></ul></form></div></div></div></div></div>
<div id="footer">Powered by <a href="https://www.drupal.org">Drupal</a></div></div></div></body></html>"""


@program(
    "fr",
    "livres_fr",
    "https://biblio.valmont.example",
    "/fr/node/{n}",
    search="/fr/recherche?text={q}",
    size=12,
)
def drupal_10(p: ResultPage) -> str:
    """A town's library: a view of Search API with facets beside it and teasers as rows."""

    def row(h: Hit) -> str:
        image = (
            f'<div class="field field--name-field-media-image"><img loading="lazy" src="/sites/default/files/styles/teaser/{h.number}.webp" alt="" class="image-style-teaser"></div>'
            if h.image
            else ""
        )
        return f"""<div class="views-row"><article data-history-node-id="{h.number}" class="node node--type-article node--view-mode-teaser{" node--sticky" if p.odd(h) else ""}">
{image}<h2 class="node__title"><a href="{h.url}" rel="bookmark"><span class="field field--name-title field--type-string field--label-hidden">{h.title}</span></a></h2>
<div class="node__meta"><span>Par <span class="field field--name-uid">{h.author}</span>, {p.long_day(h)}</span></div>
<div class="node__content"><div class="text-content clearfix field field--name-body"><p>{p.mark(h.snippet, "strong")}</p></div><ul class="links inline"><li class="node-readmore"><a href="{h.url}" rel="tag" title="{h.title}" hreflang="fr">Lire la suite<span class="visually-hidden"> de {h.title}</span></a></li></ul></div></article></div>"""

    facet = '<li class="facet-item"><a href="?f%5B0%5D=genre%3A{i}" rel="nofollow" data-drupal-facet-item-value="{i}"><span class="facet-item__value">{t}</span> <span class="facet-item__count">({c})</span></a></li>'
    body = (
        f"""<header class="view-header">Affichage de 1 - {len(p.hits)} sur {p.total}</header><div class="view-content">{p.each(row)}</div><nav class="pager" aria-labelledby="pagination-heading"><h4 id="pagination-heading" class="visually-hidden">Pagination</h4><ul class="pager__items js-pager__items">{p.pager('<li class="pager__item"><a href="?text={q}&amp;page={i}" title="Page {i}"><span class="visually-hidden">Page</span> {i}</a></li>', '<li class="pager__item is-active">{i}</li>')}</ul></nav>"""
        if p.hits
        else '<div class="view-empty"><p>Aucun document ne correspond à votre recherche.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="fr" dir="ltr"><head><meta charset="utf-8"><title>Recherche | Bibliothèque de Valmont</title></head><body class="path-recherche">
<a href="#main-content" class="visually-hidden focusable skip-link">Aller au contenu principal</a><div class="dialog-off-canvas-main-canvas"><header class="site-header"><nav role="navigation" class="primary-nav"><ul class="menu primary-nav__menu--level-1">{p.items('<li class="primary-nav__menu-item"><a href="/fr/rubrique/{i}" class="primary-nav__menu-link">{t}</a></li>', 5)}</ul></nav></header>
<main role="main"><a id="main-content" tabindex="-1"></a><div class="region region--highlighted"><nav class="breadcrumb"><ol class="breadcrumb__list"><li class="breadcrumb__item"><a href="/fr">Accueil</a></li><li class="breadcrumb__item">Recherche</li></ol></nav></div>
<div class="layout-main"><aside class="region region--sidebar"><div class="block block-facets"><h2 class="block__title">Genre</h2><div class="facets-widget-links"><ul data-drupal-facet-id="genre" class="item-list__links">{p.items(facet, 8)}</ul></div></div><div class="block block-facets"><h2>Année</h2><ul>{"".join(f'<li class="facet-item"><a href="?f%5B0%5D=an%3A{y}">{y} ({y % 17})</a></li>' for y in range(2016, 2022))}</ul></div></aside>
<div class="region region--content"><h1 class="page-title">Recherche</h1><div class="views-element-container"><div class="view view-recherche view-id-recherche js-view-dom-id-1"><div class="view-filters"><form class="views-exposed-form" action="/fr/recherche" method="get"><input type="text" name="text" value="{p.query}" class="form-text"><select name="sort_by"><option>Pertinence</option><option>Date</option></select><input type="submit" value="Appliquer"></form></div>{body}</div></div></div></div></main>
<footer class="site-footer"><ul class="menu">{p.items('<li><a href="/fr/pratique/{i}">{t}</a></li>', 4)}</ul></footer></div></body></html>"""


@program(
    "de",
    "verein_de",
    "https://www.oberau-gemeinde.example",
    "/rathaus/{n}-{slug}?highlight={q}",
    search="/component/finder/search?q={q}",
    size=20,
)
def joomla(p: ResultPage) -> str:
    """A village with Joomla's finder: a list of results with address and date lines."""

    def result(h: Hit) -> str:
        return f"""<li class="result__item"><p class="result__title"><a class="result__title-link" href="{h.url}"><span class="result__title-text">{h.title}</span></a></p>
{f'<p class="result__description">{f"<time class=result__date datetime={h.day}>{p.long_day(h)}</time> " if h.image else ""}{p.mark(h.snippet, "span", "highlight")}</p>' if h.snippet else ""}
<ul class="result__taxonomy"><li class="result__taxonomy-item result__taxonomy--type"><span>Typ:</span> Beitrag</li><li class="result__taxonomy-item result__taxonomy--category"><span>Kategorie:</span> <a href="/kategorie/{h.count}">{h.category}</a></li></ul>
<p class="small result__title-url">https://www.oberau-gemeinde.example{h.url.split("?")[0]}</p></li>"""

    body = (
        f"""<div class="com-finder__results"><p class="com-finder__explained">Die Suche nach <span class="query-term">{p.query}</span> ergab {p.total} Treffer.</p><ul id="search-result-list" class="com-finder__results-list result-list list-group">{p.each(result)}</ul>
<div class="com-finder__navigation search-pagination w-100"><nav class="pagination__wrapper"><ul class="pagination">{p.pager('<li class="page-item"><a href="?q={q}&amp;start={i}0" class="page-link">{i}</a></li>', '<li class="active page-item"><span class="page-link">{i}</span></li>')}</ul></nav><div class="search-pages-counter">Ergebnisse 1 - {len(p.hits)} von {p.total}</div></div></div>"""
        if p.hits
        else f'<div id="search-result-empty" class="com-finder__empty"><h2>Keine Ergebnisse gefunden</h2><p>Es wurden keine Ergebnisse zur Suchanfrage {p.query} gefunden.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="de-de"><head><meta charset="utf-8"><title>Suche</title></head><body class="site com_finder wrapper-static view-search">
<header class="header container-header full-width"><div class="navbar-brand"><a class="brand-logo" href="/">Gemeinde Oberau</a></div><nav class="navbar"><ul class="mod-menu mod-menu_dropdown-metismenu metismenu mod-list">{p.items('<li class="metismenu-item item-{i} level-1"><a href="/menu/{i}">{t}</a></li>', 7)}</ul></nav></header>
<div class="site-grid"><div class="container-component"><nav class="mod-breadcrumbs__wrapper"><ol class="mod-breadcrumbs breadcrumb"><li class="mod-breadcrumbs__here">Aktuelle Seite:</li><li class="mod-breadcrumbs__item breadcrumb-item"><a href="/">Startseite</a></li></ol></nav>
<main><div class="com-finder finder"><h1>Suche</h1><form id="finder-search" class="js-finder-searchform" action="/component/finder/search" method="get"><input type="text" name="q" class="js-finder-search-query form-control" value="{p.query}"><button type="submit" class="btn btn-primary">Suchen</button></form>{body}</div></main></div>
<div class="container-sidebar-right"><div class="sidebar-right card"><h3 class="card-header">Beliebte Beiträge</h3><div class="card-body"><ul class="mostread mod-list">{p.each(lambda h: f'<li itemscope itemtype="https://schema.org/Article"><a href="{h.url}" itemprop="url"><span itemprop="name">{h.title}</span></a></li>', p.others(6))}</ul></div></div>
<div class="sidebar-right card"><h3 class="card-header">Anmelden</h3><form class="mod-login"><input name="username"><input type="password" name="password"><ul class="mod-login__options"><li><a href="/pw">Passwort vergessen?</a></li></ul></form></div></div></div>
<footer class="container-footer"><a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a></footer></body></html>"""


@program(
    "de",
    "technik_de",
    "https://www.energieberatung-sued.example",
    "/service/{slug}/",
    search="/suche/?tx_indexedsearch_pi2[search][sword]={q}",
)
def typo3(p: ResultPage) -> str:
    """A consumers' advice centre with indexed_search: numbered rows with rating and meta list."""

    def row(h: Hit) -> str:
        i = (p.number - 1) * 10 + p.place(h) + 1
        icon = "pdf" if p.odd(h) else "pages"
        return f"""<div class="tx-indexedsearch-res res-tmpl-css"><h3 class="tx-indexedsearch-title"><span class="tx-indexedsearch-icon"><img src="/typo3/ext/indexed_search/{icon}.gif" alt=""></span> <span class="tx-indexedsearch-result-number">{i}.</span> <span class="tx-indexedsearch-title"><a href="{h.url}">{h.title}</a></span> <span class="tx-indexedsearch-percent">{99 - i}%</span></h3>
<p class="tx-indexedsearch-descr">{p.mark(h.snippet, "strong", "tx-indexedsearch-redMarkup")} ...</p>
<dl class="tx-indexedsearch-info dl-horizontal"><dt class="tx-indexedsearch-text-item-size">Größe:</dt><dd>{h.count} Kb</dd><dt>Erstellt:</dt><dd>{h.day:%d.%m.%y}</dd><dt>Modifiziert:</dt><dd>{h.day:%d.%m.%y} 11:24</dd><dt>Pfad:</dt><dd><a href="{h.url}">/Service/{h.title}</a></dd></dl></div>"""

    body = (
        f'<div class="tx-indexedsearch-browsebox"><p>Zeige Ergebnisse 1 bis {len(p.hits)} von insgesamt <strong>{p.total}</strong></p><ul class="tx-indexedsearch-browsebox">'
        + p.pager(
            '<li><a href="#" data-page="{i}">Seite {i}</a></li>',
            '<li class="tx-indexedsearch-browselist-currentPage"><strong>Seite {i}</strong></li>',
        )
        + f"</ul></div>{p.each(row)}"
        if p.hits
        else '<div class="tx-indexedsearch-noresults"><p>Keine Ergebnisse gefunden.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Suche – Energieberatung Süd</title></head><body>
<div class="cookie-hinweis"><p>Diese Seite verwendet Cookies. <a href="/datenschutz/">Mehr erfahren</a></p><button>OK</button></div>
<div id="kopf"><a href="/"><img src="/fileadmin/logo.svg" alt="Energieberatung Süd"></a><ul id="nav">{p.items('<li class="sub"><a href="/themen/{i}/">{t}</a></li>', 8)}</ul></div>
<div id="inhalt"><ul class="rootline"><li><a href="/">Start</a></li><li>Suche</li></ul><!--TYPO3SEARCH_begin--><div class="tx-indexedsearch"><div class="tx-indexedsearch-searchbox"><form action="/suche/" method="post"><input type="text" name="tx_indexedsearch_pi2[search][sword]" value="{p.query}"><input type="submit" value="Suchen"></form></div>
<div class="tx-indexedsearch-whatis"><p>Suche nach <strong>{p.query}</strong></p></div>{body}</div></div>
<div id="rechts"><h4>Aktuelles</h4>{p.each(lambda h: f'<div class="news-teaser"><span class="news-date">{h.day:%d.%m.%Y}</span><h5><a href="{h.url}">{h.title}</a></h5><p>{h.snippet[:60]}</p></div>', p.others(3))}</div>
<div id="fuss"><a href="/kontakt/">Kontakt</a> | <a href="/impressum/">Impressum</a></div></body></html>"""
