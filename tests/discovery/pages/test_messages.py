"""What short texts say, in many languages; what they do not say."""

import pytest

from discovery.pages.messages import ObstacleKind, find_message

SAID = {
    ObstacleKind.CAPTCHA: (
        "Type the characters you see in the picture below",
        "Bestätigen Sie, dass Sie kein Roboter sind",
        "Recopiez les caractères de l'image pour poursuivre",
        "Por favor, demuestre que no es un robot",
        "Inserisci il codice di sicurezza mostrato nell'immagine",
        "Confirme que é humano",
        "Введите код с картинки",
        "Przesuń suwak, aby potwierdzić",
        "私はロボットではありません、認証してください",
        "请拖动滑块完成拼图",
        "로봇이 아님을 확인해 주세요",
        "أكد أنك لست روبوت",
        "Resimdeki karakterleri yazın",
    ),
    ObstacleKind.RATE_LIMIT: (
        "You are searching too fast. Slow down, please.",
        "Sorry, you must wait 15 seconds before you can search again.",
        "Sie haben zu viele Suchanfragen gestellt.",
        "Veuillez patienter 20 secondes avant la prochaine recherche.",
        "Ha realizado demasiadas búsquedas en poco tiempo.",
        "Troppe richieste: riprova tra 30 secondi",
        "Aguarde 10 segundos para pesquisar novamente",
        "Слишком много запросов с вашего адреса",
        "Zbyt wiele zapytań w krótkim czasie",
        "検索の回数が上限を超えました。しばらくお待ちください。",
        "搜索过于频繁，请稍候再试 10 秒",
        "요청이 너무 많습니다. 30초 후에 다시 시도하세요.",
        "لقد أجريت عددا كبيرا من عمليات البحث",
        "Çok fazla arama yaptınız, 30 saniye bekleyin",
    ),
    ObstacleKind.REFUSAL: (
        "Your IP address has been blocked.",
        "Der Zugriff von Ihrer IP-Adresse wurde gesperrt.",
        "L'accès est interdit depuis votre adresse IP.",
        "Su dirección IP ha sido bloqueada",
        "Accesso negato",
        "Доступ с вашего IP запрещён",
        "アクセスが拒否されました",
        "您的访问被拒绝",
        "접근이 차단되었습니다",
        "تم حظر عنوان IP الخاص بك، الوصول محظور",
    ),
    ObstacleKind.LOGIN: (
        "You must be logged in to use the search.",
        "Ihre Sitzung ist abgelaufen.",
        "Veuillez vous connecter pour effectuer une recherche.",
        "Debe iniciar sesión para continuar",
        "Effettua il login per continuare",
        "Войдите, чтобы продолжить",
        "Zaloguj się, aby wyszukiwać",
        "検索するにはログインしてください",
        "请先登录",
        "로그인이 필요합니다",
        "يرجى تسجيل الدخول",
    ),
    ObstacleKind.MAINTENANCE: (
        "The search is temporarily unavailable.",
        "Wegen Wartungsarbeiten ist die Suche nicht möglich.",
        "La recherche est momentanément indisponible.",
        "Estamos en mantenimiento",
        "Il sito è in manutenzione",
        "Поиск временно не работает",
        "Przepraszamy, trwają prace techniczne",
        "ただいまメンテナンス中です",
        "系统维护中",
        "시스템 점검 중입니다",
        "الموقع تحت الصيانة",
    ),
    ObstacleKind.SERVER_FAULT: (
        "Warning: mysql_connect(): Connection refused in /var/www/find.php on line 12",
        "Ein interner Fehler ist aufgetreten",
        "Une erreur est survenue, merci de recommencer",
        "Произошла ошибка",
    ),
    ObstacleKind.COMPLAINT: (
        "Error in Boolean search: missing operand",
        "Your search term must have at least 3 letters.",
        "Der Suchbegriff muss mindestens drei Zeichen lang sein.",
        "Le mot recherché est trop court.",
        "La búsqueda debe tener al menos tres caracteres",
        "Слишком короткий поисковый запрос: минимум 3 символа",
        "検索キーワードが短すぎます",
        "搜索词太短",
    ),
    ObstacleKind.PAGE_GONE: (
        "The page you were looking for could not be found.",
        "Die gesuchte Seite existiert nicht mehr.",
        "Página no encontrada",
        "Страница не найдена",
        "お探しのページは見つかりません",
    ),
    ObstacleKind.TOO_MANY: (
        "Too many matches (2,340). Please refine your search.",
        "Es wurden zu viele Treffer gefunden.",
    ),
}


@pytest.mark.parametrize(
    ("kind", "line"), [(kind, line) for kind, lines in SAID.items() for line in lines]
)
def test_what_a_line_says(kind, line):
    message = find_message(["Find", line])
    assert message is not None
    assert (message.kind, message.line) == (kind, line)


def test_what_says_nothing_of_the_kind():
    for line in (
        *("Contact us", "Nos horaires d'ouverture", "The gardens of the old town", "Über uns"),
        *("Copyright 2021, all rights reserved", "最新のお知らせ", "О компании"),
    ):
        assert find_message([line]) is None, line
