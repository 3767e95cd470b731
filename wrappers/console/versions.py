"""Wrapper versions in the console, with their constraints and data model."""

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.console.work_pages import NamedValuesFilter
from discovery.documents.document import DocumentError
from discovery.models import Engine
from wrappers.adaptation.adaptation import Strategy
from wrappers.console.inlines import SampleInline
from wrappers.console.version_pages import VersionPagesAdminMixin
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.data_model import compile_schema
from wrappers.models import WrapperVersion
from wrappers.operations.correction import CorrectionError, learned_data_model
from wrappers.operations.lifecycle import UnusableVersionError, roll_back

# The data model among the constraints, edited by itself: it is XML.
DATA_MODEL = "data_model"


class ReadableJson(json.JSONEncoder):
    """JSON as a person edits it: one constraint a line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "indent": 1, "ensure_ascii": False})


class ConstraintsField(forms.JSONField):
    """Takes a JSON object; shows what was typed as it was typed."""

    def to_python(self, value: Any) -> Any:
        try:
            given = super().to_python(value)
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(f"This is no JSON that can be read: {error}") from error
        if given is None or isinstance(given, dict):
            return given
        raise forms.ValidationError("Constraints are a JSON object.")

    def bound_data(self, data: Any, initial: Any) -> Any:
        return None if data is None else InvalidJSONInput(data)


class VersionForm(forms.ModelForm[WrapperVersion]):
    constraints = ConstraintsField(
        label="Integrity constraints",
        required=False,
        encoder=ReadableJson,
        help_text="What every answer is held to (docs/mending.md). Empty: nothing.",
        widget=forms.Textarea(attrs={"rows": 16, "cols": 90, "spellcheck": "false"}),
    )

    data_model = forms.CharField(
        label="Data model",
        required=False,
        help_text=(
            "An XML Schema that the records of every answer are held to (docs/mending.md): add "
            "data-model.xsd to this page's address for a file of it, learned-model.xsd for the one "
            "that the stored pages keep to. Empty: none."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "cols": 90, "spellcheck": "false"}),
    )
    accept_learned = forms.BooleanField(
        label="Take the data model that the stored pages keep to", required=False
    )

    class Meta:
        model = WrapperVersion
        fields = ("constraints",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = dict(self.instance.constraints or {})
        self.initial[DATA_MODEL] = stored.pop(DATA_MODEL, "")
        self.initial["constraints"] = stored

    def clean_data_model(self) -> str:
        text: str = self.cleaned_data[DATA_MODEL].strip()
        try:
            if text:
                compile_schema(text)
        except ValueError as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error
        return text

    def clean(self) -> dict[str, Any] | None:
        data = super().clean() or self.cleaned_data
        constraints = dict(data.get("constraints") or {})
        try:
            if data.get("accept_learned"):
                constraints[DATA_MODEL] = learned_data_model(self.instance)
            elif data.get(DATA_MODEL):
                constraints[DATA_MODEL] = data[DATA_MODEL]
            data["constraints"] = (
                IntegrityConstraints.from_json(constraints).to_json() if constraints else None
            )
        except (CorrectionError, DocumentError) as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error
        return data


# What stored names of strategies mean; others are names of fields that were found again.
STRATEGY_WORDS = {
    "": "–",
    Strategy.CLUSTERED: "found again by clustered tree matching",
    Strategy.SIMPLE: "found again by simple tree matching",
    Strategy.BIGRAM: "found again by bigrams of trees",
    Strategy.JARO_WINKLER: "found again by Jaro–Winkler over trees",
    Strategy.ATTRIBUTES: "found again by names in the page",
    Strategy.ORACLE: "found again by records known before",
    Strategy.LEARN_ANEW: "learned from its pages alone",
    "process_flow": "read as before, asked in another way",
    "unchanged_wrapper": "read as before, checked by something else",
    "chosen": "chosen by a person",
}


def strategy_words(strategy: str) -> str:
    return STRATEGY_WORDS.get(strategy) or f"fields found again: {strategy}"


class StrategyFilter(NamedValuesFilter):
    def choices(self, changelist: Any) -> Iterator[Any]:
        for number, choice in enumerate(super().choices(changelist)):
            is_strategy = number > 0 and choice["display"] != "none"
            words = strategy_words(str(choice["display"])) if is_strategy else choice["display"]
            yield {**choice, "display": words}


@admin.register(WrapperVersion)
class WrapperVersionAdmin(VersionPagesAdminMixin):
    """Wrapper versions, with the pages they were learned from; an old one can be made active."""

    form = VersionForm
    by_hand = frozenset({"change", "delete"})

    list_display = (
        "engine", "number", "is_active", "proposal", "pages", "how_found", "inducer", "support",
        "formula", "last_checked_at", "created_at",
    )  # fmt: skip
    list_filter = ("is_active", "proposal", ("strategy", StrategyFilter), "inducer")
    list_select_related = ("engine",)
    search_fields = ("engine__name", "engine__slug", "formula")
    _told = (
        "engine", "number", "is_active", "proposal", "proposed_because", "pages", "reason",
        "created_at", "last_checked_at", "how_found", "score", "inducer", "support", "formula",
    )  # fmt: skip
    _stored = ("wrapper", "no_result", "start_pages", "tree_grams", "description_source")
    fieldsets = (
        (None, {"fields": _told}),
        (
            "What its answers are held to",
            {"fields": ("constraints", "data_model", "accept_learned")},
        ),
        ("As it is stored", {"fields": _stored, "classes": ("collapse",)}),
    )
    readonly_fields = _told + _stored
    inlines = (SampleInline,)
    actions = ("make_active",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[WrapperVersion]:
        return super().get_queryset(request).defer("tree_grams", "no_result", "start_pages")

    def save_model(
        self, request: HttpRequest, obj: WrapperVersion, form: Any, change: bool
    ) -> None:
        WrapperVersion.objects.filter(pk=obj.pk).update(constraints=obj.constraints)
        if obj.is_active:
            Engine.objects.filter(pk=obj.engine_id).update(version=F("version") + 1)

    def has_delete_permission(
        self, request: HttpRequest, obj: WrapperVersion | None = None
    ) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and obj.is_active)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        shown, counts, missing, protected = super().get_deleted_objects(objs, request)
        in_use = [f"{version} is in use" for version in objs if version.is_active]
        return shown, counts, set() if in_use else missing, [*protected, *in_use]

    @admin.display(description="how it was found", ordering="strategy")
    def how_found(self, version: WrapperVersion) -> str:
        return strategy_words(version.strategy)

    @admin.display(description="connection description")
    def description_source(self, version: WrapperVersion) -> SafeString:
        return format_html('<pre tabindex="0">{}</pre>', version.description)

    @admin.action(description="Roll back to this version", permissions=["change"])
    def make_active(self, request: HttpRequest, queryset: QuerySet[WrapperVersion]) -> None:
        if queryset.count() != 1:
            self.message_user(request, "Choose one version.", messages.ERROR)
            return
        version = queryset.select_related("engine").get()
        try:
            roll_back(version)
        except UnusableVersionError as error:
            self.message_user(request, str(error), messages.ERROR)
            return
        self.log_done(request, [version.engine], f"Rolled back to version {version.number}.")
        self.message_user(request, f"{version.engine} uses version {version.number} again.")
