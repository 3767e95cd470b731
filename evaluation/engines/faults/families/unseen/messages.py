"""Walls, robot checks, limits and complaints in further words and markup, written blind.

They were written after the product was mended by the other families, by somebody who read nothing
of it.
"""

from evaluation.engines.faults.fault import Ask, Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, error, no_results

ROBOT = blocked("robot_check")
PROOF = blocked("robot_check javascript")
RATED = blocked("rate_limited")
REFUSED = blocked("refused")
FILTERED = blocked("refused robot_check")
LOGIN = blocked("login")
PAID = blocked("login refused")
CONSENT = blocked("consent")
MAINTENANCE = error("maintenance")
DOWN = error("maintenance server_error")
BUSY = error("server_error maintenance engine_message")
FAILURE = error("server_error engine_message")
QUERY = error("engine_message")


def _sheet(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="'
        f'width=device-width">\n<title>{title}</title>\n<link rel="stylesheet" href="/e.css">\n'
        f'</head>\n<body class="sheet">\n<main>\n{body}\n</main>\n</body>\n</html>\n'
    )


def _alone(
    name: str, expected: Outcomes, title: str, body: str, status: int = 200, ask: Ask = Ask.WORD
) -> Fault:
    """Return a fault whose page stands alone, in UTF-8."""
    data = _sheet(title, body).encode()
    return replies(
        f"unseen-{name}", expected, lambda _: Reply(data, "text/html; charset=UTF-8", status), asks=ask
    )  # fmt: skip


def _inside(
    name: str, expected: Outcomes, markup: str, status: int = 200, ask: Ask = Ask.WORD
) -> Fault:
    """Return a fault whose page is the site's own with a message where results were."""

    def make(exchange: Exchange) -> Reply:
        return exchange.message(markup, status)

    return replies(f"unseen-{name}", expected, make, asks=ask)


def _nothing(language: str, markup: str) -> Fault:
    def make(exchange: Exchange) -> Reply:
        return exchange.healthy if exchange.search.records else exchange.message(markup)

    return replies(f"unseen-message/nothing-{language}", no_results(), make, asks=Ask.NOTHING)


def _tiles(count: int) -> str:
    return "".join(
        f'<button name="t" value="{n}"><img src="/tile/{n}.webp"></button>' for n in range(count)
    )


_BOX = '<form method="post"><label><input type="checkbox" name="ok" value="1"> {}</label> <button>{}</button></form>'
_SIGN_IN = '<form action="/account/enter" method="post"><p><input name="id" autocomplete="username"></p><p><input name="secret" type="password"></p><button>{}</button></form>'

