"""What an answer is: its kind, the reason, and the sentence that says why."""

from wrappers.extraction.answers.answer_reader import AnswerReader
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.answers.notices import telling_lines
from wrappers.extraction.answers.obstacles import Classification, classify_body, find_obstacle

__all__ = [
    "AnswerKind",
    "AnswerReader",
    "AnswerReason",
    "Classification",
    "classify_answer",
    "classify_body",
    "find_obstacle",
    "telling_lines",
]
