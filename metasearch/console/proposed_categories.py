"""The categories that are proposed for engines, in the console."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from metasearch.console.work_pages import OfEngines, address_of, link, log_done
from metasearch.models import StoredProfile


class WithoutCategory(admin.SimpleListFilter):
    title = "categories of the engine"
    parameter_name = "categories"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("none", "none yet"), ("some", "some")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[StoredProfile]
    ) -> QuerySet[StoredProfile]:
        if self.value() == "none":
            return queryset.filter(engine__categories="")
        return queryset.exclude(engine__categories="") if self.value() else queryset


@admin.register(StoredProfile)
class ProposedCategoriesAdmin(OfEngines[StoredProfile]):
    by_hand = frozenset()
    deferred = ("data",)

    list_display = ("engine_link", "categories", "proposed", "because")
    list_display_links = None
    list_filter = (WithoutCategory,)
    list_select_related = ("engine",)
    search_fields = ("engine__name",)
    ordering = ("engine__name",)
    actions = ("put_under_proposed",)
    fields = readonly_fields = ("engine", "proposed", "because")

    def get_queryset(self, request: HttpRequest) -> QuerySet[StoredProfile]:
        return super().get_queryset(request).exclude(subjects=[])

    @admin.display(description="engine", ordering="engine__name")
    def engine_link(self, profile: StoredProfile) -> SafeString:
        return link(address_of(profile.engine), profile.engine.name)

    @admin.display(description="is under")
    def categories(self, profile: StoredProfile) -> str:
        return profile.engine.categories

    @admin.display(description="proposed")
    def proposed(self, profile: StoredProfile) -> str:
        return ", ".join(profile.proposed_categories())

    @admin.display(description="because of its words")
    def because(self, profile: StoredProfile) -> str:
        return "; ".join(", ".join(words) for _, *words in profile.subjects)

    @admin.action(description="Put under the proposed categories", permissions=["change"])
    def put_under_proposed(self, request: HttpRequest, queryset: QuerySet[StoredProfile]) -> None:
        for profile in queryset:
            profile.put_engine_under_proposed()
            log_done(request, [profile.engine], "Put under the proposed categories.")
        messages.success(request, "They stand under the new tabs from the next search on.")
