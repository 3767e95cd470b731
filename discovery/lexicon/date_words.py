"""The words of dates: names of months, units of time, "ago", and the patterns built from them."""

import re

# Beginnings of the names of months; what follows them is the ending of a case or of the word.
MONTH_STEMS = tuple(
    (
        # English, German, French, Spanish, Portuguese, Italian, Romanian, Indonesian
        "jan feb mar mär apr may mai mei jun jul aug agu sep oct okt nov dec dez des janv févr avr "
        "juin juil août déc ene fev abr ago dic gen mag giu lug set out ott ian noi iun iul "
        # Dutch, Scandinavian, Finnish, Polish, Czech, Slovak, Hungarian, Turkish
        "mrt maj mars tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu "
        "sty lut kwi cze lip sie wrz paź lis gru led úno bře dub kvě čer srp zář říj pro "
        "ápr máj jún júl szep oca şub nis haz tem ağu eyl eki kas ara "
        # Russian, Ukrainian, Greek
        "янв фев мар апр мая май июн июл авг сен окт ноя дек січ лют бер кві тра чер лип сер вер "
        "жов лис гру ιαν φεβ μαρ απρ μαΐ μαϊ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ "
        # Arabic, Hebrew, Hindi
        "ينا فبر مار أبر ابر ماي يون يول أغس اغس سبت أكت اكت نوف ديس "
        "ינו פבר מרץ אפר מאי יונ יול אוג ספט אוק נוב דצמ "
        "जन फ़र फर मार्च अप्रै मई जून जुला अग सित अक्टू नव दिस "
    ).split()
)
# What may precede the name of a month in the same word: "in" in Hebrew.
MONTH_PREFIX = "ב"
# The name of a month, perhaps; Hindi writes vowels as signs that are no letters.
_NAME = "(\\w[\\w\u0900-\u0903\u093a-\u094f]{1,13})"
_YEAR = "(?:19|20|١٩|٢٠)[0-9٠-٩]{2}"
_UNITS = (
    "minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?"
    "|jahr(?:en?)?|heures?|jours?|semaines?|mois|ans?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?"
    "|m[eê]s|años?|anos?|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|uren|dag(?:en)?"
    "|we(?:ek|ken)|maand(?:en)?|jaar|минут\\w?|час\\w{0,2}|дн\\w{1,2}|день|недел\\w|месяц\\w{0,2}"
    "|год\\w?|лет"
)
# Dates in numbers, by the calendar or back from now, and scripts without spaces.
CALENDAR_DATE = re.compile(
    rf"\b{_YEAR}([-/.])\d\d?\1\d\d?\b"
    r"|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b\d{1,2}\.\s\d{1,2}\.\s(?:19|20)\d\d\b"
    r"|(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    r"|\b\d{1,2}\stháng\s\d{1,2}(?:,|\snăm)\s(?:19|20)\d\d\b"
    r"|\d{1,2}\s?(?:分|時間|日|週間|か月|年|小时|天|周|个月|시간|일|주|개월|년)\s?(?:前|전)",
    re.IGNORECASE,
)
# "3 days ago", "vor 3 Tagen".
RELATIVE_DATE = re.compile(
    r"(?<!\w)\d{1,2}\s(?:minutes?|hours?|days?|weeks?|months?|years?)\sago\b"
    rf"|(?<!\w)\d{{1,2}}\s(?:{_UNITS})\s(?:fa|geleden|atrás|назад)\b"
    rf"|(?<!\w)(?:vor|il\sy\sa|hace|h[áa])\s\d{{1,2}}\s(?:{_UNITS})\b",
    re.IGNORECASE,
)
# One of these stands in every relative date: searched for first, since it takes no time.
AGO_WORDS = (
    " ago",
    " fa",
    " geleden",
    " atrás",
    " назад",
    "vor ",
    "il y a ",
    "hace ",
    "há ",
    "ha ",
)
# A date with a name beside it, which must yet begin as that of a month.
NAMED_DATE = re.compile(
    rf"(?<!\w)\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s(?:de\s|of\s)?{_NAME}\.?,?\s(?:de\s)?{_YEAR}\b"
    rf"|(?<!\w){_NAME}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s{_YEAR}\b"
    rf"|(?<!\w){_YEAR}\.?\s{_NAME}\.?\s\d{{1,2}}\b",
    re.IGNORECASE,
)
# What every other date has: a year, two numbers beside a mark, the sign for "before".
DATE_SIGN = re.compile(r"(?:19|20|١٩|٢٠)[0-9٠-٩]{2}|\d[./]\d|\d\s?\w{1,3}\s?[前전]")
