"""The operator's console: its first page, engines, versions, long work, imports, accounts."""
