"""The processes of an installation: started, supervised, stopped."""

from metasearch.processes.supervision import Child, Supervisor

__all__ = ["Child", "Supervisor"]
