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


FLASK_ADMIN = Scripted(
    "flask_admin_site",
    {
        "flaskadmin-1-bootstrap2": _FLASK_ADMIN,
        "flaskadmin-1-bootstrap3": _FLASK_ADMIN,
        "flaskadmin-1-bootstrap4": _FLASK_ADMIN,
        "flaskadmin-2-bootstrap4": {"flask-admin": "2.2.1", "flask-sqlalchemy": "3.1.1"},
    },
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
