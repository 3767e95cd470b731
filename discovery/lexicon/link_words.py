"""The words with which links to a search page speak of search, in their text or address."""

import re

# What links to a search page say, in their text or address, in the web's larger languages.
SEARCH_LINK_WORDS = re.compile(
    r"search|find|query|lookup|consult|such|recherch|cherch|buscar|b[úu]squeda|busca|pesquis|cerca|ricerc|"
    r"zoek|s[öo]k|s[øo]g|haku|etsi|hled|szukaj|wyszuk|keres|căuta|поиск|искать|пошук|търсене|αναζ|"
    r"ara\b|tìm|cari\b|検索|搜索|搜尋|搜寻|查询|查詢|검색|بحث|חיפוש|جستجو|ค้นหา|खोज|catalog|katalog|browse|database",
    re.IGNORECASE,
)
