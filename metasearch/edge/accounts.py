"""Whose a request is, before Django comes to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from io import BytesIO
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import aget_user
from django.contrib.auth.models import AnonymousUser, User
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections

from metasearch.edge.protocol import Scope
from wrappers.engines.answer import ANYBODY, Viewer
from wrappers.engines.registry import DATABASE_AWAY


@asynccontextmanager
async def account(scope: Scope) -> AsyncIterator[User | AnonymousUser]:
    """Give the account that signed in; while it is open its permissions can be read."""
    request = ASGIRequest(scope, BytesIO())
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        yield AnonymousUser()
        return
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    try:
        user: Any = await aget_user(request)
        yield user
    finally:
        # A refused request never comes to Django, which would give the connection back.
        await sync_to_async(close_old_connections)()


async def viewer_of(scope: Scope) -> Viewer:
    """Return the groups of the account that signed in; administrators see everything."""
    try:
        async with account(scope) as user:
            if not user.is_authenticated:
                return ANYBODY
            if user.is_superuser:
                return None
            return frozenset([name async for name in user.groups.values_list("name", flat=True)])
    except DATABASE_AWAY:
        return ANYBODY
