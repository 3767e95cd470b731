"""A wrapper version's readings of its stored pages, and what it changed, in the console."""

import difflib
import json

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.console.work_pages import ConsoleAdmin, as_file
from discovery.documents.document import DocumentError
from discovery.pages.page import NotHtmlError
from wrappers.console.stored_pages import (
    STYLE,
    chosen_sample,
    frame,
    render_records,
    view_reading,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import Proposal, SamplePage, SampleRole, WrapperVersion
from wrappers.operations.correction import CorrectionError, learned_data_model
from wrappers.operations.lifecycle import ProposalGoneError, accept_proposal, reject_proposal

MAX_DIFF_LINES = 600


def page_links(version: WrapperVersion) -> SafeString:
    if version.proposal == Proposal.OPEN:
        address = reverse("admin:wrappers_wrapperversion_proposal", args=[version.pk])
        return format_html('<a href="{}">accept or reject</a>', address)
    return format_html(
        '<a href="{}">how it reads</a> · <a href="{}">what it changed</a>',
        reverse("admin:wrappers_wrapperversion_reading", args=[version.pk]),
        reverse("admin:wrappers_wrapperversion_compare", args=[version.pk]),
    )


def without_bodies(version: WrapperVersion) -> list[SamplePage]:
    drawn = set(version.samples.filter(picture__isnull=False).values_list("pk", flat=True))
    samples = version.samples.defer("body", "layout", "picture")
    return sorted(
        samples, key=lambda sample: (sample.pk not in drawn, sample.role != SampleRole.CHECK)
    )


# What the buttons of a decision send.
ACCEPT, REJECT = "accept", "reject"
RESULT_ROLES = (SampleRole.RESULTS, SampleRole.CHECK)
# Whatever is in a stored file, a browser will not run it.
HARMLESS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


class VersionPagesAdminMixin(ConsoleAdmin[WrapperVersion]):
    """For the page of a version: its sample pages as it and another read them; proposals."""

    own_pages = {
        "reading": "<int:row_id>/reading/",
        "frame": "<int:row_id>/reading/<int:sample_id>/",
        "compare": "<int:row_id>/compare/",
        "proposal": "<int:row_id>/proposal/",
        "data_model": "<int:row_id>/change/<str:which>-model.xsd",
        "source": "samples/<int:sample_id>/source/",
        "picture": "samples/<int:sample_id>/picture/",
    }

    @admin.display(description="pages")
    def pages(self, version: WrapperVersion) -> SafeString:
        return page_links(version)

    def reading_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        version = self.visible(request, row_id)
        samples = without_bodies(version)
        sample = chosen_sample(samples, request.GET.get("sample", ""))
        problem, extraction = "", None
        try:
            extraction = Wrapper.from_json(version.wrapper).extract(sample.page(), sample.query)
        except (NotHtmlError, DocumentError) as error:
            problem = str(error)
        return self.show(
            request,
            "wrappers/wrapperversion/reading.html",
            f"How {version.engine} is read",
            version=version,
            samples=samples,
            sample=sample,
            view=view_reading(request, version, sample),
            records=extraction.records if extraction else (),
            total=extraction.total if extraction else None,
            problem=problem,
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
            view=view_reading(request, version, sample) if sample else None,
            other_view=view_reading(request, other, sample) if sample and other else None,
            difference=_difference(other, version) if other else (),
        )

    def proposal_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        version = self.visible(request, row_id)
        engine_page = reverse("admin:discovery_engine_change", args=[version.engine_id])
        if version.proposal != Proposal.OPEN:
            messages.warning(request, "This repair does not wait for a decision any more.")
            return HttpResponseRedirect(engine_page)
        may_decide = self.has_change_permission(request, version)
        if request.method == "POST":
            if not may_decide:
                raise Http404
            self._decide(request, version)
            return HttpResponseRedirect(engine_page)
        used = version.engine.wrapper_versions.in_use()
        samples = _comparable(version, used)
        sample = chosen_sample(samples, request.GET.get("sample", ""))
        known = _page_of(used, sample.query) if used is not None else None
        return self.show(
            request,
            "wrappers/wrapperversion/proposal.html",
            f"Is this how {version.engine} is to be read?",
            version=version,
            used=used,
            objections=version.proposed_because.split("; "),
            samples=samples,
            sample=sample,
            known=known,
            view=view_reading(request, version, sample),
            known_view=view_reading(request, used, known) if used and known else None,
            records=_records(version, sample),
            known_records=_records(used, known) if used is not None and known else (),
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
        self.log_done(request, [version.engine, version], done)
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


def _page_of(version: WrapperVersion, query: str) -> SamplePage | None:
    pages = version.samples.filter(role__in=RESULT_ROLES, query=query)
    return pages.order_by("-pk").first()


def _records(version: WrapperVersion, sample: SamplePage) -> tuple[ResultRecord, ...]:
    try:
        return Wrapper.from_json(version.wrapper).records(sample.page())
    except (NotHtmlError, DocumentError):
        return ()
