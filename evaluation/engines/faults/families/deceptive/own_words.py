"""What a page says itself above records that are not those asked for; and innocent sentences.

A line of a table is: language, sentence. `{q}` in it is the query, `{o}` another word.
"""

from collections.abc import Callable
from dataclasses import replace
from html import escape

from evaluation.engines.faults.fault import (
    Exchange,
    Fault,
    Reply,
    none_of,
    ordinary,
    replies,
    without_decoys,
)
from evaluation.engines.faults.outcomes import (
    Outcomes,
    blocked,
    broken,
    error,
    no_results,
    results,
)
from evaluation.engines.faults.sites.contents import FoundPage, Record, make_records
from evaluation.engines.faults.sites.design import EngineDesign

NONE_FOUND = no_results("shown_instead says_nothing_found no_result_page zero_hits")
OTHER = "opera"

Records = Callable[[FoundPage, Exchange], tuple[Record, ...]]


def offers(found: FoundPage, _exchange: Exchange) -> tuple[Record, ...]:
    """Return records about the query that are somebody else's."""
    return make_records(found.language, found.query, 555, 8)


def always(_found: FoundPage, exchange: Exchange) -> tuple[Record, ...]:
    """Return the same records whatever is asked."""
    return exchange.find("hotel").records


def of_other(_found: FoundPage, exchange: Exchange) -> tuple[Record, ...]:
    """Return another word's records."""
    return exchange.find(OTHER).records


CAPTCHA = '<form method="post" action="/check"><img src="/captcha.png" alt=""><input name="captcha"><button>OK</button></form>'
# What is said, what that is, whose records stand below, markup after the sentence.
SITUATIONS: dict[str, tuple[Outcomes, Records, str]] = {
    "partner": (NONE_FOUND, offers, ""),
    "popular": (NONE_FOUND, always, ""),
    "robot": (blocked("robot_check rate_limited"), of_other, CAPTCHA),
    "maintenance": (error("maintenance"), always, ""),
    "other-word": (NONE_FOUND | broken("other_query query_ignored"), of_other, ""),
    "session": (blocked("login") | broken("start_page query_ignored"), always, '<p><a href="/login">»</a></p>'),
    "stale": (error("maintenance server_error engine_message") | broken("other_query query_ignored"), of_other, ""),
    "switched-off": (error("maintenance engine_message server_error") | broken("form_gone query_ignored"), always, ""),
    "too-many": (blocked("rate_limited"), always, ""),
    "members": (blocked("login"), always, ""),
    "complaint": (error("engine_message"), always, ""),
}  # fmt: skip

# Above every second list of these the sentence alone tells: the records have the query's words.
ABOUT_THE_QUERY = frozenset(
    ("popular", "robot", "maintenance", "switched-off", "too-many", "members", "complaint")
)

