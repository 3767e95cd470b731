"""Tracebackery: questions and answers about errors and examples, as rows behind a POST form."""
