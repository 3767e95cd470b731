"""Learning how an engine's further result pages are reached and asked for."""

from wrappers.induction.paging.guesses import guess_paging
from wrappers.induction.paging.next_page import NextSample, learn_next_page, learn_next_page_of
from wrappers.induction.paging.request_paging import infer_paging

__all__ = ["NextSample", "guess_paging", "infer_paging", "learn_next_page", "learn_next_page_of"]
