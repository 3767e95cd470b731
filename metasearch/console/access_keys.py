"""The keys of programs, in the console: made, shown once, revoked."""

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html

from metasearch.edge.access_keys import new_access_key
from metasearch.models import AccessKey


@admin.register(AccessKey)
class AccessKeyAdmin(admin.ModelAdmin[AccessKey]):
    """Keys by which programs add engines and collect pages; administrators alone make them."""

    list_display = ("name", "created_at", "last_used_at", "revoked_at")
    search_fields = ("name",)
    actions = ("revoke",)
    fields = ("name", "created_at", "last_used_at", "revoked_at")
    readonly_fields = ("created_at", "last_used_at", "revoked_at")

    def get_fields(self, request: HttpRequest, obj: AccessKey | None = None) -> tuple[str, ...]:
        """Return what there is to see: of a new key, its name alone."""
        return self.fields if obj is not None else ("name",)

    def save_model(
        self, request: HttpRequest, obj: AccessKey, form: forms.ModelForm[AccessKey], change: bool
    ) -> None:
        """Save the key; show a new one to whoever made it, this once."""
        key = ""
        if not change:
            key, obj.fingerprint = new_access_key()
        super().save_model(request, obj, form, change)
        if key:
            sentence = (
                "The key, shown this once: {}  Programs send it as “Authorization: Bearer …”."
            )
            messages.warning(request, format_html(sentence, key))

    @admin.action(description="Revoke the chosen keys", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[AccessKey]) -> None:
        """Have the chosen keys open nothing any more."""
        queryset.filter(revoked_at=None).update(revoked_at=timezone.now())
        messages.success(request, "They are revoked: from now on they open nothing.")
