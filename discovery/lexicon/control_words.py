"""The words by which the controls of a form say what they select, and the words of their choices.

Roles are named as `discovery.connection.ParameterRole` writes them, so that this folder imports
nothing. The order of the roles is the order in which they are tried.
"""

import re
from types import MappingProxyType

# Names of controls, as engines use them, in lower case without separators.
CONTROL_NAMES = MappingProxyType(
    {
        "language": "lang|lng|language|locale|hl|lr|setlang|uselang|langid|"
        "languagecode|sprache|langue|idioma|lingua|taal|sprak|jezyk|kl",
        "date": "date|daterange|datefilter|period|periode|time|timerange|timespan|"
        "when|tbs|year|month|days|since|until|datefrom|dateto|fromdate|todate|yearfrom|yearto|age|"
        "datum|zeitraum|jahr|annee|fecha|anno|anio|ano|published|pubdate|recent",
        "category": "cat|category|categories|categoryid|catid|topic|section|scope|type|"
        "kind|collection|department|dept|genre|subject|channel|source|kategorie|rubrik|categorie|"
        "categoria|rubrique|seccion|tema|posttype|contenttype|doctype|where|searchin|area|index|db",
        "safe-search": "safe|safesearch|adult|adlt|safemode|familyfilter|family|"
        "adultfilter|nsfw|filteradult",
        "page-size": "num|limit|count|perpage|pagesize|rows|rpp|hitsperpage|"
        "resultsperpage|hits|maxresults|pagelength|size|itemsperpage|nresults|hitsnum|max|n",
        "sort": "sort|sortby|order|orderby|sortorder|sorting|rank|ranking|sortierung|"
        "tri|orden|ordine|dir|sorttype",
    }
)
# What labels say, in any case.
CONTROL_LABELS = MappingProxyType(
    {
        "language": r"language|sprache|langue|idioma|lingua|taal|språk|sprog|kieli|"
        r"język|jazyk|язык|мова|dil\b|言語|语言|語言|언어|لغة|שפה",
        "safe-search": r"safe ?search|adult (?:content|filter)|family filter|explicit|"
        r"familienfilter|контент для взрослых|セーフサーチ|安全搜索|安全搜尋",
        "page-size": r"per page|results? (?:to )?(?:show|display)|number of (?:results|"
        r"hits)|pro seite|par page|por página|per pagina|на странице|表示件数|件ずつ|每页|每頁",
        "sort": r"sort|order by|sortier|trier|ordenar|ordina|sorter|sortera|sorteer|"
        r"сортир|並べ替え|並び順|排序|정렬",
        "date": r"\bdate\b|\byear\b|period|time ?(?:range|frame)|\bdatum\b|zeitraum|"
        r"\bjahr\b|\bfecha\b|\baño\b|\bannée\b|période|дата|период|год\b|期間|日付|日期|时间|時間|기간|날짜",
        "category": r"categor|kategor|rubri[kq]|section|topic|thema\b|\btema\b|bereich|"
        r"search in\b|suche in\b|rechercher dans|buscar en|cerca in\b|категор|раздел|рубрик|"
        r"カテゴリ|分类|分類|类别|類別|카테고리|분류",
    }
)
# ISO 639 codes of the languages that pages are written in, alone or with a region.
LANGUAGE_CODES = re.compile(
    r"(?:lang[_-])?(?:aa|ab|af|am|ar|as|az|be|bg|bn|bo|br|bs|ca|cs|cy|da|de|el|en|eo|es|et|eu|fa|fi|"
    r"fo|fr|fy|ga|gd|gl|gu|he|hi|hr|hu|hy|id|is|it|ja|jv|ka|kk|km|kn|ko|ku|ky|la|lb|lo|lt|lv|mg|mi|"
    r"mk|ml|mn|mr|ms|mt|my|nb|ne|nl|nn|no|oc|or|pa|pl|ps|pt|ro|ru|rw|sa|sd|si|sk|sl|so|sq|sr|su|sv|"
    r"sw|ta|te|tg|th|tk|tl|tr|tt|ug|uk|ur|uz|vi|xh|yi|zh|zu|eng|deu|ger|fra|fre|spa|ita|rus|por|jpn|"
    r"chi|zho|kor|ara|nld|dut|swe|pol)(?:[_-](?:[a-z]{2}|hans|hant|latn|cyrl))?",
    re.IGNORECASE,
)
# Years and spans of time before now, as a choice or its value says them.
PERIOD_CHOICE = re.compile(
    r"(?:past|last|within|letzten?|derni[eè]re?s?|[uú]ltim[oa]s?|ultim[oi]|за)\b.{0,20}|"
    r"(?:19|20)\d\d|\d{1,3}[ _-]?(?:h|d|w|m|y|hours?|days?|weeks?|months?|years?)|"
    r"today|yesterday|(?:this )?(?:day|week|month|year)|qdr:[hdwmy]\d*",
    re.IGNORECASE,
)
# Levels of a filter; words that nothing but such a filter has.
SAFE_SEARCH_CHOICE = re.compile(
    r"strict|moderate|safe|off|on|none|streng|mittel|aus", re.IGNORECASE
)
SAFE_SEARCH_PROOF = re.compile(r"strict|moderate|streng", re.IGNORECASE)
# ISO 639-2 and 639-3 codes, with their ISO 639-1 codes.
THREE_LETTER_CODES = MappingProxyType(
    {
        "ara": "ar",
        "chi": "zh",
        "zho": "zh",
        "ces": "cs",
        "cze": "cs",
        "dan": "da",
        "deu": "de",
        "ger": "de",
        "eng": "en",
        "spa": "es",
        "fin": "fi",
        "fra": "fr",
        "fre": "fr",
        "heb": "he",
        "hun": "hu",
        "ita": "it",
        "jpn": "ja",
        "kor": "ko",
        "nld": "nl",
        "dut": "nl",
        "nor": "no",
        "pol": "pl",
        "por": "pt",
        "rus": "ru",
        "swe": "sv",
        "tur": "tr",
        "ukr": "uk",
    }
)
# Names of languages as choices say them, case folded, with their ISO 639-1 codes.
LANGUAGE_NAMES = MappingProxyType(
    {
        "arabic": "ar",
        "العربية": "ar",
        "chinese": "zh",
        "中文": "zh",
        "czech": "cs",
        "čeština": "cs",
        "danish": "da",
        "dansk": "da",
        "german": "de",
        "deutsch": "de",
        "english": "en",
        "englisch": "en",
        "anglais": "en",
        "inglés": "en",
        "spanish": "es",
        "español": "es",
        "finnish": "fi",
        "suomi": "fi",
        "french": "fr",
        "français": "fr",
        "hebrew": "he",
        "עברית": "he",
        "hungarian": "hu",
        "magyar": "hu",
        "italian": "it",
        "italiano": "it",
        "japanese": "ja",
        "日本語": "ja",
        "korean": "ko",
        "한국어": "ko",
        "dutch": "nl",
        "nederlands": "nl",
        "norwegian": "no",
        "norsk": "no",
        "polish": "pl",
        "polski": "pl",
        "portuguese": "pt",
        "português": "pt",
        "russian": "ru",
        "русский": "ru",
        "swedish": "sv",
        "svenska": "sv",
        "turkish": "tr",
        "türkçe": "tr",
        "ukrainian": "uk",
        "українська": "uk",
    }
)
# What the case folded label of a choice says of the period before now.
PERIOD_LABELS = MappingProxyType(
    {
        "day": r"\b(?:day|today|24 ?h(?:ours?)?|tag|24 stunden|jour|24 heures|d[ií]a|giorno|dag)\b"
        r"|день|сутки|今天|過去 ?24|24 ?時間",
        "week": r"\b(?:week|7 days|woche|7 tage|semaine|semana|settimana|vecka|tydzień)\b"
        r"|недел|周|週",
        "month": r"\b(?:month|30 days|monat|30 tage|mois|mes|mês|mese|månad|maand|miesiąc)\b"
        r"|месяц|月",
        "year": r"\b(?:year|365 days|12 months|jahr|an|année|año|ano|anno|år|jaar|rok)\b|год|年",
    }
)
# The periods above as single numbers; any other number in a label means a longer one.
USUAL_PERIOD_NUMBERS = frozenset({"1", "7", "12", "24", "30", "365"})
# What the value of a choice says of it: one group for each of the periods, in their order.
PERIOD_VALUE = re.compile(
    r"(?:qdr:|past|last|1)?[_ -]?(?:(d|day|24h|24hours)|(w|week|7d)|(m|month|30d)|(y|year|365d))",
    re.IGNORECASE,
)
# What a choice, case folded, says of the level of a filter; the first that matches counts.
SAFE_SEARCH_WORDS = MappingProxyType(
    {
        "strict": r"\b(?:strict|streng|strikt|strenge|estricto|high|full|on|active|yes|an|ein)\b",
        "moderate": r"\b(?:moderate?|modéré|moderado|medium|mittel|mä(?:ß|ss)ig)\b",
        "off": r"\b(?:off|none|aus|disabled?|no|never|désactivé|desactivado|inactive)\b",
    }
)
# "All" in the words or the value of a choice.
EVERYTHING_CHOICE = re.compile(
    r"\W*(?:(?:all|any|every\w*|alles?|überall|tou(?:s|tes?|t)|tod[oa]s?|cualquier\w*|tutt[eio]"
    r"|ovunque|qualquer|overal|alla|allt|kaikki|wszystk\w+|vše\w*|všude|hepsi|tümü|všetk\w+"
    r"|все|всё|всюду|везде|усі|всі|összes|minden\w*|όλα|όλες|الكل|جميع|הכל|כל|semua|tất cả)"
    r"(?:\W|\Z)"
    r"|すべて|全て|全部|所有|전체|모두|ทั้งหมด)",
    re.IGNORECASE,
)
