"""Pages without results: what an engine's looks like, and what it proposes instead."""
