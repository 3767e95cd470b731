"""Rows of engines, and the history of their states."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils import timezone

from discovery.models.collections import Collection
from discovery.models.states import EngineState
from discovery.pages.tree import fold_space

SEARCHABLE = (EngineState.ACTIVE,)
MAX_BANG_LENGTH = 30
RESTING = (EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED)


class EngineQuerySet(models.QuerySet["Engine"]):
    def resting(self) -> "EngineQuerySet":
        return self.filter(state__in=RESTING)

    def searchable(self) -> "EngineQuerySet":
        return self.filter(state__in=SEARCHABLE)

    def of_sites(self) -> "EngineQuerySet":
        return self.filter(collection__isnull=True)

    def enterable(self) -> "EngineQuerySet":
        return self.of_sites().filter(state=EngineState.ACTIVE)

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
    `secrets` are the values of `{secret:NAME}` in the description, shown nowhere.
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
                r"^[a-z0-9]+(-[a-z0-9]+)*$",
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
    secrets = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="Keys and passwords that stand for placeholders of the description.",
    )
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

    def category_names(self) -> tuple[str, ...]:
        names = (fold_space(name) for name in self.categories.split(","))
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
