"""The task queue in the console: its tasks are the program's own, run again only by who may."""

from django.contrib import admin
from django.http import HttpRequest
from django_q.admin import ScheduleAdmin, resubmit_task
from django_q.models import Schedule

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
