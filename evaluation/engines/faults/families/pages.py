"""Pages that stand in the way of an answer, as more than one family of faults sends them."""

from evaluation.engines.faults.families.texts import SAYINGS
from evaluation.engines.faults.fault import Exchange, Reply


def login_form(language: str) -> str:
    """Return the form that a login wall consists of."""
    heading, text = SAYINGS["login"][language]
    return (
        f'<h1>{heading}</h1><p>{text}</p><form method="post" action="/login"><label>E-mail '
        f'<input type="email" name="user"></label><label>*** <input type="password" name="pass">'
        f'</label><button type="submit">{heading}</button></form>'
    )


def login_page(exchange: Exchange) -> Reply:
    """Return a login wall inside the site's own chrome, in its language."""
    return exchange.message(login_form(exchange.design.language))


def robot_page(exchange: Exchange) -> Reply:
    """Return a robot check inside the site's own chrome, in its language."""
    return exchange.message(robot_check(exchange.design.language))


def robot_check(language: str) -> str:
    """Return a robot check: words to the reader, a picture, a field for what it shows."""
    heading, text = SAYINGS["robot"][language]
    return (
        f'<h1>{heading}</h1><p>{text}</p><form method="post" action="/verify"><img src="/captcha'
        f'.php?id=8f3a" alt=""><input type="text" name="captcha_code"><button>OK</button></form>'
    )


def consent_page(exchange: Exchange) -> Reply:
    """Return a consent wall, in the site's language, without its chrome."""
    return exchange.page(consent_wall(exchange.design.language))


def consent_wall(language: str) -> str:
    """Return a consent wall as a page of its own."""
    heading, text = SAYINGS["consent"][language]
    yes, no = SAYINGS["choices"][language]
    return (
        f'<!DOCTYPE html><html lang="{language}"><head><title>{heading}</title></head><body><div>'
        f'<h1>{heading}</h1><p>{text}</p><form method="post" action="/save"><input type="hidden" '
        f'name="continue" value="/"><button name="set" value="no">{no}</button><button name="set" '
        f'value="yes">{yes}</button></form><p><a href="/privacy">Privacy</a> <a href="/terms">Terms'
        "</a></p></div></body></html>"
    )
