"""Words for probing: what is asked anywhere, and what is never worth asking, by language."""

from types import MappingProxyType

# Words that texts on anything contain: nouns of many topics, the most widespread first. Hand-made;
# the last rule is that a site of whatever topic answers at least some of the first ten.
GENERAL_WORDS = MappingProxyType(
    {
        "en": (
            "time name world system list number file data book water history version university "
            "information music health work people year example house group error student school "
            "science family power game language government market paper light story image report "
            "study table method society energy change animal river woman food travel network user "
            "king black green city country window string card film"
        ),
        "de": (
            "zeit welt stadt buch wasser geschichte haus arbeit jahr name leben land schule musik "
            "gesundheit familie kinder universität recht bild wissenschaft energie sprache garten"
        ),
        "fr": (
            "temps monde ville livre histoire maison travail année france eau école musique santé "
            "famille enfant université droit image science énergie langue jardin projet service"
        ),
        "es": (
            "tiempo mundo ciudad libro historia casa trabajo año agua escuela música salud familia "
            "universidad derecho imagen ciencia energía lengua españa gobierno proyecto servicio"
        ),
        "it": (
            "tempo mondo città libro storia casa lavoro anno acqua scuola musica salute famiglia "
            "università diritto immagine scienza energia lingua italia progetto servizio"
        ),
        "pt": (
            "tempo mundo cidade livro história casa trabalho ano água escola música saúde família "
            "universidade direito imagem ciência energia língua brasil governo projeto serviço"
        ),
        "nl": (
            "tijd wereld stad boek geschiedenis huis werk jaar water school muziek gezondheid "
            "familie universiteit recht beeld wetenschap energie taal nederland project"
        ),
        "sv": (
            "tid världen stad bok historia hus arbete år vatten skola musik hälsa familj "
            "universitet bild vetenskap energi språk sverige barn projekt"
        ),
        "da": (
            "tid verden by bog historie hus arbejde år vand skole musik sundhed familie "
            "universitet billede energi sprog danmark børn projekt"
        ),
        "no": (
            "tid verden by bok historie hus arbeid år vann skole musikk helse familie "
            "universitet bilde energi språk norge barn prosjekt"
        ),
        "fi": "aika maailma kaupunki kirja historia talo työ vuosi vesi koulu musiikki suomi kieli",
        "pl": (
            "czas świat miasto książka historia dom praca rok woda szkoła muzyka zdrowie rodzina "
            "uniwersytet prawo nauka energia język polska projekt"
        ),
        "cs": (
            "čas svět město kniha historie dům práce rok voda škola hudba zdraví rodina "
            "univerzita právo věda energie jazyk česká projekt"
        ),
        "hu": "idő világ város könyv történelem ház munka víz iskola zene egészség család egyetem",
        "ro": "timp lume oraș carte istorie casă muncă apă școală muzică sănătate familie românia",
        "tr": "zaman dünya şehir kitap tarih ev iş yıl su okul müzik sağlık aile türkiye",
        "vi": "thời gian thế giới thành phố lịch sử nhà nước trường học âm nhạc gia đình việt nam",
        "id": "waktu dunia kota buku sejarah rumah kerja tahun air sekolah musik indonesia",
        "ru": (
            "время мир город книга история дом работа год вода школа музыка здоровье семья россия "
            "университет право наука энергия язык система проект человек"
        ),
        "uk": "час світ місто книга історія дім робота рік вода школа музика родина україна мова",
        "el": "χρόνος κόσμος πόλη βιβλίο ιστορία σπίτι εργασία νερό σχολείο μουσική υγεία ελλάδα",
        "he": "זמן עולם עיר ספר היסטוריה בית עבודה שנה מים מוזיקה בריאות משפחה ישראל",
        "ar": "الوقت العالم مدينة كتاب تاريخ عمل سنة ماء مدرسة موسيقى صحة عائلة جامعة",
        "fa": "زمان جهان شهر کتاب تاریخ خانه کار سال آب مدرسه موسیقی سلامت خانواده ایران",
        "hi": "समय दुनिया शहर किताब इतिहास घर काम पानी स्कूल संगीत स्वास्थ्य परिवार भारत",
        "th": "เวลา โลก เมือง หนังสือ ประวัติ บ้าน งาน น้ำ โรงเรียน ดนตรี สุขภาพ ไทย",
        "ja": "時間 世界 日本 本 歴史 家 仕事 水 学校 音楽 健康 家族 大学 情報 東京 写真 映画 技術",
        "zh": "时间 世界 中国 书 历史 工作 水 学校 音乐 健康 家庭 大学 信息 城市 电影 技术 系统",
        "ko": "시간 세계 한국 책 역사 집 일 물 학교 음악 건강 가족 대학 정보 서울 영화 기술",
    }
)
FALLBACK_LANGUAGE = "en"

