"""Pages of others than the engine: our own line, a filter, a proxy, a host; and refreshes.

None of them is understood anew by learning: they are refused or fail by name, never BROKEN.
"""

from collections.abc import Callable
from dataclasses import replace
from html import escape
from urllib.parse import quote_plus

from evaluation.engines.faults.families.robot_checks import document
from evaluation.engines.faults.fault import Exchange, Fault, Header, Reply, none_of, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, results
from evaluation.engines.faults.sites.design import EngineDesign

REFUSED = blocked("refused")
PORTAL = blocked("login consent choice refused")
FAILED = error("server_error connection dns engine_message maintenance client_error")
PROXY = FAILED | REFUSED
QUOTA = blocked("rate_limited refused") | error("server_error maintenance")
OLD = blocked("refused javascript")
ADS = blocked("refused consent choice javascript")
GONE = FAILED | REFUSED | broken("form_gone")

# Name: what it is, status, title, body.
PAGES: dict[str, tuple[Outcomes, int, str, str]] = {
    "portal-hotel-en": (PORTAL, 200, "Guest Wi-Fi", "<h1>Welcome to our guest Wi-Fi</h1><p>To get online, enter your room number and last name, and accept the terms of use.</p><form action='/guest/login' method='post'><input name='room' placeholder='Room'><input name='name' placeholder='Last name'><label><input type='checkbox' name='ok'> I accept the terms</label><button>Connect</button></form>"),
    "portal-train-de": (PORTAL, 200, "WLAN im Zug", "<h1>Willkommen an Bord</h1><p>Sie sind mit dem WLAN verbunden, aber noch nicht im Internet. Bitte stimmen Sie den Nutzungsbedingungen zu.</p><form method='post' action='/login'><input type='hidden' name='login' value='true'><button>Einverstanden, jetzt verbinden</button></form>"),
    "portal-airport-fr": (PORTAL, 200, "Wi-Fi gratuit", "<h1>Wi-Fi de l'aéroport</h1><p>Pour accéder à Internet, identifiez-vous avec votre adresse e-mail.</p><form method='post'><input type='email' name='m'><button>Accéder à Internet</button></form>"),
    "portal-cafe-es": (PORTAL, 200, "WiFi Café", "<h2>Conéctese a Internet</h2><p>Acepte las condiciones de uso del WiFi para navegar durante 60 minutos.</p><form action='/aceptar'><button>Aceptar y navegar</button></form>"),
    "portal-campus-ja": (PORTAL, 200, "ネットワーク認証", "<h1>学内ネットワーク認証</h1><p>インターネットを利用するには、利用者IDとパスワードを入力してください。</p><form method='post'><input name='uid'><input type='password' name='pw'><button>ログイン</button></form>"),
    "portal-metro-ru": (PORTAL, 200, "Wi-Fi в метро", "<h1>Войти в интернет</h1><p>Для доступа к сети подтвердите номер телефона.</p><form method='post'><input name='phone' type='tel'><button>Получить код</button></form>"),
    "portal-511": (PORTAL | error("client_error server_error"), 511, "Network Authentication Required", "<p>You need to <a href='https://login.network.example/'>authenticate with the local network</a> in order to gain access.</p>"),
    "portal-carrier-pt": (PORTAL, 200, "Aviso", "<h1>Você está usando a rede móvel</h1><p>Deseja continuar navegando? Serão cobrados dados do seu plano.</p><a href='/ok'>Continuar</a> <a href='/nao'>Cancelar</a>"),
    "unpaid-en": (PORTAL | error("maintenance"), 200, "Account notice", "<h1>Your Internet service has been suspended</h1><p>Our records show an unpaid balance. Sign in to your account to pay your bill and restore service.</p><a href='https://billing.isp.example/'>Pay now</a>"),
    "parents-en": (REFUSED, 200, "Site blocked", "<h1>Oops! This site is blocked</h1><p>Parental controls on this network do not allow this page. Category: Search engines. Ask a parent to unblock it.</p>"),
    "parents-de": (REFUSED, 200, "Jugendschutz", "<div class='shield'></div><h2>Diese Seite ist gesperrt</h2><p>Der Jugendschutzfilter Ihres Anschlusses lässt den Aufruf dieser Internetseite nicht zu.</p>"),
    "parents-fr": (REFUSED, 403, "Contrôle parental", "<h1>Page bloquée</h1><p>Le contrôle parental est actif et ce site ne fait pas partie des sites autorisés.</p>"),
    "parents-ar": (REFUSED, 200, "تم حجب الموقع", "<h1>عذرا، هذا الموقع محجوب</h1><p>تم حجب هذه الصفحة بواسطة خدمة الرقابة الأبوية على هذه الشبكة.</p>"),
    "company-policy-en": (REFUSED, 200, "Web Policy", "<h1>Access to this web site is restricted</h1><p>Your organisation's policy prevents access to this category: Reference. If you believe this is an error, contact the IT service desk.</p><table><tr><td>User</td><td>-</td><td>Rule</td><td>WEB-17</td></tr></table>"),
    "company-policy-de": (REFUSED, 403, "Zugriff verweigert", "<h1>Zugriff durch Unternehmensrichtlinie gesperrt</h1><p>Der Zugriff auf die angeforderte Internetseite ist von Ihrem Unternehmen nicht freigegeben. Kategorie: Suchmaschinen.</p>"),
    "school-es": (REFUSED, 200, "Filtro web", "<h1>Contenido bloqueado</h1><p>El filtro del centro educativo no permite visitar esta página. Motivo: categoría no autorizada.</p>"),
    "virus-en": (REFUSED, 200, "Threat blocked", "<h1>We have blocked this page for your safety</h1><p>The web gateway has detected a possible threat. Requested address: http://search.example/</p>"),
    "proxy-squid-en": (PROXY, 503, "ERROR: The requested URL could not be retrieved", "<h1>ERROR</h1><h2>The requested URL could not be retrieved</h2><hr><p>The following error was encountered while trying to retrieve the URL:</p><blockquote><b>Connection to 203.0.113.9 failed.</b></blockquote><p>The system returned: <i>(111) Connection refused</i></p><p>The remote host or network may be down. Please try the request again.</p><address>Generated by proxy3 (squid/5.7)</address>"),
    "proxy-squid-200-de": (PROXY, 200, "FEHLER: Der angeforderte URL konnte nicht geholt werden", "<h1>FEHLER</h1><h2>Der angeforderte URL konnte nicht geholt werden</h2><p>Während des Versuches, den URL zu laden, trat der folgende Fehler auf:</p><blockquote><b>Zeitüberschreitung beim Lesen</b></blockquote><p>Ihr Cache Administrator ist webmaster.</p>"),
    "proxy-ticket-fr": (PROXY, 502, "Erreur du proxy", "<h1>Erreur du serveur mandataire</h1><p>Le proxy n'a pas pu joindre le serveur distant (502). Réessayez ultérieurement.</p>"),
    "proxy-407": (blocked("login refused") | error("client_error server_error protocol"), 407, "Proxy Authentication Required", "<h1>Cache Access Denied</h1><p>You are not currently allowed to request this page from this cache until you have authenticated yourself.</p>"),
    "proxy-gateway-en": (PROXY, 200, "Network Error", "<table><tr><td><h2>Network Error (tcp_error)</h2><p>A communication error occurred: \"Operation timed out\"</p><p>The Web Server may be down, too busy, or experiencing other problems preventing it from responding to requests.</p><p>For assistance, contact your network support team.</p></td></tr></table>"),
    "router-offline-en": (FAILED, 200, "No Internet", "<h1>You are not connected to the Internet</h1><p>Your router cannot reach the Internet. Check that the cable between modem and router is plugged in, then restart both.</p>"),
    "router-offline-de": (FAILED, 200, "Keine Internetverbindung", "<h1>Keine Internetverbindung</h1><p>Der Router konnte keine Verbindung zum Internet herstellen. DSL: nicht synchron.</p><a href='/diagnose'>Diagnose starten</a>"),
    "adblock-en": (ADS, 200, "Please allow ads", "<h1>It looks like you're using an ad blocker</h1><p>Ads keep this service free. Please disable your ad blocker and reload the page to continue.</p><button>I've disabled it</button>"),
    "adblock-de": (ADS, 200, "Werbeblocker erkannt", "<h2>Adblocker aktiv!</h2><p>Bitte schalten Sie Ihren Werbeblocker für diese Seite aus, um weiterzulesen.</p><button>Seite neu laden</button>"),
    "adblock-fr": (ADS, 200, "Bloqueur de publicité", "<h2>Bloqueur de publicité détecté</h2><p>Désactivez votre bloqueur de publicité pour accéder au site.</p>"),
    "adblock-it": (ADS, 200, "Ad blocker", "<h2>Hai un ad blocker attivo</h2><p>Disattivalo per questo sito e ricarica la pagina.</p>"),
    "browser-en": (OLD, 200, "Update your browser", "<h1>Your browser is out of date</h1><p>This site no longer works with your browser. Please install a current version of one of these:</p><ul><li>Firefox</li><li>Chrome</li><li>Edge</li><li>Safari</li></ul>"),
    "browser-de": (OLD, 200, "Browser nicht unterstützt", "<h1>Ihr Browser wird nicht unterstützt</h1><p>Bitte aktualisieren Sie Ihren Browser, um diese Seite nutzen zu können.</p>"),
    "browser-ru": (OLD, 200, "Обновите браузер", "<h1>Ваш браузер устарел</h1><p>Для работы с сайтом установите современную версию браузера.</p>"),
    "browser-zh": (OLD, 200, "浏览器版本过低", "<h2>您的浏览器版本过低</h2><p>请升级浏览器后再访问本站。</p>"),
    "browser-es": (OLD | error("client_error"), 406, "Navegador no compatible", "<h1>Navegador no compatible</h1><p>Está usando un navegador obsoleto. Actualícelo para continuar.</p>"),
    "law-en": (REFUSED, 200, "Unavailable for legal reasons", "<h1>This website has been blocked</h1><p>Access has been disabled by your provider following an order of the High Court. Claim HP-2024-000123.</p>"),
    "law-it": (REFUSED, 200, "Sito oscurato", "<h1>Accesso inibito</h1><p>L'accesso al sito è stato inibito in esecuzione di un provvedimento dell'autorità giudiziaria.</p>"),
    "law-fr": (REFUSED, 200, "Accès bloqué", "<h1>Accès impossible</h1><p>L'accès à ce site est bloqué en France en application d'une décision de justice.</p>"),
    "law-tr": (REFUSED, 200, "Erişime engellendi", "<p>Bu siteye erişim, mahkeme kararı ile engellenmiştir. Karar no: 2023/118.</p>"),
    "law-ko": (REFUSED, 200, "차단 안내", "<h1>불법·유해 정보(사이트)에 대한 차단 안내</h1><p>귀하가 접속하려고 하는 정보는 관련 법령에 따라 차단되었습니다.</p>"),
    "quota-host-en": (QUOTA, 509, "509 Bandwidth Limit Exceeded", "<h1>Bandwidth Limit Exceeded</h1><p>The server is temporarily unable to service your request due to the site owner reaching his/her bandwidth limit. Please try again later.</p>"),
    "quota-host-200": (QUOTA, 200, "Limit reached", "<h1>This site has used up its monthly traffic</h1><p>The hosting plan's quota has been exceeded. It will be available again on the 1st of next month.</p>"),
    "quota-mobile-de": (QUOTA, 200, "Datenvolumen", "<h1>Ihr Datenvolumen ist aufgebraucht</h1><p>Buchen Sie jetzt neues Datenvolumen, um weiterzusurfen.</p><a href='/pass'>Tagespass buchen</a>"),
    "quota-cloud-en": (QUOTA, 503, "Error: Server Error", "<h1>Over Quota</h1><p>This application is temporarily over its serving quota. Please try again later.</p>"),
    "dns-landing-en": (PROXY, 200, "Address not found", "<h2>We could not find the site you typed</h2><p>“search.example” does not exist or is not available. You may be interested in these sponsored links:</p><ul><li><a href='https://ads.example/1'>Cheap flights</a></li><li><a href='https://ads.example/2'>Car insurance</a></li><li><a href='https://ads.example/3'>Online degrees</a></li></ul>"),
    "dns-landing-de": (PROXY, 200, "Navigationshilfe", "<h1>Die Adresse wurde nicht gefunden</h1><p>Die eingegebene Internetadresse konnte nicht aufgelöst werden. Meinten Sie:</p><ul><li><a href='https://a.example/'>suchen.example</a></li><li><a href='https://b.example/'>archive.example</a></li></ul>"),
    "parking-en": (GONE, 200, "search.example is for sale", "<h1>This domain is for sale!</h1><p>Buy it now for $2,495 or make an offer.</p><h3>Related searches</h3><ul><li><a href='/?k=1'>Library Books</a></li><li><a href='/?k=2'>Online Courses</a></li><li><a href='/?k=3'>Music Download</a></li></ul>"),
    "parking-de": (GONE, 200, "Domain geparkt", "<h1>Diese Domain wurde soeben registriert</h1><p>Hier entsteht in Kürze eine neue Internetpräsenz.</p>"),
    "parking-expired": (GONE, 200, "Domain expired", "<h2>This domain has expired</h2><p>If you are the owner, renew it with your registrar within 30 days.</p>"),
    "suspended-en": (GONE, 200, "Account Suspended", "<h1>This Account has been suspended.</h1><p>Contact your hosting provider for more information.</p>"),
    "cdn-522": (FAILED, 522, "522: Connection timed out", "<h1>Connection timed out <span>Error code 522</span></h1><div>You: Browser, Working</div><div>Amsterdam: Network, Working</div><div>Host: Error</div><h2>What happened?</h2><p>The initial connection between the network and the origin web server timed out.</p>"),
    "cdn-1016-200": (FAILED, 200, "Origin DNS error", "<h1>Error 1016</h1><h2>Origin DNS error</h2><p>You've requested a page on a website that is on our network. We are unable to resolve the origin's name.</p>"),
    "cdn-unknown-domain": (PROXY, 500, "Unknown domain", "<p>Error: unknown domain: search.example. Please check that this domain has been added to a service.</p><p>Details: cache-fra-7</p>"),
    "cdn-not-satisfied": (PROXY, 502, "ERROR: The request could not be satisfied", "<h1>502 ERROR</h1><h2>The request could not be satisfied.</h2><hr>The origin closed the connection. We can't connect to the server for this app or website at this time. There might be too much traffic or a configuration error.<pre>Request ID: Zk81==</pre>"),
    "cdn-edge-200": (PROXY, 200, "Oops", "<h2>Our services aren't available right now</h2><p>We're working to restore all services as soon as possible. Please check back soon.</p><p>0Yq3xZQ Ref A: 77 Ref B: AMS04</p>"),
    "cdn-gateway-504": (FAILED, 504, "504 Gateway Time-out", "<center><h1>504 Gateway Time-out</h1></center><hr><center>nginx</center>"),
    "cdn-gateway-200-ja": (FAILED, 200, "エラー", "<h1>サーバーに接続できません</h1><p>配信元サーバーから応答がありませんでした。しばらくしてからもう一度お試しください。</p>"),
    "cdn-app-crashed": (FAILED, 503, "Application error", "<h1>Application error</h1><p>An error occurred in the application and your page could not be served. If you are the application owner, check your logs for details.</p>"),
    "default-page": (GONE, 200, "Welcome to nginx!", "<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p><em>Thank you for using nginx.</em></p>"),
}  # fmt: skip


