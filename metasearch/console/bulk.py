"""Actions on many engines in the console: how far they are, stopped, undone."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from discovery.jobs.leases import WorkStateError
from metasearch.console.work_pages import Button, OfEngines, WorkConsole, address_of, log_done
from wrappers.models import EngineAction
from wrappers.operations.bulk import ACTIONS, can_be_undone, queue_action, stop_action, undo_action

UNDO = "_undo"


def begin_action(request: HttpRequest, name: str, engines: QuerySet[Any]) -> HttpResponseRedirect:
    """Queue an action on many engines; lead to its page."""
    keys = engines.order_by("pk").values_list("pk", flat=True)
    row = queue_action(name, keys, request.user.get_username())
    log_done(request, [row], f"Begun with {row.total} engines.")
    return HttpResponseRedirect(address_of(row))


@admin.register(EngineAction)
class EngineActionAdmin(OfEngines[EngineAction], WorkConsole[EngineAction]):
    list_display = ("__str__", "by", "done", "total", "created_at", "finished_at")
    fields = readonly_fields = ("by", "created_at", "finished_at")
    by_hand = frozenset({"change", "delete"})
    deferred = ("engines", "unchanged")
    progress_template = "admin/wrappers/engineaction/progress.html"

    def progress_context(self, row: EngineAction) -> dict[str, Any]:
        return {"row": row, "words": ACTIONS[row.action].done}

    def actions_of_buttons(self) -> dict[str, Callable[[EngineAction], object]]:
        return {"_stop": stop_action}

    def buttons(self, row: EngineAction) -> tuple[Button, ...]:
        if row.finished_at is None:
            return (("_stop", "Stop"),)
        return ((UNDO, "Undo"),) if can_be_undone(row) else ()

    def state_words(self, row: EngineAction) -> str:
        return f"{row.done} of {row.total}. {row.problem}"

    def response_change(self, request: HttpRequest, obj: EngineAction) -> HttpResponse:
        if UNDO not in request.POST:
            return super().response_change(request, obj)
        try:
            undoing = undo_action(obj, request.user.get_username())
        except WorkStateError as error:
            self.message_user(request, str(error), messages.WARNING)
            return HttpResponseRedirect(address_of(obj))
        log_done(request, [undoing], f"Undoes {obj}.")
        return HttpResponseRedirect(address_of(undoing))
