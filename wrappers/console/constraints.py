"""The integrity constraints of a version, changed by an operator."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest

from discovery.documents import DocumentError
from discovery.models import Engine
from wrappers.extraction import IntegrityConstraints
from wrappers.models import WrapperVersion


class ReadableJson(json.JSONEncoder):
    """JSON as a person edits it: one constraint a line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "indent": 1, "ensure_ascii": False})


class VersionForm(forms.ModelForm[WrapperVersion]):
    """The integrity constraints of a version; everything else was learned."""

    constraints = forms.JSONField(
        label="Integrity constraints",
        required=False,
        encoder=ReadableJson,
        help_text="What every answer is held to (docs/mending.md). Empty: nothing.",
        widget=forms.Textarea(attrs={"rows": 16, "cols": 90, "spellcheck": "false"}),
    )

    class Meta:
        model = WrapperVersion
        fields = ("constraints",)

    def clean_constraints(self) -> dict[str, Any] | None:
        """Return the constraints as they are stored."""
        data = self.cleaned_data["constraints"]
        if data in (None, {}):
            return None
        try:
            return IntegrityConstraints.from_json(data).to_json()
        except DocumentError as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error


class ConstraintsAdminMixin(admin.ModelAdmin[WrapperVersion]):
    """For the page of a version: its constraints, checked before they are stored."""

    form = VersionForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[WrapperVersion]:
        """Leave in the database what only a version's own page shows."""
        return super().get_queryset(request).defer("tree_grams", "no_result", "start_pages")

    def save_model(
        self, request: HttpRequest, obj: WrapperVersion, form: Any, change: bool
    ) -> None:
        """Store changed constraints, and let all processes know."""
        WrapperVersion.objects.filter(pk=obj.pk).update(constraints=obj.constraints)
        if obj.is_active:
            Engine.objects.filter(pk=obj.engine_id).update(version=F("version") + 1)
