"""Stored pages in the console: how they are read, what two versions make of them, which list to
read instead."""

import difflib
import json
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.models import Engine
from discovery.pages import NotHtmlError
from wrappers.console.log import log_action
from wrappers.console.page_display import ListChoice, PageTooLongError, show_choices, show_reading
from wrappers.extraction import Wrapper, WrapperFormatError, wrapper_from_json
from wrappers.models import SamplePage, SampleRole, WrapperVersion
from wrappers.operations import (
    Alternative,
    CorrectionError,
    StoredSamples,
    alternatives,
    choose,
    stored_samples,
)

# What a stored page may do in its frame: nothing, but lead the whole window to a list chosen.
FRAME_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
STYLE = "wrappers/stored_page.css"
# Records of a list named beside the page, to tell the lists apart.
NAMED_RECORDS = 3
MAX_DIFF_LINES = 600


def frame(make: Callable[[], str]) -> HttpResponse:
    """Return the document that `make` makes for a frame, or a sentence why there is none."""
    try:
        document = make()
    except (PageTooLongError, NotHtmlError, WrapperFormatError) as error:
        document = f"<!doctype html><title>no page</title><p>{error}"
    return HttpResponse(document, headers=FRAME_HEADERS)


def page_links(version: WrapperVersion) -> SafeString:
    """Return links to how a version reads its pages, and to what it changed."""
    return format_html(
        '<a href="{}">how it reads</a> · <a href="{}">what it changed</a>',
        reverse("admin:wrappers_wrapperversion_reading", args=[version.pk]),
        reverse("admin:wrappers_wrapperversion_compare", args=[version.pk]),
    )


def without_bodies(version: WrapperVersion) -> list[SamplePage]:
    """Return the version's pages without what is in them, result pages first."""
    samples = version.samples.defer("body")
    return sorted(samples, key=lambda sample: sample.role != SampleRole.CHECK)


def chosen_sample(samples: Sequence[SamplePage], wanted: str) -> SamplePage:
    """Return the sample with the number `wanted`, the first when none is. Raises `Http404`."""
    if not samples:
        raise Http404("no stored page")
    if not wanted:
        return samples[0]
    for sample in samples:
        if str(sample.pk) == wanted:
            return sample
    raise Http404("no such page")


class ReadingTools:
    """For the page of a version: its sample pages as it reads them, and beside another version."""

    admin_site: admin.AdminSite

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
            *super().get_urls(),  # type: ignore[misc]
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
        problem, records, extraction = "", (), None
        try:
            extraction = wrapper_from_json(version.wrapper).extract(sample.page(), sample.query)
            records = extraction.records
        except (NotHtmlError, WrapperFormatError) as error:
            problem = str(error)
        context = {
            **self.admin_site.each_context(request),
            "title": f"How {version.engine} is read",
            "opts": WrapperVersion._meta,
            "version": version,
            "samples": samples,
            "sample": sample,
            "records": records,
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
            lambda: show_reading(sample.page(), wrapper_from_json(version.wrapper), static(STYLE))
        )

    def compare_view(self, request: HttpRequest, version_id: int) -> HttpResponse:
        """Show what a version changed: on a page, side by side, and in its rules."""
        version = self._version(request, version_id)
        others = list(version.engine.wrapper_versions.exclude(pk=version.pk))
        wanted = request.GET.get("with", "")
        other = next((each for each in others if str(each.pk) == wanted), None)
        if other is None:
            older = [each for each in others if each.number < version.number]
            other = next(iter(older or others), None)
        samples = without_bodies(version)
        context = {
            **self.admin_site.each_context(request),
            "title": f"What version {version.number} changed",
            "opts": WrapperVersion._meta,
            "version": version,
            "other": other,
            "others": others,
            "samples": samples,
            "sample": chosen_sample(samples, request.GET.get("sample", "")) if samples else None,
            "difference": _difference(other, version) if other else (),
        }
        return render(request, "admin/wrappers/wrapperversion/compare.html", context)

    def _version(self, request: HttpRequest, version_id: int) -> WrapperVersion:
        version = WrapperVersion.objects.select_related("engine").filter(pk=version_id).first()
        if version is None or not self.has_view_permission(request, version):  # type: ignore[attr-defined]
            raise Http404
        return version


