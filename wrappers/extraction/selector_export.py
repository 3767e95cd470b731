"""A wrapper as an entry of selectors, as other metasearch engines keep them (XPath in YAML)."""

from wrappers.extraction.record_rule import RecordRule
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.wrapper import Wrapper

_TITLE_LINKS = {
    TitleKind.FIRST: "(descendant-or-self::a[@href][normalize-space()])[1]",
    TitleKind.HEADING: "(descendant::a[@href][ancestor::h1 or ancestor::h2 or ancestor::h3"
    " or ancestor::h4 or ancestor::h5 or ancestor::h6 or h1 or h2 or h3 or h4 or h5 or h6])[1]",
    TitleKind.LONGEST: "(descendant-or-self::a[@href][normalize-space()])[1]",
    TitleKind.SCRIPTED: "(descendant-or-self::*[@data-href or @data-url])[1]",
}


def selectors_of(wrapper: Wrapper) -> dict[str, str]:
    """Return the XPaths of a wrapper's first section by the names other engines give them.

    A run without an element of its own becomes its first element: such engines know no runs.
    """
    section = wrapper.sections[0]
    link = _title_link(section.titles[0])
    return {
        "results_xpath": _results(section),
        "url_xpath": f"{link}/@href",
        "title_xpath": link,
        "content_xpath": ".",
    }


def selectors_to_yaml(wrapper: Wrapper, name: str, search_url: str) -> str:
    """Return the entry in YAML; `search_url` holds `{query}` where the query goes.

    >>> _quoted("it's")
    "'it''s'"
    """
    fields = {
        "name": name,
        "engine": "xpath",
        "search_url": search_url,
        **selectors_of(wrapper),
    }
    lines = [f"{field}: {_quoted(value)}" for field, value in fields.items()]
    return "- " + "\n  ".join(lines) + "\n"


def _results(section: RecordRule) -> str:
    """Return the XPath of the records that have a title link."""
    path = section.keys[0].xpath()
    absolute = path if section.keys[0].rooted else "//" + path.removeprefix("descendant-or-self::")
    return f"{absolute}[{_title_link(section.titles[0])}]"


def _title_link(rule: TitleRule) -> str:
    """Return the XPath of the title link relative to its record."""
    if rule.kind is TitleKind.KEY and rule.key is not None:
        return f"({rule.key.xpath()})[1]"
    return _TITLE_LINKS[rule.kind]


def _quoted(text: str) -> str:
    """Return `text` as a single-quoted scalar of YAML."""
    return "'" + text.replace("'", "''") + "'"
