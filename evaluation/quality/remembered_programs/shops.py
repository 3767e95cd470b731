"""Shops: WooCommerce, Shopify, Magento, PrestaShop, OpenCart, auctions."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "coffee",
    "https://brewhatch.example",
    "https://brewhatch.example/product/{slug}/",
    search="/?s={q}&post_type=product",
    size=12,
)
def woocommerce(p: ResultPage) -> str:
    """Storefront's product loop: one link round picture, title and price, another to the basket."""

    def product(h: Hit) -> str:
        i = p.place(h)
        place = "first" if i % 4 == 0 else "last" if i % 4 == 3 else ""
        price = f'<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>{h.price}</bdi></span>'
        sale = p.odd(h) or h.count % 4 == 0
        return f"""<li class="product type-product post-{h.number} status-publish {place} instock product_cat-{h.count} has-post-thumbnail {"sale " if sale else ""}shipping-taxable purchasable product-type-simple">
<a href="{h.url}" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">{'<span class="onsale">Sale!</span>' if sale else ""}<img width="324" height="324" src="/wp-content/uploads/{h.number if h.image else "woocommerce-placeholder"}-324x324.png" class="attachment-woocommerce_thumbnail" alt="">
<h2 class="woocommerce-loop-product__title">{h.title}</h2>{f'<div class="star-rating" role="img" aria-label="Rated {h.rating}.00 out of 5"><span style="width:{h.rating * 20}%">Rated <strong class="rating">{h.rating}.00</strong> out of 5</span></div>' if h.count % 2 else ""}
<span class="price">{f"<del aria-hidden=true>{price}</del> <ins>{price}</ins>" if sale else price}</span></a><a href="?add-to-cart={h.number}" data-quantity="1" class="button product_type_simple add_to_cart_button ajax_add_to_cart" data-product_id="{h.number}" rel="nofollow">Add to basket</a></li>"""

    sorting = f'<div class="storefront-sorting"><form class="woocommerce-ordering" method="get"><select name="orderby" class="orderby"><option value="relevance">Relevance</option><option value="price">Sort by price: low to high</option></select></form><p class="woocommerce-result-count">Showing 1&ndash;{len(p.hits)} of {p.total} results</p>'
    body = (
        f"""{sorting}</div><ul class="products columns-4">{p.each(product)}</ul>{sorting}<nav class="woocommerce-pagination"><ul class="page-numbers">{p.pager('<li><a class="page-numbers" href="/page/{i}/?s={q}&amp;post_type=product">{i}</a></li>', '<li><span aria-current="page" class="page-numbers current">{i}</span></li>')}</ul></nav></div>"""
        if p.hits
        else '<p class="woocommerce-info woocommerce-no-products-found">No products were found matching your selection.</p>'
    )
    top = p.each(
        lambda h: (
            f'<li><a href="{h.url}"><img src="/wp-content/uploads/{h.number}.jpg" alt=""><span class="product-title">{h.title}</span></a><span class="woocommerce-Price-amount amount">&pound;{h.price}</span></li>'
        ),
        p.others(4),
    )
    return f"""<!doctype html><html lang="en-GB"><head><title>Search results for &ldquo;{p.query}&rdquo; – Brew Hatch</title></head><body class="search post-type-archive-product theme-storefront woocommerce woocommerce-page">
<div id="page" class="hfeed site"><header id="masthead" class="site-header"><div class="col-full"><div class="site-branding"><div class="beta site-title"><a href="/" rel="home">Brew Hatch</a></div></div><div class="site-search"><div class="widget woocommerce widget_product_search"><form role="search" method="get" class="woocommerce-product-search" action="/"><input type="search" class="search-field" value="{p.query}" name="s"><input type="hidden" name="post_type" value="product"></form></div></div></div>
<div class="storefront-primary-navigation"><nav class="main-navigation"><ul class="menu"><li><a href="/">Home</a></li><li><a href="/basket/">Basket</a></li><li><a href="/checkout/">Checkout</a></li><li><a href="/my-account/">My account</a></li></ul><ul id="site-header-cart" class="site-header-cart menu"><li><a class="cart-contents" href="/basket/"><span class="woocommerce-Price-amount amount">&pound;0.00</span> <span class="count">0 items</span></a></li></ul></nav></div></header>
<div class="storefront-breadcrumb"><div class="col-full"><nav class="woocommerce-breadcrumb"><a href="/">Home</a><span class="breadcrumb-separator"> / </span>Search results for &ldquo;{p.query}&rdquo;</nav></div></div>
<div id="content" class="site-content"><div class="col-full"><div id="primary" class="content-area"><main id="main" class="site-main"><header class="woocommerce-products-header"><h1 class="woocommerce-products-header__title page-title">Search results: &ldquo;{p.query}&rdquo;</h1></header>{body}</main></div>
<div id="secondary" class="widget-area"><div class="widget woocommerce widget_top_rated_products"><span class="gamma widget-title">Top rated products</span><ul class="product_list_widget">{top}</ul></div><div class="widget woocommerce widget_product_categories"><ul class="product-categories">{p.items('<li class="cat-item cat-item-{i}"><a href="/product-category/{i}/">{t}</a> <span class="count">({c})</span></li>', 8)}</ul></div></div></div></div></div></body></html>"""


