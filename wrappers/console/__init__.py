"""The operator's console: engines, versions, learning, imports, collections."""
