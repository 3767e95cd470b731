"""Programs of Debian that index a site of articles and are asked as CGI, in their own templates."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evaluation.engines.programs.program import need, run
from evaluation.quality.template_bed.contents import RECORDS_OF_A_PAGE, Contents
from evaluation.quality.template_bed.pages import (
    HOST,
    MadePage,
    addressed_page,
    escaped,
    paragraphs,
)

_TIME = 60
_SWISH = Path("/usr/lib/swish-e")
_SWISH_EXAMPLES = Path("/usr/share/doc/swish-e/examples")


@dataclass(frozen=True, slots=True)
class Indexed:
    """A program that `install(folder, look)` sets up over `folder`/site, asked with `asked`."""

    install: Callable[[Path, str], Path]
    asked: str

    def build(self, folder: Path, look: str, contents: Contents) -> list[MadePage]:
        """Return the pages of a look. Raises `OSError`, `NotInstalledError`."""
        made = folder / look
        shutil.rmtree(made, ignore_errors=True)
        (made / "site").mkdir(parents=True)
        for each in contents.articles:
            (made / "site" / f"{each.slug}.html").write_text(
                f"<html><head><title>{escaped(each.title)}</title></head><body>"
                f"{paragraphs(each)}</body></html>"
            )
        program = self.install(made, look.partition("-")[2])
        addresses = {f"{HOST}/{each.slug}.html" for each in contents.articles}
        pages = []
        for word in contents.words:
            query = self.asked.format(word=word, look=look.partition("-")[2])
            address = f"{HOST}/search.cgi?{query}"
            pages.append(addressed_page(word, address, _ask(program, query), addresses))
        return pages


def _ask(program: Path, query: str) -> bytes:
    variables = {"REQUEST_METHOD": "GET", "SCRIPT_NAME": "/search.cgi", "QUERY_STRING": query}
    variables |= {"SERVER_NAME": HOST.rpartition("/")[2], "PERL_USE_UNSAFE_INC": "1"}
    answer = subprocess.run(
        [str(program)],
        cwd=program.parent,
        env={**os.environ, **variables},
        capture_output=True,
        check=True,
        timeout=_TIME,
    ).stdout
    return answer.replace(b"\r\n", b"\n").partition(b"\n\n")[2]


def _namazu(folder: Path, _: str) -> Path:
    need("mknmz", "/usr/lib/cgi-bin/namazu.cgi", package="namazu2 namazu2-index-tools")
    (folder / "index").mkdir()
    place = f"--replace=s#{folder}/site#{HOST}#"
    run(("mknmz", "-q", "-O", "index", place, "site"), folder, "mknmz")
    (folder / ".namazurc").write_text(f"Index {folder}/index\nLang en\n")
    return Path(shutil.copy("/usr/lib/cgi-bin/namazu.cgi", folder))


_SWISH_TEMPLATES = {
    "default": "",
    "toolkit": "template => {package => 'SWISH::TemplateToolkit', file => 'swish.tt', "
    "options => {INCLUDE_PATH => '%s'}},",
    "html": "template => {package => 'SWISH::TemplateHTMLTemplate', options => "
    "{filename => 'swish.tmpl', path => '%s', die_on_bad_params => 0, loop_context_vars => 1}},",
}


def _swish(folder: Path, template: str) -> Path:
    needed = "swish-e libtemplate-perl libhtml-template-perl libhtml-fillinform-perl"
    need("swish-e", str(_SWISH / "swish.cgi"), package=needed)
    (folder / "swish.conf").write_text(
        f"IndexDir site\nIndexOnly .html\nDefaultContents HTML*\n"
        f"StoreDescription HTML* <body> 100000\nReplaceRules replace site/ {HOST}/\n"
        f"MetaNames swishdocpath swishtitle\n"
    )
    run(("swish-e", "-c", "swish.conf", "-f", "index.swish-e"), folder, "swish-e")
    settings = _SWISH_TEMPLATES[template].replace("%s", str(_SWISH_EXAMPLES))
    (folder / ".swishcgi.conf").write_text(
        f"return {{title => 'Packages', swish_binary => '/usr/bin/swish-e', swish_index => "
        f"'{folder}/index.swish-e', page_size => {RECORDS_OF_A_PAGE}, {settings}}};\n"
    )
    return Path(shutil.copy(_SWISH / "swish.cgi", folder))


NAMAZU = Indexed(_namazu, f"query={{word}}&result={{look}}&max={RECORDS_OF_A_PAGE}&sort=score")
SWISH = Indexed(_swish, "query={word}&submit=Search%21&metaname=swishdefault&sort=swishrank")
