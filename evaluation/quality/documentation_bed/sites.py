"""Sites of documentation that Debian's packages hold, and the kinds of their pages by file name.

Thresholds may be looked at on the sites `BUILD`, which are here, and on `OPENED` (`unopened`), what
was opened of those for measuring alone. `UNOPENED` and `FRESH` (`fresh`), chosen later and of other
programs, are for measuring alone. What serves for judging elsewhere is left out.
"""

from dataclasses import dataclass

BUILD, OPENED, UNOPENED, FRESH = "build", "opened", "unopened", "fresh"


@dataclass(frozen=True, slots=True)
class BedSite:
    """A site: the program that made it, its package, the folder of its pages, where it is entered.

    `kinds` gives for each kind of pages a regular expression of the paths below the folder.
    """

    name: str
    generator: str
    half: str
    package: str
    folder: str
    entry: str
    kinds: tuple[tuple[str, str], ...]


_DOC = "usr/share/doc"
_DOXYGEN = (
    ("class", r"(class|struct)[^/]*(?<!-members)\.html"),
    ("members", r"[^/]*-members\.html"),
    ("source", r"[^/]*_8(h|hpp|c|cpp|cxx)_source\.html"),
    ("index", r"functions_[^/]*\.html"),
)
_JAVADOC = (
    ("class", r"(?!.*(class-use|src-html)/).*/[A-Z][^/]*\.html"),
    ("use", r".*/class-use/[^/]*\.html"),
    ("package", r".*/package-summary\.html"),
)
_DOCGEN = (
    ("class", r"class\.[^/]*\.html"),
    ("method", r"method\.[^/]*\.html"),
    ("property", r"property\.[^/]*\.html"),
    ("signal", r"signal\.[^/]*\.html"),
)

