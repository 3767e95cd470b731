"""Rows of discovery: engines, the history of their states, crawls for engines, collections."""

import base64
import json
import logging
import zlib
from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.crypto import salted_hmac

from discovery.connection.description import ConnectionDescription, DescriptionError, Login
from discovery.connection.description_xml import from_xml
from discovery.connection.login import Access
from discovery.jobs.crawls import Crawl
from discovery.pages.page import Page, parse_page
from discovery.pages.tree import fold_space
from discovery.web.proxies import DIRECT

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

logger = logging.getLogger(__name__)


def _cipher() -> "Fernet":
    # Loaded where there are secrets: few installations have any.
    from cryptography.fernet import Fernet

    key = salted_hmac("discovery.secrets", "engine", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


class SealedField(models.JSONField):
    """An object of JSON that is encrypted with the installation's secret key where it is stored."""

    def deconstruct(self) -> Any:
        name, _, arguments, options = super().deconstruct()
        # Of the same column; migrations know no code of ours.
        return name, "django.db.models.JSONField", arguments, options

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        stored = super().from_db_value(value, expression, connection)
        if not isinstance(stored, str):
            return stored
        from cryptography.fernet import InvalidToken

        try:
            return json.loads(_cipher().decrypt(stored.encode()))
        except InvalidToken:
            logger.error("secrets of an engine were stored with another SECRET_KEY")
            return {}

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if isinstance(value, dict) and value:
            value = _cipher().encrypt(json.dumps(value).encode()).decode()
        return super().get_db_prep_value(value, connection, prepared)


class EngineState(models.TextChoices):
    PROPOSED = "PROPOSED", "proposed"
    LEARNING = "LEARNING", "learning"
    ACTIVE = "ACTIVE", "active"
    BROKEN = "BROKEN", "broken"
    SUSPENDED = "SUSPENDED", "suspended"
    PAUSED = "PAUSED", "paused"
    NO_FORM = "NO_FORM", "no search form"
    UNREACHABLE = "UNREACHABLE", "unreachable"
    BLOCKED = "BLOCKED", "blocked"
    JAVASCRIPT_ONLY = "JAVASCRIPT_ONLY", "needs JavaScript"
    NO_RECORDS = "NO_RECORDS", "no records found"
    FAILED = "FAILED", "failed"


State = EngineState

LEARNING_FAILURES = frozenset(
    {
        State.NO_FORM,
        State.UNREACHABLE,
        State.BLOCKED,
        State.JAVASCRIPT_ONLY,
        State.NO_RECORDS,
        State.FAILED,
    }
)

# What may follow what. An engine in use stays ACTIVE while it is learned anew: its old wrapper
# serves until the new one has passed its check. What was never learned may wait for its turn again.
ALLOWED_CHANGES: dict[State, frozenset[State]] = {
    State.PROPOSED: frozenset({State.LEARNING, State.PAUSED}),
    State.LEARNING: frozenset({State.ACTIVE, State.PAUSED, *LEARNING_FAILURES}),
    State.ACTIVE: frozenset({State.BROKEN, State.SUSPENDED, State.PAUSED}),
    State.BROKEN: frozenset({State.ACTIVE, State.SUSPENDED, State.PAUSED}),
    State.SUSPENDED: frozenset({State.ACTIVE, State.BROKEN, State.PAUSED}),
    State.PAUSED: frozenset({State.ACTIVE, State.LEARNING, State.PROPOSED}),
    **{
        failure: frozenset({State.LEARNING, State.PAUSED, State.PROPOSED})
        for failure in LEARNING_FAILURES
    },
}


class ForbiddenChangeError(ValueError):
    def __init__(self, before: str, after: str) -> None:
        super().__init__(f"An engine that is {before} cannot become {after}.")


class PageState(models.TextChoices):
    WAITING = "WAITING", "waiting"
    FETCHING = "FETCHING", "being fetched"
    READ = "READ", "read"
    FAILED = "FAILED", "failed"
    REFUSED = "REFUSED", "forbidden by robots.txt"
    SKIPPED = "SKIPPED", "skipped"


class CollectingMethod(models.TextChoices):
    AUTO = "auto", "by structure, then by the navigation pattern learned from it"
    STRUCTURE = "structure", "by structure"
    INDESIT = "indesit", "by INDESIT as published (Blanco et al. 2005)"
    EXAMPLE = "example", "by example: the site is mapped, a pattern followed (Vidal et al. 2006)"


class CollectionStage(models.TextChoices):
    COLLECTING = "COLLECTING", "looking for pages"
    LEARNING = "LEARNING", "learning the way to them"
    REVISITING = "REVISITING", "asking again for pages known from before"


class Collection(Crawl):
    """All pages of a site that are like the samples, and the crawl that gathers them.

    `run` counts the crawls: after the first, each finds what is new, changed and gone (`new_pages`,
    `changed_pages`, `gone_pages` of the latest). `downloads` counts the requests of the latest
    crawl, robots.txt aside, `seconds` its work. `pattern` is the JSON of the navigation pattern
    learned, if any. `readings` are other classes that the samples may stand for, as `{"basis",
    "pages", "examples", "choice"}`, `chosen_reading` is the choice of that one of them that a
    person took instead, `is_decided`: a person has said which is meant. `coverage` is the share
    found, at least by what was seen; without finding any a crawl goes on `patience` times as long
    as usual. `entry_engine` is a search engine whose answers lead to pages that no link reaches;
    `estimated_size` what its answers let expect. Where `index` is set the sample is the index that
    the site's own page searches: nothing else is fetched, and `index` says how it is read. `notes`
    is the log: what happened to the collection, as `{"at", "text"}`.
    """

    name = models.CharField(max_length=200)
    samples: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    entry_url = models.TextField("entry page", blank=True)
    entry_engine = models.ForeignKey(
        "discovery.Engine",
        on_delete=models.SET_NULL,
        related_name="entered_collections",
        null=True,
        blank=True,
        help_text="A search engine of the site whose answers lead to the pages.",
    )
    method = models.CharField(
        max_length=10, choices=CollectingMethod.choices, default=CollectingMethod.AUTO
    )
    criterion = models.CharField(
        "words of its pages",
        max_length=200,
        blank=True,
        help_text="Words that the title or first heading of each page wanted holds; needed where "
        "several kinds of pages are built alike.",
    )
    max_downloads = models.PositiveIntegerField("most downloads", default=10_000)
    stage = models.CharField(
        max_length=12, choices=CollectionStage.choices, default=CollectionStage.COLLECTING
    )
    run = models.PositiveIntegerField(default=1)
    run_started_at = models.DateTimeField(default=timezone.now)
    downloads = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    found = models.PositiveIntegerField(default=0)
    queue = models.PositiveIntegerField(default=0)
    confidence = models.FloatField(null=True, blank=True)
    confidence_reason = models.TextField(blank=True)
    coverage = models.FloatField(null=True, blank=True)
    readings: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list, blank=True)
    chosen_reading = models.TextField(blank=True)
    is_decided = models.BooleanField(default=False)
    patience = models.PositiveSmallIntegerField(default=1)
    pattern: "models.JSONField[Any, Any]" = models.JSONField(null=True, blank=True)
    index: "models.JSONField[Any, Any]" = models.JSONField(null=True, blank=True)
    estimated_size = models.PositiveIntegerField(null=True, blank=True)
    new_pages = models.PositiveIntegerField(default=0)
    changed_pages = models.PositiveIntegerField(default=0)
    gone_pages = models.PositiveIntegerField(default=0)
    recrawl_days = models.PositiveIntegerField(
        "crawl again every … days", null=True, blank=True, help_text="Empty: never by itself."
    )
    notes: "models.JSONField[list[dict[str, str]], list[dict[str, str]]]" = models.JSONField(
        default=list, blank=True
    )

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def rate(self) -> float:
        """Downloads a second."""
        return self.downloads / self.seconds if self.seconds else 0.0


