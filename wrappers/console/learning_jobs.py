"""Learning jobs in the console."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from wrappers.models import LearningJob


@admin.register(LearningJob)
class LearningJobAdmin(admin.ModelAdmin[LearningJob]):
    """Learning under way and done, step by step."""

    list_display = ("engine", "step", "outcome", "reason", "attempts", "created_at", "finished_at")
    list_filter = ("outcome", "step")
    list_select_related = ("engine",)
    readonly_fields = fields = (
        "engine", "step", "steps", "outcome", "reason", "attempts", "created_at", "heartbeat_at",
        "finished_at",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Jobs are planned from the engine's page."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: LearningJob | None = None) -> bool:
        """Jobs are looked at."""
        return False

    @admin.display(description="steps")
    def steps(self, job: LearningJob) -> SafeString:
        """The steps done, as a list."""
        rows = ((step["name"], step["seconds"], step["outcome"]) for step in job.log)
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{} ({} s): {}</li>", rows))
