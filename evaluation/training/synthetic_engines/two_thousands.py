"""Templates of result pages, 2000 to 2009: the first classes, ads among results, sections."""

from html import escape

from evaluation.training.synthetic_engines.page_frames import page_2000s
from evaluation.training.synthetic_engines.results import Answer, Hit
from evaluation.training.synthetic_engines.site_searches import (
    catalogue_2003,
    forum_2005,
    shop_grid_2006,
)


def _ad(answer: Answer, hit: Hit) -> str:
    return f"/url?sa=L&amp;ad={hit.size}&amp;adurl={hit.url}"


def google_2001(answer: Answer) -> str:
    """Paragraphs with title, snippet, address; further pages of a host indented."""
    indent = answer.style.random() < 0.7
    rows = []
    for hit in answer.hits:
        body = (
            f'<p class=g><a href="{hit.url}">{answer.mark(hit.title)}</a><br><font size=-1>{answer.mark(hit.snippet)}<br>'
            f'<font color=#008000>{hit.shown_url} - {hit.size}k - </font><a class=fl href="/search?q=cache:{hit.size}:{hit.shown_url}">'
            f'{answer.say("cached")}</a> - <a class=fl href="/search?q=related:{hit.shown_url}">{answer.say("similar")}</a></font>'
        )
        rows.append(
            f"<blockquote>{body}</blockquote>" if indent and answer.chance.random() < 0.15 else body
        )
    ads = "".join(
        f'<table bgcolor=#ffffcc><tr><td><a href="{_ad(answer, ad)}">{escape(ad.title)}</a><br><font size=-1>{escape(ad.snippet[:60])}'
        f"<br>{ad.shown_url.split('/')[0]}</font></td></tr></table>"
        for ad in answer.show_ads(5)
    )
    side = f"<font size=-1>{answer.say('sponsored')}</font>{ads}" if ads else ""
    return page_2000s(answer, f"<div>{''.join(rows)}</div>", side)


def google_2008(answer: Answer) -> str:
    """List items of class g with headings; news and pictures among them; ads above."""

    def item(hit: Hit) -> str:
        return (
            f'<li class=g><h3 class=r><a href="{hit.url}" class=l>{answer.mark(hit.title, "em")}</a></h3><div class=s>'
            f"{answer.mark(hit.snippet, 'em')}<br><cite>{hit.shown_url} - </cite><span class=gl>"
            f'<a href="http://cache.example/search?q=cache:{hit.size}:{hit.shown_url}">{answer.say("cached")}</a> - '
            f'<a href="{answer.search_url(like=hit.size)}">{answer.say("similar")}</a></span></div>'
        )

    rows = [item(hit) for hit in answer.hits]
    if answer.chance.random() < 0.4:
        links = "".join(
            f'<div><a href="{hit.url}">{escape(hit.title)}</a> - <span class=f>{escape(hit.author)}</span></div>'
            for hit in answer.extra[:3]
        )
        answer.used_extra += answer.extra[:3]
        rows.insert(
            1,
            f'<li class=g id=newsbox><h3 class=r><a href="/news?q={answer.query.replace(" ", "+")}">{answer.say("news")} {escape(answer.query)}</a></h3>{links}',
        )
        answer.used_extra.append(
            Hit(
                f"/news?q={answer.query.replace(' ', '+')}",
                f"{answer.say('news')} {answer.query}",
                "",
                1,
                "",
                1,
                "",
                "",
            )
        )
    ads = answer.show_ads(3)
    top = "".join(
        f'<li class=tas><h3><a href="/aclk?sa=l&amp;ai={ad.size}&amp;adurl={ad.url}">{escape(ad.title)}</a></h3>{escape(ad.snippet[:70])} <cite>{ad.shown_url}</cite>'
        for ad in ads
    )
    head = f"<div id=tads><h2>{answer.say('sponsored')}</h2><ol>{top}</ol></div>" if ads else ""
    related = "".join(f"<td>{link}</td>" for link in answer.related(6))
    return page_2000s(
        answer,
        f"{head}<div id=res><ol>{''.join(rows)}</ol></div><table class=rel><tr>{related}</tr></table>",
    )


