"""Who did what: Django's log of the console, with sign-ins and what commands of the shell did."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import RelatedOnlyFieldListFilter as Related
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest

from metasearch.console.work_pages import ConsoleAdmin

# Whoever calls commands: an account with which nobody can sign in.
SHELL = "(shell)"
BACKED_UP, RESTORED = "Backed up.", "Restored."


def _note(user: Any, what: str) -> None:
    LogEntry.objects.log_actions(user.pk, [user], CHANGE, what, single_object=True)


@receiver(user_logged_in)
def note_sign_in(user: Any, **_: Any) -> None:
    _note(user, "Signed in.")


def note_command(what: str) -> None:
    values = {"is_active": False, "password": "!"}
    _note(User.objects.get_or_create(username=SHELL, defaults=values)[0], what)


def noted(what: str) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(user__username=SHELL, change_message=what)


@admin.register(LogEntry)
class LogEntryAdmin(ConsoleAdmin[LogEntry]):
    by_hand = frozenset()
    list_display = ("action_time", "user", "__str__")
    list_display_links = None
    list_filter = ("action_time", ("user", Related), "action_flag", ("content_type", Related))
    list_select_related = ("user",)
    search_fields = ("object_repr", "change_message", "user__username")


admin.site.unregister(User)


@admin.register(User)
class OwnUserAdmin(UserAdmin[User]):
    """Accounts that did something are made inactive: deleted, they would take it with them."""

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        may = obj is not None and not LogEntry.objects.filter(user=obj).exists()
        return may and super().has_delete_permission(request, obj)
