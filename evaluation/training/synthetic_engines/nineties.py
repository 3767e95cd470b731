"""Templates of result pages of the 1990s: no classes, runs without elements of their own, tables."""

from html import escape

from evaluation.training.synthetic_engines.page_frames import centred_pager, page_1990s
from evaluation.training.synthetic_engines.results import Answer, Hit
from evaluation.training.synthetic_engines.site_searches import (
    auction_1999,
    pictures_first,
    table_of_columns,
)


def altavista_1997(answer: Answer) -> str:
    """A `dl` for each record, its address linked a second time."""
    bold = answer.style.random() < 0.5
    rows = []
    for hit in answer.hits:
        number = answer.number(hit)
        title = f"<b>{escape(hit.title)}</b>"
        rows.append(
            f'<dl><dt><b>{number}. </b><a href="{hit.url}">{title if bold else escape(hit.title)}</a>'
            f"<dd>{escape(hit.snippet)}<br><b>URL:</b> "
            f'<a href="{hit.url}"><font color=gray>{hit.shown_url}</font></a><br>'
            f"<font color=gray>Last modified {hit.date} - page size {hit.size}K</font></dl>"
        )
    top = f"<p><b>{answer.total} documents match your query.</b><p>"
    return page_1990s(answer, "\n".join(rows) + centred_pager(answer), top)


def altavista_one_list(answer: Answer) -> str:
    """All records in one `dl`: runs of `dt` and one or two `dd`."""
    two = answer.style.random() < 0.5
    rows = []
    for hit in answer.hits:
        rows.append(
            f'<dt><b>{answer.number(hit)}.</b> <a href="{hit.url}"><strong>{escape(hit.title)}</strong></a>'
        )
        rows.append(f"<dd>{escape(hit.snippet)}")
        foot = f'<a href="{hit.url}">{hit.url}</a> <em>{hit.size}k</em>'
        rows.append(f"<dd>{foot}" if two else f"<br>{foot}")
    return page_1990s(
        answer, f"<p>{answer.hits_line()}<dl>{chr(10).join(rows)}</dl>{centred_pager(answer)}"
    )


def excite_1997(answer: Answer) -> str:
    """Runs in running text, divided by paragraphs; a link to more of each kind."""
    similar = answer.style.random() < 0.7
    rows = []
    for hit in answer.hits:
        more = (
            f' <small><a href="{answer.search_url(like=hit.score)}">[More Like This]</a></small>'
            if similar
            else ""
        )
        rows.append(
            f'<b><font color="#ff0000">{hit.score}%</font></b> <b><a href="{hit.url}">{escape(hit.title)}</a></b>{more}'
            f"<br><b>URL:</b> {hit.url}<br><b>Summary:</b> {escape(hit.snippet)}"
        )
    divider = answer.style.choice(("<p>\n", "<br><br>\n", "<br clear=all><p>"))
    top = f"<table width=100% bgcolor=#ffcc00><tr><td>{answer.say('related')}: {' '.join(answer.related(4))}</table>"
    return page_1990s(answer, divider.join(rows) + divider + centred_pager(answer), top)


def infoseek_1997(answer: Answer) -> str:
    """A table: left a column of channels, right the records as text broken by `br`."""
    rows = [
        f'<b><a href="{answer.link(hit, f"/Titles?qt={hit.score}&amp;url={hit.url}")}">{escape(hit.title)}</a></b><br>{escape(hit.snippet)}<br>'
        f"<font size=-1><b>{hit.score}%</b> {hit.url} (Size {hit.size}.4K)</font><p>"
        if answer.engine % 2
        else f'<a href="{hit.url}"><b>{escape(hit.title)}</b></a><br>{escape(hit.snippet)}<br>'
        f"<font size=-1><b>{hit.score}%</b> {hit.url} ({hit.size}.4K)</font><br><br>"
        for hit in answer.hits
    ]
    channels = "<br>".join(answer.links(answer.style.randint(8, 18), "/Topic/{}"))
    body = (
        f"<table width=600><tr><td width=140 valign=top bgcolor=#eeeeee><b>Topics</b><br>{channels}</td>"
        f"<td valign=top><b>Sites {answer.first} - {answer.last} of {answer.total}</b>"
        f'<br><font size=-1><a href="{answer.search_url(hide=1)}">Hide summaries</a></font><p>'
        f"{''.join(rows)}{centred_pager(answer)}</td></tr></table>"
    )
    return page_1990s(answer, body)


