"""Permits: what an assistant without a key may read, the results that it was given.

Anybody may call `read_result`. Without permits our server would fetch whatever strangers like.
"""

import time

from django.utils.crypto import constant_time_compare, salted_hmac

DAY = 86_400
# Hexadecimal digits of a permit: 64 bits, guessed by nobody within its two days.
LENGTH = 16


def permit_for(address: str) -> str:
    """Return the permit to read `address`, good today and tomorrow (UTC)."""
    return _permit(address, _today())


def is_permitted(address: str, permit: str) -> bool:
    """Tell whether `permit` is one of ours for `address`."""
    days = (_today(), _today() - 1)
    return any(constant_time_compare(permit, _permit(address, day)) for day in days)


def _today() -> int:
    return int(time.time()) // DAY


def _permit(address: str, day: int) -> str:
    signed = salted_hmac("metasearch.mcp.permit", f"{day}\n{address}", algorithm="sha256")
    return signed.hexdigest()[:LENGTH]
