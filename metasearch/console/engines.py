"""Engines in the console: added by address, watched, checked, paused, asked by another form."""

from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.models import LogEntry
from django.contrib.admin.views.main import PAGE_VAR
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    QueryDict,
)
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.login import PASSWORD, USER
from discovery.connection.requests import build_request
from discovery.documents.document import DocumentError
from discovery.engines.registration import (
    MAX_ADDRESS,
    AddressError,
    clean_address,
    engines_asked_alike,
    register_engine,
    taken_bangs,
    typed_address,
)
from discovery.engines.walls import told_walls
from discovery.models import Engine, EngineEvent, EngineState
from discovery.web.proxies import ProxiesError, shown_proxy
from metasearch.api.search_json import as_file
from metasearch.console.bulk import begin_action
from metasearch.console.corrections import CorrectionsAdminMixin
from metasearch.console.families import FamilyFilter, told_family
from metasearch.console.imports import IMPORT_LOOKUP, list_states
from metasearch.console.versions import WithPageLinks
from metasearch.console.work_pages import (
    ConsoleAdmin,
    NamedValuesFilter,
    ProgressPage,
    ReadOnlyInline,
    action_on_each,
    address_of,
    link,
    log_done,
)
from metasearch.models import SavedFilter
from wrappers.adaptation.adaptation import AdaptationSettings
from wrappers.engines.check_schedule import plan_check
from wrappers.extraction.data_model import compile_schema
from wrappers.imports.exporting import as_list, export_engines
from wrappers.induction.candidates.inducers import InducerName
from wrappers.items.exporting import table_row
from wrappers.learning.jobs import (
    LearningUnderWayError,
    plan_learning,
    recheck_connection,
)
from wrappers.models import EngineWatch, LearningJob, LearningState, WrapperVersion
from wrappers.operations.bulk import ACTIONS, REFUSALS
from wrappers.operations.lifecycle import change_proxy, sample_to_collect, sign_in

# What each step does, in words; the names are those of the code and of what is stored.
STEP_WORDS = {
    "find_form": "looking for the search form",
    "connect": "trying the form",
    "recall": "reading its answers by what is known already",
    "ask_impossible": "asking for what does not exist",
    "ask_nothing": "asking for nothing",
    "ask_samples": "asking sample questions",
    "learn": "learning to read its answers",
    "learn_paging": "looking for further pages",
    "check": "checking",
    "ask_again": "asking again what it once answered",
    "adapt": "finding its results again on the changed pages",
    "repair_connection": "looking for the form again",
    "learn_no_result": "learning its page without results again",
    "compare_with_known": "comparing with what it once answered",
}


def describe_job(job: LearningJob) -> dict[str, Any]:
    outcome = EngineState(job.outcome) if job.outcome in EngineState.values else None
    words = "done" if outcome is EngineState.ACTIVE else str(outcome.label if outcome else "")
    return {
        "job": job,
        "what": "Repair" if job.is_mending else "Learning",
        "step_words": STEP_WORDS.get(job.step, job.step),
        "outcome_words": words or job.outcome,
        "steps": [
            {**step, "words": STEP_WORDS.get(step["name"], step["name"])} for step in job.log
        ],
    }


@admin.register(LearningJob)
class LearningJobAdmin(ConsoleAdmin[LearningJob]):
    list_display = ("engine", "step", "outcome", "reason", "attempts", "created_at", "finished_at")
    list_filter = (("outcome", NamedValuesFilter), "step")
    list_select_related = ("engine",)
    by_hand = frozenset({"delete"})
    readonly_fields = fields = (
        "engine", "step", "steps", "outcome", "reason", "requests", "attempts", "created_at",
        "heartbeat_at", "finished_at",
    )  # fmt: skip

    @admin.display(description="steps")
    def steps(self, job: LearningJob) -> SafeString:
        rows = ((step["name"], step["seconds"], step["outcome"]) for step in job.log)
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{} ({} s): {}</li>", rows))

    @admin.display(description="requests sent")
    def requests(self, job: LearningJob) -> str:
        sent = job.progress.get("requests", {}).items()
        return ", ".join(f"{number} to {site}" for site, number in sent)


