"""All engines of the bed: half of them to look at while building, half to be measured alone."""

from evaluation.engines.today.engine import TodayEngine
from evaluation.engines.today.installed.node_build import (
    FragmentsHtmx,
    GraphqlVue,
    RestAlpine,
)
from evaluation.engines.today.installed.node_unopened import (
    LunrStatic,
    MeiliClient,
    MinisearchPreact,
    ReactPages,
    TurboFrame,
)
from evaluation.engines.today.installed.python_programs import Datasette, TantivyApp
from evaluation.engines.today.installed.static_sites import PagefindSite, StarlightSite
from evaluation.engines.today.own.build_others import Almanac, Harbour, Kiosk, Ledger
from evaluation.engines.today.own.build_scripted import Desk, Shelf, Stacks, Vault
from evaluation.engines.today.own.unopened_others import Archive, Bazaar, Courier
from evaluation.engines.today.own.unopened_scripted import Brook, Cellar, Meadow, Wire

# Answers in HTML as engines did once: what a search of the others is timed beside. Not counted.
REFERENCE: TodayEngine = Ledger()


def engines() -> list[TodayEngine]:
    """Return the engines of both halves."""
    return [
        *(Shelf(), Desk(), Stacks(), Vault(), Kiosk(), Harbour(), Almanac()),
        *(RestAlpine(), GraphqlVue(), FragmentsHtmx(), PagefindSite(), Datasette()),
        *(Brook(), Meadow(), Wire(), Cellar(), Archive(), Courier(), Bazaar()),
        *(ReactPages(), LunrStatic(), MinisearchPreact(), MeiliClient(), TurboFrame()),
        *(TantivyApp(), StarlightSite()),
    ]