class TraversalState(models.Model):
    """What the algorithm `method` of a crawl knew after `number` pages; `body`: compressed JSON."""

    collection = models.OneToOneField(
        Collection, on_delete=models.CASCADE, related_name="traversal_state"
    )
    method = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.collection_id} after {self.number} pages"


class CollectedKind(models.TextChoices):
    PAGE = "PAGE", "page"
    SITEMAP = "SITEMAP", "sitemap"
    ANSWER = "ANSWER", "answer of a search engine"
    INDEX = "INDEX", "the site's own index"


class CollectionPageQuerySet(models.QuerySet["CollectionPage"]):
    def members(self) -> "CollectionPageQuerySet":
        return self.filter(is_member=True, is_gone=False)


class CollectionPage(models.Model):
    """A page that a crawl of a collection asked for, and what it last was.

    `key` is a fingerprint of what makes the address one page, `final_url` where the answer came
    from. `run` is the last crawl that asked for it, `number` its place in that crawl. `digest` is a
    fingerprint of the body, `body` is compressed. `first_run` is the crawl that saw it first,
    `changed_run` the last that saw it otherwise than before. A page is gone when it was a member
    and its site says that it no longer exists.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="pages")
    url = models.TextField()
    key = models.CharField(max_length=32)
    final_url = models.TextField(blank=True)
    final_key = models.CharField(max_length=32, blank=True)
    kind = models.CharField(max_length=8, choices=CollectedKind.choices, default=CollectedKind.PAGE)
    run = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=PageState.choices)
    outcome = models.TextField(blank=True)
    is_member = models.BooleanField(default=False)
    is_gone = models.BooleanField(default=False)
    first_run = models.PositiveIntegerField()
    changed_run = models.PositiveIntegerField()
    status = models.PositiveSmallIntegerField(default=0)
    content_type = models.CharField(max_length=200, blank=True)
    etag = models.CharField(max_length=500, blank=True)
    last_modified = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=32, blank=True)
    fetched_at = models.DateTimeField(default=timezone.now)
    body = models.BinaryField(default=b"", editable=False)

    objects = CollectionPageQuerySet.as_manager()

    class Meta:
        ordering = ["collection", "run", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "key"], name="one_row_per_page_of_a_collection"
            ),
        ]
        indexes = [
            models.Index(fields=["collection", "run", "number"], name="collection_page_order"),
            models.Index(fields=["collection", "is_member"], name="collection_page_members"),
        ]

    def __str__(self) -> str:
        return self.url

    @staticmethod
    def compress(body: bytes) -> bytes:
        return zlib.compress(body, 6)

    def html(self) -> bytes:
        return zlib.decompress(bytes(self.body)) if self.body else b""

    def page(self) -> Page:
        """Return the page parsed anew. Raises `NotHtmlError` when there is nothing in it."""
        return parse_page(
            self.html(), self.final_url or self.url, self.content_type or None, self.status or 200
        )


MAX_BANG_LENGTH = 30
BANG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
RESTING = (EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED)


class EngineQuerySet(models.QuerySet["Engine"]):
    def resting(self) -> "EngineQuerySet":
        return self.filter(state__in=RESTING)

    def searchable(self) -> "EngineQuerySet":
        return self.filter(state=EngineState.ACTIVE)

    def seal_secrets(self) -> None:
        """Encrypt what was stored before secrets were: an object, where there is a text now."""
        stored = self.annotate(stored=Cast("secrets", models.TextField()))
        for engine in stored.filter(stored__startswith="{").exclude(stored="{}"):
            engine.save(update_fields=["secrets"])

    def of_sites(self) -> "EngineQuerySet":
        return self.filter(collection__isnull=True)

    def enterable(self) -> "EngineQuerySet":
        return self.of_sites().searchable()

    def given_by_address(self) -> "EngineQuerySet":
        by_index = models.Q(collection__index__isnull=False)
        return self.filter(models.Q(collection__isnull=True) | by_index)

    def called(self, name: str) -> "EngineQuerySet":
        """The engine of that slug or bang; slugs come first."""
        # What is no ASCII is neither, and half of a surrogate pair cannot even be looked for.
        if not name.isascii():
            return self.none()
        named = self.filter(models.Q(slug=name) | models.Q(bang=name))
        return named.order_by(models.Case(models.When(slug=name, then=0), default=1))

    def waiting(self) -> "EngineQuerySet":
        return self.filter(state=EngineState.PROPOSED).order_by("-wanted", "pk")

    def count_by_state(self) -> list[tuple[EngineState, int]]:
        rows = self.order_by().values_list("state").annotate(number=models.Count("pk"))
        counts = dict(rows)
        return [(state, counts[state]) for state in EngineState if state in counts]


class Engine(models.Model):
    """A search engine: one site that can be asked through one form.

    `description` is the connection description in XML (docs/connection-description.md): the one
    proposed with the engine, if any, then the one learned. `wanted` tells which proposals are
    learned first (larger is more). `scheme_is_assumed`: nobody said that the home address is one of
    https, so that http may be tried. `version` grows whenever description or wrapper change, so
    that processes know when what they cached is old. `categories` are the tabs it is asked under,
    separated by commas; `weight` is what its results count for in the merged order (1 is usual).
    `deadline` is how many seconds searches wait for it, where that is not what they usually do.
    Names of groups are kept in `seen_by`: with a group that goes, nobody sees more than before.
    `secrets` are the values of `{secret:NAME}` in the description, shown nowhere. `proxy` has the
    `address` of one that it is asked by in place of the settings'. `page_marks`
    tell other sites of the program whose scripts fill its page.
    `bang` is its short name for people, None until it is first used.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    bang = models.CharField(
        max_length=MAX_BANG_LENGTH,
        unique=True,
        null=True,
        blank=True,
        validators=[
            RegexValidator(
                BANG,
                "A bang has the letters a to z, digits, and hyphens between them.",
            )
        ],
        help_text="The short name by which people ask it alone, without “!”; unique. "
        "Its slug calls it as well.",
    )
    home_url = models.URLField("home address", max_length=2000)
    scheme_is_assumed = models.BooleanField(default=False, editable=False)
    state = models.CharField(
        max_length=20, choices=EngineState.choices, default=EngineState.PROPOSED, db_index=True
    )
    reason = models.TextField(blank=True, help_text="Why the engine is in this state.")
    collection = models.OneToOneField(
        Collection,
        on_delete=models.CASCADE,
        related_name="engine",
        null=True,
        blank=True,
        help_text="The collection that this engine searches; empty for engines on the web.",
    )
    description = models.TextField("connection description", blank=True)
    secrets = SealedField(
        default=dict,
        blank=True,
        editable=False,
        help_text="Keys and passwords that stand for placeholders of the description.",
    )
    proxy = SealedField(
        default=dict, blank=True, editable=False, help_text="Its `address`, which may be “direct”."
    )
    page_marks = models.CharField(max_length=600, blank=True, default="", editable=False)
    language = models.CharField(max_length=35, blank=True)
    wanted = models.PositiveIntegerField(
        default=0, db_index=True, help_text="Proposals that are more wanted are learned first."
    )
    categories = models.CharField(
        max_length=200,
        blank=True,
        help_text="Tabs of the search page it is asked under, separated by commas.",
    )
    weight = models.FloatField(
        default=1.0,
        validators=[MinValueValidator(0.1), MaxValueValidator(10)],
        help_text="What its results count for: 1 is usual, 2 twice as much.",
    )
    seen_by = models.CharField(
        "seen by",
        max_length=1_000,
        blank=True,
        default="",
        help_text="Groups of accounts that alone see and ask it, separated by commas; empty: "
        "everybody.",
    )
    deadline = models.FloatField(
        "seconds to answer",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
        help_text="How long searches wait for it; empty: as long as for any other.",
    )
    pause = models.FloatField(
        "seconds between requests",
        null=True,
        blank=True,
        validators=[MinValueValidator(0.1), MaxValueValidator(10)],
        help_text="Of learning and checks; empty: as its robots.txt says, or one.",
    )
    check_hours = models.FloatField(
        "hours between checks",
        null=True,
        blank=True,
        validators=[MinValueValidator(0.1), MaxValueValidator(720)],
        help_text="As long as it answers; empty: about six.",
    )
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    objects = EngineQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=EngineState.values), name="engine_state_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def connection(self) -> ConnectionDescription:
        """How it is asked. Raises `DescriptionError`."""
        return from_xml(self.description.encode())

    @property
    def login(self) -> Login | None:
        """How a user signs in, which may be known before it is known how the engine is asked."""
        try:
            return from_xml(self.description.encode(), is_whole=False).login
        except DescriptionError:
            return None

    @property
    def access(self) -> Access:
        """How it is reached, by whoever signs in or does not."""
        proxy = self.proxy.get("address")
        by = "" if proxy == DIRECT else proxy
        return Access(None, tuple(self.secrets.items()), by, self.pause)

    def category_names(self) -> tuple[str, ...]:
        return _names(self.categories)

    def groups(self) -> frozenset[str]:
        """The names of the groups whose accounts alone see it; empty: everybody does."""
        return frozenset(_names(self.seen_by))


