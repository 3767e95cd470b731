"""The record list of an engine chosen by a person, by clicking on it in a stored page."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse

from discovery.console.progress_page import ProgressPage
from discovery.models import Engine
from discovery.pages.page import Page
from wrappers.console.admin_log import log_action
from wrappers.console.stored_pages.frames import STYLE, chosen_sample, frame
from wrappers.console.stored_pages.page_display import ListChoice, render_choices
from wrappers.console.stored_pages.pictures import PAGE_VIEW, choice_outlines, view_page
from wrappers.extraction.wrapper import Wrapper
from wrappers.operations.correction import (
    Alternative,
    CorrectionError,
    StoredSamples,
    choose_alternative,
    load_stored_samples,
    propose_alternatives,
)

# Records of a list named beside the page, to tell the lists apart.
NAMED_RECORDS = 3


class ListChoiceAdminMixin(ProgressPage[Engine]):
    """For the page of an engine: pick the record list by clicking on it."""

    def get_urls(self) -> list[URLPattern]:
        """Add the choice to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:engine_id>/choose/", view(self.choose_view),
                 name="discovery_engine_choose"),
            path("<int:engine_id>/choose/<int:sample_id>/", view(self.choice_frame_view),
                 name="discovery_engine_choose_frame"),
            *super().get_urls(),
        ]  # fmt: skip

    def choose_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Show the lists that can be read on a sample page; take the choice."""
        engine = self.changeable(request, engine_id)
        address = reverse("admin:discovery_engine_change", args=[engine.pk])
        try:
            if request.method == "POST":
                version = choose_alternative(
                    engine, request.POST.get("list", ""), request.user.get_username()
                )
                log_action(request, [engine], f"Chose the list read: {version.formula}")
                messages.success(
                    request, f"Version {version.number} reads this list; it is being checked."
                )
                return HttpResponseRedirect(address)
            stored = load_stored_samples(engine)
            lists = propose_alternatives(stored)
        except CorrectionError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(address)
        sample = chosen_sample(stored.results, request.GET.get("sample", ""))
        wanted = request.GET.get("list", "")
        page = sample.page()
        choices = _choices(lists, page, f"?sample={sample.pk}")
        context = {
            **self.admin_site.each_context(request),
            "title": f"Which list of {engine} holds the results?",
            "opts": Engine._meta,
            "engine": engine,
            "samples": stored.results,
            "sample": sample,
            "view": view_page(
                request, sample, page, lambda layout: choice_outlines(choices, layout)
            ),
            "lists": _described(lists, page),
            "preview": _preview(lists, stored, wanted),
            "wanted": wanted,
        }
        return render(request, "admin/discovery/engine/choose.html", context)

    def choice_frame_view(
        self, request: HttpRequest, engine_id: int, sample_id: int
    ) -> HttpResponse:
        """Return a stored page for a frame, each list on it a link to its choice."""
        engine = self.changeable(request, engine_id)
        try:
            stored = load_stored_samples(engine)
            lists = propose_alternatives(stored)
        except CorrectionError as error:
            raise Http404(str(error)) from error
        sample = chosen_sample(stored.results, str(sample_id))
        page = sample.page()
        start = reverse("admin:discovery_engine_choose", args=[engine.pk])
        choices = _choices(lists, page, f"{start}?sample={sample.pk}&view={PAGE_VIEW}")
        return frame(lambda: render_choices(page, choices, static(STYLE)))


def _choices(lists: Sequence[Alternative], page: Page, address: str) -> list[ListChoice]:
    """Return the lists with their records on a page; `address` leads there without a choice."""
    return [
        ListChoice(
            number, tuple(each.learned.wrapper.record_nodes(page)), f"{address}&list={each.key}"
        )
        for number, each in enumerate(lists, start=1)
    ]


def _described(lists: Sequence[Alternative], page: Page) -> list[dict[str, Any]]:
    """Return each list with its number, its records on a page and the first of them."""
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
