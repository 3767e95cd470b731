"""Values that are read anew before each search, found in what their page answers."""

from discovery.connection.description.fresh_value import FreshValue
from discovery.connection.requests.json_body import json_value


def read_fresh(value: FreshValue, answer: str) -> str:
    """Return the value where it stands in the text `answer`; empty when it does not.

    >>> read_fresh(FreshValue("t", "", before="token='", after="'"), "var token='x1';")
    'x1'
    """
    if value.path:
        return json_value(answer, value.path)
    start = answer.find(value.before)
    if start < 0:
        return ""
    start += len(value.before)
    end = answer.find(value.after, start)
    return answer[start:end] if end >= 0 else ""
