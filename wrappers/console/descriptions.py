"""Connection descriptions in the admin: downloaded as XML, changed, uploaded, checked."""

from dataclasses import replace

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.requests import build_request
from discovery.console.work_pages import ProgressPage
from discovery.models import Engine
from wrappers.extraction.data_model import compile_schema
from wrappers.learning.jobs import LearningUnderWayError, recheck_connection

# More than a description at its own limits takes.
MAX_UPLOAD_BYTES = 5_000_000


class DescriptionForm(forms.Form):
    """A changed description; `cleaned_data["upload"]` is the description read."""

    upload = forms.FileField(
        label="Connection description",
        help_text="The XML as downloaded, with your changes (docs/connection-description.md).",
    )

    def clean_upload(self) -> ConnectionDescription:
        """Return the description in the file."""
        upload: UploadedFile[bytes] = self.cleaned_data["upload"]
        if (upload.size or 0) > MAX_UPLOAD_BYTES:
            raise forms.ValidationError(f"The file is larger than {MAX_UPLOAD_BYTES:,} bytes.")
        try:
            description = from_xml(upload.read())
            build_request(description, "query")
            if description.data_model:
                compile_schema(description.data_model)
        except (DescriptionError, ValueError) as error:
            raise forms.ValidationError(f"Nothing was changed: {error}") from error
        return description


def _data_model(engine: Engine) -> str:
    """Return the data model that an engine's records are held to, nothing without one."""
    version = engine.wrapper_versions.in_use()
    return "" if version is None else version.data_model


class DescriptionAdminMixin(ProgressPage[Engine]):
    """For the page of an engine: its description to download, and to upload when changed."""

    def get_urls(self) -> list[URLPattern]:
        """Add download and upload to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:engine_id>/description.xml", view(self.download_view),
                 name="discovery_engine_description"),
            path("<int:engine_id>/description/", view(self.upload_view),
                 name="discovery_engine_upload"),
            *super().get_urls(),
        ]  # fmt: skip

    def download_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Return the description as a file."""
        engine = self.visible(request, engine_id)
        if not engine.description:
            raise Http404
        text = to_xml(
            replace(from_xml(engine.description.encode()), data_model=_data_model(engine))
        )
        response = HttpResponse(text, content_type="application/xml; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{engine.slug}.xml"'
        return response

    def upload_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Take a changed description and have the connection checked with it."""
        engine = self.changeable(request, engine_id)
        form = DescriptionForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            try:
                recheck_connection(engine, form.cleaned_data["upload"])
            except LearningUnderWayError as error:
                form.add_error("upload", str(error))
            else:
                messages.info(request, "The connection is being checked with this description.")
                address = reverse("admin:discovery_engine_change", args=[engine.pk])
                return HttpResponseRedirect(address)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Upload a connection description of {engine}",
            "opts": Engine._meta,
            "engine": engine,
            "form": form,
        }
        return render(request, "admin/discovery/engine/upload_description.html", context)

    @admin.display(description="connection description")
    def description_source(self, engine: Engine) -> SafeString:
        """The description's XML, with the ways to take it out and put another in."""
        upload = format_html(
            '<a href="{}">Upload a changed one</a>',
            reverse("admin:discovery_engine_upload", args=[engine.pk]),
        )
        if not engine.description:
            return format_html("none yet · {}", upload)
        download = reverse("admin:discovery_engine_description", args=[engine.pk])
        return format_html(
            '<a href="{}">Download</a> · {}<pre tabindex="0">{}</pre>',
            download,
            upload,
            engine.description,
        )
