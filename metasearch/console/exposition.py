"""`/metrics`: what the process has counted and what the database says, for Prometheus."""

import ipaddress
import os
import secrets

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from metasearch.console.database_figures import DatabaseFigures

# This machine, and networks that are private (RFC 1918, RFC 4193).
PRIVATE_NETWORKS = tuple(
    ipaddress.ip_network(text)
    for text in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
        *("::1/128", "fc00::/7"),
    )
)
# Whoever sends one of these was asked by somebody further away.
FORWARDING_HEADERS = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")


@require_safe
async def metrics(request: HttpRequest) -> HttpResponse:
    """Return all figures in the text format of Prometheus, to those who may read them."""
    if not may_read(request):
        return HttpResponseForbidden(
            "Figures are for this machine and private networks, or with METRICS_TOKEN.\n",
            content_type="text/plain; charset=utf-8",
        )
    # On a thread: thousands of lines take longer to write than a search should wait.
    text = await sync_to_async(expose)()
    response = HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


def may_read(request: HttpRequest) -> bool:
    """Tell whether the figures are for the sender: by token, or by a private address of its own.

    What a proxy passes on has the proxy's address and tells nothing of the sender's.
    """
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    if any(name in request.headers for name in FORWARDING_HEADERS):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR") or "")
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in PRIVATE_NETWORKS)


def expose() -> bytes:
    """Return all figures as Prometheus reads them, of all web processes if there are more."""
    figures = CollectorRegistry()
    figures.register(DatabaseFigures())
    return expose_counted() + generate_latest(figures)


def expose_counted() -> bytes:
    """Return what this process has counted, or all on this port."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)
