"""What pages say that refuse a visitor: an address, a country. Form: see `message_words`."""

REFUSAL_SAYINGS = (
    (
        (
            "requested url",
            "your request",
            "this request",
            "support id",
            "reference id",
            "incident id",
        ),
        ("rejected", "blocked", "administrator", "security", "firewall", "contact"),
    ),
    (("not acceptable", "mod_security", "web application firewall", "waf"), ()),
    (
        (
            "your location",
            "your country",
            "your region",
            "where you are",
            "visitors from",
            "users in",
        ),
        ("can't", "cannot", "can not", "not ", "unable", "legal reasons", "licens"),
    ),
    (("ihrem land", "ihrer region", "ihrem standort"), ("nicht", "rechtlich", "lizenz")),
    (("votre pays", "votre région", "votre localisation"), ("ne ", "pas", "légales", "licence")),
    (("su país", "su región", "su ubicación"), ("no ", "legales", "licencia")),
    (("tuo paese", "suo paese", "paese da cui"), ("non", "legali", "licenz")),
    (("seu país", "sua região", "sua localização"), ("não", "legais", "licença")),
    (
        ("вашего региона", "вашей стран", "вашем регион", "вашей страны"),
        ("не ", "нельзя", "запрет", "прав"),
    ),
    (("blacklist", "liste noire", "lista negra", "schwarze liste", "чёрн", "czarn"), ()),
    (
        (
            "access",
            "your ip",
            "ip address",
            "your address",
            "your network",
            "your client",
            "your request",
        ),
        (
            *("denied", "blocked", "banned", "forbidden", "restricted", "not allowed", "rejected"),
            *("blacklist", "suspended", "refused", "not permitted"),
        ),
    ),
    (
        (
            "not available",
            "unavailable",
            "blocked",
            "not accessible",
            "isn't available",
            "restricted",
        ),
        ("your country", "your region", "your location", "your area"),
    ),
    (("you have been blocked", "you have been banned", "you are banned", "you are blocked"), ()),
    (
        ("zugriff", "zugang", "ip-adresse", "ip adresse", "ihre ip", "ihre anfrage"),
        ("verweigert", "gesperrt", "blockiert", "verboten", "untersagt", "abgelehnt"),
    ),
    (("nicht verfügbar", "nicht zugänglich"), ("ihrem land", "ihrer region", "deinem land")),
    (
        ("accès", "adresse ip", "votre ip", "votre demande", "votre requête a"),
        ("refusé", "interdit", "bloqué", "banni", "restreint", "rejeté"),
    ),
    (("pas disponible", "indisponible", "pas accessible"), ("votre pays", "votre région")),
    (
        ("acceso", "dirección ip", "su ip", "tu ip", "su solicitud"),
        ("denegad", "prohibid", "bloquead", "restringid", "rechazad"),
    ),
    (("no está disponible", "no disponible"), ("su país", "tu país", "su región", "tu región")),
    (
        ("accesso", "indirizzo ip", "il tuo ip"),
        ("negato", "vietato", "bloccat", "limitato", "rifiutat"),
    ),
    (("non è disponibile", "non disponibile"), ("tuo paese", "suo paese", "tua regione")),
    (
        ("acesso", "endereço ip", "seu ip"),
        ("negado", "proibido", "bloquead", "restrito", "recusado"),
    ),
    (("não está disponível", "indisponível"), ("seu país", "sua região")),
    (
        ("доступ", "ip-адрес", "ваш ip", "вашего ip"),
        ("запрещ", "заблокир", "ограничен", "закрыт", "отказ"),
    ),
    (("недоступ",), ("вашей стран", "вашем регион", "вашего регион")),
    (
        ("dostęp", "adres ip", "twój ip"),
        ("zabroniony", "zablokowan", "odmów", "odmowa", "wzbroniony"),
    ),
    (("toegang", "ip-adres", "uw ip"), ("geweigerd", "geblokkeerd", "verboten", "ontzegd")),
    (("åtkomst", "ip-adress"), ("nekad", "blockera", "förbjud", "spärra")),
    (("erişim", "ip adres"), ("engellen", "reddedil", "yasak", "kısıtlan")),
    (
        ("お住まいの", "お客様の地域", "お使いの国", "この国", "この地域"),
        ("利用できません", "いただけません", "視聴できません", "ありません"),
    ),
    (
        ("国家", "国家或地区", "地区", "地區"),
        ("不可用", "无法访问", "不提供", "无法使用", "無法使用", "限制"),
    ),
    (("국가", "지역"), ("이용할 수 없", "제공되지", "사용할 수 없")),
    (("بلدك", "منطقتك"), ("غير متاح", "غير متوفر", "لا يتوفر")),
    (("ülkeniz", "bölgeniz", "bulunduğunuz"), ("kullanılam", "erişilem", "mevcut değil", "sunulm")),
    (("twoim kraju", "twoim regionie", "państwa kraju"), ("niedostępn", "dostępn")),
    (("アクセス", "ipアドレス", "接続"), ("拒否", "禁止", "ブロック", "遮断", "制限され")),
    (("访问", "訪問", "存取", "ip"), ("拒绝", "拒絕", "禁止", "被封", "封禁", "受限", "屏蔽")),
    (("접근", "접속", "액세스", "ip"), ("거부", "차단", "금지")),
    (("الوصول", "عنوان ip", "الدخول"), ("رفض", "محظور", "ممنوع", "حظر", "مرفوض")),
)
