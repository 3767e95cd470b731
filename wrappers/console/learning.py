"""Learning jobs in the console."""

from types import MappingProxyType
from typing import Any

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.console.work_pages import ConsoleAdmin, NamedValuesFilter
from discovery.models import EngineState
from wrappers.models import LearningJob

# What each step does, in words; the names are those of the code and of what is stored.
STEP_WORDS = MappingProxyType(
    {
        "find_form": "looking for the search form",
        "connect": "trying the form",
        "ask_impossible": "asking for what does not exist",
        "ask_nothing": "asking for nothing",
        "ask_samples": "asking sample questions",
        "learn": "learning to read its answers",
        "learn_paging": "looking for further pages",
        "check": "checking",
        "ask_again": "asking again what it once answered",
        "adapt": "finding its results again on the changed pages",
        "repair_connection": "looking for the form again",
        "learn_no_result": "learning its page without results again",
        "compare_with_known": "comparing with what it once answered",
    }
)


def describe_job(job: LearningJob) -> dict[str, Any]:
    outcome = EngineState(job.outcome) if job.outcome in EngineState.values else None
    words = "done" if outcome is EngineState.ACTIVE else str(outcome.label if outcome else "")
    return {
        "job": job,
        "what": "Repair" if job.is_mending else "Learning",
        "step_words": STEP_WORDS.get(job.step, job.step),
        "outcome_words": words or job.outcome,
        "steps": [
            {**step, "words": STEP_WORDS.get(step["name"], step["name"])} for step in job.log
        ],
    }


@admin.register(LearningJob)
class LearningJobAdmin(ConsoleAdmin[LearningJob]):
    list_display = ("engine", "step", "outcome", "reason", "attempts", "created_at", "finished_at")
    list_filter = (("outcome", NamedValuesFilter), "step")
    list_select_related = ("engine",)
    by_hand = frozenset({"delete"})
    readonly_fields = fields = (
        "engine", "step", "steps", "outcome", "reason", "attempts", "created_at", "heartbeat_at",
        "finished_at",
    )  # fmt: skip

    @admin.display(description="steps")
    def steps(self, job: LearningJob) -> SafeString:
        rows = ((step["name"], step["seconds"], step["outcome"]) for step in job.log)
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{} ({} s): {}</li>", rows))
