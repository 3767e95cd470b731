"""What each text of a record is, by program: said by a person who read the programs' pages.

An XPath finds the records of a page, further ones in each record its texts, by label; what is
shown of a record and is none of the others is `other`. Of a text
that says several things the pattern takes one. What is read so lies in the bed beside the pages,
so that whoever measures needs none of this.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from lxml import html

_RATING_WORDS = ("One", "Two", "Three", "Four", "Five")


@dataclass(frozen=True, slots=True)
class Reading:
    """How a program's records are read: label by label XPaths, some with a pattern."""

    records: str
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _reading(records: str, **labels: str | tuple[str, ...]) -> Reading:
    return Reading(
        records,
        {name: (each,) if isinstance(each, str) else each for name, each in labels.items()},
    )


def _rated(rating: str) -> Reading:
    """Return how the pages written for ratings are read."""
    return _reading(
        "//article[@class='hit']",
        title="h3/a",
        link="h3/a/@href",
        rating=rating,
        snippet="p[@class='about']",
        other=("a", ".//small"),
    )


# After two hash signs stands the pattern of the part that is meant.
READINGS = {
    "mercurial": _reading(
        "//table[@class='bigtable']/tbody/tr",
        title="td[3]/a",
        link="td[3]/a/@href",
        date="td[1]",
        author="td[2]",
        other="td[3]/span[@class='phase']",
    ),
    "cgit": _reading(
        "//table[contains(@class,'list')]//tr[td/a[contains(@href,'/commit/')]]",
        title="td[2]/a",
        link="td[2]/a/@href",
        date="td[1]",
        author="td[3]",
        other=("td[4]", "td[5]"),
    ),
    "gitweb": _reading(
        "//table[@class='commit_search']//tr[td/a[contains(@class,'subject')]]",
        title="td[3]/a[1]",
        link="td[3]/a[1]/@href",
        date="td[1]",
        author="td[2]",
        snippet="td[3]/br[last()]/preceding-sibling::node()[preceding-sibling::br][normalize-space()]",
    ),
    "fossil": _reading(
        "//div[@class='searchResult']/ol/li | //ol/li[p/a][.//span[@class='snippet']]",
        title="p/a",
        link="p/a/@href",
        snippet=".//span[@class='snippet']##(.*) \\(\\d{4}-\\d\\d-\\d\\d\\)\\Z",
        date=".//span[@class='snippet']/small[last()]##\\(([\\d-]+)\\)",
    ),
    "mediawiki": _reading(
        "//li[contains(@class,'mw-search-result')]",
        title=".//div[@class='mw-search-result-heading']/a",
        link=".//div[@class='mw-search-result-heading']/a/@href",
        snippet=".//div[@class='searchresult']",
        size=".//div[@class='mw-search-result-data']##\\A(\\S+ k?i?o(?:ctets)?)",
        other=".//div[@class='mw-search-result-data']##(\\([^)]*mots?\\))",
        date=".//div[@class='mw-search-result-data']## - (.*)",
    ),
    "dokuwiki": _reading(
        "//div[@class='search_fullpage_result']",
        title="dt/a",
        link="dt/a/@href",
        other=".//span[@class='hits']",
        date=".//time",
        snippet="dd[@class='snippet']",
    ),
    "htdig": _reading(
        "//dl[dt/strong/a]",
        title="dt/strong/a",
        link="dt/strong/a/@href",
        snippet="dd/text()[following-sibling::em] | dd/strong",
        breadcrumb="dd/em/a",
        date="dd/font##\\A(\\S+),",
        size="dd/font##(\\d+ bytes)",
    ),
    "kiwix": _reading(
        "//div[@class='results']//li",
        title="a",
        link="a/@href",
        snippet="cite",
        other=("div[@class='book-title']", "div[@class='informations']"),
    ),
    "public_inbox": _reading(
        "//pre/b[a]",
        title="a",
        link="a/@href",
        number="preceding-sibling::text()[1]##(\\d+)\\.\\s*\\Z",
        author="following-sibling::text()[1]##- by (.*?) @",
        date="following-sibling::text()[1]##@ (.*?)\\s+\\[",
        other="following-sibling::text()[1]##(\\[\\s*\\d+%\\])",
    ),
    "apache": _reading(
        "//table//tr[td/a]",
        title="td[2]/a",
        link="td[2]/a/@href",
        date="td[3]",
        size="td[4]",
        type="td[5]",
    ),
    "oscar": _reading(
        "//article[@class='product_pod']",
        title="h3/a",
        link="h3/a/@href",
        image=".//img/@src",
        rating="p[contains(@class,'star-rating')]/@class##star-rating (.*)",
        price=".//p[@class='price_color']",
        other=".//p[contains(@class,'availability')]",
    ),
    "spirit": _reading(
        "//div[contains(@class,'layout__topics__topic')]",
        title=".//a[contains(@class,'topic__link')]",
        link=".//a[contains(@class,'topic__link')]/@href",
        type="div[@class='topic__category']",
        other="div[@class='topic__comments']",
        date="div[@class='topic__date']",
    ),
    "wiki": _reading(
        "//tr[td/p[@class='muted']]",
        title="td[1]/a[last()]/text()",
        link="td[1]/a[last()]/@href",
        breadcrumb="td[1]/a[last()]/small",
        snippet="td[1]/p",
        date="td[2]",
    ),
    "trac": _reading(
        "//dl[@id='results']/dt",
        title="a",
        link="a/@href",
        snippet="following-sibling::dd[1]",
        author="following-sibling::dd[2]/span[@class='trac-author']",
        date="following-sibling::dd[2]/span[@class='date']",
    ),
    "papis": _reading(
        "//table[@id='pub_table']/tbody/tr",
        title="td[1]//div[@class='fw-bold']/span",
        link="td[1]//div[@class='fw-bold']/a/@href",
        author="td[1]/div/span[1]",
        other=("td[1]/div/span[2]", "td[2]/a[1]/span"),
        date="td[2]/span[contains(@class,'papis-year')]",
    ),
    "nikola": _reading(
        "//article[contains(@class,'h-entry')]",
        title=".//h1/a",
        link=".//h1/a/@href",
        author=".//span[@itemprop='author']",
        date=".//time",
        snippet=".//div[contains(@class,'entry-summary')]//p[not(@class='more')]",
    ),
    "pelican": _reading(
        "//ol[@id='posts-list']/li/article | //aside[@id='featured']/article",
        title=".//h1/a",
        link=".//h1/a/@href",
        date=".//abbr[@class='published']##(\\d{4}年.*)",
        author=".//address/a",
        type=".//footer/p[not(starts-with(., 'tags'))]/a",
        other=".//footer/p[starts-with(., 'tags')]/a",
        snippet="p | div/p",
    ),
    "appbuilder": _reading(
        "//table[contains(@class,'table')]//tr[td[6]]",
        title="td[2]",
        link="td[1]//a/@href",
        author="td[3]",
        other="td[4]",
        price="td[5]",
        date="td[6]",
    ),
    "media": _reading(
        "//div[@class='tile']",
        title=".//h3/a",
        link=".//h3/a/@href",
        image=".//img/@src",
        author=".//a[@class='ch']",
        other=(".//span[@class='len']", ".//div[@class='line']/span[1]"),
        date=".//div[@class='line']/span[2]",
    ),
    "estate": _reading(
        "//li[@class='listing']",
        title="h2/a",
        link="h2/a/@href",
        image="img/@data-src",
        type="p[@class='kind']",
        price="strong",
        other=("ul/li[1]", "ul/li[2]", "p[@class='where']"),
        snippet="p[not(@class)]",
        date="small##el (.*)",
    ),
    "shop": _reading(
        "//div[@class='card']",
        title="a[@class='name']",
        link="a[@class='name']/@href",
        image=".//img/@src",
        rating="span[@class='stars']/@aria-label",
        price=".//span[@class='now']",
        author="div[@class='by']##by (.*)",
        other=("span[@class='n']", ".//s[@class='was']"),
    ),
    "rated_width": _rated("div/div/@style##width:(.*)"),
    "rated_glyphs": _rated("span"),
    "rated_icons": _rated(
        "count(.//i[@class='fa fa-star']) + 0.5 * count(.//i[contains(@class,'half')])"
    ),
    "rated_declared": _rated(".//meta[@itemprop='ratingValue']/@content"),
    "rated_drawn": _rated(
        "count(.//use[contains(@href,'#star') and not(contains(@href,'empty'))])"
    ),
    "rated_data": _rated("div/@data-score"),
    "papers": _reading(
        "//div[@class='row']",
        number="span[@class='n']",
        title="div[@class='t']/a",
        link="div[@class='t']/a/@href",
        author="i",
        other=("span[@class='src']", "span[@class='c']"),
        snippet="p[@class='a']",
    ),
}


