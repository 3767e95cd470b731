"""Answers that need no engine: sums, units and days, by libraries (simpleeval, Pint, dateparser).

What is typed comes from strangers: its length, its signs and the size of numbers are bounded before
a library sees it.
"""

import ast
import math
import operator
import re
from datetime import date
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from django.utils.formats import date_format, number_format
from django.utils.timesince import TIME_STRINGS

from discovery.lexicon.words import any_text, lexicon
from metasearch.search.dates import A_DAY, day_meant

if TYPE_CHECKING:
    from pint import UnitRegistry

# Longer queries are no sums. Guess: a line of a pocket calculator, several times over.
MAX_LENGTH = 100
# Digits shown of what is calculated: binary fractions are exact to some fifteen.
SUM_DIGITS = 12
UNIT_DIGITS = 6
_NUMBER = r"\d[\d.,]*"
_SUM = re.compile(r"(?:[\d\s.,+*/()%−×÷·^-]|\b(?:sqrt|sin|cos|tan|log|ln|exp|abs|pi|e)\b)+")
# Dates, telephone numbers, ISBN, DOI: numbers joined by marks. Short ones may be sums; a sum with a
# day in it is none.
_CODE = re.compile(r"[\d.]+(?:[-/.][\d.]+)+|(?:.*\D)?\d{4}-\d\d-\d\d(?:\D.*)?")
_SHORT = re.compile(r"\d{1,3}[-/]\d{1,3}")
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-"})
_UNIT = r"[°µ]?[^\W\d_]{1,20}(?:/[^\W\d_]{1,20})?[²³]?"
# Between the two units stands any short word or sign ("in", "nach", "="). Without a number every
# third query would look like one, and the first of them wait for Pint to be loaded.
_UNITS = re.compile(rf"(-?{_NUMBER})\s*({_UNIT})\s+\S{{1,6}}\s+({_UNIT})")
# What people write for degrees, where Pint has other units of that name.
_DEGREES = {"c": "degC", "f": "degF", "°c": "degC", "°f": "degF"}
_DAY = r"\d{4}-\d{2}-\d{2}"
_SPAN = re.compile(rf"({_DAY})\s*[-−–]\s*({_DAY})")
_LATER = re.compile(r"(.{3,40}?)\s+([+−-])\s*(\d{1,5}\s?[^\W\d_]{1,20})")
_UNTIL, _SINCE = any_text(lexicon().dates.until), any_text(lexicon().dates.since)
_DAYS_TO = re.compile(rf"([^\W\d_]{{2,20}})\s(?:({_SINCE})|{_UNTIL})\s(.{{3,40}})", re.IGNORECASE)
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
    # Of floating point: whole numbers would grow without end.
    ast.Pow: lambda base, power: float(base) ** float(power),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_FUNCTIONS = {
    **{name: getattr(math, name) for name in ("sqrt", "sin", "cos", "tan", "exp")},
    "log": math.log10,
    "ln": math.log,
    "abs": abs,
}


def calculated(query: str) -> str:
    """Return what a query asks to calculate or to convert, with its result, "" for any other.

    >>> calculated("2 + 3 × 4"), calculated("20% * 50"), calculated("5 km in miles")
    ('2 + 3 × 4 = 14', '20% * 50 = 10', '5 km = 3.10686 mi')
    >>> [calculated(each) for each in ("978-3-16-148410-0", "9^9^9^9", "42", "2026-11-28 - 90")]
    ['', '', '', '']
    >>> calculated("2026-11-28 + 90 days"), calculated("2026-12-24 - 2026-11-28")
    ('2026-11-28 + 90 days = Friday, Feb. 26, 2027', 'Nov. 28, 2026 – Dec. 24, 2026: 26 days')
    """
    # One line: of several the library warns, with the query in the log.
    text = " ".join(query.split()).removesuffix("=").strip()
    if len(text) > MAX_LENGTH:
        return ""
    if (days := _of_days(text)) is not None:
        return days
    if _SUM.fullmatch(text) and (not _CODE.fullmatch(text) or _SHORT.fullmatch(text)):
        return _sum(text)
    conversion = _UNITS.fullmatch(text)
    return _converted(*conversion.groups()) if conversion else ""


