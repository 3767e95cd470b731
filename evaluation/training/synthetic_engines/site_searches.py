"""Templates of site searches, 1997 to 2020: shops, auctions, catalogues, forums, magazines."""

from html import escape

from evaluation.training.synthetic_engines.page_frames import (
    centred_pager,
    hashed_class_name,
    page_1990s,
    page_2000s,
    page_2010s,
)
from evaluation.training.synthetic_engines.results import Answer, Hit


def table_of_columns(answer: Answer) -> str:
    """A table with a header: number, title, author, date — catalogues, archives of messages."""
    link_last = answer.style.random() < 0.3
    sorts = "".join(
        f'<th><a href="{answer.search_url(sort=name)}">{name}</a></th>'
        for name in ("No", "Title", "Author", "Date")
    )
    plain = "<th>No<th>Title<th>Author<th>Date"
    rows = []
    for hit in answer.hits:
        title = f'<a href="{hit.url}">{escape(hit.title)}</a>'
        if link_last:
            title, title_end = escape(hit.title), f'<td><a href="{hit.url}">View</a>'
        else:
            title_end = ""
        author = (
            f'<a href="/author/{hit.size}">{escape(hit.author)}</a>'
            if answer.engine % 3 == 0
            else escape(hit.author)
        )
        rows.append(f"<tr><td>{answer.number(hit)}<td>{title}<td>{author}<td>{hit.date}{title_end}")
    head = sorts if answer.style.random() < 0.5 else plain
    return page_1990s(
        answer,
        f"<p>{answer.hits_line()}<table border=1><tr>{head}</tr>{''.join(rows)}</table>{centred_pager(answer)}",
    )


def pictures_first(answer: Answer) -> str:
    """A shop: a picture with a link, then the name with the same link, price, order link."""
    rows = [
        f'<tr><td><a href="{target}"><img src="/i/{hit.size}.gif" width=60></a></td><td>'
        f'<a href="{target}">{escape(hit.title)}</a><br><i>{escape(hit.author)}</i><br>{escape(hit.snippet[:60])}'
        f'<br><b>{hit.price}</b></td><td><a href="/order?{hit.size}{hit.score}">Order</a></td></tr>'
        for hit in answer.hits
        for target in [answer.link(hit, f"/item/{hit.size}{hit.score}")]
    ]
    return page_1990s(
        answer, f"{answer.hits_line()}<table>{''.join(rows)}</table>{centred_pager(answer)}"
    )


def auction_1999(answer: Answer) -> str:
    """A wide table or a table for each lot: number, name, price, bids, end."""
    rows = [
        f'<td>{hit.size}{hit.score}0<td><a href="{answer.link(hit, f"/lot?item={hit.size}{hit.score}0")}"><b>{escape(hit.title)}</b></a>'
        f"<td align=right>{hit.price}<td>{hit.score % 9}<td>{hit.date}"
        for hit in answer.hits
    ]
    if answer.style.random() < 0.6:
        tables = "".join(f"<table width=100%><tr>{row}</tr></table>" for row in rows)
        head = "<table width=100% bgcolor=#cccccc><tr><th>Item<th>Name<th>Price<th>Bids<th>Ends</table>"
        return page_1990s(answer, answer.hits_line() + head + tables + centred_pager(answer))
    return page_1990s(
        answer,
        f"{answer.hits_line()}<table>{''.join(f'<tr>{row}' for row in rows)}</table>{centred_pager(answer)}",
    )


