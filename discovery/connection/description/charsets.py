"""Charsets by the names that the web uses, and text written in them as a browser writes it."""

import codecs
from types import MappingProxyType

from w3lib.encoding import resolve_encoding

DEFAULT_CHARSET = "utf-8"
# Names of the WHATWG Encoding standard (section 4.2) and the Python codec that *writes* each.
CODECS = MappingProxyType(
    {
        "utf-8": "utf-8",
        "ibm866": "cp866",
        **{f"iso-8859-{part}": f"iso8859-{part}" for part in (*range(2, 9), 10, 13, 14, 15, 16)},
        "koi8-r": "koi8-r",
        "koi8-u": "koi8-u",
        "macintosh": "mac-roman",
        "windows-874": "cp874",
        **{f"windows-{page}": f"cp{page}" for page in range(1250, 1259)},
        "x-mac-cyrillic": "mac-cyrillic",
        "gbk": "gbk",
        "gb18030": "gb18030",
        "big5": "cp950",
        "euc-jp": "euc_jp",
        "iso-2022-jp": "iso2022_jp",
        "shift_jis": "cp932",
        "euc-kr": "cp949",
    }
)
# Labels that `resolve_encoding` does not know, or reads with a codec wider than what is written.
_ALIASES = MappingProxyType(
    {
        "gb2312": "gbk",
        "x-gbk": "gbk",
        "big5hkscs": "big5",
        "iso-8859-8-i": "iso-8859-8",
        # HTML, section 4.10.22.5: a form is never sent in UTF-16.
        "utf-16": "utf-8",
        "utf-16-le": "utf-8",
        "utf-16-be": "utf-8",
    }
)
_NAMES = MappingProxyType({codecs.lookup(codec).name: name for name, codec in CODECS.items()})


def web_charset(label: str | None) -> str | None:
    """Return the web's name of a charset given by any label or Python codec, None if unknown.

    >>> web_charset("Latin1"), web_charset("cp932"), web_charset("UTF-16"), web_charset("rot13")
    ('windows-1252', 'shift_jis', 'utf-8', None)
    """
    for name in (label, resolve_encoding(label) if label else None):
        key = (name or "").strip().lower()
        if key in CODECS:
            return key
        if key in _ALIASES:
            return _ALIASES[key]
        try:
            codec = codecs.lookup(key).name
        except (LookupError, ValueError):
            continue
        found = _ALIASES.get(codec) or _NAMES.get(codec)
        if found:
            return found
    return None


def encode_text(text: str, charset: str) -> bytes:
    """Return `text` in the web charset, what it lacks as `&#NNN;` (HTML, section 4.10.22.7).

    >>> encode_text("é€漢", "windows-1252")
    b'\\xe9\\x80&#28450;'
    """
    # Browsers hold scalar values: half a surrogate pair is sent as the replacement character.
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.encode(CODECS[charset], "xmlcharrefreplace")
