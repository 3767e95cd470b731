"""Templates of result pages, 2010 to 2022: many classes, cards, blocks, hashed names."""

from html import escape

from evaluation.training.synthetic_engines.page_frames import hashed_class_name, page_2010s
from evaluation.training.synthetic_engines.results import Answer, Hit
from evaluation.training.synthetic_engines.site_searches import (
    articles_2016,
    auctions_2018,
    headings_and_paragraphs,
    shop_cards_2019,
    whole_cards_2020,
)


def google_2014(answer: Answer) -> str:
    """`div.g` in `div.srg` groups, broken by news, pictures and videos; sub-links; ads above."""

    def item(hit: Hit, more: str = "") -> str:
        return (
            f'<div class="g"><div class="rc"><h3 class="r"><a href="{hit.url}">{escape(hit.title)}</a></h3><div class="s"><div class="kv"><cite>{hit.shown_url}</cite>'
            f'<div class="ab"><ul><li><a href="http://cache.example/c?q={hit.size}">{answer.say("cached")}</a></li></ul></div></div><span class="st">{answer.mark(hit.snippet, "em")}</span></div>{more}</div></div>'
        )

    rows = [item(hit) for hit in answer.hits]
    if answer.hits and answer.chance.random() < 0.4:
        hit = answer.hits[0]
        links = "".join(
            f'<td><h3 class="r"><a class="l" href="{hit.url}?s={n}">{answer.words(1, 3)}</a></h3><div class="s">{answer.words(3, 8)}</div></td>'
            for n in range(4)
        )
        rows[0] = item(hit, f'<table class="nrgt"><tr>{links}</tr></table>')
    if answer.chance.random() < 0.4:
        pictures = "".join(
            f'<a href="/imgres?imgurl={hit.size}"><img src="/t/{hit.size}.jpg"></a>'
            for hit in answer.extra[:5]
        )
        rows.insert(
            answer.chance.randint(0, len(rows)),
            f'<div class="g" id="imagebox"><h3 class="r"><a href="/search?tbm=isch&amp;q=1">Images {escape(answer.query)}</a></h3><div>{pictures}</div></div>',
        )
        answer.used_extra.append(
            Hit("/search?tbm=isch&q=1", f"Images {answer.query}", "", 1, "", 1, "", "")
        )
    ads = answer.show_ads(4)
    top = "".join(
        f'<li class="ads-ad"><h3><a href="/aclk?sa=L&amp;ai=C{ad.size}&amp;adurl={ad.url}">{escape(ad.title)}</a></h3><div><span class="adlabel">Ad</span> <cite>{ad.shown_url}</cite></div><div>{escape(ad.snippet[:90])}</div></li>'
        for ad in ads
    )
    head = f'<div id="tads"><ol>{top}</ol></div>' if ads else ""
    cut = answer.chance.randint(0, len(rows))
    related = "".join(f'<p class="_e4b">{link}</p>' for link in answer.related(8))
    return page_2010s(
        answer,
        f'{head}<div id="ires"><div class="srg">{"".join(rows[:cut])}</div><hr><div class="srg">{"".join(rows[cut:])}</div></div><div id="brs">{related}</div>',
    )


def google_2021(answer: Answer) -> str:
    """Hashed classes, the whole title block a link, collapsed questions among the records."""
    h = {name: hashed_class_name(answer, name) for name in "g tf yu ti ci vw is qa".split()}

    def item(hit: Hit) -> str:
        return (
            f'<div class="g {h["g"]}" data-hveid="CA{hit.size}"><div class="{h["tf"]}"><div class="{h["yu"]}"><a href="{hit.url}" data-ved="2ah{hit.size}"><h3 class="{h["ti"]}">{escape(hit.title)}</h3>'
            f'<div class="{h["ci"]}"><cite>{hit.shown_url.replace("/", " › ")}</cite></div></a></div><div class="{h["vw"]}"><span>{answer.mark(hit.snippet, "em")}</span></div></div></div>'
        )

    rows = [item(hit) for hit in answer.hits]
    if answer.chance.random() < 0.6:
        questions = "".join(
            f'<div class="{h["qa"]}" role="button"><span>{answer.words(3, 7)}?</span><div hidden><a href="{hit.url}"><h3>{escape(hit.title)}</h3></a></div></div>'
            for hit in answer.extra[:4]
        )
        answer.used_extra += answer.extra[:4]
        rows.insert(
            answer.chance.randint(0, len(rows)),
            f'<div class="{h["is"]}"><h2>{answer.say("related")}</h2>{questions}</div>',
        )
    ads = "".join(
        f'<div class="uEierd"><div><a href="https://www.{answer.host}/aclk?sa=l&amp;adurl={ad.url}" data-rw="/aclk?sa={ad.size}"><div role="heading"><span>{escape(ad.title)}</span></div></a><div>{escape(ad.snippet[:90])}</div></div></div>'
        for ad in answer.show_ads(3)
    )
    return page_2010s(
        answer,
        f'<div id="tads">{ads}</div><div id="rso">{"".join(rows)}</div>',
        "".join(f'<a class="k8" href="/search?q={n}">{answer.words(1, 3)}</a>' for n in range(8)),
    )


