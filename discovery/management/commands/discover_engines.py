"""`manage.py discover_engines SEED…`: crawl for search engines and propose them."""

from argparse import ArgumentParser
from typing import Any

from discovery.engine_crawls.crawls import (
    ENGINE_CRAWLS,
    LIMITS,
    counts_of,
    sites_with_engines,
    start_crawl,
)
from discovery.engines.registration import AddressError
from discovery.jobs.crawls import CrawlState
from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    failing,
    pausing,
    positive,
    prepare_database,
)
from discovery.models import CrawlSite, EngineCrawl, PageState


class Command(OutcomeCommand):
    help = "Crawl politely from the seeds and propose the search engines found, one per site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("seeds", metavar="SEED", nargs="+", help="an address to start from")
        of_what = ("most requests in all", "most requests to one site", "most sites")
        for name, what in zip(LIMITS, of_what, strict=True):
            usual = getattr(EngineCrawl(), name)
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(
                option, type=positive, default=usual, metavar="N", help=f"{what} ({usual})"
            )

    def handle(self, *args: Any, seeds: list[str], **options: Any) -> None:
        prepare_database()
        wanted = EngineCrawl(seeds=seeds, **{name: options[name] for name in LIMITS})
        with failing(WRONG_CALL, AddressError):
            crawl = start_crawl(wanted, enqueue=False)
        with pausing(crawl):
            crawl = ENGINE_CRAWLS.work_now(crawl, self.report_pages)
        outcome = outcome_of(crawl)
        self.write_outcome(outcome, as_text(outcome), options["json"])
        if not crawl.frontier.filter(state=PageState.READ).exists():
            raise SystemExit(FAILED)

    def report_pages(self, crawl: EngineCrawl) -> None:
        counts = counts_of(crawl)
        self.stderr.write(
            f"{crawl.pages:>5} pages {counts['queue']:>6} queued {counts['sites']:>5} sites "
            f"{counts['proposals']:>4} proposals  {crawl.last}"
        )
        self.stderr.flush()


def outcome_of(crawl: EngineCrawl) -> dict[str, Any]:
    return {
        "crawl": crawl.pk,
        "state": CrawlState(crawl.state),
        "reason": crawl.reason,
        "pages": crawl.pages,
        **counts_of(crawl),
        "proposals": [proposal(site) for site in sites_with_engines(crawl) if site.is_proposal],
        "known": [proposal(site) for site in sites_with_engines(crawl) if not site.is_proposal],
    }


def proposal(site: CrawlSite) -> dict[str, Any]:
    engine = site.engine
    assert engine is not None
    event = engine.events.filter(evidence__has_key="cues").last()
    return {
        "site": site.site,
        "slug": engine.slug,
        "name": engine.name,
        "home_url": engine.home_url,
        "state": engine.state,
        "evidence": event.evidence if event else None,
    }


def as_text(outcome: dict[str, Any]) -> str:
    head = (
        f"{outcome['state']}: {outcome['reason']} {outcome['pages']} pages of "
        f"{outcome['sites']} sites; {len(outcome['proposals'])} engines proposed, "
        f"{len(outcome['known'])} known before."
    )
    lines = []
    for each in outcome["proposals"]:
        cues = (each["evidence"] or {}).get("cues", ())
        lines.append(f"{each['slug']:<32} {each['home_url']}  {'; '.join(cues)}")
    return "\n".join((head, *lines))
