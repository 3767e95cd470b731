"""Pages that end too early, however the connection says so or does not."""

from evaluation.engines.faults.fault import Act, Exchange, Fault, Reply
from evaluation.engines.faults.outcomes import Outcomes, broken, error, results

SHARES = (10, 30, 50, 70, 90, 99)
SAID = error("cut_short") | results("records_of_cut_page")
# The connection ends in order: that something is missing shows in the page alone.
UNSAID = SAID | results()
UNSAID_EARLY = (
    SAID | results() | broken("not_understood claims_matches_shows_none contradiction constraints")
)


def cut(percent: int, framing: str) -> Act:
    """Return a share of the page, framed as whole, as longer than it is, or without any length."""

    async def act(exchange: Exchange) -> None:
        healthy = exchange.healthy
        body = healthy.body[: len(healthy.body) * percent // 100]
        headers = {
            "whole": (),
            "longer": (("Content-Length", str(len(healthy.body))),),
            "chunked": (("Transfer-Encoding", "chunked"),),
            "unframed": (("Connection", "close"),),
        }[framing]
        reply = Reply(body, healthy.content_type, 200, headers, has_length=framing == "whole")
        if framing == "chunked":
            await exchange.write(reply.head() + b"%x\r\n%s\r\n" % (len(body), body))
        else:
            await exchange.write(reply.wire())
        if framing != "whole":
            exchange.close()

    return act


def _expected(percent: int, framing: str) -> Outcomes:
    if framing in {"longer", "chunked"}:
        return SAID
    return UNSAID if percent >= 90 else UNSAID_EARLY


FAULTS = tuple(
    Fault(f"cut/{percent}-{framing}", _expected(percent, framing), cut(percent, framing), least=0.0)
    for percent in SHARES
    for framing in ("whole", "longer", "chunked", "unframed")
)