# More than a description at its own limits takes.
MAX_UPLOAD_BYTES = 5_000_000


class DescriptionForm(forms.Form):
    upload = forms.FileField(
        label="Connection description",
        help_text="The XML as downloaded, with your changes (docs/connection-description.md).",
    )

    def clean_upload(self) -> ConnectionDescription:
        upload: UploadedFile[bytes] = self.cleaned_data["upload"]
        if (upload.size or 0) > MAX_UPLOAD_BYTES:
            raise forms.ValidationError(f"The file is larger than {MAX_UPLOAD_BYTES:,} bytes.")
        try:
            description = from_xml(upload.read())
            build_request(description, "query")
            if description.data_model:
                compile_schema(description.data_model)
        except (DescriptionError, ValueError) as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error
        return description


def _candidates(job: LearningJob | None) -> list[dict[str, Any]]:
    state = job.state if job else LearningState()
    found = []
    for number, candidate in enumerate(state.candidates):
        try:
            description = candidate.connection
        except DescriptionError:
            continue
        found.append(
            {
                "description": description,
                "asks": description.template or description.action,
                "page": description.form_page,
                "cues": ", ".join(candidate.cues),
                "is_tried": number == state.candidate,
            }
        )
    return found


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
        "made). If you have an account there, say so under “How it is reached”. Else it cannot be "
        "asked from here; take it out, or ask its owner for access."
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


