"""Searx, a search engine over others, in one of its themes: what the engine of the bed answers."""

import json
import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path


def main() -> None:
    """Print the pages."""
    given = json.load(sys.stdin)
    theme = sys.argv[1]
    import yaml

    settings = Path(tempfile.mkdtemp(prefix="bed-")) / "settings.yml"
    from importlib.util import find_spec

    own = Path(find_spec("searx").submodule_search_locations[0]) / "settings.yml"
    values = yaml.safe_load(own.read_text())
    values["engines"] = [{"name": "bed", "engine": "dummy", "shortcut": "bed"}]
    values["ui"]["default_theme"] = theme
    values["server"]["secret_key"] = "bed"
    settings.write_text(yaml.safe_dump(values))
    os.environ["SEARX_SETTINGS_PATH"] = str(settings)
    os.environ["SEARX_DEBUG"] = ""
    from searx import search, webapp
    from searx.results import ResultContainer

    def answer(self):
        word = self.search_query.query
        word = word.decode() if isinstance(word, bytes) else word
        results = [
            {
                "url": f"http://packages.example/{each['slug']}.html",
                "title": each["title"],
                "content": each["text"][:200],
                "publishedDate": datetime.fromisoformat(each["date"]),
                "template": "default.html",
            }
            for each in given["articles"]
            if word in each["words"]
        ][:10]
        self.result_container = ResultContainer()
        self.result_container.extend("bed", results)
        return self.result_container

    search.Search.search = answer
    client = webapp.app.test_client()
    pages = []
    for word in given["words"]:
        path = f"/?q={word}"
        html = client.get(path, headers={"X-Forwarded-For": "127.0.0.1"}).get_data(as_text=True)
        pages.append({"word": word, "path": path, "html": html})
    json.dump(pages, sys.stdout)


main()
