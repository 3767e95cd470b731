"""A wrapper version's readings of its stored pages, and what it changed, in the console."""

import difflib
import json

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.documents.document import DocumentError
from discovery.pages.page import NotHtmlError
from wrappers.console.stored_pages import (
    STYLE,
    chosen_sample,
    frame,
    render_extraction,
    view_reading,
)
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import Proposal, SamplePage, SampleRole, WrapperVersion

MAX_DIFF_LINES = 600


def page_links(version: WrapperVersion) -> SafeString:
    """Return links to how a version reads its pages, and to what it changed or would change."""
    if version.proposal == Proposal.OPEN:
        address = reverse("admin:wrappers_wrapperversion_proposal", args=[version.pk])
        return format_html('<a href="{}">accept or reject</a>', address)
    return format_html(
        '<a href="{}">how it reads</a> · <a href="{}">what it changed</a>',
        reverse("admin:wrappers_wrapperversion_reading", args=[version.pk]),
        reverse("admin:wrappers_wrapperversion_compare", args=[version.pk]),
    )


def without_bodies(version: WrapperVersion) -> list[SamplePage]:
    """Return the version's pages without what is in them: those drawn first, then checks."""
    drawn = set(version.samples.filter(picture__isnull=False).values_list("pk", flat=True))
    samples = version.samples.defer("body", "layout", "picture")
    return sorted(
        samples, key=lambda sample: (sample.pk not in drawn, sample.role != SampleRole.CHECK)
    )


class VersionPagesAdminMixin(admin.ModelAdmin[WrapperVersion]):
    """For the page of a version: its sample pages as it reads them, and beside another version."""

    def get_urls(self) -> list[URLPattern]:
        """Add the reading of pages to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:version_id>/reading/", view(self.reading_view),
                 name="wrappers_wrapperversion_reading"),
            path("<int:version_id>/reading/<int:sample_id>/", view(self.frame_view),
                 name="wrappers_wrapperversion_frame"),
            path("<int:version_id>/compare/", view(self.compare_view),
                 name="wrappers_wrapperversion_compare"),
            *super().get_urls(),
        ]  # fmt: skip

    @admin.display(description="pages")
    def pages(self, version: WrapperVersion) -> SafeString:
        """Link to the version's pages."""
        return page_links(version)

    def reading_view(self, request: HttpRequest, version_id: int) -> HttpResponse:
        """Show one of the version's pages with its records outlined, and the records' fields."""
        version = self._version(request, version_id)
        samples = without_bodies(version)
        sample = chosen_sample(samples, request.GET.get("sample", ""))
        problem, extraction = "", None
        try:
            extraction = Wrapper.from_json(version.wrapper).extract(sample.page(), sample.query)
        except (NotHtmlError, DocumentError) as error:
            problem = str(error)
        context = {
            **self.admin_site.each_context(request),
            "title": f"How {version.engine} is read",
            "opts": WrapperVersion._meta,
            "version": version,
            "samples": samples,
            "sample": sample,
            "view": view_reading(request, version, sample),
            "records": extraction.records if extraction else (),
            "total": extraction.total if extraction else None,
            "problem": problem,
        }
        return render(request, "admin/wrappers/wrapperversion/reading.html", context)

    def frame_view(self, request: HttpRequest, version_id: int, sample_id: int) -> HttpResponse:
        """Return a stored page of the engine for a frame, as this version reads it."""
        version = self._version(request, version_id)
        sample = SamplePage.objects.filter(pk=sample_id, version__engine=version.engine_id).first()
        if sample is None:
            raise Http404
        return frame(
            lambda: render_extraction(
                sample.page(), Wrapper.from_json(version.wrapper), static(STYLE)
            )
        )

    def compare_view(self, request: HttpRequest, version_id: int) -> HttpResponse:
        """Show what a version changed: on a page, side by side, and in its rules."""
        version = self._version(request, version_id)
        others = list(version.engine.wrapper_versions.exclude(pk=version.pk))
        wanted = request.GET.get("with", "")
        other = next((each for each in others if str(each.pk) == wanted), None)
        if other is None:
            used = [each for each in others if each.proposal in {"", Proposal.ACCEPTED}]
            older = [each for each in used if each.number < version.number]
            other = next(iter(older or others), None)
        samples = without_bodies(version)
        sample = chosen_sample(samples, request.GET.get("sample", "")) if samples else None
        context = {
            **self.admin_site.each_context(request),
            "title": f"What version {version.number} changed",
            "opts": WrapperVersion._meta,
            "version": version,
            "other": other,
            "others": others,
            "samples": samples,
            "sample": sample,
            "view": view_reading(request, version, sample) if sample else None,
            "other_view": view_reading(request, other, sample) if sample and other else None,
            "difference": _difference(other, version) if other else (),
        }
        return render(request, "admin/wrappers/wrapperversion/compare.html", context)

    def _version(self, request: HttpRequest, version_id: int) -> WrapperVersion:
        version = WrapperVersion.objects.select_related("engine").filter(pk=version_id).first()
        if version is None or not self.has_view_permission(request, version):
            raise Http404
        return version


def _difference(before: WrapperVersion, after: WrapperVersion) -> list[tuple[str, str]]:
    """Return the lines in which the rules of two versions differ, each with its sign."""
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
