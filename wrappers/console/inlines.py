"""Inlines of the console's pages."""

from typing import Any, ClassVar, TypeVar

from django import forms
from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.documents.document import DocumentError
from discovery.models import Engine, EngineEvent
from wrappers.adaptation.adaptation import AdaptationSettings
from wrappers.console.version_pages import page_links
from wrappers.models import EngineWatch, SamplePage, WrapperVersion

Row = TypeVar("Row", bound=Model)
Owner = TypeVar("Owner", bound=Model)


class ReadOnlyRows(BaseInlineFormSet[Any, Any, Any]):
    """Rows of which nothing is read from what is sent, so that whatever is sent is right."""

    def __init__(self, data: object = None, files: object = None, **options: Any) -> None:
        super().__init__(**options)

    def is_valid(self) -> bool:
        return True

    def save(self, commit: bool = True) -> list[Any]:
        self.new_objects, self.changed_objects, self.deleted_objects = [], [], []
        return []


class ReadOnlyInline(admin.TabularInline[Row, Owner]):
    """Rows written by the program, only the latest `shown`: old engines have thousands."""

    template = "admin/read_only_rows.html"
    formset = ReadOnlyRows
    extra = 0
    can_delete = False
    shown = 30

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        rows = super().get_queryset(request)
        match = request.resolver_match
        owner = match.kwargs.get("object_id", "") if match else ""
        if not owner.isdecimal():
            return rows.none()
        latest = rows.filter(**{f"{self.fk_name}_id": owner}).values("pk")[: self.shown]
        return rows.filter(pk__in=latest)

    def has_add_permission(self, request: HttpRequest, obj: Owner | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Owner | None = None) -> bool:
        return False


class EventInline(ReadOnlyInline[EngineEvent, Engine]):
    model = EngineEvent
    fk_name = "engine"
    fields = readonly_fields = ("at", "before", "after", "reason", "evidence")
    verbose_name_plural = "latest history"


class VersionInline(ReadOnlyInline[WrapperVersion, Engine]):
    model = WrapperVersion
    fk_name = "engine"
    verbose_name_plural = "latest wrapper versions"
    fields = readonly_fields = (
        "version_link", "is_active", "proposal", "pages", "inducer", "support", "formula", "reason",
        "created_at",
    )  # fmt: skip

    @admin.display(description="version")
    def version_link(self, version: WrapperVersion) -> SafeString:
        address = reverse("admin:wrappers_wrapperversion_change", args=[version.pk])
        return format_html('<a href="{}">{}</a>', address, version.number)

    @admin.display(description="pages")
    def pages(self, version: WrapperVersion) -> SafeString:
        return page_links(version)


class SampleInline(ReadOnlyInline[SamplePage, WrapperVersion]):
    model = SamplePage
    fk_name = "version"
    fields = readonly_fields = (
        "role",
        "query",
        "url",
        "status",
        "fetched_at",
        "source",
        "picture_link",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[SamplePage]:
        rows = super().get_queryset(request).defer("body", "layout", "picture")
        return rows.annotate(is_rendered=Q(picture__isnull=False))

    @admin.display(description="picture")
    def picture_link(self, sample: SamplePage) -> str:
        if not getattr(sample, "is_rendered", False):
            return "–"
        address = reverse("admin:wrappers_wrapperversion_picture", args=[sample.pk])
        return format_html('<a href="{}">picture</a>', address)

    @admin.display(description="source")
    def source(self, sample: SamplePage) -> SafeString:
        address = reverse("admin:wrappers_wrapperversion_source", args=[sample.pk])
        return format_html('<a href="{}">source</a>', address)


class SettingsField(forms.JSONField):
    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)


class WatchForm(forms.ModelForm[EngineWatch]):
    class Meta:
        model = EngineWatch
        fields = ("adaptation", "next_check_at")
        field_classes: ClassVar = {"adaptation": SettingsField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "next_check_at" in self.fields:
            # The admin's field is two boxes under one caption.
            date, time = self.fields["next_check_at"].widget.widgets
            date.attrs["aria-label"] = "Date of the next check"
            time.attrs["aria-label"] = "Time of the next check"

    def clean_adaptation(self) -> dict[str, Any] | None:
        data = self.cleaned_data["adaptation"]
        if data in (None, {}):
            return None
        try:
            AdaptationSettings.from_json(data)
        except DocumentError as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error
        return dict(data)


class WatchInline(admin.StackedInline[EngineWatch, Engine]):
    model = EngineWatch
    form = WatchForm
    fields = ("next_check_at", "failures", "last_kind", "answered_at", "found_again", "adaptation")
    readonly_fields = ("failures", "last_kind", "answered_at", "found_again")
    can_delete = False
    extra = 0
    verbose_name_plural = "watch"

    def has_add_permission(self, request: HttpRequest, obj: Engine | None = None) -> bool:
        return False
