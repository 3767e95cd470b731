"""One field adapted by itself: where it is sure, and not where it is not."""

from discovery.pages.page import parse_page
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.field_repair import adapt_fields, find_failed_fields
from wrappers.extraction.constraints import NO_CONSTRAINTS
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

WORDS = "amber brisk copper dusty early fallen gentle hollow ivory jagged".split()
BEFORE = "<div class=meta>{n} May 2004</div><p>All about a {w} thing, told in a few words.</p>"
MOVED = "<p>All about a {w} thing, told in a few words.</p><section class=x>{n} May 2004</section>"
TWO_DATES = MOVED + "<footer class=y>{n} June 2009</footer>"


def pages(record: str) -> list[Sample]:
    return [
        Sample(
            parse_page(
                (
                    f"<title>{query}</title><p>10 matches for {query}</p><ol>"
                    + "".join(
                        f"<li><h3><a href=/{query}/{w}>The {w} {query}</a></h3>"
                        + record.format(n=n + len(query), w=w)
                        + "</li>"
                        for n, w in enumerate(WORDS, 1)
                    )
                    + "</ol>"
                ).encode(),
                f"http://a.example/?q={query}",
            ),
            query,
        )
        for query in ("anchor", "basketry")
    ]


def adapted(wrapper: Wrapper, record: str, *, known: bool) -> list[str]:
    answers = [KnownAnswer(s.query or "", wrapper.records(s.page)) for s in pages(BEFORE)]
    samples = pages(record)
    failed = find_failed_fields(
        wrapper, NO_CONSTRAINTS, [wrapper.records(sample.page) for sample in samples]
    )
    assert failed == ("date",)
    repaired = adapt_fields(wrapper, failed, samples, answers if known else ()).wrapper
    return [record.date for record in repaired.records(samples[0].page)]


def test_a_date_elsewhere_is_found_by_its_type_and_one_of_two_by_what_is_known():
    wrapper = learn_wrapper(pages(BEFORE)).wrapper
    dates = [f"{n + len('anchor')} May 2004" for n in range(1, 11)]
    assert [record.date for record in wrapper.records(pages(BEFORE)[0].page)] == dates
    assert adapted(wrapper, MOVED, known=False) == dates
    assert adapted(wrapper, TWO_DATES, known=True) == dates
    assert adapted(wrapper, TWO_DATES, known=False) == [""] * 10, "either may be it"