ROBOTS = (
    _alone("robot/tick-en", ROBOT, "Quick check", "<h2>One quick check before we go on</h2><p>Tick the box, so that we can tell you apart from an automated program.</p>" + _BOX.format("I'm a person", "Proceed")),
    _inside("robot/sum-de", ROBOT, "<div class='pruefung'><strong>Kurze Sicherheitsabfrage</strong><p>Unser System hält Ihren Aufruf für maschinell erzeugt. Lösen Sie bitte die Aufgabe: acht minus drei =</p><form method='post'><input name='summe' size='2'> <input type='submit' value='Absenden'></form></div>", 403),
    _alone("robot/tick-fr", blocked("robot_check rate_limited"), "Contrôle anti-robot", "<h1>Contrôle anti-robot</h1><p>Votre navigation ressemble à celle d'un programme automatique. Cochez la case ci-dessous pour reprendre.</p>" + _BOX.format("Je ne suis pas un robot", "Reprendre"), 429),
    _inside("robot/tiles-es", ROBOT, f"<h3>Comprobación de seguridad</h3><p>Para descartar accesos automáticos, seleccione todas las imágenes en las que aparezca un semáforo.</p><form method='post'>{_tiles(9)}</form>"),
    _alone("robot/wait-it", PROOF, "Un attimo", "<p class='big'>Verifica del browser in corso…</p><p>Stiamo controllando che la richiesta non provenga da un bot. Verrai reindirizzato tra pochi secondi.</p><script>setTimeout(function(){location.reload()},5000)</script>", 503),
    _inside("robot/challenge-pt", ROBOT, "<section class='desafio'><h2>Verificação humana</h2><p>Não conseguimos distinguir o seu acesso do de um programa automatizado. Resolva o desafio para ver os resultados.</p><img src='/desafio.png'><input name='resposta'></section>"),
    _inside("robot/tiles-ru", ROBOT, f"<h2>Проверка на бота</h2><p>Докажите, что вы человек: отметьте все картинки, на которых есть автобусы.</p><form method='post'>{_tiles(6)}</form>"),
    _alone("robot/slider-pl", ROBOT, "Weryfikacja", "<h1>Czy na pewno nie jesteś botem?</h1><p>Wykryliśmy ruch, który wygląda na automatyczny. Przeciągnij element układanki na właściwe miejsce.</p><div class='puzzle'><span></span></div>"),
    _inside("robot/kana-ja", ROBOT, "<div class='ninsho'><h3>画像認証</h3><p>自動プログラムによるアクセスを防ぐため、画像に書かれたひらがな4文字を入力してください。</p><form method='post'><img src='/ninsho.gif'><input name='moji'><input type='submit' value='送信'></form></div>"),
    _alone("robot/click-zh", ROBOT, "访问验证", "<h3>访问验证</h3><p>系统判断您的操作疑似机器行为，请依次点击图中的文字“春、夏、秋”。</p><div class='pic'><img src='/v/88.jpg'></div><a href='javascript:;'>看不清？换一张</a>"),
    _inside("robot/tick-ar", ROBOT, "<div><h2>تحقق أمني</h2><p>ضع علامة في المربع لإثبات أنك إنسان ولست برنامجا آليا.</p>" + _BOX.format("أنا لست روبوتا", "متابعة") + "</div>"),
    _alone("robot/tick-tr", ROBOT, "Doğrulama", "<h1>Güvenlik doğrulaması</h1><p>İsteğinizin bir bot tarafından gönderilmediğinden emin olmamız gerekiyor. Kutuyu işaretleyin.</p>" + _BOX.format("Ben robot değilim", "Devam"), 403),
    _inside("robot/altcha", ROBOT, "<p>Spam protection: please verify before searching.</p><form method='post'><altcha-widget challengeurl='/altcha'></altcha-widget><button>Search</button></form><script type='module' src='/js/altcha.min.js'></script>"),
    _alone("robot/mcaptcha", ROBOT, "Verify", "<p>Please solve the captcha to see your results</p><form method='post'><div id='mcaptcha__widget-container'></div><input type='hidden' name='mcaptcha__token'><button>Verify</button></form>"),
    _alone("robot/checkpoint", blocked("robot_check javascript rate_limited"), "Security Checkpoint", "<div id='root'><p id='header-text'>We're verifying your browser</p><noscript><p>Enable JavaScript to continue</p></noscript></div><p>Website owner? <a href='https://vercel.link/security-checkpoint'>Click here to fix</a></p>", 429),
    _alone("robot/work-proof", PROOF, "Hold on", "<p>Your browser is solving a small puzzle, to keep scrapers away. This takes about four seconds.</p><progress max='100'></progress><script src='/pow/worker.js'></script>"),
)  # fmt: skip

LIMITS = (
    _inside("limit/forum-en", RATED, "<div class='panel'><div class='inner'><h2>Information</h2><p>Sorry, this board requires 20 seconds between searches. You may try again in 7 seconds.</p></div></div>"),
    _alone("limit/calls-de", RATED, "429", "<h1>Moment bitte!</h1><p>Von Ihrem Anschluss kamen in kurzer Zeit auffallend viele Abfragen. Die Suche ist für Sie in zehn Minuten wieder frei.</p>", 429),
    _inside("limit/hour-fr", RATED, "<p class='avertissement'>Vous avez dépassé le nombre de requêtes autorisé par heure. Réessayez dans une heure.</p>"),
    _alone("limit/pace-es", RATED, "Vaya más despacio", "<h2>Vaya más despacio</h2><p>Ha enviado demasiadas peticiones en poco tiempo. Podrá buscar de nuevo en un minuto.</p>"),
    _inside("limit/pace-ru", RATED, "<table class='msg'><tr><td>Вы слишком часто пользуетесь поиском. Следующий запрос можно будет отправить через 25 секунд.</td></tr></table>"),
    _alone("limit/pace-zh", RATED, "提示信息", "<div class='alert_error'><p>抱歉，您在 15 秒内只能进行一次搜索</p><p><a href='javascript:history.back()'>[ 点击这里返回上一页 ]</a></p></div>"),
    _inside("limit/pace-tr", RATED, "<div class='uyari'>Çok hızlı arama yapıyorsunuz; iki arama arasında en az 15 saniye beklemelisiniz.</div>"),
    _alone("limit/pace-ja", RATED, "制限中", "<h2>アクセス制限</h2><p>短時間に連続して検索されたため、一時的に利用を制限しています。しばらく時間をおいてからお試しください。</p>", 429),
)  # fmt: skip

