"""Ranking candidate rules against each other, on one page and on several."""

from wrappers.induction.ranking.candidate_ranking import (
    ranking_weights,
    resembles_results,
    score_rules,
)
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule, stands_on_no_result_page
from wrappers.induction.ranking.further_sections import further_sections
from wrappers.induction.ranking.integration import (
    RankedPage,
    context_of,
    evaluate_rules,
    final_rule,
    integrate,
    rank_candidates,
)
from wrappers.induction.ranking.query_variation import varies_with_query

__all__ = [
    "EvaluatedRule",
    "RankedPage",
    "context_of",
    "evaluate_rules",
    "final_rule",
    "further_sections",
    "integrate",
    "rank_candidates",
    "ranking_weights",
    "resembles_results",
    "score_rules",
    "stands_on_no_result_page",
    "varies_with_query",
]
