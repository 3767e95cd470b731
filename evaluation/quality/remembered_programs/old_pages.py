"""Pages of the 1990s: bare lists, tables of fonts, ht://Dig, lines broken by `br`."""

from evaluation.quality.remembered_programs.contents import Hit, ResultPage
from evaluation.quality.remembered_programs.programs import program


@program(
    "en",
    "museum",
    "http://www.regmus.example",
    "http://www.regmus.example/{year}/{n}.html",
    search="/cgi-bin/htsearch?words={q}",
)
def htdig(p: ResultPage) -> str:
    """ht://Dig's long format: `dl`s with stars as pictures, the address in italics."""

    def match(h: Hit) -> str:
        stars = f'<img src="/htdig/star.gif" alt="*">' * h.rating  # noqa: F541
        return f"""<dl><dt><strong><a href="{h.url}">{h.title}</a></strong>{stars}
</dt><dd>{p.mark(h.snippet, "strong")}<br>
<em><a href="{h.url}">{h.url}</a></em>
 <font size="-1">{h.day:%m/%d/%y}, {h.number} bytes</font>
</dd></dl>"""

    pages = p.pager(
        '<a href="/cgi-bin/htsearch?words={q};page={i}"><img src="/htdig/button{i}.gif" border="0" align="middle" alt="{i}"></a>',
        '<img src="/htdig/button{i}.gif" border="2" align="middle" alt="{i}">',
    )
    form = f'<hr noshade size="4"><form method="get" action="/cgi-bin/htsearch"><font size="-1">Match: <select name="method"><option>All</option><option>Any</option></select> Format: <select name="format"><option>Long</option><option>Short</option></select> Sort by: <select name="sort"><option>Score</option></select><br>Refine search: <input type="text" size="30" name="words" value="{p.query}"> <input type="submit" value="Search"></font></form>'
    if not p.hits:
        return f"""<html><head><title>No match for '{p.query}'</title></head><body bgcolor="#eef7ff"><h1><img src="/htdig/htdig.gif" alt="ht://Dig"> Search results</h1><hr noshade size="4"><h2>No matches were found for '{p.query}'</h2><p>Check the spelling of the search word(s) you used. If the spelling is correct and you only used one word, try using one or more similar search words with "<b>Any</b>."</p>{form}</body></html>"""
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><html><head><title>Search results for '{p.query}'</title></head><body bgcolor="#eef7ff"><h2><img src="/htdig/htdig.gif" alt="ht://Dig">
Search results for '{p.query}'</h2>{form}<hr noshade size="1"><b>Documents 1 - {len(p.hits)} of {p.total} matches. More <img src="/htdig/star.gif" alt="*">'s indicate a better match.</b><hr noshade size="1">
{p.each(match)}<hr noshade size="4">Pages:<br>{pages}<hr noshade size="4"><a href="http://www.htdig.org/"><img src="/htdig/htdig.gif" border="0" alt="ht://Dig">ht://Dig 3.1.6</a></body></html>"""