def labelled(program: str, url: str, body: bytes) -> list[list[tuple[str, str]]]:
    """Return the records of a program's page: for each its texts, with what they are."""
    root: Any = html.document_fromstring(body, parser=html.HTMLParser(encoding="utf-8"))
    reading = READINGS[program]
    return [
        [
            (label, _told(label, text, url))
            for label, paths in reading.labels.items()
            for path in paths
            for text in _texts(record, path, is_one=label == "snippet")
        ]
        for record in root.xpath(reading.records)
    ]


def _told(label: str, text: str, url: str) -> str:
    """Return what a label says: an address whole, a rating as what a reader sees of five stars."""
    if label in ("link", "image"):
        return urljoin(url, text)
    if label != "rating":
        return text
    if text in _RATING_WORDS:
        return f"{_RATING_WORDS.index(text) + 1}/5"
    number = re.match(r"[\d.]+", text)
    rating = float(number[0]) if number else text.count("★")
    return f"{rating / 20 if text.endswith('%') else rating:g}/5"


def _texts(record: Any, path: str, *, is_one: bool) -> list[str]:
    """Return what a path finds in a record, white space folded, by its pattern where it has one."""
    path, _, pattern = path.partition("##")
    nodes = record.xpath(path)
    if isinstance(nodes, float):
        return [f"{nodes:g}"]
    found = [
        " ".join((node if isinstance(node, str) else node.text_content()).split()) for node in nodes
    ]
    texts = [" ".join(found)] if is_one and found else found
    if pattern:
        matches = (re.search(pattern, text) for text in texts)
        texts = [" ".join(match[1].split()) for match in matches if match]
    return [text for text in texts if text]
