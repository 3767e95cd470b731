"""What a page says of its records outweighs them; what it says by the way does not."""

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.hits_line import HitsLineRule
from wrappers.extraction.lines import Place
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.no_result import learn_no_result_signature

URL = "http://s.example/find?q={query}"
HEAD = (
    "<title>Find</title><div id=top><a href=/>Home</a> <a href=/help>Help</a></div>"
    "<form action=/find><input name=q value='{query}'><button>Search</button></form>"
)
FOOT = "<div id=foot><p>Made with care in a small town. No cookies.</p><a href=/i>Imprint</a></div>"
LIST = RecordRule(
    (ElementKey((SelectorStep("li"),)),), Extent.ELEMENT, (TitleRule(TitleKind.FIRST),)
)
PLAIN = Wrapper((LIST,))
MADE_UP = ("qzvx", "wqky")
SAMPLES = ("garden", "violin", "castle")


def page(
    query: str,
    notice: str = "",
    about: str | None = None,
    end: str = "",
    counted: str = "<p>10 results for {query} (0.05 seconds)</p>",
) -> Page:
    """Return a page of ten records about a word (the query), with a notice above them."""
    word = query if about is None else about
    records = "".join(
        f"<li><a href=/d/{word[:6]}-{n}>A {word} of story {n}</a><p>What {word} number {n} was."
        for n in range(10)
    )
    main = f"{counted.format(query=query)}{notice}<ol>{records}</ol>{end}"
    return parse_page((HEAD.format(query=query) + main + FOOT).encode(), URL.format(query=query))


def empty(query: str) -> Page:
    main = f"<p>Your search for {query} did not match any document.</p><p>Check the spelling.</p>"
    return parse_page((HEAD.format(query=query) + main + FOOT).encode(), URL.format(query=query))


@pytest.fixture(scope="module")
def reader() -> AnswerReader:
    return reader_of("")


@pytest.fixture(scope="module")
def counting() -> AnswerReader:
    """Return what reads pages all of which count their matches."""
    line = HitsLineRule((Place(("html", "body", "p")),), (), ())
    return reader_of("", Wrapper((LIST,), hits_line=line))


def reader_of(notice: str, wrapper: Wrapper = PLAIN) -> AnswerReader:
    results = [(page(word, notice), word) for word in SAMPLES]
    return AnswerReader(
        wrapper=wrapper,
        no_result=learn_no_result_signature(
            [(empty("qzvx"), "qzvx"), (empty("wqky"), "wqky")], results
        ),
        constraints=learn_constraints(wrapper, results, [empty("qzvx")]),
    )


def judged(reader: AnswerReader, shown: Page, query: str) -> Classification:
    extraction = reader.wrapper.extract(shown, query)
    assert len(extraction.records) == 10
    return reader.judge(shown, query, extraction, 1)


