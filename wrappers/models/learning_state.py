"""The state of a learning job: one typed document, stored with each of its steps."""

from typing import Any, Self

from discovery.documents.document import Document


class Candidate(Document, frozen=True):
    """A way to ask the engine: its connection description (XML), and what speaks for it."""

    xml: str
    cues: tuple[str, ...] = ()


class FormFailure(Document, frozen=True):
    """Why one way to ask the engine failed: the state it would leave the engine in."""

    state: str
    reason: str
    evidence: dict[str, Any] = {}


class LeftOutPage(Document, frozen=True):
    """A page that learning goes on without: the answer to `query`, or a stored `sample` (its
    key)."""

    fault: str
    query: str | None = None
    sample: int | None = None
    url: str | None = None


class CheckedAnswer(Document, frozen=True):
    """Why the job ends well when nothing known speaks against it."""

    reason: str
    evidence: dict[str, Any]


class FoundWrapper(Document, frozen=True):
    """A wrapper and all that goes with it, each as its version will hold it."""

    wrapper: dict[str, Any]
    formula: str
    no_result: dict[str, Any] | None
    start_pages: list[dict[str, Any]]
    constraints: dict[str, Any] | None
    tree_grams: dict[str, Any] | None
    inducer: str
    support: int
    strategy: str
    score: float | None


class RefusedRepair(Document, frozen=True):
    """A repair that could not be proven, what speaks against it, and the pages (keys) it reads."""

    found: FoundWrapper
    candidate: Candidate
    objections: tuple[str, ...]
    samples: tuple[int, ...]


class Mending(Document, frozen=True):
    """What a job mends: the version of that key.

    `adapting`: its wrapper is to be adapted, until the engine is learned anew. `repaired`: another
    connection was found. `only_no_result`: nothing but the page without results is learned.
    `only_fields`: nothing but the rules of fields that no longer come is adapted.
    """

    version: int
    adapting: bool = True
    repaired: bool = False
    only_no_result: bool = False
    only_fields: bool = False

    @property
    def is_partial(self) -> bool:
        return self.only_no_result or self.only_fields


class LearningState(Document, frozen=True, omit_defaults=True):
    """What the steps of a job so far found; `mending` is None where an engine is learned.

    The form being tried is number `candidate` of `candidates`. Of `words` those `asked` were
    asked through it, `compared` to hold its answers to known ones. `rounds` counts how often
    learning went back for more pages; `always_answers`: made-up words are answered with lists
    as well; `way_on`: the newest of them shows the way to further ones. `name` is what the site
    calls itself. `given` is a description that a person uploaded, to be tried and no other,
    `data_model` the XML Schema in it that the records are held to. `watching`: the site is
    searched in a browser next; `watched`: it was, with `shown_links` (addresses) on the pages
    of its results. `refused`: what is proposed where nothing
    else is found. `entering`: what the site asks first is answered in a browser next;
    `entered`: it was. `failures` is None until a form was looked for; `survey_left`: when those
    at hand fail the site's forms are tried; `links_left`: then forms on pages that it links.
    """

    VERSION = ("version", 1)

    mending: Mending | None = None
    given: str = ""
    data_model: str = ""
    candidates: tuple[Candidate, ...] = ()
    candidate: int = 0
    name: str = ""
    words: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    rounds: int = 0
    way_on: bool = False
    always_answers: bool = False
    survey_left: bool = False
    links_left: bool = False
    failures: tuple[FormFailure, ...] | None = None
    left_out: tuple[LeftOutPage, ...] = ()
    found: FoundWrapper | None = None
    refused: RefusedRepair | None = None
    checked: CheckedAnswer | None = None
    watching: bool = False
    watched: bool = False
    shown_links: tuple[str, ...] = ()
    entering: bool = False
    entered: bool = False

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the state stored as `data`, by any version. Raises `DocumentError`."""
        if isinstance(data, dict) and "version" not in data:
            data = _from_unversioned(data)
        return super().from_json(data)

    @property
    def tried(self) -> Candidate | None:
        return self.candidates[self.candidate] if self.candidate < len(self.candidates) else None


# Of the state as it was stored until November 2026, without a version: all keys on one level.
_OF_MENDING = ("adapting", "repaired", "only_no_result")


def _from_unversioned(data: dict[str, Any]) -> dict[str, Any]:
    upgraded = {"version": 1, **data}
    if data.get("mending") is not None:
        known = {name: data[name] for name in _OF_MENDING if name in data}
        upgraded["mending"] = {"version": data["mending"], **known}
    if data.get("wrapper") is not None:
        upgraded["found"] = data
    return upgraded
