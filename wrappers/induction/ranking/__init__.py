"""Ranking candidate rules against each other, on one page and on several."""

from wrappers.induction.ranking.candidate_ranking import resembles_results, score_trials
from wrappers.induction.ranking.evaluated_rule import Trial, stands_on_no_result_page
from wrappers.induction.ranking.further_sections import further_sections
from wrappers.induction.ranking.integration import (
    JudgedPage,
    context_of,
    final_rule,
    integrate,
    judge_candidates,
    make_trials,
)
from wrappers.induction.ranking.query_variation import comes_and_goes

__all__ = [
    "JudgedPage",
    "Trial",
    "comes_and_goes",
    "context_of",
    "final_rule",
    "further_sections",
    "integrate",
    "judge_candidates",
    "make_trials",
    "resembles_results",
    "score_trials",
    "stands_on_no_result_page",
]