def forum_2005(answer: Answer) -> str:
    """Threads in rows: icon, title with page links, author, replies, last post."""
    rows = []
    for hit in answer.hits:
        pages = "".join(
            f' <a href="/t{hit.size}{hit.score}?page={n}">{n}</a>'
            for n in range(2, 2 + hit.score % 4)
        )
        rows.append(
            f'<tr><td class=alt1><img src=/icon.gif></td><td class=alt2><a href="{answer.link(hit, f"/t{hit.size}{hit.score}")}">{escape(hit.title)}</a>'
            f'{f"<span class=smallfont>({pages} )</span>" if hit.score % 4 else ""}<div class=smallfont><a href="/u/{hit.size}">{escape(hit.author)}</a></div></td>'
            f'<td class=alt1>{hit.date} <a href="/t{hit.size}{hit.score}#last">&raquo;</a></td><td>{hit.score}</td><td><a href="/f{hit.size % 5}">{answer.words(1, 2)}</a></td></tr>'
        )
    return page_2000s(
        answer,
        f"<table class=tborder><tr><th>&nbsp;<th>Thread<th>Last post<th>Replies<th>Forum</tr>{''.join(rows)}</table>",
    )


def shop_grid_2006(answer: Answer) -> str:
    """Products in the cells of a table, three a row, some cells empty."""
    cells = [
        f'<td width=33% align=center><a href="{target}"><img src="/i/{hit.size}.jpg" border=0></a><br>'
        f'<a href="{target}">{escape(hit.title)}</a><br><b>{hit.price}</b><br><a href="/cart?add={hit.size}{hit.score}"><img src=/buy.gif alt="Buy"></a></td>'
        for hit in answer.hits
        for target in [answer.link(hit, f"/p/{hit.size}{hit.score}.html")]
    ]
    columns = answer.style.choice((2, 3, 4))
    cells += ["<td>&nbsp;</td>"] * (-len(cells) % columns)
    rows = "".join(
        f"<tr>{''.join(cells[n : n + columns])}</tr>" for n in range(0, len(cells), columns)
    )
    side = (
        "<ul>"
        + "".join(f"<li>{link}" for link in answer.links(answer.style.randint(8, 20), "/c/{}"))
        + "</ul>"
    )
    return page_2000s(answer, f"<table>{rows}</table>", side)


def catalogue_2003(answer: Answer) -> str:
    """A library catalogue: a table for each record, field names in a column, several links."""
    rows = "".join(
        f'<table width=100%><tr><td rowspan=3 width=20><input type=checkbox name=r{hit.size}></td><td width=80>Title</td><td><a href="{answer.link(hit, f"/record={hit.size}{hit.score}")}">{answer.mark(hit.title)}</a></td></tr>'
        f'<tr><td>Author</td><td><a href="/author={hit.score}">{escape(hit.author)}</a></td></tr><tr><td>Published</td><td>{hit.date} <a href="/holdings={hit.size}{hit.score}">Holdings</a></td></tr></table><hr>'
        for hit in answer.hits
    )
    return page_2000s(answer, rows)


def shop_cards_2019(answer: Answer) -> str:
    """A grid of product cards: picture, name, stars, price; sponsored ones among them."""

    def card(hit: Hit, extra: str = "") -> str:
        target = answer.link(hit, f"/{hit.size}/dp/B0{hit.size}{hit.score}")
        return (
            f'<div data-asin="B0{hit.size}" class="s-result-item s-col-4"><div class="a-section"><a class="a-link-normal" href="{target}"><img src="/i/{hit.size}.jpg" alt="{escape(hit.title)}"></a>'
            f'{extra}<h2><a class="a-text-normal" href="{target}"><span>{escape(hit.title)}</span></a></h2><a href="{target}#reviews"><span>{hit.score / 20:.1f} ({hit.size})</span></a><span class="a-price">{hit.price}</span></div></div>'
        )

    filters = "".join(
        f'<div class="filter"><h4>{answer.words(1, 1)}</h4><ul>{"".join(f"<li>{link}</li>" for link in answer.links(6, f"/s?f{n}={{}}"))}</ul></div>'
        for n in range(4)
    )
    return page_2010s(
        answer, f'<div class="s-main-slot">{"".join(map(card, answer.hits))}</div>', filters
    )


