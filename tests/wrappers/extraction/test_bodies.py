"""Answers whose body is no page: what their status and bytes say."""

import pytest

from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.extraction.answers.obstacles import classify_body


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (200, b"", AnswerReason.EMPTY_BODY),
        (204, b"", AnswerReason.EMPTY_BODY),
        (304, b"", AnswerReason.EMPTY_BODY),
        (200, b"\xef\xbb\xbf\r\n", AnswerReason.EMPTY_BODY),
        (200, b"\xff\xfe", AnswerReason.EMPTY_BODY),
        (200, b"\0" * 99, AnswerReason.EMPTY_BODY),
        (200, b"%PDF-1.7", AnswerReason.NOT_HTML),
        (302, b"", AnswerReason.REDIRECTS),
        (404, b"", AnswerReason.CLIENT_ERROR),
        (429, b'{"error": "slow down"}', AnswerReason.RATE_LIMITED),
        (500, b"", AnswerReason.SERVER_ERROR),
        (511, b"", AnswerReason.LOGIN),
        (429, b"", AnswerReason.RATE_LIMITED),
        (403, b'{"message": "Forbidden"}', AnswerReason.REFUSED),
        (401, b"", AnswerReason.LOGIN),
        (503, b'{"error": "down for maintenance"}', AnswerReason.MAINTENANCE),
        (200, b'{"error": "rate limit exceeded"}', AnswerReason.RATE_LIMITED),
        (200, b'{"hits": []}', AnswerReason.NOT_HTML),
    ],
)
def test_status_and_bytes_name_what_is_no_page(status, body, reason):
    assert classify_body(status, body, "no HTML").reason is reason