def _names(text: str) -> tuple[str, ...]:
    names = (fold_space(name) for name in text.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


class EngineEvent(models.Model):
    """One change of an engine's state, or one thing worth telling about it, with its evidence.

    `evidence` is a JSON object, by custom with `url`, `status` and `excerpt`.
    """

    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    before = models.CharField(max_length=20, choices=EngineState.choices)
    after = models.CharField(max_length=20, choices=EngineState.choices)
    reason = models.TextField()
    evidence: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.engine_id}: {self.before} → {self.after}"


class EngineCrawl(Crawl):
    """One crawl for search engines: where it starts, how far it may go, how far it came.

    `pages` counts the requests made, robots.txt aside. A page's result and the pages it leads to
    are written in one transaction. So a worker killed at any moment loses at most the downloads
    then under way.
    """

    seeds: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    max_pages = models.PositiveIntegerField("most pages in all", default=500)
    max_pages_per_site = models.PositiveIntegerField("most pages of a site", default=20)
    max_sites = models.PositiveIntegerField("most sites", default=200)
    pages = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "crawl for engines"
        verbose_name_plural = "crawls for engines"

    def __str__(self) -> str:
        return f"crawl from {', '.join(self.seeds)}"[:200]


class CrawlSite(models.Model):
    """A site met on a crawl, with the engine found on it.

    `pages` counts the requests to it, `failures` those in a row that gave no answer. It is asked
    again no sooner than `next_at`. `is_proposal`: the engine was not known before.
    """

    crawl = models.ForeignKey(EngineCrawl, on_delete=models.CASCADE, related_name="sites")
    site = models.CharField(max_length=300)
    pages = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    engine = models.ForeignKey(
        Engine, on_delete=models.SET_NULL, related_name="crawl_sites", null=True, blank=True
    )
    is_proposal = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["crawl", "site"], name="one_row_per_site_of_a_crawl"),
        ]
        indexes = [models.Index(fields=["crawl", "pages"], name="crawl_site_turns")]

    def __str__(self) -> str:
        return self.site