# Engines changed within a request: a quarter of a second.
AT_ONCE = 50
# Lines of an engine's history on one page.
HISTORY_PAGE = 100
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
    login_page = forms.URLField(
        label="Page to sign in at",
        max_length=MAX_ADDRESS,
        required=False,
        assume_scheme="https",
        help_text="Where users of the site give name and password; empty: it is asked as anybody.",
    )
    # Browsers put in what they know of this site unless they are told not to.
    login_user = forms.CharField(
        label="User", required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    login_password = forms.CharField(
        label="Password",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="User and password are kept encrypted and shown nowhere; empty: as they are.",
    )
    proxy_address = forms.CharField(
        label="Proxy",
        required=False,
        help_text="It is asked by this one, its password kept encrypted, or “direct”; empty: as "
        "the setting PROXIES says.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.instance.login
        self.initial["login_page"] = "" if login is None else login.page
        self.initial["proxy_address"] = shown_proxy(self.instance.proxy.get("address", ""))

    def clean_login_page(self) -> str:
        try:
            return clean_address(page) if (page := self.cleaned_data["login_page"]) else ""
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_proxy_address(self) -> str:
        try:
            change_proxy(self.instance, self.cleaned_data["proxy_address"])
        except ProxiesError as error:
            raise forms.ValidationError(str(error)) from error
        return str(self.cleaned_data["proxy_address"])

    @property
    def login_secrets(self) -> dict[str, str]:
        given = {USER: "login_user", PASSWORD: "login_password"}
        return {
            name: self.cleaned_data[key] for name, key in given.items() if key in self.changed_data
        }

    def clean(self) -> dict[str, Any] | None:
        page = self.cleaned_data.get("login_page")
        if page and PASSWORD not in self.instance.secrets | self.login_secrets:
            self.add_error("login_password", "Who signs in has a password.")
        return super().clean()

    def clean_seen_by(self) -> str:
        text: str = self.cleaned_data["seen_by"]
        names = Engine(seen_by=text).groups() if "seen_by" in self.changed_data else frozenset()
        unknown = names.difference(Group.objects.values_list("name", flat=True))
        if unknown:
            raise forms.ValidationError(f"There is no group “{min(unknown)}”: make it first.")
        return text

    def clean_bang(self) -> str | None:
        bang = self.cleaned_data["bang"] or ""
        if bang and bang in taken_bangs(self.instance, bang):
            raise forms.ValidationError(f"Another engine is called “!{bang}” already.")
        return bang or None


class VersionInline(WithPageLinks, ReadOnlyInline[WrapperVersion, Engine]):
    model = WrapperVersion
    fk_name = "engine"
    verbose_name_plural = "latest wrapper versions"
    fields = readonly_fields = (
        "version_link", "used", "proposal", "pages", "reason", "created_at",
    )  # fmt: skip

    @admin.display(description="version")
    def version_link(self, version: WrapperVersion) -> SafeString:
        return link(address_of(version), version.number)


class SettingsField(forms.JSONField):
    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)


class WatchForm(forms.ModelForm[EngineWatch]):
    inducers = forms.MultipleChoiceField(
        choices=[(name.value, name.value) for name in InducerName],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Those that alone propose its wrappers when it is learned or mended next; none: "
        "those that fit its pages. vide needs a browser while learning.",
    )

    class Meta:
        model = EngineWatch
        fields = ("adaptation", "inducers", "next_check_at")
        field_classes: ClassVar = {"adaptation": SettingsField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["inducers"] = self.instance.inducers.split()
        if "next_check_at" in self.fields:
            # The admin's field is two boxes under one caption.
            date, time = self.fields["next_check_at"].widget.widgets
            date.attrs["aria-label"] = "Date of the next check"
            time.attrs["aria-label"] = "Time of the next check"

    def clean_inducers(self) -> str:
        return " ".join(self.cleaned_data["inducers"])

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
    classes = ("collapse",)
    fields = (
        "next_check_at",
        "failures",
        "last_kind",
        "answered_at",
        "found_again",
        "adaptation",
        "inducers",
    )
    readonly_fields = ("failures", "last_kind", "answered_at", "found_again")
    can_delete = False
    extra = 0
    verbose_name_plural = "watch"

    def has_add_permission(self, request: HttpRequest, obj: Engine | None = None) -> bool:
        return False


def _as_entry(event: EngineEvent) -> LogEntry:
    """Return an event as the admin shows what people did: with its evidence one click away."""
    changed = "" if event.before == event.after else f"{event.get_after_display()}: "
    words = link(address_of(event), f"{changed}{event.reason}")
    return LogEntry(user=User(username="–"), action_time=event.at, change_message=words)


def _without_page(query: QueryDict) -> str:
    kept = query.copy()
    kept.pop(PAGE_VAR, None)
    return kept.urlencode()


@admin.register(Engine)
class EngineAdmin(CorrectionsAdminMixin, ProgressPage[Engine]):
    form = EditEngineForm
    start_form = AddEngineForm
    own_pages = {
        "forms": "<int:row_id>/forms/",
        "description": "<int:row_id>/description.xml",
        "upload": "<int:row_id>/description/",
        "filters": "filters/",
    }
    list_display = ("name", "address", "state", "reason", "last_check")
    list_per_page = 50
    asked_by = IMPORT_LOOKUP
    list_filter = ("state", ("language", NamedValuesFilter), FamilyFilter)
    search_fields = ("name", "bang", "slug", "home_url")
    readonly_fields = (
        "state", "reason", "home_link", "searches", "language",
        "slug", "same_as", "template", "asks_first", "description_source", "created_at",
        "changed_at",
    )  # fmt: skip
    # What matters at first sight, and what is folded.
    groups = (
        (None, {"fields": (
            *readonly_fields[:5], "name", "bang", "categories", "weight", "deadline", "seen_by",
        )}),
        ("How it is reached", {"classes": ("collapse",), "fields": (
            "login_page", "login_user", "login_password", "proxy_address", "pause", "check_hours",
        )}),
        ("How it is asked, and when it changed", {
            "classes": ("collapse",), "fields": readonly_fields[5:],
        }),
    )  # fmt: skip
    inlines = (VersionInline, WatchInline)
    actions = (
        "check_now", "learn_anew", "stop_learning", "pause", "resume", "export", "as_table",
        "delete_selected",
    )  # fmt: skip
    change_form_template = "admin/discovery/engine/change_form.html"
    change_list_template = "admin/discovery/engine/change_list.html"
    progress_template = "admin/discovery/engine/progress.html"

    def get_fieldsets(self, request: HttpRequest, obj: Engine | None = None) -> Any:
        return super().get_fieldsets(request) if obj is None else self.groups

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {
            "states": list_states(Engine.objects.all().count_by_state()),
            "filters": SavedFilter.objects.filter(user=request.user.pk),
            "filter_query": _without_page(request.GET),
        }
        return super().changelist_view(request, {**(extra_context or {}), **context})

    def filters_view(self, request: HttpRequest) -> HttpResponse:
        """Keep a filter of the list for this account, or forget it; show the list again."""
        own = SavedFilter.objects.filter(user=request.user.pk)
        if request.method != "POST" or not self.has_view_permission(request):
            raise Http404
        forgotten, name = request.POST.get("forget"), request.POST.get("name", "").strip()[:60]
        query = _without_page(QueryDict(request.POST.get("query", "")[:2_000]))[:2_000]
        if forgotten is not None:
            own.filter(name=forgotten).delete()
        elif name and query:
            own.update_or_create(user_id=request.user.pk or 0, name=name, defaults={"query": query})
        return HttpResponseRedirect(f"{reverse('admin:discovery_engine_changelist')}?{query}")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Engine]:
        active = WrapperVersion.objects.filter(engine=OuterRef("pk"), is_active=True)
        checked = Subquery(active.values("last_checked_at")[:1])
        return super().get_queryset(request).annotate(active_check=checked)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Engine], search_term: str
    ) -> tuple[QuerySet[Engine], bool]:
        if request.GET.get("field_name") == "entry_engine":
            queryset = queryset & Engine.objects.enterable()
        return super().get_search_results(request, queryset, search_term)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        if len(objs) > AT_ONCE:
            # All that goes with thousands takes minutes to list.
            words = f"{len(objs)} engines, with all that was learned of each, in the background"
            return [words], {"engines": len(objs)}, set(), []
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
        if change and any(name.startswith("login_") for name in form.changed_data):
            try:
                sign_in(obj, form.cleaned_data["login_page"], form.login_secrets)
            except (LearningUnderWayError, AddressError) as error:
                messages.error(request, f"How to sign in was not changed. {error}")
        if "check_hours" in form.changed_data:
            plan_check(obj)
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

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what became of an engine and what people did to it as one list, the latest first."""
        edits = LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(Engine), object_id=object_id
        )
        events = EngineEvent.objects.filter(engine__pk=object_id) if object_id.isdecimal() else ()
        told = (*edits.select_related("user"), *map(_as_entry, events))
        latest = sorted(told, key=lambda entry: entry.action_time, reverse=True)
        page = Paginator(latest, HISTORY_PAGE).get_page(request.GET.get(PAGE_VAR))
        context = {
            "action_list": page,
            "page_range": page.paginator.get_elided_page_range(page.number),
            "pagination_required": page.has_other_pages(),
        }
        return super().history_view(request, object_id, {**context, **(extra_context or {})})

    @admin.display(description="address", ordering="home_url")
    def address(self, engine: Engine) -> str:
        return engine.home_url.partition("://")[2].rstrip("/")

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
        return link(address_of(engine.collection), f"the collection {engine.collection}")

    check_now = action_on_each("Check now", "check_now")
    learn_anew = action_on_each(
        "Relearn (what is in use stays until what is found has been checked)", "learn_anew"
    )
    stop_learning = action_on_each(
        "Stop learning or repairing (what is in use stays)", "stop_learning"
    )
    pause = action_on_each("Pause: do not ask", "pause")
    resume = action_on_each("Resume: ask again", "resume")

    @admin.action(description="Export as files for other installations", permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[Engine]) -> HttpResponse | None:
        files, left_out = export_engines(queryset)
        for reason in left_out.values():
            self.message_user(request, f"Not exported: {reason}", messages.WARNING)
        if not files:
            return None
        content = as_list(files.values()).encode(errors="replace")
        return as_file(content, "application/json", "engines.json")

    @admin.action(description="Export as a table (CSV)", permissions=["view"])
    def as_table(self, request: HttpRequest, queryset: QuerySet[Engine]) -> HttpResponse:
        names = ("name", "home_url", "slug", "state", "reason", "language", "categories")
        rows = queryset.values_list(*names, "active_check")
        head = table_row(["name", "url", *names[2:], "last check"])
        lines = (table_row([str(value or "") for value in row]) for row in rows)
        return as_file(head + b"".join(lines), "text/csv", "engines.csv")

    @admin.action(description="Delete", permissions=["delete"])
    def delete_selected(
        self, request: HttpRequest, queryset: QuerySet[Engine]
    ) -> HttpResponseBase | None:
        """Ask first; delete more than `AT_ONCE` in the background."""
        if request.POST.get("post") and queryset.count() > AT_ONCE:
            return begin_action(request, "delete", queryset)
        return delete_selected(self, request, queryset)

    def do_each(
        self, request: HttpRequest, queryset: QuerySet[Engine], name: str
    ) -> HttpResponse | None:
        """Do an action, one of `ACTIONS`; in the background with more engines than `AT_ONCE`."""
        if queryset.count() > AT_ONCE:
            return begin_action(request, name, queryset)
        action, changed = ACTIONS[name], []
        for engine in queryset:
            try:
                action.act(engine)
                changed.append(engine)
            except REFUSALS as error:
                self.message_user(request, f"{engine}: {error}", messages.WARNING)
        log_done(request, changed, f"{action.done}.")
        self.message_user(request, f"{action.done}: {len(changed)}.")
        return None

    def forms_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.changeable(request, row_id)
        job = LearningJob.objects.filter(engine=engine).first()
        candidates = _candidates(job)
        if request.method == "POST":
            return self._choose(request, engine, candidates)
        return self.show(
            request,
            "discovery/engine/forms.html",
            f"Through which form is {engine} asked?",
            engine=engine,
            candidates=candidates,
            failures=job.state.failures if job else (),
        )

    def _choose(
        self, request: HttpRequest, engine: Engine, candidates: list[dict[str, Any]]
    ) -> HttpResponse:
        places = [str(place) for place in range(len(candidates))]
        place = request.POST.get("form", "")
        if place not in places:
            raise Http404("no such form")
        chosen = candidates[places.index(place)]
        try:
            recheck_connection(engine, chosen["description"])
        except LearningUnderWayError as error:
            messages.error(request, str(error))
        else:
            log_done(request, [engine], f"Chose the form {chosen['asks']}")
            messages.success(request, "The engine is being learned through this form.")
        return HttpResponseRedirect(address_of(engine))

    def description_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.visible(request, row_id)
        if not engine.description:
            raise Http404
        version = engine.wrapper_versions.in_use()
        data_model = "" if version is None else version.data_model
        text = to_xml(replace(engine.connection, data_model=data_model))
        return as_file(text, "application/xml", f"{engine.slug}.xml")

    def upload_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.changeable(request, row_id)
        form = DescriptionForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            try:
                recheck_connection(engine, form.cleaned_data["upload"])
            except LearningUnderWayError as error:
                form.add_error("upload", str(error))
            else:
                messages.info(request, "The connection is being checked with this description.")
                return HttpResponseRedirect(address_of(engine))
        return self.show(
            request,
            "discovery/engine/upload_description.html",
            f"Upload a connection description of {engine}",
            engine=engine,
            form=form,
        )

    @admin.display(description="connection description")
    def description_source(self, engine: Engine) -> SafeString:
        upload = link(address_of(engine, "upload"), "Upload a changed one")
        if not engine.description:
            return format_html("none yet · {}", upload)
        download = link(address_of(engine, "description"), "Download")
        stored = engine.description
        return format_html('{} · {}<pre tabindex="0">{}</pre>', download, upload, stored)

    @admin.display(description="asks first")
    def asks_first(self, engine: Engine) -> str:
        try:
            return told_walls(engine.connection.walls) or "–"
        except DescriptionError:
            return "–"

    @admin.display(description="its template reads")
    def template(self, engine: Engine) -> SafeString | str:
        return told_family(engine)

    @admin.display(description="same as")
    def same_as(self, engine: Engine) -> SafeString | str:
        try:
            others = engines_asked_alike(engine, engine.connection)
        except DescriptionError:
            others = []
        links = ((link(address_of(other), other.name),) for other in others)
        return format_html_join(", ", "{}", links) or "–"


@admin.register(EngineEvent)
class EngineEventAdmin(ConsoleAdmin[EngineEvent]):
    list_display = ("engine", "at", "before", "after", "reason")
    list_filter = ("after", "at")
    list_select_related = ("engine",)
    search_fields = ("engine__name", "engine__slug", "reason")
    show_full_result_count = False
    readonly_fields = fields = ("engine", "at", "before", "after", "reason", "evidence")
    by_hand = frozenset()
