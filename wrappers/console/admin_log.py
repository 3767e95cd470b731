"""What people do in the console beyond its forms, put into its log."""

from collections.abc import Iterable

from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model
from django.http import HttpRequest


def log_action(request: HttpRequest, rows: Iterable[Model], what: str) -> None:
    """Log that the person behind `request` did `what` to `rows`."""
    LogEntry.objects.log_actions(
        user_id=str(request.user.pk), queryset=list(rows), action_flag=CHANGE, change_message=what
    )
