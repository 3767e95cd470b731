"""Why a search asks nobody, in a sentence."""

from django.utils.translation import gettext as _

from metasearch.presentation.labels import category_label, unavailable_labels
from metasearch.search.service import SearchService


async def why_nobody_is_asked(service: SearchService, category: str) -> tuple[str, bool]:
    """Return why a search under `category` ("": all) asks nobody, and whether there are engines.

    There is no engine yet, none under a tab, none that can be asked, or all are switched off.
    """
    if category:
        words = _("No engine can be asked under “{category}”.")
        return words.format(category=category_label(category)), True
    if await service.engines.ready():
        return _("You switched all engines off in the preferences."), True
    if resting := await service.engines.unavailable():
        named = ", ".join(
            f"{shown['name']} ({shown['state']})" for shown in unavailable_labels(resting)[:5]
        )
        return _("No engine can be asked now: {engines}.").format(engines=named), True
    return _("There is no engine to ask yet."), False
