"""Django's administration (PyPI) with the themes of other packages: its search among articles."""

import json
import subprocess
import sys
from pathlib import Path

from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import MadePage

# As they worked together.
PACKAGES = (
    "django==4.2.30 django-jazzmin==3.0.5 django-grappelli==3.0.10 django-unfold==0.89.0 "
    "django-simpleui==2026.1.13 django-baton==5.9.3 django-jet-reboot==1.3.10 "
    "django-admin-interface==0.32.0"
).split()
_SITE = Path(__file__).with_name("django_admin_site.py")
_TIME = 600


def build(folder: Path, theme: str, contents: Contents) -> list[MadePage]:
    """Return the pages of a theme. Raises `OSError`, `subprocess.SubprocessError`."""
    environment = folder / "django_admin"
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", *PACKAGES]
        subprocess.run(install, check=True, timeout=_TIME, stderr=subprocess.DEVNULL)
    given = {
        "words": contents.words,
        "articles": [
            {"title": a.title, "section": a.section, "date": a.date.isoformat()}
            for a in contents.articles
        ],
    }
    made = subprocess.run(
        [str(python), str(_SITE), theme],
        input=json.dumps(given).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=_TIME,
        cwd=folder,
    )
    return [
        MadePage(page["word"], page["url"], page["html"].encode(), tuple(page["records"]))
        for page in json.loads(made.stdout)
    ]