def auctions_2018(answer: Answer) -> str:
    """A list of items with prices; a heading among them; a carousel of similar items below."""
    targets = [
        answer.link(hit, f"https://www.{answer.host}/itm/{hit.size}{hit.score}?hash=1")
        for hit in answer.hits
    ]
    rows = [
        f'<li class="s-item" id="srp-{hit.size}"><div class="s-item__wrapper"><div class="s-item__image"><a href="{target}"><img alt="{escape(hit.title)}" src="/x.jpg"></a></div><div class="s-item__info">'
        f'<a class="s-item__link" href="{target}"><h3 class="s-item__title">{escape(hit.title)}</h3></a><div class="s-item__subtitle">{escape(hit.author)}</div><span class="s-item__price">{hit.price}</span></div></div></li>'
        for hit, target in zip(answer.hits, targets, strict=True)
    ]
    if answer.chance.random() < 0.5:
        rows.insert(
            len(rows) // 2, f'<li class="srp-river-answer"><h3>{answer.words(2, 4)}</h3></li>'
        )
    side = "".join(
        f'<li class="x-refine"><a href="{answer.search_url(f=n)}">{answer.words(1, 2)} ({answer.chance.randint(1, 900)})</a></li>'
        for n in range(25)
    )
    return page_2010s(answer, f'<ul class="srp-results">{"".join(rows)}</ul>', f"<ul>{side}</ul>")


def articles_2016(answer: Answer) -> str:
    """A magazine: articles with picture, heading, author, tags; the most read at the side."""
    targets = [answer.link(hit, f"/{answer.engine}/{hit.size}-{hit.score}") for hit in answer.hits]
    rows = "".join(
        f'<article class="post type-post"><a class="thumb" href="{target}"><img src="/p/{hit.size}.jpg"></a><header><h2 class="entry-title"><a href="{target}" rel="bookmark">{escape(hit.title)}</a></h2>'
        f'<div class="meta"><a class="author" href="/by/{hit.score}">{escape(hit.author)}</a> <time>{hit.date}</time></div></header><div class="excerpt"><p>{answer.mark(hit.snippet)} <a class="more" href="{target}">{answer.say("more")}</a></p></div>'
        f'<div class="tags">{" ".join(answer.links(3, "/tag/{}", answer.chance))}</div></article>'
        for hit, target in zip(answer.hits, targets, strict=True)
    )
    read = "".join(
        f'<article class="mini"><h4>{link}</h4></article>'
        for link in answer.links(6, "/read/{}", answer.chance)
    )
    return page_2010s(answer, f'<main class="content">{rows}</main>', read)


def whole_cards_2020(answer: Answer) -> str:
    """Every card one link around everything; hashed classes; two columns."""
    h = {name: hashed_class_name(answer, name) for name in "list card title text meta".split()}
    rows = "".join(
        f'<a class="{h["card"]}" href="{answer.link(hit, f"/doc/{hit.size}{hit.score}")}"><div class="{h["title"]}">{escape(hit.title)}</div><p class="{h["text"]}">{answer.mark(hit.snippet, "mark")}</p><div class="{h["meta"]}"><span>{hit.date}</span><span>{escape(hit.author)}</span></div></a>'
        for hit in answer.hits
    )
    return page_2010s(
        answer,
        f'<div class="{h["list"]}">{rows}</div>',
        "".join(
            f'<a class="{h["meta"]}" href="/topic/{n}">{answer.words(1, 2)}</a>' for n in range(7)
        ),
    )


def headings_and_paragraphs(answer: Answer) -> str:
    """Records as sibling runs: heading, paragraph, line of details."""
    rows = "".join(
        f'<h3><a href="{hit.url}">{answer.mark(hit.title, "mark")}</a></h3>{f"<p>{answer.mark(hit.snippet)}</p>" if hit.snippet else ""}<div class="d">{hit.date} <a href="/site/{hit.size}">{hit.shown_url.split("/")[0]}</a></div>'
        for hit in answer.hits
    )
    return page_2010s(
        answer,
        f'<div class="results">{rows}</div>',
        "".join(f"<h3>{link}</h3>" for link in answer.links(5, "/s/{}", answer.chance)),
    )
