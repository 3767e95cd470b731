"""A page that a crawl took for one of the class it collects."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """A page believed to be of the sample's class.

    `address` is where it was read (after redirects); `score` says how sure that is, from 0 to 1.
    """

    address: str
    score: float
