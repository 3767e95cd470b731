"""Learning jobs in the console, and repairs that wait for a person."""

from types import MappingProxyType
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.console.work_pages import NamedValuesFilter
from discovery.documents.document import DocumentError
from discovery.models import EngineState
from discovery.pages.page import NotHtmlError
from wrappers.console.inlines import log_action
from wrappers.console.stored_pages import chosen_sample, view_reading
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import LearningJob, Proposal, SamplePage, SampleRole, WrapperVersion
from wrappers.operations.lifecycle import ProposalGoneError, accept_proposal, reject_proposal

# What each step does, in words; the names are those of the code and of what is stored.
STEP_WORDS = MappingProxyType(
    {
        "find_form": "looking for the search form",
        "connect": "trying the form",
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
)


def describe_job(job: LearningJob) -> dict[str, Any]:
    """Return what the console shows of a learning job: what it is, its steps, how it ended."""
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
class LearningJobAdmin(admin.ModelAdmin[LearningJob]):
    """Learning under way and done, step by step."""

    list_display = ("engine", "step", "outcome", "reason", "attempts", "created_at", "finished_at")
    list_filter = (("outcome", NamedValuesFilter), "step")
    list_select_related = ("engine",)
    readonly_fields = fields = (
        "engine", "step", "steps", "outcome", "reason", "attempts", "created_at", "heartbeat_at",
        "finished_at",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Jobs are planned from the engine's page."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: LearningJob | None = None) -> bool:
        """Jobs are looked at."""
        return False

    @admin.display(description="steps")
    def steps(self, job: LearningJob) -> SafeString:
        """The steps done, as a list."""
        rows = ((step["name"], step["seconds"], step["outcome"]) for step in job.log)
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{} ({} s): {}</li>", rows))


# What the buttons of the page send.
ACCEPT, REJECT = "accept", "reject"
RESULT_ROLES = (SampleRole.RESULTS, SampleRole.CHECK)


class ProposalAdminMixin(admin.ModelAdmin[WrapperVersion]):
    """For the page of a version: a proposed one beside the one in use, and the decision."""

    def get_urls(self) -> list[URLPattern]:
        """Add the decision to the admin's addresses."""
        view = self.admin_site.admin_view(self.proposal_view)
        return [
            path("<int:version_id>/proposal/", view, name="wrappers_wrapperversion_proposal"),
            *super().get_urls(),
        ]

    def proposal_view(self, request: HttpRequest, version_id: int) -> HttpResponse:
        """Show what the wrapper in use read and what the proposed one reads; take the decision."""
        version = WrapperVersion.objects.select_related("engine").filter(pk=version_id).first()
        if version is None or not self.has_view_permission(request, version):
            raise Http404
        engine_page = reverse("admin:discovery_engine_change", args=[version.engine_id])
        if version.proposal != Proposal.OPEN:
            messages.warning(request, "This repair does not wait for a decision any more.")
            return HttpResponseRedirect(engine_page)
        may_decide = self.has_change_permission(request, version)
        if request.method == "POST":
            if not may_decide:
                raise Http404
            return _decide(request, version, engine_page)
        used = version.engine.wrapper_versions.in_use()
        samples = _comparable(version, used)
        sample = chosen_sample(samples, request.GET.get("sample", ""))
        known = _page_of(used, sample.query) if used is not None else None
        context = {
            **self.admin_site.each_context(request),
            "title": f"Is this how {version.engine} is to be read?",
            "opts": WrapperVersion._meta,
            "version": version,
            "used": used,
            "objections": version.proposed_because.split("; "),
            "samples": samples,
            "sample": sample,
            "known": known,
            "view": view_reading(request, version, sample),
            "known_view": view_reading(request, used, known) if used and known else None,
            "records": _records(version, sample),
            "known_records": _records(used, known) if used is not None and known else (),
            "may_decide": may_decide,
            "accept": ACCEPT,
            "reject": REJECT,
        }
        return render(request, "admin/wrappers/wrapperversion/proposal.html", context)


def _decide(request: HttpRequest, version: WrapperVersion, address: str) -> HttpResponse:
    """Do what the person decided, and log it."""
    by = request.user.get_username()
    try:
        if request.POST.get("decision") == ACCEPT:
            accept_proposal(version, by)
            done = f"Accepted version {version.number}."
        elif request.POST.get("decision") == REJECT:
            reject_proposal(version, by)
            done = f"Rejected version {version.number}."
        else:
            raise Http404
    except ProposalGoneError as error:
        messages.error(request, str(error))
    else:
        log_action(request, [version.engine, version], done)
        messages.success(request, done)
    return HttpResponseRedirect(address)


def _comparable(version: WrapperVersion, used: WrapperVersion | None) -> list[SamplePage]:
    """Return the proposed version's result pages, those of known queries first, each query once."""
    rows = version.samples.filter(role__in=RESULT_ROLES)
    pages = rows.defer("body", "layout", "picture").order_by("-pk")
    by_query: dict[str, SamplePage] = {}
    for page in pages:
        by_query.setdefault(page.query, page)
    known = set(used.samples.values_list("query", flat=True)) if used is not None else set()
    return sorted(by_query.values(), key=lambda page: page.query not in known)


def _page_of(version: WrapperVersion, query: str) -> SamplePage | None:
    """Return what a query once gave, when `version` was made."""
    pages = version.samples.filter(role__in=RESULT_ROLES, query=query)
    return pages.order_by("-pk").first()


def _records(version: WrapperVersion, sample: SamplePage) -> tuple[ResultRecord, ...]:
    """Return what a version reads on a page; nothing when either cannot be read."""
    try:
        return Wrapper.from_json(version.wrapper).records(sample.page())
    except (NotHtmlError, DocumentError):
        return ()