BUILD_SITES = (
    BedSite(
        "sfml",
        "doxygen",
        BUILD,
        "libsfml-doc",
        f"{_DOC}/libsfml-dev/html",
        "annotated.html",
        _DOXYGEN,
    ),
    BedSite(
        "xerces-c",
        "doxygen",
        BUILD,
        "libxerces-c-doc",
        f"{_DOC}/libxerces-c-doc/html/apiDocs-3",
        "classes.html",
        _DOXYGEN,
    ),
    BedSite(
        "django",
        "sphinx",
        BUILD,
        "python-django-doc",
        f"{_DOC}/python-django-doc/html",
        "index.html",
        (
            ("release", r"releases/\d[^/]*\.html"),
            ("source", r"_modules/.*\.html"),
            ("reference", r"ref/.*\.html"),
            ("topic", r"topics/.*\.html"),
        ),
    ),
    BedSite(
        "sqlalchemy",
        "sphinx",
        BUILD,
        "python-sqlalchemy-doc",
        f"{_DOC}/python-sqlalchemy-doc/html",
        "index.html",
        (
            ("orm", r"orm/.*\.html"),
            ("source", r"_modules/.*\.html"),
            ("change", r"changelog/(changelog|migration)_\w+\.html"),
        ),
    ),
    BedSite(
        "adwaita",
        "gi-docgen",
        BUILD,
        "libadwaita-1-doc",
        f"{_DOC}/libadwaita-1",
        "index.html",
        _DOCGEN,
    ),
    BedSite(
        "soup", "gi-docgen", BUILD, "libsoup-3.0-doc", f"{_DOC}/libsoup-3.0", "index.html", _DOCGEN
    ),
    BedSite(
        "docbook-xsl",
        "docbook",
        BUILD,
        "docbook-xsl-doc-html",
        f"{_DOC}/docbook-xsl-doc-html/doc",
        "index.html",
        (("fo", r"fo/[^/]*\.html"), ("html", r"html/[^/]*\.html"), ("pi", r"pi/[^/]*\.html")),
    ),
    BedSite(
        "exim",
        "docbook",
        BUILD,
        "exim4-doc-html",
        f"{_DOC}/exim4-doc-html/spec_html",
        "index.html",
        (("chapter", r"ch-[^/]*\.html"),),
    ),
    BedSite(
        "zsh",
        "texinfo",
        BUILD,
        "zsh-doc",
        f"{_DOC}/zsh-common/html",
        "index.html",
        (("node", r"[A-Z][^/]*\.html"),),
    ),
    BedSite(
        "maxima",
        "texinfo",
        BUILD,
        "maxima-doc",
        f"{_DOC}/maxima-doc/html",
        "maxima_toc.html",
        (("section", r"maxima_\d+\.html"),),
    ),
    BedSite(
        "xom",
        "javadoc",
        BUILD,
        "libxom-java-doc",
        f"{_DOC}/libxom-java/apidocs",
        "index.html",
        _JAVADOC,
    ),
    BedSite(
        "collections",
        "javadoc",
        BUILD,
        "libcommons-collections4-java-doc",
        f"{_DOC}/libcommons-collections4-java/api",
        "index.html",
        _JAVADOC,
    ),
    BedSite(
        "jfreechart",
        "javadoc",
        BUILD,
        "libjfreechart-java-doc",
        f"{_DOC}/libjfreechart-java/javadoc",
        "index.html",
        _JAVADOC,
    ),
    BedSite(
        "gtk3",
        "gtk-doc",
        BUILD,
        "libgtk-3-doc",
        "usr/share/gtk-doc/html/gtk3",
        "index.html",
        (("widget", r"Gtk[A-Z]\w*\.html"), ("section", r"gtk3-[^/]*\.html")),
    ),
    BedSite(
        "glib",
        "gtk-doc",
        BUILD,
        "libglib2.0-doc",
        "usr/share/gtk-doc/html",
        "gio/index.html",
        (("object", r"gio/G[A-Z]\w*\.html"), ("section", r"glib/glib-[^/]*\.html")),
    ),
    BedSite(
        "twisted",
        "pydoctor",
        BUILD,
        "twisted-doc",
        f"{_DOC}/twisted-doc/html",
        "api/index.html",
        (
            ("class", r"api/twisted\..*\._*[A-Z]\w*\.html"),
            ("module", r"api/twisted(\._*[a-z]\w*)+\.html"),
            ("howto", r".*/howto/.*\.html"),
        ),
    ),
    BedSite(
        "awesome",
        "ldoc",
        BUILD,
        "awesome-doc",
        f"{_DOC}/awesome/doc",
        "index.html",
        (("class", r"classes/[^/]*\.html"), ("library", r"libraries/[^/]*\.html")),
    ),
    BedSite(
        "yard",
        "yard",
        BUILD,
        "yard-doc",
        f"{_DOC}/yard/doc",
        "index.html",
        (("object", r"(?!file\.|top)[A-Z].*\.html"), ("guide", r"file\.[^/]*\.html")),
    ),
    BedSite(
        "git",
        "asciidoc",
        BUILD,
        "git-doc",
        f"{_DOC}/git-doc",
        "index.html",
        (("command", r"git-[\w-]+\.html"), ("howto", r"(howto|technical)/[^/]*\.html")),
    ),
    BedSite(
        "racket",
        "scribble",
        BUILD,
        "racket-doc",
        f"{_DOC}/racket",
        "index.html",
        (
            ("reference", r"reference/(?!index)[^/]*\.html"),
            ("gui", r"gui/(?!index)[^/]*\.html"),
            ("guide", r"guide/(?!index)[^/]*\.html"),
        ),
    ),
    BedSite(
        "scala",
        "scaladoc",
        BUILD,
        "scala-doc",
        f"{_DOC}/scala/api/library",
        "index.html",
        (("class", r".*/[A-Z][^/]*\.html"), ("package", r".*/package\.html")),
    ),
    BedSite(
        "groovy",
        "groovydoc",
        BUILD,
        "groovy-doc",
        f"{_DOC}/groovy/gapi",
        "overview-summary.html",
        (("class", r".*/[A-Z][^/]*\.html"), ("package", r".*/package-summary\.html")),
    ),
    BedSite(
        "grass",
        "grass",
        BUILD,
        "grass-doc",
        f"{_DOC}/grass-doc/html",
        "index.html",
        (("module", r"[a-z][a-z0-9]*\.[a-z0-9.]+\.html"), ("topic", r"topic_[^/]*\.html")),
    ),
    BedSite(
        "swi-prolog",
        "doc2tex",
        BUILD,
        "swi-prolog-doc",
        "usr/share/swi-prolog/doc/Manual",
        "index.html",
        (("section", r"[\w-]+\.html"),),
    ),
)
