"""Rows of discovery: engines, and the history of their states."""

from typing import Any

from django.db import models
from django.utils import timezone

from discovery.states import EngineState

SEARCHABLE = (EngineState.ACTIVE,)


class EngineQuerySet(models.QuerySet["Engine"]):
    """Named queries over engines."""

    def searchable(self) -> "EngineQuerySet":
        """Engines that a search asks."""
        return self.filter(state__in=SEARCHABLE)


class Engine(models.Model):
    """A search engine: one site that can be asked through one form.

    `description` is the connection description in XML (docs/connection-description.md), empty
    until a form is connected. `version` grows whenever description or wrapper change, so that
    processes know when what they cached is old.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    home_url = models.URLField("home address", max_length=2000)
    state = models.CharField(
        max_length=20, choices=EngineState.choices, default=EngineState.PROPOSED, db_index=True
    )
    reason = models.TextField(blank=True, help_text="Why the engine is in this state.")
    description = models.TextField("connection description", blank=True)
    language = models.CharField(max_length=35, blank=True)
    version = models.PositiveIntegerField(default=0)
    broken_queries = models.JSONField(
        default=list, blank=True, help_text="Fingerprints of the queries last answered BROKEN."
    )
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
