"""The documentation of the standard library: a form on every page, an ordered list."""

import inspect
from collections.abc import Iterator

from samples.application import SampleSite
from samples.catalogue import Record
from samples.standard_library import documented_objects, plain_text

POPULAR = ("json.loads", "os.path.join", "re.compile", "datetime.datetime", "itertools.chain")


class Modulary(SampleSite):
    name = "modulary"
    title = "Modulary"
    port_offset = 10
    search_path = "/search"
    record_route = "/object/{name}"
    section_route = "/module/{name}"
    query_field = "q"
    page_size = 10
    snippet_length = 260
    mark = "b"
    shown_beside = tuple(f"/object/{title}" for title in POPULAR)

    def records(self) -> Iterator[Record]:
        for documented in documented_objects().values():
            yield Record(
                path=documented.path,
                title=documented.title,
                text=plain_text(documented.documentation),
                section=documented.module,
                facts=(
                    ("Kind", documented.kind),
                    ("Documentation", inspect.cleandoc(documented.documentation)),
                ),
            )

    def page_link(self, query: str, number: int) -> str:
        return super().page_link(query, number).removesuffix("&page=1")
