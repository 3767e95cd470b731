"""Families in the console: engines that are asked and read alike, as one program's are."""

from typing import Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Count, Min, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.models import Engine
from wrappers.models import WrapperVersion

# Families that are offered: the largest.
MAX_SHOWN = 40
# Digits of a key that every database takes.
MAX_DIGITS = 18


def family_of(version: WrapperVersion) -> QuerySet[WrapperVersion]:
    """Return the versions in use that have the template of this one, itself among them."""
    in_use = WrapperVersion.objects.filter(is_active=True)
    return in_use.filter(form_key=version.form_key, formula=version.formula)


class FamilyFilter(SimpleListFilter):
    """Those of one template, called after the engine it was learned from first."""

    title = "template"
    parameter_name = "template"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[tuple[str, str]]:
        told = WrapperVersion.objects.filter(is_active=True).exclude(form_key="").order_by()
        families = told.values("form_key", "formula").annotate(number=Count("pk"), first=Min("pk"))
        largest = families.filter(number__gt=1).order_by("-number", "first")[:MAX_SHOWN]
        numbers = {family["first"]: family["number"] for family in largest}
        first = WrapperVersion.objects.select_related("engine").in_bulk(numbers)
        return [(str(pk), f"{first[pk].engine.name} ({n})") for pk, n in numbers.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Engine]) -> QuerySet[Engine]:
        value = self.value()
        if value is None:
            return queryset
        key = int(value) if value.isdecimal() and len(value) < MAX_DIGITS else 0
        version = WrapperVersion.objects.filter(pk=key).first()
        if version is None:
            return queryset.none()
        return queryset.filter(pk__in=family_of(version).values("engine"))


def told_family(engine: Engine) -> SafeString | str:
    """Return how many engines have the template of one, with a link to their list."""
    version = engine.wrapper_versions.in_use()
    number = family_of(version).count() if version is not None and version.form_key else 0
    if version is None or number < 2:
        return "this engine alone"
    address = f"{reverse('admin:discovery_engine_changelist')}?template={version.pk}"
    return format_html('<a href="{}">{} engines</a>', address, number)
