r"""The words by which forms say what they are for, in the languages of the web.

Two kinds: *words* that a reader sees (labels, buttons, headings) and *marks* that an author writes
(names, ids, classes, addresses). All patterns match lower-case text. Marks come through
`spaced_marks` of `discovery/forms`, so that `\b` stands between their parts. A language is added
by adding its stems; no rule knows one language from another.
"""

import re

# As readers see it. Looking back keeps visits ("besuchen", "bezoek", "besök"), trials, studies and
# requests ("versuchen", "onderzoek", "verzoek", "forsøk") out.
SEARCH_WORDS = re.compile(
    r"""
    \b(?:search|find|query|look\s?up|looking\sfor|help\syou\sfind|keyword|seek)  # English
    | (?<!be)(?<!er)such(?:e\b|en\b|beg|wort|text|feld) | \bsucht\b               # German
    | \bfinden | stichw[oö]rt
    | (?<!be)(?<!er)zoek | trefwoord | \bvind\b | \bsoek             # Dutch, Afrikaans
    | (?<!be)(?<!er)(?<!or)s[öø]k | \bsøg | \bfinn\b | \bleita       # Scandinavian
    | nøkkelord | nøgleord
    | recherch | \bcherch | \btrouve[rz] | mots?[\s-]?cl[ée]         # French
    | \bbusc[aáo] | \bb[úu]squeda | \bencontr[ae] | palabras?\sclave # Spanish
    | \bcerca[rd]                                                    # Catalan
    | \bprocur[ae] | pesquis | \blocalizar | palavras?[\s-]chave     # Portuguese
    | \bcerca\b | \bricerc | \btrova\b | \bcercare | parol[ae]\schiave # Italian
    | \bcaut[aă] | \bcăut                                            # Romanian
    | \bbila(?:tu|keta) | \bk[ëe]rko | \bfittex | \bchwilio | \bcuarda # Basque … Irish
    | szuk(?:aj|an) | znajdź | \bfraza\b                             # Polish
    | hled(?:at|ej|an|aný) | vyhled | hľada | vyhľad                 # Czech, Slovak
    | \bn[aá]jdi | \bnajít
    | \btraži | pretra[žz] | pronađ | \bišči | \biskanj              # South Slavic
    | поиск | искат | \bищ[иу] | найти | найд[иё] | ключев\w+\sслов  # Russian
    | пошук | шука[тй] | знайти                                      # Ukrainian
    | \bтърс | \bнамери | претраг | тражи | пребарај | хайх | іздеу  # Bulgarian … Kazakh
    | keres(?:és|ő|[eé]|\b) | kulcssz                                # Hungarian
    | \betsi\b | \bhaku | \bhae\b | \botsi(?:\b|ng)                  # Finnish, Estonian
    | paiešk | \biešk | meklē | \batrast                             # Baltic
    | αναζ[ηή]τ | \bψάξ | εύρεση                                     # Greek
    | \bara(?:\b|ma|nacak) | \bbul\b | \baxtar | \bqidir             # Turkic
    | \bcari\b | pencarian | telusuri | \bhanap                      # Malay, Filipino
    | t[iì]m\s?ki[eế]m | \btìm\b | ค้นหา | ស្វែងរក | ຄົ້ນຫາ                # South-East Asian
    | חיפוש | חפש | بحث | جستجو | جست.?و.?جو | تلاش                  # Hebrew, Arabic, Persian, Urdu
    | खोज | અનુસંધાન | অনুসন্ধান | খুঁজ | தேட | శోధ | തിരയ              # Indic
    | ძებნ | ძიებ | որոն | փնտր                                      # Georgian, Armenian
    | 検索 | さがす | 探す | キーワード                              # Japanese
    | 搜索 | 搜尋 | 搜寻 | 搜一下 | 查询 | 查詢 | 查找 | 检索 | 檢索 # Chinese
    | 关键[词字] | 關鍵[詞字]
    | 검색 | 찾기 | 찾아                                             # Korean
    """,
    re.VERBOSE,
)

