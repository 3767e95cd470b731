"""How engines are asked, in the console: forms to choose from, descriptions to change."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.requests import build_request
from discovery.console.work_pages import ProgressPage, as_file
from discovery.engines.registration import engines_asked_alike
from discovery.engines.walls import told_walls
from discovery.models import Engine
from wrappers.extraction.data_model import compile_schema
from wrappers.learning.jobs import LearningUnderWayError, recheck_connection
from wrappers.models import LearningJob, LearningState

# More than a description at its own limits takes.
MAX_UPLOAD_BYTES = 5_000_000


class DescriptionForm(forms.Form):
    upload = forms.FileField(
        label="Connection description",
        help_text="The XML as downloaded, with your changes (docs/connection-description.md).",
    )

    def clean_upload(self) -> ConnectionDescription:
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


class ConnectionAdminMixin(ProgressPage[Engine]):
    """For the page of an engine: how it is asked, by a form found or a description uploaded."""

    own_pages = {
        "forms": "<int:row_id>/forms/",
        "description": "<int:row_id>/description.xml",
        "upload": "<int:row_id>/description/",
    }

    def forms_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.changeable(request, row_id)
        job = LearningJob.objects.filter(engine=engine).first()
        candidates = _candidates(job)
        if request.method == "POST":
            return self._choose(request, engine, candidates)
        return self.show(
            request,
            "discovery/engine/forms.html",
            f"Through which form is {engine} asked?",
            engine=engine,
            candidates=candidates,
            failures=job.state.failures if job else (),
        )

    def _choose(
        self, request: HttpRequest, engine: Engine, candidates: list[dict[str, Any]]
    ) -> HttpResponse:
        places = [str(place) for place in range(len(candidates))]
        place = request.POST.get("form", "")
        if place not in places:
            raise Http404("no such form")
        chosen = candidates[places.index(place)]
        try:
            recheck_connection(engine, chosen["description"])
        except LearningUnderWayError as error:
            messages.error(request, str(error))
        else:
            self.log_done(request, [engine], f"Chose the form {chosen['asks']}")
            messages.success(request, "The engine is being learned through this form.")
        return HttpResponseRedirect(self.address_of(engine))

    def description_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.visible(request, row_id)
        if not engine.description:
            raise Http404
        version = engine.wrapper_versions.in_use()
        data_model = "" if version is None else version.data_model
        text = to_xml(replace(from_xml(engine.description.encode()), data_model=data_model))
        return as_file(text, "application/xml", f"{engine.slug}.xml")

    def upload_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.changeable(request, row_id)
        form = DescriptionForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            try:
                recheck_connection(engine, form.cleaned_data["upload"])
            except LearningUnderWayError as error:
                form.add_error("upload", str(error))
            else:
                messages.info(request, "The connection is being checked with this description.")
                return HttpResponseRedirect(self.address_of(engine))
        return self.show(
            request,
            "discovery/engine/upload_description.html",
            f"Upload a connection description of {engine}",
            engine=engine,
            form=form,
        )

    @admin.display(description="connection description")
    def description_source(self, engine: Engine) -> SafeString:
        address = self.address_of(engine, "upload")
        upload = format_html('<a href="{}">Upload a changed one</a>', address)
        if not engine.description:
            return format_html("none yet · {}", upload)
        return format_html(
            '<a href="{}">Download</a> · {}<pre tabindex="0">{}</pre>',
            self.address_of(engine, "description"),
            upload,
            engine.description,
        )

    @admin.display(description="asks first")
    def asks_first(self, engine: Engine) -> str:
        try:
            return told_walls(from_xml(engine.description.encode()).walls) or "–"
        except DescriptionError:
            return "–"

    @admin.display(description="same as")
    def same_as(self, engine: Engine) -> SafeString | str:
        try:
            others = engines_asked_alike(engine, from_xml(engine.description.encode()))
        except DescriptionError:
            others = []
        rows = ((self.address_of(other), other.name) for other in others)
        return format_html_join(", ", '<a href="{}">{}</a>', rows) or "–"


def _candidates(job: LearningJob | None) -> list[dict[str, Any]]:
    state = job.state if job else LearningState()
    found = []
    for number, candidate in enumerate(state.candidates):
        try:
            description = from_xml(candidate.xml.encode())
        except DescriptionError:
            continue
        found.append(
            {
                "description": description,
                "asks": description.template or description.action,
                "page": description.form_page,
                "cues": ", ".join(candidate.cues),
                "is_tried": number == state.candidate,
            }
        )
    return found