class PageKind(models.TextChoices):
    PAGE = "PAGE", "page"
    SITEMAP = "SITEMAP", "sitemap"
    DESCRIPTION = "DESCRIPTION", "OpenSearch description"


class CrawlPage(models.Model):
    """An address of a crawl's frontier, or one already looked at.

    `key` is a fingerprint of what makes the address one page, `shape` of what it has in common with
    its like. A lower `priority` is earlier. `depth` is the number of links from where the crawl
    entered the site. `attempts` counts the workers that began to fetch it.
    """

    crawl = models.ForeignKey(EngineCrawl, on_delete=models.CASCADE, related_name="frontier")
    site = models.ForeignKey(CrawlSite, on_delete=models.CASCADE, related_name="frontier")
    url = models.TextField()
    key = models.CharField(max_length=32)
    shape = models.CharField(max_length=32)
    kind = models.CharField(max_length=12, choices=PageKind.choices, default=PageKind.PAGE)
    priority = models.PositiveSmallIntegerField(default=0)
    depth = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=PageState.choices, default=PageState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    outcome = models.TextField(blank=True)
    found_on = models.TextField(blank=True)
    fetched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["priority", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["crawl", "key"], name="one_row_per_page_of_a_crawl"),
        ]
        indexes = [
            models.Index(fields=["site", "state", "priority", "id"], name="crawl_page_turns"),
            models.Index(fields=["site", "shape"], name="crawl_page_shapes"),
            models.Index(fields=["crawl", "state"], name="crawl_page_states"),
        ]

    def __str__(self) -> str:
        return self.url


class CrawlRobots(models.Model):
    """A robots.txt that a crawl for engines, or of a collection, fetched; `body` is compressed."""

    crawl = models.ForeignKey(
        EngineCrawl, on_delete=models.CASCADE, related_name="robots_files", null=True
    )
    collection = models.ForeignKey(
        "discovery.Collection", on_delete=models.CASCADE, related_name="robots_files", null=True
    )
    url = models.CharField(max_length=400)
    status = models.PositiveSmallIntegerField()
    body = models.BinaryField()
    fetched_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["crawl", "url"], name="one_robots_file_per_host"),
            models.UniqueConstraint(
                fields=["collection", "url"], name="one_robots_file_per_host_collected"
            ),
        ]

    def __str__(self) -> str:
        return self.url