@program(
    "en",
    "climbing",
    "https://highball.example",
    "/products/{slug}?_pos={n}&_sid=9f2c&_ss=r",
    search="/search?q={q}",
    size=16,
)
def shopify_dawn(p: ResultPage) -> str:
    """The theme Dawn: cards whose title stands twice, facets in a form, articles among products."""

    def card(h: Hit) -> str:
        media = f'<div class="card__media"><div class="media media--transparent media--hover-effect"><img srcset="//cdn.example/{h.number}_165x.jpg 165w" src="//cdn.example/{h.number}_533x.jpg" alt="{h.title}" class="motion-reduce" loading="lazy"></div></div>'
        return f"""<li class="grid__item scroll-trigger animate--slide-in" data-cascade><div class="card-wrapper product-card-wrapper underline-links-hover"><div class="card card--standard {"card--media" if h.image else "card--text"}" style="--ratio-percent: 125.0%;">
<div class="card__inner {"color-background-2 gradient" if h.image else ""} ratio">{media if h.image else ""}<div class="card__content"><div class="card__information"><h3 class="card__heading"><a href="{h.url}" id="StandardCardNoMediaLink--{h.number}" class="full-unstyled-link">{h.title}</a></h3></div><div class="card__badge bottom left">{'<span class="badge badge--bottom-left color-accent-2">Sale</span>' if p.odd(h) else ""}</div></div></div>
<div class="card__content"><div class="card__information"><h3 class="card__heading h5" id="title--{h.number}"><a href="{h.url}" id="CardLink--{h.number}" class="full-unstyled-link">{h.title}</a></h3><div class="card-information"><span class="caption-large light"></span><div class="price {"price--on-sale" if p.odd(h) else ""}"><div class="price__container"><div class="price__regular"><span class="visually-hidden visually-hidden--inline">Regular price</span><span class="price-item price-item--regular">${h.price} USD</span></div><div class="price__sale"><span class="visually-hidden">Sale price</span><span class="price-item price-item--sale price-item--last">${h.price} USD</span></div></div></div></div></div></div></div></div></li>"""

    facets = p.items(
        '<li class="list-menu__item facets__item"><label for="Filter-{i}" class="facet-checkbox"><input type="checkbox" name="filter.p.vendor" value="{t}" id="Filter-{i}">{t} ({c})</label></li>',
        8,
    )
    body = (
        f"""<div id="ProductGridContainer"><div id="product-grid"><ul class="grid product-grid grid--2-col-tablet-down grid--4-col-desktop" role="list">{p.each(card)}</ul></div>
<nav class="pagination" role="navigation" aria-label="Pagination"><ul class="pagination__list list-unstyled" role="list">{p.pager('<li><a href="/search?page={i}&amp;q={q}" class="pagination__item link" aria-label="Page {i}">{i}</a></li>', '<li><a role="link" aria-disabled="true" class="pagination__item pagination__item--current light">{i}</a></li>')}</ul></nav></div>"""
        if p.hits
        else ""
    )
    said = (
        f"{p.total} results found for “{p.query}”"
        if p.hits
        else f"No results found for “{p.query}”. Check the spelling or use a different word or phrase."
    )
    return f"""<!doctype html><html class="js" lang="en"><head><meta charset="utf-8"><title>Search: {p.total} results found for "{p.query}" – Highball</title></head><body class="gradient">
<div class="announcement-bar"><p class="announcement-bar__message h5"><a href="/collections/sale">Free shipping over $60</a></p></div><header class="header header--middle-left"><a href="/" class="header__heading-link"><span class="h2">Highball</span></a><nav class="header__inline-menu"><ul class="list-menu list-menu--inline" role="list">{p.items('<li><a href="/collections/{i}" class="header__menu-item list-menu__item link link--text focus-inset"><span>{t}</span></a></li>', 6)}</ul></nav><div class="header__icons"><a href="/account/login" class="header__icon">Log in</a><a href="/cart" class="header__icon" id="cart-icon-bubble">Cart</a></div></header>
<main id="MainContent" class="content-for-layout"><div class="template-search__header page-width center"><h1 class="h2 center">Search results</h1><form action="/search" method="get" role="search" class="search"><input class="search__input field__input" type="search" name="q" value="{p.query}"></form><p role="status">{said}</p></div>
<div class="template-search__results section-template"><aside class="facets-wrapper page-width"><facet-filters-form class="facets"><form id="FacetFiltersForm" class="facets__form"><details class="facets__disclosure"><summary class="facets__summary">Brand</summary><ul class="facets__list list-unstyled" role="list">{facets}</ul></details></form></facet-filters-form></aside>{body}</div></main>
<footer class="footer"><ul class="footer-block__details-content list-unstyled">{p.items('<li><a href="/pages/{i}" class="link link--text list-menu__item">{t}</a></li>', 5)}</ul><div class="footer__copyright"><small>&copy; 2021, <a href="/">Highball</a></small> <small><a rel="nofollow" href="https://www.shopify.example">Powered by Shopify</a></small></div></footer></body></html>"""