SENTENCES = {
    "partner": """
en|No books in our own catalogue for {q}. Showing offers of our partner instead.
de|In unserem eigenen Bestand ist zu {q} nichts vorhanden. Stattdessen zeigen wir Angebote unseres Partners.
fr|Aucun titre de notre fonds ne correspond à {q}. Voici à la place les offres de notre partenaire.
es|No tenemos nada sobre {q} en nuestro catálogo. En su lugar le mostramos ofertas de nuestro socio.
it|Nel nostro catalogo non c'è nulla per {q}. Ecco invece le offerte del nostro partner.
pt|Não temos nada sobre {q} no nosso catálogo. Em vez disso, veja as ofertas do nosso parceiro.
ru|В нашем каталоге по запросу {q} ничего нет. Вместо этого показаны предложения партнёра.
pl|W naszym katalogu nie ma nic dla {q}. Zamiast tego pokazujemy oferty naszego partnera.
ja|当館の蔵書に「{q}」に該当するものはありません。代わりに提携先の商品を表示しています。
ar|لا يوجد في فهرسنا أي كتاب عن {q}. نعرض بدلا من ذلك عروض شريكنا.
tr|Kataloğumuzda {q} için kayıt yok. Bunun yerine iş ortağımızın teklifleri gösteriliyor.""",
    "popular": """
en|Your search - {q} - did not match any documents. Popular articles:
de|Zu {q} gibt es leider keine passenden Einträge. Beliebt sind zurzeit:
fr|Votre recherche {q} n'a donné aucun résultat. Les plus lus :
es|La búsqueda de {q} no ha producido ningún resultado. Quizá le interese:
nl|Geen documenten gevonden voor {q}. Veel gelezen:
ru|По запросу {q} ничего не нашлось. Популярное:
pl|Brak dokumentów pasujących do {q}. Najchętniej czytane:
ja|「{q}」に一致する情報は見つかりませんでした。人気の記事：
zh|没有找到与“{q}”相符的内容。热门文章：
ar|لم يطابق بحثك {q} أي مستند. الأكثر قراءة:
it|La ricerca di {q} non ha trovato corrispondenze. I più letti:""",
    "robot": """
en|We have noticed unusual traffic from your network. Enter the characters to search again. Below are results of an earlier search.
de|Ungewöhnlicher Datenverkehr aus Ihrem Netz. Bitte geben Sie die Zeichen ein; darunter stehen Ergebnisse einer früheren Suche.
fr|Trafic inhabituel depuis votre réseau : recopiez les caractères pour continuer. Ci-dessous, des résultats antérieurs.
es|Hemos detectado tráfico inusual en su red. Escriba los caracteres de la imagen. Debajo, resultados anteriores.
pt|Detectamos tráfego incomum na sua rede. Digite os caracteres da imagem. Abaixo, resultados anteriores.
ru|Из вашей сети поступают подозрительные запросы. Введите символы с картинки. Ниже — прежние результаты.
pl|Wykryliśmy nietypowy ruch z Twojej sieci. Przepisz znaki z obrazka. Poniżej wcześniejsze wyniki.
ja|お使いのネットワークから通常と異なるトラフィックが検出されました。画像の文字を入力してください。以下は以前の検索結果です。
zh|检测到您的网络流量异常，请输入图片中的字符。以下为之前的搜索结果。
tr|Ağınızdan olağan dışı trafik algılandı. Resimdeki karakterleri girin. Aşağıda önceki sonuçlar var.""",
    "maintenance": """
en|The search is down for maintenance until noon. Meanwhile, here is an old list of titles.
de|Die Suche wird gerade gewartet und ist bis Mittag nicht verfügbar. Solange zeigen wir eine ältere Liste.
fr|La recherche est indisponible pour cause de maintenance. En attendant, voici une ancienne liste.
es|El buscador está en mantenimiento. Mientras tanto, le mostramos una lista antigua.
it|La ricerca è in manutenzione. Nel frattempo ecco un vecchio elenco.
ru|Поиск недоступен: ведутся технические работы. Пока показан старый список.
pl|Trwa konserwacja wyszukiwarki. Na razie pokazujemy starą listę.
ja|ただいま検索システムはメンテナンス中です。その間、以前の一覧を表示しています。
ar|البحث متوقف حاليا بسبب أعمال الصيانة. نعرض مؤقتا قائمة قديمة.
ko|현재 검색 시스템 점검 중입니다. 그동안 이전 목록을 보여 드립니다.""",
    "other-word": """
en|There is nothing for {q}. Showing results for <b>{o}</b> instead.
de|Keine Ergebnisse für {q}. Stattdessen werden Ergebnisse für <b>{o}</b> angezeigt.
fr|Aucun résultat pour {q}. Résultats affichés pour <b>{o}</b> à la place.
es|No hay resultados para {q}. Se muestran resultados de <b>{o}</b>.
ru|По запросу {q} ничего не найдено. Показаны результаты по запросу <b>{o}</b>.
ja|「{q}」の検索結果はありません。代わりに「<b>{o}</b>」の結果を表示しています。
sv|Inga träffar för {q}. Visar i stället träffar för <b>{o}</b>.""",
    "session": """
en|Your session has expired. Please log in again. This is our front page:
de|Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an. Hier ist unsere Startseite:
fr|Votre session a expiré, veuillez vous reconnecter. Voici la page d'accueil :
ru|Время сеанса истекло, войдите снова. Вы на главной странице:
ar|انتهت صلاحية جلستك، يرجى تسجيل الدخول من جديد. هذه هي الصفحة الرئيسية:
zh|您的会话已过期，请重新登录。以下是首页内容：""",
    "stale": """
en|The live index cannot be reached. You see a cached page of an earlier search ({o}).
de|Der Suchindex ist nicht erreichbar. Sie sehen eine gespeicherte Seite einer früheren Suche ({o}).
fr|L'index est injoignable. Vous voyez une page en cache d'une recherche précédente ({o}).
es|No se puede acceder al índice. Está viendo una página guardada de una búsqueda anterior ({o}).
ja|検索サーバーに接続できません。以前の検索（{o}）の保存ページを表示しています。""",
    "switched-off": """
en|Search is currently disabled. Browse the newest entries:
de|Die Suche ist zurzeit abgeschaltet. Stöbern Sie in den neuesten Einträgen:
fr|La recherche est désactivée pour le moment. Parcourez les nouveautés :
ru|Поиск временно отключён. Посмотрите новинки:
ar|خدمة البحث معطلة حاليا. تصفح أحدث المواد:
nl|Zoeken is tijdelijk uitgeschakeld. Bekijk het nieuwste:""",
    "too-many": """
en|You have sent too many searches. Try again in 30 seconds. Until then, the most read:
de|Sie haben zu viele Suchanfragen gestellt. Bitte warten Sie 30 Sekunden. Bis dahin das Meistgelesene:
fr|Trop de recherches en peu de temps. Réessayez dans 30 secondes. En attendant, les plus lus :
ja|検索回数が多すぎます。30秒後に再度お試しください。それまで人気の記事をご覧ください。
es|Ha realizado demasiadas búsquedas. Inténtelo de nuevo en 30 segundos. Mientras tanto, lo más leído:""",
    "members": """
en|Only members can see what matches {q}. Log in to search. Open to everyone:
de|Treffer zu {q} sehen nur Mitglieder. Melden Sie sich an, um zu suchen. Frei zugänglich:
fr|Seuls les abonnés voient les réponses à {q}. Connectez-vous pour chercher. En accès libre :
ru|Искать могут только зарегистрированные пользователи. Войдите. Доступно всем:""",
    "complaint": """
en|Your query is too short. Enter at least 12 characters. Some titles to begin with:
de|Ihre Suchanfrage ist ungültig. Bitte geben Sie mindestens 12 Zeichen ein. Einige Titel zum Anfang:
fr|Requête trop courte : saisissez au moins 12 caractères. Quelques titres pour commencer :
es|La consulta es demasiado corta: escriba al menos 12 caracteres. Algunos títulos:""",
}
MARKUPS = (
    "<p>{}</p>",
    '<div class="notice" role="alert">{}</div>',
    "<h2>{}</h2>",
    '<table class="box"><tr><td>{}</td></tr></table>',
)

