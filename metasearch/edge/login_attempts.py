"""Attempts to sign in to the console: bounded by account and address, with django-axes.

`manage.py axes_reset` lets everybody try again, `axes_reset_username NAME` one account.
"""

from datetime import timedelta
from http import HTTPStatus
from math import ceil
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from discovery.jobs.leases import SET_BACK
from metasearch.edge.client_address import client_network

MINUTE = timedelta(minutes=1)


def client_of_attempt(request: HttpRequest) -> str | None:
    return client_network(request) or None


def locked_out_page(request: HttpRequest, *_: Any) -> HttpResponse:
    """Say how long an account is closed to this address.

    On the event loop django-axes hands over the credentials in another place: the request has them.
    """
    credentials: dict[str, str] = getattr(request, "axes_credentials", None) or {}
    whose = {"username": credentials.get("username"), "ip_address": client_of_attempt(request)}
    attempts, now = AccessAttempt.objects.filter(**whose), timezone.now()
    # Those from before the clock was set back count from now on, not until it comes to them again.
    attempts.filter(attempt_time__gt=now + SET_BACK).update(attempt_time=now)
    latest = attempts.aggregate(latest=Max("attempt_time"))["latest"]
    until = (latest or now) + settings.AXES_COOLOFF_TIME
    left = max(until - now, timedelta(seconds=1))
    context = {
        **admin.site.each_context(request),
        "title": "Too many attempts to sign in",
        "attempts": settings.AXES_FAILURE_LIMIT,
        "minutes": ceil(left / MINUTE),
    }
    page = render(request, "admin/locked_out.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    page.headers["Retry-After"] = str(ceil(left.total_seconds()))
    return page
