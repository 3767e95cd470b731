"""Rows of watching: when an engine is checked next, and how it answered."""

from typing import Any

from django.db import models
from django.utils import timezone

from discovery.models import Engine, EngineState


class WatchQuerySet(models.QuerySet["EngineWatch"]):
    def due(self) -> "WatchQuerySet":
        return self.filter(
            next_check_at__lte=timezone.now(),
            engine__state__in=(EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED),
        ).order_by("next_check_at")


class EngineWatch(models.Model):
    """The watch kept over an engine in use: when it is checked next, and how it fared.

    `failures` counts the checks in a row that ended without a good answer: the more, the less often
    it is asked. `unfinished_checks` counts those in a row that were begun and not ended: they
    raised, or their worker died. `adaptation` is the JSON of the settings its wrappers are adapted
    by, None for the usual ones. `last_kind` is the kind of the last answer that counted,
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
