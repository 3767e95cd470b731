"""A visitor of the sample sites: fills in the form that a page shows, reads pages, goes on.

Where a site's results stand is written here by hand: the sites are held to what they promise
without any of the product's algorithms.
"""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode, urljoin, urlsplit

from aiohttp.test_utils import TestClient
from lxml.html import FormElement, HtmlElement, document_fromstring

from tests.cases import cases

# Answers have an end; a site whose pages go round in a circle must not hang the tests.
MAX_PAGES = 400


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a site keeps its form, on its home page with `field`, its results, the link to more."""

    field: str
    results: str
    next_link: str


LAYOUTS = {name: Layout(**told) for name, told in cases(__file__).items()}
# Sites whose records are pages of the reference.
LEADING = {"ahnengalerie", "versionary"}
# Where the reference is said to be: nobody follows these links in tests.
REFERENCE = "http://reference.example"


@dataclass(frozen=True)
class Answer:
    """A page as a visitor got it: `address` is its path and query after redirects."""

    address: str
    status: int
    content_type: str
    body: bytes

    @cached_property
    def root(self) -> HtmlElement:
        return document_fromstring(self.body)

    @property
    def text(self) -> str:
        """What a reader sees of the page, roughly: scripts are left in."""
        return " ".join(self.root.body.text_content().split())

    def resolve(self, href: str) -> str:
        """Return where a link of this page leads: path and query, or an address elsewhere."""
        bases = self.root.xpath("//base/@href")
        return urljoin(urljoin(self.address, bases[0]) if bases else self.address, href)


class Visitor:
    def __init__(self, name: str, client: TestClient) -> None:
        self.client = client
        self.layout = LAYOUTS[name]

    async def get(self, address: str) -> Answer:
        async with self.client.get(address) as response:
            return await self._read(response)

    async def post(self, address: str, fields: dict[str, str]) -> Answer:
        async with self.client.post(address, data=fields) as response:
            return await self._read(response)

    async def ask(self, query: str) -> Answer:
        page = await self.get("/")
        form = self.search_form(page)
        charset = page.root.getroottree().docinfo.encoding or "utf-8"
        fields = {name: value or "" for name, value in form.form_values()}
        fields[self.layout.field] = query
        action = page.resolve(form.get("action") or "")
        if form.method == "POST":
            return await self.post(action, fields)
        encoded = urlencode(fields, encoding=charset, errors="xmlcharrefreplace")
        return await self.get(f"{action}?{encoded}")

    async def ask_for_all_pages(self, query: str) -> list[Answer]:
        pages = [await self.ask(query)]
        while len(pages) < MAX_PAGES:
            links = pages[-1].root.xpath(self.layout.next_link)
            if not links:
                break
            pages.append(await self.get(pages[-1].resolve(links[0].get("href"))))
        return pages

    def search_form(self, page: Answer) -> FormElement:
        return next(form for form in page.root.forms if self.layout.field in form.fields)

    def results(self, page: Answer) -> list[tuple[str, str]]:
        """Return path and title of the results on a page, advertisements left out."""
        home = urlsplit(page.address).path == "/"
        links = [
            (
                page.resolve(link.get("href")).removeprefix(REFERENCE),
                " ".join(link.text_content().split()),
            )
            for link in ([] if home else page.root.xpath(self.layout.results))
        ]
        return [(address, title) for address, title in links if not urlsplit(address).netloc]

    async def _read(self, response) -> Answer:
        return Answer(
            address=response.url.raw_path_qs,
            status=response.status,
            content_type=response.headers["Content-Type"],
            body=await response.read(),
        )
