"""What an exact request needs anew each time: cookies, and values that pages give out."""

import time

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.exact_request import FRESH
from discovery.connection.form_description.tokens import FormGoneError
from discovery.connection.requests.fresh_reading import read_fresh
from discovery.web.cookies import CookieSession
from discovery.web.fetching import Fetcher
from discovery.web.lost_time import LostTime
from discovery.web.web_address import web_address


async def exact_values(
    fetcher: Fetcher,
    description: ConnectionDescription,
    session: CookieSession,
    until: float,
    lost: LostTime | None = None,
) -> dict[str, str]:
    """Return the values by placeholder, read before `until` (monotonic seconds).

    The pages that give them are fetched in their order, with the cookies of those before. Raises
    `FetchError`, and `FormGoneError` when a page gives a value no longer.
    """
    needed = [description.form_page] if description.session_required else []
    pages = dict.fromkeys((*needed, *(each.page for each in description.fresh)))
    values = {}
    for page in pages:
        deadline = max(0.001, until - time.monotonic())
        response = await fetcher.fetch(page, deadline=deadline, session=session, lost=lost)
        answer = response.body.decode("utf-8", "replace")
        for each in description.fresh:
            if each.page != page:
                continue
            if each.cookie:
                value = session.value(web_address(page), each.cookie)
            else:
                value = read_fresh(each, answer)
            if not value:
                raise FormGoneError(f"{page} no longer gives the value {each.name}")
            values[FRESH + each.name] = value
    return values
