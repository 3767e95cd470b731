"""Dates as records show them, in the web's larger languages."""

import re
from itertools import islice

# Beginnings of the names of months; what follows them is the ending of a case or of the word.
_MONTHS = tuple(
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
_DATE = re.compile(
    rf"\b{_YEAR}([-/.])\d\d?\1\d\d?\b"
    r"|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b\d{1,2}\.\s\d{1,2}\.\s(?:19|20)\d\d\b"
    r"|(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    r"|\b\d{1,2}\stháng\s\d{1,2}(?:,|\snăm)\s(?:19|20)\d\d\b"
    r"|\d{1,2}\s?(?:分|時間|日|週間|か月|年|小时|天|周|个月|시간|일|주|개월|년)\s?(?:前|전)",
    re.IGNORECASE,
)
_RELATIVE_DATE = re.compile(
    r"(?<!\w)\d{1,2}\s(?:minutes?|hours?|days?|weeks?|months?|years?)\sago\b"
    rf"|(?<!\w)\d{{1,2}}\s(?:{_UNITS})\s(?:fa|geleden|atrás|назад)\b"
    rf"|(?<!\w)(?:vor|il\sy\sa|hace|h[áa])\s\d{{1,2}}\s(?:{_UNITS})\b",
    re.IGNORECASE,
)
# One of these stands in every such date: looked for first, since it takes no time.
_AGO = (" ago", " fa", " geleden", " atrás", " назад", "vor ", "il y a ", "hace ", "há ", "ha ")
_NAMED_DATE = re.compile(
    rf"(?<!\w)\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s(?:de\s|of\s)?{_NAME}\.?,?\s(?:de\s)?{_YEAR}\b"
    rf"|(?<!\w){_NAME}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s{_YEAR}\b"
    rf"|(?<!\w){_YEAR}\.?\s{_NAME}\.?\s\d{{1,2}}\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_COUNT = re.compile(r"\d\s")
# What every other date has: a year, two numbers beside a mark, the sign for "before".
_SIGN = re.compile(r"(?:19|20|١٩|٢٠)[0-9٠-٩]{2}|\d[./]\d|\d\s?\w{1,3}\s?[前전]")
# Signs of one text that are looked at, and characters around each. Guess: real dates have thirty.
MAX_SIGNS = 20
REACH = 32


def date_in(text: str) -> str:
    """Return the first date that a text shows, or nothing.

    >>> date_in("Anna, 3. Mai 2004: tea"), date_in("12 de marzo de 2011"), date_in("3日前")
    ('3. Mai 2004', '12 de marzo de 2011', '3日前')
    >>> date_in("room 2004"), date_in("3 days of rain")
    ('', '')
    """
    digit = _DIGIT.search(text)
    if digit is None:
        return ""
    found = _absolute(text, digit.start())
    lowered = text.lower() if _COUNT.search(text, digit.start()) else ""
    if any(word in lowered for word in _AGO):
        ago = _RELATIVE_DATE.search(text)
        if ago is not None and (found is None or ago.start() < found.start()):
            found = ago
    return "" if found is None else found[0].strip()


def _absolute(text: str, first_digit: int) -> re.Match[str] | None:
    """Return the first date by the calendar, or some days before.

    Looked for around the signs alone: the long patterns take their time at each character.
    """
    for sign in islice(_SIGN.finditer(text, first_digit), MAX_SIGNS):
        start, end = max(0, sign.start() - REACH), sign.end() + REACH
        match = _DATE.search(text, start, end)
        if match is not None:
            return match
        match = _NAMED_DATE.search(text, start, end)
        if match is not None and _is_month(next(filter(None, match.groups()))):
            return match
    return None


def _is_month(word: str) -> bool:
    """Return whether a word begins as the name of a month; Hebrew has "in" as its first letter."""
    return word.lower().removeprefix("ב").startswith(_MONTHS)