# As authors write it: without accents, inside longer names; no research, no jquery.
SEARCH_MARKS = re.compile(
    r"""
    (?<!re)search | serach | srch | (?<!j)quer(?:y|ies)\b | keywords?\b | \bkeyw | \bfind(?:er)?\b
    | (?<!be)(?<!er)such(?:e|en|begriff|wort|feld|form|box|string|text|maske)\b | \bsuch\b
    | recherch | \bcherch | \bbusc[ao] | buscar | buscador | busqueda | pesquis | procura
    | \bcerca | ricerc | \btrova | (?<!be)(?<!er)zoek | szukaj | wyszuk
    | \bs[oö]k(?:e|ord|ning|form|box|text)?\b | \bs[oø]e?g(?:e|eord|ning|form|felt|boks)?\b
    | hled(?:at|ani|ej) | vyhled | hlada | vyhlad | trazi | pretrag | iskanje
    | \bp[ao]isk | \biskat | \bnaiti\b | poshuk | \btarsen | keres | cauta | \bhaku | \betsi\b
    | paieska | mekle | \bara(?:ma)?(?:form|box|kutu|text|txt|btn)?\b | \bcari\b | pencarian
    | timkiem | anazitisi | kensaku | \bsousuo | \bsoso\b | \blupe\b | \bloupe\b | magnif
    | поиск | 検索 | 搜索 | 검색
    """,
    re.VERBOSE,
)

# Names of fields that hold a query and little else on the web.
QUERY_NAMES = re.compile(
    r"""
    (?:q|qs|qt|sq|as\sq|qry|quer(?:y|ies)|s|srch|search|(?:tx?t|input|str)\s(?:q|query|search)
    |kw|kwd|kws|wd|key\s?words?|search\s?(?:words?|terms?|text|string|query|key|for|box|value)?
    |terms?|words?|lookfor|needle|searchable\stext|kata\s?kunci|palabras?|mots?|parola|slovo|fraza
    |what\sfind|zapros|string|substring|phrase)
    """,
    re.VERBOSE,
)
# Names that hold a query often and other things as well.
VAGUE_QUERY_NAMES = re.compile(
    r"""
    (?:k|w|p|t|st|ss|sw|str|keys?|text|txt|what|expression|expr|combine|crit|criteria|topic|title
    |wert|request|begriff|find|input|value|field|name)
    """,
    re.VERBOSE,
)

