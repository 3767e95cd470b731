"""Connections as people give them: an address with a place for the query, a line of curl, OpenAPI.

Keys and passwords in them are taken out: the description holds a name in their place.
"""

from discovery.connection.given.giving import GivenConnection, read_given
from discovery.connection.given.openapi import read_openapi
from discovery.connection.given.request import given_address

__all__ = ["GivenConnection", "given_address", "read_given", "read_openapi"]
