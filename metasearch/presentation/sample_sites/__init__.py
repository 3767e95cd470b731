"""The sample sites as engines of this installation: shown to newcomers, removed, retired."""