NOTHING = (
    "<p>No books in our own catalogue for <b>{query}</b>. Showing offers of our partner "
    "instead.</p>",
    "<h2>Sorry, no results for {query}</h2><p>Have a look at what is popular:</p>",
    "<p>Zu {query} haben wir nichts gefunden. Stattdessen zeigen wir Angebote unseres "
    "Partners.</p>",
    "<div>Aucun résultat pour « {query} ». Voici les titres les plus populaires.</div>",
    "<p>No hemos encontrado resultados para {query}. Le mostramos ofertas de nuestros socios.</p>",
    "<p>Nessun risultato per {query}. Ecco invece i più popolari.</p>",
    "<p>Não encontrámos nada para {query}. Em vez disso, veja as ofertas dos nossos parceiros.</p>",
    "<p>Geen resultaten voor {query}. In plaats daarvan tonen we aanbevolen titels.</p>",
    "<p>Brak wyników dla {query}. Zamiast tego pokazujemy popularne pozycje.</p>",
    "<p>По запросу {query} ничего не найдено. Вместо этого показаны популярные книги.</p>",
    "<p>{query} için sonuç bulunamadı. Bunun yerine popüler kitaplar gösteriliyor.</p>",
    "<p>Inga träffar för {query}. Vi visar populära böcker i stället.</p>",
    "<p>「{query}」に一致する結果は見つかりませんでした。代わりに人気の本を表示しています。</p>",
    "<p>没有找到与“{query}”相关的结果，为您推荐热门图书。</p>",
    "<p>‘{query}’에 대한 검색 결과가 없습니다. 대신 인기 도서를 보여 드립니다.</p>",
    "<p>لا توجد نتائج عن {query}. نعرض بدلا من ذلك كتبا شائعة.</p>",
)  # fmt: skip
ROBOTS = (
    "<p>We have detected unusual traffic from your network. Until you solve the captcha you "
    "see earlier results.</p>",
    "<p>Wir haben ungewöhnlichen Datenverkehr festgestellt. Bestätigen Sie, dass Sie kein "
    "Roboter sind. Frühere Ergebnisse:</p>",
    "<p>Trafic inhabituel détecté : confirmez que vous n'êtes pas un robot. Résultats "
    "précédents ci-dessous.</p>",
    "<p>Hemos detectado tráfico inusual. Demuestre que no es un robot; abajo, resultados "
    "anteriores.</p>",
    "<p>Rilevato traffico insolito: conferma di non essere un robot. Sotto, risultati "
    "precedenti.</p>",
    "<p>Detectámos tráfego invulgar. Confirme que não é um robô. Abaixo estão resultados "
    "anteriores.</p>",
    "<p>Подтвердите, что вы не робот. Ниже показаны результаты предыдущего запроса.</p>",
    "<p>Potwierdź, że nie jesteś robotem. Poniżej poprzednie wyniki.</p>",
    "<p>Robot olmadığınızı doğrulayın. Aşağıda önceki sonuçlar var.</p>",
    "<p>通常と異なるトラフィックを検出しました。ロボットではないことを確認してください。以前の結果を表示しています。</p>",
    "<p>检测到异常流量，请完成人机验证。以下为之前的结果。</p>",
    "<p>비정상적인 트래픽이 감지되었습니다. 로봇이 아님을 확인해 주세요. 이전 결과입니다.</p>",
)  # fmt: skip
OUTAGES = (
    "<p>We are performing maintenance. Below is an older list.</p>",
    "<h2>The search is temporarily unavailable</h2><p>These are results of last week.</p>",
    "<p>Wegen Wartungsarbeiten ist die Suche nicht möglich. Sie sehen eine ältere Liste.</p>",
    "<p>La recherche est momentanément indisponible (maintenance). Voici une ancienne liste.</p>",
    "<p>Estamos en mantenimiento. Se muestra una lista anterior.</p>",
    "<p>Il sito è in manutenzione. Ecco un elenco precedente.</p>",
    "<p>Estamos em manutenção. Mostramos uma lista antiga.</p>",
    "<p>Wegens onderhoud is zoeken nu niet mogelijk. U ziet een oude lijst.</p>",
    "<p>Trwają prace techniczne, wyszukiwarka jest niedostępna. Pokazujemy starszą listę.</p>",
    "<p>Поиск временно недоступен, идут технические работы. Показан прежний список.</p>",
    "<p>Bakım çalışması nedeniyle arama kapalı. Eski bir liste gösteriliyor.</p>",
    "<p>ただいまメンテナンス中です。以前の一覧を表示しています。</p>",
    "<p>系统维护中，显示的是之前的列表。</p>",
    "<p>시스템 점검 중입니다. 이전 목록을 표시합니다.</p>",
    "<p>الموقع تحت الصيانة. نعرض قائمة قديمة.</p>",
)
SAID = (
    *((AnswerKind.NO_RESULTS, (AnswerReason.SAYS_NOTHING_FOUND,), notice) for notice in NOTHING),
    *((AnswerKind.BLOCKED, (AnswerReason.ROBOT_CHECK,), notice) for notice in ROBOTS),
    *((AnswerKind.ERROR, (AnswerReason.MAINTENANCE,), notice) for notice in OUTAGES),
    (AnswerKind.BLOCKED, (AnswerReason.RATE_LIMITED,), "<p>You have sent too many requests.</p>"),
    (AnswerKind.BLOCKED, (AnswerReason.REFUSED,), "<p>Your IP address has been blocked.</p>"),
    (AnswerKind.ERROR, (AnswerReason.SERVER_ERROR,), "<p>An internal error occurred.</p>"),
)


