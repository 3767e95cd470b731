"""Sites of other scripts and habits: two Japanese ones, a Russian catalogue, a Spanish listing."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "ja",
    "ryori_ja",
    "https://cookpot.example",
    "https://cookpot.example/recipe/{n}",
    search="/search/{q}?o=1",
    size=10,
    sentences=(1, 1),
)
def japanese_recipes(p: ResultPage) -> str:
    """Recipes: `recipe-preview`s with author, ingredients and how often they were cooked."""

    def preview(h: Hit) -> str:
        image = (
            f'<a href="{h.url}"><img alt="{h.title} by {h.author}" width="104" height="104" src="https://img.cookpot.example/{h.number}.jpg"></a>'
            if h.image
            else '<span class="no-photo"></span>'
        )
        report = (
            f'<div class="recipe-tsukurepo">つくれぽ <span class="count">{h.count}</span> 件</div>'
            if h.count % 2
            else ""
        )
        return f"""<div class="recipe-preview clearfix{" gochi" if p.odd(h) else ""}" id="recipe_{h.number}"><div class="recipe-image wide">{image}</div><div class="recipe-text"><span class="title"><a class="recipe-title font13" id="recipe_title_{h.number}" href="{h.url}">{h.title}</a><span class="recipe_author_container font12 gray"> by <a href="/kitchen/{h.count}">{h.author}</a></span></span><div class="recipe_description">{h.snippet}</div><div class="material ingredients">材料：{"、".join((h.category, *h.tags))}</div>{report}</div></div>"""

    body = (
        f'<div class="search_result_title">「{p.query}」のレシピ <span class="count">{p.total}</span>品</div><div class="order_tabs"><ul><li class="selected">新着順</li><li><a href="/search/{p.query}?order=popularity">人気順</a></li></ul></div><div id="main_content"><div class="search_contents">{p.each(preview)}</div></div><div class="paginate center"><div class="pagination">{p.pager("<a href=/search/{q}?page={i}>{i}</a>", "<span class=current>{i}</span>")} <a href="/search/{p.query}?page=2" class="next_page">次へ»</a></div></div>'
        if p.hits
        else f'<div class="no_result"><h2>「{p.query}」に一致するレシピは見つかりませんでした。</h2><p>別のキーワードをお試しください。</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8"><title>{p.query}のレシピ</title></head><body id="search_recipe"><div id="header"><a href="/" class="logo">クックポット</a><form action="/search"><input name="keyword" value="{p.query}"></form><ul class="global_nav"><li><a href="/login">ログイン</a></li><li><a href="/premium">プレミアムサービス</a></li></ul></div><div id="breadcrumb"><a href="/">トップ</a> &gt; 「{p.query}」のレシピ</div><div id="contents">{body}<div id="side"><div class="category_list"><h3>カテゴリから探す</h3><ul>{p.items('<li><a href="/category/{i}">{t}</a> ({c})</li>', 10)}</ul></div><div class="hot"><h3>話題のレシピ</h3>{p.each(lambda h: f'<div class="hot_recipe"><a href="{h.url}"><img src="/h/{h.number}.jpg" alt=""></a><a href="{h.url}">{h.title}</a><span>by {h.author}</span></div>', p.others(4))}</div></div></div><div id="footer"><a href="/info/terms">利用規約</a> <a href="/info/privacy">プライバシーポリシー</a></div></body></html>"""


