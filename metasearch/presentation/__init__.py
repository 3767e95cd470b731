"""What is shown: results, engines and states as view models, in the reader's language."""
