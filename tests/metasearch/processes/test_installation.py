"""First start: one administrator, one key."""

import pytest
from django.contrib.auth import authenticate

from metasearch.management.installation import WrongKeyError, check_secret_key, make_administrator
from metasearch.models import Installation

pytestmark = pytest.mark.django_db


def test_the_administrator_is_made_once() -> None:
    password = make_administrator()
    assert password
    assert authenticate(username="admin", password=password)
    assert make_administrator() is None


def test_the_key_of_the_first_start_is_accepted_again() -> None:
    check_secret_key()
    check_secret_key()
    assert Installation.objects.count() == 1


def test_another_key_is_refused(settings: pytest.FixtureRequest) -> None:
    check_secret_key()
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    with pytest.raises(WrongKeyError, match="SECRET_KEY"):
        check_secret_key()
