"""django-tables2 with one of the templates that come with it: a list cut to what has a word."""

import sys
from datetime import datetime

from django_bed import configure, print_pages, read_contents

PAGE = (
    "<!doctype html><html><head><title>Packages</title></head><body><h1>Packages</h1>"
    '<form><input name="q" value="{{ request.GET.q }}"><button>Search</button></form>'
    "{% load render_table from django_tables2 %}{% render_table table %}</body></html>"
)


def main() -> None:
    """Print the pages."""
    words, articles = read_contents()
    name = sys.argv[1]
    configure(
        apps=["django_tables2"],
        DJANGO_TABLES2_TEMPLATE=f"django_tables2/{name}.html",
    )
    import django_tables2 as tables
    from django.core.management import call_command
    from django.http import HttpResponse
    from django.template import engines
    from django.urls import path

    class Table(tables.Table):
        title = tables.Column(linkify=lambda record: f"/package/{record['slug']}/")
        section = tables.Column()
        date = tables.DateColumn()

    def search(request):
        rows = [
            {**row, "date": datetime.fromisoformat(row["date"])}
            for row in articles
            if request.GET["q"] in row["title"].casefold()
        ]
        table = Table(rows)
        tables.RequestConfig(request, paginate={"per_page": 10}).configure(table)
        return HttpResponse(engines["django"].from_string(PAGE).render({"table": table}, request))

    globals()["urlpatterns"] = [path("", search)]
    call_command("migrate", verbosity=0)
    print_pages(words, "/?q={word}")


main()