def lycos_1997(answer: Answer) -> str:
    """Numbered runs of `dt` without `dl`, or list items, in a table cell."""
    wrap = answer.style.choice(("<li>{}", "<p>{}", "<dt>{}"))
    rows = [
        wrap.format(
            f'<b>{answer.number(hit)}) <a href="{hit.url}">{escape(hit.title)}</a></b> [{hit.score / 100}]<br>'
            f"<font size=-1>{escape(hit.snippet)}<br><i>{hit.shown_url} ({hit.size}k)</i></font>"
        )
        for hit in answer.hits
    ]
    sections = " ".join(answer.links(7, "/guide/{}"))
    body = f"<table><tr><td>{sections}</td></tr><tr><td>{answer.hits_line()}{''.join(rows)}</td></tr></table>"
    return page_1990s(answer, body + centred_pager(answer))


def webcrawler_1997(answer: Answer) -> str:
    """Titles only: a score and a link a line."""
    divider = answer.style.choice(("<br>\n", "\n<dd>", "\n<li>"))
    rows = [
        f'{hit.score}% &nbsp;<a href="{hit.url}">{escape(hit.title)}</a>' for hit in answer.hits
    ]
    opening = {"<br>\n": "", "\n<dd>": "<dl><dd>", "\n<li>": "<ul><li>"}[divider]
    return page_1990s(
        answer,
        f"<h3>{answer.hits_line()}</h3>{opening}{divider.join(rows)}<p>{centred_pager(answer)}",
    )


def hotbot_1997(answer: Answer) -> str:
    """Records in tables of one row each, number in a cell of its own."""
    rows = [
        f"<table width=470 cellpadding=2><tr><td width=30 valign=top><b>{answer.number(hit)}</b></td>"
        f'<td><font face=arial size=2><b><a href="{hit.url}">{escape(hit.title)}</a></b><br>{escape(hit.snippet)}'
        f"<br><font size=1>{hit.score}% {hit.size * 99} bytes, {hit.date} {hit.url}</font></font></td></tr></table>"
        for hit in answer.hits
    ]
    side = "<br>".join(answer.links(9, "/channel/{}"))
    return page_1990s(
        answer,
        f"<table><tr><td valign=top>{side}</td><td>{answer.hits_line()}{''.join(rows)}{centred_pager(answer)}</td></tr></table>",
    )


def yahoo_1997(answer: Answer) -> str:
    """Sites in lists under the names of their categories, which are links themselves."""
    rows, position = [], 0
    while position < len(answer.hits):
        count = answer.chance.randint(1, 4)
        category = " : ".join(
            answer.words(1, 1).title() for _ in range(answer.chance.randint(2, 4))
        )
        items = "".join(
            f'<li><a href="{hit.url}">{answer.mark(hit.title)}</a>{" - " + answer.mark(hit.snippet[:90]) if hit.snippet else ""}'
            for hit in answer.hits[position : position + count]
        )
        rows.append(
            f'<p><b><a href="/{category.replace(" : ", "/")}/">{escape(category)}</a></b><ul>{items}</ul>'
        )
        position += count
    top = f"<center>Found <b>{answer.total}</b> sites for <b>{escape(answer.query)}</b></center>"
    return page_1990s(answer, "".join(rows) + centred_pager(answer), top)


def rows_of_pairs(answer: Answer) -> str:
    """A table in which two or three rows and a spacer are one record."""
    spacer = answer.style.random() < 0.6
    rows = []
    for hit in answer.hits:
        rows.append(
            f'<tr><td valign=top>{answer.number(hit)}.</td><td><a href="{hit.url}"><b>{escape(hit.title)}</b></a></td></tr>'
            f"<tr><td></td><td>{escape(hit.snippet)}</td></tr>"
        )
        if answer.engine % 2:
            rows.append(
                f'<tr><td></td><td><font size=1><a href="{hit.url}">{hit.shown_url}</a> {hit.date}</font></td></tr>'
            )
        if spacer:
            rows.append("<tr><td colspan=2>&nbsp;</td></tr>")
    return page_1990s(
        answer,
        f"{answer.hits_line()}<table width=90%>{''.join(rows)}</table>{centred_pager(answer)}",
    )


def ordered_list(answer: Answer) -> str:
    """Harvest, Glimpse, freeWAIS: an ordered list with details in a nested list."""
    nested = answer.style.random() < 0.5
    rows = []
    for hit in answer.hits:
        details = (
            f"<ul><li>Score: {hit.score}0<li>Size: {hit.size} kbytes<li>Type: HTML</ul>"
            if nested
            else f"<br>score {hit.score}, size {hit.size}k"
        )
        rows.append(
            f'<li><a href="{hit.url}">{escape(hit.title)}</a> {escape(hit.snippet[:80])}{details}'
        )
    return page_1990s(answer, f"<h1>Query Results</h1>{answer.hits_line()}<ol>{''.join(rows)}</ol>")


