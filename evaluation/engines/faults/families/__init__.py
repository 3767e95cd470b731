"""The faults, one module a family."""