@pytest.mark.parametrize(("kind", "reasons", "notice"), SAID)
def test_words_above_records_of_something_else(
    kind: AnswerKind, reasons: tuple[AnswerReason, ...], notice: str, reader: AnswerReader
) -> None:
    shown = page("falcon", notice.format(query="falcon"), about="teapot")
    found = judged(reader, shown, "falcon")
    assert (found.kind, found.reason in reasons) == (kind, True), found


@pytest.mark.parametrize("notice", NOTHING[2:3] + NOTHING[:1])
def test_offers_of_others_for_the_word_asked_are_offers(notice: str, reader: AnswerReader) -> None:
    found = judged(reader, page("falcon", notice.format(query="falcon")), "falcon")
    assert found.reason is AnswerReason.SAYS_NOTHING_FOUND


@pytest.mark.parametrize("notice", (*ROBOTS, *OUTAGES))
def test_results_of_an_earlier_day_are_none(notice: str, reader: AnswerReader) -> None:
    assert judged(reader, page("falcon", notice), "falcon").kind is not AnswerKind.RESULTS


def test_an_embedded_robot_check_bears_its_words_out(reader: AnswerReader) -> None:
    notice = "<p>Please verify you are human.</p><div class='g-recaptcha' data-sitekey=x></div>"
    found = judged(reader, page("falcon", notice), "falcon")
    assert found.reason is AnswerReason.ROBOT_CHECK


def test_a_notice_at_the_end_of_the_page(reader: AnswerReader) -> None:
    end = "<div class=modal><p>Unusual traffic from your network: are you a robot?</p></div>"
    shown = page("falcon", about="teapot", end=end)
    assert judged(reader, shown, "falcon").reason is AnswerReason.ROBOT_CHECK


INNOCENT = (
    "<p>Showing 1-10 of 10, not sorted.</p>",
    "<p>Tip: put quotes around a phrase. No results? Use fewer words.</p>",
    "<div class=banner>Maintenance planned on Sunday from 2 to 4 o'clock.</div>",
    "<div class=banner>Wartungsarbeiten am Sonntag, 3. Mai: die Suche ist dann nicht "
    "verfügbar.</div>",
    "<div class=banner>Maintenance prévue dimanche.</div>",
    "<div class=banner>Mantenimiento programado para el domingo.</div>",
    "<div class=banner>Manutenzione prevista domenica.</div>",
    "<div class=banner>Manutenção programada para domingo.</div>",
    "<div class=banner>Gepland onderhoud op zondag.</div>",
    "<div class=banner>Planowana przerwa techniczna w niedzielę.</div>",
    "<div class=banner>В воскресенье запланированы технические работы.</div>",
    "<div class=banner>Pazar günü planlı bakım çalışması var.</div>",
    "<div class=banner>日曜日にメンテナンスを予定しています。</div>",
    "<div class=banner>计划于周日进行系统维护。</div>",
    "<div class=banner>일요일에 시스템 점검이 예정되어 있습니다.</div>",
    "<p>Did you mean <a href=/find?q=falcons>falcons</a>?</p>",
    "<p>Some results were removed. No results were found in the archive.</p>",
    "<p>Not what you were looking for? Try related searches.</p>",
    "<div class=box><h2>Captcha</h2><p>A captcha verifies that somebody is human and no "
    "robot.</p></div>",
    "<p>Please disable your ad blocker. Your browser is outdated.</p>",
    "<p>Log in to save this search.</p>",
    "<p>The word “the” is too common and was ignored.</p>",
)  # fmt: skip


@pytest.mark.parametrize("notice", INNOCENT)
def test_innocent_words_leave_records_alone(notice: str, reader: AnswerReader) -> None:
    found = judged(reader, page("falcon", notice.format(query="falcon")), "falcon")
    assert found.reason is AnswerReason.RECORDS, found


