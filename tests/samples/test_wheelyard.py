"""The installed packages."""

from datetime import UTC, datetime
from importlib.metadata import version

import pytest

from samples.wheelyard.content import catalogue, installed_on


def test_a_package_is_what_is_installed():
    record = catalogue().find("/package/aiohttp")
    assert record.fact("Version") == version("aiohttp")
    assert "yarl" in record.fact("Requires").split(", ")
    assert installed_on(record) <= datetime.now(UTC).date()


@pytest.mark.parametrize("period", ["", "day", "year", "century"])
async def test_a_period_leaves_the_packages_installed_in_it(period, visit):
    visitor = await visit("wheelyard")
    page = await visitor.get(f"/packages?query=python&period={period}")
    days = page.root.xpath("//article//time/@datetime")
    assert page.status == 200
    found = [catalogue().find(path).fact("Installed") for path, _ in visitor.results(page)]
    assert days == found[: len(days)]
    chosen = page.root.xpath("//select[@name='period']/option[@selected]/@value")
    assert chosen == ([period] if period in {"day", "year"} else [])
