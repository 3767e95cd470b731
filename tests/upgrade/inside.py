"""What is asked of the product from within: called by `manage.py shell`, answered as JSON.

Nothing of the product is imported by name: only Django and its task queue are.
"""

import io
import pydoc
from collections.abc import Iterator, Mapping, Sequence

from django.contrib import admin
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.db.models import Model, QuerySet
from django.test import Client, RequestFactory
from django.urls import reverse
from django_q.brokers import get_broker
from django_q.models import OrmQ, Schedule
from django_q.scheduler import scheduler


def run_commands(calls: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    return [_run_command(call) for call in calls]


def _run_command(call: Sequence[str]) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command(*call, stdout=out, stderr=err)
    except CommandError as error:
        return error.returncode, str(error)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue() or err.getvalue()


def stored_tasks() -> dict[str, dict[str, object]]:
    """Return what the database names as tasks.

    `found` tells for each name whether the worker finds a function by it, `queued` the name by the
    id of each task that waits in the queue.
    """
    queued = {row.task_id(): row.func() for row in OrmQ.objects.all()}
    names = {*queued.values(), *Schedule.objects.values_list("func", flat=True)}
    found = {name: callable(pydoc.locate(name)) for name in sorted(names)}
    return {"found": found, "queued": queued}


def queue_due_schedules() -> int:
    """Have the task queue do what its worker does twice a minute; return how much was due."""
    before = OrmQ.objects.count()
    scheduler(broker=get_broker())
    return OrmQ.objects.count() - before


def visit_console(user: str, password: str, most: int) -> dict[str, object]:
    """Open the console's pages of stored rows; of a model with many rows, `most` spread over all.

    Returns how many were opened by model, and those that did not answer 200 by address.
    """
    client = Client(SERVER_NAME="localhost")
    request = RequestFactory().get("/")
    request.user = authenticate(request, username=user, password=password)
    client.force_login(request.user)
    opened: dict[str, int] = {}
    bad: dict[str, str] = {}
    for model, model_admin in admin.site._registry.items():
        for address in _console_addresses(model, model_admin.get_queryset(request), most):
            opened[model.__name__] = opened.get(model.__name__, 0) + 1
            if problem := _problem(client, address):
                bad[address] = problem
    return {"opened": opened, "bad": bad}


def _console_addresses(model: type[Model], shown: QuerySet[Model], most: int) -> Iterator[str]:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    yield reverse(f"{name}_changelist")
    keys = list(shown.order_by("pk").values_list("pk", flat=True))
    for key in keys[:: -(-len(keys) // most) or 1]:
        yield reverse(f"{name}_change", args=[key])


def _problem(client: Client, address: str) -> str:
    """Return what is wrong with the answer of an address, "" when it is 200."""
    try:
        response = client.get(address, follow=True)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    # The console sends back to its first page from a row that it does not find.
    end = response.redirect_chain[-1][0] if response.redirect_chain else address
    lost = end == reverse("admin:index")
    return "" if response.status_code == 200 and not lost else f"{response.status_code} at {end}"


def pages(cookies: Mapping[str, str], addresses: Sequence[str]) -> list[tuple[int, str]]:
    """Return status and text of pages opened by a visitor with these cookies."""
    client = Client(SERVER_NAME="localhost")
    for name, value in cookies.items():
        client.cookies[name] = value
    found = []
    for address in addresses:
        response = client.get(address)
        streamed = getattr(response, "streaming", False)
        body = b"" if streamed else response.content
        found.append((response.status_code, body.decode("utf-8", "replace")))
    return found
