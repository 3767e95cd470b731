"""What the console's pages of all long work share: started by a form, watched, stopped."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from discovery.console.progress_page import ProgressPage
from discovery.engines.registration import AddressError, clean_address
from discovery.jobs.leases import LeasedWork, WorkStateError

Work = TypeVar("Work", bound=LeasedWork)
# A button of a page of work: its name, its label.
Button = tuple[str, str]


class WorkConsole(ProgressPage[Work]):
    """The pages of one kind of work.

    The row belongs to its worker: nothing of it is edited by hand.
    """

    change_form_template = "admin/work_page.html"
    # What starts the work, and the label of the button that does.
    start_form: ClassVar[type[forms.ModelForm[Any]]]
    start_label: ClassVar[str]

    def actions_of_buttons(self) -> dict[str, Callable[[Work], object]]:
        """Return what the buttons of a page do, by their names."""
        raise NotImplementedError

    def buttons(self, row: Work) -> tuple[Button, ...]:
        """Return the buttons that a row in its state has, the likeliest first."""
        raise NotImplementedError

    def state_words(self, row: Work) -> str:
        """Return in words where a row's work stands."""
        raise NotImplementedError

    def page_context(self, row: Work) -> dict[str, Any]:
        """Return what the page shows besides the row: its progress and its buttons."""
        return {**super().page_context(row), "buttons": self.buttons(row)}

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form that starts the work."""
        context = {**(extra_context or {}), "start_label": self.start_label}
        return super().add_view(request, form_url, context)

    def get_form(
        self, request: HttpRequest, obj: Work | None = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm[Work]]:
        """Ask for what the work needs when starting it."""
        return self.start_form if obj is None else super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Work | None = None) -> tuple[str, ...]:
        """Return the fields shown."""
        return tuple(self.start_form.base_fields if obj is None else self.readonly_fields)

    def get_readonly_fields(self, request: HttpRequest, obj: Work | None = None) -> tuple[str, ...]:
        """Work under way is not edited."""
        return () if obj is None else tuple(self.readonly_fields)

    def has_delete_permission(self, request: HttpRequest, obj: Work | None = None) -> bool:
        """Work under way is stopped first."""
        ended = obj is None or obj.finished_at is not None
        return ended and super().has_delete_permission(request, obj)

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Name the rows alone: what they found goes with them, too much to be listed."""
        rows = [str(row) for row in objs]
        return rows, {str(self.opts.verbose_name_plural): len(rows)}, set(), []

    def save_model(self, request: HttpRequest, obj: Work, form: Any, change: bool) -> None:
        """Write nothing: the row belongs to its worker."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Write nothing: the rows belong to the worker."""

    def response_change(self, request: HttpRequest, obj: Work) -> HttpResponse:
        """Do what the button pressed says, and stay on the page."""
        for name, action in self.actions_of_buttons().items():
            if name in request.POST:
                self.do_each(request, [obj], action)
        return HttpResponseRedirect(self.address_of(obj))

    def do_each(
        self, request: HttpRequest, rows: Iterable[Work], action: Callable[[Work], object]
    ) -> None:
        """Do `action` to each row; say where they stand after it."""
        for row in rows:
            try:
                action(row)
            except WorkStateError as error:
                self.message_user(request, str(error), messages.WARNING)
            else:
                self.message_user(request, f"{row}: {self.state_words(row)}")


class AddressLinesField(forms.CharField):
    """Takes lines of text, at most `most` of them; gives the addresses as they will be fetched."""

    def __init__(self, *, rows: int, most: int | None = None, **options: Any) -> None:
        attributes = {"rows": rows, "cols": 60, "autofocus": True}
        super().__init__(widget=forms.Textarea(attrs=attributes), **options)
        self.most = most

    def clean(self, value: Any) -> list[str]:
        """Return the addresses. Raises `ValidationError` for a line that is none."""
        lines = [line for line in super().clean(value).splitlines() if line.strip()]
        if self.most is not None and len(lines) > self.most:
            raise forms.ValidationError(f"At most {self.most} addresses, not {len(lines)}.")
        try:
            return [clean_address(line) for line in lines]
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error
