"""Newspapers and recipes: hashed classes, right to left, days as headings, cards that are links."""

from itertools import groupby

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "news",
    "https://www.metrocourier.example",
    "/{year}/{month:02d}/{day:02d}/us/{slug}.html?searchResultPosition={n}",
    search="/search?query={q}",
    sentences=(1, 1),
)
def hashed_newspaper(p: ResultPage) -> str:
    """A newspaper made by React: emotion's classes, section and date beside, advertisement slots."""

    def item(h: Hit) -> str:
        image = (
            f'<div class="css-tvohiw"><figure class="css-196wev6" aria-label="media"><div class="css-79elbk"><img alt="{h.title}" class="css-rq4mmj" src="/images/{h.number}-thumbStandard.jpg"></div></figure></div>'
            if h.image
            else ""
        )
        slot = (
            '<li class="css-y9n1ie"><div class="css-142l3g4"><div id="mid-wrapper" class="place-ad"><p>Advertisement</p></div></div></li>'
            if p.place(h) == 3
            else ""
        )
        return f"""<li class="css-1l4w6pd" data-testid="search-bodega-result"><div class="css-1kl114x"><span class="css-17ubb9w" data-testid="todays-date">{h.day:%B} {h.day.day}</span><div class="css-1i8vfl5"><div class="css-e1lvw9"><p class="css-myxawk">{h.category.title()}</p><a href="{h.url}"><h4 class="css-2fgx4k">{h.title}</h4>{f'<p class="css-16nhkrn">{h.snippet}</p>' if h.snippet else ""}<p class="css-15w69y9">By {h.author}</p><p class="css-1s2dcz4">PRINT EDITION <span class="css-bc0f0m">{h.title}|{h.day:%B %d, %Y}, Page A{h.rating}</span></p></a></div>{image}</div></div></li>{slot}"""

    body = (
        f'<p class="css-nayoou" data-testid="SearchForm-status">Showing {p.total} results for:</p><ol data-testid="search-results">{p.each(item)}</ol><div class="css-1t62hi8"><button type="button" class="css-vsuiox" data-testid="search-show-more-button">Show More</button></div>'
        if p.hits
        else '<p class="css-nayoou" data-testid="SearchForm-status">Showing 0 results for:</p><ol data-testid="search-results"></ol>'
    )
    return f"""<!DOCTYPE html><html lang="en" class="story"><head><title>The Metro Courier - Search</title></head><body><div id="app"><div class="css-v89234"><div><header class="css-1bymuyk e1m0pzr40"><section class="css-ui9rw0"><a class="css-kgn7zc" href="#site-content">Skip to content</a><a href="/section/us" class="css-1dv1kvn">Site Index</a></section><section class="css-10488qs"><a data-testid="masthead-mobile-logo" class="css-nhjhh0" href="/">The Metro Courier</a><a href="/subscription" class="css-1k0lris">Subscribe</a><a href="/login" class="css-1pw8xc">Log in</a></section></header></div><main id="site-content"><div class="css-1npexfx"><div class="css-1az02az"><form role="search" class="css-1ub5ynu" action="/search"><input name="query" value="{p.query}" class="css-1u4s13l"></form></div><div class="css-1j26cud"><ul class="css-1j26cud">{p.items('<li class="css-g7dmym"><label class="css-17zwytw"><input type="checkbox" value="{t}"><span class="css-16eo56s">{t}</span><span class="css-1dqkjed">{c}</span></label></li>', 7)}</ul></div></div><div class="css-46b038">{body}</div></main>
<footer class="css-1e1s8k7" role="contentinfo"><nav data-testid="footer"><ul class="css-1ho5u4o edvi3so0">{p.items('<li class="css-jq1cx6"><a class="css-jq1cx6" href="/help/{i}">{t}</a></li>', 9)}</ul></nav></footer></div></div></body></html>"""


