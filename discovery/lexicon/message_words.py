"""What pages say that set a limit of requests.

An entry is a pair: a line says the thing when it has one word of the first tuple and one of the
second (an empty second tuple asks for nothing more). Words are case folded beginnings of words; in
scripts without spaces they are found anywhere. Each line below is one language.
"""

RATE_LIMIT_SAYINGS = (
    (
        (
            "only one",
            "one search",
            "one query",
            "one request",
            "once per",
            "only search once",
            "at least",
        ),
        ("every", "per minute", "seconds", "per second", "between searches", "between requests"),
    ),
    (
        ("nur alle", "nur eine", "mindestens", "höchstens eine"),
        ("sekunden zwischen", "pro minute", "sekunden eine", "alle"),
    ),
    (("une seule", "une recherche toutes", "au moins"), ("secondes", "minute", "entre deux")),
    (("una sola", "una búsqueda cada", "una ricerca ogni"), ("segundos", "minuto", "secondi")),
    (("uma pesquisa", "uma busca", "apenas uma"), ("segundos", "minuto", "cada")),
    (("один запрос", "один поиск", "не чаще"), ("секунд", "минут")),
    (("jedno wyszukiwanie", "tylko jedno", "co najmniej"), ("sekund", "minut")),
    (("saniyede", "dakikada", "iki arama"), ("bir", "arama", "bekle")),
    (("秒内", "秒內", "分钟内", "分鐘內", "每分钟"), ("只能", "一次", "次", "最多")),
    (("短時間", "連続して", "秒に"), ("検索", "アクセス", "制限", "一度", "1回")),
    (
        ("too many", "so many", "number of", "limit of", "maximum of", "limit on", "amount of"),
        ("requests", "searches", "queries", "attempts", "lookups"),
    ),
    (
        ("wait", "try again in", "once every", "retry in", "retry after", "try again after"),
        ("second", "minute", "hour", "before", "moment"),
    ),
    (
        (
            *(
                "rate limit",
                "rate-limit",
                "ratelimit",
                "quota exceeded",
                "your quota",
                "search quota",
                "daily quota",
                "flood control",
                "throttl",
            ),
            *("slow down", "too fast", "too quickly", "too frequent", "too often", "request limit"),
            *("search limit", "daily limit", "requests per", "searches per", "queries per"),
        ),
        (),
    ),
    (
        ("zu viele", "anzahl", "so viele", "limit"),
        ("anfragen", "suchanfragen", "abfragen", "zugriffe", "versuche", "suchvorgänge"),
    ),
    (
        ("warten", "erneut in", "wieder in", "warte", "nochmals in", "gedulden"),
        ("sekunde", "minute", "stunde"),
    ),
    (
        (
            *("anfragelimit", "abfragelimit", "zu schnell", "zu häufig", "zu oft", "kontingent"),
            *("limit überschritten", "limit erreicht", "suchlimit", "tageslimit"),
        ),
        (),
    ),
    (
        ("trop de", "nombre de", "nombre maximal", "nombre maximum", "tant de"),
        ("requêtes", "recherches", "demandes", "tentatives"),
    ),
    (
        ("patienter", "patientez", "attendre", "attendez", "réessayer dans", "réessayez dans"),
        ("seconde", "minute", "heure"),
    ),
    (("limite de débit", "trop vite", "trop rapidement", "limite atteinte", "trop souvent"), ()),
    (
        ("demasiad", "número de", "número máximo", "límite de", "tantas"),
        ("solicitudes", "búsquedas", "consultas", "peticiones", "intentos"),
    ),
    (
        ("espere", "espera", "esperar", "inténtelo de nuevo en", "inténtalo de nuevo en"),
        ("segundo", "minuto", "hora"),
    ),
    (("cuota", "demasiado rápido", "límite excedido", "límite alcanzado", "con demasiada"), ()),
    (
        ("tropp", "numero di", "numero massimo", "limite di", "così tante"),
        ("richieste", "ricerche", "interrogazioni", "tentativi"),
    ),
    (
        ("attendere", "attendi", "aspetta", "riprova tra", "riprovare tra", "riprova fra"),
        ("second", "minut", "ore", "ora"),
    ),
    (("troppo veloc", "troppo frequent", "troppo spesso", "limite raggiunto"), ()),
    (
        ("muitas", "muitos", "demasiad", "número de", "número máximo", "excesso de", "limite de"),
        (
            "solicitações",
            "pedidos",
            "pesquisas",
            "buscas",
            "consultas",
            "requisições",
            "tentativas",
        ),
    ),
    (("aguarde", "espere", "aguardar"), ("segundo", "minuto", "hora")),
    (("limite atingido", "limite excedido", "muito rápido", "cota "), ()),
    (
        ("слишком много", "превы", "количеств", "лимит", "так много"),
        ("запрос", "поиск", "обращен", "попыт"),
    ),
    (
        ("подожд", "через", "повторите", "не чаще"),
        ("секунд", "минут", "час"),
    ),
    (("слишком часто", "слишком быстро", "лимит исчерпан"), ()),
    (
        ("zbyt wiele", "za dużo", "zbyt dużo", "limit", "przekroczono", "liczb"),
        ("zapytań", "wyszukiwań", "żądań", "prób"),
    ),
    (
        ("poczekaj", "odczekaj", "zaczekaj", "spróbuj ponownie za", "proszę czekać"),
        ("sekund", "minut", "godzin"),
    ),
    (("zbyt często", "zbyt szybko"), ()),
    (
        ("te veel", "aantal", "limiet"),
        ("verzoeken", "zoekopdrachten", "aanvragen", "zoekvragen", "pogingen"),
    ),
    (("wacht", "probeer het over", "opnieuw over"), ("seconde", "minuut", "minuten", "uur")),
    (("te snel", "te vaak"), ()),
    (("för många", "antal", "gräns"), ("förfrågningar", "sökningar", "försök", "begäran")),
    (("vänta", "försök igen om"), ("sekund", "minut", "timm")),
    (
        ("çok fazla", "limit", "aşıl", "aştı", "sınır", "sayıda"),
        ("istek", "isteğ", "arama", "sorgu", "deneme"),
    ),
    (("bekleyin", "sonra tekrar", "bekleyiniz"), ("saniye", "dakika", "saat")),
    (("çok sık", "çok hızlı"), ()),
    (
        ("多すぎ", "回数", "上限", "制限", "頻繁", "超え"),
        ("リクエスト", "検索", "クエリ", "要求"),
    ),
    (("お待ち", "待って", "後に", "後で", "経って"), ("秒", "分", "時間")),
    (
        (
            "过多",
            "過多",
            "太多",
            "过于频繁",
            "過於頻繁",
            "太频繁",
            "太頻繁",
            "频率",
            "次数",
            "上限",
        ),
        ("请求", "請求", "搜索", "搜尋", "查询", "查詢", "访问", "操作"),
    ),
    (("请等待", "等待", "稍候", "后再", "後再"), ("秒", "分钟", "分鐘", "小时")),
    (("너무 많", "초과", "횟수", "너무 자주", "너무 빈번"), ("요청", "검색", "조회", "접속")),
    (("기다", "후에 다시", "후 다시", "뒤에 다시"), ("초", "분", "시간")),
    (
        ("عدد كبير", "الكثير", "كثيرة", "تجاوز", "الحد", "عدد"),
        ("طلبات", "الطلبات", "عمليات البحث", "عمليات بحث", "استعلام"),
    ),
    (
        ("انتظر", "الانتظار", "المحاولة بعد", "حاول مرة أخرى بعد"),
        ("ثانية", "ثوان", "دقيقة", "دقائق"),
    ),
    (
        ("used all", "used up", "reached", "run out of", "exhausted", "hit the", "hit your"),
        ("limit", "searches", "requests", "queries", "quota", "maximum"),
    ),
    (
        ("aufgebraucht", "verbraucht", "ausgeschöpft", "erreicht"),
        ("suchen", "anfragen", "limit", "kontingent"),
    ),
    (("épuisé", "atteint", "utilisé tou"), ("recherches", "requêtes", "limite", "quota")),
    (
        ("agotado", "alcanzado", "superado", "consumido"),
        ("búsquedas", "consultas", "límite", "cuota", "solicitudes"),
    ),
    (("esaurit", "raggiunto", "superato"), ("ricerche", "richieste", "limite", "quota")),
    (
        ("esgot", "atingiu", "atingido", "excedeu"),
        ("pesquisas", "buscas", "limite", "consultas", "cota"),
    ),
    (("исчерпа", "достиг", "израсход"), ("запрос", "лимит", "поиск")),
    (("wykorzyst", "osiągn", "wyczerpa"), ("wyszukiwa", "zapyta", "limit")),
    (("opgebruikt", "bereikt", "förbrukat", "uppnått"), ("zoek", "limiet", "sökning", "gräns")),
    (
        ("tükendi", "doldu", "ulaştınız", "kullandınız"),
        ("arama", "sorgu", "limit", "hakkı", "kota"),
    ),
    (("達し", "使い切", "使い果た"), ("検索", "上限", "回数", "リクエスト")),
    (("用完", "已达", "达到", "已用", "耗尽"), ("次数", "上限", "搜索", "额度", "查询", "限额")),
    (("소진", "도달", "모두 사용"), ("검색", "한도", "횟수", "요청")),
    (("استنفد", "وصلت", "بلغت"), ("الحد", "عمليات", "البحث", "الطلبات")),
)
