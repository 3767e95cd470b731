"""The kind of an answer, the reason, and the sentence that says why."""