@pytest.mark.parametrize("notice", [each for each in INNOCENT if "class=banner" in each])
def test_what_is_for_later_is_no_outage(notice: str, reader: AnswerReader) -> None:
    """Synonyms, pictures: some engines' records have nothing of the query."""
    lenient = AnswerReader(wrapper=reader.wrapper, no_result=reader.no_result)
    found = judged(lenient, page("falcon", notice, about="teapot"), "falcon")
    assert found.reason is AnswerReason.RECORDS, found


def test_records_that_speak_of_captchas_are_records(reader: AnswerReader) -> None:
    lenient = AnswerReader(wrapper=reader.wrapper, no_result=reader.no_result)
    word = "captcha, unusual traffic, no results found: verify you are human"
    found = judged(lenient, page("turing", about=word), "turing")
    assert found.reason is AnswerReason.RECORDS


def test_results_for_a_corrected_query_are_results(reader: AnswerReader) -> None:
    lenient = AnswerReader(wrapper=reader.wrapper, no_result=reader.no_result)
    notice = (
        "<p>No results for recieve. Showing results for <a href='/find?q=receive'>receive</a></p>"
    )
    found = judged(lenient, page("recieve", notice, about="receive"), "recieve")
    assert found.reason is AnswerReason.RECORDS, found


def test_parts_of_a_query_are_found_all_the_same(reader: AnswerReader) -> None:
    notice = "<p>No exact match for peregrine falcon. Showing similar results instead.</p>"
    found = judged(reader, page("peregrine falcon", notice, about="falcon"), "peregrine falcon")
    assert found.reason is AnswerReason.RECORDS


def test_what_good_pages_say_tells_nothing() -> None:
    """A banner that stood on the pages learned from; wrappers kept from before know none."""
    banner = "<div>No results here are for sale. The shop is under maintenance.</div>"
    reader = reader_of(banner)
    assert reader.constraints.notices
    assert isinstance(reader.no_result, NoResultSignature)
    constraints = IntegrityConstraints(notices=reader.constraints.notices)
    lenient = AnswerReader(
        wrapper=reader.wrapper, no_result=reader.no_result, constraints=constraints
    )
    found = judged(lenient, page("falcon", banner, about="teapot"), "falcon")
    assert found.reason is AnswerReason.RECORDS
    assert judged(reader_of(""), page("falcon", banner, about="teapot"), "falcon").kind is not (
        AnswerKind.RESULTS
    )


# Each with what leads in to the records left out, and with it.
INSTEAD_OF_AN_ANSWER = (
    (AnswerReason.MAINTENANCE, "The search is currently turned off.", "Leaf through these:"),
    (AnswerReason.MAINTENANCE, "Die Suche ist derzeit deaktiviert.", "Zum Stöbern:"),
    (AnswerReason.MAINTENANCE, "Поиск сейчас отключён.", "Свежие поступления:"),
    (AnswerReason.MAINTENANCE, "La ricerca è sospesa.", "Da sfogliare:"),
    (AnswerReason.RATE_LIMITED, "Demasiadas consultas, espere 20 segundos.", "Para hojear:"),
    (AnswerReason.RATE_LIMITED, "リクエストが多すぎます。10秒お待ちください。", "新着："),
    (AnswerReason.LOGIN, "Please log in to search.", "Open to everybody:"),
    (AnswerReason.LOGIN, "Veuillez vous connecter pour chercher.", "En accès libre :"),
    (AnswerReason.LOGIN, "请先登录。", "公开内容："),
    (AnswerReason.ENGINE_MESSAGE, "A query must have at least 9 letters.", "For a start:"),
    (AnswerReason.ENGINE_MESSAGE, "Zapytanie jest za krótkie: minimum 9 znaków.", "Na początek:"),
)


