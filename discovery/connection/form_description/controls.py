"""A form's controls as parameters: which of them are sent, and with what (successful controls)."""

from collections.abc import Iterator, Sequence

from discovery.connection.description.parameter import Parameter, ParameterOption
from discovery.connection.form_description.roles import recognise_role
from discovery.connection.form_description.tokens import looks_like_token
from discovery.forms.form import FormField, SearchForm

_BOX_KINDS = frozenset({"checkbox", "radio"})
# HTML, section 4.10.22.4, step 5.1: these never take part in a submission.
_NEVER_SENT = frozenset({"reset", "button"})


def query_field_position(fields: Sequence[FormField], name: str) -> int | None:
    """Return the place of the control that takes the query, one for text before any other."""
    places = [place for place, field in enumerate(fields) if field.name == name]
    return next((place for place in places if fields[place].takes_text), next(iter(places), None))


def describe_controls(form: SearchForm, query_place: int) -> tuple[tuple[Parameter, ...], int]:
    """Return all controls but the one at `query_place`, and how many of them stand before it."""
    before = list(_parameters(form, range(query_place)))
    after = list(_parameters(form, range(query_place + 1, len(form.fields))))
    return (*before, *after), len(before)


def _parameters(form: SearchForm, places: range) -> Iterator[Parameter]:
    """Yield the parameters that the controls at `places` of the form make."""
    default_submit = form.default_submit
    for place in places:
        field = form.fields[place]
        if field.submits:
            yield from _submit_parameters(field, sent=field is default_submit)
        elif not field.name or field.kind in _NEVER_SENT:
            continue
        elif field.kind == "select":
            yield from _select_parameters(field)
        elif field.kind == "radio":
            yield from _radio_parameters(form, place)
        else:
            yield _single_parameter(field)


def _submit_parameters(field: FormField, *, sent: bool) -> Iterator[Parameter]:
    """Yield what a submit button sends; an image sends where it was hit, (0, 0) by the keyboard."""
    if field.kind == "image":
        prefix = f"{field.name}." if field.name else ""
        for axis in ("x", "y"):
            yield Parameter(prefix + axis, "0", "image", label=field.label, sent=sent)
    elif field.name:
        yield Parameter(field.name, field.value, "submit", label=field.label, sent=sent)


def _select_parameters(field: FormField) -> Iterator[Parameter]:
    """Yield one parameter for each value a select sends, or one that is not sent."""
    enabled = [option for option in field.options if not option.disabled]
    options = tuple(ParameterOption(option.value, option.label) for option in enabled)
    role = recognise_role(field.name, field.label, options)
    shown = [option for option in field.options if option.selected]
    if not field.multiple:
        # A drop-down shows its first option when none is marked, the last marked one otherwise.
        shown = (shown or enabled[:1])[-1:]
    chosen = [option.value for option in shown if not option.disabled]
    for value in chosen:
        yield Parameter(field.name, value, "select", options, field.label, role=role)
    if not chosen:
        value = options[0].value if options else ""
        yield Parameter(field.name, value, "select", options, field.label, sent=False, role=role)


def _radio_parameters(form: SearchForm, place: int) -> Iterator[Parameter]:
    """Yield one parameter for a group of radio buttons, where its checked or first one stands."""
    name = form.fields[place].name
    group = [each for each in form.fields if each.kind == "radio" and each.name == name]
    # Of several marked ones a browser keeps the last.
    standing = next((each for each in reversed(group) if each.checked), group[0])
    if form.fields[place] is not standing:
        return
    options = tuple(ParameterOption(each.value, each.label) for each in group)
    yield Parameter(
        name,
        standing.value,
        "radio",
        options,
        sent=standing.checked,
        role=recognise_role(name, "", options),
    )


def _single_parameter(field: FormField) -> Parameter:
    """Return the parameter of a box, a hidden field, a further text field or a file control."""
    return Parameter(
        field.name,
        "" if field.kind == "file" else field.value,
        field.kind,
        label=field.label,
        sent=field.checked or field.kind not in _BOX_KINDS,
        role=recognise_role(field.name, field.label, ()),
        token=field.kind == "hidden" and looks_like_token(field.name, field.value),
    )
