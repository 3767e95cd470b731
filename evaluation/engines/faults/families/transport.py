"""Connections that fail, break off or fall silent, and what is no HTTP at all."""

import asyncio

from evaluation.engines.faults.fault import Act, Exchange, Fault
from evaluation.engines.faults.outcomes import Outcomes, error, results, timeout

# Longer than any deadline: the other side gives up first.
FOR_EVER = 3_600.0
# A TLS alert, as servers send that were asked in plain HTTP: fatal, unexpected message.
TLS_ALERT = b"\x15\x03\x03\x00\x02\x02\x0a"
CUT = error("cut_short connection protocol") | results("records_of_cut_page")


async def close_at_once(exchange: Exchange) -> None:
    exchange.close()


async def reset_at_once(exchange: Exchange) -> None:
    exchange.reset()


async def stay_silent(exchange: Exchange) -> None:
    await asyncio.sleep(FOR_EVER)


def send_then_close(part: float) -> Act:
    """Return the sending of a share of the answer's head, then an ordinary end."""

    async def act(exchange: Exchange) -> None:
        head = exchange.healthy.head()
        await exchange.write(head[: int(len(head) * part)])
        exchange.close()

    return act


def send_then_reset(of_head: float, of_body: float) -> Act:
    """Return the sending of a share of head and body, then a reset."""

    async def act(exchange: Exchange) -> None:
        head, body = exchange.healthy.head(), exchange.healthy.body
        await exchange.write(head[: int(len(head) * of_head)] + body[: int(len(body) * of_body)])
        await asyncio.sleep(0.05)
        exchange.reset()

    return act


def send_then_wait(of_head: float, of_body: float) -> Act:
    """Return the sending of a share of head and body, then silence."""

    async def act(exchange: Exchange) -> None:
        head, body = exchange.healthy.head(), exchange.healthy.body
        await exchange.write(head[: int(len(head) * of_head)] + body[: int(len(body) * of_body)])
        await asyncio.sleep(FOR_EVER)

    return act


def drip(start: float, seconds: float) -> Act:
    """Return the sending of the answer byte by byte after a share of its head, `seconds` apart."""

    async def act(exchange: Exchange) -> None:
        head, wire = exchange.healthy.head(), exchange.healthy.wire()
        begun = int(len(head) * start)
        await exchange.write(wire[:begun])
        for place in range(begun, len(wire)):
            await exchange.write(wire[place : place + 1])
            await asyncio.sleep(seconds)

    return act


def send(data: bytes) -> Act:
    """Return the sending of fixed bytes, then an ordinary end."""

    async def act(exchange: Exchange) -> None:
        await exchange.write(data)
        exchange.close()

    return act


async def answer_with_body_alone(exchange: Exchange) -> None:
    await exchange.write(exchange.healthy.body)
    exchange.close()


def wait_then_answer(seconds: float) -> Act:
    """Return an answer that comes late."""

    async def act(exchange: Exchange) -> None:
        await asyncio.sleep(seconds)
        await exchange.write(exchange.healthy.wire())

    return act


def _site(name: str, expected: Outcomes, act: Act, **more: float) -> Fault:
    return Fault(f"transport/{name}", expected, act, on_site=True, **more)  # type: ignore[arg-type]


FAULTS = (
    Fault("transport/refused", error("connection"), close_at_once, on_site=True, refuses=True),
    _site("closed-at-once", error("connection"), close_at_once),
    _site("reset-at-once", error("connection"), reset_at_once),
    _site("closed-in-head", error("connection protocol cut_short"), send_then_close(0.6)),
    _site("closed-after-status", error("connection protocol cut_short"), send_then_close(0.2)),
    _site("reset-in-head", error("connection protocol cut_short"), send_then_reset(0.5, 0)),
    _site("reset-after-head", CUT, send_then_reset(1, 0), least=0),
    _site("reset-in-body-20", CUT, send_then_reset(1, 0.2), least=0),
    _site("reset-in-body-70", CUT, send_then_reset(1, 0.7), least=0),
    _site("silence", timeout("no_answer"), stay_silent),
    Fault("transport/silence-of-search", timeout("no_answer"), stay_silent),
    _site("silence-in-head", timeout(), send_then_wait(0.5, 0)),
    _site("silence-after-head", timeout("slow_body no_answer"), send_then_wait(1, 0)),
    _site(
        "silence-in-body", timeout("slow_body") | results("records_of_cut_page"),
        send_then_wait(1, 0.6), least=0,
    ),
    _site("dripped-head", timeout(), drip(0, 0.2)),
    _site(
        "dripped-body", timeout("slow_body") | results("records_of_cut_page"),
        drip(1, 0.05), least=0,
    ),
    Fault("transport/late-20", timeout("no_answer"), wait_then_answer(20)),
    Fault("transport/late-60", timeout("no_answer"), wait_then_answer(60), on_site=True),
    Fault("transport/a-little-late", results(), wait_then_answer(0.4)),
    _site("tls-on-plain-port", error("protocol tls connection"), send(TLS_ALERT)),
    _site("http-0.9", error("protocol"), answer_with_body_alone),
    _site("ssh-banner", error("protocol"), send(b"SSH-2.0-OpenSSH_9.6\r\n")),
    _site("smtp-banner", error("protocol"), send(b"220 mail.example ESMTP ready\r\n")),
    _site("random-bytes", error("protocol connection"), send(bytes(range(128, 256)) * 8)),
    _site("nul-bytes", error("protocol connection"), send(b"\0" * 4096)),
    _site("only-newlines", error("protocol connection"), send(b"\r\n" * 50)),
    _site("endless-status-line", error("protocol too_large"), send(b"HTTP/1.1 200 " + b"A" * 300_000)),
    _site("tls-hello", error("protocol tls connection"), send(b"\x16\x03\x01\x02\x00\x01" * 99)),
)  # fmt: skip
