"""Tags of the console's own templates."""

from typing import Any

from django import template

from metasearch.console.overview import may_see, overview

register = template.Library()


@register.inclusion_tag("admin/overview.html", takes_context=True)
def show_overview(context: dict[str, Any]) -> dict[str, Any]:
    """Show how engines and work stand, to those who may see engines."""
    user = context["request"].user
    return {"overview": overview() if may_see(user) else None}
