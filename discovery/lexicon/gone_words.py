"""What pages say that is gone: a page, a site, a form's token. Form: see `message_words`."""

# That the address asked leads to no page: said of one page, while "nothing found" is said of many.
PAGE_GONE_SAYINGS = (
    (
        (
            *(
                "page not found",
                "page could not be found",
                "page cannot be found",
                "file not found",
            ),
            *("page you requested", "page you are looking for", "page you were looking for"),
            *("this page does", "this page isn", "no such page", "page doesn", "page has moved"),
            *("page no longer", "not found on this server", "error 404", "404 not", "404 error"),
            *("seite nicht gefunden", "seite wurde nicht", "seite konnte nicht", "seite existiert"),
            *("gesuchte seite", "angeforderte seite", "page introuvable", "page non trouvée"),
            *("page demandée", "cette page n", "página no encontrada", "página que busca"),
            *("página solicitada", "esta página no", "no se encontró la página"),
            *("no se ha encontrado la página", "pagina non trovata", "pagina richiesta"),
            *("pagina che", "questa pagina non", "página não encontrada", "esta página não"),
            *("página que", "страница не найдена", "страницы не существует", "страница, которую"),
            *("страница не существует", "запрашиваемая страница", "такой страницы"),
            *(
                "strona nie została",
                "nie znaleziono strony",
                "strona nie istnieje",
                "takiej strony",
            ),
            *("strony nie znaleziono", "strona, której", "pagina niet gevonden", "deze pagina"),
            *("sidan hittades", "sidan kunde inte", "sidan finns inte", "sayfa bulunamadı"),
            *("aradığınız sayfa", "böyle bir sayfa", "sayfa mevcut", "ページが見つかりません"),
            *("ページは見つかりません", "ページは存在しません", "お探しのページ", "ページは削除"),
            *("页面不存在", "找不到页面", "页面未找到", "未找到页面", "找不到該頁", "您访问的页面"),
            *("找不到您要", "頁面不存在", "페이지를 찾을 수 없", "존재하지 않는 페이지"),
            *("الصفحة غير موجودة", "لم يتم العثور على الصفحة", "الصفحة المطلوبة", "هذه الصفحة غير"),
            *("لم نعثر على الصفحة", "الصفحة التي"),
        ),
        (),
    ),
)

# That there is no site any more: its hoster, or a dealer in names, answers in its place.
SITE_GONE_SAYINGS = (
    (
        ("account", "site", "website", "domain", "hosting", "bandwidth", "page"),
        (
            *("suspended", "has expired", "is for sale", "for sale", "is parked", "parked free"),
            *("limit exceeded", "deactivated", "no longer exists", "has been discontinued"),
            *("shut down", "closed down", "under construction", "coming soon"),
        ),
    ),
    (
        ("domain", "konto", "webseite", "website"),
        ("zu verkaufen", "steht zum verkauf", "gesperrt", "abgelaufen", "eingestellt"),
    ),
    (("domaine", "compte", "site"), ("à vendre", "suspendu", "expiré", "en construction", "fermé")),
    (("dominio", "cuenta", "sitio"), ("en venta", "suspendid", "ha caducado", "en construcción")),
    (("dominio", "account", "sito"), ("in vendita", "sospes", "scadut", "in costruzione")),
    (("domínio", "conta", "site"), ("à venda", "suspens", "expirou", "em construção")),
    (
        ("домен", "аккаунт", "сайт", "хостинг"),
        ("продаётся", "продается", "заблокирован", "приостановлен", "истёк", "в разработке"),
    ),
    (("domena", "konto", "strona", "domenę"), ("sprzeda", "zawieszon", "wygasła", "w budowie")),
    (
        ("domein", "website", "domän", "webbplats"),
        ("te koop", "opgeschort", "till salu", "stängd av"),
    ),
    (
        ("alan adı", "hesap", "hesab", "site"),
        ("satılık", "askıya", "süresi doldu", "yapım aşamasında"),
    ),
    (
        ("ドメイン", "アカウント", "サイト"),
        ("売り出し", "販売中", "停止", "期限切れ", "終了しました", "準備中"),
    ),
    (("域名", "网站", "账户", "账号", "空间"), ("出售", "暂停", "过期", "关闭", "停用", "建设中")),
    (("도메인", "계정", "사이트"), ("판매", "정지", "만료", "준비 중")),
    (("النطاق", "الحساب", "الموقع"), ("للبيع", "معلق", "موقوف", "انتهت", "قيد الإنشاء")),
)

# That what a form sent is out of date: its token, its key.
TOKEN_SAYINGS = (
    (
        ("token", "csrf", "xsrf", "nonce", "form key", "security key", "form has"),
        (
            *("invalid", "expired", "missing", "mismatch", "failed", "incorrect", "not valid"),
            *("ungültig", "abgelaufen", "fehlt", "invalide", "expiré", "manquant", "no válido"),
            *("caducad", "non valid", "scadut", "inválid", "неверн", "истек", "отсутств"),
            *("nieprawidłow", "wygas", "ongeldig", "geçersiz", "無効", "无效", "無效", "غير صالح"),
        ),
    ),
    (("トークン", "令牌", "토큰", "الرمز المميز", "токен"), ()),
)