@program(
    "ja", "tabi_ja", "https://www.yadotabi.example", "/spot/{n}/", search="/search/?kw={q}", size=20
)
def japanese_travel(p: ResultPage) -> str:
    """Sights: numbered sections, address and fare in a table of each, a line of tags."""

    def spot(h: Hit) -> str:
        i = (p.number - 1) * 20 + p.place(h) + 1
        fare = f"<tr><th>料金</th><td>大人{h.count + 100}円</td></tr>" if h.count % 3 else ""
        photo = (
            f'<p class="item-photo"><a href="{h.url}"><img src="/photo/{h.number}_s.jpg" alt=""></a></p>'
            if h.image
            else ""
        )
        tags = "".join(f'<li><a href="/tag/{t}/">#{t}</a></li>' for t in h.tags)
        return f"""<section class="item-block{" is-pr" if p.odd(h) else ""}"><div class="item-head"><span class="item-no">{i}</span><h2 class="item-ttl"><a href="{h.url}">{h.title}</a></h2><span class="item-genre">{h.category}</span></div><div class="item-body">{photo}<p class="item-txt">{p.mark(h.snippet, "em")}</p><table class="item-tbl"><tr><th>住所</th><td>長野県松本市{h.rating}-{h.count}</td></tr>{fare}<tr><th>口コミ</th><td><a href="{h.url}review/">{h.count}件</a> ★{h.rating}.0</td></tr></table>{f'<ul class="item-tag">{tags}</ul>' if tags else ""}<p class="item-btn"><a href="{h.url}">詳細を見る</a> <a href="{h.url}map/">地図</a></p></div></section>"""

    body = (
        f'<p class="hit">検索結果：<b>{p.total}</b>件中 1～{len(p.hits)}件</p>{p.each(spot)}<div class="pager"><ul>{p.pager("<li><a href=/search/?kw={q}&p={i}>{i}</a></li>", "<li class=on>{i}</li>")}</ul></div>'
        if p.hits
        else '<p class="hit">該当する情報が見つかりませんでした。条件を変えて再度検索してください。</p>'
    )
    return f"""<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8"><title>検索結果｜やど旅</title></head><body><header id="gheader"><h1><a href="/">やど旅</a></h1><nav id="gnav"><ul>{p.items('<li><a href="/theme/{i}/">{t}</a></li>', 8)}</ul></nav></header><div id="topicpath"><a href="/">HOME</a> &gt; 検索結果</div><div id="wrap"><main id="main"><h2 class="page-ttl">「{p.query}」の検索結果</h2><form action="/search/"><input name="kw" value="{p.query}"></form>{body}</main><div id="sub"><h3>人気ランキング</h3><ol class="rank">{p.each(lambda h: f'<li><a href="{h.url}"><img src="/photo/{h.number}_t.jpg" alt=""><span class="rank-ttl">{h.title}</span></a></li>', p.others(5))}</ol><h3>エリアから探す</h3><dl><dt>中部</dt><dd><a href="/nagano/">長野</a> <a href="/gifu/">岐阜</a> <a href="/aichi/">愛知</a></dd><dt>関東</dt><dd><a href="/tokyo/">東京</a> <a href="/chiba/">千葉</a></dd></dl></div></div><footer id="gfooter"><ul><li><a href="/company/">会社概要</a></li><li><a href="/sitemap/">サイトマップ</a></li></ul></footer></body></html>"""


