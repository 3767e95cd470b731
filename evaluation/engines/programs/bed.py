"""All programs of the bed: half of them to look at while building, half to be measured alone."""

from evaluation.engines.programs.bookmarks import Shaarli
from evaluation.engines.programs.content_systems import Jingo, Mezzanine, Moin, Raneto, WordPress
from evaluation.engines.programs.django_apps import HyperKitty, Machina, Oscar
from evaluation.engines.programs.django_sites import AdminSite, DjangoWiki, Wagtail
from evaluation.engines.programs.documents import Htdig, Kiwix, PublicInbox, Pydoc, Yard
from evaluation.engines.programs.html_program import HtmlProgram
from evaluation.engines.programs.repositories import Cgit, Fossil, Gitweb, Hgweb
from evaluation.engines.programs.wikis import Didiwiki, Dokuwiki, MediaWiki, Otterwiki, Trac, Wikmd
from evaluation.engines.today.engine import BUILD, UNOPENED


def programs() -> list[HtmlProgram]:
    """Return the programs of both halves."""
    return [
        *(Gitweb(), Cgit(), Fossil("default"), Fossil("ardoise")),
        Hgweb("paper", "//tbody/tr[td[@class='description']]", "./td[@class='description']/a"),
        *(Didiwiki(), Dokuwiki(), MediaWiki("vector", "Vector"), MediaWiki("monobook", "MonoBook")),
        *(MediaWiki("timeless", "Timeless"), Trac(), Otterwiki(), Wikmd()),
        Htdig("long", "//dl[dt//a]", "./dd/text() | ./dd/strong | ./dd/code"),
        *(Kiwix(), PublicInbox(), Yard(), Pydoc()),
        *(AdminSite(theme, BUILD) for theme in ("django", "jazzmin", "grappelli", "simpleui")),
        *(AdminSite(theme, UNOPENED) for theme in ("unfold", "baton", "jet", "admin_interface")),
        *(Wagtail(), DjangoWiki()),
        # Taken later; halves alternate in the order of the names of all that were thought of, from
        # the unopened one on, but for what another bed has shown.
        *(HyperKitty(), Jingo(), Machina(), Mezzanine(), Moin(), Oscar(), Raneto()),
        *(Shaarli(), WordPress()),
    ]