def bing_2012(answer: Answer) -> str:
    """`li.b_algo` or `li.sa_wr` among answers and ads of other classes in one list."""
    old = answer.style.random() < 0.5

    def item(hit: Hit) -> str:
        if old:
            return (
                f'<li class="sa_wr"><div class="sa_cc" u="0|{hit.size}"><div class="sa_mc"><div class="sb_tlst"><h3><a href="{hit.url}" h="ID=SERP,{hit.size}">{answer.mark(hit.title, "strong")}</a></h3></div>'
                f'<p>{answer.mark(hit.snippet, "strong")}</p><div class="sb_meta"><cite>{hit.shown_url}</cite> <a href="/cache?{hit.size}">{answer.say("cached")}</a></div></div></div></li>'
            )
        return f'<li class="b_algo" data-bm="{hit.score}"><h2><a href="{hit.url}" h="ID=SERP,{hit.size}.1">{answer.mark(hit.title, "strong")}</a></h2><div class="b_caption"><div class="b_attribution"><cite>{hit.shown_url}</cite></div><p>{answer.mark(hit.snippet, "strong")}</p></div></li>'

    rows = [item(hit) for hit in answer.hits]
    if answer.chance.random() < 0.5:
        news = "".join(
            f'<div class="news"><a href="{hit.url}">{escape(hit.title)}</a><span>{hit.date}</span></div>'
            for hit in answer.extra[:3]
        )
        answer.used_extra += answer.extra[:3]
        rows.insert(
            1, f'<li class="b_ans"><h2><a href="/news?q=x">{answer.say("news")}</a></h2>{news}</li>'
        )
        answer.used_extra.append(Hit("/news?q=x", answer.say("news"), "", 1, "", 1, "", ""))
    if answer.chance.random() < 0.5:
        links = "".join(f"<li>{link}</li>" for link in answer.related(8))
        rows.append(
            f'<li class="b_ans b_rs"><h2>{answer.say("related")}</h2><ul class="b_vList">{links}</ul></li>'
        )
    ads = "".join(
        f'<li><div class="sb_add"><h2><a href="https://www.{answer.host}/aclick?ld=e{ad.size}">{escape(ad.title)}</a></h2><div class="b_caption"><cite>{ad.shown_url}</cite><p><span class="b_adSlug">Ad</span> {escape(ad.snippet[:80])}</p></div></div></li>'
        for ad in answer.show_ads(3)
    )
    block = f'<li class="b_ad"><ul>{ads}</ul></li>' if ads else ""
    return page_2010s(
        answer,
        f'<ol id="b_results">{block}{"".join(rows)}</ol>',
        "".join(answer.links(5, "/r/{}", answer.chance)),
    )


def yahoo_2013(answer: Answer) -> str:
    """List of `div.res` in `li`, titles through a redirector with path parameters."""

    def item(hit: Hit) -> str:
        target = f"http://r.search.yahoo.com/_ylt=A{hit.size}/RV=2/RE=1/RO=10/RU={hit.url.replace(':', '%3a').replace('/', '%2f')}/RK=0/RS=x-"
        return f'<li><div class="dd algo fst"><div class="compTitle"><h3 class="title"><a class="td-u" href="{target}">{answer.mark(hit.title)}</a></h3><div><span class="fz-15px">{hit.shown_url}</span></div></div><div class="compText"><p>{answer.mark(hit.snippet)}</p></div></div></li>'

    ads = "".join(
        f'<li><div class="ads"><h3><a href="http://r.search.yahoo.com/cbclk/dWU{ad.size}">{escape(ad.title)}</a></h3><span class="ad">{answer.say("sponsored")}</span><p>{escape(ad.snippet[:70])}</p></div></li>'
        for ad in answer.show_ads(4)
    )
    head = f'<ol class="searchCenterTopAds">{ads}</ol>' if ads else ""
    related = "".join(f"<tr><td>{link}</td></tr>" for link in answer.related(6))
    return page_2010s(
        answer,
        f'<div id="web">{head}<ol class="searchCenterMiddle">{"".join(map(item, answer.hits))}</ol></div><table class="compTable">{related}</table>',
    )


