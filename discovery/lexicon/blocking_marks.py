"""What pages that are no answer are known by: marks of vendors, words to the reader, ids."""

# Marks in the source of challenge pages, by vendor, as documented or served by them. These are
# formats: each vendor's page carries them on every site. Lower case. The first table's stand on
# nothing but challenge pages, the second's also on pages that embed a check or are watched by one.
CHALLENGE_PAGE_MARKS = {
    "cf-browser-verification": "Cloudflare",
    "cf_chl_opt": "Cloudflare",
    "captcha-delivery.com/c.js": "DataDome",
    "captcha-delivery.com/captcha": "DataDome",
    "px-captcha": "PerimeterX",
    "_incapsula_resource?cwudnsai": "Imperva Incapsula",
    "distil_r_captcha": "Distil",
    "/_sec/cp_challenge": "Akamai",
    "awswafcookiedomainlist": "AWS WAF",
    "sucuri_cloudproxy_js": "Sucuri",
    "showcaptcha": "SmartCaptcha",
    "anubis_challenge": "Anubis",
}
CHALLENGE_PART_MARKS = {
    "/cdn-cgi/challenge-platform/": "Cloudflare",
    "cf-turnstile": "Cloudflare Turnstile",
    "captcha-delivery.com": "DataDome",
    "_incapsula_resource": "Imperva Incapsula",
    "awswafintegration": "AWS WAF",
    "ddos-guard": "DDoS-Guard",
    "smartcaptcha": "SmartCaptcha",
    "g-recaptcha": "reCAPTCHA",
    "recaptcha/api": "reCAPTCHA",
    "hcaptcha.com": "hCaptcha",
    "h-captcha": "hCaptcha",
    "frc-captcha": "Friendly Captcha",
    "arkoselabs": "Arkose",
    "geetest": "GeeTest",
    "altcha": "ALTCHA",
    "mcaptcha": "mCaptcha",
    "captcha": "captcha",
}
# Words with which robot checks address a reader, in many languages, case folded.
CHALLENGE_WORDS = (
    *("just a moment", "checking your browser", "unusual traffic", "are you a robot"),
    *("not a robot", "verify you are human", "verify that you are human", "you are human"),
    *("prove you're human", "automated queries", "automated requests", "bot detection"),
    *("attention required", "security check", "pardon our interruption"),
    *("making sure you're not a bot", "enter the characters you see", "press and hold"),
    *("complete the captcha", "solve the captcha", "suspicious activity", "verify you're human"),
    *("ungewöhnlichen datenverkehr", "kein roboter", "sicherheitsüberprüfung", "ein mensch sind"),
    *("trafic inhabituel", "pas un robot", "vérification de sécurité", "êtes humain"),
    *("tráfico inusual", "no soy un robot", "no eres un robot", "comprobación de seguridad"),
    *(
        "tráfego incomum",
        "não sou um robô",
        "não é um robô",
        "traffico insolito",
        "non sono un robot",
    ),
    *("необычный трафик", "подозрительный трафик", "не робот", "запросы, отправленные вами"),
    *("незвичайний трафік", "nie jestem robotem", "nietypowy ruch", "ongebruikelijk verkeer"),
    *("geen robot", "ovanlig trafik", "robot değilim", "olağan dışı trafik", "nejsem robot"),
    *(
        "ロボットではありません",
        "通常と異なるトラフィック",
        "不自然なリクエスト",
        "异常流量",
        "異常流量",
    ),
    *(
        "不是机器人",
        "安全验证",
        "请输入验证码",
        "百度安全验证",
        "로봇이 아닙니다",
        "비정상적인 트래픽",
    ),
    *("لست برنامج روبوت", "حركة مرور غير", "tôi không phải là người máy"),
)
# Words of pages that turn anybody away, robot or not.
REFUSING_WORDS = ("access denied", "too many requests")
# Words of a title, heading or address that make consent or login the page's own matter.
CONSENT_WORDS = (
    *("before you continue", "we value your privacy", "privacy choices", "consent", "cookie"),
    *("bevor sie fortfahren", "einwilligung", "zustimmung", "datenschutz", "avant de continuer"),
    *("consentement", "confidentialité", "antes de continuar", "consentimiento", "privacidad"),
    *("consentimento", "privacidade", "prima di continuare", "consenso", "voordat je verdergaat"),
    *("toestemming", "прежде чем продолжить", "согласие", "zanim przejdziesz", "zgod"),
    *(
        "innan du fortsätter",
        "samtycke",
        "続行する前に",
        "同意",
        "在继续之前",
        "계속하기 전에",
        "동의",
    ),
    *(
        "devam etmeden önce",
        "age verification",
        "verify your age",
        "over 18",
        "über 18",
        "altersprüfung",
    ),
)
LOGIN_WORDS = (
    *("log in", "login", "log on", "logon", "sign in", "signin", "sign-in", "authenticat", "sso"),
    *(
        "anmeld",
        "einloggen",
        "connexion",
        "connecter",
        "identifi",
        "iniciar ses",
        "acceder",
        "entrar",
    ),
    *("accedi", "accesso", "inlog", "aanmelden", "logga in", "logg inn", "log ind", "kirjaudu"),
    *(
        "войти",
        "вход",
        "авторизац",
        "увійти",
        "zaloguj",
        "logowanie",
        "přihlá",
        "prihlás",
        "bejelent",
    ),
    *(
        "autentific",
        "giriş",
        "σύνδεση",
        "ログイン",
        "登录",
        "登錄",
        "登入",
        "로그인",
        "دخول",
        "התחבר",
    ),
    *("đăng nhập", "masuk", "เข้าสู่ระบบ"),
)
SCRIPT_WORDS = (
    *("enable javascript", "enable js", "javascript is disabled", "javascript is required"),
    *("requires javascript", "turn on javascript", "without javascript", "javascript to run"),
    *("javascript aktivieren", "aktivieren sie javascript", "activer javascript"),
    *("activez javascript", "activar javascript", "active javascript", "habilite javascript"),
    *("abilita javascript", "attivare javascript", "включите javascript", "включить javascript"),
    *("włącz javascript", "javascript inschakelen", "zet javascript aan", "javascriptを有効"),
    *("启用javascript", "启用 javascript", "啟用javascript", "javascript를", "javascript etkin"),
)
# Ids of the element that scripts of the common frameworks fill.
APP_ROOTS = frozenset(
    "root app __next __nuxt react-root app-root main-app ember-app svelte q-app ___gatsby".split()
)
