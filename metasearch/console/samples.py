"""The sample sites in the console: one redesigned and repaired; all removed, or brought back."""

from django.contrib import admin, messages
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from metasearch.console.work_pages import log_done
from metasearch.presentation.sample_sites import (
    bring_samples_back,
    redesigned_engine,
    remove_samples,
    sample_engines,
)
from wrappers.engines.check_schedule import enqueue_check
from wrappers.models import EngineWatch, LearningJob

# Lines of the history of the site that can be redesigned.
SHOWN_EVENTS = 6
# Asked with this parameter, the page gives its part that changes alone.
FRAGMENT = "progress"


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("discovery.view_engine", raise_exception=True)
def samples_page(request: HttpRequest) -> HttpResponse:
    redesigned = redesigned_engine()
    if request.method == "POST":
        _do(request)
        return HttpResponseRedirect(reverse("samples"))
    how_it_is = _how_it_is(redesigned) if redesigned else {}
    if FRAGMENT in request.GET and redesigned:
        return render(request, "admin/redesigned_sample.html", how_it_is)
    engines = list(sample_engines())
    context = {
        **admin.site.each_context(request),
        "title": "Sample sites",
        "engines": engines,
        "are_removed": all(engine.state == EngineState.PAUSED for engine in engines),
        "may_change": _may_change(request),
        "fragment": FRAGMENT,
        **how_it_is,
    }
    return render(request, "admin/samples.html", context)


def _how_it_is(redesigned: Engine) -> dict[str, object]:
    version = redesigned.wrapper_versions.in_use()
    watch = EngineWatch.objects.filter(engine=redesigned).first()
    return {
        "redesigned": redesigned,
        "checked_at": version.last_checked_at if version else None,
        "is_well": watch is not None and watch.last_kind == AnswerKind.RESULTS,
        "events": redesigned.events.all()[:SHOWN_EVENTS],
        "is_being_learned": LearningJob.objects.unfinished().filter(engine=redesigned).exists(),
    }


def _may_change(request: HttpRequest) -> bool:
    return request.user.has_perm("discovery.change_engine")


def _do(request: HttpRequest) -> None:
    if not _may_change(request):
        raise PermissionDenied
    redesigned, done = redesigned_engine(), ""
    if "check" in request.POST and redesigned is not None:
        enqueue_check(redesigned)
        done = f"{redesigned} is being checked, and repaired if it changed."
    elif "remove" in request.POST:
        done = f"Sample sites no longer asked: {remove_samples()}."
    elif "bring_back" in request.POST:
        done = f"Sample sites asked again: {bring_samples_back()}."
    if done:
        log_done(request, sample_engines(), done)
        messages.success(request, done)
