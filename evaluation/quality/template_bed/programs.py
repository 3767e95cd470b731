"""The programs of the bed, their themes and versions, and which half they belong to.

Thresholds may be looked at on the half `BUILD`; the half `UNOPENED` is for measuring alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evaluation.quality.template_bed import (
    django_admin,
    generated,
    hexo,
    indexed,
    packages,
    served,
    shaarli,
)
from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import MadePage
from evaluation.quality.template_bed.scripted import Scripted

BUILD, UNOPENED = "build", "unopened"
Builder = Callable[[Path, str, Contents], list[MadePage]]


@dataclass(frozen=True, slots=True)
class Program:
    """A program with versions or themes: each is paired with each other, both ways."""

    name: str
    half: str
    build: Builder
    looks: tuple[str, ...]


def _hexo(name: str, half: str, *looks: str) -> Program:
    return Program(name, half, hexo.build, tuple(f"hexo-theme-{look}" for look in looks))


def _scripted(name: str, half: str, scripted: Scripted) -> Program:
    return Program(name, half, scripted.build, tuple(scripted.pins))


def _looks(name: str, half: str, build: Builder, looks: str) -> Program:
    return Program(name, half, build, tuple(f"{name}-{look}" for look in looks.split()))


PROGRAMS = (
    _hexo("landscape", BUILD, "landscape@0.0.3", "landscape@1.0.0", "landscape@1.1.0"),
    _hexo("next", BUILD, "next@5.1.3", "next@8.29.0"),
    _hexo("fluid", BUILD, "fluid@1.9.5-a", "fluid@1.9.9"),
    _hexo(
        "hexo",
        BUILD,
        "landscape@1.1.0",
        "next@8.29.0",
        "fluid@1.9.9",
        "kaze@1.0.5",
        "apollo@1.0.6",
    ),
    Program(
        "django-admin", BUILD, django_admin.build, ("django", "jazzmin", "grappelli", "simpleui")
    ),
    _hexo("butterfly", UNOPENED, "butterfly@3.7.1", "butterfly@4.13.0", "butterfly@5.7.0"),
    _hexo("keep", UNOPENED, "keep@3.4.5", "keep@4.3.0"),
    _hexo("redefine", UNOPENED, "redefine@2.6.1", "redefine@2.9.0"),
    _hexo("yun", UNOPENED, "yun@1.8.6", "yun@1.10.11"),
    _hexo(
        "hexo-others",
        UNOPENED,
        "butterfly@5.7.0",
        "keep@4.3.0",
        "redefine@2.9.0",
        "yun@1.10.11",
        "stellar@1.44.0",
    ),
    Program(
        "django-admin-others",
        UNOPENED,
        django_admin.build,
        ("unfold", "baton", "jet", "admin_interface"),
    ),
    # Taken later; halves alternate in the order of the names of all that were thought of.
    _scripted("flask-admin", BUILD, packages.FLASK_ADMIN),
    _scripted("django-tables2", UNOPENED, packages.TABLES2),
    _scripted("wagtail-admin", BUILD, packages.WAGTAIL),
    _scripted("zinnia", BUILD, packages.ZINNIA),
    Program(
        "fossil",
        UNOPENED,
        served.FOSSIL.build,
        ("fossil-default", "fossil-ardoise", "fossil-blitz", "fossil-xekri"),
    ),
    # Taken after that; those that another bed had shown go to the half that may be looked at, the
    # halves of the others alternate in the order of their names, from the unopened one on.
    _looks("hgweb", BUILD, served.HGWEB.build, "paper gitweb monoblue spartan"),
    _looks("htdig", BUILD, served.HTDIG.build, "long short"),
    _looks("chronicle", UNOPENED, generated.CHRONICLE.build, "default simple blocky copyrighteous"),
    _scripted("flask-appbuilder", BUILD, packages.APPBUILDER),
    _looks("ikiwiki", UNOPENED, generated.IKIWIKI.build, "pages html5 archive titles"),
    _looks("namazu", UNOPENED, indexed.NAMAZU.build, "normal short"),
    _looks("pelican", BUILD, generated.PELICAN.build, "notmyidea simple reflex smallweb seafoam"),
    _scripted("roundup", UNOPENED, packages.ROUNDUP),
    _scripted("searx", BUILD, packages.SEARX),
    _looks("shaarli", UNOPENED, shaarli.build, "default vintage"),
    _looks("swish", BUILD, indexed.SWISH.build, "default toolkit html"),
)