BANS = (
    _alone("ban/board-en", REFUSED, "Board message", "<p>You have been banned from this board. Reason given: harvesting. The ban will be lifted: never.</p>"),
    _inside("ban/network-de", REFUSED, "<div class='meldung rot'><p>Ihr Netz wurde wegen Missbrauchs von der Nutzung ausgeschlossen. Eine Freischaltung können Sie per E-Mail beantragen.</p></div>", 403),
    _inside("ban/closed-ru", REFUSED, "<div class='error'><b>Доступ к сайту для вас закрыт.</b> Причина: автоматический сбор данных.</div>"),
    _alone("ban/firewall-zh", FILTERED, "网站防火墙", "<h3>网站防火墙</h3><p>您的请求带有不合法参数，已被网站管理员设置拦截！</p><p>可能原因：您提交的内容包含危险的攻击请求</p>", 403),
    _alone("ban/support-id", FILTERED, "Request Rejected", "The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1187265542019<br><br><a href='javascript:history.back();'>[Go Back]</a>"),
    _alone("ban/mod-security", REFUSED | error("client_error"), "Not Acceptable!", "<h1>Not Acceptable!</h1><p>An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.</p>", 406),
    _inside("ban/agent-fr", REFUSED, "<h2>Accès interdit</h2><p>Les aspirateurs de sites et les programmes de collecte ne sont pas admis ici. Votre adresse a été mise sur liste noire.</p>"),
    _alone("ban/range-pt", REFUSED, "Acesso negado", "<h1>Acesso negado</h1><p>O intervalo de endereços a que pertence está bloqueado por comportamento abusivo.</p>", 403),
)  # fmt: skip

LOGINS = (
    _inside("login/members-en", LOGIN, "<h2>Members only</h2><p>Looking things up is a benefit of membership. Enter your card number and PIN.</p>" + _SIGN_IN.format("Enter")),
    _alone("login/registered-de", LOGIN, "Zugang", "<p>Dieser Bereich steht ausschließlich registrierten Nutzern offen. Haben Sie schon ein Benutzerkonto?</p>" + _SIGN_IN.format("Einloggen")),
    _inside("login/forum-it", LOGIN, "<div class='info'>Non hai i permessi per cercare in questo sito: devi prima autenticarti. <a href='/ucp?mode=login'>Accesso utenti</a></div>"),
    _alone("login/institution-en", LOGIN, "Find your institution", "<h1>Find your institution</h1><p>Log in through your university or library to get access.</p><form action='/wayf'><select name='idp'><option>Example College<option>Other University</select><button>Go to login page</button></form>"),
    _inside("login/guests-pl", LOGIN, "<p class='komunikat'>Goście nie mogą korzystać z wyszukiwarki. Zaloguj się albo załóż konto.</p>" + _SIGN_IN.format("Wejdź")),
    _alone("login/account-zh", LOGIN, "请登录", "<p>抱歉，您所在的用户组（游客）无法进行此操作，请登录后继续。</p>" + _SIGN_IN.format("登录")),
    _inside("login/idle-de", LOGIN, "<p>Sie waren länger als 30 Minuten nicht aktiv und wurden aus Sicherheitsgründen abgemeldet.</p><p><a href='/anmelden'>Wieder anmelden</a></p>"),
    _alone("login/idle-es", LOGIN, "Sesión cerrada", "<h1>Hemos cerrado su sesión</h1><p>Pasó demasiado tiempo sin actividad. Introduzca de nuevo su usuario y contraseña.</p>" + _SIGN_IN.format("Acceder")),
    _inside("login/idle-ja", LOGIN, "<p>一定時間操作がなかったため、自動的にログアウトしました。お手数ですが再度ログインしてください。</p>" + _SIGN_IN.format("ログイン")),
    _alone("login/idle-440", LOGIN | error("client_error"), "Login time-out", "<h1>440 Login Time-out</h1><p>You were signed out. Sign in again to pick up where you left off.</p>", 440),
    _inside("paywall/metered-en", PAID, "<div class='gate'><h2>Enjoying our archive?</h2><p>You've read your three complimentary articles this month. Choose a plan to keep reading: monthly $9, yearly $79.</p><p>Already a subscriber? <a href='/in'>Log in</a></p></div>"),
    _alone("paywall/plus-de", PAID, "Plus", "<h1>Weiter mit Plus</h1><p>Dieser Inhalt gehört zu unserem Bezahlangebot. Testen Sie Plus vier Wochen für 1 €.</p><a href='/abo'>Jetzt Probeabo bestellen</a>", 402),
    _inside("paywall/reserve-fr", PAID, "<aside class='offre'><p>Il vous reste 0 consultation gratuite. Pour continuer, choisissez votre formule d'abonnement.</p><a href='/offres'>Voir les offres</a></aside>"),
)  # fmt: skip