@program(
    "en",
    "tools",
    "https://www.benchandvice.example",
    "https://www.benchandvice.example/{slug}.html",
    search="/catalogsearch/result/?q={q}",
    size=9,
)
def magento(p: ResultPage) -> str:
    """Luma's list mode: layered navigation on the left, suggested searches, a second toolbar."""

    def item(h: Hit) -> str:
        review = (
            f'<div class="product-reviews-summary short"><div class="rating-summary"><span class="label"><span>Rating:</span></span><div class="rating-result" title="{h.rating * 20}%"><span style="width:{h.rating * 20}%"><span>{h.rating * 20}%</span></span></div></div><div class="reviews-actions"><a class="action view" href="{h.url}#reviews">{h.count % 30}&nbsp;<span>Reviews</span></a></div></div>'
            if h.count % 2
            else ""
        )
        return f"""<li class="item product product-item"><div class="product-item-info" data-container="product-list"><a href="{h.url}" class="product photo product-item-photo" tabindex="-1"><span class="product-image-container" style="width:240px;"><span class="product-image-wrapper"><img class="product-image-photo" src="/media/catalog/{h.number}.jpg" alt="{h.title}"></span></span></a>
<div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link" href="{h.url}">{h.title}</a></strong>{review}
<div class="price-box price-final_price" data-product-id="{h.number}"><span class="normal-price"><span class="price-container"><span class="price-label">As low as</span><span class="price-wrapper"><span class="price">${h.price}</span></span></span></span></div>
<div class="product-item-inner"><div class="product actions product-item-actions"><div class="actions-primary"><form data-role="tocart-form" action="/checkout/cart/add/{h.number}" method="post"><button type="submit" title="Add to Cart" class="action tocart primary"><span>Add to Cart</span></button></form></div><div class="actions-secondary"><a href="#" class="action towishlist" role="button"><span>Add to Wish List</span></a><a href="#" class="action tocompare" role="button"><span>Add to Compare</span></a></div></div>
<div class="product description product-item-description">{h.snippet} <a href="{h.url}" title="{h.title}" class="action more">Learn More</a></div></div></div></div></li>"""

    toolbar = (
        f'<div class="toolbar toolbar-products"><div class="modes"><strong class="modes-label">View as</strong><a class="modes-mode mode-grid" href="?product_list_mode=grid">Grid</a><strong class="modes-mode active mode-list">List</strong></div><p class="toolbar-amount">Items <span class="toolbar-number">1</span>-<span class="toolbar-number">{len(p.hits)}</span> of <span class="toolbar-number">{p.total}</span></p><div class="pages"><ul class="items pages-items">'
        + p.pager(
            '<li class="item"><a href="?p={i}&amp;q={q}" class="page"><span class="label">Page</span><span>{i}</span></a></li>',
            '<li class="item current"><strong class="page"><span>{i}</span></strong></li>',
        )
        + "</ul></div></div>"
    )
    suggest = f'<dl class="block"><dt class="title">Related search terms</dt>{p.items("<dd class=item><a href=/catalogsearch/result/?q={t}>{t}</a></dd>", 4)}</dl>'
    body = (
        f'{suggest}<div class="search results">{toolbar}<div class="products wrapper list products-list"><ol class="products list items product-items">{p.each(item)}</ol></div>{toolbar}</div>'
        if p.hits
        else '<div class="message notice"><div>Your search returned no results.</div></div>'
    )
    return f"""<!doctype html><html lang="en"><head><title>Search results for: '{p.query}'</title></head><body class="catalogsearch-result-index page-layout-2columns-left"><div class="page-wrapper"><header class="page-header"><div class="panel header"><ul class="header links"><li class="greet welcome"><span>Default welcome msg!</span></li><li><a href="/customer/account/login/">Sign In</a></li><li><a href="/customer/account/create/">Create an Account</a></li></ul></div><div class="header content"><a class="logo" href="/"><img src="/logo.svg" alt="Bench &amp; Vice"></a><div class="minicart-wrapper"><a class="action showcart" href="/checkout/cart/">My Cart</a></div><form class="form minisearch" action="/catalogsearch/result/" method="get"><input id="search" type="text" name="q" value="{p.query}" class="input-text"></form></div></header>
<div class="sections nav-sections"><nav class="navigation"><ul>{p.items('<li class="level0 nav-{i} level-top"><a href="/{i}.html" class="level-top"><span>{t}</span></a></li>', 8)}</ul></nav></div><div class="breadcrumbs"><ul class="items"><li class="item home"><a href="/">Home</a></li><li class="item search"><strong>Search results for: '{p.query}'</strong></li></ul></div>
<main id="maincontent" class="page-main"><div class="page-title-wrapper"><h1 class="page-title"><span class="base">Search results for: '{p.query}'</span></h1></div><div class="columns"><div class="column main">{body}</div>
<div class="sidebar sidebar-main"><div class="block filter" id="layered-filter-block"><div class="block-title filter-title"><strong>Shop By</strong></div><div class="block-content filter-content"><div class="filter-options"><div class="filter-options-title">Category</div><div class="filter-options-content"><ol class="items">{p.items('<li class="item"><a href="?cat={i}&q=x">{t} <span class="count">{c}<span class="filter-count-label"> item</span></span></a></li>', 9)}</ol></div></div></div></div></div>
<div class="sidebar sidebar-additional"><div class="block block-compare"><div class="block-title"><strong>Compare Products</strong></div><div class="empty">You have no items to compare.</div></div><div class="block block-wishlist"><strong>My Wish List</strong><ol class="product-items no-display">{p.each(lambda h: f'<li class="product-item"><div class="product-item-info"><a class="product-item-photo" href="{h.url}"><img src="/m/{h.number}.jpg"></a><div class="product-item-details"><strong class="product-item-name"><a class="product-item-link" href="{h.url}"><span>{h.title}</span></a></strong><div class="price-box"><span class="price">${h.price}</span></div></div></div></li>', p.others(3))}</ol></div></div></div></main>
<footer class="page-footer"><div class="footer content"><ul class="footer links"><li><a href="/privacy">Privacy and Cookie Policy</a></li><li><a href="/search/term/popular/">Search Terms</a></li><li><a href="/contact/">Contact Us</a></li></ul></div></footer></div></body></html>"""


