"""Rows of the whole installation."""

from typing import Any

from django.db import models
from django.utils import timezone

from discovery.models import Engine


class Installation(models.Model):
    """The one row that ties a database to its secret key (`metasearch.management.installation`)."""

    key_fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_installation_row"),
        ]

    def __str__(self) -> str:
        return f"installation of {self.created_at:%Y-%m-%d}"


class StoredProfile(models.Model):
    """The words of an engine's sampled records, or of its collection's items.

    `data` is the JSON of an `EngineProfile`, made when the engine was of version `made_of`.
    """

    engine = models.OneToOneField(Engine, on_delete=models.CASCADE, related_name="word_profile")
    made_of = models.PositiveIntegerField()
    subjects: "models.JSONField[list[list[str]], list[list[str]]]" = models.JSONField(
        default=list, help_text="Categories proposed, each with the words that speak for it."
    )
    data: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()

    class Meta:
        verbose_name = "proposal of categories"
        verbose_name_plural = "proposed categories"

    def __str__(self) -> str:
        return f"words of {self.engine}"

    def proposed_categories(self) -> tuple[str, ...]:
        return tuple(category for category, *_ in self.subjects)

    def put_engine_under_proposed(self) -> None:
        names = dict.fromkeys((*self.engine.category_names(), *self.proposed_categories()))
        # Processes keep engines by version.
        Engine.objects.filter(pk=self.engine_id).update(
            categories=", ".join(names)[:200], version=models.F("version") + 1
        )


class KeyScope(models.TextChoices):
    """What a key opens, each what those before it open, too."""

    SEARCH = "search", "search, list engines"
    READ = "read", "read any public address"
    MANAGE = "manage", "add engines, collect"


class AccessKey(models.Model):
    """What a program shows to be let in; only its fingerprint is stored. Revoked ones stay."""

    name = models.CharField(max_length=100, unique=True, help_text="Whose key it is, and what for.")
    scope = models.CharField(max_length=10, choices=KeyScope.choices, default=KeyScope.SEARCH)
    searches_a_minute = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Counted by key instead of address. Empty: as anybody; 0: any number.",
    )
    fingerprint = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def opens(self, scope: KeyScope) -> bool:
        return KeyScope.values.index(scope) <= KeyScope.values.index(self.scope)


class ProviderAccount(models.Model):
    """Whose account it is by single sign-on: `subject` is the provider's name and that for it."""

    user = models.OneToOneField("auth.User", on_delete=models.CASCADE, related_name="+")
    subject = models.CharField(max_length=500, unique=True)

    def __str__(self) -> str:
        return self.subject


class SavedFilter(models.Model):
    """A `query` of the list of engines, as its address has it, that an account keeps by a name."""

    user = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=2_000)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="filter_name_is_unique"),
        ]

    def __str__(self) -> str:
        return self.name


class ToldUntil(models.Model):
    """The one row that says until when what happened was told by alerts."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"told until {self.at:%Y-%m-%d %H:%M}"


class Tidying(models.Model):
    """What was deleted at one time, and what was kept (`metasearch.console.tidying`).

    `kinds` are objects `{"name", "removed", "rows", "bytes"}`, `seconds` what it took.
    """

    at = models.DateTimeField(default=timezone.now)
    seconds = models.FloatField()
    kinds: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField()

    def __str__(self) -> str:
        return f"tidied at {self.at:%Y-%m-%d %H:%M}"


class AnswerFigures(models.Model):
    """How an engine answered searches within one hour; `seconds` is the sum over the answers."""

    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="answer_figures")
    hour = models.DateTimeField(db_index=True)
    kind = models.CharField(max_length=12)
    answers = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["engine", "hour", "kind"], name="answer_figures_are_of_an_hour_and_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.engine_id}: {self.answers} {self.kind} at {self.hour:%Y-%m-%d %H}"
