"""The words of a record's details: prices, sizes, bylines, and labels of advertisements."""

import re

PRICE = re.compile(
    r"(?:[$€£¥₹₽₩]|\b(?:USD|EUR|GBP|CHF|CAD|AUD))\s?\d[\d.,' ]{0,14}"
    r"|\b\d[\d.,' ]{0,14}(?:[€£¥₹₽₩]|USD|EUR|GBP|CHF|kr\b|zł|Kč|руб)"
)
# Searched for before the price's pattern, which tries every character of every snippet.
CURRENCY_SIGNS = frozenset("$€£¥₹₽₩")
CURRENCY_NAMES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD", "kr", "zł", "Kč", "руб")
# Begins with the digit and looks back from there: beginning with `\b` takes twice as long.
FILE_SIZE = re.compile(
    r"\d(?<=\b\d)[\d.,]{0,14}\s?(?:bytes?\b|[KMG]i?B|[kKMG]o?\b|[Oo]ctets|Byte|[Бб]айт|[КМГ]Б\b"
    r"|[Bb]ajt|バイト|字[节節]|바이트|بايت)"
)
# "by Ann Ode", at the beginning of a text.
BYLINE = re.compile(
    r"(?:by|author:|von|par|por|di|door)\s{1,3}([^\W\d_][^,|·•()\d]{1,60})", re.IGNORECASE
)
# A class that names the author, not what introduces or pictures him ("meta-prep-author").
AUTHOR_MARKS = re.compile(r"author|byline", re.IGNORECASE)
BESIDE_AUTHOR_MARKS = re.compile(
    r"prep|label|sep(?:arator)?\b|avatar|icon|image|photo|date", re.IGNORECASE
)
# The label of an advertisement, alone or before the name of the advertiser. French forums say
# "Annonce :" before the title of what all should read.
ADVERTISEMENT_LABEL = re.compile(
    r"\W{0,3}(?:(?:ad|ads|advert|advertisements?|advertising|sponsored|sponsors?|promoted|paid"
    r"|featured)(?:\s(?:links?|results?|listings?|sites?|matches|by))?|sponsor(?:ed)? matches"
    r"|anzeigen?|gesponserte?(?:\slinks?|\sergebnisse)?|werbung|annonces?(?!\s?:)|publicité"
    r"|sponsorisée?"
    r"|liens?\s(?:commercia(?:l|ux)|sponsorisés?)|anuncios?|patrocinad[oa]s?|publicidad"
    r"|(?:enlaces?|links?|resultados?|vínculos?)\spatrocinados?|pubblicità|sponsorizzat[oi]"
    r"|collegament[oi]\ssponsorizzat[oi]|annunci?o?|advertentie|gesponsorde?(?:\s(?:links?|koppelingen))?"
    r"|annonser?|sponsrade?(?:\slänkar)?|sponsoreret|sponset|mainos|реклама|reklamy?"
    r"|linki?\ssponsorowane?|広告|スポンサー(?:リンク|サイト)?|广告|推广(?:链接)?|赞助商链接|廣告|贊助(?:商連結)?"
    r"|광고|스폰서\s?링크|파워링크|إعلان(?:ات)?|reklam)\W{0,3}"
    r"(?:(?:by|von|par|por|da|door|av|af)\b.{0,40}|[›»·•|:–—-]\s.{1,50})?\Z",
    re.IGNORECASE,
)