@program(
    "pt",
    "tienda_pt",
    "https://loja.mirante.example",
    "https://loja.mirante.example/inicio/{n}-{slug}.html",
    search="/pesquisa?controller=search&s={q}",
    size=12,
)
def prestashop(p: ResultPage) -> str:
    """The classic theme: miniatures with flags, a sort menu, a block of best sellers."""

    def mini(h: Hit) -> str:
        return f"""<div class="js-product product col-xs-12 col-sm-6 col-xl-4"><article class="product-miniature js-product-miniature" data-id-product="{h.number}"><div class="thumbnail-container"><div class="thumbnail-top"><a href="{h.url}" class="thumbnail product-thumbnail"><picture><img src="/{h.number}-home_default/p.jpg" alt="{h.title}" loading="lazy"></picture></a><div class="highlighted-informations no-variants"><a class="quick-view js-quick-view" href="#" data-link-action="quickview"><i class="material-icons search">&#xE8B6;</i> Visualização rápida</a></div></div>
<div class="product-description"><h2 class="h3 product-title"><a href="{h.url}" content="{h.url}">{h.title}</a></h2><div class="product-price-and-shipping">{'<span class="regular-price" aria-label="Preço normal">99,90&nbsp;€</span><span class="discount-percentage discount-product">-20%</span>' if p.odd(h) else ""}<span class="price" aria-label="Preço">{h.price.replace(".", ",")}&nbsp;€</span></div></div>
<ul class="product-flags js-product-flags">{'<li class="product-flag new">Novo</li>' if h.count % 3 == 0 else ""}</ul></div></article></div>"""

    body = (
        f"""<section id="products"><div id="js-product-list-top" class="row products-selection"><div class="col-md-6 total-products"><p>Existem {p.total} produtos.</p></div><div class="col-md-6 sort-by-row"><span class="sort-by">Ordenar por:</span><div class="products-sort-order dropdown"><button class="btn-unstyle select-title">Relevância</button><div class="dropdown-menu"><a rel="nofollow" href="?order=name.asc" class="select-list js-search-link">Nome, A a Z</a><a rel="nofollow" href="?order=price.asc" class="select-list js-search-link">Preço, menor para maior</a><a rel="nofollow" href="?order=price.desc" class="select-list js-search-link">Preço, maior para menor</a></div></div></div></div>
<div id="js-product-list"><div class="products row">{p.each(mini)}</div><nav class="pagination"><div class="col-md-4">A mostrar 1-{len(p.hits)} de {p.total} artigo(s)</div><ul class="page-list clearfix text-sm-center">{p.pager('<li><a rel="nofollow" href="?page={i}&amp;s={q}" class="js-search-link">{i}</a></li>', '<li class="current"><a rel="nofollow" href="?page={i}&amp;s={q}" class="disabled js-search-link">{i}</a></li>')}</ul></nav></div></section>"""
        if p.hits
        else '<section id="content" class="page-content page-not-found"><h4>Nenhum resultado para a sua pesquisa</h4><p>Por favor, tente outras palavras-chave.</p></section>'
    )
    best = p.each(
        lambda h: (
            f'<li class="media"><a href="{h.url}" class="media-left"><img src="/{h.number}-small/p.jpg"></a><div class="media-body"><a href="{h.url}">{h.title}</a><span class="price">{h.price} €</span></div></li>'
        ),
        p.others(5),
    )
    return f"""<!doctype html><html lang="pt-PT"><head><meta charset="utf-8"><title>Pesquisa</title></head><body id="search" class="lang-pt page-search layout-left-column"><main><header id="header"><nav class="header-nav"><div id="contact-link"><a href="/contacto">Contacte-nos</a></div><div class="user-info"><a href="/entrar" rel="nofollow">Iniciar sessão</a></div></nav><div class="header-top"><ul class="top-menu" id="top-menu">{p.items('<li class="category" id="category-{i}"><a class="dropdown-item" href="/{i}-c" data-depth="0">{t}</a></li>', 6)}</ul><div id="search_widget"><form method="get" action="/pesquisa"><input type="hidden" name="controller" value="search"><input type="text" name="s" value="{p.query}"></form></div></div></header>
<section id="wrapper"><nav class="breadcrumb"><ol><li><a href="/"><span>Início</span></a></li><li><span>Resultados da pesquisa</span></li></ol></nav><div id="left-column" class="col-md-3"><div class="block-categories"><ul class="category-top-menu"><li><a class="text-uppercase h6" href="/2-inicio">Início</a></li><li><ul class="category-sub-menu">{p.items('<li data-depth="0"><a href="/{i}-c">{t}</a></li>', 7)}</ul></li></ul></div><div class="block-best"><p class="h6">Mais vendidos</p><ul>{best}</ul></div></div>
<div id="content-wrapper" class="col-md-9"><section id="main"><h1 class="h2" id="js-product-list-header">Resultados da pesquisa</h1>{body}</section></div></section>
<footer id="footer"><div class="block_newsletter"><form><input name="email" type="email"></form></div><div class="links"><ul>{p.items('<li><a class="cms-page-link" href="/content/{i}">{t}</a></li>', 4)}</ul></div></footer></main></body></html>"""