# Function words by language: never asked, and what a page's language is known by.
FUNCTION_WORDS = MappingProxyType(
    {
        "en": (
            "the and for with that this from are was were have has had not you your our their they "
            "them will would can could should may been being about into over under after before "
            "between through which what when where who whom whose how why than then there here "
            "also only other some such each most more many much any all both few own same very "
            "just like make made does did done its it's his her she him but out off upon within "
            "without while during because since until against among these those yours please "
            "every however several using used uses well still even ever never"
        ),
        "de": (
            "der die das und ist mit für von den dem des ein eine einer eines einem einen auf aus "
            "bei nach über unter durch nicht auch sich sind wird werden wurde haben hat ihre ihr "
            "sie wir uns oder aber wenn wie was alle mehr noch nur schon sehr hier zum zur vom "
            "beim diese dieser dieses unsere können kann sowie bitte"
        ),
        "fr": (
            "les des une est dans pour par sur avec pas plus que qui aux ces cette son ses leur "
            "leurs nous vous notre votre ont être avoir fait tout tous toute toutes mais comme "
            "sans sous entre aussi très bien ici elle ils elles dont où afin selon"
        ),
        "es": (
            "los las una unos unas del con para por que como más pero sus este esta estos estas "
            "ese esa nuestro nuestra todo todos toda todas entre sobre sin desde hasta cuando "
            "donde también muy ser son fue han puede cada otro otra otros"
        ),
        "it": (
            "gli della delle dei degli dello dal dalla nel nella con per che non una uno sono come "
            "più anche questo questa questi queste suo sua loro nostro nostra tutti tutto tutte "
            "tra fra essere può dove quando molto ogni"
        ),
        "pt": (
            "dos das uma com para por que não mais como seu sua seus suas nosso nossa este esta "
            "isso esse essa todos todas entre sobre sem desde até quando onde também muito ser são "
            "foi pode cada outro outra pela pelo"
        ),
        "nl": (
            "het een van voor met zijn deze dit die niet ook naar door over onder uit bij als maar "
            "meer onze uw hun wij jij hij zij worden wordt heeft hebben kan kunnen alle nog"
        ),
        "sv": (
            "och att det som för med den till har inte kan från var våra vår eller om ett alla hos "
            "vid efter under mellan också mycket denna detta dessa"
        ),
        "da": "og det som for med den til har ikke kan fra vores eller alle ved efter også denne",
        "no": "og det som for med den til har ikke kan fra våre eller alle ved etter også denne",
        "fi": "ja on ei että se hän ovat myös tai kun niin joka voi kaikki sekä mutta",
        "pl": "nie jest się dla przez oraz jak ale tego jego tym przy pod nad bez które który być",
        "cs": "není jsou pro nebo jako ale této jeho při pod nad bez které který být také jsme",
        "hu": "és nem egy hogy van vagy mint csak meg már minden ezt azt is volt lesz",
        "ro": "și este din pentru care sau mai sunt prin fost cele acest această fără",
        "tr": "ve bir bu ile için olan olarak daha çok gibi kadar veya değil ama her",
        "vi": "của và các cho là với những một trong được không có này đến từ",
        "id": "yang dan di dari untuk dengan pada ini itu tidak adalah akan atau juga",
        "ru": (
            "для что как это или при все его она они быть был была были если еще уже так только "
            "также чтобы когда может очень наш ваш этот эта эти под над без после через"
        ),
        "uk": "для що як це або при все його вона вони бути якщо вже так тільки також щоб",
        "el": "και το της του για από με στο στην είναι που δεν τα των",
        "he": "של את על לא זה עם או גם כל הוא היא אבל",
        "ar": "من في على إلى عن مع هذا هذه التي الذي كان أو كل",
        "fa": "از در به که این را با برای است های آن یا",
        "hi": "के का की में है और से को पर यह हैं नहीं",
    }
)

# What pages say of themselves and of the site rather than of a topic.
NAVIGATION_WORDS = frozenset(
    # English
    "search find advanced query results result home login logout sign signin register account "
    "password username contact about help menu navigation content contents skip main page pages "
    "site sitemap website privacy policy terms conditions cookie cookies copyright rights reserved "
    "powered email mail subscribe newsletter follow share facebook twitter instagram youtube "
    "linkedin click here read more next previous prev back top submit send cancel close open "
    "show hide view display sort order filter filters select choose option options default any all "
    "welcome online browse index loading javascript browser enable english language settings "
    "profile faq feedback download upload print matching match words word exact phrase keyword "
    "keywords type enter reset clear today last first new latest updated modified title titles "
    "body description score relevance date case sensitive "
    # German
    "suche suchen anmelden abmelden registrieren kontakt impressum datenschutz hilfe startseite "
    "weiter zurück übersicht ergebnisse treffer seite seiten inhalt benutzer passwort absenden "
    # French, Spanish, Portuguese, Italian, Dutch
    "recherche rechercher accueil connexion contactez mentions légales suivant précédent aide "
    "résultats buscar búsqueda inicio contacto ayuda siguiente anterior resultados página iniciar "
    "sesión pesquisa pesquisar ajuda cerca ricerca aiuto accedi contatti zoeken inloggen hulp "
    # Scandinavian, Polish, Czech, Russian
    "sök logga søg søk kontakt szukaj wyszukiwanie zaloguj pomoc hledat přihlásit поиск найти "
    "войти главная контакты помощь регистрация "
    # Chinese, Japanese, Korean
    "搜索 登录 注册 首页 帮助 检索 検索 ログイン 登録 ホーム ヘルプ 会員 "
    "검색 로그인 회원가입 홈".split()
)
