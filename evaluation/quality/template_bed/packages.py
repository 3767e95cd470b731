"""Programs of PyPI in several versions or themes, by the packages that each look needs."""

from evaluation.quality.template_bed.scripted import Scripted

_SETUPTOOLS = {"setuptools": "75.8.0"}
_ZINNIA = {
    "django": "2.2.28",
    "django-blog-zinnia": "0.20",
    "zinnia-theme-bootstrap": "0.5.2",
    "zinnia-theme-bootstrap-4": "0.6",
    "zinnia-theme-foundation": "1.0.2",
    "django-mptt": "0.13.4",
    "django-app-namespace-template-loader": "0.4.1",
    **_SETUPTOOLS,
}
_TABLES = {"django": "4.2.30", "django-tables2": "2.7.5"}
_FLASK_ADMIN = {
    "flask-admin": "1.6.1",
    "flask": "2.3.3",
    "werkzeug": "2.3.8",
    "flask-sqlalchemy": "3.0.5",
    "wtforms": "3.0.1",
    **_SETUPTOOLS,
}
_APPBUILDER = {"flask-appbuilder": "5.0.0"}
_ROUNDUP = {"roundup": "2.6.0", "jinja2": "3.1.4"}
# What it asks for itself is too old for the Python of today: this is all of it, in versions that
# are not.
_SEARX = {
    "searx": "0.17.0",
    "flask": "1.1.4",
    "werkzeug": "1.0.1",
    "jinja2": "2.11.3",
    "markupsafe": "1.1.1",
    "itsdangerous": "1.1.0",
    "click": "7.1.2",
    "flask-babel": "1.0.0",
    "babel": "2.9.1",
    "pytz": "2024.1",
    "requests": "2.31.0",
    "urllib3": "1.26.18",
    "idna": "2.10",
    "chardet": "4.0.0",
    "charset-normalizer": "2.1.1",
    "certifi": "2026.10.18",
    "pygments": "2.17.2",
    "pyopenssl": "23.2.0",
    "cryptography": "41.0.7",
    "cffi": "1.16.0",
    "pycparser": "2.21",
    "python-dateutil": "2.8.2",
    "six": "1.16.0",
    "pyyaml": "6.0.1",
    "lxml": "5.2.2",
    "setuptools": "68.2.2",
}

APPBUILDER = Scripted(
    "appbuilder_site",
    {f"appbuilder-{name}": _APPBUILDER for name in ("list", "block", "link", "thumbnail")},
)
FLASK_ADMIN = Scripted(
    "flask_admin_site",
    {
        "flaskadmin-1-bootstrap2": _FLASK_ADMIN,
        "flaskadmin-1-bootstrap3": _FLASK_ADMIN,
        "flaskadmin-1-bootstrap4": _FLASK_ADMIN,
        "flaskadmin-2-bootstrap4": {"flask-admin": "2.2.1", "flask-sqlalchemy": "3.1.1"},
    },
)
ROUNDUP = Scripted(
    "roundup_site",
    {f"roundup-{name}": _ROUNDUP for name in ("classic", "jinja2", "responsive", "devel")},
)
SEARX = Scripted(
    "searx_site",
    {f"searx-{theme}": _SEARX for theme in ("oscar", "simple", "courgette", "legacy")},
    is_all=True,
)
TABLES2 = Scripted(
    "tables2_site",
    {f"tables2-{name}": _TABLES for name in ("table", "bootstrap", "bootstrap5", "semantic")},
)
WAGTAIL = Scripted(
    "wagtail_site",
    {
        f"wagtail-{version}": {"wagtail": version, **_SETUPTOOLS}
        for version in ("2.16.3", "4.2.4", "6.3.8")
    },
)
ZINNIA = Scripted(
    "zinnia_site",
    {f"zinnia-{theme}": _ZINNIA for theme in ("default", "bootstrap", "bootstrap4", "foundation")},
    # Beside them stand entries drawn by chance.
    area="//*[contains(@class, 'entry-title')]",
)