def yahoo_2004(answer: Answer) -> str:
    """Numbered list with class names of few letters, links through the engine's redirector."""
    redirect = answer.style.random() < 0.6

    def target(hit: Hit, kind: str) -> str:
        if not redirect:
            return hit.url
        return answer.link(
            hit,
            f"http://rds.{answer.host}/S={kind}:{hit.size}/K={hit.score}/v=2/SID=e/*-{hit.url.replace(':', '%3A', 1)}",
        )

    rows = "".join(
        f'<li><div><a class=yschttl href="{target(hit, "we")}">{answer.mark(hit.title)}</a></div><div class=yschabstr>{answer.mark(hit.snippet)}</div>'
        f'<em class=yschurl>{hit.shown_url}</em> - {hit.size}k - <a href="http://cache.{answer.host}/c?u={hit.size}">{answer.say("cached")}</a>'
        for hit in answer.hits
    )
    ads = answer.show_ads(4)
    sponsored = "".join(
        f'<li><div><a class=yschttl href="http://us.ard.{answer.host}/SIG={ad.size}/adclick/*{ad.url}">{escape(ad.title)}</a></div>'
        f"<div class=yschabstr>{escape(ad.snippet[:80])}</div><em class=yschurl>{ad.shown_url}</em>"
        for ad in ads
    )
    head = (
        f"<div id=yschspns><h2>{answer.say('sponsored')}</h2><ul>{sponsored}</ul></div>"
        if ads
        else ""
    )
    return page_2000s(answer, f"{head}<div id=yschweb><ol start={answer.first}>{rows}</ol></div>")


def alltheweb_2002(answer: Answer) -> str:
    """Records as runs of spans and breaks, no element of their own."""
    rows = "".join(
        f'<p class=result><span class=resTitle><a class=res href="{hit.url}">{answer.mark(hit.title)}</a></span><br>'
        f"<span class=resTeaser>{answer.mark(hit.snippet)}</span><br>"
        f"<span class=resURL>{hit.shown_url}</span> <span class=resURL>{hit.size} KB</span></p>"
        if answer.engine % 2
        else f'<span class=resTitle><a class=res href="{hit.url}">{answer.mark(hit.title)}</a></span><br>'
        f"<span class=resTeaser>{answer.mark(hit.snippet)}</span><br><span class=resURL>{hit.shown_url}</span><br><br>"
        for hit in answer.hits
    )
    return page_2000s(answer, rows, "<br>".join(answer.related(5)))


def altavista_2003(answer: Answer) -> str:
    """`br`-divided text with class names on links and spans only."""
    rows = "".join(
        f'<br class=lb><a class=res href="/r?ck_sm={hit.size}&amp;uid=1&amp;r={hit.url.replace("://", "%3A%2F%2F")}">{answer.mark(hit.title)}</a><br>'
        f"<span class=s>{answer.mark(hit.snippet)}<br></span><span class=ngrn>{hit.shown_url} </span>&#149; "
        f'<a class=nblue href="{answer.search_url(similar=hit.size)}">{answer.say("similar")}</a><br>'
        for hit in answer.hits
    )
    ads = answer.show_ads(3)
    top = "".join(
        f'<a class=res href="/r?ck_sm=9{ad.size}&amp;ref=sp&amp;r=http%3A%2F%2Fclick.ads.example%2F{ad.size}">{escape(ad.title)}</a><br><span class=s>{escape(ad.snippet[:70])}</span><br>'
        for ad in ads
    )
    head = f"<div class=xs>{answer.say('sponsored')}</div>{top}<hr>" if ads else ""
    return page_2000s(answer, f"{head}<div id=results>{rows}</div>")


def msn_2005(answer: Answer) -> str:
    """Lists in named blocks: sponsored, directory, web; headings, paragraphs, further lists."""
    rows = "".join(
        f'<li><h3><a href="{hit.url}">{answer.mark(hit.title, "strong")}</a></h3><p>{answer.mark(hit.snippet, "strong")}</p>'
        f'<ul><li class=first>{hit.shown_url}</li><li><a href="/cache?d={hit.size}">{answer.say("cached")}</a></li></ul></li>'
        for hit in answer.hits
    )
    ads = answer.show_ads(4)
    sponsored = "".join(
        f'<li><h3><a href="http://g.ads.{answer.host}/pagead/click?u={ad.size}">{escape(ad.title)}</a></h3><p>{escape(ad.snippet[:80])}</p><ul><li>{ad.shown_url}</li></ul></li>'
        for ad in ads
    )
    head = (
        f"<div id=ads_topA><h2>{answer.say('sponsored')}</h2><ul>{sponsored}</ul></div>"
        if ads
        else ""
    )
    return page_2000s(
        answer,
        f"{head}<div id=results><ul>{rows}</ul></div>",
        "".join(f"<li>{r}</li>" for r in answer.related(6)),
    )


