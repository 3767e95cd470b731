"""Another of a site's search forms, when the one that was tried is not the right one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from discovery.connection.description.description import DescriptionError
from discovery.connection.xml.reading import from_xml
from discovery.console.progress_page import ProgressPage
from discovery.models import Engine
from wrappers.console.admin_log import log_action
from wrappers.learning.jobs import LearningUnderWayError, recheck_connection
from wrappers.models import LearningJob, LearningState


class FormChoiceAdminMixin(ProgressPage[Engine]):
    """For the page of an engine: the forms that its last learning found, to choose from."""

    def get_urls(self) -> list[URLPattern]:
        """Add the choice to the admin's addresses."""
        view = self.admin_site.admin_view(self.forms_view)
        return [
            path("<int:engine_id>/forms/", view, name="discovery_engine_forms"),
            *super().get_urls(),
        ]

    def forms_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Show the forms found; learn the engine through the one chosen."""
        engine = self.changeable(request, engine_id)
        job = LearningJob.objects.filter(engine=engine).first()
        candidates = _candidates(job)
        if request.method == "POST":
            return self._choose(request, engine, candidates)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Through which form is {engine} asked?",
            "opts": Engine._meta,
            "engine": engine,
            "candidates": candidates,
            "failures": job.state.failures if job else (),
        }
        return render(request, "admin/discovery/engine/forms.html", context)

    def _choose(
        self, request: HttpRequest, engine: Engine, candidates: list[dict[str, Any]]
    ) -> HttpResponse:
        """Learn through the form chosen; what is in use stays until that has passed its check."""
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
            log_action(request, [engine], f"Chose the form {chosen['asks']}")
            messages.success(request, "The engine is being learned through this form.")
        return HttpResponseRedirect(reverse("admin:discovery_engine_change", args=[engine.pk]))


def _candidates(job: LearningJob | None) -> list[dict[str, Any]]:
    """Return the forms that a learning found: description, what it asks, the cues, if in use."""
    state = job.state if job else LearningState()
    found = []
    for number, candidate in enumerate(state.candidates):
        try:
            description = from_xml(candidate.xml.encode())
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