def alone(status: int, title: str, body: str) -> Callable[[Exchange], Reply]:
    """Return the same page for every address of the site."""
    html = document(f"<meta charset=utf-8><title>{title}</title>", body).encode()
    return lambda _exchange: Reply(html, "text/html; charset=utf-8", status)


def _page(name: str, of_line: bool = False) -> Fault:
    expected, status, title, body = PAGES[name]
    fault = replies(
        f"line/{'all-' if of_line else ''}{name}", expected, alone(status, title, body),
        shown=none_of, on_site=True,
    )  # fmt: skip
    return _of_line(fault) if of_line else fault


def _of_line(fault: Fault) -> Fault:
    """Return a fault that all engines have at once, while one is checked, too."""
    return replace(fault, of_line=True, among=lambda _design: True)


# These stand between us and all engines, so all answer with them at once.
OF_LINE = (
    "portal-hotel-en", "portal-train-de", "portal-metro-ru", "parents-en", "company-policy-de",
    "proxy-gateway-en", "router-offline-en", "quota-mobile-de", "dns-landing-de", "unpaid-en",
)  # fmt: skip


def redirected_to_portal(exchange: Exchange) -> Reply:
    """Return a redirect to the portal of the network, which takes any address."""
    if exchange.path == "/portal":
        _expected, status, title, body = PAGES["portal-hotel-en"]
        return alone(status, title, body)(exchange)
    return Reply(b"", "text/html", 302, (("Location", "/portal?from=search"),))


