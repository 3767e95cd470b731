"""The integrity constraints of a version, its data model among them, changed by an operator."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import F, QuerySet
from django.forms.fields import InvalidJSONInput
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from discovery.documents.document import DocumentError
from discovery.models import Engine
from wrappers.extraction.constraints.constraints import IntegrityConstraints
from wrappers.extraction.data_model.schema import compile_schema
from wrappers.models import WrapperVersion
from wrappers.operations.correction import CorrectionError
from wrappers.operations.data_model import learned_data_model

# The data model among the constraints, edited by itself: it is XML.
DATA_MODEL = "data_model"


class ReadableJson(json.JSONEncoder):
    """JSON as a person edits it: one constraint a line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "indent": 1, "ensure_ascii": False})


class ConstraintsField(forms.JSONField):
    """Takes a JSON object; shows what was typed as it was typed."""

    def to_python(self, value: Any) -> Any:
        """Return the constraints typed. Raises `ValidationError` for all that is no object."""
        try:
            given = super().to_python(value)
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(f"This is no JSON that can be read: {error}") from error
        if given is None or isinstance(given, dict):
            return given
        raise forms.ValidationError("Constraints are a JSON object.")

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what was typed, unread: reading it may be what fails."""
        return None if data is None else InvalidJSONInput(data)


class VersionForm(forms.ModelForm[WrapperVersion]):
    """The integrity constraints of a version; everything else was learned."""

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
        """Return the schema if it can be used."""
        text: str = self.cleaned_data[DATA_MODEL].strip()
        try:
            if text:
                compile_schema(text)
        except ValueError as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error
        return text

    def clean(self) -> dict[str, Any] | None:
        """Return the constraints as they are stored, with the data model."""
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


class ConstraintsAdminMixin(admin.ModelAdmin[WrapperVersion]):
    """For the page of a version: its constraints, checked before they are stored."""

    form = VersionForm

    def get_urls(self) -> list[URLPattern]:
        """Add the files of the data model to the admin's addresses."""
        view = self.admin_site.admin_view(self.data_model_view)
        return [
            path("<int:version_id>/change/<str:which>-model.xsd", view,
                 name="wrappers_wrapperversion_data_model"),
            *super().get_urls(),
        ]  # fmt: skip

    def data_model_view(self, request: HttpRequest, version_id: int, which: str) -> HttpResponse:
        """Return the data model of a version as a file, or the one that its pages keep to."""
        version = WrapperVersion.objects.filter(pk=version_id).first()
        if version is None or not self.has_view_permission(request, version):
            raise Http404
        text = ""
        if which == "data":
            text = version.data_model
        elif which == "learned":
            try:
                text = learned_data_model(version)
            except CorrectionError as error:
                raise Http404(str(error)) from error
        if not text:
            raise Http404
        response = HttpResponse(text, content_type="application/xml; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{which}-model.xsd"'
        return response

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
