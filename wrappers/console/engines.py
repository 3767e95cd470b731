"""Engines in the console: added by address, watched, checked, paused, asked by another form."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.console.work_pages import NamedValuesFilter, ProgressPage, action_on_each
from discovery.engines.registration import (
    AddressError,
    register_engine,
    taken_bangs,
    typed_address,
)
from discovery.models import Engine, EngineState, ForbiddenChangeError
from wrappers.console.connections import ConnectionAdminMixin
from wrappers.console.corrections import CorrectionsAdminMixin
from wrappers.console.imports import IMPORT_LOOKUP, list_states
from wrappers.console.inlines import EventInline, VersionInline, WatchInline
from wrappers.console.learning import describe_job
from wrappers.learning.jobs import NothingUnderWayError, plan_learning, stop_learning
from wrappers.models import LearningJob, WrapperVersion
from wrappers.operations.lifecycle import enqueue_check, pause, resume, sample_to_collect

# Whole sentences, for the console.
ADVICE: dict[str, str] = {
    EngineState.PROPOSED: "Choose “Relearn” among the actions of the list to learn it now.",
    EngineState.BROKEN: (
        "It is being repaired by itself. What is found and cannot be trusted waits here for you to "
        "accept it. If nothing is found, choose the list of results on its pages yourself, or "
        "relearn it."
    ),
    EngineState.SUSPENDED: (
        "It is asked again by itself, ever less often. Look at its site in a browser: if it "
        "works there, check it now."
    ),
    EngineState.PAUSED: "It is paused. Choose “Resume” among the actions of the list.",
    EngineState.NO_FORM: (
        "Give the address of the page with the search form, or upload a connection description. "
        "A site without any search can be crawled as a collection."
    ),
    EngineState.UNREACHABLE: "Check the address in a browser; then relearn it.",
    EngineState.BLOCKED: (
        "The site wants people, not programs: it asks for a login or a captcha, or for something "
        "that no one click answers (the reason says what; the setting WALLS says which clicks are "
        "made). It cannot be asked from here; take it out, or ask its owner for access."
    ),
    EngineState.JAVASCRIPT_ONLY: (
        "Its pages, or what is found on them, come by scripts. Look for an address that works "
        "without, such as a mobile or “lite” version, and add that. Or collect the pages of the "
        "site: they are searched like an engine."
    ),
    EngineState.NO_RECORDS: (
        "Look at its pages: choose the list of results yourself, or try another form."
    ),
    EngineState.FAILED: (
        "The steps below say where it failed. Try another form, choose the list of results "
        "yourself, or relearn it."
    ),
}


# The button of an engine's page that saves and has the engine checked.
CHECK_BUTTON = "_check_now"


class AddEngineForm(forms.ModelForm[Engine]):
    home_url = forms.CharField(
        label="Address of the site",
        max_length=20_000,
        help_text="Such as example.org. The search form is looked for there, up to two links deep. "
        "Or how its API is asked: an address with {searchTerms} in it, that of an OpenSearch or "
        "OpenAPI document, or a line of curl. Keys in it are kept and shown nowhere.",
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60, "autofocus": True}),
    )

    class Meta:
        model = Engine
        fields = ("home_url",)

    def clean_home_url(self) -> str:
        self.typed = str(self.cleaned_data["home_url"])
        try:
            return typed_address(self.typed)
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error


class EditEngineForm(forms.ModelForm[Engine]):
    def clean_bang(self) -> str | None:
        bang = self.cleaned_data["bang"] or ""
        if bang and bang in taken_bangs(self.instance, bang):
            raise forms.ValidationError(f"Another engine is called “!{bang}” already.")
        return bang or None


@admin.register(Engine)
class EngineAdmin(ConnectionAdminMixin, CorrectionsAdminMixin, ProgressPage[Engine]):
    form = EditEngineForm
    start_form = AddEngineForm
    list_display = ("name", "address", "state", "reason", "last_check", "formula")
    list_per_page = 50
    list_filter = ("state", ("language", NamedValuesFilter))
    search_fields = ("name", "bang", "slug", "home_url")
    fields = (
        "name", "bang", "categories", "weight", "home_link", "same_as", "searches", "slug", "state",
        "reason", "asks_first", "language", "description_source", "created_at", "changed_at",
    )  # fmt: skip
    readonly_fields = fields[4:]
    inlines = (VersionInline, WatchInline, EventInline)
    actions = ("check_now", "learn_anew", "stop_learning", "pause", "resume")
    change_form_template = "admin/discovery/engine/change_form.html"
    change_list_template = "admin/discovery/engine/change_list.html"
    progress_template = "admin/discovery/engine/progress.html"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        states = list_states(Engine.objects.all().count_by_state())
        return super().changelist_view(request, {**(extra_context or {}), "states": states})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == IMPORT_LOOKUP or super().lookup_allowed(lookup, value, request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Engine]:
        active = WrapperVersion.objects.filter(engine=OuterRef("pk"), is_active=True)
        return (
            super()
            .get_queryset(request)
            .annotate(
                active_formula=Subquery(active.values("formula")[:1]),
                active_check=Subquery(active.values("last_checked_at")[:1]),
            )
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Engine], search_term: str
    ) -> tuple[QuerySet[Engine], bool]:
        if request.GET.get("field_name") == "entry_engine":
            queryset = queryset & Engine.objects.enterable()
        return super().get_search_results(request, queryset, search_term)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        shown, counts, _missing, protected = super().get_deleted_objects(objs, request)
        return shown, counts, set(), protected

    def response_change(self, request: HttpRequest, obj: Engine) -> HttpResponse:
        if CHECK_BUTTON not in request.POST:
            return super().response_change(request, obj)
        self.check_now(request, Engine.objects.filter(pk=obj.pk))
        return HttpResponseRedirect(request.path)

    def start(self, request: HttpRequest, given: Any) -> Engine:
        engine, is_new = register_engine(given.typed)
        if not is_new:
            messages.info(request, "This site is known; it is relearned.")
        plan_learning(engine)
        return engine

    def save_model(self, request: HttpRequest, obj: Engine, form: Any, change: bool) -> None:
        # Processes keep engines by version.
        obj.version = F("version") + 1
        super().save_model(request, obj, form, change)

    def progress_context(self, row: Engine) -> dict[str, Any] | None:
        job = LearningJob.objects.filter(engine=row).first()
        return describe_job(job) if job is not None else None

    def page_context(self, row: Engine) -> dict[str, Any]:
        return {
            **super().page_context(row),
            "active_version": row.wrapper_versions.in_use(),
            "proposed": row.wrapper_versions.proposed().first(),
            "advice": ADVICE.get(row.state, ""),
            "sample": sample_to_collect(row),
        }

    @admin.display(description="address", ordering="home_url")
    def address(self, engine: Engine) -> str:
        return engine.home_url.partition("://")[2].rstrip("/")

    @admin.display(description="rule it is read by", ordering="active_formula")
    def formula(self, engine: Any) -> str:
        return engine.active_formula or "–"

    @admin.display(description="last check", ordering="active_check")
    def last_check(self, engine: Any) -> Any:
        return engine.active_check

    @admin.display(description="address")
    def home_link(self, engine: Engine) -> SafeString:
        return format_html('<a href="{0}" rel="noreferrer noopener">{0}</a>', engine.home_url)

    @admin.display(description="searches")
    def searches(self, engine: Engine) -> SafeString | str:
        if engine.collection is None:
            return "its site"
        address = reverse("admin:discovery_collection_change", args=[engine.collection.pk])
        return format_html('<a href="{}">the collection {}</a>', address, engine.collection)

    @admin.action(description="Check now", permissions=["change"])
    def check_now(self, request: HttpRequest, queryset: QuerySet[Engine]) -> None:
        for engine in queryset:
            enqueue_check(engine)
        self.log_done(request, queryset, "Queued a check.")
        self.message_user(
            request, f"Checking {queryset.count()}: the list tells when, the history what changed."
        )

    learn_anew = action_on_each(
        "Relearn (what is in use stays until what is found has been checked)",
        plan_learning,
        "Learning",
    )
    stop_learning = action_on_each(
        "Stop learning or repairing (what is in use stays)", stop_learning, "Stopped"
    )
    pause = action_on_each("Pause: do not ask", pause, "Paused")
    resume = action_on_each("Resume: ask again", resume, "Resumed")

    def do_each(
        self,
        request: HttpRequest,
        queryset: QuerySet[Engine],
        action: Callable[[Engine], object],
        done: str,
    ) -> None:
        changed = []
        for engine in queryset:
            try:
                action(engine)
                changed.append(engine)
            except (ForbiddenChangeError, NothingUnderWayError) as error:
                self.message_user(request, f"{engine}: {error}", messages.WARNING)
        self.log_done(request, changed, f"{done}.")
        self.message_user(request, f"{done}: {len(changed)}.")
