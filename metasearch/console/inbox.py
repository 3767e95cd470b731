"""The inbox: what waits for a person, newest first on one page, each decided by one key."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from discovery.collections.crawls import keep_reading
from discovery.models import Collection, Engine, ForbiddenChangeError
from metasearch.console.overview import waiting_counts
from metasearch.console.versions import both_readings
from metasearch.console.work_pages import address_of, log_done
from wrappers.collections.collection_jobs import queue_chosen_reading
from wrappers.engines.versions import ProposalGoneError, accept_proposal, reject_proposal
from wrappers.imports.subscriptions import leave_waiting_file, take_waiting_file
from wrappers.learning.jobs import LearningUnderWayError, plan_learning
from wrappers.models import WrapperVersion
from wrappers.operations.lifecycle import pause
from wrappers.operations.waiting import WAITING

# Of what waits. Guess: more than anybody decides without a pause; the next come as these go.
SHOWN = 20
# Repairs shown with both readings: each is two pages parsed and read.
SHOWN_READINGS = 5
ACCEPT_KEY, REFUSE_KEY = "a", "r"
PROPOSED = "proposed"


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it sends and says, which key presses it, and what it does, by whom."""

    name: str
    label: str
    key: str
    act: Callable[[Any, str], object]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is told and done of one kind of what waits, and the page of each."""

    told: Callable[[Any], str]
    choices: Callable[[Any], tuple[Choice, ...]]
    page: str = "change"


def _of_engine(
    accept: str,
    refuse: str,
    takes: Callable[[Engine], object] = plan_learning,
    leaves: Callable[[Engine], object] = pause,
) -> Callable[[Any], tuple[Choice, ...]]:
    choices = (
        Choice("accept", accept, ACCEPT_KEY, lambda engine, _by: takes(engine)),
        Choice("refuse", refuse, REFUSE_KEY, lambda engine, _by: leaves(engine)),
    )
    return lambda _engine: choices


def _of_repair(_version: WrapperVersion) -> tuple[Choice, ...]:
    return (
        Choice("accept", "Accept: read it so from now on", ACCEPT_KEY, accept_proposal),
        Choice("refuse", "Reject: keep looking for another way", REFUSE_KEY, reject_proposal),
    )


def _takes(number: int) -> Callable[[Any, str], object]:
    return lambda collection, _by: queue_chosen_reading(collection, number=number)


def _of_readings(collection: Collection) -> tuple[Choice, ...]:
    """The first reading is the likeliest: it is what the key takes."""
    numbers = [n for n, each in enumerate(collection.readings, start=1) if each.get("choice")]
    taken = [
        Choice(
            f"take-{number}",
            f"Take the {collection.readings[number - 1]['pages']} pages of reading {number}",
            ACCEPT_KEY if number == numbers[0] else "",
            _takes(number),
        )
        for number in numbers
    ]
    kept = f"Keep the {collection.found} pages found"
    return *taken, Choice("refuse", kept, REFUSE_KEY, lambda row, _by: keep_reading(row))


KINDS = {
    "repair": Kind(lambda version: version.proposed_because, _of_repair, "proposal"),
    "reading": Kind(lambda collection: collection.confidence_reason, _of_readings),
    "failed": Kind(
        lambda engine: f"{engine.get_state_display()}: {engine.reason}",
        _of_engine("Try again: relearn it", "Leave it: pause it"),
    ),
    "file": Kind(
        lambda _engine: "Its publisher has changed its file; here a person has changed it.",
        _of_engine(
            "Try the publisher's file",
            "Keep what is in use here",
            take_waiting_file,
            leave_waiting_file,
        ),
    ),
    PROPOSED: Kind(
        lambda engine: engine.home_url,
        _of_engine("Learn it now", "Do not learn it: pause it"),
    ),
}


def _newest(names: Iterable[str]) -> list[Any]:
    """Return the rows that wait, each with its `kind`, and its `place` on the page."""
    found = []
    for name in names:
        for row in WAITING[name]().order_by("-since", "-pk")[:SHOWN]:
            row.kind, row.place = name, f"{name}-{row.pk}"
            found.append(row)
    # What is proposed is learned in its turn without anybody, and comes by the thousand.
    return sorted(found, key=lambda row: (row.kind != PROPOSED, row.since), reverse=True)[:SHOWN]


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("discovery.view_engine", raise_exception=True)
def inbox_page(request: HttpRequest) -> HttpResponse:
    chosen = request.GET.get("kind", "")
    waiting = _newest([chosen] if chosen in KINDS else KINDS)
    if request.method == "POST":
        return HttpResponseRedirect(f"{request.get_full_path()}#{_decide(request, waiting)}")
    repairs = [row for row in waiting if row.kind == "repair"][:SHOWN_READINGS]
    shown = [
        {
            "row": row,
            "told": KINDS[row.kind].told(row),
            "page": address_of(row, KINDS[row.kind].page),
            "readings": _readings(request, row) if row in repairs else None,
            "choices": KINDS[row.kind].choices(row) if _may(request, row) else (),
        }
        for row in waiting
    ]
    context = {"title": "Inbox", "counts": waiting_counts(), "chosen": chosen, "waiting": shown}
    return render(request, "admin/inbox.html", admin.site.each_context(request) | context)


def _may(request: HttpRequest, row: Any) -> bool:
    return request.user.has_perm(f"{row._meta.app_label}.change_{row._meta.model_name}")


def _readings(request: HttpRequest, version: WrapperVersion) -> dict[str, Any] | None:
    try:
        return both_readings(request, version)
    except Http404:
        return None


def _decide(request: HttpRequest, waiting: list[Any]) -> str:
    """Do what was chosen of one thing; return the place of the next."""
    sent, name = request.POST.get("place", ""), request.POST.get("decision", "")
    number = next((n for n, row in enumerate(waiting) if row.place == sent), None)
    if number is None:
        messages.warning(request, "This does not wait for a decision any more.")
        return ""
    row = waiting[number]
    if not _may(request, row):
        raise PermissionDenied
    choice = next((each for each in KINDS[row.kind].choices(row) if each.name == name), None)
    if choice is None:
        raise Http404("no such choice")
    done = f"{row}: {choice.label}."
    try:
        choice.act(row, request.user.get_username())
    except (ForbiddenChangeError, LearningUnderWayError, ProposalGoneError) as error:
        messages.warning(request, f"{row}: {error}")
    else:
        log_done(request, [getattr(row, "engine", row)], done)
        messages.success(request, done)
    return next((row.place for row in waiting[number + 1 :]), "")
