"""Results, engines and states as view models, in the reader's language."""
