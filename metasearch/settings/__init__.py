"""Settings of the project. Everything a host may want to change is an environment variable."""

from datetime import timedelta
from pathlib import Path

import django_stubs_ext

from metasearch.settings.environment import (
    CONTACT_ADDRESS,
    read_alert_addresses,
    read_boolean,
    read_cache,
    read_choice,
    read_data_directory,
    read_database,
    read_integer,
    read_list,
    read_listen,
    read_networks,
    read_origins,
    read_pairs,
    read_secret_key,
    read_text,
    read_time_zone,
)

# Classes of Django's may name their rows, as `ModelAdmin[Engine]` does.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
# What is installed as a package lies among other people's: its templates within it, its data where
# the user's programs keep theirs (XDG base directories).
IS_CHECKOUT = (BASE_DIR / "manage.py").is_file()
TEMPLATES_DIR = (BASE_DIR if IS_CHECKOUT else BASE_DIR / "metasearch") / "templates"
DATA_DIR = read_data_directory(
    BASE_DIR / ".metasearch" if IS_CHECKOUT else Path("~/.local/share/metasearch")
)

SECRET_KEY = read_secret_key(DATA_DIR)
DEBUG = read_boolean("DEBUG")
ALLOWED_HOSTS = read_list("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = read_list("CSRF_TRUSTED_ORIGINS")
# Sites whose pages may read our data with a browser (`https://a.example`); none by default.
CORS_ALLOWED_ORIGINS = read_origins("CORS_ALLOWED_ORIGINS")
CORS_ALLOW_METHODS = ["GET", "POST"]
# Proxies whose word is taken for who asks, by what scheme and for what host.
TRUSTED_PROXIES = read_networks("TRUSTED_PROXIES")
PORT = read_integer("PORT", default=8000, least=1, most=65535)
# The address to listen at: of this machine alone, unless the site is named.
LISTEN = read_listen("LISTEN", read_list("ALLOWED_HOSTS"), is_debugged=DEBUG)
# Processes of the web server. One does for some users at once; each takes about 100 MB.
WEB_PROCESSES = read_integer("WEB_PROCESSES", default=1, least=1, most=64)

# Whether only accounts, and programs with an access key, may search.
SEARCH_NEEDS_SIGN_IN = read_boolean("SEARCH_NEEDS_SIGN_IN")
# The provider of accounts by OpenID Connect, if any; which of our groups each of its groups is.
OIDC_ISSUER = read_text("OIDC_ISSUER", r"https?://\S+", "https://sso.example", "authlib")
OIDC_CLIENT_ID, OIDC_CLIENT_SECRET = read_text("OIDC_CLIENT_ID"), read_text("OIDC_CLIENT_SECRET")
OIDC_SCOPE = read_text("OIDC_SCOPE") or "openid profile email"
OIDC_GROUPS = read_pairs("OIDC_GROUPS")
# Who may read /metrics from elsewhere: a bearer token. Without one: this machine, private networks.
METRICS_TOKEN = read_text("METRICS_TOKEN")

# Days for which is kept what nothing needs any more (metasearch.console.tidying); 0: for ever. Of
# stored pages of engines the newest at most, in megabytes; 0: any number.
PAGES_KEPT_FOR = read_integer("PAGES_KEPT_FOR", default=90, least=0, most=36_500)
PAGES_KEPT_MB = read_integer("PAGES_KEPT_MB", default=2_000, least=0, most=10_000_000)
HISTORY_KEPT_FOR = read_integer("HISTORY_KEPT_FOR", default=365, least=0, most=36_500)
FIGURES_KEPT_FOR = read_integer("FIGURES_KEPT_FOR", default=30, least=0, most=36_500)

# Where the operator is told what breaks: addresses as Apprise has them, with spaces between.
ALERTS = read_alert_addresses("ALERTS")
ALERTS_SENT = read_choice("ALERTS_SENT", ("at-once", "daily"))

INSTALLED_APPS = [
    "metasearch.apps.DiscoveryConfig",
    "metasearch.apps.WrappersConfig",
    "metasearch",
    "django_q",
    "axes",
    "metasearch.apps.ConsoleConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
# The admin's views check forms' tokens themselves; a search changes nothing and needs none.
MIDDLEWARE = [
    "metasearch.web.middleware.SecurityHeadersMiddleware",
    # No search waits for it where nobody is let in.
    *(["metasearch.web.middleware.DataForOtherSitesMiddleware"] if CORS_ALLOWED_ORIGINS else ()),
    "metasearch.web.middleware.CompressionMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "metasearch.web.middleware.FaultsMiddleware",
    "metasearch.web.middleware.PreferencesMiddleware",
    "metasearch.web.middleware.ConsoleSessionMiddleware",
    "metasearch.web.middleware.ConsoleCommonMiddleware",
    "metasearch.web.middleware.ConsoleAuthenticationMiddleware",
    "metasearch.web.middleware.ConsoleMessageMiddleware",
    "metasearch.web.middleware.LoginLimitMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "metasearch.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATES_DIR],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"console": "metasearch.console.overview"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": read_database(DATA_DIR)}
# Icons of sites stand on every page of results: each process keeps those it fetched for a day.
ICONS = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "icons",
    "TIMEOUT": 86_400,
    "OPTIONS": {"MAX_ENTRIES": 1_000},
}
# What engines answered lately, with the words that were asked: in memory alone, never at rest.
ANSWERS = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "answers",
    # Each is the answer of one engine, of some ten kilobytes.
    "OPTIONS": {"MAX_ENTRIES": 2_000},
}
CACHES = {"default": read_cache(), "icons": ICONS, "answers": ANSWERS}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Attempts to sign in: by account and address, closed for a quarter of an hour after the last one.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_CLIENT_IP_CALLABLE = "metasearch.edge.login_attempts.client_of_attempt"
AXES_LOCKOUT_CALLABLE = "metasearch.edge.login_attempts.locked_out_page"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LANGUAGE_CODE = "en"
# Those of metasearch/web/locale, by their own names.
LANGUAGES = [
    ("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("ar", "العربية"), ("es", "Español"),
    ("it", "Italiano"), ("ja", "日本語"), ("nl", "Nederlands"), ("pl", "Polski"),
    ("pt", "Português"), ("ru", "Русский"), ("zh-hans", "简体中文"),
]  # fmt: skip
LOCALE_PATHS = [BASE_DIR / "metasearch" / "web" / "locale"]
# In which times are shown; they are stored in UTC.
TIME_ZONE = read_time_zone("TIME_ZONE")

STATIC_URL = "static/"
# Each beside the folder whose pages it is for.
STATICFILES_DIRS = [
    BASE_DIR / "metasearch" / "web" / "static",
    BASE_DIR / "metasearch" / "console" / "static",
]
# Static files are served by the web process from where they stand in the source: no build step.
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_ALLOW_ALL_ORIGINS = False
SERVESTATIC_MAX_AGE = 3600

# Cookies asked for by HTTPS are kept to it anyhow. This keeps them from all else, so that a proxy
# that does not tell of its HTTPS is found out.
HTTPS_ONLY = read_boolean("HTTPS_ONLY")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
# Ours do what Django's would: metasearch.web.middleware writes the headers of pages, the console's
# views check the tokens of forms. The proxy leads to HTTPS (deploy/).
SILENCED_SYSTEM_CHECKS = ["security.W001", "security.W002", "security.W003"]

# A killed task comes back after `retry`, so `timeout` stays well below it.
Q_CLUSTER = {
    "name": "metasearch",
    "orm": "default",
    # A task whose worker is killed is not given out for ever.
    "broker_class": "discovery.jobs.task_queue.LimitedBroker",
    "workers": 1,
    "queue_limit": 1,
    "timeout": 90,
    "retry": 120,
    "ack_failures": True,
    "max_attempts": 3,
    "save_limit": 200,
    "poll": 0.5,
    "catch_up": False,
    "label": "Task queue",
}

# Addresses that may be fetched although they are private, and without politeness delays:
# "host:port" or networks. The sample engines are among them.
SAMPLES_PORT = read_integer("SAMPLES_PORT", default=8101, least=1024, most=65000)
# Stored engines have addresses at the others.
SAMPLES_PORTS = tuple(SAMPLES_PORT + offset for offset in (10, 11, 12, 16))
METASEARCH_ALLOWED_PRIVATE_HOSTS = [
    *read_list("METASEARCH_ALLOWED_PRIVATE_HOSTS"),
    *(f"127.0.0.1:{port}" for port in SAMPLES_PORTS),
]

# Proxies by which sites are asked: one for all, or "SITE=PROXY".
PROXIES = read_list("PROXIES")

# The browser that renders pages while engines are learned: a program, "off", or the one on PATH.
METASEARCH_BROWSER = read_text("METASEARCH_BROWSER")

# Where sites' owners reach whoever runs this, told to every site: a page, or an e-mail address.
CONTACT = read_text("CONTACT", CONTACT_ADDRESS, "https://a.example/robot or me@a.example")
# Requests sent to one site while an engine is learned or mended. Measured: sample sites take 17 to
# 38, one that is searched in a browser may take some hundred.
REQUESTS_OF_A_LEARNING = read_integer(
    "REQUESTS_OF_A_LEARNING", default=2_000, least=10, most=100_000
)

# How walls of sites are answered that a visitor passes with one click (docs/security.md).
WALLS = read_choice("WALLS", ("necessary", "refuse", "accept", "leave"))

# Seconds an engine may take to answer a user's query before it is shown as late, unless it has a
# time of its own.
ENGINE_DEADLINE = read_integer("ENGINE_DEADLINE", default=8, least=1, most=60)
# The same for an engine that is searched in a browser, for which it may have to wait.
BROWSER_DEADLINE = 20.0
# Searches under way at once in one web process. Measured: each holds 1.4 MB until its end.
SEARCHES_AT_ONCE = read_integer("SEARCHES_AT_ONCE", default=200, least=1, most=10_000)
# Seconds for which an engine's answer to a query is given again without asking; 0: never.
ANSWERS_KEPT_FOR = read_integer("ANSWERS_KEPT_FOR", default=300, least=0, most=86_400)
# Searches that one client, by its network, may make in a minute; 0: any number.
SEARCHES_A_MINUTE = read_integer("SEARCHES_A_MINUTE", default=60, least=0, most=100_000)
# Engines asked at most for one query; where there are more, the broker chooses.
ENGINES_ASKED = read_integer("ENGINES_ASKED", default=20, least=1, most=500)

# Lines of text, or a JSON object each.
LOG_FORMAT = read_choice("LOG_FORMAT", ("plain", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # What is away, or too much at once, is said by 503: that is no fault of the program.
    "filters": {
        "not_503": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", None) != 503,
        }
    },
    "formatters": {
        "plain": {
            "()": "metasearch.settings.log_format.PlaceFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "metasearch.settings.log_format.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django.request": {"filters": ["not_503"]}},
}
