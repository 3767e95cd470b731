"""The operator's console, shared parts: pages of work that is started, watched and stopped."""