@program(
    "en",
    "history",
    "http://www.crossways.example",
    "http://{other}/~{n}/{slug}.htm",
    search="/cgi-bin/query?pg=q&q={q}",
)
def portal_of_1998(p: ResultPage) -> str:
    """A portal: bold numbers, lines broken by `br` in one `font`, a table of columns about it."""

    def line(h: Hit) -> str:
        i = (p.number - 1) * 10 + p.place(h) + 1
        return f"""<p><b>{i}. <a href="{h.url}">{h.title}</a></b><br>
{(h.snippet[:150] + "<br>") if h.snippet else ""}
<font size="-1" color="#008000">{h.url}</font> <font size="-1">Last modified {h.day:%d-%b-%y} - page size {h.count % 60}K - in English [&nbsp;<a href="http://translate.crossways.example/?u={h.number}">Translate</a>&nbsp;]</font></p>"""

    body = (
        f"<b>About {p.total} Web pages</b> match your query.<p>{p.each(line)}<p>{p.pager('<a href=/cgi-bin/query?q={q}&stq={i}0>{i}</a>', '<b>{i}</b>')}"
        if p.hits
        else f"<p><b>No documents match the query.</b> Sorry, we found nothing about <i>{p.query}</i>. Check that all words are spelled correctly.<p>"
    )
    channels = p.items('<a href="/channel/{i}">{t}</a><br>', 9)
    return f"""<HTML><HEAD><TITLE>Crossways: {p.query}</TITLE></HEAD><BODY bgcolor="#ffffff" text="#000000" link="#0000cc"><center><a href="http://ad.network.example/click;{p.total}"><img src="/ads/banner.gif" width="468" height="60" border="0" alt="Click here"></a></center>
<table width="600" border="0" cellpadding="0" cellspacing="0"><tr><td bgcolor="#003399" colspan="3"><font face="arial" color="#ffffff"><b>Crossways</b></font> <a href="/"><font color="#ffffff">Home</font></a> <a href="/live"><font color="#ffffff">Live!</font></a> <a href="/shop"><font color="#ffffff">Shopping</font></a> <a href="/mail"><font color="#ffffff">Free Email</font></a></td></tr>
<tr><td colspan="3"><form action="/cgi-bin/query"><input name="q" size="40" value="{p.query}"><input type="submit" value="Search"> <a href="/help"><font size="-1">Help</font></a></form></td></tr><tr valign="top"><td width="120" bgcolor="#eeeeee"><font face="arial" size="-1"><b>Channels</b><br>{channels}</font></td><td width="10">&nbsp;</td><td width="470"><font face="arial" size="2">{body}</font></td></tr></table>
<hr><center><font size="1"><a href="/about">About</a> | <a href="/jobs">Jobs</a> | <a href="/addurl">Add a Page</a> | <a href="/disclaimer">Disclaimer</a><br>&copy; 1998 Crossways Inc.</font></center></BODY></HTML>"""


@program(
    "en",
    "films",
    "http://www.reelindex.example",
    "/title?{n}",
    search="/find?{q}",
    size=30,
    title="{title} ({year})",
)
def bare_bullets(p: ResultPage) -> str:
    """A film list: one `ul` of linked titles, aliases in small letters below some."""

    def line(h: Hit) -> str:
        alias = (
            f'<br><small>&nbsp;&nbsp;aka "<i>{h.category.title()}</i>"</small>'
            if h.count % 4 == 0
            else ""
        )
        return f'<LI><A HREF="{h.url}">{h.title}</A>{" (TV)" if p.odd(h) else ""}{alias}'

    body = (
        f"<H3>Titles</H3><P>({p.total} matches, by popularity)<OL>{p.each(line)}</OL><P>{p.pager('<A HREF=/find?{q};from={i}>{i}</A>', '<B>{i}</B>')}"
        if p.hits
        else f"<P><B>No matches for {p.query}.</B> Try a shorter word."
    )
    return f"""<HTML><HEAD><TITLE>Reel Index search</TITLE></HEAD><BODY><H1>Reel Index</H1><A HREF="/">Home</A> | <A HREF="/top">Top films</A> | <A HREF="/now">Now showing</A> | <A HREF="/news">News</A> | <A HREF="/help">Help</A><HR>
<FORM ACTION="/find"><INPUT NAME="for" VALUE="{p.query}"> <SELECT NAME="select"><OPTION>All<OPTION>Titles<OPTION>People</SELECT> <INPUT TYPE="submit" VALUE="Go!"></FORM><H2>Results for "{p.query}"</H2>{body}<HR>
<H4>Browse by theme</H4><UL>{p.items('<LI><A HREF="/theme?{i}">{t}</A>', 6)}</UL><HR><ADDRESS><A HREF="mailto:webmaster@reelindex.example">webmaster</A>, last updated March 1997</ADDRESS></BODY></HTML>"""


