"""Roundup, an issue tracker, with one of the trackers that come with it: its search of texts."""

import io
import json
import sys
import tempfile
from contextlib import redirect_stdout
from datetime import datetime
from pathlib import Path

import roundup
from roundup import date, init, instance
from roundup.cgi.wsgi_handler import RequestDispatcher

TEMPLATES = Path(roundup.__file__).parent.parent / "share" / "roundup" / "templates"
ENGINES = {"jinja2": "jinja2"}


def main() -> None:
    """Print the pages."""
    given = json.load(sys.stdin)
    template = sys.argv[1]
    home = Path(tempfile.mkdtemp(prefix="bed-")) / "tracker"
    with redirect_stdout(sys.stderr):
        init.install(str(home), str(TEMPLATES / template))
        config = home / "config.ini"
        config.write_text(
            config.read_text()
            .replace("#web = NO DEFAULT", "web = http://bed.example/")
            .replace("#domain = NO DEFAULT", "domain = bed.example")
            .replace("#host = NO DEFAULT", "host = localhost")
            .replace(
                "template_engine = zopetal", f"template_engine = {ENGINES.get(template, 'zopetal')}"
            )
            .replace("#backend = NO DEFAULT", "backend = sqlite")
        )
        tracker = instance.open(str(home))
        from roundup.password import Password

        tracker.init(Password("bed", config=tracker.config), tx_Source="cli")
        kind = "issue" if (home / "html" / "issue.index.html").exists() else "bug"
        db = tracker.open("admin")
        for each in given["articles"]:
            day = datetime.fromisoformat(each["date"])
            message = db.msg.create(
                author="1",
                summary=each["title"][:60],
                content=each["text"],
                date=date.Date(day.isoformat(".")),
            )
            values = {"title": each["title"], "messages": [message]}
            db.getclass(kind).create(**values)
        db.commit()
        db.close()
        pages = []
        for word in given["words"]:
            query = (
                f"@search_text={word}&@columns=title,id,activity,creator,status"
                "&@sort=id&@pagesize=10&@startwith=0"
            )
            html = ask(home, f"/{kind}", query)
            pages.append({"word": word, "path": f"/{kind}?{query}", "html": html})
    json.dump(pages, sys.stdout)


def ask(home: Path, path: str, query: str) -> str:
    """Return the page at an address."""
    written = []
    environment = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "bed.example",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "bed.example",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
    }

    def start(status, headers, info=None):
        return written.append

    answer = RequestDispatcher(str(home))(environment, start)
    return b"".join([*written, *answer]).decode()


main()
