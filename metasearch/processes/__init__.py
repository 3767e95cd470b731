"""The processes of an installation: started, supervised, stopped."""

from metasearch.processes.start_lock import AlreadyStartedError, hold_start_lock
from metasearch.processes.supervision import Child, Supervisor

__all__ = ["AlreadyStartedError", "Child", "Supervisor", "hold_start_lock"]