def baidu_2018(answer: Answer) -> str:
    """Opaque redirects; results of several kinds under one class; tools menus in each."""
    rows = []
    for hit in answer.hits:
        special = answer.chance.random() < 0.2
        kind = "result-op c-container xpath-log" if special else "result c-container"
        more = (
            "".join(f'<a href="{hit.url}?c={n}">{answer.words(1, 2)}</a> ' for n in range(3))
            if special
            else ""
        )
        rows.append(
            f'<div class="{kind}" id="{answer.number(hit)}" srcid="1599" tpl="se"><h3 class="t"><a data-click="{{}}" href="{hit.url}" target="_blank">{answer.mark(hit.title, "em")}</a></h3>'
            f'<div class="c-abstract">{answer.mark(hit.snippet, "em")}</div>{more}<div class="f13"><a target="_blank" href="{hit.url}" class="c-showurl">{hit.shown_url[:24]}</a>'
            f'<div class="c-tools" data-tools="x"><a class="c-tip-icon"></a></div> - <a class="m" href="http://cache.{answer.host}/c?m={hit.size}">{answer.say("cached")}</a></div></div>'
        )
    side = "".join(
        f'<div class="c-span4"><a href="/s?wd={n}"><img src="/{n}.jpg"></a><div><a href="/s?wd={n}">{answer.words(1, 2)}</a></div></div>'
        for n in range(8)
    )
    related = "".join(f"<th>{link}</th>" for link in answer.related(9))
    return page_2010s(
        answer,
        f'<div id="content_left">{"".join(rows)}</div><div id="rs"><table><tr>{related}</tr></table></div>',
        side,
    )


def yandex_2016(answer: Answer) -> str:
    """Long BEM class names; ads in the list in the markup of records, only a label more."""

    def item(hit: Hit, target: str, label: str) -> str:
        return (
            f'<li class="serp-item t-construct-adapter__legacy" data-cid="{hit.size}"><div class="organic typo typo_type_greenurl"><h2 class="organic__title-wrapper"><a class="link organic__url link_cropped" href="{target}">'
            f'<div class="favicon"></div><div class="organic__url-text">{answer.mark(hit.title)}</div></a></h2><div class="path organic__path"><a class="link path__item" href="{target}"><b>{hit.shown_url.split("/")[0]}</b></a>{label}</div>'
            f'<div class="organic__content-wrapper"><div class="text-container">{answer.mark(hit.snippet)}</div></div></div></li>'
        )

    rows = [item(hit, hit.url, "") for hit in answer.hits]
    for ad in answer.show_ads(3):
        rows.insert(
            0 if answer.chance.random() < 0.6 else len(rows),
            item(
                ad,
                f"http://yabs.{answer.host}/adclick/count/{ad.size}?url=1",
                f'<div class="label">{answer.say("sponsored")}</div>',
            ),
        )
    return page_2010s(
        answer,
        f'<ul class="serp-list">{"".join(rows)}</ul>',
        "".join(f'<div class="related__item">{link}</div>' for link in answer.related(8)),
    )


