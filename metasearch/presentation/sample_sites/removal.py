"""The samples taken out of searches when they are no longer wanted, and brought back."""

from discovery.engines.registration import change_state
from discovery.models import EngineState
from metasearch.presentation.sample_sites.known_samples import sample_engines
from wrappers.operations.lifecycle import resume

_REMOVED = "The sample sites were removed from searches by a person; they can be brought back."


def remove_samples() -> int:
    """Ask no sample site any more; return how many it were. What was learned is kept."""
    wanted = list(sample_engines().exclude(state=EngineState.PAUSED))
    for engine in wanted:
        change_state(engine, EngineState.PAUSED, _REMOVED)
    return len(wanted)


def bring_samples_back() -> int:
    """Ask the sample sites again, or learn them first; return how many it were."""
    removed = list(sample_engines().filter(state=EngineState.PAUSED))
    for engine in removed:
        resume(engine)
    return len(removed)
