"""Permissions: the groups of the console's accounts, the keys of programs, the task queue."""

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django_q.admin import ScheduleAdmin, resubmit_task
from django_q.models import Schedule

from metasearch.console.work_pages import log_done
from metasearch.edge.rate_limit import new_access_key
from metasearch.models import AccessKey

APPS = ("discovery", "wrappers")
# What each group may do with all rows of the apps. Only an administrator deletes.
GROUPS = {"viewers": ("view",), "editors": ("view", "add", "change")}


def make_missing_groups(using: str) -> None:
    known = Permission.objects.using(using).filter(content_type__app_label__in=APPS)
    for name, verbs in GROUPS.items():
        with transaction.atomic(using=using):
            group, is_new = Group.objects.using(using).get_or_create(name=name)
            if is_new:
                group.permissions.set(
                    each for each in known if each.codename.split("_")[0] in verbs
                )


@admin.register(AccessKey)
class AccessKeyAdmin(admin.ModelAdmin[AccessKey]):
    list_display = ("name", "scope", "searches_a_minute", "last_used_at", "revoked_at")
    search_fields = ("name",)
    actions = ("revoke",)
    fields = ("name", "scope", "searches_a_minute", "created_at", "last_used_at", "revoked_at")
    readonly_fields = ("created_at", "last_used_at", "revoked_at")

    def get_fields(self, request: HttpRequest, obj: AccessKey | None = None) -> tuple[str, ...]:
        return self.fields if obj is not None else self.fields[:3]

    def save_model(
        self, request: HttpRequest, obj: AccessKey, form: forms.ModelForm[AccessKey], change: bool
    ) -> None:
        """Save the key; show a new one to whoever made it, this once."""
        key = ""
        if not change:
            key, obj.fingerprint = new_access_key()
        super().save_model(request, obj, form, change)
        if key:
            told = "The key, shown this once: {}  Programs send it as “Authorization: Bearer …”."
            messages.warning(request, format_html(told, key))

    @admin.action(description="Revoke the chosen keys", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[AccessKey]) -> None:
        revoked = list(queryset.filter(revoked_at=None))
        queryset.filter(revoked_at=None).update(revoked_at=timezone.now())
        log_done(request, revoked, "Revoked.")
        messages.success(request, "They are revoked: from now on they open nothing.")


# The library offers it to whoever may look.
admin.action(permissions=["change"])(resubmit_task)

admin.site.unregister(Schedule)


@admin.register(Schedule)
class OwnScheduleAdmin(ScheduleAdmin):
    """When the program's own tasks run. What runs is not typed: it may be any function."""

    fields = ("name", "func", "schedule_type", "minutes", "repeats", "next_run", "cluster")
    readonly_fields = ("name", "func", "cluster")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
