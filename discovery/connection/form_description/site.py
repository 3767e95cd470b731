"""What a page tells of its site: name, icon, language, root."""

import re
from urllib.parse import urlsplit, urlunsplit

from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import resolve_url

# Names longer than this are slogans. Guess.
MAX_NAME_LENGTH = 80
# What separates a site's name from a page's in a title.
_TITLE_SEPARATOR = re.compile(r"\s+[|·•–—»:-]+\s+|\s*\|\s*")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{1,8}){0,3}")
_NAME_METAS = frozenset({"og:site_name", "application-name", "apple-mobile-web-app-title"})


def site_root(url: str) -> str:
    """Return the address of the site's root.

    >>> site_root("http://a.example:81/find/it?x=1")
    'http://a.example:81/'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "/", "", ""))


def site_name(page: Page) -> str:
    """Return what the site calls itself.

    That is its own declaration, else the part of the title that its host's name confirms. Else it
    is the whole title, else the host.
    """
    for meta in page.root.iter("meta"):
        declared = (meta.get("property") or meta.get("name") or "").strip().lower()
        content = fold_space(meta.get("content", "")[: 4 * MAX_NAME_LENGTH])
        if declared in _NAME_METAS and content:
            return content[:MAX_NAME_LENGTH]
    host = (urlsplit(page.url).hostname or "").removeprefix("www.")
    title = page.title[: 4 * MAX_NAME_LENGTH]
    for part in _TITLE_SEPARATOR.split(title):
        letters = re.sub(r"\W", "", part).lower()
        if letters and letters in re.sub(r"\W", "", host):
            return part.strip()[:MAX_NAME_LENGTH]
    return title[:MAX_NAME_LENGTH].strip() or host


def site_icon(page: Page) -> str:
    """Return the address of the site's icon as the page declares it, else nothing."""
    for link in page.root.iter("link"):
        if "icon" in link.get("rel", "").lower().split():
            return resolve_url(page.base_url, link.get("href")) or ""
    return ""


def site_language(page: Page) -> str:
    """Return the language the page declares, as a tag such as `de` or `pt-BR`, else nothing."""
    declared = [page.root.get("lang"), page.root.get("{http://www.w3.org/XML/1998/namespace}lang")]
    declared.append(page.root.get("xml:lang"))
    declared += [
        meta.get("content")
        for meta in page.root.iter("meta")
        if meta.get("http-equiv", "").strip().lower() == "content-language"
    ]
    for language in declared:
        match = _LANGUAGE.match((language or "").strip())
        if match:
            return match[0].replace("_", "-")
    return ""
