"""Words and labels of several languages."""
