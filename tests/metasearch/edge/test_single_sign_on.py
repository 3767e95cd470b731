"""Accounts of a provider sign in by OpenID Connect, and nobody whom it does not send."""

from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from joserfc.jwk import RSAKey

from metasearch.models import ProviderAccount
from metasearch.settings import environment
from tests.metasearch.edge.oidc_provider import CLIENT, SECRET, providing

pytestmark = pytest.mark.django_db


@pytest.fixture
def provider(settings: Any) -> Any:
    with providing() as provider:
        settings.OIDC_ISSUER = provider.issuer
        settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT, SECRET
        settings.OIDC_GROUPS = {"staff": "viewers", "it": "administrators", "desk": "editors"}
        yield provider


def way_back(client: Client, wanted: str = "") -> str:
    """Go to the provider, and return where it leads back to."""
    response = client.get("/admin/oidc/", {"next": wanted})
    place = urlsplit(response.headers["Location"])
    connection = HTTPConnection(place.netloc)
    connection.request("GET", f"{place.path}?{place.query}")
    back = urlsplit(connection.getresponse().headers["Location"])
    assert (back.netloc, back.path) == ("testserver", "/admin/oidc/")
    return f"{back.path}?{back.query}"


def sign_on(client: Client, wanted: str = "") -> str:
    return client.get(way_back(client, wanted)).headers["Location"]


def account(client: Client) -> User | None:
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


def test_a_person_comes_in_and_is_who_they_were_the_next_time(provider, client):
    provider.claims = {"sub": "a1", "preferred_username": "ada", "groups": ["staff", "others"]}
    assert sign_on(client, "/admin/health/") == "/admin/health/"
    user = account(client)
    assert (user.username, user.is_staff, user.is_superuser) == ("ada", True, False)
    assert [group.name for group in user.groups.all()] == ["viewers"]
    assert not user.has_usable_password()
    assert client.get("/admin/health/").status_code == 200
    assert LogEntry.objects.get(user=user).change_message == "Signed in."
    # Renamed there: the account is that of the subject.
    provider.claims = {"sub": "a1", "preferred_username": "lovelace", "groups": "it"}
    other = Client()
    assert sign_on(other) == "/admin/"
    assert account(other) == user and User.objects.count() == 1
    assert account(other).is_superuser and not account(other).groups.exists()
    # Out of all groups there, they have no rights here.
    provider.claims = {"sub": "a1"}
    assert sign_on(Client()) == "/"
    user.refresh_from_db()
    assert not user.is_staff and not user.is_superuser


def test_rights_given_here_stay_where_no_groups_are_named(provider, client, settings):
    settings.OIDC_GROUPS = {}
    provider.claims = {"sub": "a1", "email": "ada@a.example", "groups": ["it"]}
    sign_on(client)
    user = account(client)
    assert user.username == "ada@a.example" and not user.is_staff
    User.objects.update(is_staff=True)
    sign_on(client)
    assert account(client).is_staff


def test_nobody_becomes_another_account_of_the_same_name(provider, client, admin_user):
    provider.claims = {"sub": "evil", "preferred_username": "admin"}
    sign_on(client)
    user = account(client)
    assert user != admin_user and user.username.startswith("admin-") and not user.is_staff


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://evil.example"}, {"aud": "another"}, {"nonce": "another"}, {"sub": ""},
        {"exp": 1}, {"iss": None},
    ],
    ids=str,
)  # fmt: skip
def test_what_the_token_says_must_be_for_us_and_of_now(provider, client, changes):
    provider.changes = changes
    refused(client, way_back(client))


def refused(client: Client, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response.headers["Location"]) == (302, "/admin/login/")
    assert account(client) is None and not ProviderAccount.objects.exists()
    assert "Single sign-on" in client.get("/admin/login/").content.decode()


def test_what_is_signed_by_others_or_comes_in_another_way_is_refused(provider, client):
    back = way_back(client)
    # In the browser of somebody else, and without having been sent.
    refused(Client(), back)
    refused(client, "/admin/oidc/?code=x&state=y")
    refused(client, "/admin/oidc/?error=access_denied")
    refused(client, f"{back}x")
    provider.key = RSAKey.generate_key(2048, {"kid": "one"})
    refused(client, way_back(client))
    assert client.post("/admin/oidc/").status_code == 405


def test_a_code_is_taken_once_and_only_with_the_secret(provider, client, settings):
    settings.OIDC_CLIENT_SECRET = "wrong"
    refused(client, way_back(client))
    settings.OIDC_CLIENT_SECRET = SECRET
    back = way_back(client)
    assert client.get(back).headers["Location"] == "/"
    other = Client()
    assert other.get(back).headers["Location"] == "/admin/login/"
    assert account(other) is None


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", "javascript:1"])
def test_nobody_is_led_elsewhere(provider, client, wanted):
    assert sign_on(client, wanted) == "/"


def test_a_provider_that_is_away_keeps_nobody_from_signing_in_here(provider, client, caplog):
    provider.is_away = True
    assert client.get("/admin/oidc/").headers["Location"] == "/admin/login/"
    page = client.get("/admin/login/").content.decode()
    assert "did not let you in" in page and "Username" in page


def test_the_provider_is_not_asked_without_end(provider, settings):
    settings.SEARCHES_A_MINUTE = 12
    client = Client(REMOTE_ADDR="198.51.100.7")
    assert [sign_on(client) for _ in range(2)] == ["/", "/"]
    assert client.get("/admin/oidc/").status_code == 429
    assert client.get("/admin/oidc/?state=x").status_code == 302


def test_accounts_that_are_not_active_stay_out(provider, client):
    sign_on(client)
    User.objects.update(is_active=False)
    other = Client()
    assert sign_on(other) == "/admin/login/"
    assert account(other) is None


def test_it_is_offered_where_there_is_a_provider(provider, client, settings):
    page = client.get("/admin/login/?next=/search%3Fq%3Da").content.decode()
    assert 'href="/admin/oidc/?next=/search%3Fq%3Da"' in page
    settings.OIDC_ISSUER = ""
    assert "/admin/oidc/" not in client.get("/admin/login/").content.decode()
    assert client.get("/admin/oidc/").headers["Location"] == "/admin/login/"


def test_searching_is_for_who_signed_on(provider, client, settings):
    settings.SEARCH_NEEDS_SIGN_IN = True
    assert sign_on(client, "/engines") == "/engines"


@pytest.mark.parametrize("text", ["staff", "a=,b=c", "a=b=c", "=x"])
def test_pairs_that_are_none_stop_the_start(monkeypatch, text):
    monkeypatch.setenv("X", text)
    with pytest.raises(ImproperlyConfigured, match="X must"):
        environment.read_pairs("X")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setenv("X", "https://sso.example")
    monkeypatch.setattr(environment, "find_spec", lambda _: None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-sso\.txt"):
        environment.read_text("X", package="authlib")


def test_pairs_are_read(monkeypatch):
    monkeypatch.setenv("X", "staff=viewers, it = administrators")
    assert environment.read_pairs("X") == {"staff": "viewers", "it": "administrators"}
