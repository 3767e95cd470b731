"""Who may send a large body: an admin who is signed in, to the import of engines."""

from importlib import import_module
from io import BytesIO

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import aget_user
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.urls import reverse

from discovery.engine_lists.proposals import MAX_LIST_BYTES
from metasearch.edge.asgi_types import Scope
from wrappers.engines.registry import DATABASE_AWAY

# Bytes of the largest list, and of the form around it.
LARGE_BODY = MAX_LIST_BYTES + 100_000
IMPORT_PAGE = "admin:wrappers_engineimport_add"
IMPORT_PERMISSION = "wrappers.add_engineimport"


async def may_send_large_body(scope: Scope) -> bool:
    """Tell whether a request is an import by somebody who may import; its body is not read."""
    if scope["method"] != "POST" or scope["path"] != reverse(IMPORT_PAGE):
        return False
    request = ASGIRequest(scope, BytesIO())
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    try:
        user = await aget_user(request)
        return user.is_active and user.is_staff and await user.ahas_perm(IMPORT_PERMISSION)
    except DATABASE_AWAY:
        return False
    finally:
        # A refused request never comes to Django, which would give the connection back.
        await sync_to_async(close_old_connections)()