def preformatted(answer: Answer) -> str:
    """Records in `pre`, a line or two each."""
    rows = [
        f'{answer.number(hit):4}. <a href="{hit.url}">{escape(hit.title)}</a>\n      {escape(hit.snippet[:70])}\n'
        f"      {hit.date}  {hit.size}k\n"
        for hit in answer.hits
    ]
    return page_1990s(answer, f"<h2>{answer.hits_line()}</h2><pre>{chr(10).join(rows)}</pre>")


def htdig_1999(answer: Answer) -> str:
    """A `dl` for each record with stars, excerpt, address in italics."""
    stars = '<img src="/star.gif" alt="*">'
    rows = [
        f'<dl><dt><strong><a href="{hit.url}">{escape(hit.title)}</a></strong>&nbsp;{stars * (1 + hit.score // 25)}</dt>'
        f'<dd><small><em><a href="{hit.url}">{hit.url}</a></em></small><br>'
        f"{answer.mark(hit.snippet, 'strong')}<br><font size=-1>{hit.date}, {hit.size * 1000} bytes</font></dd></dl>"
        for hit in answer.hits
    ]
    return page_1990s(
        answer,
        f"<h2>{answer.hits_line()}</h2><hr noshade>{''.join(rows)}<hr>{centred_pager(answer)}",
    )


def rules_between(answer: Answer) -> str:
    """Records divided by rules; title in a heading or bold; several links each."""
    heading = answer.style.choice(("h3", "h4", "b"))
    rows = [
        f'<{heading}><a href="{hit.url}">{escape(hit.title)}</a></{heading}>{"<br>" if heading == "b" else ""}'
        f'{escape(hit.snippet)}<br>[<a href="/abstract/{hit.size}">{answer.say("cached")}</a>] '
        f'[<a href="/similar/{hit.size}">{answer.say("similar")}</a>]'
        for hit in answer.hits
    ]
    return page_1990s(
        answer, f"{answer.hits_line()}<hr>{'<hr>'.join(rows)}<hr>{centred_pager(answer)}"
    )


def two_lists_1999(answer: Answer) -> str:
    """Popular sites, then web pages: two headed lists, both of results (Lycos, Snap, Netscape)."""
    cut = answer.chance.randint(2, max(2, len(answer.hits) // 2))

    def item(hit: Hit) -> str:
        return f'<li><a href="{hit.url}"><b>{escape(hit.title)}</b></a> - {escape(hit.snippet)}<br><font size=-2>{hit.shown_url}</font>'

    parts = [
        f"<table width=100% bgcolor=#003366><tr><td><font color=white><b>{name}</b></font></td></tr></table>"
        f"<ol>{''.join(map(item, hits))}</ol>"
        for name, hits in (("POPULAR", answer.hits[:cut]), ("WEB SITES", answer.hits[cut:]))
    ]
    side = "".join(f"<li>{link}" for link in answer.links(answer.style.randint(5, 10)))
    return page_1990s(answer, f"<ul>{side}</ul>{''.join(parts)}{centred_pager(answer)}")


def everything_in_cells(answer: Answer) -> str:
    """Nested tables three deep, a record in a row of bullets and text."""
    rows = [
        f'<tr><td valign=top><img src=/dot.gif></td><td><font face=verdana size=2><a href="{hit.url}">{answer.mark(hit.title)}</a>'
        f"</font><br><font size=1>{answer.mark(hit.snippet)}</font></td></tr><tr><td height=6 colspan=2></td></tr>"
        for hit in answer.hits
    ]
    left = "".join(
        f"<tr><td><font size=1>{link}</font></td></tr>"
        for link in answer.links(answer.style.randint(6, 20))
    )
    return page_1990s(
        answer,
        f"<table width=100%><tr><td valign=top width=150><table>{left}</table></td><td><table><tr><td>{answer.hits_line()}</td></tr>"
        f"<tr><td><table>{''.join(rows)}</table></td></tr><tr><td>{centred_pager(answer)}</td></tr></table></td></tr></table>",
    )


TEMPLATES = (
    altavista_1997,
    altavista_one_list,
    excite_1997,
    infoseek_1997,
    lycos_1997,
    webcrawler_1997,
    hotbot_1997,
    yahoo_1997,
    table_of_columns,
    rows_of_pairs,
    ordered_list,
    preformatted,
    htdig_1999,
    rules_between,
    pictures_first,
    auction_1999,
    two_lists_1999,
    everything_in_cells,
)
