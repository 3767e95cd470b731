"""What walls say before a site's pages: robot checks, consent, age. Form: see `message_words`."""

ROBOT_CHECK_SAYINGS = (
    (
        (
            "anti-robot",
            "antirobot",
            "spam protection",
            "spamschutz",
            "captcha",
            "no bots",
            "reverse turing",
        ),
        (),
    ),
    (
        ("automated program", "automated access", "scraper", "person", "real user", "machine"),
        ("tick", "tell you apart", "verify", "solve", "confirm", "keep out", "keep away", "prove"),
    ),
    (
        ("sicherheitsabfrage", "maschinell", "automatisiert"),
        ("lösen", "erzeugt", "aufruf", "zugriff", "bitte", "anfrage"),
    ),
    (
        ("programme automatique", "accès automatis", "personne réelle"),
        ("cochez", "résolvez", "ressemble", "distinguer"),
    ),
    (
        ("programa automático", "accesos automáticos", "programa automatizado"),
        ("marque", "resuelva", "resolva", "distinguir", "descartar"),
    ),
    (
        ("programma automatico", "accessi automatici"),
        ("spunta", "risolvi", "distinguere", "escludere"),
    ),
    (("автоматическ", "программ"), ("отметьте", "решите", "отличить", "поставьте галочку")),
    (("program automat", "automatyczn"), ("zaznacz", "rozwiąż", "odróżni")),
    (("自動プログラム", "機械的", "自動アクセス"), ("チェック", "解いて", "判断", "区別")),
    (("自动程序", "爬虫", "机器"), ("勾选", "计算", "完成", "区分", "识别")),
    (
        ("character", "letter", "code", "digit", "symbol", "captcha", "text"),
        (
            *("image", "picture", "security code", "verification code", "captcha"),
            *("shown below", "shown above", "you see", "displayed above"),
        ),
    ),
    (
        ("slide", "drag", "swipe", "hold", "press and", "select all", "click on all", "puzzle"),
        ("verif", "continue", "puzzle", "human", "slider", "images", "pictures", "right"),
    ),
    (
        ("robot", "human", "bot", "bots", "automat", "unusual", "suspicious"),
        ("verif", "confirm", "prove", "check", "detected", "make sure", "traffic", "activit"),
    ),
    (
        ("zeichen", "buchstaben", "code", "ziffern", "text", "wörter"),
        ("im bild", "aus dem bild", "auf dem bild", "sicherheitscode", "captcha", "abgebildet"),
    ),
    (
        ("schieben", "ziehen", "schieber", "regler", "gedrückt", "halten sie", "puzzle"),
        ("bestätig", "fortfahren", "fortzufahren", "rechts", "mensch", "bild", "weiter", "taste"),
    ),
    (
        ("roboter", "mensch", "automatis", "ungewöhnlich", "verdächtig", "bot"),
        ("bestätig", "prüf", "festgestellt", "beweis", "erkannt", "aktivität", "datenverkehr"),
    ),
    (
        ("caractères", "lettres", "code", "chiffres", "texte"),
        ("image", "sécurité", "captcha", "ci-dessus", "affich"),
    ),
    (
        ("glissez", "faites glisser", "curseur", "maintenez", "appuyez", "puzzle"),
        ("vérifi", "continuer", "droite", "humain", "image", "bouton", "enfonc"),
    ),
    (
        ("robot", "humain", "automatis", "automatique", "inhabituel", "suspect"),
        ("vérifi", "confirm", "prouv", "détecté", "activité", "trafic"),
    ),
    (
        ("caracteres", "letras", "código", "dígitos", "texto"),
        ("imagen", "seguridad", "captcha", "aparecen", "que ve"),
    ),
    (
        ("deslice", "desliza", "arrastre", "arrastra", "mantenga", "mantén", "rompecabezas"),
        ("verific", "continuar", "derecha", "humano", "imagen", "pulsad", "presionad", "botón"),
    ),
    (
        ("robot", "humano", "automátic", "automatiz", "inusual", "sospechos"),
        ("verific", "confirm", "demuestr", "detectado", "actividad", "tráfico", "compr"),
    ),
    (
        ("caratteri", "lettere", "codice", "cifre", "testo"),
        ("immagine", "sicurezza", "captcha", "mostrat", "che vedi"),
    ),
    (
        ("trascina", "fai scorrere", "scorri", "tieni premuto", "tenere premuto", "puzzle"),
        ("verific", "continuare", "destra", "umano", "immagine", "pulsante", "conferm"),
    ),
    (
        ("robot", "umano", "automatic", "automatizz", "insolit", "sospett", "anomal"),
        ("verific", "conferm", "dimostr", "rilevat", "attività", "traffico"),
    ),
    (
        ("caracteres", "letras", "código", "dígitos", "texto"),
        ("imagem", "segurança", "captcha", "que vê", "exibid", "mostrad"),
    ),
    (
        ("deslize", "arraste", "mantenha", "segure", "quebra-cabeça", "pressione"),
        ("verific", "continuar", "direita", "humano", "imagem", "botão", "pressionad", "confirm"),
    ),
    (
        ("robô", "robot", "humano", "automátic", "automatiz", "incomum", "suspeit", "invulgar"),
        ("verific", "confirm", "prove", "detect", "atividade", "tráfego", "comprov"),
    ),
    (
        ("символ", "букв", "код", "цифр", "текст"),
        ("картинк", "изображен", "капч", "рисунк", "провер"),
    ),
    (
        ("передвин", "перетащ", "сдвин", "ползун", "удерживай", "пазл", "потяните", "нажмите и"),
        ("вправо", "провер", "картин", "продолж", "подтверд", "кнопк", "собрать"),
    ),
    (
        ("робот", "человек", "автомат", "подозрит", "необычн", "бот"),
        ("подтверд", "провер", "доказ", "обнаруж", "активност", "похож", "трафик"),
    ),
    (
        ("znaki", "litery", "kod", "cyfry", "tekst", "znaków"),
        ("obraz", "captcha", "bezpieczeństwa", "widoczn", "widzisz"),
    ),
    (
        ("przesuń", "przeciągnij", "suwak", "przytrzymaj", "puzzle", "naciśnij i"),
        ("weryfik", "kontynu", "prawo", "człowiek", "obraz", "potwierd", "przycisk"),
    ),
    (
        ("robot", "człowiek", "automat", "nietypow", "podejrzan", "bot"),
        ("potwierd", "weryfik", "sprawdz", "udowodni", "wykry", "ruch", "aktywno"),
    ),
    (
        ("karakter", "harf", "kod", "rakam", "metin"),
        ("resim", "görsel", "güvenlik", "captcha", "gördüğ", "görün"),
    ),
    (
        ("kaydır", "sürükle", "kaydırıcı", "basılı tut", "yapboz", "bulmaca"),
        ("doğrula", "devam", "sağa", "insan", "resim", "tamamla", "düğme"),
    ),
    (
        ("robot", "insan", "otomatik", "olağan dışı", "olağandışı", "şüpheli", "alışılmadık"),
        ("doğrula", "onayla", "kanıtla", "tespit", "algıla", "etkinlik", "trafi", "kontrol"),
    ),
    (
        ("karakters", "tekens", "letters", "code"),
        ("afbeelding", "plaatje", "beveiligingscode", "captcha"),
    ),
    (
        ("robot", "mens", "automatisch", "ongebruikelijk", "ovanlig", "människa"),
        ("bevestig", "verifi", "bewijs", "gedetecteerd", "bekräfta", "upptäckt"),
    ),
    (("文字", "コード", "数字", "キャプチャ"), ("画像", "認証", "表示され", "見える")),
    (
        ("スライド", "ドラッグ", "スライダー", "長押し", "押し続け", "パズル"),
        ("確認", "認証", "続け", "右", "人間", "完成", "証明"),
    ),
    (
        ("ロボット", "人間", "自動", "異常な", "通常と異なる", "不審", "ボット"),
        ("確認", "証明", "検出", "認証", "検知", "アクセス", "トラフィック"),
    ),
    (
        ("验证码", "驗證碼", "字符", "字母", "文字", "数字"),
        ("图片", "圖片", "图中", "输入", "輸入", "看到"),
    ),
    (("滑动", "滑動", "拖动", "拖動", "滑块", "滑塊", "按住", "拼图"), ()),
    (
        ("机器人", "機器人", "真人", "人类", "自动", "自動", "异常", "異常", "可疑"),
        ("验证", "驗證", "确认", "確認", "证明", "证实", "检测", "檢測", "流量", "访问"),
    ),
    (("문자", "글자", "코드", "숫자"), ("이미지", "그림", "보안", "자동입력", "표시된")),
    (("슬라이드", "밀어", "드래그", "길게 누르", "누르고", "퍼즐"), ()),
    (
        ("로봇", "사람", "자동", "비정상", "의심"),
        ("확인", "인증", "증명", "감지", "트래픽", "활동"),
    ),
    (("الأحرف", "الرموز", "الحروف", "الرمز", "الأرقام"), ("الصورة", "صورة", "التحقق", "الظاهر")),
    (("اسحب", "مرر", "المنزلق", "شريط التمرير", "اضغط مع"), ()),
    (
        ("روبوت", "إنسان", "آلي", "تلقائي", "غير معتاد", "غير عادي", "مشبوه"),
        ("تأكيد", "أكد", "تحقق", "التحقق", "إثبات", "أثبت", "رصد", "اكتشف", "لاحظ", "حركة", "نشاط"),
    ),
)

