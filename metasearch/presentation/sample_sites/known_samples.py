"""Which engines are the sample sites: told by their addresses, as everything is known of them."""

from django.conf import settings

from discovery.models import Engine, EngineQuerySet
from samples import SITES


def sample_addresses() -> dict[str, str]:
    """Return the home addresses of the sample sites, with their titles."""
    return {_address(site.port_offset): site.title for site in SITES}


def sample_engines() -> EngineQuerySet:
    """Return the sample sites among the engines, whatever their state."""
    return Engine.objects.of_sites().filter(home_url__in=sample_addresses())


def redesign_address() -> str:
    """Return the home address of the sample site that can be redesigned, empty without one."""
    return next((_address(site.port_offset) for site in SITES if site.redesign_path), "")


def redesigned_engine() -> Engine | None:
    """Return the engine of the sample site that can be redesigned; None without one."""
    return Engine.objects.of_sites().filter(home_url=redesign_address()).first()


def _address(port_offset: int) -> str:
    return f"http://127.0.0.1:{settings.SAMPLES_PORT + port_offset}/"
