"""Tests of leases, attempts and the task queue."""
