"""What a control is for, told by its name, its label and its choices.

Words after the usage of search engines on the web in its larger languages; details ours.
"""

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType

from discovery.connection.description import ParameterOption, ParameterRole

# A choice list is of a kind when so many of its choices are. Guess: "any" and "all" stand among
# them, and little else.
MIN_SHARE = 0.6
# One language code or one period alone proves nothing.
MIN_CHOICES = 2

# Names as engines use them, in lower case without separators.
_NAMES = MappingProxyType(
    {
        ParameterRole.LANGUAGE: "lang|lng|language|locale|hl|lr|setlang|uselang|langid|"
        "languagecode|sprache|langue|idioma|lingua|taal|sprak|jezyk|kl",
        ParameterRole.DATE: "date|daterange|datefilter|period|periode|time|timerange|timespan|"
        "when|tbs|year|month|days|since|until|datefrom|dateto|fromdate|todate|yearfrom|yearto|age|"
        "datum|zeitraum|jahr|annee|fecha|anno|anio|ano|published|pubdate|recent",
        ParameterRole.CATEGORY: "cat|category|categories|categoryid|catid|topic|section|scope|type|"
        "kind|collection|department|dept|genre|subject|channel|source|kategorie|rubrik|categorie|"
        "categoria|rubrique|seccion|tema|posttype|contenttype|doctype|where|searchin|area|index|db",
        ParameterRole.SAFE_SEARCH: "safe|safesearch|adult|adlt|safemode|familyfilter|family|"
        "adultfilter|nsfw|filteradult",
        ParameterRole.PAGE_SIZE: "num|limit|count|perpage|pagesize|rows|rpp|hitsperpage|"
        "resultsperpage|hits|maxresults|pagelength|size|itemsperpage|nresults|hitsnum|max|n",
        ParameterRole.SORT: "sort|sortby|order|orderby|sortorder|sorting|rank|ranking|sortierung|"
        "tri|orden|ordine|dir|sorttype",
    }
)
_LABELS = MappingProxyType(
    {
        ParameterRole.LANGUAGE: r"language|sprache|langue|idioma|lingua|taal|språk|sprog|kieli|"
        r"język|jazyk|язык|мова|dil\b|言語|语言|語言|언어|لغة|שפה",
        ParameterRole.SAFE_SEARCH: r"safe ?search|adult (?:content|filter)|family filter|explicit|"
        r"familienfilter|контент для взрослых|セーフサーチ|安全搜索|安全搜尋",
        ParameterRole.PAGE_SIZE: r"per page|results? (?:to )?(?:show|display)|number of (?:results|"
        r"hits)|pro seite|par page|por página|per pagina|на странице|表示件数|件ずつ|每页|每頁",
        ParameterRole.SORT: r"sort|order by|sortier|trier|ordenar|ordina|sorter|sortera|sorteer|"
        r"сортир|並べ替え|並び順|排序|정렬",
        ParameterRole.DATE: r"\bdate\b|\byear\b|period|time ?(?:range|frame)|\bdatum\b|zeitraum|"
        r"\bjahr\b|\bfecha\b|\baño\b|\bannée\b|période|дата|период|год\b|期間|日付|日期|时间|時間|기간|날짜",
        ParameterRole.CATEGORY: r"categor|kategor|rubri[kq]|section|topic|thema\b|\btema\b|bereich|"
        r"search in\b|suche in\b|rechercher dans|buscar en|cerca in\b|категор|раздел|рубрик|"
        r"カテゴリ|分类|分類|类别|類別|카테고리|분류",
    }
)
# ISO 639 codes of the languages that pages are written in, alone or with a region.
_LANGUAGE_CODE = re.compile(
    r"(?:lang[_-])?(?:aa|ab|af|am|ar|as|az|be|bg|bn|bo|br|bs|ca|cs|cy|da|de|el|en|eo|es|et|eu|fa|fi|"
    r"fo|fr|fy|ga|gd|gl|gu|he|hi|hr|hu|hy|id|is|it|ja|jv|ka|kk|km|kn|ko|ku|ky|la|lb|lo|lt|lv|mg|mi|"
    r"mk|ml|mn|mr|ms|mt|my|nb|ne|nl|nn|no|oc|or|pa|pl|ps|pt|ro|ru|rw|sa|sd|si|sk|sl|so|sq|sr|su|sv|"
    r"sw|ta|te|tg|th|tk|tl|tr|tt|ug|uk|ur|uz|vi|xh|yi|zh|zu|eng|deu|ger|fra|fre|spa|ita|rus|por|jpn|"
    r"chi|zho|kor|ara|nld|dut|swe|pol)(?:[_-](?:[a-z]{2}|hans|hant|latn|cyrl))?",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"(?:past|last|within|letzten?|derni[eè]re?s?|[uú]ltim[oa]s?|ultim[oi]|за)\b.{0,20}|"
    r"(?:19|20)\d\d|\d{1,3}[ _-]?(?:h|d|w|m|y|hours?|days?|weeks?|months?|years?)|"
    r"today|yesterday|(?:this )?(?:day|week|month|year)|qdr:[hdwmy]\d*",
    re.IGNORECASE,
)
_SAFE_CHOICE = re.compile(r"strict|moderate|safe|off|on|none|streng|mittel|aus", re.IGNORECASE)
_SAFE_PROOF = re.compile(r"strict|moderate|streng", re.IGNORECASE)
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_NAME_PATTERNS = MappingProxyType({role: re.compile(pattern) for role, pattern in _NAMES.items()})
_LABEL_PATTERNS = MappingProxyType(
    {role: re.compile(pattern, re.IGNORECASE) for role, pattern in _LABELS.items()}
)


