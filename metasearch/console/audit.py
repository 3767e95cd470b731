"""Who did what: Django's log of the console, with sign-ins and what commands of the shell did."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import RelatedOnlyFieldListFilter
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
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


@receiver(user_logged_out)
def note_sign_out(user: Any, **_: Any) -> None:
    if user is not None:
        _note(user, "Signed out.")


def note_command(what: str) -> None:
    values = {"is_active": False, "password": "!"}
    _note(User.objects.get_or_create(username=SHELL, defaults=values)[0], what)


def noted(what: str) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(user__username=SHELL, change_message=what)


@admin.register(LogEntry)
class LogEntryAdmin(ConsoleAdmin[LogEntry]):
    by_hand = frozenset()
    list_display = ("action_time", "user", "what")
    list_display_links = None
    list_filter = (
        *("action_time", ("user", RelatedOnlyFieldListFilter)),
        *("action_flag", ("content_type", RelatedOnlyFieldListFilter)),
    )
    list_select_related = ("user",)
    search_fields = ("object_repr", "change_message", "user__username")

    @admin.display(description="what was done")
    def what(self, entry: LogEntry) -> str:
        done = entry.get_change_message() or entry.get_action_flag_display()
        return f"{entry.object_repr}: {done}"


admin.site.unregister(User)


@admin.register(User)
class OwnUserAdmin(UserAdmin[User]):
    """Accounts that did something are made inactive: deleted, they would take it with them."""

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        has_acted = LogEntry.objects.filter(user=obj).exists() if obj else True
        return not has_acted and super().has_delete_permission(request, obj)