def _difference(before: WrapperVersion, after: WrapperVersion) -> list[tuple[str, str]]:
    """Return the lines in which the rules of two versions differ, each with its sign."""
    texts = [
        json.dumps(
            {"formula": version.formula, "wrapper": version.wrapper,
             "constraints": version.constraints},
            indent=1, ensure_ascii=False, sort_keys=True,
        ).splitlines()
        for version in (before, after)
    ]  # fmt: skip
    lines = list(difflib.unified_diff(*texts, lineterm="", n=2))[2 : MAX_DIFF_LINES + 2]
    return [(line[:1], line[1:]) for line in lines]


class ListChoiceTools:
    """For the page of an engine: pick the record list by clicking on it."""

    admin_site: admin.AdminSite

    def get_urls(self) -> list[URLPattern]:
        """Add the choice to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:engine_id>/choose/", view(self.choose_view),
                 name="discovery_engine_choose"),
            path("<int:engine_id>/choose/<int:sample_id>/", view(self.choice_frame_view),
                 name="discovery_engine_choose_frame"),
            *super().get_urls(),  # type: ignore[misc]
        ]  # fmt: skip

    def choose_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Show the lists that can be read on a sample page; take the choice."""
        engine = self._engine(request, engine_id)
        address = reverse("admin:discovery_engine_change", args=[engine.pk])
        try:
            if request.method == "POST":
                version = choose(engine, request.POST.get("list", ""), request.user.get_username())
                log_action(request, [engine], f"Chose the list read: {version.formula}")
                messages.success(
                    request, f"Version {version.number} reads this list; it is being checked."
                )
                return HttpResponseRedirect(address)
            stored = stored_samples(engine)
            lists = alternatives(stored)
        except CorrectionError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(address)
        sample = chosen_sample(stored.results, request.GET.get("sample", ""))
        wanted = request.GET.get("list", "")
        context = {
            **self.admin_site.each_context(request),
            "title": f"Which list of {engine} holds the results?",
            "opts": Engine._meta,
            "engine": engine,
            "samples": stored.results,
            "sample": sample,
            "lists": _described(lists, sample),
            "preview": _preview(lists, stored, wanted),
            "wanted": wanted,
        }
        return render(request, "admin/discovery/engine/choose.html", context)

    def choice_frame_view(
        self, request: HttpRequest, engine_id: int, sample_id: int
    ) -> HttpResponse:
        """Return a stored page for a frame, each list on it a link to its choice."""
        engine = self._engine(request, engine_id)
        try:
            stored = stored_samples(engine)
            lists = alternatives(stored)
        except CorrectionError as error:
            raise Http404(str(error)) from error
        sample = chosen_sample(stored.results, str(sample_id))
        page = sample.page()
        start = reverse("admin:discovery_engine_choose", args=[engine.pk])
        choices = [
            ListChoice(
                number,
                tuple(each.learned.wrapper.record_nodes(page)),
                f"{start}?sample={sample.pk}&list={each.key}",
            )
            for number, each in enumerate(lists, start=1)
        ]
        return frame(lambda: show_choices(page, choices, static(STYLE)))

    def _engine(self, request: HttpRequest, engine_id: int) -> Engine:
        engine = Engine.objects.filter(pk=engine_id).first()
        if engine is None or not self.has_change_permission(request, engine):  # type: ignore[attr-defined]
            raise Http404
        return engine


def _described(lists: Sequence[Alternative], sample: SamplePage) -> list[dict[str, Any]]:
    """Return each list with its number, its records on the sample page and the first of them."""
    page = sample.page()
    described = []
    for number, each in enumerate(lists, start=1):
        records = each.learned.wrapper.extract(page).records
        described.append(
            {
                "number": number,
                "key": each.key,
                "count": len(records),
                "titles": [record.title for record in records[:NAMED_RECORDS]],
                "formula": each.learned.wrapper.formula,
            }
        )
    return described


def _preview(
    lists: Sequence[Alternative], stored: StoredSamples, wanted: str
) -> list[dict[str, Any]]:
    """Return what the list `wanted` reads on every sample page."""
    wrapper: Wrapper | None = next(
        (each.learned.wrapper for each in lists if each.key == wanted), None
    )
    if wrapper is None:
        return []
    return [
        {"query": sample.query, "records": wrapper.extract(sample.page()).records}
        for sample in stored.results
    ]
