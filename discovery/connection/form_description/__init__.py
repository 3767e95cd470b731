"""From a form on a page to the description of how its engine is asked."""

from discovery.connection.form_description.choices import (
    PERIODS,
    SAFE_LEVELS,
    offered,
    with_choices,
)
from discovery.connection.form_description.describing import (
    describe,
    describe_template,
    described_forms,
)
from discovery.connection.form_description.site import site_name, site_root
from discovery.connection.form_description.tokens import (
    FormGoneError,
    changing_parameters,
    fresh_values,
    is_named_token,
    settle_tokens,
)

__all__ = [
    "PERIODS",
    "SAFE_LEVELS",
    "FormGoneError",
    "changing_parameters",
    "describe",
    "describe_template",
    "described_forms",
    "fresh_values",
    "is_named_token",
    "offered",
    "settle_tokens",
    "site_name",
    "site_root",
    "with_choices",
]