EMAIL = re.compile(
    r"e-?mail|\bmail\b|courriel|correo|posta\selet|newsletter|адрес\sэл|почт|имейл|пошт|メール|邮箱|郵箱|"
    r"邮件|郵件|이메일|메일|بريد|ایمیل|דוא|אימייל|ηλεκτρονικ|อีเมล|\bepost|e-post|sähköposti|elérhetős"
)
PASSWORD = re.compile(
    r"passw|\bpass\b|\bpwd|forgot|kennwort|mot\sde\spasse|contrase|contrasinal|\bsenha|palavra-passe|"
    r"wachtwoord|lösenord|adgangskode|salasana|\bhas[łl][oa]\b|\bheslo|jelsz[oóa]|slaptaž|uitat\sparola|parola\sta|lozink|şifre|"
    r"парол|κωδικ|סיסמ|كلمة\sالمرور|كلمة\sالسر|رمز\sعبور|パスワード|密码|密碼|비밀번호|mật\skhẩu|รหัสผ่าน|"
    r"remind|recover|retrieve\s|reset\s(?:your|my|pass)|lost\s?pass|ricorda|olvid|oubli|vergessen|dimenticat"
)
ACCOUNT = re.compile(
    r"\blog\s?-?\s?[io]n\b|\blogon|\bsign\s?-?\s?(?:in|on|up)\b|signin|signup|\bregist(?:er|r)|"
    r"create\s(?:an\s)?account|anmeld|einlogg|registrier|connexion|connecter|inscri|identifi|iniciar|"
    r"acceder|\baccedi|entrar\b|inlogg|aanmeld|logga|logg\sinn|kirjaudu|zaloguj|zarejestr|přihl|prihl|"
    r"belép|bejelentk|\bautent|\bgiriş|\bкайı|\bвойти|\bвход|регистр|авториз|увійти|ログイン|登録|登录|登入|"
    r"注册|註冊|로그인|회원|تسجيل|ورود|התחבר|đăng\s(?:nhập|ký)|เข้าสู่|masuk\b|\bdaftar\b|authenti"
)
SUBSCRIBE = re.compile(
    r"subscri|newsletter|mailing\s?list|news\s?letter|sign\s?me\s?up|\bopt\s?in\b|mailchimp|unsubscri|"
    r"abonn|abbonat|iscri[vz]|suscri|boletin|boletín|subscrev|assinar|nieuwsbrief|nyhetsbrev|nyhedsbrev|"
    r"uutiskirje|hírlev|feliratkoz|odebír|odběr|odoberat|subskry|prenumer|рассыл|подпис|підпис|абонир|"
    r"bülten|e-?bülten|メルマガ|購読|订阅|訂閱|구독|뉴스레터|اشترك|النشرة|خبرنامه|ניוזלטר|הרשמ|ενημερωτ|berlangganan"
)
MESSAGE = re.compile(
    r"comment|\bcontact|\breply|\bmessage|\bfeedback|\breview\b|\benquir|\binquir|\bguestbook|"
    r"kommentar|kontakt|nachricht|bewertung|commentair|contacte|mensaje|mensagem|comentari|contatt|"
    r"messaggi|bericht\b|\breactie|wiadomo|komentarz|zpráv|správ[ua]|komentář|üzenet|hozzászól|mesaj|"
    r"yorum|сообщен|коммент|отзыв|обратн\w+\sсвяз|заявк|вопрос|コメント|お問い?合|留言|评论|評論|联系|聯絡|댓글|문의|"
    r"تعليق|رسالة|σχόλι|μήνυμα|\bask\s(?:a\s|your\s)?question|\bsend\sto\b|\bshare\b"
)
SEND_WORDS = re.compile(
    r"^\s*(?:send|submit\s(?:your|my|a)\b|post\b|save\b|senden|absenden|speichern|envoyer|enviar|invia|"
    r"verstuur|verzend|skicka|send\s|lähetä|wyślij|zapisz|odeslat|odošli|uložit|küldés|gönder|kaydet|"
    r"отправить|сохранить|надіслати|送信|保存|提交|发送|發送|보내기|저장|إرسال|ارسال|שלח|αποστολή|kirim|vote\b|"
    r"download|upload|confirm|bestätig|add\b|create\b|calculat|berechn|pay\b|оплат|donat|join\b|track\b|"
    r"apply\b|update\b|validate\b|check\b|translate\b)"
)
PURCHASE = re.compile(
    r"add\s?to\s?(?:\w+\s)?(?:cart|basket|bag)|addtocart|\bcart\b|\bbasket|\bcheckout|\bcoupon|\bpromo\s?code|"
    r"\bvoucher|gift\s?card|\bquantity|\bqty\b|\bqnt\b|\border\snumber|\bbuy\snow|warenkorb|gutschein|"
    r"bestellen|panier|acheter|carrito|comprar|carrinho|carrello|acquista|winkelwagen|koszyk|košík|kosár|"
    r"sepet|корзин|купить|кошик|заказа|カート|購入|购物车|加入购物|購物車|장바구니"
)
PLACE = re.compile(
    r"\bzip\b|zip\s?code|post\s?(?:al)?\s?codes?\b|postleitzahl|\bplz\b|code\spostal|codigo\spostal|"
    r"\bcep\b|\bcap\b|postnr|\blocation|\bcity\b|\bcountry\b|\bstate\b|\baddress|\bstreet|\bwhere\b|"
    r"\bnear(?:by)?\b|\bort\b|\bstadt\b|\bville\b|ciudad|cidade|citt[àa]\b|\bmiasto|\bgorod|город|адрес|"
    r"индекс|\bplace\b"
)
# Looking for the nearest shop, not for a text.
LOCATOR = re.compile(
    r"\b(?:store|dealer|branch|shop|location|retailer|club|agent|office|stockist)s?\s?(?:locator|finder)|"
    r"\blocator\b|\bnearest\b|\bnear\s(?:you|me)\b|"
    r"\b(?:find|locate)\s(?:an?\s|your\s|us\b|my\s|the\s)?(?:local\s|closest\s)?"
    r"(?:store|dealer|branch|location|retailer|agent|office|stockist|atm|club)|"
    r"filialfinder|filialsuche|händlersuche|marktsuche|in\sihrer\snähe|trouver\sun\s(?:magasin|revendeur)|"
    r"points?\sde\svente|buscar?\s(?:una\s)?tiendas?|localizador|trova\s(?:il\s)?negozio|vind\seen\swinkel|"
    r"znajdź\s(?:sklep|salon)|店舗検索|門市|门店|адреса\sмагазинов|найти\sмагазин"
)
MEASURE = re.compile(
    r"\bprice|\bpreis|\bprix|precio|prezzo|\bcena\b|\bцен[аы]|\bmin\b|\bmax\b|minimum|maximum|\bamount\b|"
    r"^\W*(?:from|to|von|bis|od|do)[\W\d]*$|\bdate\b|\bdatum|\bdata\b|дат[аы]\b|check\s?-?\s?(?:in|out)\b|"
    r"\byear|\bmonth|\bday\b|\bage\b|\bsize\b|\bweight|\bheight|\bwidth|\bkm\b|radius|distance|\blimit\b|"
    r"per\s?page|\bpage\b|\brange|arriv|depart|hours?\b|minutes?\b|価格|价格"
)
PERSON = re.compile(
    r"\b(?:f|l|first|last|full|user|nick|your|customer|member|family|sur|given|company)\s?-?\s?name|"
    r"\bname\b|\buser\b|username|\bphone|\btel\b|telephone|\bmobile|\bfax\b|\bauthor|benutzer|vorname|"
    r"nachname|telefon|\bnom\b|pr[ée]nom|t[ée]l[ée]phone|nombre|apellido|usuario|\bnome\b|cognome|utente|"
    r"gebruiker|użytkownik|\bimię|nazwisko|uživatel|jméno|meno|felhaszn|\bnév\b|kullanıcı|\bимя|фамил|логин|"
    r"\blogin|телефон|пользовател|名前|氏名|姓名|用户名|이름|아이디|اسم\s|نام\sکاربری"
)
REFINE = re.compile(
    r"\bsort|\bfilter|\brefine|\border\s?by|per\s?page|items?\sper|\bshow\sonly|narrow|sortier|\btri(?:er)?\b|"
    r"ordenar|\bordina|sorteer|sortuj|seřad|řazen|rendez|\bsırala|сортиров|並び替え|排序|정렬|produtos\spor|"
    r"productsperpage|view\s?forum|facet"
)
CODE = re.compile(
    r"captcha|\bcode\b|\banswer\b|security|verif|\bcoupon|\bvoucher|\bpromo|\btoken|\bpin\b|\bserial|\bimei|"
    r"tracking|order\s?(?:id|num|no|nr)|\bnumber\b|\bnummer\b|номер|\bdomain|whois|\bqty\b|quant|anzahl|"
    r"\bmenge\b|cantidad|\bszt\b|coppa|honey|\burl\b|\btag\b|\btags\b"
)
