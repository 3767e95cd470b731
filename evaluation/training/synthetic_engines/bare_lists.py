"""Templates of hand-made sites of the 1990s: whole answers as lists of links on bare pages."""

from collections.abc import Iterable
from html import escape

from evaluation.training.synthetic_engines.results import Answer, Hit


def links_and_breaks(answer: Answer) -> str:
    """A link a line, a break behind it or before it."""
    before = answer.style.random() < 0.3
    lines = (
        f"<br>{_link(answer, hit)}" if before else f"{_link(answer, hit)}<br>"
        for hit in answer.hits
    )
    return _page(answer, _joined(lines))


def links_in_paragraphs(answer: Answer) -> str:
    """A paragraph a link, never closed; some have a bullet of their own."""
    bullet = answer.style.choice(("", "<img src=/ball.gif> ", "* "))
    return _page(answer, _joined(f"<p>{bullet}{_link(answer, hit)}" for hit in answer.hits))


def links_in_items(answer: Answer) -> str:
    """A list, a menu or a directory of links."""
    tag = answer.style.choice(("ul", "ol", "menu", "dir"))
    return _page(
        answer, f"<{tag}>{_joined(f'<li>{_link(answer, hit)}' for hit in answer.hits)}</{tag}>"
    )


def links_in_definitions(answer: Answer) -> str:
    """A definition list of terms, or of definitions, alone."""
    tag = answer.style.choice(("dt", "dd"))
    return _page(
        answer, f"<dl>{_joined(f'<{tag}>{_link(answer, hit)}' for hit in answer.hits)}</dl>"
    )


def links_in_rows(answer: Answer) -> str:
    """A row a link, in one cell or beside an empty one."""
    empty = answer.style.choice(("", "<td>&nbsp;</td>", "<td><img src=/dot.gif></td>"))
    rows = (f"<tr>{empty}<td>{_link(answer, hit)}</td></tr>" for hit in answer.hits)
    return _page(answer, f"<table{answer.style.choice(('', ' border=1'))}>{_joined(rows)}</table>")


def links_in_columns(answer: Answer) -> str:
    """Two or three columns, links and breaks in each."""
    columns = answer.style.choice((2, 3))
    size = -(-len(answer.hits) // columns) or 1
    cells = (
        f"<td valign=top>{''.join(f'{_link(answer, hit)}<br>' for hit in answer.hits[start : start + size])}</td>"
        for start in range(0, len(answer.hits), size)
    )
    return _page(answer, f"<table><tr>{_joined(cells)}</tr></table>")


def words_after_links(answer: Answer) -> str:
    """A link and a few words behind it, a line each."""
    ending = answer.style.choice(("<br>", "<p>"))
    lines = (f"{_link(answer, hit)} {_words(answer, hit)}{ending}" for hit in answer.hits)
    return _page(answer, _joined(lines))


def words_before_links(answer: Answer) -> str:
    """Author or number, then the link, a line each."""
    numbered = answer.style.random() < 0.5
    opening = answer.style.choice(("<li>", "<dd>", "<br>"))
    lines = (
        f"{opening}{f'{answer.number(hit)}.' if numbered else escape(hit.author) + ':'} {_link(answer, hit)}"
        for hit in answer.hits
    )
    return _page(answer, _joined(lines))


def dated_lines(answer: Answer) -> str:
    """An index of files or messages: size or date, and the link, in fixed width."""
    first = answer.style.random() < 0.5
    lines = (
        f"{hit.date:10} {hit.size:5}k  {_link(answer, hit)}"
        if first
        else f"{_link(answer, hit)}{' ' * max(1, 40 - len(hit.title))}{hit.date:10} {hit.size:5}k"
        for hit in answer.hits
    )
    return _page(answer, f"<pre>{_joined(lines)}</pre>")


def indented_lines(answer: Answer) -> str:
    """A link a line, and a line about it set off by a quotation, a list or a small font."""
    opening, ending = answer.style.choice(
        (
            ("<blockquote>", "</blockquote>"),
            ("<ul>", "</ul>"),
            ("<br><font size=-1>", "</font><br>"),
        )
    )
    lines = (f"{_link(answer, hit)}{opening}{_words(answer, hit)}{ending}" for hit in answer.hits)
    return _page(answer, _joined(lines))


def under_letters(answer: Answer) -> str:
    """Lists in the order of the alphabet, each under its letter."""
    ordered = sorted(answer.hits, key=lambda hit: hit.title)
    parts, last = [], ""
    for hit in ordered:
        if hit.title[:1] != last:
            last = hit.title[:1]
            parts.append(f"<h3>{escape(last)}</h3>")
        parts.append(f"{_link(answer, hit)}<br>")
    return _page(answer, _joined(parts))


def _link(answer: Answer, hit: Hit) -> str:
    """Return a link: three sites of four list pages of their own."""
    target = hit.url
    if answer.engine % 4:
        name = (
            "-".join(hit.url.partition("//")[2].replace("?", "/").split("/")[1:]).strip("-.~")
            or "home"
        )
        name = f"{name}{hit.size}"
        target = answer.link(
            hit, (f"/pages/{name}", f"{name}.html", f"/cgi-bin/get?{name}")[answer.engine % 3]
        )
    return f'<a href="{target}">{escape(hit.title)}</a>'


def _words(answer: Answer, hit: Hit) -> str:
    kind = answer.engine % 3
    return escape((hit.snippet[:60], f"({hit.date}, {hit.size}k)", hit.author)[kind])


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _page(answer: Answer, rows: str) -> str:
    """Return a page with little beside its list: a heading, a line, a few links at the foot."""
    style = answer.style
    heading = style.choice(
        (answer.host, f"{answer.say('more')}: {answer.query}", answer.words(2, 3, style))
    )
    line = style.choice(("", f"<p>{answer.hits_line()}<p>", f"<p>{answer.words(6, 14, style)}<p>"))
    if not answer.hits:
        line = f"<p>{escape(answer.words(4, 9, style))}<p>"
    links = answer.links(style.randint(1, 5), "/{}.html")
    foot = style.choice(
        (
            f"<hr>{' | '.join(links)}",
            f"<p>[ {' ] [ '.join(links)} ]",
            f"<hr><ul>{''.join(f'<li>{link}' for link in links)}</ul>",
            f'<hr><address><a href="mailto:w@{answer.host}">{answer.words(2, 2, style)}</a></address>',
        )
    )
    level = style.randint(1, 3)
    top = f"{' '.join(links[:3])}<hr>" if style.random() < 0.3 else ""
    return (
        f"<html><head><title>{escape(answer.say('more'))}</title></head>\n<body>{top}"
        f"<h{level}>{escape(heading)}</h{level}>\n{line}\n{rows}\n{foot}</body></html>"
    )


TEMPLATES = (
    links_and_breaks,
    links_in_paragraphs,
    links_in_items,
    links_in_definitions,
    links_in_rows,
    links_in_columns,
    words_after_links,
    words_before_links,
    dated_lines,
    indented_lines,
    under_letters,
)
