"""The search for programs: JSON, RSS, Atom, CSV, SearXNG's JSON, OpenAPI, OpenSearch."""