@program(
    "ru",
    "soft_ru",
    "https://programki.example",
    "/windows/{n}.html",
    search="/search.php?q={q}",
    size=15,
)
def software_catalogue(p: ResultPage) -> str:
    """Downloads: tables of one row each, licence and size, a button beside the title."""

    def entry(h: Hit) -> str:
        stars = f'<div class="rating"><div style="width:{h.rating * 20}%"></div></div>'
        return f"""<table class="prog" width="100%"><tr><td class="ico" rowspan="2"><img src="/ico/{h.number}.png" width="32" height="32" alt=""></td><td class="name"><a href="{h.url}"><b>{h.title}</b> {h.rating}.{h.count % 10}</a> {'<span class="top">Выбор редакции</span>' if p.odd(h) else ""}</td><td class="get" rowspan="2"><a href="{h.url}?get=1" rel="nofollow">Скачать</a><br>{h.count % 99} МБ</td></tr><tr><td class="text">{h.snippet}<div class="meta">{stars} {("Бесплатная", "Условно-бесплатная")[h.count % 2]} | {h.day:%d.%m.%Y} | <a href="/cat/{h.count}">{h.category}</a> | Загрузок: {h.number}</div></td></tr></table>"""

    body = (
        f'<div class="found">По запросу «{p.query}» найдено программ: {p.total}</div>{p.each(entry)}<div class="pages">Страницы: {p.pager("<a href=/search.php?q={q}&p={i}>{i}</a>", "<b>{i}</b>")}</div>'
        if p.hits
        else f'<div class="found">По запросу «{p.query}» ничего не найдено. Попробуйте другие слова.</div>'
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><meta charset="utf-8"><title>Поиск программ</title></head><body><div id="top"><a href="/"><img src="/logo.gif" alt="Программки"></a><form action="/search.php"><input name="q" value="{p.query}"><input type="submit" value="Найти"></form></div><table id="body" width="100%"><tr valign="top"><td id="left" width="180"><div class="h">Разделы</div>{p.items('<div class="m"><a href="/cat/{i}">{t}</a> <span>{c}</span></div>', 12)}<div class="h">Рассылка</div><form><input name="email"></form></td><td id="center"><h1>Результаты поиска</h1>{body}</td><td id="right" width="200"><div class="h">Популярное</div>{p.each(lambda h: f'<div class="pop"><a href="{h.url}">{h.title}</a><br><small>{h.number} загрузок</small></div>', p.others(8))}</td></tr></table><div id="bottom"><a href="/add">Добавить программу</a> | <a href="/contact">Контакты</a></div></body></html>"""


@program(
    "es",
    "noticias_es",
    "https://www.boletin-oficial.example",
    "/diario/txt.php?id=BOE-{n}",
    search="/buscar/boe.php?campo={q}",
    size=20,
    sentences=(1, 1),
)
def gazette(p: ResultPage) -> str:
    """An official gazette: the text is no link, "Más..." and the PDF are; departments in between."""

    def result(h: Hit) -> str:
        return f"""<li class="resultado-busqueda"><h3>{h.category.upper()}</h3><h4>BOE {h.count % 300} de {h.day:%d/%m/%Y}{" - Corrección" if p.odd(h) else ""}</h4><p>{h.title}</p><a href="{h.url}" class="resultado-busqueda-link-defecto" title="Ref. BOE-{h.number}">Más...</a> <a href="/diario/{h.day:%Y/%m/%d}/pdfs/BOE-{h.number}.pdf" class="resultado-busqueda-link-otro">Otros formatos</a></li>"""

    body = (
        f'<div class="paginar"><p>Resultados 1 a {len(p.hits)} de {p.total}</p></div><div class="listadoResult"><ul>{p.each(result)}</ul></div><div class="paginar2"><ul>{p.pager("<li><a href=/buscar/boe.php?campo={q}&p={i}>{i}</a></li>", "<li><span class=pagSel>{i}</span></li>")}</ul></div>'
        if p.hits
        else '<div class="msgaviso"><p>No se han encontrado documentos que satisfagan sus criterios de búsqueda.</p></div>'
    )
    return f"""<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>Boletín - Resultados</title></head><body><div id="cabecera"><div id="logos"><a href="/">Boletín Oficial</a></div><ul id="menuIdiomas"><li><a href="?lang=ca">Català</a></li><li><a href="?lang=gl">Galego</a></li><li><a href="?lang=eu">Euskara</a></li></ul></div><div id="barraSep"><div class="menuBar"><ul>{p.items('<li><a href="/seccion/{i}">{t}</a></li>', 6)}</ul></div></div><div id="migas"><p>Está Ud. en</p><ul><li><a href="/">Inicio</a></li><li><a href="/buscar/">Buscar</a></li></ul></div><div id="contenedor"><div id="contenido"><h2>Resultados de la búsqueda</h2><div class="boxTitular"><p>{p.query}</p><a href="/buscar/boe.php">Nueva búsqueda</a> <a href="/buscar/boe.php?accion=Mas">Modificar</a></div>{body}</div></div><div id="pie"><ul><li><a href="/contactar/">Contactar</a></li><li><a href="/aviso_legal/">Aviso legal</a></li><li><a href="/accesibilidad/">Accesibilidad</a></li></ul></div></body></html>"""
