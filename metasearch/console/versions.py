"""Wrapper versions in the console, with their constraints and data model."""

import difflib
import json
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, Q, QuerySet
from django.forms.fields import InvalidJSONInput
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.documents.document import DocumentError
from discovery.models import Engine
from metasearch.api.search_json import as_file
from metasearch.console.stored_pages import STYLE, chosen_sample, frame, reading_of, render_records
from metasearch.console.work_pages import (
    ConsoleAdmin,
    NamedValuesFilter,
    ReadOnlyInline,
    address_of,
    link,
    log_done,
)
from wrappers.adaptation.adaptation import Strategy
from wrappers.engines.versions import (
    ProposalGoneError,
    UnusableVersionError,
    accept_proposal,
    reject_proposal,
    roll_back,
)
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.data_model import compile_schema
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import RESULT_ROLES, Proposal, SamplePage, SampleRole, WrapperVersion
from wrappers.operations.correction import CorrectionError, learned_data_model

MAX_DIFF_LINES = 600


class WithPageLinks:
    @admin.display(description="in use", ordering="is_active")
    def used(self, version: WrapperVersion) -> str:
        return "yes" if version.is_active else "for another design" if version.is_beside else "no"

    @admin.display(description="pages")
    def pages(self, version: WrapperVersion) -> SafeString:
        if version.proposal == Proposal.OPEN:
            return link(address_of(version, "proposal"), "accept or reject")
        reads = link(address_of(version, "reading"), "how it reads")
        return format_html(
            "{} · {}", reads, link(address_of(version, "compare"), "what it changed")
        )


def without_bodies(version: WrapperVersion) -> list[SamplePage]:
    drawn = set(version.samples.filter(picture__isnull=False).values_list("pk", flat=True))
    samples = version.samples.defer("body", "layout", "picture")
    return sorted(
        samples, key=lambda sample: (sample.pk not in drawn, sample.role != SampleRole.CHECK)
    )


# What the buttons of a decision send.
ACCEPT, REJECT = "accept", "reject"
# Whatever is in a stored file, a browser will not run it.
HARMLESS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


def _difference(before: WrapperVersion, after: WrapperVersion) -> list[tuple[str, str]]:
    old, new = (
        json.dumps(
            {"formula": version.formula, "wrapper": version.wrapper,
             "constraints": version.constraints},
            indent=1, ensure_ascii=False, sort_keys=True,
        ).splitlines()
        for version in (before, after)
    )  # fmt: skip
    lines = list(difflib.unified_diff(old, new, lineterm="", n=2))[2 : MAX_DIFF_LINES + 2]
    return [(line[:1], line[1:]) for line in lines]


def _comparable(version: WrapperVersion, used: WrapperVersion | None) -> list[SamplePage]:
    rows = version.samples.filter(role__in=RESULT_ROLES)
    pages = rows.defer("body", "layout", "picture").order_by("-pk")
    by_query: dict[str, SamplePage] = {}
    for page in pages:
        by_query.setdefault(page.query, page)
    known = set(used.samples.values_list("query", flat=True)) if used is not None else set()
    return sorted(by_query.values(), key=lambda page: page.query not in known)


def both_readings(request: HttpRequest, version: WrapperVersion) -> dict[str, Any]:
    """Return how a proposed version reads a page, and how the one in use read the like before.

    Raises `Http404` where no page of it is stored.
    """
    used = version.engine.wrapper_versions.in_use()
    samples = _comparable(version, used)
    sample = chosen_sample(samples, request.GET.get("sample", ""))
    known = None
    if used is not None:
        pages = used.samples.filter(role__in=RESULT_ROLES, query=sample.query)
        known = pages.order_by("-pk").first()
    return {
        "version": version,
        "used": used,
        "samples": samples,
        "sample": sample,
        "known": known,
        "known_reading": reading_of(request, used, known) if used and known else None,
        **reading_of(request, version, sample),
    }


# The data model among the constraints, edited by itself: it is XML.
DATA_MODEL = "data_model"


