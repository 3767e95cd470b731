"""The console's site: its rows grouped by what people do there, not by the apps that hold them."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest

# What comes first is done most. Models that no group names stand below, in one of their own.
_GROUPS = (
    ("Engines", ("Engine", "Collection", "EngineImport", "EngineCrawl", "StoredProfile")),
    ("What was learned, and when", ("WrapperVersion", "LearningJob", "EngineEvent")),
    (
        "Who may do what",
        ("User", "Group", "AccessKey", "AccessAttempt", "AccessFailureLog", "AccessLog"),
    ),
)
_OTHERS = "Tasks in the background"


class Console(AdminSite):
    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        rows = {model["object_name"]: model for app in apps for model in app["models"]}
        named = {name for _, names in _GROUPS for name in names}
        groups = (*_GROUPS, (_OTHERS, tuple(name for name in rows if name not in named)))
        seen = [(title, [rows[name] for name in names if name in rows]) for title, names in groups]
        return [
            {
                "name": title,
                "app_label": f"group-{number}",
                "app_url": next(filter(None, (row["admin_url"] for row in models)), ""),
                "has_module_perms": True,
                "models": models,
            }
            for number, (title, models) in enumerate(seen)
            if models
        ]