@program(
    "en",
    "photography",
    "https://www.bidbarn.example",
    "https://www.bidbarn.example/itm/{n}?hash=item{n}",
    search="/sch/i.html?_nkw={q}",
    size=24,
)
def auction_house(p: ResultPage) -> str:
    """An auction site like eBay: a first tile for itself, sponsored tiles among the results."""

    def tile(h: Hit, sponsored: bool = False) -> str:
        ad = (
            '<div class="s-item__detail s-item__detail--secondary"><span class="s-item__sep"><span role="text">Sponsored</span></span></div>'
            if sponsored
            else ""
        )
        bids = (
            f'<span class="s-item__bids s-item__bidCount">{h.count % 20} bids</span><span class="s-item__time"><span class="s-item__time-left">2d 4h</span></span>'
            if h.count % 2
            else '<span class="s-item__dynamic s-item__buyItNowOption">Buy It Now</span>'
        )
        return f"""<li class="s-item s-item__pl-on-bottom" data-view="mi:1686|iid:{h.number}"><div class="s-item__wrapper clearfix"><div class="s-item__image-section"><div class="s-item__image"><a tabindex="-1" aria-hidden="true" href="{h.url}"><div class="s-item__image-wrapper image-treatment"><img alt="{h.title}" src="https://i.example/{h.number}/s-l225.jpg"></div></a></div></div>
<div class="s-item__info clearfix"><a class="s-item__link" href="{h.url}"><div class="s-item__title"><span role="heading" aria-level="3">{h.title}</span></div></a><div class="s-item__subtitle"><span class="SECONDARY_INFO">{"Brand New" if h.rating > 2 else "Pre-Owned"}</span></div>
<div class="s-item__details clearfix"><div class="s-item__detail s-item__detail--primary"><span class="s-item__price">${h.price}</span></div><div class="s-item__detail s-item__detail--primary">{bids}</div>{f'<div class="s-item__detail"><span class="s-item__shipping s-item__logisticsCost">+${h.rating}.20 shipping</span></div>' if h.image else ""}{ad}</div></div></div></li>"""

    ads = p.ads(2, "https://www.bidbarn.example/itm/{n}?amdata=ad")
    middle = len(p.hits) // 2
    ghost = '<li class="s-item s-item__pl-on-bottom"><div class="s-item__wrapper clearfix"><div class="s-item__image-section"><div class="s-item__image"><a href="https://www.bidbarn.example/itm/123456"><img src="/g.jpg"></a></div></div><div class="s-item__info clearfix"><a class="s-item__link" href="https://www.bidbarn.example/itm/123456"><div class="s-item__title"><span role="heading" aria-level="3">Shop on BidBarn</span></div></a><div class="s-item__details"><span class="s-item__price">$20.00</span></div></div></div></li>'
    if p.hits:
        p.excused.append(p.others(1, "https://www.bidbarn.example/itm/123456")[0])
    rows = (
        p.each(tile, p.hits[:middle])
        + p.each(lambda h: tile(h, True), ads)
        + p.each(tile, p.hits[middle:])
    )
    river = (
        f'<ul class="srp-results srp-list clearfix">{ghost}{rows}</ul><div class="s-pagination"><nav class="pagination"><ol class="pagination__items">{p.pager("<li><a class=pagination__item href=/sch/i.html?_nkw={q}&_pgn={i}>{i}</a></li>", "<li><a class=pagination__item aria-current=page>{i}</a></li>")}</ol></nav></div>'
        if p.hits
        else '<div class="srp-save-null-search"><h3 class="srp-save-null-search__heading">No exact matches found</h3><p>Save this search to get alerts.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>{p.query} for sale | BidBarn</title></head><body class="srp-page"><header id="gh"><ul id="gh-topl"><li><a href="/signin">Sign in</a></li><li><a href="/deals">Daily Deals</a></li><li><a href="/help">Help</a></li></ul><form id="gh-f" action="/sch/i.html"><input name="_nkw" value="{p.query}"><select name="_sacat"><option>All Categories</option></select></form></header>
<div class="srp-main srp-main--isLarge"><div class="srp-rail__left"><ul class="srp-refine__category__list"><li class="srp-refine__category__item">Category</li>{p.items('<li class="srp-refine__category__item"><a href="/sch/{i}/i.html">{t}</a></li>', 9)}</ul><ul class="x-refine__left__nav"><li class="x-refine__main__list"><div class="x-refine__item__title-container">Condition</div><ul>{p.items('<li class="x-refine__main__value"><a href="?LH={i}"><span class="cbx">{t}</span><span class="x-refine__multi-select-histogram">({c})</span></a></li>', 5)}</ul></li></ul></div>
<div id="srp-river-main"><div class="srp-controls"><h1 class="srp-controls__count-heading"><span class="BOLD">{p.total}</span> results for <span class="BOLD">{p.query}</span></h1><div class="srp-sort"><ul class="fake-menu__items"><li><a href="?_sop=12">Best Match</a></li><li><a href="?_sop=1">Time: ending soonest</a></li><li><a href="?_sop=15">Price + Shipping: lowest first</a></li></ul></div></div>{river}
<div class="srp-related-searches"><h2>Related</h2>{p.items('<a href="/sch/i.html?_nkw={t}">{t}</a>', 6)}</div></div></div><footer id="glbfooter"><a href="/about">About</a> <a href="/policies">Policies</a></footer></body></html>"""


@program(
    "fr",
    "cuisine_fr",
    "https://www.casserole-et-cie.example",
    "https://www.casserole-et-cie.example/index.php?route=product/product&product_id={n}&search={q}",
    search="/index.php?route=product/search&search={q}",
    size=15,
)
def opencart(p: ResultPage) -> str:
    """OpenCart 2: thumbs in a row, each with three buttons, a description cut off."""

    def thumb(h: Hit) -> str:
        return f"""<div class="product-layout product-list col-xs-12"><div class="product-thumb"><div class="image"><a href="{h.url}"><img src="/image/cache/{h.number}-228x228.jpg" alt="{h.title}" title="{h.title}" class="img-responsive"></a></div><div><div class="caption"><h4><a href="{h.url}">{h.title}</a></h4><p>{h.snippet[:95]}..</p>
<p class="price">{h.price}€ <span class="price-tax">HT : {h.price}€</span></p>{'<div class="rating">' + '<span class="fa fa-stack"><i class="fa fa-star fa-stack-2x"></i></span>' * h.rating + "</div>" if h.count % 2 else ""}</div><div class="button-group"><button type="button" onclick="cart.add('{h.number}');"><i class="fa fa-shopping-cart"></i> <span class="hidden-xs hidden-sm hidden-md">Ajouter au panier</span></button><button type="button" title="Ajouter à mes favoris"><i class="fa fa-heart"></i></button></div></div></div></div>"""

    body = (
        f"""<div class="row"><div class="col-md-3 col-sm-6"><div class="btn-group"><button type="button" id="list-view" class="btn btn-default"></button></div></div><div class="form-group input-group"><select id="input-sort" class="form-control"><option>Par défaut</option><option>Nom (A - Z)</option></select></div></div><div class="row">{p.each(thumb)}</div>
<div class="row"><div class="col-sm-6 text-left"><ul class="pagination">{p.pager('<li><a href="/index.php?route=product/search&amp;search={q}&amp;page={i}">{i}</a></li>', '<li class="active"><span>{i}</span></li>')}</ul></div><div class="col-sm-6 text-right">Affiche 1 à {len(p.hits)} de {p.total}</div></div>"""
        if p.hits
        else "<p>Aucun produit ne correspond à vos critères de recherche.</p>"
    )
    return f"""<!DOCTYPE html><html dir="ltr" lang="fr"><head><title>Recherche - {p.query}</title></head><body class="product-search"><nav id="top"><div id="top-links" class="nav pull-right"><ul class="list-inline"><li><a href="/contact">0123</a></li><li class="dropdown"><a href="/compte">Mon compte</a></li><li><a href="/favoris">Favoris (0)</a></li></ul></div></nav><header><div id="logo"><h1><a href="/">Casserole et Cie</a></h1></div><div id="search" class="input-group"><input type="text" name="search" value="{p.query}" class="form-control input-lg"></div></header>
<nav id="menu" class="navbar"><ul class="nav navbar-nav">{p.items('<li><a href="/index.php?route=product/category&amp;path={i}">{t}</a></li>', 8)}</ul></nav><div class="container"><ul class="breadcrumb"><li><a href="/"><i class="fa fa-home"></i></a></li><li><a href="#">Recherche</a></li></ul><div class="row"><div id="content" class="col-sm-12"><h1>Recherche - {p.query}</h1><label class="control-label">Critères de recherche</label><div class="row"><input type="text" name="search" value="{p.query}"><select name="category_id"><option>Toutes les catégories</option></select></div><h2>Produits correspondant aux critères de recherche</h2>{body}</div></div></div>
<footer><div class="row"><div class="col-sm-3"><h5>Informations</h5><ul class="list-unstyled">{p.items('<li><a href="/info/{i}">{t}</a></li>', 4)}</ul></div></div><p>Développé par <a href="https://www.opencart.example">OpenCart</a></p></footer></body></html>"""
