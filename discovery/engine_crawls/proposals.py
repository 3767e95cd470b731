"""Engines found on a crawl become proposals: one for each site, with what was found."""

from dataclasses import asdict

from discovery.crawling.engine_search.filtering import SearchInterface
from discovery.crawling.links.sites import site_of
from discovery.engines.registration import log_event, register_engine
from discovery.models import CrawlSite, Engine, EngineCrawl, EngineState, PageKind, PageState


def propose_engine(crawl: EngineCrawl, site: CrawlSite, interface: SearchInterface) -> None:
    """Make the engine found a proposal, unless its site has an engine already.

    What was only to be looked at for the sake of finding one is not looked at any more.
    """
    site.refresh_from_db()
    if site.engine_id is not None:
        return
    engine, is_new = engine_of_site(site.site), False
    if engine is None:
        engine, is_new = register_engine(interface.url)
    if is_new:
        _describe_proposal(engine, interface, crawl)
    CrawlSite.objects.filter(pk=site.pk).update(engine=engine, is_proposal=is_new)
    site.frontier.filter(
        state=PageState.WAITING, kind__in=(PageKind.SITEMAP, PageKind.DESCRIPTION)
    ).update(state=PageState.SKIPPED, outcome="the site's engine is known")


def engine_of_site(site: str) -> Engine | None:
    """Return the engine known for a site, if any."""
    for engine in Engine.objects.of_sites().filter(home_url__icontains=site):
        if site_of(engine.home_url) == site:
            return engine
    return None


def _describe_proposal(engine: Engine, interface: SearchInterface, crawl: EngineCrawl) -> None:
    """Give a new proposal its site's name, and write what was found into its history."""
    reason = f"Found by a crawl: {interface.source} on {interface.url}"
    if interface.source == "form":
        reason += f", score {interface.score:+.1f}"
    Engine.objects.filter(pk=engine.pk).update(
        name=interface.site_name[:200] or engine.name, reason=reason
    )
    log_event(
        engine,
        EngineState.PROPOSED,
        EngineState.PROPOSED,
        reason,
        {**asdict(interface), "crawl": crawl.pk},
    )