# Sentences above right records that change nothing about them.
INNOCENT = """
en|Tip: put words in quotation marks to find exactly this phrase. If nothing is found, try fewer words.
en|10 results found. No filters are set.
en|This search is sponsored by the Friends of the Library.
en|Maintenance is planned for Sunday, 2 to 4 a.m. The search will not be available then.
en|No ads on this page. No cookies, no captcha, no login required.
en|Log in to save this search. Your basket is empty: 0 items.
en|No results are hidden from this list. Nothing found here that you like? Ask a librarian.
en|Showing results for {q}. Popular articles are marked with a star.
de|Wartungsarbeiten am kommenden Sonntag von 6 bis 8 Uhr. Heute ist alles erreichbar.
de|Kein Treffer dabei? Fragen Sie unsere Auskunft. Angemeldete Nutzer können Suchen speichern.
de|Diese Seite ist werbefrei. Die Suche wird unterstützt von der Stadtsparkasse.
fr|Astuce : aucun résultat ne convient ? Essayez la recherche avancée.
fr|Une maintenance aura lieu dimanche de 2 h à 4 h ; le service sera alors indisponible.
ru|Совет: если ничего не найдено, проверьте раскладку клавиатуры.
ru|В воскресенье с 2 до 4 часов пройдут технические работы.
ja|日曜日の午前2時から4時までメンテナンスを予定しています。
ja|ヒント：見つからない場合は、別のキーワードをお試しください。
ar|ستجرى أعمال الصيانة يوم الأحد من الثانية حتى الرابعة صباحا.
es|Consejo: si no encuentra nada, pruebe con menos palabras.
es|El domingo habrá mantenimiento de 2 a 4. Página sin publicidad ni captcha."""

