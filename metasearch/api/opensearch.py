"""`/opensearch.xml`: how this metasearch is asked, so that browsers can add it."""

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.paging_rule import PageNumber, PagingRule
from discovery.connection.opensearch.reading import MIME_TYPE as OPENSEARCH_MIME_TYPE
from discovery.connection.opensearch.writing import write_opensearch

NAME = "Metasearch"


@require_safe
async def opensearch(request: HttpRequest) -> HttpResponse:
    """Return our own OpenSearch description, for the host by which we were asked."""
    description = ConnectionDescription(
        site_name=NAME,
        home_url=request.build_absolute_uri(reverse("home")),
        template=f"{request.build_absolute_uri(reverse('search'))}?q={{searchTerms}}",
        paging=PagingRule(numbers=(PageNumber("page", first=1, step=1),)),
        icon=request.build_absolute_uri(static("metasearch/icon.svg")),
    )
    document = write_opensearch(
        description,
        summary=_("Asks many search engines at once and merges what they find."),
        self_url=request.build_absolute_uri(),
    )
    return HttpResponse(document, content_type=OPENSEARCH_MIME_TYPE)