def recognise_role(
    name: str, label: str, options: Sequence[ParameterOption]
) -> ParameterRole | None:
    """Return what a control is for, None when nothing tells.

    Choices speak first (they cannot be named wrongly), then the label, then the name.

    >>> recognise_role("x", "", [ParameterOption("en"), ParameterOption("de")])
    <ParameterRole.LANGUAGE: 'language'>
    >>> recognise_role("results_per_page", "", ()) is ParameterRole.PAGE_SIZE
    True
    """
    for role, of_kind in _CHOICES:
        if of_kind(options):
            return role
    for role, pattern in _LABEL_PATTERNS.items():
        if label and pattern.search(label):
            return role
    # "filter[lang]", "ctl00$sort" and "search_type": the last part of a name says what it is.
    parts = [part for part in _SEPARATORS.split(name.lower()) if part]
    for candidate in ("".join(parts), "".join(parts[-2:]), "".join(parts[-1:])):
        for role, pattern in _NAME_PATTERNS.items():
            if pattern.fullmatch(candidate):
                return role
    return None


def _are_languages(options: Sequence[ParameterOption]) -> bool:
    """Whether the values are language codes."""
    return _share(options, lambda option: bool(_LANGUAGE_CODE.fullmatch(option.value)))


def _are_periods(options: Sequence[ParameterOption]) -> bool:
    """Whether the choices are years or spans of time before now."""
    return _share(
        options,
        lambda option: bool(_PERIOD.fullmatch(option.label) or _PERIOD.fullmatch(option.value)),
    )


def _are_safe_levels(options: Sequence[ParameterOption]) -> bool:
    """Whether the choices are levels of a filter, at least one by its own word."""
    texts = [f"{option.value} {option.label}" for option in options]
    return any(_SAFE_PROOF.search(text) for text in texts) and _share(
        options, lambda option: bool(_SAFE_CHOICE.search(f"{option.value} {option.label}"))
    )


def _share(options: Sequence[ParameterOption], test: Callable[[ParameterOption], bool]) -> bool:
    """Whether the test holds for enough of the choices that have a value."""
    valued = [option for option in options if option.value]
    passed = sum(test(option) for option in valued)
    return passed >= MIN_CHOICES and passed >= MIN_SHARE * len(valued)


_CHOICES: tuple[tuple[ParameterRole, Callable[[Sequence[ParameterOption]], bool]], ...] = (
    (ParameterRole.SAFE_SEARCH, _are_safe_levels),
    (ParameterRole.LANGUAGE, _are_languages),
    (ParameterRole.DATE, _are_periods),
)