def naver_2012(answer: Answer) -> str:
    """Sections of kinds — sites, blogs, news, web — each a list of `dl`; all are results."""
    hits, parts = list(answer.hits), []
    for name, tag in (("site", "type01"), ("blog", "type01"), ("web", "type02")):
        take, hits = (
            (hits, [])
            if name == "web"
            else (hits[: len(answer.hits) // 3], hits[len(answer.hits) // 3 :])
        )
        items = "".join(
            f'<li><dl><dt><a href="{hit.url}" class="_sp_each_title" target="_blank" onclick="return goOtherCR(this)">{answer.mark(hit.title, "strong")}</a></dt><dd class="txt_inline">{hit.date}</dd><dd class="sh_passage">{answer.mark(hit.snippet, "strong")}</dd>'
            f'<dd class="txt_block"><span class="inline"><a class="url" href="{hit.url}">{hit.shown_url[:30]}</a></span></dd></dl></li>'
            for hit in take
        )
        parts.append(
            f'<div class="{name} section"><div class="section_head"><h2>{name}</h2></div><ul class="{tag}">{items}</ul><div class="section_more"><a href="{answer.search_url(where=name)}">{answer.say("more")}</a></div></div>'
        )
    return page_2010s(
        answer,
        f'<div id="main_pack">{"".join(parts)}</div>',
        "".join(f"<li>{link}</li>" for link in answer.related(10)),
    )


def duckduckgo_lite(answer: Answer) -> str:
    """Rows of a table: number and title, snippet, address, blank; no element for a record."""
    rows = "".join(
        f'<tr><td valign="top">{answer.number(hit)}.&nbsp;</td><td><a rel="nofollow" href="//duckduckgo.com/l/?uddg={hit.url.replace(":", "%3A").replace("/", "%2F")}&amp;rut=a{hit.size}" class="result-link">{escape(hit.title)}</a></td></tr>'
        f'<tr><td>&nbsp;</td><td class="result-snippet">{answer.mark(hit.snippet)}</td></tr><tr><td>&nbsp;</td><td><span class="link-text">{hit.shown_url}</span></td></tr><tr><td>&nbsp;</td><td>&nbsp;</td></tr>'
        for hit in answer.hits
    )
    return f'<html><head><title>{escape(answer.query)}</title></head><body><form action="/lite/" method="post"><input name="q" value="{escape(answer.query)}"></form><table border="0">{rows}</table><form action="/lite/" method="post"><input type="submit" value="{answer.say("next")}"></form></body></html>'


def duckduckgo_html(answer: Answer) -> str:
    """Cards with title, address and snippet all linked to one redirector address."""

    def item(hit: Hit) -> str:
        target = f"//duckduckgo.com/l/?uddg={hit.url.replace(':', '%3A').replace('/', '%2F')}"
        return (
            f'<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="{target}">{escape(hit.title)}</a></h2>'
            f'<div class="result__extras"><a href="{target}"><img class="result__icon__img" src="/i.ico"></a><a class="result__url" href="{target}">{hit.shown_url}</a></div><a class="result__snippet" href="{target}">{answer.mark(hit.snippet)}</a></div></div>'
        )

    ads = [
        f'<div class="result results_links results_links_deep result--ad"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_provider=x&amp;ad={ad.size}">{escape(ad.title)}</a></h2><span class="badge--ad">Ad</span><a class="result__snippet" href="https://duckduckgo.com/y.js?ad_provider=x&amp;ad={ad.size}">{escape(ad.snippet[:70])}</a></div></div>'
        for ad in answer.show_ads(2)
    ]
    return page_2010s(
        answer,
        f'<div id="links" class="results">{"".join(ads)}{"".join(map(item, answer.hits))}<div class="no-results"></div></div>',
    )


def news_and_web(answer: Answer) -> str:
    """A block of news above the web results, in another markup; all are results."""
    cut = answer.chance.choice((3, 4))
    news = "".join(
        f'<li class="n"><a href="{hit.url}"><b>{escape(hit.title)}</b></a> <span class="src">{escape(hit.author)}, {hit.score} min</span></li>'
        for hit in answer.hits[:cut]
    )
    web = "".join(
        f'<div class="web"><h3><a href="{hit.url}">{answer.mark(hit.title)}</a></h3><p>{answer.mark(hit.snippet)}</p><cite>{hit.shown_url}</cite></div>'
        for hit in answer.hits[cut:]
    )
    return page_2010s(
        answer,
        f'<div class="box"><h2>{answer.say("news")}</h2><ul>{news}</ul></div><div class="list">{web}</div>',
    )


TEMPLATES = (
    google_2014,
    google_2021,
    bing_2012,
    yahoo_2013,
    baidu_2018,
    yandex_2016,
    naver_2012,
    duckduckgo_lite,
    duckduckgo_html,
    shop_cards_2019,
    auctions_2018,
    articles_2016,
    whole_cards_2020,
    headings_and_paragraphs,
    news_and_web,
)
