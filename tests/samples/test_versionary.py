"""The history of Python: versions, days, what came with them."""

from datetime import date

from samples import SITES
from samples.versionary.history import ADDED, CHANGED, RELEASED


def test_versions_and_days_are_in_order():
    versions = [tuple(map(int, version.split("."))) for version in RELEASED]
    days = [date.fromisoformat(day) for day in RELEASED.values()]
    # 2.6 was followed by 3.0 within weeks; both orders are the same.
    assert versions == sorted(versions)
    assert days == sorted(days)
    assert set(ADDED) | set(CHANGED) <= set(RELEASED)


def test_nothing_was_added_twice():
    names = [name for added in ADDED.values() for name in added.split()]
    assert len(names) == len(set(names))


def test_a_record_tells_the_day_of_its_version():
    site = next(site for site in SITES if site.name == "versionary")
    (record,) = (r for r in site.search("JSONDecodeError") if r.title == "json.JSONDecodeError")
    assert (record.section, record.fact("Released")) == ("3.5", "2015-09-13")
