"""What a sample site is about: records, each with a page of its own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Record:
    """One thing a site knows.

    `path` is the address of its page on the site (path and query, percent-encoded). `title` is the
    text of every link to it, `text` what is searched and quoted beside the title. `section` is the
    part of the site it belongs to, `facts` the labelled values its page shows.
    """

    path: str
    title: str
    text: str
    section: str
    facts: tuple[tuple[str, str], ...] = ()

    def fact(self, label: str) -> str:
        """Return the value labelled `label`, empty when there is none."""
        return dict(self.facts).get(label, "")
