"""Rows of wrapper versions, the sample pages they were learned from, and learning jobs."""

import zlib
from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from discovery.documents.document import DocumentError
from discovery.jobs.leases import LeasedWork
from discovery.models import Engine
from discovery.pages.layout import Layout, StoredLayout
from discovery.pages.page import Page, parse_answer
from wrappers.models.learning_state import LearningState


class LearningJob(LeasedWork):
    """One attempt to learn an engine, worked off in short steps by whoever holds its lease.

    `step` names the step to do next, `progress` is the JSON of what the steps so far found (its
    `state`), `log` the steps done as `{"name", "seconds", "outcome"}`. A step's results and the
    move to the next step are written in one transaction. A worker killed at any moment loses at
    most one step.
    """

    LEASE_LENGTH = timedelta(seconds=90)

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

    def proposed(self) -> "VersionQuerySet":
        return self.filter(proposal=Proposal.OPEN)


class WrapperVersion(models.Model):
    """One wrapper of an engine, with the connection description it was learned through.

    JSON are `wrapper`; `no_result`, the signature of the no-result page; `start_pages`, those of
    the pages that answer no query. So are `constraints`, what every answer is held to, and
    `tree_grams`, what the wrapper is adapted from after a redesign.

    `strategy` tells how it was found, `score` how sure that was (comparable within one strategy).
    Old versions stay; at most one of an engine is active. `proposal` is empty but for repairs that
    a person decides on, because of what `proposed_because` says; at most one of an engine waits.
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
    formula = models.TextField()
    inducer = models.CharField(max_length=60)
    support = models.PositiveIntegerField(help_text="Sample pages that agree with the wrapper.")
    reason = models.CharField(max_length=200, help_text="Why this version was made.")
    strategy = models.CharField(max_length=40, blank=True, help_text="How it was found.")
    score = models.FloatField(null=True, blank=True)
    is_active = models.BooleanField(default=False)
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
    def data_model(self) -> str:
        return str((self.constraints or {}).get("data_model", ""))


class SampleRole(models.TextChoices):
    RESULTS = "RESULTS", "result page"
    NO_RESULT = "NO_RESULT", "no-result page"
    START = "START", "start page"
    CHECK = "CHECK", "check"


class SamplePage(models.Model):
    """A page an engine answered while it was learned, with the query that gave it.

    `body` is compressed; `page()` gives it parsed. `layout` is where everything stands on it, as
    the compressed JSON of a `StoredLayout`; None where no browser showed it. `picture` is a JPEG of
    what a browser showed, else None.
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
