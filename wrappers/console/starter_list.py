"""The starter list in the console: chosen from by category and language, learned by one click."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import get_language_info

from discovery.console.work_pages import WorkConsole
from wrappers.imports.importing import accept_file
from wrappers.imports.starter_list import (
    NoStarterError,
    count_starters,
    read_starter_list,
    select_starters,
)
from wrappers.models import EngineImport


def _language(code: str) -> str:
    """Return the English name of a language, its code when Django does not know it."""
    try:
        return str(get_language_info(code)["name"])
    except KeyError:
        return code


class StarterForm(forms.Form):
    """Which of the starter list to learn; all of it unless something is chosen."""

    categories = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Categories"
    )
    languages = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Languages"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, by in (("categories", "category"), ("languages", "language")):
            field = self.fields[name]
            assert isinstance(field, forms.MultipleChoiceField)
            counts = count_starters(by)
            words = _language if by == "language" else str
            field.choices = [(value, f"{words(value)} ({count})") for value, count in counts]

    def clean(self) -> dict[str, Any]:
        """Take the engines chosen out of the list; they stand in `content` as a list to import."""
        given = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.content = select_starters(given["categories"], given["languages"])
            except NoStarterError as error:
                raise forms.ValidationError(str(error)) from error
        return given


class StarterListAdminMixin(WorkConsole[EngineImport]):
    """For the imports: a page that offers the starter list."""

    def get_urls(self) -> list[URLPattern]:
        """Add the page to the admin's addresses."""
        view = self.admin_site.admin_view(self.starter_view)
        return [path("starter/", view, name="wrappers_engineimport_starter"), *super().get_urls()]

    def starter_view(self, request: HttpRequest) -> HttpResponse:
        """Show what the list has; import what is chosen of it, as any other list."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = StarterForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            row = accept_file(*form.content)
            self.log_addition(request, row, "Imported from the starter list.")
            return HttpResponseRedirect(self.address_of(row))
        context = {
            **self.admin_site.each_context(request),
            "title": "Starter list",
            "opts": EngineImport._meta,
            "form": form,
            "sites": read_starter_list(),
        }
        return render(request, "admin/wrappers/engineimport/starter.html", context)