def baidu_2006(answer: Answer) -> str:
    """A table for each record, breaks and fonts inside; ads as tables of another kind."""
    rows = "".join(
        f'<table border=0 cellpadding=0 cellspacing=0 id={answer.number(hit)}><tr><td class=f><a href="{hit.url}" target=_blank>'
        f"<font size=3>{answer.mark(hit.title, 'font')}</font></a><br><font size=-1>{answer.mark(hit.snippet, 'font')}<br>"
        f'<font color=#008000>{hit.shown_url} {hit.size}K</font> - <a href="http://cache.{answer.host}/c?m={hit.size}" class=m>{answer.say("cached")}</a></font></td></tr></table><br>'
        for hit in answer.hits
    )
    ads = answer.show_ads(4)
    top = "".join(
        f'<table class=ec width=65%><tr><td class=f><a href="http://{answer.host}/baidu.php?url={ad.size}{ad.score}xyz" target=_blank><font size=3>{escape(ad.title)}</font></a>'
        f"<br><font size=-1>{escape(ad.snippet[:60])}<br><font color=#008000>{ad.shown_url}</font> {answer.say('sponsored')}</font></td></tr></table>"
        for ad in ads
    )
    related = "".join(f"<td>{link}</td>" for link in answer.related(5))
    return page_2000s(answer, f"{top}{rows}<table><tr>{related}</tr></table>")


def yandex_2007(answer: Answer) -> str:
    """An ordered list; title, text, and a line of several links each."""
    rows = "".join(
        f'<li value={answer.number(hit)}><div class=title><a tabindex=2 href="{hit.url}" target=_blank>{answer.mark(hit.title)}</a></div>'
        f"<div class=text>{answer.mark(hit.snippet)}</div><div class=info><span class=url>{hit.shown_url}</span> &#183; "
        f'<a href="http://hghltd.{answer.host}/?url={hit.size}">{answer.say("cached")}</a> &#183; <a href="{answer.search_url(site=hit.size)}">{answer.say("more")}</a></div></li>'
        for hit in answer.hits
    )
    ads = "".join(
        f'<div class=ad><a href="http://click.{answer.host}/adclick?{ad.size}">{escape(ad.title)}</a><div>{escape(ad.snippet[:50])}</div></div>'
        for ad in answer.show_ads(5)
    )
    return page_2000s(
        answer,
        f"<ol class=results start={answer.first}>{rows}</ol>",
        f"<b>{answer.say('sponsored')}</b>{ads}",
    )


def meta_engine_2003(answer: Answer) -> str:
    """A metasearch engine: records with the engines that found them; sponsored first, same markup."""

    def item(hit: Hit, target: str, sources: str) -> str:
        return (
            f'<div class=searchResult><a class=resultTitle href="{target}">{answer.mark(hit.title)}</a><br>'
            f"<span class=desc>{answer.mark(hit.snippet)}</span><br><span class=url>{hit.shown_url}</span> [Found on {sources}]</div>"
        )

    rows = [
        item(hit, answer.link(hit, f"/_1_{hit.size}/click?rawURL={hit.url}"), "Google, Yahoo")
        for hit in answer.hits
    ]
    ads = [
        item(
            ad,
            f"/_1_{ad.size}/click?rawURL=http://ads.example/{ad.size}",
            f"Ads by {answer.say('sponsored')}",
        )
        for ad in answer.show_ads(3)
    ]
    return page_2000s(
        answer,
        f"<div id=resultsMain>{''.join(ads)}{''.join(rows)}</div>",
        "<br>".join(answer.related(8)),
    )


def directory_and_web(answer: Answer) -> str:
    """Two sections of results: sites of the directory, then pages of the web, each in its markup."""
    cut = answer.chance.randint(2, max(2, len(answer.hits) // 3))
    directory = "".join(
        f'<li><a href="{hit.url}">{answer.mark(hit.title)}</a> - {answer.mark(hit.snippet[:80])}<br><font size=-1 color=green>{hit.shown_url}</font></li>'
        for hit in answer.hits[:cut]
    )
    pages = "".join(
        f'<div class=w><b><a href="{hit.url}">{answer.mark(hit.title)}</a></b><div class=a>{answer.mark(hit.snippet)}</div><span class=u>{hit.shown_url} - {hit.size}k</span></div>'
        for hit in answer.hits[cut:]
    )
    return page_2000s(
        answer,
        f"<h4>Directory</h4><ul class=dir>{directory}</ul><h4>Web</h4><div class=web>{pages}</div>",
    )


TEMPLATES = (
    google_2001,
    google_2008,
    yahoo_2004,
    alltheweb_2002,
    altavista_2003,
    msn_2005,
    baidu_2006,
    yandex_2007,
    meta_engine_2003,
    directory_and_web,
    forum_2005,
    shop_grid_2006,
    catalogue_2003,
)
