"""Made-up answers that are no HTML: the same records in many unlike envelopes, with the truth."""
