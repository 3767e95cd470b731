"""Which site stands at which port. The stored database holds these addresses: never change them."""

from tests.upgrade.engine_sites import EngineSite, bare, table, two_lists, with_adverts
from tests.upgrade.page_sites import ShowSite, StreetSite
from tests.upgrade.serving import HOST, Site
from tests.wrappers.redesigned_engine import cards

FIRST_PORT = 18_740
# Nothing listens here.
SILENT_PORT = 18_799
# Where the documents of two of the engines stand.
STOCK = "http://stock.example"
# A learning job was killed in the midst of each of these steps, in an engine of its own.
LEARNING_STEPS = ("connect", "ask_nothing", "ask_samples", "learn", "learn_paging", "check")
MENDING_STEPS = ("ask_again", "adapt", "repair_connection")
_FIRST_KILLED_PORT = FIRST_PORT + 30


def make_sites() -> dict[str, Site]:
    """Return all sites by name, laid out as when the database was packed."""
    sites: dict[str, Site] = {
        "shed": EngineSite(FIRST_PORT, name="The Shed", documents_at=STOCK),
        "barn": EngineSite(
            FIRST_PORT + 1, table, "post", "Barn News", documents_at=STOCK,
            about="News of the day, headlines and press",
        ),
        "attic": EngineSite(FIRST_PORT + 2, cards, name="The Attic"),
        "loft": EngineSite(FIRST_PORT + 3, name="The Loft"),
        "cellar": EngineSite(FIRST_PORT + 4, bare, name="The Cellar", ticket=True),
        "shelf": EngineSite(FIRST_PORT + 5, with_adverts, name="The Shelf"),
        "porch": EngineSite(FIRST_PORT + 6, two_lists, name="The Porch"),
        "kiosk": EngineSite(FIRST_PORT + 7, table, name="The Kiosk"),
        "stall": EngineSite(FIRST_PORT + 8, name="The Stall"),
        "booth": EngineSite(FIRST_PORT + 9, cards, name="The Booth"),
        "museum": ShowSite(FIRST_PORT + 10, "Museum"),
        "gallery": ShowSite(FIRST_PORT + 11, "Gallery"),
        "archive": ShowSite(FIRST_PORT + 12, "Archive"),
        "depot": ShowSite(FIRST_PORT + 13, "Depot"),
        "library": ShowSite(FIRST_PORT + 17, "Library", searchable=True),
        "hut": EngineSite(FIRST_PORT + 18, name="The Hut"),
    }  # fmt: skip
    kiosk, stall = sites["kiosk"].address, sites["stall"].address
    sites["street"] = StreetSite(FIRST_PORT + 14, (kiosk,))
    sites["lane"] = StreetSite(FIRST_PORT + 15, (stall,))
    sites["alley"] = StreetSite(FIRST_PORT + 16, (kiosk, stall))
    for number, step in enumerate(LEARNING_STEPS + MENDING_STEPS):
        layout = cards if step in MENDING_STEPS else table
        action = "/search" if step == "repair_connection" else "/find"
        sites[step] = EngineSite(
            _FIRST_KILLED_PORT + number, layout, name=f"Killed at {step}", action=action
        )
    return sites


def allowed_hosts() -> str:
    ports = [site.port for site in make_sites().values()]
    return ",".join(f"{HOST}:{port}" for port in (*ports, SILENT_PORT))


def slug_of(name: str) -> str:
    return f"127-0-0-1-{make_sites()[name].port}"