@program(
    "ar",
    "akhbar_ar",
    "https://www.alsahifa.example",
    "https://www.alsahifa.example/{year}/{month:02d}/{n}.html",
    search="/?s={q}",
)
def arabic_newspaper(p: ResultPage) -> str:
    """A newspaper right to left, a much sold theme of WordPress: modules, sidebar of the most read."""

    def module(h: Hit) -> str:
        image = (
            f'<div class="td-module-thumb"><a href="{h.url}" rel="bookmark" class="td-image-wrap" title="{h.title}"><img width="150" height="150" class="entry-thumb" src="/uploads/{h.number}-150x150.jpg" alt="{h.title}"></a></div>'
            if h.image
            else ""
        )
        return f"""<div class="td_module_16 td_module_wrap td-animation-stack{"" if h.image else " td_module_no_thumb"}">{image}<div class="item-details"><h3 class="entry-title td-module-title"><a href="{h.url}" rel="bookmark" title="{h.title}">{h.title}</a></h3><div class="td-module-meta-info"><a href="/category/{h.count}" class="td-post-category">{h.category}</a> <span class="td-post-author-name"><a href="/author/{h.count}">{h.author}</a> <span>-</span></span> <span class="td-post-date"><time class="entry-date updated td-module-date" datetime="{h.day}">{p.long_day(h)}</time></span><div class="td-module-comments"><a href="{h.url}#respond">{h.count % 9}</a></div></div><div class="td-excerpt">{h.snippet}...</div></div></div>"""

    side = p.each(
        lambda h: (
            f'<div class="td_module_6 td_module_wrap"><div class="td-module-thumb"><a href="{h.url}"><img class="entry-thumb" src="/u/{h.number}.jpg" alt=""></a></div><div class="item-details"><h3 class="entry-title td-module-title"><a href="{h.url}" title="{h.title}">{h.title}</a></h3><div class="td-module-meta-info"><time>{p.long_day(h)}</time></div></div></div>'
        ),
        p.others(6),
    )
    body = (
        f'{p.each(module)}<div class="page-nav td-pb-padding-side">{p.pager("<a href=/page/{i}/?s={q} class=page>{i}</a>", "<span class=current>{i}</span>")}<span class="pages">صفحة {p.number} من {p.total // 10 + 1}</span></div>'
        if p.hits
        else '<div class="no-results td-pb-padding-side"><h2>لا توجد نتائج لبحثك</h2></div>'
    )
    return f"""<!doctype html><html dir="rtl" lang="ar"><head><meta charset="UTF-8"><title>نتائج البحث عن {p.query}</title></head><body class="rtl search"><div id="td-outer-wrap"><div class="td-header-menu-wrap"><ul class="sf-menu">{p.items('<li class="menu-item"><a href="/category/{i}">{t}</a></li>', 8)}</ul><div class="td-header-sp-logo"><a href="/">الصحيفة</a></div></div><div class="td-main-content-wrap"><div class="td-container"><div class="td-crumb-container"><div class="entry-crumbs"><a class="entry-crumb" href="/">الرئيسية</a> <span class="td-bred-no-url-last">بحث</span></div></div><div class="td-pb-row"><div class="td-pb-span8 td-main-content"><div class="td-ss-main-content"><h1 class="entry-title td-page-title"><span class="td-search-query">{p.query}</span> - <span>نتائج البحث</span></h1><form method="get" class="td-search-form-widget" action="/"><input name="s" value="{p.query}"></form>{body}</div></div>
<div class="td-pb-span4 td-main-sidebar"><div class="td_block_wrap td_block_7"><h4 class="block-title"><span>الأكثر قراءة</span></h4><div class="td_block_inner">{side}</div></div></div></div></div></div><div class="td-sub-footer-container"><ul>{p.items('<li><a href="/p/{i}">{t}</a></li>', 4)}</ul></div></div></body></html>"""