def refreshes(
    head: str = "", told: str = "", hops: int = 1, body: str = "<p>…</p>"
) -> Callable[[Exchange], Reply]:
    """Return pages that refresh to the next one, and the true answer after `hops` of them.

    `{url}` in `head` and in `told`, the header, is the next address.
    """

    def make(exchange: Exchange) -> Reply:
        design = exchange.design
        query = exchange.parameters.get(design.parameter, "").strip()
        seen = int(exchange.parameters.get("seen", "0"))
        if not query or seen == hops:
            return exchange.healthy
        asked = quote_plus(query, encoding=design.charset, errors="replace")
        page = exchange.parameters.get(design.page_parameter or "", "1")
        url = f"{design.path}?{design.parameter}={asked}&{design.page_parameter}={page}&seen={seen + 1}"  # fmt: skip
        headers: tuple[Header, ...] = (("Refresh", told.replace("{url}", url)),) if told else ()
        markup = head.replace("{url}", escape(url)).replace("{host}", exchange.host)
        return exchange.page(document(markup, body), 200, *headers)

    return make


def kept(head: str = "", *headers: Header) -> Callable[[Exchange], Reply]:
    """Return the true answer, with a refresh that comes long after it was read."""

    def make(exchange: Exchange) -> Reply:
        if exchange.found is None:
            return exchange.healthy
        page = exchange.design.answer(exchange.search)
        return exchange.page(page.replace("</head>", f"{head}</head>", 1), 200, *headers)

    return make