@pytest.mark.parametrize(("reason", "said", "leading"), INSTEAD_OF_AN_ANSWER)
def test_words_in_the_place_of_the_hits_line(
    reason: AnswerReason, said: str, leading: str, counting: AnswerReader, reader: AnswerReader
) -> None:
    """The records may have the word asked for all the same."""
    assert counting.constraints.counts_matches
    uncounted = page("falcon", f"<p>{said}</p>", counted="")
    assert judged(counting, uncounted, "falcon").reason is reason
    # Where some pages count nothing, what leads in to the records tells.
    led_in = page("falcon", f"<h2>{said} {leading}</h2>", counted="")
    assert judged(reader, led_in, "falcon").reason is reason


@pytest.mark.parametrize(("_reason", "said", "leading"), INSTEAD_OF_AN_ANSWER)
def test_words_beside_the_hits_line_leave_records_alone(
    _reason: AnswerReason, said: str, leading: str, counting: AnswerReader
) -> None:
    found = judged(counting, page("falcon", f"<p>{said} {leading}</p>"), "falcon")
    assert found.reason is AnswerReason.RECORDS, found


def test_a_word_of_the_query_that_is_left_out_is_no_complaint(counting: AnswerReader) -> None:
    said = "<p>The word the was ignored: too common.</p>"
    shown = page("the falcon", said, about="falcon", counted="")
    assert judged(counting, shown, "the falcon").reason is AnswerReason.RECORDS


SAID_BY_THE_WAY = ("Captcha", "Log in", "was ignored")


@pytest.mark.parametrize(
    "notice", [each for each in INNOCENT if not any(said in each for said in SAID_BY_THE_WAY)]
)
def test_innocent_words_where_nothing_is_counted(notice: str, counting: AnswerReader) -> None:
    """Some pages count no matches, though all learned from did."""
    shown = page("falcon", notice.format(query="falcon"), counted="")
    assert judged(counting, shown, "falcon").reason is AnswerReason.RECORDS


# Of words that no list has; what says nothing new, or only asks, leaves records alone.
ABOUT_THE_QUERY = (
    ("<p>We never had {query} on our shelves. See these.</p>", AnswerReason.SHOWN_INSTEAD),
    ("<p>Bertsolariak: {query} ezin izan da aurkitu</p>", AnswerReason.SHOWN_INSTEAD),
    ("<p>10 results for {query} (0.07 seconds)</p>", AnswerReason.RECORDS),
    ("<p>Open until nine on weekdays.</p>", AnswerReason.RECORDS),
)


@pytest.mark.parametrize(("said", "reason"), ABOUT_THE_QUERY)
def test_new_words_about_the_query_above_records_that_have_little_of_it(
    said: str, reason: AnswerReason, reader: AnswerReader
) -> None:
    assert reader.constraints.query_lines
    few = page("falcon", said.format(query="falcon"), about="garden")
    # By chance one record has the word.
    some = parse_page(few.body.replace(b"number 3 was", b"falcon 3 was"), few.url)
    assert judged(reader, some, "falcon").reason is reason
    assert judged(reader, page("falcon", said.format(query="falcon")), "falcon").reason is (
        AnswerReason.RECORDS
    )


def test_records_with_little_of_the_query_where_no_matches_are_counted(
    counting: AnswerReader,
) -> None:
    few = page("falcon", "<p>Well met.</p>", about="garden", counted="")
    some = parse_page(few.body.replace(b"number 3 was", b"falcon 3 was"), few.url)
    assert judged(counting, some, "falcon").reason is AnswerReason.QUERY_IGNORED


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("0 documents for {query}. Readers of today chose:", AnswerReason.SAYS_NOTHING_FOUND),
        ("Nothing found for {query}. Readers of today chose:", AnswerReason.SAYS_NOTHING_FOUND),
        ("Nothing found for {query}? Ask at the desk:", AnswerReason.RECORDS),
        ("Version 1.0 of {query} is out:", AnswerReason.RECORDS),
    ],
)
def test_a_denial_leads_in_to_other_things_and_a_question_is_none(
    said: str, reason: AnswerReason, reader: AnswerReader
) -> None:
    uncounted = page("falcon", f"<p>{said.format(query='falcon')}</p>", counted="")
    assert judged(reader, uncounted, "falcon").reason is reason
