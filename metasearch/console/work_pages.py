"""The parts that the console's pages of long work share: filters, progress, pause and resume."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import AllValuesFieldListFilter, ModelAdmin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import FieldDoesNotExist
from django.db.models import BinaryField, Model, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.engines.registration import AddressError, clean_address
from discovery.jobs.leases import LeasedWork, WorkStateError


def address_of(row: Model, page: str = "change") -> str:
    """Return the address of a page about `row` in the console."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}", args=[row.pk])


def link(address: str, text: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', address, text)


def log_done(request: HttpRequest, rows: Iterable[Model], what: str) -> None:
    LogEntry.objects.log_actions(
        user_id=str(request.user.pk),
        queryset=list(rows),
        action_flag=CHANGE,
        change_message=what,
    )


class NamedValuesFilter(AllValuesFieldListFilter):
    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "none"}


Row = TypeVar("Row", bound=Model)


class ConsoleAdmin(ModelAdmin[Row]):
    """Rows with pages of their own, which no address filters by the bytes they keep.

    `own_pages` are the addresses of these pages by their names; the method `{name}_view` shows
    each. A person does no more with the rows than what stands in `by_hand`. `deferred` columns are
    not loaded. What the list can be asked for besides its filters is `asked_by`.
    """

    own_pages: ClassVar[Mapping[str, str]] = {}
    by_hand: ClassVar[frozenset[str]] = frozenset({"add", "change", "delete"})
    deferred: ClassVar[tuple[str, ...]] = ()
    asked_by: ClassVar[str] = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        return super().get_queryset(request).defer(*self.deferred)

    def get_urls(self) -> list[URLPattern]:
        own: dict[str, str] = {}
        for each in reversed(type(self).__mro__):
            own |= getattr(each, "own_pages", {})
        opened, stem = self.admin_site.admin_view, f"{self.opts.app_label}_{self.opts.model_name}"
        pages = [
            path(address, opened(getattr(self, f"{name}_view")), name=f"{stem}_{name}")
            for name, address in own.items()
        ]
        return [*pages, *super().get_urls()]

    def show(self, request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
        shared = self.admin_site.each_context(request)
        return render(
            request, f"admin/{template}", {**shared, "title": title, "opts": self.opts, **context}
        )

    def visible(self, request: HttpRequest, row_id: int) -> Row:
        row = self.get_queryset(request).filter(pk=row_id).first()
        if row is None or not self.has_view_permission(request, row):
            raise Http404
        return row

    def changeable(self, request: HttpRequest, row_id: int) -> Row:
        row = self.visible(request, row_id)
        if not self.has_change_permission(request, row):
            raise Http404
        return row

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        if lookup and lookup == self.asked_by:
            return True
        name = lookup.partition("__")[0]
        try:
            is_readable = not isinstance(self.opts.get_field(name), BinaryField)
        except FieldDoesNotExist:
            is_readable = True
        return is_readable and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return "add" in self.by_hand and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return "change" in self.by_hand and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return "delete" in self.by_hand and super().has_delete_permission(request, obj)


class OfEngines(ConsoleAdmin[Row]):
    """Rows about engines: seen by whoever may see these, changed by whoever may change them."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return request.user.has_perm("discovery.view_engine")

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return request.user.has_perm("discovery.change_engine")


class ProgressPage(ConsoleAdmin[Row]):
    """Shows the progress of a row's work above its fields, and as a fragment fetched anew."""

    # The fragment that shows the progress.
    progress_template: ClassVar[str]
    # What starts the work.
    start_form: ClassVar[type[forms.ModelForm[Any]]]
    own_pages = {"progress": "<int:row_id>/progress/"}

    def progress_context(self, row: Row) -> dict[str, Any] | None:
        raise NotImplementedError

    def start(self, request: HttpRequest, given: Any) -> Row:
        """Return the row of the work that was begun as the filled-in form says."""
        raise NotImplementedError

    def page_context(self, row: Row) -> dict[str, Any]:
        progress = self.progress_context(row)
        if progress is None:
            return {}
        return {
            "progress_address": address_of(row, "progress"),
            "progress_template": self.progress_template,
            **progress,
        }

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = {**(extra_context or {}), **(self.page_context(row) if row else {})}
        return super().change_view(request, object_id, form_url, context)

    def progress_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        progress = self.progress_context(self.visible(request, row_id))
        if progress is None:
            raise Http404
        return render(request, self.progress_template, progress)

    def response_add(
        self, request: HttpRequest, obj: Row, post_url_continue: str | None = None
    ) -> HttpResponse:
        return HttpResponseRedirect(address_of(obj))

    def get_form(
        self, request: HttpRequest, obj: Row | None = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm[Row]]:
        return self.start_form if obj is None else super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Row | None = None) -> Any:
        return tuple(self.start_form.base_fields) if obj is None else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Row | None = None) -> Any:
        return () if obj is None else self.readonly_fields

    def get_inlines(self, request: HttpRequest, obj: Row | None) -> Any:
        return () if obj is None else self.inlines

    def save_form(self, request: HttpRequest, form: forms.ModelForm[Row], change: bool) -> Row:
        return form.save(commit=False) if change else self.start(request, form)

    def save_model(self, request: HttpRequest, obj: Row, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        if change:
            super().save_related(request, form, formsets, change)


def action_on_each(description: str, action: object) -> Callable[..., Any]:
    """Return an admin action: `do_each` of its page with `action`, as that page takes it."""

    @admin.action(description=description, permissions=["change"])
    def act(page: Any, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        return page.do_each(request, queryset, action)

    return act


Work = TypeVar("Work", bound=LeasedWork)
# A button of a page of work: its name, its label.
Button = tuple[str, str]


class WorkConsole(ProgressPage[Work]):
    """The pages of one kind of work: its rows belong to their worker, nothing is edited by hand."""

    change_form_template = "admin/work_page.html"
    # The label of the button that starts the work, where a page of it does.
    start_label: ClassVar[str] = ""

    def actions_of_buttons(self) -> dict[str, Callable[[Work], object]]:
        raise NotImplementedError

    def buttons(self, row: Work) -> tuple[Button, ...]:
        raise NotImplementedError

    def state_words(self, row: Work) -> str:
        raise NotImplementedError

    def page_context(self, row: Work) -> dict[str, Any]:
        return {**super().page_context(row), "buttons": self.buttons(row)}

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {**(extra_context or {}), "start_label": self.start_label}
        return super().add_view(request, form_url, context)

    def has_delete_permission(self, request: HttpRequest, obj: Work | None = None) -> bool:
        ended = obj is None or obj.finished_at is not None
        return ended and super().has_delete_permission(request, obj)

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        rows = [str(row) for row in objs]
        return rows, {str(self.opts.verbose_name_plural): len(rows)}, set(), []

    def save_model(self, request: HttpRequest, obj: Work, form: Any, change: bool) -> None:
        """Write nothing: the row belongs to its worker."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Write nothing: the rows belong to the worker."""

    def response_change(self, request: HttpRequest, obj: Work) -> HttpResponse:
        for name, action in self.actions_of_buttons().items():
            if name in request.POST:
                self.do_each(request, [obj], action)
        return HttpResponseRedirect(address_of(obj))

    def do_each(
        self, request: HttpRequest, rows: Iterable[Work], action: Callable[[Work], object]
    ) -> None:
        for row in rows:
            try:
                action(row)
            except WorkStateError as error:
                self.message_user(request, str(error), messages.WARNING)
            else:
                log_done(request, [row], self.state_words(row))
                self.message_user(request, f"{row}: {self.state_words(row)}")


class AddressLinesField(forms.CharField):
    def __init__(self, *, rows: int, most: int | None = None, **options: Any) -> None:
        attributes = {"rows": rows, "cols": 60, "autofocus": True}
        super().__init__(widget=forms.Textarea(attrs=attributes), **options)
        self.most = most

    def clean(self, value: Any) -> list[str]:
        lines = [line for line in super().clean(value).splitlines() if line.strip()]
        if self.most is not None and len(lines) > self.most:
            raise forms.ValidationError(f"At most {self.most} addresses, not {len(lines)}.")
        try:
            return [clean_address(line) for line in lines]
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error


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
