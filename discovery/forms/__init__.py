"""Forms of a page: found, classified, ranked."""

from discovery.forms.acts import pages_act, sends_act
from discovery.forms.classification import FormVerdict, classify, rank_search_forms
from discovery.forms.finding import find_forms, find_forms_as_browser
from discovery.forms.form import FieldOption, FormField, SearchForm
from discovery.forms.pressing import press_button

__all__ = [
    "FieldOption",
    "FormField",
    "FormVerdict",
    "SearchForm",
    "classify",
    "find_forms",
    "find_forms_as_browser",
    "pages_act",
    "press_button",
    "rank_search_forms",
    "sends_act",
]
