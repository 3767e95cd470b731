"""Who guesses passwords is turned away for a while; others, and other accounts, are not."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db.models import F
from django.test import AsyncClient, Client

from metasearch.edge.rate_limit import RateLimits
from metasearch.search.service import current_service

pytestmark = pytest.mark.django_db(transaction=True)
LIMIT = settings.AXES_FAILURE_LIMIT


@pytest.fixture(autouse=True)
def admin(settings: Any) -> None:
    settings.SEARCHES_A_MINUTE = 0
    get_user_model().objects.create_superuser("admin", password="right")


def sign_in(password: str, name: str = "admin", address: str = "198.51.100.7", **more: Any) -> Any:
    form = {"username": name, "password": password}
    return Client(REMOTE_ADDR=address).post("/admin/login/", form, **more)


def test_an_account_is_closed_to_who_guesses_its_password():
    for _ in range(LIMIT - 1):
        assert sign_in("wrong").status_code == 200
    assert sign_in("wrong").status_code == 429
    response = sign_in("right")
    assert response.status_code == 429
    assert "closed to your address for 15 minutes" in response.content.decode()
    assert 800 <= int(response.headers["Retry-After"]) <= 900
    # Others are not kept out by it.
    assert sign_in("right", address="198.51.100.8").status_code == 302
    assert "correct" in sign_in("wrong", name="other").content.decode()


def test_trying_on_makes_it_no_longer_and_it_ends_or_is_ended_by_a_command():
    for _ in range(LIMIT):
        sign_in("wrong")
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=9, seconds=30))
    assert "for 6 minutes" in sign_in("wrong").content.decode()
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=6))
    assert sign_in("right").status_code == 302
    assert not AccessAttempt.objects.exists()
    for _ in range(LIMIT):
        sign_in("wrong")
    call_command("axes_reset_username", "admin")
    assert sign_in("right").status_code == 302


def test_a_clock_set_back_closes_no_account_for_longer():
    for _ in range(LIMIT):
        sign_in("wrong")
    AccessAttempt.objects.update(attempt_time=F("attempt_time") + timedelta(days=1))
    assert "for 15 minutes" in sign_in("right").content.decode()
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - settings.AXES_COOLOFF_TIME)
    assert sign_in("right").status_code == 302


def test_another_browser_or_another_address_of_one_ipv6_network_is_the_same():
    for number in range(LIMIT):
        agent = {"user-agent": f"browser {number}"}
        sign_in("wrong", address=f"2001:db8::{number:x}", headers=agent)
    assert sign_in("right", address="2001:db8::ffff").status_code == 429
    assert sign_in("right", address="2001:db8:0:1::1").status_code == 302


@pytest.mark.parametrize("name", ["\0", "a" * 10_000, "\ud800", "' OR 1=1 --"])
def test_impossible_names_are_refused_and_nothing_else(name):
    form = f"username={name}&password=x".encode("utf-8", "surrogatepass")
    kind = "application/x-www-form-urlencoded"
    # PostgreSQL, unlike SQLite, has no room for the longest of them.
    assert Client().post("/admin/login/", form, content_type=kind).status_code in (200, 400)


async def test_one_network_may_not_try_many_accounts_at_once(settings, monkeypatch):
    settings.SEARCHES_A_MINUTE = 12
    monkeypatch.setattr(current_service(), "limits", RateLimits(lambda: False))
    proxied = {"x-forwarded-for": "198.51.100.7"}
    seen = []
    for number in range(3):
        form = {"username": f"name-{number}", "password": ""}
        response = await AsyncClient().post("/admin/login/", form, headers=proxied)
        seen.append(response.status_code)
    assert seen == [200, 200, 429]
    assert "Retry-After" in response.headers
    assert (await AsyncClient().get("/admin/login/", headers=proxied)).status_code == 200
