"""Rows of wrappers: versions, sample pages, learning jobs, imports, what is read of collections."""

import zlib
from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import from_xml
from discovery.documents.document import Document, DocumentError
from discovery.jobs.leases import SET_BACK, LeasedWork
from discovery.models import Collection, CollectionPage, Engine, EngineState
from discovery.pages.layout import Layout, StoredLayout
from discovery.pages.page import Page, parse_answer
from discovery.web.response import Response


class Candidate(Document, frozen=True):
    """A way to ask the engine: its connection description (XML), and what speaks for it."""

    xml: str
    cues: tuple[str, ...] = ()

    @property
    def connection(self) -> ConnectionDescription:
        """How it is asked. Raises `DescriptionError`."""
        return from_xml(self.xml.encode())


class FormFailure(Document, frozen=True):
    """Why one way to ask the engine failed: the state it would leave the engine in."""

    state: str
    reason: str
    evidence: dict[str, Any] = {}


class LeftOutPage(Document, frozen=True):
    """A page that learning goes on without: the answer to `query`, or a `sample` (its key)."""

    fault: str
    query: str | None = None
    sample: int | None = None
    url: str | None = None


class CheckedAnswer(Document, frozen=True):
    """Why the job ends well when nothing known speaks against it."""

    reason: str
    evidence: dict[str, Any]


class FoundWrapper(Document, frozen=True):
    """A wrapper and all that goes with it, each as its version will hold it."""

    wrapper: dict[str, Any]
    formula: str
    no_result: dict[str, Any] | None
    start_pages: list[dict[str, Any]]
    constraints: dict[str, Any] | None
    tree_grams: dict[str, Any] | None
    inducer: str
    support: int
    strategy: str
    score: float | None


class RefusedRepair(Document, frozen=True):
    """A repair that could not be proven, what speaks against it, and the pages (keys) it reads."""

    found: FoundWrapper
    candidate: Candidate
    objections: tuple[str, ...]
    samples: tuple[int, ...]


class Mending(Document, frozen=True):
    """What a job mends: the version of that key.

    `adapting`: its wrapper is to be adapted, until the engine is learned anew. `repaired`: another
    connection was found. `only_…`: nothing but the page without results is learned, or the rules of
    fields that no longer come are adapted.
    """

    version: int
    adapting: bool = True
    repaired: bool = False
    only_no_result: bool = False
    only_fields: bool = False

    @property
    def is_partial(self) -> bool:
        return self.only_no_result or self.only_fields