def _sum(text: str) -> str:
    # Loaded by who calculates: not at the start of the product.
    from simpleeval import InvalidExpression, SimpleEval

    plain = re.sub(_NUMBER, lambda found: _plain(found[0]), text.translate(_SIGNS))
    plain = re.sub(r"%(?!\s*[\d(])", "/100", plain).replace("^", "**")
    sums = SimpleEval(dict(_OPERATORS), dict(_FUNCTIONS), {"pi": math.pi, "e": math.e})
    try:
        parsed = sums.parse(plain)
        if not any(isinstance(part, ast.BinOp | ast.Call) for part in ast.walk(parsed)):
            return ""
        result = sums.eval(plain, parsed)
        return f"{text} = {_shown(float(result), SUM_DIGITS)}"
    except (InvalidExpression, SyntaxError, ArithmeticError, ValueError, TypeError, RecursionError):
        return ""


def _of_days(text: str) -> str | None:
    """Return the answer to a question about days, "" where there is none, None for any other."""
    try:
        if span := _SPAN.fullmatch(text):
            return _days_between(*sorted(map(date.fromisoformat, span.groups())))
        if later := _LATER.fullmatch(text):
            begin, sign, amount = later.groups()
            start = day_meant(begin, date.today())
            end = start and day_meant(amount, start, is_past=sign != "+")
            return f"{text} = {date_format(end, 'l')}, {date_format(end)}" if end else None
        if asked := _DAYS_TO.fullmatch(text):
            unit, since, day = asked.groups()
            today = date.today()
            meant = day_meant(day, today, is_past=bool(since))
            if meant and day_meant(f"1 {unit}", today) == today + A_DAY:
                return _days_between(*sorted((today, meant)))
    except (ValueError, OverflowError):
        return ""
    return None


def _days_between(start: date, end: date) -> str:
    days = TIME_STRINGS["day"] % {"num": (end - start).days}
    return f"{date_format(start)} – {date_format(end)}: {days}"


def _converted(number: str, unit: str, wanted: str) -> str:
    from pint.errors import PintError

    registry = _registry()
    try:
        given, asked = (
            registry.parse_units(_DEGREES.get(name.casefold(), name)) for name in (unit, wanted)
        )
        quantity = registry.Quantity(float(_plain(number)), given)
        result = quantity.to(asked)
        amounts = (
            f"{_shown(each.magnitude, UNIT_DIGITS)} {each.units:~P}" for each in (quantity, result)
        )
        return " = ".join(amounts)
    except (PintError, ArithmeticError, ValueError, TypeError, AttributeError):
        return ""


@cache
def _registry() -> "UnitRegistry[float]":
    # Half a second, the first time.
    from pint import UnitRegistry

    return UnitRegistry()


def _plain(number: str) -> str:
    """Return a number as Python reads it: three digits after a comma are thousands.

    >>> _plain("1,000"), _plain("3,5"), _plain("1,234.5"), _plain("007")
    ('1000', '3.5', '1234.5', '7')
    """
    if re.fullmatch(r"\d+,\d{1,2}|\d+,\d{4,}", number):
        number = number.replace(",", ".")
    return number.replace(",", "").lstrip("0") or "0"


def _shown(number: float, digits: int) -> str:
    """Return a number with `digits` at most, as the language writes it. Raises `ValueError`."""
    if not math.isfinite(number):
        raise ValueError("no number")
    rounded = f"{number:.{digits}g}"
    # What has a power of ten is written alike in all languages.
    return rounded if "e" in rounded else number_format(Decimal(rounded), force_grouping=True)