@program(
    "ru",
    "novosti_ru",
    "https://gorod-vesti.example",
    "/news/{year}/{n}.html",
    search="/search/?text={q}",
    size=20,
    sentences=(1, 2),
)
def grouped_by_day(p: ResultPage) -> str:
    """A news agency: results newest first, a heading for each year, the hour before each title."""

    def item(h: Hit) -> str:
        image = (
            f'<a class="search-item__picture" href="{h.url}"><img src="/pic/{h.number}.webp" alt=""></a>'
            if h.image
            else ""
        )
        return f"""<div class="search-item{" search-item_important" if p.odd(h) else ""}">{image}<div class="search-item__content"><span class="search-item__time">{h.day:%d.%m} 1{h.rating}:0{h.rating}</span> <a class="search-item__rubric" href="/rubric/{h.rating}">{h.category}</a><a class="search-item__title" href="{h.url}">{p.mark(h.title, "mark")}</a>{f'<div class="search-item__lead">{p.mark(h.snippet, "mark")}</div>' if h.snippet else ""}</div></div>"""

    newest = sorted(p.hits, key=lambda h: h.day, reverse=True)
    body = "\n".join(
        f'<div class="search-day"><h3 class="search-day__title">{year} год</h3>{p.each(item, hits)}</div>'
        for year, hits in groupby(newest, key=lambda h: h.day.year)
    )
    pages = f'<div class="paging">{p.pager("<a class=paging__item href=/search/?text={q}&p={i}>{i}</a>", "<span class=paging__item_active>{i}</span>")}</div>'
    nothing = '<div class="search-empty">К сожалению, по вашему запросу ничего не найдено</div>'
    return f"""<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"><title>Поиск — Город. Вести</title></head><body><div class="layout"><header class="header"><a class="header__logo" href="/">Город. Вести</a><nav class="header__menu">{p.items('<a class="header__link" href="/rubric/{i}">{t}</a>', 8)}</nav><span class="header__weather">+12 °C</span></header><div class="layout__main"><form class="search-form" action="/search/"><input name="text" value="{p.query}"><button>Найти</button></form><div class="search-sort">Сортировать: <a href="?sort=rel">по релевантности</a> <b>по дате</b></div>{f'<p class="search-total">Найдено: {p.total}</p>{body}{pages}' if p.hits else nothing}</div>
<aside class="layout__aside"><div class="lenta"><h4>Лента новостей</h4>{p.each(lambda h: f'<a class="lenta__item" href="{h.url}"><span class="lenta__time">1{h.rating}:2{h.rating}</span><span class="lenta__title">{h.title}</span></a>', p.others(10))}</div></aside><footer class="footer">18+ <a href="/about">О проекте</a> <a href="/ads">Реклама</a></footer></div></body></html>"""


@program(
    "pt",
    "noticias_pt",
    "https://www.diariodabaia.example",
    "https://www.diariodabaia.example/noticia/{year}/{n}/{slug}.ghtml",
    search="/busca/?q={q}",
)
def portal_with_videos(p: ResultPage) -> str:
    """A Brazilian portal: redirector links, photographs, videos with running time among articles."""

    def item(h: Hit) -> str:
        link = (
            f"//www.diariodabaia.example/busca/click?q={p.query}&amp;p={p.place(h)}&amp;u={h.url}"
        )
        video = (
            f'<span class="widget--info__media-time">0{h.rating}:1{h.rating}</span>'
            if p.odd(h)
            else ""
        )
        image = (
            f'<div class="widget--info__media-container"><a href="{link}" class="widget--info__media"><img src="//s.example/{h.number}.jpg" alt="">{video}</a></div>'
            if h.image
            else ""
        )
        return f"""<li class="widget widget--card {"widget--info" if h.image else "widget--no-image"}">{image}<div class="widget--info__text-container"><a href="{link}"><div class="widget--info__header">{h.category.title()}</div><div class="widget--info__title product-color">{p.mark(h.title, "em")}</div><p class="widget--info__description">{p.mark(h.snippet, "em")}</p><div class="widget--info__meta">{h.day:%d/%m/%Y} 1{h.rating}h0{h.rating}</div></a></div></li>"""

    body = (
        f'<div class="results__content"><ul class="results__list" data-search-results>{p.each(item)}</ul></div><div class="pagination widget"><a class="fundo-cor-produto pagination__load-more" href="?q={p.query}&amp;page={p.number + 1}">Veja mais</a></div>'
        if p.hits
        else f'<div class="zero-results"><p>Nenhum resultado encontrado para <b>{p.query}</b>.</p><ul><li>Confira a ortografia</li><li>Use termos mais gerais</li></ul></div>'
    )
    return f"""<!DOCTYPE HTML><html lang="pt-br"><head><title>Busca | Diário da Baía</title></head><body><header id="header-produto"><div class="menu-area"><ul class="menu-root">{p.items('<li class="menu-item"><a class="menu-item-link" href="/editoria/{i}/"><span class="menu-item-title">{t}</span></a></li>', 10)}</ul></div><a class="logo" href="/">Diário da Baía</a></header><main><form action="/busca/" class="search__form"><input name="q" value="{p.query}"></form><div class="filters"><ul class="filters__list"><li><a href="?species=todos">Todos</a></li><li><a href="?species=noticias">Notícias</a></li><li><a href="?species=videos">Vídeos</a></li><li><a href="?species=fotos">Fotos</a></li></ul><ul class="filters__period"><li><a href="?from=now-1d">Últimas 24 horas</a></li><li><a href="?from=now-1w">Última semana</a></li></ul></div>{body}</main>
<aside class="mais-lidas"><h2>Mais lidas</h2><ol>{p.each(lambda h: f'<li class="post-mais-lidas"><a href="{h.url}"><span class="ranking">{h.rating}</span>{h.title}</a></li>', p.others(5))}</ol></aside><footer><a href="/principios">Princípios editoriais</a> <a href="/termos">Termos de uso</a></footer></body></html>"""


