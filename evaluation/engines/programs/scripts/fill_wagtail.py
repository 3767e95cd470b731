import json
from pathlib import Path

import wagtail
from home.models import HomePage
from wagtail.models import Page

home = Page.objects.get(slug="home")
rows = json.loads((Path(wagtail.__file__).parents[1] / "documents.json").read_text())
for row in rows:
    home.add_child(
        instance=HomePage(title=row["title"], slug=row["slug"], search_description=row["summary"])
    )
