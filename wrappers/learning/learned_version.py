"""All that is kept of a wrapper once it is found: what reads answers, and what judges them."""

from collections.abc import Sequence

from wrappers.adaptation import take_tree_grams, tree_grams_to_json
from wrappers.extraction import NoResultSignature, Wrapper, constraints_to_json, wrapper_to_json
from wrappers.induction import Sample as Sample
from wrappers.induction import learn_constraints
from wrappers.learning.start_pages import start_pages
from wrappers.learning.step_context import StepContext
from wrappers.models import SampleRole


def keep_wrapper(
    context: StepContext, wrapper: Wrapper, samples: Sequence[Sample], signature: NoResultSignature
) -> None:
    """Put `wrapper`, found on `samples`, into the job's progress with all that goes with it."""
    no_results = [stored.page() for stored in context.samples(SampleRole.NO_RESULT)]
    pairs = [(sample.page, sample.query) for sample in samples]
    context.progress |= {
        "wrapper": wrapper_to_json(wrapper),
        "formula": wrapper.formula,
        "no_result": signature.to_json(),
        "start_pages": [each.to_json() for each in start_pages(context, signature)],
        "constraints": constraints_to_json(learn_constraints(wrapper, pairs, no_results)),
        "tree_grams": tree_grams_to_json(take_tree_grams(wrapper, [page for page, _ in pairs])),
    }
