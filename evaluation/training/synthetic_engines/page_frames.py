"""The parts of a page around its results, as sites of three decades had them."""

import hashlib
from html import escape

from evaluation.training.synthetic_engines.clutter import clutter
from evaluation.training.synthetic_engines.results import Answer


def page_1990s(answer: Answer, body: str, top: str = "") -> str:
    """Return a page with a banner, a search form and a foot, as portals and homes had them."""
    navigation = " | ".join(answer.links(answer.style.randint(3, 12)))
    form = (
        f'<form action="/search"><input name=q size=40 value="{escape(answer.query)}">'
        f"<input type=submit value=Search></form>"
    )
    banner = '<a href="/ads/click?17"><img src="/b.gif" width=468 height=60></a>'
    foot = f"<hr><font size=2>{navigation}<br>Copyright &copy; 1997 {answer.host}</font>"
    above, below = clutter(answer, "above", 3), clutter(answer, "below", 3)
    side = clutter(answer, "side", 4)
    if side and answer.engine % 3:
        body = f"<table><tr><td valign=top width=140>{side}</td><td valign=top>{body}</td></tr></table>"
    elif side:
        body = f"<table><tr><td valign=top>{body}</td><td valign=top>{side}</td></tr></table>"
    return (
        f"<html><head><title>{escape(answer.query)}</title></head>"
        f'<body bgcolor="#ffffff"><center>{banner}<p>{form}</center>{top}\n{above}{body}\n{below}{foot}'
        f"</body></html>"
    )


def centred_pager(answer: Answer) -> str:
    return f"<p><center><b>{' '.join(answer.pager(answer.style.randint(3, 10)))}</b></center>"


def page_2000s(answer: Answer, body: str, side: str = "") -> str:
    """Return a page of layout tables with tabs, a search form, and a foot."""
    tabs = "".join(
        f"<td class=tab>{link}</td>" for link in answer.links(answer.style.randint(4, 8), "/tab/{}")
    )
    foot = " - ".join(answer.links(answer.style.randint(3, 7), "/about/{}"))
    side += clutter(answer, "side", 4)
    body = clutter(answer, "above", 3) + body + clutter(answer, "below", 3)
    column = f'<td id="rhs" valign=top width=25%>{side}</td>' if side else ""
    return (
        f'<!DOCTYPE html><html dir="{answer.language.direction}" lang="{answer.language.code}"><head><title>{escape(answer.query)} - Search</title>'
        f"<style>.r{{font-size:1em}}</style></head><body><table width=100%><tr>{tabs}</tr></table>"
        f'<form action="/search"><input name=q value="{escape(answer.query)}"><input type=submit></form>'
        f"<table class=bar width=100%><tr><td>{answer.words(1, 1)}</td><td align=right>{answer.hits_line()}</td></tr></table>"
        f"<table width=100%><tr><td valign=top>{body}</td>{column}</tr></table>"
        f"<center><div id=nav>{' '.join(answer.pager())}</div><p>{foot}</center></body></html>"
    )


def page_2010s(answer: Answer, body: str, side: str = "") -> str:
    """Return a page with header, navigation, side column and footer."""
    menu = "".join(
        f'<li class="menu-item">{link}</li>'
        for link in answer.links(answer.style.randint(4, 12), "/m/{}")
    )
    foot = "".join(
        f"<li>{link}</li>" for link in answer.links(answer.style.randint(4, 12), "/f/{}")
    )
    pages = "".join(f"<li>{link}</li>" for link in answer.pager(6))
    side += clutter(answer, "side", 4)
    body = clutter(answer, "above", 2) + body + clutter(answer, "below", 3)
    column = f'<aside class="side">{side}</aside>' if side else ""
    return (
        f'<!DOCTYPE html><html dir="{answer.language.direction}" lang="{answer.language.code}"><head><meta charset="utf-8"><title>{escape(answer.query)}</title></head>'
        f'<body class="page s{answer.chance.randint(1, 9)}"><div class="header"><ul class="menu">{menu}</ul><form action="/search" role="search"><input name="q" value="{escape(answer.query)}"></form></div>'
        f'<div id="main" class="wrap"><div class="stats">{answer.hits_line()}</div>{body}<ul class="pager">{pages}</ul></div>{column}'
        f'<div class="footer"><ul>{foot}</ul></div></body></html>'
    )


def hashed_class_name(answer: Answer, name: str) -> str:
    """Return a class name as a style compiler makes it: the same on all pages of the engine."""
    return (
        hashlib.md5(f"{answer.engine}{name}".encode(), usedforsecurity=False)
        .hexdigest()[:6]
        .translate(str.maketrans("0123456789", "ghijklmnop"))
    )
