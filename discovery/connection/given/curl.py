"""A line of curl, as browsers copy it, read as a request."""

import base64
import shlex

from discovery.connection.description.description import DescriptionError
from discovery.connection.given.request import GivenRequest

MAX_LENGTH = 100_000
_DATA = frozenset(("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"))
# Options of one value that say nothing of the request itself.
_OTHER_VALUES = frozenset(
    "-o --output -m --max-time --connect-timeout -x --proxy --cacert --cert --key --retry -w "
    "--write-out -A --user-agent -c --cookie-jar --max-redirs --resolve --interface".split()
)


def read_curl(line: str) -> GivenRequest:
    """Return the request that a line of curl makes. Raises `DescriptionError`."""
    if len(line) > MAX_LENGTH:
        raise DescriptionError(f"a line of more than {MAX_LENGTH:,} characters")
    # "$'" is how a shell is told of escapes; ends of lines are continued.
    plain = (
        line.replace("\\\r\n", " ").replace("\\\n", " ").replace("^\n", " ").replace(" $'", " '")
    )
    try:
        words = shlex.split(plain)[1:]
    except ValueError as error:
        raise DescriptionError(f"the line of curl is not whole: {error}") from error
    request, data, as_query = GivenRequest(""), [], False
    given = iter(_taken_apart(words))
    for word in given:
        if word in ("-G", "--get"):
            as_query = True
        elif not word.startswith("-"):
            request.url = word
        elif word in _DATA or word == "--data-urlencode":
            value = next(given, "")
            if value.startswith("@"):
                raise DescriptionError("the data stands in a file: paste it into the line")
            data.append(value)
            request.is_json = request.is_json or word == "--json"
        elif word in ("-H", "--header"):
            name, _, value = next(given, "").partition(":")
            request.headers.append((name.strip(), value.strip()))
        elif word in ("-X", "--request"):
            request.method = next(given, "").lower()
        elif word in ("-u", "--user"):
            code = base64.b64encode(next(given, "").encode()).decode()
            request.headers.append(("Authorization", f"Basic {code}"))
        elif word in ("-e", "--referer"):
            request.headers.append(("Referer", next(given, "")))
        elif word == "--url":
            request.url = next(given, "")
        elif word in ("-b", "--cookie") or word in _OTHER_VALUES:
            # The cookies of a person's own browser are a session that ends: they are not kept.
            next(given, "")
        elif word in ("-F", "--form"):
            raise DescriptionError("forms of several parts are not sent: give their address")
    if not request.url:
        raise DescriptionError("the line of curl has no address")
    if "://" not in request.url:
        request.url = f"https://{request.url}"
    if as_query and data:
        request.url += ("&" if "?" in request.url else "?") + "&".join(data)
    elif data:
        request.body = "&".join(data)
    if request.method not in ("get", "post"):
        raise DescriptionError(f"engines are asked by GET or POST, not {request.method.upper()}")
    if request.method == "post" and request.body is None:
        request.body = ""
    return request


def _taken_apart(words: list[str]) -> list[str]:
    """Return the words of a line, options apart from the values written to them."""
    found: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if word.startswith("--") and equals:
            found += [name, value]
        elif len(word) > 2 and word[:2] in ("-H", "-d", "-X", "-b", "-u") and word[1] != "-":
            found += [word[:2], word[2:]]
        else:
            found.append(word)
    return found