GATES = (
    _alone("gate/cookies-en", CONSENT, "Before you continue", "<h1>Before you continue</h1><p>This site would like to use cookies and data to measure audience and show adverts suited to you. May it?</p><form method='post'><button>Agree to all</button><button>Only what is necessary</button><button>More options</button></form>"),
    _alone("gate/pur-de", CONSENT, "Werbung oder Abo", "<h2>Mit Werbung weiterlesen</h2><p>Nutzen Sie unser Angebot mit Tracking und Cookies. Ihre Einwilligung können Sie jederzeit widerrufen.</p><button>Einverstanden</button><h2>oder Pur-Abo</h2><p>Werbefrei für 3,99 € im Monat.</p>"),
    _inside("gate/cookies-fr", CONSENT, "<div role='dialog'><a href='#'>Continuer sans accepter</a><p>Avec votre accord, nous utilisons des traceurs pour mesurer l'audience. Il faut faire un choix avant de poursuivre.</p><button>J'accepte</button><button>Paramétrer</button></div>"),
    _inside("gate/cookies-tr", CONSENT, "<div class='kvkk'><p>KVKK kapsamında aydınlatma metnini okuyup çerez kullanımına izin verdiğinizde siteye devam edebilirsiniz.</p><button>İzin veriyorum</button> <button>İzin vermiyorum</button></div>"),
    _alone("gate/cookies-pl", CONSENT, "RODO", "<h1>Zanim przejdziesz do serwisu</h1><p>Zgodnie z RODO potrzebujemy Twojej zgody na przetwarzanie danych i używanie ciasteczek.</p><button>Zgadzam się</button><button>Ustawienia</button>"),
    _alone("gate/age-pt", CONSENT, "+18", "<h1>Você tem mais de 18 anos?</h1><p>Este site contém material para adultos.</p><form><button name='a' value='1'>Sim, entrar</button><button name='a' value='0'>Não, sair</button></form>"),
    _inside("gate/age-it", CONSENT, "<div class='eta'><h2>Sei maggiorenne?</h2><p>Per accedere a queste pagine devi aver compiuto 18 anni.</p><button>Sì, entro</button> <button>No, esco</button></div>"),
    _alone("gate/age-zh", CONSENT, "年龄确认", "<p>本网站内容仅供年满十八岁的人士浏览，请确认您的年龄。</p><button>我已满18岁，进入</button> <button>离开</button>"),
    _alone("geo/service-en", REFUSED, "Sorry", "<h1>Sorry, we're not where you are (yet)</h1><p>Visitors from your location can't use this service for licensing reasons.</p>"),
    _inside("geo/region-it", REFUSED, "<p class='geo'>Per motivi legali il servizio non può essere offerto nel Paese da cui ti colleghi.</p>", 403),
    _alone("geo/europe-451", REFUSED, "Unavailable due to legal reasons", "<p>We recognise you are attempting to reach us from the European Economic Area, where the GDPR is in force, and therefore cannot grant you access at this time.</p>", 451),
    _alone("geo/court-tr", REFUSED, "Erişim engeli", "<p>Bu internet sitesi hakkında, 5651 sayılı Kanun uyarınca alınan karar gereği erişim engellenmiştir.</p>"),
    _alone("geo/order-ru", REFUSED, "Доступ ограничен", "<h2>Доступ ограничен</h2><p>Доступ к ресурсу ограничен по решению органов государственной власти. Для посетителей из вашего региона сайт не работает.</p>"),
)  # fmt: skip

