"""Subscriptions in the console: engines that other installations publish, and what came of them."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from metasearch.console.work_pages import Button, OfEngines, WorkConsole
from wrappers.imports.publishing import PublicationError
from wrappers.imports.subscriptions import begin_update, checked_terms, subscribe
from wrappers.models import Subscription


class SubscriptionForm(forms.ModelForm[Subscription]):
    class Meta:
        model = Subscription
        fields = ("address", "public_key")
        widgets: ClassVar = dict.fromkeys(fields, forms.TextInput(attrs={"size": 60}))
        help_texts: ClassVar = {
            "address": "Where engines.index is: of the web, or a folder here by its path.",
            "public_key": "As the publisher tells it, by another way than the address: 56 letters.",
        }

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                terms = checked_terms(given["address"], given["public_key"])
                given["address"], given["public_key"] = terms
            except PublicationError as error:
                raise forms.ValidationError(str(error)) from error
        return given


@admin.register(Subscription)
class SubscriptionAdmin(OfEngines[Subscription], WorkConsole[Subscription]):
    list_display = ("address", "finished_at", "published", "problem", "public_key")
    fields = readonly_fields = ("address", "public_key", "published", "engines", "latest")
    start_form = SubscriptionForm
    start_label = "Subscribe"
    progress_template = "admin/wrappers/subscription/progress.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("discovery.add_engine")

    def start(self, request: HttpRequest, given: Any) -> Subscription:
        return subscribe(**given.cleaned_data)

    def progress_context(self, row: Subscription) -> dict[str, Any]:
        return {"row": row}

    def actions_of_buttons(self) -> dict[str, Callable[[Subscription], object]]:
        return {"_update": begin_update}

    def buttons(self, row: Subscription) -> tuple[Button, ...]:
        return (("_update", "Update now"),) if row.finished_at is not None else ()

    def state_words(self, row: Subscription) -> str:
        return "An update waits for the task worker."

    @admin.display(description="engines of its publisher")
    def engines(self, row: Subscription) -> int:
        return sum(bool(known["sha256"] and known["engine"]) for known in row.files.values())

    @admin.display(description="what came, what was refused")
    def latest(self, row: Subscription) -> SafeString | str:
        told = ((parse_datetime(each["at"]), each["told"]) for each in row.news)
        lines = ((at and f"{at:%Y-%m-%d %H:%M}", words) for at, words in told)
        return format_html_join("", "<p>{}: {}</p>", lines) or "nothing yet"
