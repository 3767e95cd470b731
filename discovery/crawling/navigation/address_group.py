"""Addresses that one pattern stands for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AddressGroup:
    """Similar addresses, their pattern, and the known addresses that it takes in besides."""

    pattern: str
    members: tuple[str, ...]
    others: tuple[str, ...] = ()
