"""Fixtures of what learns and asks."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse
from lxml.html import HtmlElement, fromstring

from discovery.models import Engine
from samples import SITES
from tests.small_server import Site, serving_site
from tests.wrappers.learned_engine import learn_once
from wrappers.engines.page_processes import PageProcesses


@pytest.fixture
def processes() -> Iterator[PageProcesses]:
    own = PageProcesses()
    yield own
    own.end()


class Console:
    """The operator's console as an admin uses it: pages by the names and numbers of `reverse`."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get(self, name: str, /, *numbers: int, **query: Any) -> Any:
        return self.client.get(reverse(f"admin:{name}", args=numbers), query)

    def text(self, name: str, /, *numbers: int, **query: Any) -> str:
        return self.get(name, *numbers, **query).content.decode()

    def tree(self, name: str, /, *numbers: int, **query: Any) -> HtmlElement:
        answer = self.get(name, *numbers, **query)
        assert answer.status_code == 200
        return fromstring(answer.content)

    def follow(self, name: str, number: int, link: str) -> HtmlElement:
        """Return the page that a link of a page leads to; it may be a query alone."""
        address = urljoin(reverse(f"admin:{name}", args=[number]), link)
        return fromstring(self.client.get(address).content)

    def post(self, name: str, /, *numbers: int, **data: Any) -> str:
        address = reverse(f"admin:{name}", args=numbers)
        return self.client.post(address, data, follow=True).content.decode()

    def save(self, name: str, number: int, /, **values: str) -> str:
        """Return the page after posting a form as it stands, but for `values`."""
        form = self.tree(name, number).get_element_by_id(f"{name.split('_')[1]}_form")
        return self.post(name, number, **dict(form.form_values()) | values)

    def act(self, model: str, action: str, number: int, **data: Any) -> str:
        """Return what the list says after an action on one of its rows."""
        chosen = {"action": action, "_selected_action": [number], **data}
        return self.post(f"{model}_changelist", **chosen)


@pytest.fixture
def console(admin_client: Client) -> Console:
    return Console(admin_client)


@pytest.fixture
def learned(samples: dict[str, str]) -> Engine:
    return learn_once(samples[SITES[0].name])


@pytest.fixture
def served(settings: Any) -> Iterator[Callable[[Site], str]]:
    """Serve a site until the test ends, and allow it to be asked; give its address."""
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = []
    with ExitStack() as stack:

        def serve(site: Site) -> str:
            address = stack.enter_context(serving_site(site))
            settings.METASEARCH_ALLOWED_PRIVATE_HOSTS.append(address.split("/")[2])
            return address

        yield serve
