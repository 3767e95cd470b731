"""Rows of the whole installation."""

from django.db import models


class Installation(models.Model):
    """The one row that ties a database to its secret key.

    Jobs in the queue are signed: a worker with another key would delete those it cannot verify,
    so a process whose key has another fingerprint refuses to start (metasearch/installation.py).
    """

    key_fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_installation_row"),
        ]

    def __str__(self) -> str:
        return f"installation of {self.created_at:%Y-%m-%d}"