@program(
    "en",
    "tools",
    "http://www.partsbarn.example",
    "/catalog/item.asp?sku={n}",
    search="/search.asp?keywords={q}",
    size=15,
)
def nested_tables(p: ResultPage) -> str:
    """A mail-order house of 2001: three tables within each other, spacer pictures, coloured rows."""

    def row(h: Hit) -> str:
        colour = "#FFFFFF" if p.place(h) % 2 else "#F0F0E0"
        picture = (
            f'<a href="{h.url}"><img src="/thumbs/{h.number}.jpg" width="60" border="0" alt="{h.title}"></a>'
            if h.image
            else '<img src="/images/spacer.gif" width="60" height="1">'
        )
        return f"""<tr bgcolor="{colour}"><td width="70" align="center">{picture}</td><td><font face="Verdana, Arial" size="2"><a href="{h.url}"><b>{h.title}</b></a><br></font><font face="Verdana, Arial" size="1">{h.snippet[:110]}<br>Item #: {h.number}</font></td><td align="right" nowrap><font face="Verdana" size="2" color="#CC0000"><b>${h.price}</b></font></td><td align="center"><form action="/cart.asp" method="post"><input type="hidden" name="sku" value="{h.number}"><input type="text" name="qty" size="2" value="1"><input type="image" src="/images/buy.gif" border="0"></form></td></tr>
<tr><td colspan="4" bgcolor="#999966"><img src="/images/spacer.gif" width="1" height="1"></td></tr>"""

    body = (
        f'<table width="100%" border="0" cellpadding="4" cellspacing="0"><tr bgcolor="#666633"><td><font color="#FFFFFF" size="1">&nbsp;</font></td><td><font color="#FFFFFF" size="1"><a href="?sort=name">Description</a></font></td><td><font color="#FFFFFF" size="1"><a href="?sort=price">Price</a></font></td><td><font color="#FFFFFF" size="1">Order</font></td></tr>{p.each(row)}</table><p align="center">{p.pager("<a href=/search.asp?keywords={q}&p={i}>{i}</a>", "<b>{i}</b>")}</p>'
        if p.hits
        else f'<p><font face="Verdana" size="2">Sorry, no products matched <b>{p.query}</b>.</font></p>'
    )
    return f"""<html><head><title>Parts Barn - Search</title></head><body bgcolor="#FFFFFF" topmargin="0"><table width="760" border="0" cellspacing="0" cellpadding="0"><tr><td colspan="2"><img src="/images/top.gif" width="760" height="70" alt="Parts Barn"></td></tr><tr><td colspan="2" bgcolor="#999966"><font size="1"><a href="/default.asp">Home</a> | <a href="/cart.asp">View Cart</a> | <a href="/order.asp">Order Status</a> | <a href="/contact.asp">Contact Us</a></font></td></tr>
<tr valign="top"><td width="150" bgcolor="#F0F0E0"><table width="150" cellpadding="3"><tr><td bgcolor="#666633"><font color="#FFFFFF" size="2"><b>Departments</b></font></td></tr>{p.items('<tr><td><font size="1"><a href="/dept.asp?id={i}">{t}</a></font></td></tr>', 10)}<tr><td><form action="/search.asp"><input name="keywords" size="12"><input type="submit" value="Find"></form></td></tr></table></td>
<td width="610"><table width="610" cellpadding="5"><tr><td><font face="Verdana" size="3"><b>Search results for "{p.query}"</b></font><br><font size="1">{p.total} items found</font></td></tr><tr><td>{body}</td></tr></table></td></tr><tr><td colspan="2" align="center"><hr><font size="1"><a href="/privacy.asp">Privacy</a> | <a href="/shipping.asp">Shipping</a> | &copy; 2001</font></td></tr></table></body></html>"""
