"""Sites of programs that no other site of the bed is of; nobody looks at why one fails."""

from evaluation.quality.documentation_bed.sites import FRESH, BedSite

_DOC = "usr/share/doc"
# Name, program, package, folder of the pages, entry, kinds by file name.
_SITES = (
    (
        *("folks", "valadoc", "libfolks-doc", "usr/share/devhelp/books/folks", "index.htm"),
        (("class", r"Folks\.[A-Z]\w*\.html"), ("member", r"Folks\.[A-Z]\w*\.[a-z]\w*\.html")),
    ),
    (
        *("gap", "gapdoc", "gap-doc", "usr/share/gap/doc/ref", "chap0.html"),
        (("chapter", r"chap\d+\.html"), ("mathjax", r"chap\d+_mj\.html")),
    ),
    (
        *("nini", "ndoc", "libnini-doc", f"{_DOC}/libnini-doc/Docs/Reference/html", "index.html"),
        (
            ("overload", r".*_overload_\d+\.html"),
            ("overloads", r".*_overloads\.html"),
            ("members", r".*Members\.html"),
            ("methods", r".*Methods\.html"),
        ),
    ),
    (
        *("postfix", "man2html", "postfix-doc", f"{_DOC}/postfix/html", "index.html"),
        (("manual", r"[\w-]+\.\d\.html"), ("readme", r"\w+_README\.html")),
    ),
    (
        *("mpich", "doctext", "mpich-doc", f"{_DOC}/mpich-doc/html/www3", "index.htm"),
        (("routine", r"MPIX?_.*\.html"), ("constant", r"MPIX?_.*\.htm")),
    ),
    (
        *("slepc", "sowing", "slepc3.18-doc", f"{_DOC}/slepc3.18-doc/docs", "index.html"),
        (
            ("page", r"manualpages/\w+/(?!index)\w+\.html"),
            ("index", r"manualpages/\w+/index\.html"),
        ),
    ),
    (
        *("asciidoctor", "rdoc", "asciidoctor-doc", f"{_DOC}/asciidoctor-doc/html", "index.html"),
        (("class", r"(Asciidoctor/.*|[A-Z]\w*)\.html"),),
    ),
    (
        *("libvirt", "docutils", "libvirt-doc", f"{_DOC}/libvirt-doc/html", "index.html"),
        (
            ("manual", r"manpages/(?!index)[^/]*\.html"),
            ("article", r"kbase/(?!index).*\.html"),
            ("interface", r"html/(?!index)[^/]*\.html"),
        ),
    ),
    (
        *("vim", "vim2html", "vim-doc", f"{_DOC}/vim/html", "index.html"),
        (("user", r"usr_\d+\.html"),),
    ),
    (
        *("gnustep", "autogsdoc", "gnustep-base-doc"),
        *("usr/share/GNUstep/Documentation/Developer/Base/Reference", "index.html"),
        (("class", r"NS\w+\.html"),),
    ),
    (
        *("proftpd", "by hand", "proftpd-doc", f"{_DOC}/proftpd-doc", "index.html"),
        (
            ("module", r"(modules|contrib)/mod_\w+\.html"),
            ("howto", r"howto/(?!index)\w+\.html"),
        ),
    ),
    (
        *("tomcat", "xslt", "tomcat10-docs", "usr/share/tomcat10-docs/docs", "index.html"),
        (("configuration", r"config/(?!index)[^/]*\.html"),),
    ),
)
FRESH_SITES = tuple(
    BedSite(name, program, FRESH, package, folder, entry, kinds)
    for name, program, package, folder, entry, kinds in _SITES
)