CONSENT_SAYINGS = (
    (("tracker", "gdpr", "data protection"), ("accept", "agree", "choice", "continue", "allow")),
    (("dsgvo", "tracking"), ("zustimm", "akzept", "fortfahren", "auswahl", "erlaub")),
    (
        ("traceurs", "rgpd", "votre accord"),
        ("accept", "choix", "poursuivre", "paramétr", "continuer"),
    ),
    (("rodo", "ciastecz"), ("zgod", "akcept", "zgadz", "dalej")),
    (("kvkk", "aydınlatma"), ("izin", "onay", "devam", "kabul")),
    (
        ("adult", "minors", "erwachsene", "adultes", "adultos", "adulti", "взрослых", "dorosłych"),
        (),
    ),
    (
        ("cookie", "consent", "privacy", "your data", "personal data", "partners"),
        ("accept", "agree", "consent", "continue", "reject", "manage", "choice", "allow", "value"),
    ),
    (("18", "21", "age", "adult"), ("confirm", "must be", "or older", "years old", "verify your")),
    (
        ("cookie", "einwilligung", "privatsphäre", "datenschutz", "ihre daten", "zustimm"),
        ("akzeptier", "zustimm", "fortfahren", "fortzufahren", "ablehn", "einwillig", "einstell"),
    ),
    (("18", "alter", "volljährig"), ("bestätig", "jahre", "mindestens", "volljährig")),
    (
        ("cookie", "consentement", "vie privée", "données", "confidentialité"),
        ("accept", "consent", "continuer", "refus", "choix", "autoris"),
    ),
    (("18 ans", "majeur", "votre âge"), ("confirm", "devez", "plus", "vérifi", "entrer")),
    (
        ("cookie", "consentimiento", "privacidad", "sus datos", "tus datos"),
        ("acept", "consent", "continuar", "rechaz", "configur", "permit"),
    ),
    (("18 años", "mayor de", "su edad", "tu edad"), ("confirm", "debe", "verific", "mayor")),
    (
        ("cookie", "consenso", "privacy", "tuoi dati", "suoi dati"),
        ("accett", "consent", "consenso", "continuare", "rifiut", "scelte"),
    ),
    (("18 anni", "maggiorenn", "tua età", "età"), ("conferm", "devi", "verific", "almeno")),
    (
        ("cookie", "consentimento", "privacidade", "seus dados"),
        ("aceit", "consent", "continuar", "rejeit", "recus", "permit"),
    ),
    (("18 anos", "maior de", "sua idade"), ("confirm", "deve", "verific", "tem")),
    (
        ("cookie", "куки", "соглас", "конфиденциальност", "персональн"),
        ("приня", "соглас", "продолж", "отклон", "настро", "разреш"),
    ),
    (("18", "возраст", "совершеннолет"), ("подтверд", "старше", "лет", "достигли")),
    (
        ("cookie", "plik", "zgod", "prywatno", "danych", "dane"),
        ("akcept", "zgod", "zgadz", "kontynu", "odrzu", "wyra"),
    ),
    (("18 lat", "pełnoletn", "wiek"), ("potwierd", "mieć", "ukończ", "masz")),
    (("cookie", "toestemming", "privacy"), ("accept", "akkoord", "doorgaan", "weiger", "toestaan")),
    (("cookie", "samtycke", "kakor", "integritet"), ("accept", "godkän", "fortsätt", "avvisa")),
    (
        ("çerez", "cookie", "gizlilik", "rıza", "kişisel veri"),
        ("kabul", "onay", "devam", "reddet", "izin", "tercih"),
    ),
    (("18 yaş", "yaşınız", "reşit"), ("onayla", "doğrula", "olmalı", "büyük")),
    (
        ("cookie", "クッキー", "プライバシー", "個人データ"),
        ("同意", "許可", "受け入れ", "拒否", "続行", "設定"),
    ),
    (("18歳", "十八歳", "年齢", "20歳"), ("確認", "以上", "認証")),
    (
        ("cookie", "隐私", "隱私", "个人数据", "个人信息"),
        ("同意", "接受", "继续", "繼續", "拒绝", "拒絕", "允许", "设置", "管理"),
    ),
    (
        ("18岁", "18 岁", "18歲", "年满", "成年", "年龄"),
        ("确认", "確認", "验证", "必须", "以上", "年满"),
    ),
    (("쿠키", "개인정보"), ("동의", "수락", "계속", "거부", "허용")),
    (("18세", "19세", "성인", "나이", "연령"), ("확인", "이상", "인증")),
    (
        ("الارتباط", "كوكيز", "الخصوصية", "بياناتك"),
        ("موافق", "الموافقة", "أوافق", "قبول", "المتابعة", "رفض", "للمتابعة"),
    ),
    (("18", "عمرك", "العمر"), ("تأكيد", "أكد", "عام", "سنة", "يجب")),
)