class SampleInline(ReadOnlyInline[SamplePage, WrapperVersion]):
    model = SamplePage
    fk_name = "version"
    fields = readonly_fields = (
        "role", "query", "url", "status", "fetched_at", "source", "picture_link",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[SamplePage]:
        rows = super().get_queryset(request).defer("body", "layout", "picture")
        return rows.annotate(is_rendered=Q(picture__isnull=False))

    @admin.display(description="picture")
    def picture_link(self, sample: Any) -> str:
        address = reverse("admin:wrappers_wrapperversion_picture", args=[sample.pk])
        return link(address, "picture") if sample.is_rendered else "–"

    @admin.display(description="source")
    def source(self, sample: SamplePage) -> SafeString:
        return link(reverse("admin:wrappers_wrapperversion_source", args=[sample.pk]), "source")


class ReadableJson(json.JSONEncoder):
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
    "imported": "came with the engine as a file",
    "remembered": "an engine of the same template is read by it",
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
class WrapperVersionAdmin(WithPageLinks, ConsoleAdmin[WrapperVersion]):
    form = VersionForm
    by_hand = frozenset({"change", "delete"})
    deferred = ("tree_grams", "no_result", "start_pages")
    own_pages = {
        "reading": "<int:row_id>/reading/",
        "frame": "<int:row_id>/reading/<int:sample_id>/",
        "compare": "<int:row_id>/compare/",
        "proposal": "<int:row_id>/proposal/",
        "data_model": "<int:row_id>/change/<str:which>-model.xsd",
        "source": "samples/<int:sample_id>/source/",
        "picture": "samples/<int:sample_id>/picture/",
    }

    list_display = (
        "engine", "number", "used", "proposal", "pages", "how_found", "inducer", "support",
        "formula", "last_checked_at", "created_at",
    )  # fmt: skip
    list_filter = ("is_active", "proposal", ("strategy", StrategyFilter), "inducer")
    list_select_related = ("engine",)
    search_fields = ("engine__name", "engine__slug", "formula")
    _told = (
        "engine", "number", "used", "proposal", "proposed_because", "pages", "reason",
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

    def save_model(
        self, request: HttpRequest, obj: WrapperVersion, form: Any, change: bool
    ) -> None:
        WrapperVersion.objects.filter(pk=obj.pk).update(constraints=obj.constraints)
        if obj.is_in_use:
            Engine.objects.filter(pk=obj.engine_id).update(version=F("version") + 1)

    def has_delete_permission(
        self, request: HttpRequest, obj: WrapperVersion | None = None
    ) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and obj.is_in_use)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        shown, counts, missing, protected = super().get_deleted_objects(objs, request)
        in_use = [f"{version} is in use" for version in objs if version.is_in_use]
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
        log_done(request, [version.engine], f"Rolled back to version {version.number}.")
        self.message_user(request, f"{version.engine} uses version {version.number} again.")

    def reading_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        version = self.visible(request, row_id)
        samples = without_bodies(version)
        sample = chosen_sample(samples, request.GET.get("sample", ""))
        return self.show(
            request,
            "wrappers/wrapperversion/reading.html",
            f"How {version.engine} is read",
            version=version,
            samples=samples,
            sample=sample,
            **reading_of(request, version, sample),
        )

    def frame_view(self, request: HttpRequest, row_id: int, sample_id: int) -> HttpResponse:
        version = self.visible(request, row_id)
        sample = SamplePage.objects.filter(pk=sample_id, version__engine=version.engine_id).first()
        if sample is None:
            raise Http404
        return frame(
            lambda: render_records(sample.page(), Wrapper.from_json(version.wrapper), static(STYLE))
        )

    def compare_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        version = self.visible(request, row_id)
        others = list(version.engine.wrapper_versions.exclude(pk=version.pk))
        wanted = request.GET.get("with", "")
        other = next((each for each in others if str(each.pk) == wanted), None)
        if other is None:
            used = [each for each in others if each.proposal in {"", Proposal.ACCEPTED}]
            older = [each for each in used if each.number < version.number]
            other = next(iter(older or others), None)
        samples = without_bodies(version)
        sample = chosen_sample(samples, request.GET.get("sample", "")) if samples else None
        return self.show(
            request,
            "wrappers/wrapperversion/compare.html",
            f"What version {version.number} changed",
            version=version,
            other=other,
            others=others,
            samples=samples,
            sample=sample,
            reading=reading_of(request, version, sample) if sample else None,
            other_reading=reading_of(request, other, sample) if sample and other else None,
            difference=_difference(other, version) if other else (),
        )

    def proposal_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        version = self.visible(request, row_id)
        engine_page = address_of(version.engine)
        if version.proposal != Proposal.OPEN:
            messages.warning(request, "This repair does not wait for a decision any more.")
            return HttpResponseRedirect(engine_page)
        may_decide = self.has_change_permission(request, version)
        if request.method == "POST":
            if not may_decide:
                raise Http404
            self._decide(request, version)
            return HttpResponseRedirect(engine_page)
        return self.show(
            request,
            "wrappers/wrapperversion/proposal.html",
            f"Is this how {version.engine} is to be read?",
            objections=version.proposed_because.split("; "),
            **both_readings(request, version),
            may_decide=may_decide,
            accept=ACCEPT,
            reject=REJECT,
        )

    def _decide(self, request: HttpRequest, version: WrapperVersion) -> None:
        decisions = {ACCEPT: (accept_proposal, "Accepted"), REJECT: (reject_proposal, "Rejected")}
        decision = request.POST.get("decision")
        if decision not in decisions:
            raise Http404
        decide, word = decisions[decision]
        try:
            decide(version, request.user.get_username())
        except ProposalGoneError as error:
            messages.error(request, str(error))
            return
        done = f"{word} version {version.number}."
        log_done(request, [version.engine, version], done)
        messages.success(request, done)

    def data_model_view(self, request: HttpRequest, row_id: int, which: str) -> HttpResponse:
        version = self.visible(request, row_id)
        try:
            learned = which == "learned" and learned_data_model(version)
        except CorrectionError as error:
            raise Http404(str(error)) from error
        text = learned or (version.data_model if which == "data" else "")
        if not text:
            raise Http404
        return as_file(text, "application/xml", f"{which}-model.xsd")

    def source_view(self, request: HttpRequest, sample_id: int) -> HttpResponse:
        sample = self._sample(request, sample_id)
        return HttpResponse(sample.html(), "text/plain; charset=utf-8", headers=HARMLESS)

    def picture_view(self, request: HttpRequest, sample_id: int) -> HttpResponse:
        picture = self._sample(request, sample_id).picture
        if picture is None:
            raise Http404
        return HttpResponse(bytes(picture), "image/jpeg", headers=HARMLESS)

    def _sample(self, request: HttpRequest, sample_id: int) -> SamplePage:
        sample = SamplePage.objects.filter(pk=sample_id).first()
        if sample is None or not self.has_view_permission(request):
            raise Http404
        return sample