class LearningState(Document, frozen=True, omit_defaults=True):
    """What the steps of a job so far found; `mending` is None where an engine is learned.

    `brought` is the key of the `ImportedEngine` whose file is tried on an engine that is in use.

    The form being tried is number `candidate` of `candidates`. Of `words` those `asked` were asked
    through it, `compared` to hold its answers to known ones. `rounds` counts how often learning
    went back for more pages; `always_answers`: made-up words are answered with lists as well;
    `way_on`: the newest of them shows the way to further ones. `given` is a description that a
    person uploaded, to be tried and no other, `data_model` the XML Schema in it. `watching`,
    `entering`: the site is searched, or what it asks first is answered, in a browser next;
    `watched` (with `shown_links`, `shown_titles` on its pages of results), `entered`: it was.
    `refused`: what is proposed where nothing else is found. `others` read other designs than
    `found`, and so do the versions of the keys `beside`. `failures` is None until a form was looked
    for;
    `survey_left`: when those at hand fail the site's forms are tried, or those of linked pages.
    `requests` counts those sent to each site.
    """

    VERSION = ("version", 1)

    mending: Mending | None = None
    given: str = ""
    brought: int = 0
    data_model: str = ""
    candidates: tuple[Candidate, ...] = ()
    candidate: int = 0
    name: str = ""
    words: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    rounds: int = 0
    way_on: bool = False
    always_answers: bool = False
    survey_left: bool = False
    failures: tuple[FormFailure, ...] | None = None
    left_out: tuple[LeftOutPage, ...] = ()
    found: FoundWrapper | None = None
    others: tuple[FoundWrapper, ...] = ()
    beside: tuple[int, ...] = ()
    refused: RefusedRepair | None = None
    checked: CheckedAnswer | None = None
    watching: bool = False
    watched: bool = False
    shown_links: tuple[str, ...] = ()
    shown_titles: tuple[str, ...] = ()
    entering: bool = False
    entered: bool = False
    requests: dict[str, int] = {}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the state stored as `data`, by any version. Raises `DocumentError`."""
        if isinstance(data, dict) and "version" not in data:
            data = _from_unversioned(data)
        if isinstance(data, dict) and data.get("links_left"):
            # What was told apart until November 2026.
            data = {**data, "survey_left": True}
        if isinstance(data, dict) and data.get("other"):
            # What there was one of until then.
            data = {**data, "others": [data["other"]]}
        return super().from_json(data)

    @property
    def tried(self) -> Candidate | None:
        return self.candidates[self.candidate] if self.candidate < len(self.candidates) else None


# Of the state as it was stored until November 2026, without a version: all keys on one level.
_OF_MENDING = ("adapting", "repaired", "only_no_result")


def _from_unversioned(data: dict[str, Any]) -> dict[str, Any]:
    upgraded = {"version": 1, **data}
    if data.get("mending") is not None:
        known = {name: data[name] for name in _OF_MENDING if name in data}
        upgraded["mending"] = {"version": data["mending"], **known}
    if data.get("wrapper") is not None:
        upgraded["found"] = data
    return upgraded


class LearningJob(LeasedWork):
    """One attempt to learn an engine, worked off in short steps by whoever holds its lease.

    `step` names the step to do next, `progress` is the JSON of the `state`, `log` the steps done as
    `{"name", "seconds", "outcome"}`. A step's results and the move to the next one are written in
    one transaction: a worker killed loses at most one step.
    """

    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="learning_jobs")
    step = models.CharField(max_length=30, default="find_form")
    progress: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(
        default=dict, blank=True
    )
    log: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(
        default=list, blank=True
    )
    outcome = models.CharField(max_length=20, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["engine"],
                condition=Q(finished_at__isnull=True),
                name="one_unfinished_learning_job_per_engine",
            ),
        ]

    @property
    def state(self) -> LearningState:
        return LearningState.from_json(self.progress)

    @property
    def is_mending(self) -> bool:
        return self.progress.get("mending") is not None

    def __str__(self) -> str:
        return f"learning {self.engine_id} ({self.outcome or self.step})"


class Proposal(models.TextChoices):
    """Where a version stands that nothing but a person may bring into use."""

    OPEN = "OPEN", "waits for a person"
    ACCEPTED = "ACCEPTED", "accepted"
    REJECTED = "REJECTED", "rejected"


class VersionQuerySet(models.QuerySet["WrapperVersion"]):
    def usable(self) -> "VersionQuerySet":
        return self.exclude(proposal__in=(Proposal.OPEN, Proposal.REJECTED))

    def in_use(self) -> "WrapperVersion | None":
        return self.filter(is_active=True).first()

    def reading(self) -> "VersionQuerySet":
        """Return those that read answers, of each engine the active one first."""
        in_use = Q(is_active=True) | Q(is_beside=True)
        return self.filter(in_use).order_by("-is_active", "-number")

    def beside(self) -> "VersionQuerySet":
        """Return those that read designs of the site which the active version does not."""
        return self.filter(is_beside=True, is_active=False)

    def proposed(self) -> "VersionQuerySet":
        return self.filter(proposal=Proposal.OPEN)


class WrapperVersion(models.Model):
    """One wrapper of an engine, with the connection description it was learned through.

    JSON are `wrapper`; `no_result` and `start_pages`, signatures of pages without results and of
    those that answer no query; `constraints`, what every answer is held to, and `tree_grams`, what
    the wrapper is adapted from.

    `form_key` is shared by engines that are asked alike (empty: stored before there was one).
    `strategy` tells how it was found, `score` how sure that was (comparable within one strategy).
    Old versions stay; at most one of an engine is active, and at most one waits for a person
    (`proposal`). Those that are `is_beside` read other designs in which the site answers.
    """

    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="wrapper_versions")
    number = models.PositiveIntegerField()
    wrapper: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    no_result: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(
        null=True, blank=True
    )
    start_pages: "models.JSONField[list[Any], list[Any]]" = models.JSONField(
        default=list, blank=True
    )
    constraints: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = (
        models.JSONField("integrity constraints", null=True, blank=True)
    )
    tree_grams: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(
        "tree-grams", null=True, blank=True
    )
    description = models.TextField("connection description")
    form_key = models.CharField(max_length=120, blank=True, default="", db_index=True)
    formula = models.TextField()
    inducer = models.CharField(max_length=60)
    support = models.PositiveIntegerField(help_text="Sample pages that agree with the wrapper.")
    reason = models.CharField(max_length=200, help_text="Why this version was made.")
    strategy = models.CharField(max_length=40, blank=True, help_text="How it was found.")
    score = models.FloatField(null=True, blank=True)
    is_active = models.BooleanField(default=False)
    is_beside = models.BooleanField(
        "also in use",
        default=False,
        help_text="Reads another design in which the site answers.",
    )
    proposal = models.CharField(max_length=10, choices=Proposal.choices, blank=True, default="")
    proposed_because = models.TextField(
        blank=True, default="", help_text="What spoke against using it without being asked."
    )
    created_at = models.DateTimeField(default=timezone.now)
    last_checked_at = models.DateTimeField(null=True, blank=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        ordering = ["engine", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["engine", "number"], name="wrapper_number_is_unique"),
            models.UniqueConstraint(
                fields=["engine"], condition=Q(is_active=True), name="one_active_wrapper_per_engine"
            ),
            models.UniqueConstraint(
                fields=["engine"],
                condition=Q(proposal="OPEN"),
                name="one_proposed_wrapper_per_engine",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.engine} · version {self.number}"

    @property
    def is_in_use(self) -> bool:
        return self.is_active or self.is_beside

    @property
    def connection(self) -> ConnectionDescription:
        """How it is asked. Raises `DescriptionError`."""
        return from_xml(self.description.encode())

    @property
    def data_model(self) -> str:
        return str((self.constraints or {}).get("data_model", ""))


class SampleRole(models.TextChoices):
    RESULTS = "RESULTS", "result page"
    NO_RESULT = "NO_RESULT", "no-result page"
    START = "START", "start page"
    CHECK = "CHECK", "check"


RESULT_ROLES = (SampleRole.RESULTS, SampleRole.CHECK)


class SamplePage(models.Model):
    """A page an engine answered while it was learned, with the query that gave it.

    `body` is compressed, and so is `layout`, the JSON of a `StoredLayout`; that and `picture`, a
    JPEG, are None where no browser showed the page.
    """

    job = models.ForeignKey(LearningJob, on_delete=models.CASCADE, related_name="samples")
    version = models.ForeignKey(
        WrapperVersion, on_delete=models.CASCADE, related_name="samples", null=True, blank=True
    )
    role = models.CharField(max_length=10, choices=SampleRole.choices)
    query = models.CharField(max_length=500)
    url = models.TextField()
    status = models.PositiveSmallIntegerField(default=200)
    content_type = models.CharField(max_length=200, blank=True)
    body = models.BinaryField()
    layout = models.BinaryField(null=True)
    picture = models.BinaryField(null=True)
    fetched_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.query!r}"

    @staticmethod
    def compress(body: bytes) -> bytes:
        return zlib.compress(body, 6)

    def html(self) -> bytes:
        return zlib.decompress(bytes(self.body))

    def page(self) -> Page:
        return parse_answer(self.html(), self.url, self.content_type or None, self.status)

    def response(self) -> Response:
        """Return the answer as it came, without its headers."""
        return Response(self.url, self.status, self.content_type or None, {}, self.html())

    @staticmethod
    def compress_layout(layout: Layout, page: Page) -> bytes:
        return SamplePage.compress(StoredLayout.of(layout, page).to_text().encode())

    def layout_of(self, page: Page) -> Layout | None:
        """Return the layout stored of `page`, this one parsed; None if there is none to read."""
        if self.layout is None:
            return None
        try:
            text = zlib.decompress(bytes(self.layout))
            return StoredLayout.from_text(text).layout_of(page)
        except (DocumentError, zlib.error):
            return None


# Until an engine that is blocked, down or broken is checked again, at most.
LONGEST_RETRY = timedelta(days=1)


class WatchQuerySet(models.QuerySet["EngineWatch"]):
    def due(self) -> "WatchQuerySet":
        now = timezone.now()
        waiting = Q(next_check_at__gt=now, next_check_at__lte=now + LONGEST_RETRY + SET_BACK)
        return (
            self.filter(
                engine__state__in=(EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED)
            )
            .exclude(waiting)
            .order_by("next_check_at")
        )


class EngineWatch(models.Model):
    """The watch kept over an engine in use: when it is checked next, and how it fared.

    `failures` counts the checks in a row without a good answer, `unfinished_checks` those that were
    begun and not ended: they raised, or their worker died. `adaptation` is the JSON of the settings
    its wrappers are adapted by, `inducers` are the names of those that alone propose its wrappers,
    with spaces between. `last_kind` is the kind of the last answer that counted,
    `answered_at` the time of the last good one, `hastened_at` that at which what a search was
    answered brought a check forward that has found nothing.
    """

    engine = models.OneToOneField(Engine, on_delete=models.CASCADE, related_name="watch")
    next_check_at = models.DateTimeField(default=timezone.now, db_index=True)
    failures = models.PositiveIntegerField(default=0)
    unfinished_checks = models.PositiveIntegerField(default=0)
    last_kind = models.CharField(max_length=12, blank=True)
    adaptation: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(
        "adaptation settings",
        null=True,
        blank=True,
        help_text="Order and thresholds of the strategies; empty for the usual ones.",
    )
    inducers = models.CharField(max_length=60, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    hastened_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_answers: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = (
        models.JSONField(null=True, blank=True)
    )
    found_again: "models.JSONField[list[Any] | None, list[Any] | None]" = models.JSONField(
        "share of known records found again",
        null=True,
        blank=True,
        help_text="At each good check: hours since the one before, and the share.",
    )

    objects = WatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "engine watches"

    def __str__(self) -> str:
        return str(self.engine)


class EngineImport(LeasedWork):
    """A file of engines, imported whole or not at all.

    `file` is kept until the import has ended. One without `finished_at` has changed nothing.
    `phase`, `done` and `total` show how far it has come. `rejected` lists the entries that could
    not be used as `{"line", "reason", "excerpt"}`. `problem` says why a file gave nothing at all.
    """

    file_name = models.CharField(max_length=200)
    file = models.BinaryField(default=b"", blank=True, editable=False)
    format = models.CharField(max_length=60, blank=True)
    phase = models.CharField(max_length=20, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    created = models.PositiveIntegerField("new engines", default=0)
    merged = models.PositiveIntegerField(
        default=0, help_text="Entries of engines that were there, or stand in the file twice."
    )
    rejected: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(
        default=list, blank=True
    )
    problem = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "import of engines"
        verbose_name_plural = "imports of engines"

    def __str__(self) -> str:
        return self.file_name


class EngineAction(LeasedWork):
    """What a person does with many engines, worked off in the background.

    `action` names it (`wrappers.operations.bulk`), `engines` are the keys of all `total`: the first
    `done` have had their turn, those in `unchanged` were left as they are. `problem` says why one
    was, or why the action ended before it was through. `by` is who wants it.
    """

    action = models.CharField(max_length=30)
    engines: "models.JSONField[list[int], list[int]]" = models.JSONField(default=list)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    unchanged: "models.JSONField[list[int], list[int]]" = models.JSONField(default=list, blank=True)
    problem = models.TextField(blank=True)
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "action on many engines"
        verbose_name_plural = "actions on many engines"

    def __str__(self) -> str:
        return f"{self.action.replace('_', ' ')}: {self.total} engines"

    @property
    def changed(self) -> int:
        return self.done - len(self.unchanged)


class ImportedEngine(models.Model):
    """What an import says of one engine; `key` is its template's (`engine_key`), if known.

    `file` is the whole `EngineFile` that it came as, if it did; it `waits` for a person who decides
    whether it is used.
    """

    engine_import = models.ForeignKey(
        EngineImport, on_delete=models.CASCADE, related_name="imported"
    )
    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="imported")
    line = models.PositiveIntegerField()
    key = models.TextField(blank=True)
    selectors: "models.JSONField[dict[str, str] | None, dict[str, str] | None]" = models.JSONField(
        null=True, blank=True
    )
    file: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(
        null=True, blank=True
    )
    waits = models.BooleanField(default=False, db_index=True)

    class Meta:
        ordering = ["engine_import", "line"]

    def __str__(self) -> str:
        return f"{self.engine_id}: line {self.line} of import {self.engine_import_id}"


class PublishingKey(models.Model):
    """The one key that this installation signs with (minisign), encrypted with its secret key."""

    text = models.TextField()

    def __str__(self) -> str:
        return "publishing key"


class Subscription(LeasedWork):
    """Engines that another installation publishes, taken over as long as `public_key` signed them.

    `address` is a folder or an address of the web, `published` the time of the newest index taken.
    `files` holds by the name of each engine `{"sha256", "engine"}`: the file taken last (empty:
    withdrawn), and the key of the engine it brought (None: it was here before). `news` are the
    latest `{"at", "told"}`, the newest first; `problem` is why the last update took nothing.
    """

    address = models.CharField(max_length=2_000, unique=True)
    public_key = models.CharField(max_length=60)
    published = models.DateTimeField(null=True, blank=True)
    files: "models.JSONField[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]" = (
        models.JSONField(default=dict, blank=True)
    )
    news: "models.JSONField[list[dict[str, str]], list[dict[str, str]]]" = models.JSONField(
        default=list, blank=True
    )
    problem = models.TextField(blank=True)

    class Meta:
        ordering = ["address"]

    def __str__(self) -> str:
        return self.address


class PageClass(models.Model):
    """The wrapper over the pages of a collection; `number` grows when it is learned anew.

    `run` is the crawl whose pages were all read with it, 0 before the first.
    """

    collection = models.OneToOneField(
        Collection, on_delete=models.CASCADE, related_name="page_class"
    )
    number = models.PositiveIntegerField(default=1)
    wrapper: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    run = models.PositiveIntegerField(default=0)
    learned_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "page classes"

    def __str__(self) -> str:
        return f"pages of {self.collection} · version {self.number}"


class Item(models.Model):
    """What a page of a collection says. A full-text index over title and text stands beside it.

    `number` is that of the wrapper that read it, `digest` that of the body read.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="items")
    page = models.OneToOneField(CollectionPage, on_delete=models.CASCADE, related_name="item")
    url = models.TextField()
    title = models.CharField(max_length=300, blank=True)
    fields: "models.JSONField[list[list[str]], list[list[str]]]" = models.JSONField(default=list)
    text = models.TextField(blank=True)
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=32)
    read_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title or self.url


class CollectionQuestion(models.Model):
    """A generated query put to a collection's search engine, and the pages its answers led to.

    `links` are keys; `found` counts the members known before it was asked.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="questions")
    run = models.PositiveIntegerField()
    query = models.CharField(max_length=200)
    found = models.PositiveIntegerField(default=0)
    answered = models.BooleanField(default=False)
    links: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "run", "query"], name="a_crawl_asks_each_query_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.query!r} for {self.collection_id}"
