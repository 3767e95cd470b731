"""Language, period and safe search, put into the controls of engines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.connection.description import (
    ConnectionDescription,
    Parameter,
    ParameterOption,
    ParameterRole,
)
from discovery.connection.form_description import offered, with_choices
from discovery.connection.requests import build_request

LANGUAGE, DATE, SAFE = ParameterRole.LANGUAGE, ParameterRole.DATE, ParameterRole.SAFE_SEARCH


def control(name, role, *options, value=""):
    choices = tuple(ParameterOption(*option) for option in options)
    return Parameter(name, value, "select", choices, role=role)


def engine(*parameters):
    return ConnectionDescription(
        action="https://a.example/find", query_field="q", parameters=parameters
    )


ENGINE = engine(
    control("hl", LANGUAGE, ("", "Any"), ("lang_de", "German"), ("2", "Français"), ("pt-BR", "x")),
    control("when", DATE, ("", "Any time"), ("86400", "Past 24 hours"), ("qdr:w", ""), ("y", "")),
    control("safe", SAFE, ("0", "Off"), ("1", "Moderate"), ("2", "Strict"), value="1"),
    control("cat", ParameterRole.CATEGORY, ("de", "German")),
)


def test_what_is_offered():
    assert offered(ENGINE) == {
        LANGUAGE: ("de", "fr", "pt"),
        DATE: ("day", "week", "year"),
        SAFE: ("off", "moderate", "strict"),
    }
    assert offered(engine()) == {}


@pytest.mark.parametrize(
    ("choices", "sent"),
    [
        ({}, "hl=&when=&safe=1"),
        ({LANGUAGE: "fr"}, "hl=2&when=&safe=1"),
        ({LANGUAGE: "de", DATE: "day", SAFE: "strict"}, "hl=lang_de&when=86400&safe=2"),
        ({DATE: "week", SAFE: "off"}, "hl=&when=qdr%3Aw&safe=0"),
        ({LANGUAGE: "ja", DATE: "month"}, "hl=&when=&safe=1"),
    ],
)
def test_the_request_carries_what_is_chosen_and_offered(choices, sent):
    url = build_request(with_choices(ENGINE, choices), "x").url
    assert url == f"https://a.example/find?q=x&{sent}&cat="


@pytest.mark.parametrize(
    ("label", "value", "meant"),
    [
        *(("Last 5 years", "5y", None), ("2019", "2019", None), ("Letzte Woche", "7", "week")),
        *(("Dernier mois", "4", "month"), ("за год", "x", "year"), ("", "pastday", "day")),
        *(("3 months", "m", None), ("Monday", "mo", None)),
    ],
)
def test_periods(label, value, meant):
    found = offered(engine(control("t", DATE, (value, label))))
    assert found == ({DATE: (meant,)} if meant else {})


@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from([LANGUAGE, DATE, SAFE]))
def test_no_choice_raises_and_what_is_offered_can_be_chosen(value, label, role):
    description = engine(control("x", role, (value, label)))
    for found, values in offered(description).items():
        chosen = with_choices(description, {found: values[0]})
        assert chosen.parameters[0].value == value
