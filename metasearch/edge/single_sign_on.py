"""Single sign-on by OpenID Connect, where OIDC_ISSUER names a provider of accounts."""

import logging
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import Group, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from metasearch.models import ProviderAccount

logger = logging.getLogger(__name__)

# Seconds for one answer of the provider.
TIMEOUT = 5.0
# Who is put into this group may do everything.
ADMINISTRATORS = "administrators"
NEXT = "after_sign_on"


@cache
def _provider(issuer: str, client: str, secret: str, scope: str) -> Any:
    # An optional package (requirements-sso.txt).
    from authlib.integrations.django_client import OAuth

    place = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    how = {"scope": scope, "code_challenge_method": "S256", "default_timeout": TIMEOUT}
    named = {"client_id": client, "client_secret": secret, "server_metadata_url": place}
    return OAuth().register("oidc", client_kwargs=how, **named)


@require_safe
def sign_on(request: HttpRequest) -> HttpResponse:
    """Send a person to the provider, and sign in whom it rightly sends back."""
    if not settings.OIDC_ISSUER:
        return HttpResponseRedirect(reverse("admin:login"))
    names = ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_SCOPE")
    provider = _provider(*(getattr(settings, name) for name in names))
    must_be = {"iss": {"essential": True, "value": settings.OIDC_ISSUER}}
    try:
        if not {"state", "error"} & request.GET.keys():
            request.session[NEXT] = request.GET.get("next", "")[:2_000]
            here = request.build_absolute_uri(request.path)
            return HttpResponseRedirect(provider.authorize_redirect(request, here).url)
        token = provider.authorize_access_token(request, claims_options=must_be)
        user = account_of(token["userinfo"])
        if not user.is_active:
            raise PermissionDenied
    except Exception:
        logger.exception("nobody is signed on")
        messages.error(request, "Single sign-on did not let you in: try again, or sign in here.")
        return HttpResponseRedirect(reverse("admin:login"))
    wanted, hosts = request.session.pop(NEXT, ""), {request.get_host()}
    login(request, user, "django.contrib.auth.backends.ModelBackend")
    if not url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure()):
        wanted = reverse("admin:index" if user.is_staff else "home")
    return HttpResponseRedirect(wanted)


@transaction.atomic
def account_of(claims: Mapping[str, Any]) -> User:
    """Return the account of that subject, made when it first comes; never one of the same name."""
    subject = f"{claims['iss']} {claims['sub']}"
    known = ProviderAccount.objects.select_related("user").filter(subject=subject).first()
    if known is None:
        name = str(claims.get("preferred_username") or claims.get("email") or claims["sub"])[:100]
        if User.objects.filter(username=name).exists():
            name += f"-{secrets.token_hex(4)}"
        user = User.objects.create_user(name)
        known = ProviderAccount.objects.create(user=user, subject=subject)
    user, told = known.user, claims.get("groups") or ()
    if settings.OIDC_GROUPS:
        names = {told} if isinstance(told, str) else set(told)
        groups = {ours for theirs, ours in settings.OIDC_GROUPS.items() if theirs in names}
        user.is_staff, user.is_superuser = bool(groups), ADMINISTRATORS in groups
        user.save()
        user.groups.set(Group.objects.filter(name__in=groups))
    return user
