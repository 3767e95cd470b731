"""Rows of imports: the file, and what became of each engine in it."""

from datetime import timedelta
from typing import Any

from django.db import models

from discovery.jobs.leases import LeasedWork
from discovery.models import Engine


class EngineImport(LeasedWork):
    """A file of engines, imported whole or not at all.

    `file` is kept until the import has ended. Engines, their rows here, the counts and
    `finished_at` are written in one transaction: an import without it has changed nothing.
    `phase`, `done` and `total` show how far it has come. `rejected` lists the entries that could
    not be used as `{"line", "reason", "excerpt"}`. `problem` says why a file gave nothing at all.
    """

    LEASE_LENGTH = timedelta(seconds=90)

    file_name = models.CharField(max_length=200)
    file = models.BinaryField(default=b"", blank=True, editable=False)
    format = models.CharField(max_length=60, blank=True)
    phase = models.CharField(max_length=20, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    created = models.PositiveIntegerField("new engines", default=0)
    merged = models.PositiveIntegerField(
        default=0, help_text="Entries of engines that were there, or stand in the file twice."
    )
    rejected: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(
        default=list, blank=True
    )
    problem = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "import of engines"
        verbose_name_plural = "imports of engines"

    def __str__(self) -> str:
        return self.file_name


class ImportedEngine(models.Model):
    """What an import says of one engine: where, by which template, with which selectors.

    `key` is that of its template (`engine_key`), empty for one known by its address alone.
    `selectors` are written `ResultSelectors`.
    """

    engine_import = models.ForeignKey(
        EngineImport, on_delete=models.CASCADE, related_name="imported"
    )
    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="imported")
    line = models.PositiveIntegerField()
    key = models.TextField(blank=True)
    selectors: "models.JSONField[dict[str, str] | None, dict[str, str] | None]" = models.JSONField(
        null=True, blank=True
    )

    class Meta:
        ordering = ["engine_import", "line"]

    def __str__(self) -> str:
        return f"{self.engine_id}: line {self.line} of import {self.engine_import_id}"
