"""The form of the preferences page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from metasearch.presentation.labels import MAX_NAME_LENGTH
from metasearch.search.highlighting import clean_text
from metasearch.search.preferences import (
    DEFAULTS,
    MAX_TOKEN_LENGTH,
    METHODS,
    PAGE_SIZES,
    THEMES,
    Preferences,
)
from metasearch.search.search_request import parse_host

MAX_HOSTS = 100
TOO_MANY_CHOICES = _("These are more choices than a cookie can hold.")
ENGINE_PREFIX = "engine:"
ENGINE_CHOICES = (
    ("off", _("never")),
    ("less", _("counts half")),
    ("usual", _("Default")),
    ("more", _("counts double")),
)


# Engines listed unasked, and found by words; of more than these those are listed of which something
# was chosen. Guess: some screens.
MAX_LISTED = 50


class HostsField(forms.CharField):
    widget = forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "none"})

    def clean(self, value: Any) -> tuple[str, ...]:
        lines = str(super().clean(value)).replace(",", "\n").split()
        if len(lines) > MAX_HOSTS:
            raise ValidationError(_("At most %(limit)d hosts."), params={"limit": MAX_HOSTS})
        hosts = {line: parse_host(line) for line in lines}
        for line, host in hosts.items():
            if not host:
                raise ValidationError(
                    _("“%(line)s” is no host, such as example.org."),
                    params={"line": clean_text(line, 60)},
                )
        return tuple(dict.fromkeys(hosts.values()))


class PreferenceForm(forms.Form):
    """All that can be chosen; what was chosen `before` of engines not listed stays."""

    language = forms.ChoiceField(
        label=_("Language of these pages"),
        choices=[("", _("that of the browser")), *settings.LANGUAGES],
    )
    theme = forms.ChoiceField(label=_("Colours"), choices=THEMES)
    per_page = forms.TypedChoiceField(
        label=_("Results shown at once"),
        choices=[(size, size) for size in PAGE_SIZES],
        coerce=int,
    )
    method = forms.ChoiceField(
        label=_("Queries are sent"), choices=METHODS, widget=forms.RadioSelect
    )
    progressive = forms.BooleanField(
        label=_("Show results as they come"),
        help_text=_("Otherwise the page waits for the last engine."),
    )
    new_tab = forms.BooleanField(label=_("Open results in a new tab"))
    endless = forms.BooleanField(label=_("Load further results at the end of the page"))
    thumbnails = forms.BooleanField(
        label=_("Show pictures"),
        help_text=_("They come through this server: the sites do not see you."),
    )
    icons = forms.BooleanField(
        label=_("Show icons of sites"),
        help_text=_("They come through this server: the sites do not see you."),
    )
    answers = forms.BooleanField(
        label=_("Show answers beside the results"),
        help_text=_("Sums, units, days, and the beginning of an encyclopedia’s page of that name."),
    )
    shortcuts = forms.BooleanField(label=_("Keyboard shortcuts"))
    completion = forms.BooleanField(
        label=_("Complete what I type"),
        help_text=_("From words and titles that are known here; no engine is asked."),
    )
    suggestions = forms.BooleanField(
        label=_("Suggest queries while I type"),
        help_text=_("What you type then goes to the engines that offer suggestions."),
    )
    preferred = HostsField(label=_("Hosts to see first"))
    blocked = HostsField(label=_("Hosts never to see"))

    def __init__(
        self,
        data: Mapping[str, str] | None,
        engines: Sequence[tuple[str, str]],
        before: Preferences,
    ) -> None:
        chosen = {ENGINE_PREFIX + slug: before.engines.get(slug, "usual") for slug, _ in engines}
        initial = {name: getattr(before, name) for name in self.base_fields}
        for name in ("preferred", "blocked"):
            initial[name] = "\n".join(initial[name])
        # Engines that the page sent did not list are as they were before.
        sent = None if data is None else chosen | dict(data.items())
        super().__init__(sent, initial=initial | chosen)
        self.before = before
        for slug, name in engines:
            self.fields[ENGINE_PREFIX + slug] = forms.ChoiceField(
                label=clean_text(name, MAX_NAME_LENGTH), choices=ENGINE_CHOICES
            )
        # What is not chosen is as usual.
        for field in self.fields.values():
            field.required = False

    def engine_fields(self) -> Iterator[BoundField]:
        return (self[name] for name in self.fields if name.startswith(ENGINE_PREFIX))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and len(self.preferences().to_token()) > MAX_TOKEN_LENGTH:
            raise ValidationError(TOO_MANY_CHOICES)
        return cleaned

    def preferences(self) -> Preferences:
        cleaned = self.cleaned_data
        plain = {
            name: cleaned[name] if cleaned[name] != "" else getattr(DEFAULTS, name)
            for name in self.base_fields
        }
        engines = {
            slug: choice
            for slug, choice in self.before.engines.items()
            if ENGINE_PREFIX + slug not in self.fields
        }
        for name, choice in cleaned.items():
            if name.startswith(ENGINE_PREFIX) and choice not in {"", "usual"}:
                engines[name.removeprefix(ENGINE_PREFIX)] = choice
        return Preferences(**plain, engines=engines)


def listed_engines(
    engines: Sequence[tuple[str, str]], preferences: Preferences, data: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the `engines` (slug, name) that the form lists: all while they are few.

    Else those of which something is chosen and those found by the words that are in the form.
    """
    if len(engines) <= MAX_LISTED:
        return list(engines)
    words = data.get("words", "").casefold().split() if "find" in data else []
    chosen, found = [], []
    for engine in engines:
        slug, name = engine
        if slug in preferences.engines or ENGINE_PREFIX + slug in data:
            chosen.append(engine)
        elif words and all(word in f"{name} {slug}".casefold() for word in words):
            found.append(engine)
    return chosen[: 2 * MAX_LISTED] + found[:MAX_LISTED]