@program(
    "en",
    "recipes",
    "https://www.saltandspoon.example",
    "https://www.saltandspoon.example/recipe/{n}/{slug}/",
    search="/search?q={q}",
    size=24,
    sentences=(1, 1),
)
def recipe_cards(p: ResultPage) -> str:
    """Recipes: each card one link of everything, with stars, ratings, a tag of its kind."""

    def card(h: Hit) -> str:
        stars = '<svg class="icon icon-star"></svg>' * h.rating
        rating = (
            f'<div class="mm-recipes-card-meta__rating"><div class="mntl-recipe-star-rating">{stars}</div><div class="mntl-recipe-card-meta__rating-count-number">{h.count}<span class="mntl-recipe-card-meta__rating-count-text"> Ratings</span></div></div>'
            if h.count % 4
            else ""
        )
        image = (
            f'<div class="card__media universal-image__container"><div class="img-placeholder"><img data-src="/thmb/{h.number}.jpg" alt="{h.title}" class="card__img universal-image__image"></div></div>'
            if h.image
            else '<div class="card__media card__media--empty"></div>'
        )
        return f"""<a id="mntl-card-list-card--extendable_{p.place(h)}-0" class="comp mntl-card-list-card--extendable mntl-universal-card mntl-document-card mntl-card card" data-doc-id="{h.number}" href="{h.url}"><div class="loc card__top">{image}<div class="card__tags"></div></div><div class="card__content" data-tag="{h.category.title()}"><span class="card__title"><span class="card__title-text">{h.title}</span></span>{rating}</div></a>"""

    rows = [card(h) for h in p.hits]
    slot = '<div class="comp mntl-leaderboard-flex-1 mntl-flexible-leaderboard mntl-block"><div class="mntl-leaderboard-spacer"></div></div>'
    body = (
        f'<div id="mntl-search-results__content_1-0" class="comp search-results-content-results-wrapper mntl-block"><div class="comp mntl-search-results__list card-list mntl-card-list">{"".join(rows[:12])}{slot}{"".join(rows[12:])}</div></div><nav class="comp mntl-pagination pagination"><ol class="pagination__list">{p.pager("<li class=pagination__item><a class=pagination__item-link href=/search?q={q}&offset={i}>{i}</a></li>", "<li class=pagination__item pagination__item--selected>{i}</li>")}</ol></nav>'
        if rows
        else f'<div class="comp search-results-content-no-results"><h2>We couldn\'t find any results for “{p.query}”.</h2><p>Try searching for another dish or ingredient.</p></div>'
    )
    return f"""<!DOCTYPE html><html class="comp searchTemplate html mntl-html" lang="en"><head><title>Search Results</title></head><body><header class="comp header mntl-header"><a href="/" class="header__logo">Salt &amp; Spoon</a><ul class="mntl-header-nav__list">{p.items('<li class="mntl-header-nav__list-item"><a class="mntl-header-nav__list-item-link" href="/recipes/{i}"><span>{t}</span></a></li>', 9)}</ul></header><main class="loc main"><div class="comp search-results-header"><form action="/search"><input name="q" value="{p.query}"></form><div class="search-results-count">{p.total} results</div></div>{body}</main><aside class="comp trending"><h2>Trending now</h2><div class="card-list">{p.each(lambda h: f'<a class="comp mntl-card card card--small" href="{h.url}"><div class="card__content"><span class="card__title"><span class="card__title-text">{h.title}</span></span></div></a>', p.others(4)) if p.hits else ""}</div></aside><footer><ul class="footer-links">{p.items('<li><a href="/f/{i}">{t}</a></li>', 6)}</ul></footer></body></html>"""