def by_get(design: EngineDesign) -> bool:
    """Tell engines that are searched by GET: a refresh sends no fields."""
    return design.method == "get"


WELL = results()
LOOP = error("redirects")
REFRESHES: dict[str, tuple[Outcomes, Callable[[Exchange], Reply]]] = {
    "meta": (WELL, refreshes('<meta http-equiv="refresh" content="0;url={url}">')),
    "meta-quoted": (WELL, refreshes("<META HTTP-EQUIV='Refresh' CONTENT='1; URL=&quot;{url}&quot;'>")),
    "meta-single-quoted": (WELL, refreshes("<meta content=\"0; url='{url}'\" http-equiv=REFRESH>")),
    "meta-comma": (WELL, refreshes('<meta http-equiv="refresh" content="0, {url}">')),
    "meta-blanks": (WELL, refreshes('<meta http-equiv="refresh" content=" 2 ;  Url = {url} ">')),
    "meta-fraction": (WELL, refreshes('<meta http-equiv="refresh" content="0.5;url={url}">')),
    "meta-absolute": (WELL, refreshes('<meta http-equiv="refresh" content="0;url=http://{host}{url}">')),
    "meta-words": (WELL, refreshes('<title>Searching…</title><meta http-equiv="refresh" content="1;url={url}">', body="<h1>Searching, please wait …</h1><p>You will be forwarded to your results.</p>")),
    "meta-twice": (WELL, refreshes('<meta http-equiv="refresh" content="0;url={url}">', hops=2)),
    "meta-thrice": (WELL, refreshes('<meta http-equiv="refresh" content="0;url={url}">', hops=3)),
    "header": (WELL, refreshes(told="0;url={url}")),
    "header-quoted": (WELL, refreshes(told='1; URL="{url}"')),
    "header-twice": (WELL, refreshes(told="0; {url}", hops=2)),
    "header-and-meta": (WELL, refreshes('<meta http-equiv="refresh" content="0;url={url}">', "0;url={url}")),
    "meta-loop": (LOOP, refreshes('<meta http-equiv="refresh" content="0;url={url}">', hops=9_999)),
    "header-loop": (LOOP, refreshes(told="0;url={url}", hops=9_999)),
    "meta-itself": (LOOP | error("empty_body") | broken("not_understood"), refreshes('<meta http-equiv="refresh" content="0">', hops=9_999)),
    "later-itself": (WELL, kept('<meta http-equiv="refresh" content="300">')),
    "later-home": (WELL, kept('<meta http-equiv="refresh" content="1200;url=/">')),
    "later-header": (WELL, kept("", ("Refresh", "900; url=/?expired=1"))),
    "in-noscript": (WELL, kept('<noscript><meta http-equiv="refresh" content="0;url=/nojs.html"></noscript>')),
    "in-comment": (WELL, kept('<!-- <meta http-equiv="refresh" content="0;url=/old.html"> -->')),
}  # fmt: skip

FAULTS: tuple[Fault, ...] = (
    *(_page(name) for name in PAGES),
    *(_page(name, of_line=True) for name in OF_LINE),
    _of_line(replies("line/all-redirected", PORTAL, redirected_to_portal, shown=none_of, on_site=True)),
    *(replies(f"refresh/{name}", expected, make, on_site=True, on=by_get)
      for name, (expected, make) in REFRESHES.items()),
)  # fmt: skip
