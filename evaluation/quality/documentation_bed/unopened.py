"""The sites of the unopened half, as `choosing` printed them; nobody looks at why one fails.

Those whose names have an even hash were opened later.
"""

from hashlib import sha256

from evaluation.quality.documentation_bed.generators import GENERATORS
from evaluation.quality.documentation_bed.sites import OPENED, UNOPENED, BedSite

# Package, program, folder of the pages.
CHOSEN = (
    ("mit-scheme-doc", "texinfo", "usr/share/doc/mit-scheme-doc/html"),
    ("python-openstackclient-doc", "sphinx", "usr/share/doc/python-openstackclient-doc/html"),
    ("python-pydl-doc", "sphinx", "usr/share/doc/python-pydl-doc/html"),
    ("python-quart-doc", "sphinx", "usr/share/doc/python-quart-doc/html"),
    ("scons-doc", "docbook", "usr/share/doc/scons/HTML"),
    ("python-mbed-host-tests-doc", "doxygen", "usr/share/doc/python-mbed-host-tests-doc/html"),
    ("mailfromd-doc", "texinfo", "usr/share/doc/mailfromd/html"),
    ("libdime-doc", "doxygen", "usr/share/doc/libdime-doc/html"),
    ("libtypesafe-config-java-doc", "javadoc", "usr/share/doc/libtypesafe-config-java-doc/api"),
    ("coinor-libosi-doc", "doxygen", "usr/share/doc/coinor-libosi-doc/html"),
    ("libognl-java-doc", "javadoc", "usr/share/doc/libognl-java/api"),
    ("libisfreetype-java-doc", "javadoc", "usr/share/doc/libisfreetype-java-doc/api"),
    ("phosh-doc", "gi-docgen", "usr/share/doc/phosh-doc/phosh-0"),
    ("autogen-doc", "texinfo", "usr/share/doc/autogen/autogen.html"),
    ("libstarlink-ast-doc", "latex2html", "usr/share/doc/libstarlink-ast-dev"),
    ("libags-audio-doc", "gtk-doc", "usr/share/doc/libags-audio-doc/api"),
    ("dblatex-doc", "docbook", "usr/share/doc/dblatex/xhtml/manual"),
    ("appstream-doc", "gtk-doc", "usr/share/doc/appstream/html"),
)


def _half(name: str) -> str:
    return UNOPENED if sha256(name.encode()).digest()[-1] % 2 else OPENED


_PROGRAMS = {generator.name: generator for generator in GENERATORS}
UNOPENED_SITES = tuple(
    BedSite(
        package.removesuffix("-doc"),
        program,
        _half(package.removesuffix("-doc")),
        package,
        folder,
        _PROGRAMS[program].entry,
        _PROGRAMS[program].kinds,
    )
    for package, program, folder in CHOSEN
)
