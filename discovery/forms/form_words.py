"""The words by which forms say what they are for, as patterns of all languages together."""

import re

from discovery.lexicon.reading import any_of, lexicon

_FORMS = lexicon().forms

SEARCH_WORDS = re.compile(any_of(_FORMS.search_words))
SEARCH_MARKS = re.compile(any_of(_FORMS.search_marks))
QUERY_NAMES = re.compile(any_of(_FORMS.query_names))
VAGUE_QUERY_NAMES = re.compile(any_of(_FORMS.vague_query_names))
EMAIL = re.compile(any_of(_FORMS.email))
PASSWORD = re.compile(any_of(_FORMS.password))
ACCOUNT = re.compile(any_of(_FORMS.account))
SUBSCRIBE = re.compile(any_of(_FORMS.subscribe))
MESSAGE = re.compile(any_of(_FORMS.message))
SEND_WORDS = re.compile(rf"^\s*{any_of(_FORMS.send)}")
PURCHASE = re.compile(any_of(_FORMS.purchase))
PLACE = re.compile(any_of(_FORMS.place))
LOCATOR = re.compile(any_of(_FORMS.locator))
MEASURE = re.compile(any_of(_FORMS.measure))
PERSON = re.compile(any_of(_FORMS.person))
REFINE = re.compile(any_of(_FORMS.refine))
CODE = re.compile(any_of(_FORMS.code))
