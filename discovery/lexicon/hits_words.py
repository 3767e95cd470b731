"""The words of hits lines and pagers in many languages, as data.

Wu, Meng et al. 2003, section 2.6, name "found, returned, matches, results, etc." The list goes on
through the languages that search pages are written in. Each entry is the beginning of a word, case
folded; scripts without spaces match anywhere in the text.
"""

# What is counted, or that it was found.
HIT_STEMS = tuple(
    # English
    "result match hit found return document item record entr article product listing post topic "
    "thread file answer message book title video image photo event job offer package "
    # German, Dutch, Scandinavian
    "treffer ergebnis gefunden suchergebnis dokument eintr beitr artikel seiten produkt "
    "resulta gevonden träff resultat hittade fundet funnet poster annons "
    # Romance
    "résult trouvé réponse correspond occurrence encontr coincid registro documento producto "
    "risultat trovat corrispond rezultat găsi anunc "
    # Slavic and Baltic
    "результат найден нашл нашел нашё совпаден документ запис товар ответ знайден збіг "
    "wynik znalez pasując výsled nalez záznam nájd zadetk pronađ pogod резултат намерен "
    "rezultāt atrast rasta įraš "
    # Finno-Ugric, Turkish, Greek, Albanian
    "tulo osuma löyty tulemus leit találat eredmény sonuç bulun kayıt αποτελέσματ βρέθηκ εγγραφ "
    "rezultatet gjetur "
    # Semitic, Persian
    "نتيجة نتائج النتائج نتیجه نتایج مورد وثيقة תוצאות תוצאה נמצאו "
    # South and Southeast Asia
    "परिणाम नतीज ফলাফল முடிவுகள் kết tìm hasil ditemukan keputusan ผลการ ผลลัพธ์ รายการ พบ "
    # Vietnamese, Swahili, Basque, Catalan
    "matokeo emaitza resultats".split()
)
# Counters and nouns of scripts written without spaces.
HIT_SIGNS = (
    *("件", "検索結果", "ヒット", "該当", "見つかり", "结果", "結果", "条", "條", "筆", "笔", "项"),
    *("項", "找到", "搜索到", "검색결과", "결과", "건", "개의", "เรื่อง"),
)
# "page" in many languages: the number beside it counts pages, not matches.
PAGE_STEMS = (
    *("page", "pages", "pag", "pág", "seite", "pagin", "págin", "pàgin", "страниц", "сторінк"),
    *("стр", "stran", "stron", "str", "sivu", "sid", "side", "sidan", "oldal", "sayfa", "trang"),
    *("halaman", "σελίδ", "עמוד", "דף", "صفحة", "صفحه", "หน้า", "पृष्ठ", "lap", "leht", "puslap"),
)
PAGE_SIGNS = ("ページ", "页", "頁", "페이지", "쪽")
# Units of time: "in 0.12 seconds" counts nothing that was found.
TIME_STEMS = (
    *("s", "sec", "secs", "sek", "seg", "second", "sekund", "segund", "secunde", "ms", "msec"),
    *("millis", "milis", "сек", "мс", "sn", "saniye", "giây", "detik", "วินาที", "ثانية", "ثانیه"),
    *("שניות", "δευτερ", "mp", "másodperc", "minute", "minut", "hour", "day", "week", "month"),
    *("year", "ago", "jahr", "tag", "stund", "jour", "heure", "día", "hora", "год", "дн", "час"),
)
TIME_SIGNS = ("秒", "초", "分", "年", "月", "日", "년", "월", "일")
# What stands between the two ends of a range, besides dashes: "1 to 15", "1 bis 15".
RANGE_WORDS = frozenset(
    "to through thru till until - – — − ‐ ‑ ~ 〜 ～ .. ... … → bis à au a al alle e y et und and "
    "til till t/m tot tm до по do až ate até la ile ilâ と から 至 到 至第 から第 부터 إلى الى "
    "עד έωσ đến hingga sampai ถึง से".split()
)
# What stands between a part and the whole: "1-10 of about 200", "1-10 von 200", "1-10 из 200".
OF_WORDS = frozenset(
    "of out from von aus vom de des du di su sur en av af van aus iz из від od ze z / | with "
    "total insgesamt mal din dari daripada trong trên จาก من מתוך από kokonaisuudesta".split()
)
# Multipliers written as one sign after the number.
MULTIPLIERS = {"万": 10_000, "萬": 10_000, "만": 10_000, "億": 10**8, "亿": 10**8, "억": 10**8}
# "no matches": the words with which engines say that nothing was found (cues, never the rule).
NOTHING_WORDS = frozenset(
    "no not none zero kein nicht ohne aucun aucune pas rien sin não sem nem non nada geen niet "
    "inga inte intet ingen ei ole нет не нема няма brak nie nic nincs yok hiç bulunamadı δεν לא "
    "אין لا لم هیچ không nu nici niciun nav nėra ez ne nije nema pole tidak tiada नहीं कोई".split()
)
NOTHING_STEMS = tuple(
    "nothing unable couldn didn sorry unfortunately keine nichts leider désolé ningun ningún "
    "nenhum lamentabl nessun spiacent helaas ingent desværre tyvärr valitettavasti ничего нічого "
    "жодн нищо żadn žádn nenalez nenašl nenájd sajnos bulunam maalesef κανέν καμία".split()
)
NOTHING_SIGNS = (
    *(
        "ありません",
        "見つかりません",
        "該当なし",
        "ません",
        "没有",
        "沒有",
        "未找到",
        "无结果",
        "無結果",
    ),
    *("找不到", "查無", "없습니다", "없음", "못했습니다", "ไม่พบ"),
)