# Titles and texts that speak of what would be a refusal if the page said it.
ABOUT = {
    "captcha": ("{t}: how a captcha tells robots from people", "Unusual traffic from your network? Please verify that you are human, says the page. {s}"),
    "maintenance": ("{t} – maintenance of the site, 503 Service Unavailable", "The service is temporarily unavailable due to maintenance. {s}"),
    "no-results": ("No results found: {t}", "Your search did not match any documents. Showing results for another word instead. {s}"),
    "login": ("Please log in: {t}", "Your session has expired. You must log in to continue. {s}"),
    "rate": ("{t}: 429 Too Many Requests", "You have sent too many requests. Try again in 30 seconds. {s}"),
    "german": ("Keine Treffer: {t}", "Leider wurden keine Ergebnisse gefunden. Die Suche wird gerade gewartet. {s}"),
}  # fmt: skip


def above(
    sentence: str, markup: str, records: Records, more: str = ""
) -> Callable[[Exchange], Reply]:
    """Return a list of records under a sentence of the page itself."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        listed = found.showing(*records(found, exchange))
        said = sentence.format(q=escape(found.query), o=OTHER)
        main = f"{markup.replace('{}', said)}{more}{design.listing(design.rows(listed))}"
        return exchange.message(main)

    return make


def well_under(sentence: str, markup: str) -> Callable[[Exchange], Reply]:
    """Return the true answer under a sentence."""

    def make(exchange: Exchange) -> Reply:
        if not exchange.search.records:
            return exchange.healthy
        said = markup.replace("{}", sentence.format(q=escape(exchange.search.query)))
        return exchange.message(said + exchange.design.results(exchange.search))

    return make


def about(title: str, text: str) -> Callable[[Exchange], Reply]:
    """Return the true answer with every second record about something a refusal speaks of."""

    def make(exchange: Exchange) -> Reply:
        found = exchange.search
        records = [
            replace(record, title=title.format(t=record.title), snippet=text.format(s=record.snippet))
            if place % 2 == 0
            else record
            for place, record in enumerate(found.records)
        ]  # fmt: skip
        return exchange.page(exchange.design.answer(found.showing(*records)))

    return make


def _in_language(fault: Fault, language: str) -> Fault:
    """Return a fault met with engines of its language, with all where there is none of it."""
    if language == "es":
        return replace(fault, among=without_decoys, on=_speaks(language))
    if language in {"en", "de", "fr", "ru", "ja", "ar"}:
        return replace(fault, among=ordinary, on=_speaks(language))
    return fault


def _speaks(language: str) -> Callable[[EngineDesign], bool]:
    return lambda design: design.language == language


def _lines(table: str) -> list[tuple[str, str]]:
    return [(line[:2], line[3:]) for line in table.strip().splitlines()]


def _said() -> list[Fault]:
    faults: list[Fault] = []
    for what, (expected, records, more) in SITUATIONS.items():
        for n, (language, sentence) in enumerate(_lines(SENTENCES[what])):
            listed = offers if n % 2 and what in ABOUT_THE_QUERY else records
            make = above(sentence, MARKUPS[len(faults) % 4], listed, more)
            fault = replies(f"own-words/{what}-{language}", expected, make, shown=none_of)
            faults.append(_in_language(fault, language))
    return faults


def _innocent() -> list[Fault]:
    return [
        _in_language(
            replies(f"innocent/{n}-{language}", results(), well_under(sentence, MARKUPS[n % 4])),
            language,
        )
        for n, (language, sentence) in enumerate(_lines(INNOCENT))
    ]


FAULTS: tuple[Fault, ...] = (
    *_said(),
    *_innocent(),
    *(replies(f"innocent/about-{what}", results(), about(*texts)) for what, texts in ABOUT.items()),
)