COMPLAINTS = (
    _alone("message/upgrade-en", DOWN, "Back shortly", "<h1>Under the bonnet</h1><p>We are upgrading our servers tonight from 22:00 to 04:00. Normal service will resume afterwards.</p>", 503),
    _inside("message/works-de", MAINTENANCE, "<p class='hinweis'>Wir führen gerade ein Update durch. Die Datenbank steht ab 14 Uhr wieder bereit.</p>"),
    _alone("message/works-fr", MAINTENANCE, "De retour bientôt", "<h1>De retour dans quelques instants</h1><p>Nos équipes procèdent à une mise à jour du site. Revenez un peu plus tard !</p>"),
    _inside("message/works-ru", MAINTENANCE, "<div class='notice'>Идут профилактические работы. Каталог вернётся в строй к 18:00 по московскому времени.</div>"),
    _alone("message/works-ja", DOWN, "お知らせ", "<h1>サービス一時停止のお知らせ</h1><p>定期点検のため、午前2時から6時まで本サービスを停止させていただきます。</p>", 503),
    _inside("message/works-ar", MAINTENANCE, "<p>نقوم حاليا بتحديث الموقع وسنعود إليكم قريبا. شكرا لصبركم.</p>"),
    _alone("message/busy-en", BUSY, "Busy", "<h1>We're swamped!</h1><p>More people than our servers can take are here right now. Give us a few minutes and reload.</p>", 503),
    _inside("message/busy-de", BUSY, "<p>Zurzeit greifen zu viele Nutzer gleichzeitig auf den Katalog zu. Der Server ist überlastet.</p>"),
    _alone("message/busy-ja", BUSY, "混雑中", "<p>ただいまアクセスが大変集中しており、つながりにくくなっております。時間をおいて再度アクセスしてください。</p>"),
    _inside("message/busy-zh", BUSY, "<p>服务器繁忙，请稍后重试。</p>"),
    _inside("message/sphinx", FAILURE, "<p>connection to localhost:9312 failed (errno=111, msg=Connection refused)</p>"),
    _alone("message/pdo", FAILURE, "Error", "<p>SQLSTATE[HY000] [2002] No such file or directory</p><pre>#0 /home/www/app/Db.php(31): PDO-&gt;__construct('mysql:host=loca...')</pre>"),
    _inside("message/coldfusion", FAILURE, "<h3>Error Occurred While Processing Request</h3><p>Error Executing Database Query. [Macromedia][SQLServer JDBC Driver] Error establishing socket.</p>"),
    _alone("message/guru", error("server_error maintenance"), "503 Backend fetch failed", "<h1>Error 503 Backend fetch failed</h1><p>Backend fetch failed</p><h3>Guru Meditation:</h3><p>XID: 98304</p><hr><p>Varnish cache server</p>", 503),
    _inside("message/jet", FAILURE, "<font face='Arial' size=2>Microsoft JET Database Engine</font> <font face='Arial' size=2>error '80040e14'</font><p>Unspecified error</p><p>/find.asp</p>"),
    _alone("message/digest", FAILURE, "Error", "<h2>Application error: a server-side exception has occurred (see the server logs for more information).</h2><p>Digest: 2901338127</p>"),
    _inside("message/database-ru", FAILURE, "<p>Не удалось соединиться с базой данных. Администратор уже извещён.</p>"),
    _inside("message/database-es", FAILURE, "<p>¡Vaya! Algo ha fallado al consultar la base de datos. Código: 0x1F.</p>", 500),
    _inside("query/letters-en", QUERY, "<p class='validation'>Please type three letters or more, and no punctuation.</p>"),
    _inside("query/broad-de", QUERY, "<p class='fehler'>Die Abfrage ist zu allgemein. Bitte grenzen Sie sie durch weitere Wörter ein.</p>"),
    _alone("query/words-it", QUERY, "Errore", "<p>Ricerca non valida: indicare almeno due parole.</p><a href='javascript:history.go(-1)'>Indietro</a>"),
    _inside("query/signs-pl", QUERY, "<div class='blad'>Zapytanie zawiera niedozwolone znaki. Popraw je i spróbuj jeszcze raz.</div>"),
    _inside("query/empty-ru", QUERY, "<p><font class='errortext'>В поисковой фразе обнаружена ошибка: задан пустой поисковый запрос.</font></p><p>Исправьте поисковую фразу и повторите поиск.</p>"),
    _alone("query/condition-ja", QUERY, "入力エラー", "<p class='err'>検索条件の入力に誤りがあります。検索語を1つ以上指定してください。</p><a href='/'>戻る</a>"),
    _inside("query/invalid-tr", QUERY, "<div class='hata'>Geçersiz arama ifadesi. Lütfen yazdığınız ifadeyi düzeltin.</div>"),
    _inside("query/parse-lucene", QUERY, "<pre>Cannot parse 'radio~~': Encountered \" &lt;FUZZY_SLOP&gt; \"~ \"\" at line 1, column 6.</pre>"),
    _nothing("it", "<p class='vuoto'>La ricerca non ha prodotto risultati.</p>"),
    _nothing("pt", "<h3>Ops! Não achamos o que você procura.</h3><p>Tente com outro termo.</p>"),
    _nothing("pl", "<p>Brak wyników spełniających podane kryteria.</p>"),
    _nothing("zh", "<div class='kong'>没有找到相关内容，换个词试试吧</div>"),
    _nothing("tr", "<p>Aradığınız kriterlere uygun kayıt bulunamadı.</p>"),
)  # fmt: skip

FAULTS: tuple[Fault, ...] = (*ROBOTS, *LIMITS, *BANS, *LOGINS, *GATES, *COMPLAINTS)
